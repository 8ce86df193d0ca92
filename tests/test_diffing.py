"""`claims diff REV`: every kind of change is seen, with its effect, in all three formats, and nothing is run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claims.diff_text import escape
from claims.diffing import Format, run_diff
from claims.errors import InputError
from claims.lockfile import Lock, Row, write
from claims.model import LEGS
from claims.pack import find_pack
from tests.toy_pack import REGISTRY, Toy

ROWS = {
    ("toy.square", leg): Row("toy.square", leg, "pass", "exact", "h", ("propext",) if leg == "lean" else None, "s")
    for leg in LEGS
}


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A committed pack with a registry and a lock, without legs: a diff runs nothing."""
    toy = Toy(tmp_path / "repository" / "pack", tmp_path, tmp_path)
    toy.write("claims.toml", "")
    toy.write("registry/toy.toml", REGISTRY)
    relock(toy)
    toy.git("init", "-q", "..")
    toy.git("add", ".")
    toy.git("commit", "-qm", "pack")
    return toy


def relock(toy: Toy, rows: dict[tuple[str, str], Row] | None = None, **retired: str) -> None:
    write(toy.root / "claims.lock", Lock("38f3", ROWS if rows is None else rows, retired))


def earned(status: str) -> Callable[[Toy], None]:
    return lambda toy: relock(toy, {key: replace(row, earned=status) for key, row in ROWS.items()})


def edited(old: str, new: str) -> Callable[[Toy], None]:
    return lambda toy: toy.edit("registry/toy.toml", old, new)


def with_row(**fields: Any) -> Callable[[Toy], None]:
    return lambda toy: relock(toy, {**ROWS, ("toy.square", "lean"): replace(ROWS["toy.square", "lean"], **fields)})


def without_symbolic(toy: Toy) -> None:
    toy.edit(
        "registry/toy.toml",
        'symbolic = { derivation = "toylegs.symbolic:square" }',
        'absent = { symbolic = "too hard" }',
    )
    toy.edit(
        "registry/toy.toml",
        '  { leg = "symbolic", kind = "factor", change = { parameter = "factor", value = 3 } },\n',
        "",
    )


def renamed(toy: Toy) -> None:
    toy.edit("registry/toy.toml", '"toy.square"', '"toy.rectangle"')
    relock(toy, {}, **{"toy.square": "it was wrong"})


def diffed(
    toy: Toy, capsys: pytest.CaptureFixture[str], form: Format = "json", exit_code: bool = False
) -> tuple[int, str]:
    code = run_diff(toy.root, "HEAD", form, exit_code)
    return code, capsys.readouterr().out


#: what happens, how, and the changes it must show: (kind, effect)
CHANGES: list[tuple[str, Callable[[Toy], None], set[tuple[str, str]]]] = [
    ("statement", edited("2xy + y^2'", "2xy + y^3'"), {("statement", "other")}),
    ("title", edited("The square of", "A square of"), {("title", "other")}),
    ("domain", edited('name = "x", domain = "real"', 'name = "x", domain = "positive"'), {("variable", "other")}),
    ("softened", edited('kind = "model"', 'kind = "definition"'), {("softened", "weaker")}),
    ("hardened", edited('kind = "model"', 'kind = "unverified"'), {("hypothesis", "other")}),
    ("another text", edited('text = "x is one"', 'text = "x is two"'), {("hypothesis", "other")}),
    ("other holds", edited("domain:is_one", "domain:is_two"), {("hypothesis", "other")}),
    ("assumed more", edited('lean = "h" }]', 'lean = "h" }, { id = "two", text = "y", kind = "model", holds = "a:b" }]'), {("hypothesis", "weaker")}),
    ("declared less", edited('"exact"', '"derived"'), {("declared", "weaker")}),
    ("declared refuted", edited('"exact"', '"refuted"'), {("declared", "weaker")}),
    ("earned less", earned("derived"), {("earned", "weaker")}),
    ("locked no more", lambda toy: relock(toy, {}), {("earned", "weaker")}),
    ("a leg gone", without_symbolic, {("leg", "weaker"), ("mutants", "weaker")}),
    ("another check", edited('"toylegs.numeric:square"', '"toylegs.numeric:cube"'), {("leg", "other")}),
    ("core only", edited('"Claims.square" }', '"Claims.square", scope = "core", gap = "g", covered_by = "symbolic" }'), {("leg", "weaker")}),
    ("mutant replaced", edited("value = 3 } },\n]", "value = 4 } },\n]"), {("mutants", "other")}),
    ("mutant added", edited("value = 3 } },\n]", 'value = 3 } },\n  { leg = "numeric", kind = "sign", change = { parameter = "factor", value = -2 } },\n]'), {("mutants", "stronger")}),
    ("axioms", with_row(axioms=("Classical.choice", "propext")), {("axioms", "weaker")}),
    ("axioms fewer", with_row(axioms=()), {("axioms", "stronger")}),
    ("theorem", with_row(reads="another"), {("theorem", "other")}),
    ("accepted", with_row(reason="because"), {("accepted", "other")}),
    ("renamed", renamed, {("added", "other"), ("removed", "weaker")}),
    ("witness", edited("domain:witness", "domain:other"), {("witness", "other")}),
    ("source", edited('section = "1"', 'section = "2"'), {("source", "other")}),
    ("layout", edited("statement = '(x", "statement = '\\n (x".replace("\\n", "")), set()),
]  # fmt: skip


@pytest.mark.parametrize("row", CHANGES, ids=[row[0] for row in CHANGES])
def test_each_change_is_seen_with_its_effect(toy: Toy, capsys: pytest.CaptureFixture[str], row: Any) -> None:
    _, change, expected = row
    change(toy)
    code, out = diffed(toy, capsys, exit_code=True)
    data = json.loads(out)
    assert {(c["kind"], c["effect"]) for claim in data["claims"] for c in claim["changes"]} == expected
    weaker = any(effect == "weaker" for _, effect in expected)
    assert (code, data["weaker"]) == (int(weaker), int(weaker))
    assert diffed(toy, capsys)[0] == 0, "without --exit-code a diff informs and does not judge"


def test_nothing_changed(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(diffed(toy, capsys)[1])["claims"] == []
    assert "no claim changed" in diffed(toy, capsys, "text")[1]
    assert "No claim changed" in diffed(toy, capsys, "markdown")[1]


def test_old_and_new_texts_are_shown(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.edit("registry/toy.toml", "2xy + y^2'", "2xy + y^3'")
    earned("derived")(toy)
    text = diffed(toy, capsys, "text")[1]
    assert "1 claim changed, 1 weaker" in text
    assert "  - earned       earned exact -> derived" in text
    assert "      was (x + y)^2 = x^2 + 2xy + y^2\n      is  (x + y)^2 = x^2 + 2xy + y^3" in text
    page = diffed(toy, capsys, "markdown")[1]
    assert "```diff\n- (x + y)^2 = x^2 + 2xy + y^2\n+ (x + y)^2 = x^2 + 2xy + y^3\n```" in page
    assert "| <code>toy.square</code> | **weaker** | earned: earned exact -&#62; derived |" in page


def test_a_removed_claim_is_shown_with_the_reason_that_was_given(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    renamed(toy)
    assert "removed: it was wrong" in diffed(toy, capsys, "text")[1]


def test_texts_cannot_break_out_of_the_markdown(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.edit("registry/toy.toml", "2xy + y^2'", "````` </details> | <script>'")
    toy.edit("registry/toy.toml", "The square of", "</summary> [a](b) | `c`")
    page = diffed(toy, capsys, "markdown")[1]
    body = re.sub(r"^(`{3,})diff\n.*?^\1$", "", page, flags=re.M | re.S)
    assert "<script>" not in body and body.count("</summary>") == body.count("<summary>") == 1
    assert all(line.count("|") == 4 for line in body.splitlines() if line.startswith("|"))
    assert "``````diff" in page, "a fence longer than any inside"
    assert escape("a\nb") == "a b"


def test_a_commit_before_the_pack_has_no_claims(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.git("checkout", "-q", "--orphan", "early")
    toy.git("rm", "-rq", "--cached", ".")
    toy.git("commit", "-qm", "nothing", "--allow-empty")
    assert [c["changes"][0]["kind"] for c in json.loads(diffed(toy, capsys)[1])["claims"]] == ["added"]


def test_a_registry_that_moved_is_found_where_it_was(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.git("mv", "registry", "entries")
    toy.write("claims.toml", 'registry = "entries"\n')
    assert json.loads(diffed(toy, capsys)[1])["claims"] == []


def test_keys_of_an_older_or_newer_schema_are_passed_over(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.edit("registry/toy.toml", "[[claim]]", '[[claim]]\nflavour = "sweet"')
    toy.git("commit", "-qam", "another schema")
    toy.edit("registry/toy.toml", 'flavour = "sweet"\n', "")
    assert json.loads(diffed(toy, capsys)[1])["claims"] == []


#: a past that cannot be used: what is committed, and words of the error
UNUSABLE = [
    ("registry/toy.toml", "[[claim]\n", "HEAD:registry/toy.toml: not TOML"),
    ("registry/toy.toml", '[[claim]]\nid = "a"\n', "HEAD:registry/toy.toml: not a registry file"),
    ("registry/toy.toml", "claim = 3\n", "HEAD:registry/toy.toml: not a registry file"),
    ("claims.lock", "{}\n", "HEAD:claims.lock"),
    ("claims.toml", "= =\n", "HEAD:claims.toml: not TOML"),
]


@pytest.mark.parametrize(("file", "text", "words"), UNUSABLE, ids=[f"{row[0]} {i}" for i, row in enumerate(UNUSABLE)])
def test_a_past_that_cannot_be_used_is_an_input_error(toy: Toy, file: str, text: str, words: str) -> None:
    good = (toy.root / file).read_text()
    toy.write(file, text)
    toy.git("commit", "-qam", "broken")
    toy.write(file, good)
    with pytest.raises(InputError) as caught:
        run_diff(toy.root, "HEAD", "text", False)
    (problem,) = caught.value.problems
    assert words in str(problem) and problem.remedy


@pytest.mark.parametrize("revision", ["nope", "-x", "", "HEAD:registry", "HEAD..HEAD", "--output=evil"])
def test_a_revision_that_is_none_is_an_input_error(toy: Toy, revision: str) -> None:
    with pytest.raises(InputError, match="no commit"):
        run_diff(toy.root, revision, "text", False)
    assert not list(toy.root.rglob("evil*"))


def test_without_a_repository_there_is_no_diff(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(toy.root.parent))
    (toy.root.parent / ".git").rename(toy.root.parent / "not-git")
    with pytest.raises(InputError, match="not in a git repository"):
        run_diff(toy.root, "HEAD", "text", False)


def test_a_partial_answer_of_git_is_no_diff(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claims.git.contents", lambda *_: {"claims.toml": b""})
    with pytest.raises(InputError, match="git cannot read the pack"):
        run_diff(toy.root, "HEAD", "text", False)


def test_the_command_line(toy: Toy) -> None:
    earned("derived")(toy)
    done = toy.claims("diff", "HEAD", "--exit-code")
    assert (done.returncode, done.stderr) == (1, ""), done.stderr
    assert toy.claims("diff", "nope").stderr.startswith("error: command line: REV: no commit 'nope' -- ")
    assert find_pack(toy.root).state.exists() is True, "only what loading a registry remembers is written"
