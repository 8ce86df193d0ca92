"""Report files: what each says of a green, a red and an unchecked run, and that no text can break a format."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims import gate, junit, outputs, report, sarif, table
from claims.errors import InputError
from claims.leanleg import LeanOutcome
from claims.model import Entry
from claims.outcome import LegResult, Place, Verdict
from claims.outputs import Outputs
from claims.pack import Pack, find_pack
from claims.registry_io import load
from claims.runner import ClaimRun, Options, Run
from claims.schema import report_schema
from claims.status import earn
from tests.fault_corpus import Done, copy_of, make_base
from tests.fault_corpus import Pack as ToyPack

FORMATS = ("json", "junit", "sarif", "badge", "markdown")
ALL = [part for name in FORMATS for part in (f"--{name}", f"out.{name}")]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> ToyPack:
    return make_base(tmp_path_factory.mktemp("outputs"))


@pytest.fixture
def pack(base: ToyPack, tmp_path: Path) -> ToyPack:
    return copy_of(base, tmp_path, lock=True)


def run(
    pack: ToyPack, *more: str, lean: bool = True
) -> tuple[Done, dict[str, Any], ET.Element, dict[str, Any], Any, str]:
    done = pack.here("verify", *ALL, *more, lean=lean, plain=True)
    texts = {name: (pack.root / f"out.{name}").read_text() for name in FORMATS}
    data = json.loads(texts["json"])
    jsonschema.validate(data, report_schema("run"))
    log = json.loads(texts["sarif"])
    return done, data, ET.fromstring(texts["junit"]), log["runs"][0], json.loads(texts["badge"]), texts["markdown"]


def bad_cases(root: ET.Element) -> dict[str, str]:
    """Name of every test case that is not green, and its kind."""
    return {
        f"{case.get('classname')} {case.get('name')}": child.tag
        for case in root.iter("testcase")
        for child in case
        if child.tag != "properties"
    }


def test_a_green_run(pack: ToyPack) -> None:
    done, data, cases, log, badge, text = run(pack)
    assert (done.code, data["exit"], log["results"]) == (0, 0, [])
    assert bad_cases(cases) == {} and cases.get("failures") == "0"
    assert badge == {"schemaVersion": 1, "label": "claims", "message": "1 exact, 1 derived", "color": "brightgreen"}
    assert text.count("| exact | exact |") == text.count("| derived | derived |") == 1
    # what came from the cache is labelled, in each format that shows legs
    assert all(leg["cached"] for claim in data["claims"] for leg in claim["legs"].values() if leg["verdict"] == "pass")
    assert len(list(cases.iter("testcase"))) - 1 == len(
        cases.findall(".//testcase/properties/property[@name='cached']")
    )
    assert "pass&#42;" in text and "pass*" in done.out


def test_a_red_leg_is_red_in_every_format_and_at_its_place(pack: ToyPack) -> None:
    pack.edit("toylegs/symbolic.py", "factor=2", "factor=3")
    done, data, cases, log, badge, text = run(pack)
    assert (done.code, data["exit"]) == (1, 1)
    bad = bad_cases(cases)
    assert bad.pop("toy.square symbolic") == "failure"
    assert {name.split()[0] for name in bad} == {"gate"} and set(bad.values()) == {"failure"}
    assert int(cases.get("failures", "0")) == len(bad) + 1
    (told,) = cases.findall(".//testcase[@classname='toy.square'][@name='symbolic']/failure")
    assert told.get("type") == "DERIVATION_FALSE" and "What to do: " in (told.text or "")
    (result,) = [each for each in log["results"] if each["ruleId"] == "DERIVATION_FALSE"]
    assert (result["kind"], result["level"]) == ("fail", "error")
    at = result["locations"][0]["physicalLocation"]
    assert at["artifactLocation"]["uri"] == "toylegs/symbolic.py" and at["region"]["startLine"] > 1
    assert log["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "DERIVATION_FALSE"
    assert log["invocations"][0] == {
        "executionSuccessful": True, "exitCode": 1, "exitCodeDescription": "a claim failed or weakened",
    }  # fmt: skip
    assert badge["color"] == "red" and "problem" in badge["message"]
    assert "- **error** " in text and "DERIVATION_FALSE" in text


def test_what_was_not_checked_is_not_failed_and_not_green(pack: ToyPack) -> None:
    done, data, cases, log, badge, _ = run(pack, lean=False)
    assert (done.code, data["exit"]) == (3, 3)
    assert set(bad_cases(cases).values()) == {"skipped"} and int(cases.get("skipped", "0")) == 1
    assert log["results"] and {(r["kind"], r["level"]) for r in log["results"]} == {("open", "none")}
    assert (badge["message"], badge["color"]) == ("2 unchecked", "lightgrey")


def test_marks_of_findings_stay_when_lines_move(pack: ToyPack) -> None:
    pack.edit("toylegs/symbolic.py", "factor=2", "factor=3")
    first = run(pack)[3]["results"]
    text = (pack.root / "toylegs/symbolic.py").read_text()
    pack.write("toylegs/symbolic.py", "\n\n" + text)
    second = run(pack)[3]["results"]
    assert first != second
    marks = [[r["partialFingerprints"] for r in results] for results in (first, second)]
    assert marks[0] == marks[1] and len({str(mark) for mark in marks[0]}) == len(marks[0])


def test_findings_of_the_gate_alone_are_red_too(pack: ToyPack) -> None:
    pack.edit("registry/cube.toml", 'id = "toy.cube"', 'id = "toy.cubic"')
    done, _, cases, log, _, _ = run(pack)
    assert done.code == 1
    assert "gate toy.cube LOCK_GONE" in bad_cases(cases)
    (gone,) = [each for each in log["results"] if each["ruleId"] == "LOCK_GONE"]
    assert gone["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "claims.lock"


def test_the_mutants_are_cases(pack: ToyPack) -> None:
    _, data, cases, _, _, _ = run(pack, "--mutants")
    names = [case.get("name", "") for case in cases.iter("testcase")]
    assert sum(name.startswith("mutant ") for name in names) == len(data["mutants"]) > 0
    pack.edit("toylegs/symbolic.py", "factor * v.x", "2 * v.x")
    assert any("mutant" in name and kind == "failure" for name, kind in bad_cases(run(pack, "--mutants")[2]).items())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("exit"),
        lambda d: d.update(schema="claims-run/2"),
        lambda d: d["claims"][0]["legs"]["lean"].update(verdict="passed"),
        lambda d: d["claims"][0].update(earned="proved"),
        lambda d: d["findings"].append({"exit": 1}),
        lambda d: d["claims"][0]["legs"].pop("numeric"),
    ],
)
def test_the_schema_refuses_another_document(pack: ToyPack, spoil: Callable[[dict[str, Any]], object]) -> None:
    data = run(pack)[1]
    spoil(data)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, report_schema("run"))


def test_the_schema_of_a_diff(pack: ToyPack) -> None:
    pack.edit("registry/cube.toml", 'id = "toy.cube"', 'id = "toy.cubic"')
    data = json.loads(pack.here("diff", "HEAD", "--format", "json").out)
    jsonschema.validate(data, report_schema("diff"))
    data["claims"][0]["changes"][0]["effect"] = "worse"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, report_schema("diff"))


@pytest.mark.parametrize("document", ["registry", "run", "diff"])
def test_schemas_are_schemas_and_are_printed(pack: ToyPack, document: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(pack.here("schema", document).out))


# -- targets ------------------------------------------------------------------------------------------------------------

REFUSED = {
    "the same file twice": ["--json", "a", "--junit", "./a"],
    "standard output twice": ["--json", "-", "--markdown", "-"],
    "binary-like formats to standard output": ["--sarif", "-"],
    "a folder": ["--json", "registry"],
    "a folder that is not there": ["--json", "no/such/a.json"],
    "the lock": ["--json", "claims.lock"],
    "a source": ["--markdown", "registry/toy.toml"],
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_a_target_that_cannot_be_is_refused_before_any_work(pack: ToyPack, arguments: list[str]) -> None:
    (pack.root / "old").write_text("old")
    before = {path: path.stat().st_mtime_ns for path in pack.root.rglob("*")}
    done = pack.here("verify", "--badge", "old", *arguments, plain=True)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("error: command line: --") and " -- " in line
    assert {path: path.stat().st_mtime_ns for path in pack.root.rglob("*")} == before


def test_a_target_in_a_folder_that_cannot_be_written(pack: ToyPack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match="cannot be written"):
        outputs.prepare(Outputs(json=str(pack.root / "a.json")))


def test_an_old_report_is_never_left_for_the_new_one(pack: ToyPack) -> None:
    run(pack)
    pack.edit("registry/toy.toml", "[[claim]]", "[[claim]")
    done = pack.here("verify", *ALL, plain=True)
    assert done.code == 2 and not list(pack.root.glob("out.*"))


def test_a_report_on_standard_output_is_alone_there(pack: ToyPack) -> None:
    assert json.loads(pack.here("verify", "--json", "-", plain=True).out)["exit"] == 0
    assert pack.here("verify", "--markdown", "-", plain=True).out.startswith("| claim | declared |")


def test_a_device_is_written_through_and_stays_one(pack: ToyPack) -> None:
    assert pack.here("verify", "--json", os.devnull, plain=True).code == 0
    assert not Path(os.devnull).is_file()


# -- hostile texts -------------------------------------------------------------------------------------------------------

TEXTS = st.text(
    st.one_of(
        st.characters(), st.sampled_from("\x00\x1b\r\n|`<>&]\"'\\\u2028\ufffe\x7f"), st.characters(categories=["Cs"])
    ),
    max_size=40,
)


@pytest.fixture(scope="module")
def entry(base: ToyPack) -> Entry:
    return load(find_pack(base.root)).entries["toy.square"]


def hostile_run(entry: Entry, title: str, message: str, file: str) -> Run:
    """A run in which a leg fails with texts that may hold anything."""
    good = LegResult(Verdict.PASS, "OK", message)
    bad = LegResult(Verdict.FAIL, "LEAN_ERROR", message, Place(file, 3), {"said": message})
    legs = {"lean": bad, "symbolic": good, "numeric": good}
    claim = ClaimRun(replace(entry, title=title), legs, good, earn(entry, legs, good), {})  # type: ignore[arg-type]
    return Run((claim,), LeanOutcome(description=title), (), 0.5, Options())


@settings(max_examples=60, deadline=None)
@given(title=TEXTS, message=TEXTS, file=TEXTS)
def test_no_text_breaks_a_format(base: ToyPack, entry: Entry, title: str, message: str, file: str) -> None:
    pack: Pack = find_pack(base.root)
    done = hostile_run(entry, title, message, file)
    found = [gate.Finding(gate.FAILED, title, "LEAN_ERROR", message, Place(file, 3))]
    assert json.loads(json.dumps(report.to_json(done, found, 1, {})))["exit"] == 1
    cases = ET.fromstring(junit.render(done, found, 1).encode())
    assert len(list(cases.iter("testcase"))) == 6
    assert len(json.loads(sarif.render(found, 1, pack))["runs"][0]["results"]) == 1
    assert json.loads(table.badge(done, found, 1))["color"] == "red"
    text = table.run_markdown(done, found, {})
    lines = text.encode("utf-8", "backslashreplace").decode().split("\n")
    assert [line.count("|") for line in lines[:3]] == [8, 8, 8] and lines[3] == ""
    assert lines[4].startswith("- **error** ") and lines[5] == ""
    assert not re.search("<[a-zA-Z/!]", text)


# -- the table of a README ------------------------------------------------------------------------------------------------

README = f"# Paper\n\n{table.BEGIN}\nold\n{table.END}\n\nrest\n"


def test_the_table_is_written_between_the_markers_and_checked(pack: ToyPack) -> None:
    (pack.root / "README.md").write_text(README)
    stale = pack.here("table", "--readme", "README.md", "--check")
    assert stale.code == 1 and "README.md:4" in stale.out and "claims table --readme README.md" in stale.out
    assert (pack.root / "README.md").read_text() == README
    assert pack.here("table", "--readme", "README.md").code == 0
    text = (pack.root / "README.md").read_text()
    assert text.startswith("# Paper\n\n") and text.endswith(f"{table.END}\n\nrest\n") and "old" not in text
    assert "| [toy.square](registry/toy.toml) | exact | exact | lean, symbolic, numeric |" in text
    assert text.count("\n2 claims: 1 derived, 1 exact.\n") == 1
    assert pack.here("table", "--readme", "README.md", "--check").code == 0
    assert pack.here("table").out in text
    (pack.root / "README.md").write_text(text.replace("| exact | exact |", "| exact | open |", 1))
    assert pack.here("table", "--readme", "README.md", "--check").code == 1


@pytest.mark.parametrize(
    "text",
    ["no markers\n", README + README, f"{table.END}\n{table.BEGIN}\n", f"{table.BEGIN}\n"],
    ids=["none", "twice", "the wrong way round", "only one"],
)
def test_wrong_markers_change_nothing(pack: ToyPack, text: str) -> None:
    (pack.root / "README.md").write_text(text)
    done = pack.here("table", "--readme", "README.md")
    assert done.code == 2 and len(done.err.splitlines()) == 1 and "once each" in done.err
    assert (pack.root / "README.md").read_text() == text


def test_no_lock_no_table(pack: ToyPack) -> None:
    (pack.root / "claims.lock").unlink()
    done = pack.here("table")
    assert done.code == 2 and "claims lock" in done.err
