"""What an edit runs anew, and that results from the cache are labelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cache_world import earned, ran, verify, warm_pack
from tests.fault_corpus import Pack
from tests.test_lean_standin import compiled


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return warm_pack(tmp_path)


READS = 'import os; os.environ.get("CLAIMS_FACTOR")'
#: file, text, another text, what has to run again of all three claims with all their mutants
EDITS = [
    ("legs/symbolic0.py", 'd = Derivation(v, "claim 2")', 'd = Derivation(v, "the second")', {"many.c2 symbolic", "many.c2 mutant symbolic"}),
    ("legs/numeric0.py", "ev.equal(\"c2\", (p.x + 2) ** 2,", "ev.equal(\"c2\", (p.x + 2) * (p.x + 2),", {"many.c2 numeric", "many.c2 mutant numeric"}),
    ("legs/shared.py", "return x**2 +", "return x * x +", {f"many.c{n} {w}symbolic" for n in (1, 2, 3) for w in ("", "mutant ")}),
    ("legs/domain.py", 'return values["x"] == 1', 'return 1 == values["x"]', {f"many.c{n} witness" for n in (1, 2, 3)}),
    ("legs/domain.py", "def refute():\n    return True", "def refute():\n    return not False", set()),  # of Lean mutants
    ("registry/family0.toml", 'title = "Claim 2"', 'title = "The second"', set()),
    ("registry/family0.toml", "parameter = \"factor\", value = 3", "parameter = \"factor\", value = 5", {"many.c1 mutant symbolic"}),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "again"), EDITS, ids=[f"{e[0]} {e[2]}" for e in EDITS])
def test_an_edit_runs_what_it_concerns_and_nothing_else(
    pack: Pack, file: str, old: str, new: str, again: set[str]
) -> None:
    assert ran(verify(pack, "--mutants")) == set()
    text = (pack.root / file).read_text()
    pack.write(file, text.replace(old, new, 1))
    assert old in text
    assert ran(verify(pack, "--mutants")) == again
    assert ran(verify(pack, "--mutants")) == set()


def test_a_claim_that_stops_holding_takes_along_what_rests_on_it_though_no_leg_of_that_is_run(pack: Pack) -> None:
    assert earned(verify(pack)) == dict.fromkeys(("many.c1", "many.c2", "many.c3"), "exact")
    pack.edit("legs/symbolic0.py", 'd.step((v.x + 2) ** 2, "expand"', 'd.step((v.x + 2) ** 3, "expand"')
    report = verify(pack)
    assert ran(report) == {"many.c2 symbolic"}
    assert earned(report)["many.c1"] == "exact" and earned(report)["many.c3"] == "open"


def test_a_witness_that_lacks_a_variable_added_later_is_run_again(pack: Pack) -> None:
    variable = '{ name = "x", domain = "real", meaning = "a number", lean = "n" }'
    text = (pack.root / "registry/family0.toml").read_text()
    pack.write(
        "registry/family0.toml",
        text.replace(variable, f'{variable}, {{ name = "w", domain = "real", meaning = "m" }}', 1),
    )
    report = verify(pack, "many.c1")
    assert report["claims"][0]["witness"]["reason"] == "WITNESS_FALSE"


def test_cached_results_are_labelled_everywhere_and_no_cache_runs_everything(pack: Pack) -> None:
    report = verify(pack, "--mutants")
    assert all(m["cached"] for m in report["mutants"] if m["leg"] != "lean")
    text = pack.here("verify", plain=True).out
    assert text.count("pass*") == 9 and "12 results from the cache (*)" in text
    before = len(compiled(pack.programs))
    report = verify(pack, "--mutants", "--no-cache")
    assert len(ran(report)) == 3 * 4 + 3 * 2, "legs and witnesses, mutants of two legs"
    assert not any(m["cached"] for m in report["mutants"])
    assert len(compiled(pack.programs)) > before, "Lean compiled the library again"
    assert "*" not in pack.here("verify", "--no-cache", plain=True).out.replace("(*)", "")


def test_a_leg_that_reads_the_environment_runs_every_time_and_the_run_says_so(pack: Pack) -> None:
    pack.edit(
        "legs/symbolic0.py",
        '    d = Derivation(v, "claim 1")\n',
        f"    {READS}\n" + '    d = Derivation(v, "claim 1")\n',
    )
    for _ in range(2):
        report = verify(pack, "--leg", "symbolic", process=True)
        assert {c["id"]: c["legs"]["symbolic"]["cached"] for c in report["claims"]}["many.c1"] is False
        assert report["claims"][0]["legs"]["symbolic"]["evidence"]["not_cached"] == "reads the variable CLAIMS_FACTOR"
    text = pack.here("verify", "--leg", "symbolic", plain=True, process=True).out
    assert "not kept for the next run: many.c1 symbolic reads the variable CLAIMS_FACTOR\n" in text
    pack.edit("legs/symbolic0.py", f"    {READS}\n", "")
    assert "not kept" not in pack.here("verify", "--leg", "symbolic", plain=True, process=True).out
