"""Reading the registry: what is accepted, and that every kind of bad input names file, line, field and remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claims.errors import InputError
from claims.model import Domain, Status
from claims.pack import find_pack
from claims.registry_io import load, select
from claims.schema import json_schema
from claims.toml_lines import LineMap

GOOD = """\
[[claim]]
id = "toy.square"
title = "A square is not negative"
statement = '''
x^2 \\ge 0
'''
declared = "empirical"
witness = "legs:witness"
absent = { lean = "not needed here", symbolic = "not needed here" }

[[claim.sources]]
document = "toy"
section = "1"

[[claim.variables]]
name = "x"
domain = "real"
meaning = "a number"

[[claim.hypotheses]]
id = "bounded"
text = "x is at most 5"
kind = "model"
holds = "legs:bounded"

[claim.numeric]
check = "legs:square"

[[claim.mutants]]
leg = "numeric"
kind = "sign"
change = { parameter = "sign", value = -1 }
"""


def pack_with(folder: Path, text: str | bytes, name: str = "toy.toml") -> Path:
    """A pack whose registry holds one file."""
    (folder / "claims.toml").write_text('registry = "registry"\n')
    (folder / "registry").mkdir(exist_ok=True)
    (folder / "registry" / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def problems_of(folder: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(find_pack(folder))
    return [str(p) for p in caught.value.problems]


def test_a_good_file_loads_and_is_validated_once(tmp_path: Path) -> None:
    pack = find_pack(pack_with(tmp_path, GOOD))
    entry = load(pack).entries["toy.square"]
    assert entry.declared is Status.EMPIRICAL
    assert entry.variables[0].domain is Domain.REAL
    assert entry.mutants[0].change.value == -1
    assert len(list((pack.state / "valid").iterdir())) == 1
    assert load(pack).entries["toy.square"] == entry
    assert load(pack).places["toy.square"] == ("registry/toy.toml", 1)


#: (what is wrong, text to replace, replacement, line of the message, words it must contain)
BROKEN = [
    ("unknown key", 'title = "A', 'titel = "A', 3, ["titel", "did you mean 'title'?"]),
    ("missing key", 'title = "A square is not negative"\n', "", 1, ["title", "required"]),
    ("unknown status", '"empirical"', '"empiric"', 7, ["declared", "did you mean 'empirical'?"]),
    ("unknown domain", '"real"', '"reall"', 17, ["domain", "did you mean 'real'?"]),
    ("unknown kind", 'kind = "model"', 'kind = "modal"', 23, ["hypotheses.0.kind", "did you mean 'model'?"]),
    ("nested unknown key", 'text = "x', 'txet = "x', 22, ["hypotheses.0.txet", "did you mean 'text'?"]),
    ("wrong type", 'title = "A square is not negative"', "title = 3", 3, ["title", "string"]),
    ("not a list", "[[claim.sources]]", "[claim.sources]", 11, ["sources"]),
    ("not a reference", '"legs:square"', '"legs.square"', 1, ["numeric.check", "module:function"]),
    ("a leg without a reason", 'lean = "not needed here", ', "", 1, ["lean", "leg missing without a reason"]),
    ("a reason for a leg that is there", "absent = {", 'absent = { numeric = "x", ', 1, ["absent.numeric"]),
    ("no mutant", GOOD[GOOD.index("[[claim.mutants]]") :], "", 1, ["no mutant of the numeric leg"]),
    ("a mutant of a missing leg", 'leg = "numeric"', 'leg = "symbolic"', 1, ["mutants.0.leg", "has no symbolic leg"]),
    ("a mutant that changes nothing", 'parameter = "sign", value = -1', 'find = "a"', 1, ["mutants.0.change"]),
    ("bad id", '"toy.square"', '"Toy Square"', 1, ["is not an id"]),
    ("unknown dependency", "witness =", 'depends_on = ["toy.cube"]\nwitness =', 1, ["depends_on", "toy.cube"]),
    ("depends on itself", "witness =", 'depends_on = ["toy.square"]\nwitness =', 1, ["cycle: toy.square -> toy.square"]),
    ("unknown falsified claim", "witness =", 'falsifies = { claim = "a.b", hypothesis = "h" }\nwitness =', 1, ["a.b"]),
    ("unknown correction", "witness =", 'corrected_by = "toy.sqare"\nwitness =', 1, ["did you mean 'toy.square'?"]),
    ("top-level key", "[[claim]]\n", 'version = 1\n[[claim]]\n', 1, ["version", "unknown key"]),
    ("syntax", "id = ", "id == ", 2, ["not TOML"]),
    ("merge conflict", "[[claim]]\n", "<<<<<<< HEAD\n[[claim]]\n", 1, ["merge-conflict marker"]),
    ("two equal names", "[[claim.hypotheses]]", '[[claim.variables]]\nname = "x"\ndomain = "real"\nmeaning = "again"\n[[claim.hypotheses]]', 1, ["'x' is used twice"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_bad_input_names_file_line_field_and_remedy(
    tmp_path: Path, old: str, new: str, line: int, words: list[str]
) -> None:
    assert old in GOOD
    folder = pack_with(tmp_path, GOOD.replace(old, new, 1))
    before = sorted(p for p in tmp_path.rglob("*") if p.is_file())
    found = problems_of(folder)
    text = "\n".join(found)
    assert all(word in text for word in words), text
    assert any(p.startswith(f"registry/toy.toml:{line}: ") for p in found), text
    assert all(" -- " in p for p in found), "every problem has a remedy"
    marked = {p for p in tmp_path.rglob("*") if p.is_file()} - set(before)
    assert all(".claims" in p.parts for p in marked)


def test_every_problem_of_a_file_is_reported_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("title", "titel").replace('"real"', '"reall"').replace('"model"', '"modal"')
    assert len(problems_of(pack_with(tmp_path, text))) == 4


def test_bytes_that_are_not_text_and_files_that_are_too_large(tmp_path: Path) -> None:
    assert "not UTF-8 at byte 0" in problems_of(pack_with(tmp_path, b"\xff\xfe"))[0]
    assert "more than the limit" in problems_of(pack_with(tmp_path, b"#" * 4_000_001))[0]


def test_an_empty_registry_and_a_missing_pack(tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text("")
    assert "no registry file" in problems_of(tmp_path)[0]
    (tmp_path / "claims.toml").write_text('registy = "x"')
    assert "registy: unknown key" in problems_of(tmp_path)[0]
    (tmp_path / "claims.toml").write_text('registry = "../elsewhere"')
    assert "leaves the pack" in problems_of(tmp_path)[0]


def test_ids_are_unique_across_files(tmp_path: Path) -> None:
    pack_with(tmp_path, GOOD)
    found = problems_of(pack_with(tmp_path, GOOD, "zweite.toml"))
    assert found == [
        "registry/zweite.toml:1: claim 'toy.square', id: already used at registry/toy.toml:1"
        " -- ids are permanent and unique: choose another"
    ]


def test_cycles_are_named(tmp_path: Path) -> None:
    first = GOOD.replace("witness =", 'depends_on = ["toy.cube"]\nwitness =')
    second = GOOD.replace("toy.square", "toy.cube").replace("witness =", 'depends_on = ["toy.square"]\nwitness =')
    found = problems_of(pack_with(tmp_path, first + second))
    assert "cycle: toy.square -> toy.cube -> toy.square" in found[0]


def test_selection_by_id_and_pattern(tmp_path: Path) -> None:
    registry = load(find_pack(pack_with(tmp_path, GOOD)))
    assert [e.id for e in select(registry, ["toy.*"])] == ["toy.square"]
    with pytest.raises(InputError, match=r"did you mean 'toy\.square'"):
        select(registry, ["toy.sqaure"])


def test_lines_of_keys_survive_multi_line_strings() -> None:
    lines = LineMap(GOOD)
    assert lines.line(("claim", 0, "statement")) == 4
    assert lines.line(("claim", 0, "declared")) == 7
    assert lines.line(("claim", 0, "mutants", 0, "change", "parameter")) == 32
    assert lines.line(("claim", 7, "nothing")) == 1


def test_the_schema_describes_the_model() -> None:
    schema = json_schema()
    assert schema["$defs"]["Entry"]["additionalProperties"] is False
    assert set(schema["$defs"]["Entry"]["required"]) >= {"id", "title", "statement", "declared", "witness"}
    json.dumps(schema)
