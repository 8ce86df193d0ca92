"""`claims verify` as a whole: every way a claim can go wrong turns its line red and sets the exit code."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.toy_pack import Toy, make_toy


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make_toy(tmp_path)


def claim(report: dict[str, Any]) -> dict[str, Any]:
    (only,) = report["claims"]
    return only  # type: ignore[no-any-return]


def reasons(report: dict[str, Any]) -> set[str]:
    return {finding["reason"] for finding in report["findings"] if finding["exit"]}


def place(report: dict[str, Any], leg: str) -> str:
    found = claim(report)["legs"][leg]["place"]
    return f"{found['file']}:{found['line']}"


def test_a_claim_with_three_green_legs_is_exact(toy: Toy) -> None:
    code, report = toy.verify("--mutants")
    assert code == 0, report["findings"]
    assert claim(report)["earned"] == "exact"
    assert claim(report)["weakest"]["leg"] == "numeric"
    assert [m["verdict"] for m in report["mutants"]] == ["pass"] * 3
    assert report["toolchain"]["kind"] == "native"


def test_the_second_run_is_all_from_the_cache_and_says_so(toy: Toy) -> None:
    toy.verify()
    code, report = toy.verify()
    assert code == 0
    assert all(leg["cached"] for leg in claim(report)["legs"].values())
    assert "3 results from the cache" not in toy.claims("verify", "--no-cache").stdout
    assert "pass*" in toy.claims("verify").stdout


#: what is broken, the edit, the leg that must be red, its place, its reason
BROKEN = [
    ("a sign in the derivation", "toylegs/symbolic.py", "+ v.y**2)", "- v.y**2)", "symbolic", "toylegs/symbolic.py:5", "DERIVATION_FALSE"),
    ("a sign in the enclosure", "toylegs/numeric.py", "factor * x * y + y", "factor * x * y - y", "numeric", "toylegs/numeric.py:16", "ENCLOSURE_SEPARATED"),
    ("a sign in the kernel", "toylegs/numeric.py", "fault * 2 * x", "fault * -2 * x", "numeric", "toylegs/numeric.py:17", "FLOAT_OVER_BUDGET"),
    ("a proof that fails", "lean/Claims/Square.lean", "simp [h]", "SAY_ERROR", "lean", "lean/Claims/Square.lean:4", "LEAN_ERROR"),
    ("a proof given up", "lean/Claims/Square.lean", "simp [h]", "sorry", "lean", "lean/Claims/Square.lean:4", "LEAN_BANNED"),
    ("a leg that raises", "toylegs/symbolic.py", "    d = D", "    1 / 0\n    d = D", "symbolic", "toylegs/symbolic.py:4", "LEG_EXCEPTION"),
    ("a leg that decides nothing", "toylegs/symbolic.py", "    d.step", "    #", "symbolic", "toylegs/symbolic.py:4", "DERIVATION_EMPTY"),
]  # fmt: skip


@pytest.mark.parametrize("row", BROKEN, ids=[row[0] for row in BROKEN])
def test_a_broken_leg_turns_red_with_file_and_line(toy: Toy, row: tuple[str, ...]) -> None:
    _, file, old, new, leg, where, reason = row
    assert toy.verify()[0] == 0
    toy.edit(file, old, new)
    code, report = toy.verify()
    result = claim(report)["legs"][leg]
    assert code == 1
    assert result["verdict"] in ("fail", "error")
    assert result["reason"] == reason, result
    if reason != "DERIVATION_EMPTY":
        assert place(report, leg) == where
    assert claim(report)["earned"] != "exact"
    text = toy.claims("verify", "--offline").stdout
    assert f"[{reason}]" in text


def test_a_deleted_function_is_an_input_error_with_its_name(toy: Toy) -> None:
    toy.verify()
    toy.edit("toylegs/numeric.py", "def square", "def circle")
    code, report = toy.verify()
    assert code == 2
    assert "toylegs/numeric.py has no function 'square'" in claim(report)["legs"]["numeric"]["message"]


def test_a_theorem_that_does_not_exist_is_an_input_error(toy: Toy) -> None:
    toy.edit("lean/Claims/Square.lean", "Claims.square", "Claims.cube")
    code, report = toy.verify()
    assert code == 2
    assert reasons(report) >= {"LEAN_UNKNOWN"}


@pytest.mark.parametrize(("old", "new"), [(', lean = "n"', ""), (', lean = "n"', ', lean = "n m"')])
def test_binders_and_the_entry_must_agree(toy: Toy, old: str, new: str) -> None:
    toy.edit("registry/toy.toml", old, new)
    code, report = toy.verify()
    assert code == 2
    assert reasons(report) >= {"LEAN_BINDER"}


def test_an_assumption_that_no_hypothesis_names_makes_the_claim_conditional(toy: Toy) -> None:
    toy.edit("registry/toy.toml", ', lean = "h"', "")
    code, report = toy.verify()
    assert (code, claim(report)["earned"]) == (1, "conditional")
    assert reasons(report) == {"BELOW_DECLARED"}
    assert "h : n = Nat.zero" in claim(report)["legs"]["lean"]["message"]


def test_without_lean_nothing_is_exact_cached_or_not(toy: Toy) -> None:
    for _ in range(2):
        code, report = toy.verify(lean=False)
        assert code == 3
        assert claim(report)["earned"] == "unchecked"
        assert toy.verify()[0] == 0
    assert "unavail" in toy.claims("verify", "--offline", lean=False).stdout


def test_a_missing_lean_does_not_hide_a_failure(toy: Toy) -> None:
    toy.edit("toylegs/symbolic.py", "+ v.y**2)", "- v.y**2)")
    assert toy.verify(lean=False)[0] == 1


def test_a_witness_at_which_a_hypothesis_is_false(toy: Toy) -> None:
    toy.edit("toylegs/domain.py", '{"x": 1', '{"x": 2')
    code, report = toy.verify()
    assert code == 1
    assert reasons(report) == {"WITNESS_FALSE", "BELOW_DECLARED"}
    assert claim(report)["earned"] == "derived"


def test_a_witness_gives_every_variable_a_value(toy: Toy) -> None:
    toy.edit("toylegs/domain.py", ', "y": 2}', "}")
    code, report = toy.verify()
    assert code == 1
    assert "gives no value for y" in claim(report)["witness"]["message"]


def test_a_hypothesis_may_not_pass_for_a_variable(toy: Toy) -> None:
    toy.edit("registry/toy.toml", 'lean = "n" }', 'lean = "n h" }')
    toy.edit("registry/toy.toml", ', lean = "h"', "")
    code, report = toy.verify()
    assert code == 2
    assert reasons(report) >= {"LEAN_BINDER"}


def test_only_the_engine_speaks_for_a_leg(toy: Toy) -> None:
    fake = "from types import SimpleNamespace\nfrom claims.outcome import LegResult, Verdict\n"
    fake += "def square(v, *, factor=2):\n"
    fake += "    return SimpleNamespace(outcome=lambda: LegResult(Verdict.PASS, 'OK'))\n"
    toy.write("toylegs/symbolic.py", fake)
    code, report = toy.verify()
    assert code == 1
    assert "not a Derivation" in claim(report)["legs"]["symbolic"]["message"]


def test_a_leg_that_forks_answers_once(toy: Toy) -> None:
    toy.edit("toylegs/symbolic.py", "    d = D", "    import os; os.fork()\n    d = D")
    code, report = toy.verify("-j", "1")
    assert code == 0, report["findings"]
    assert "checks" in claim(report)["legs"]["numeric"]["evidence"]


def test_a_cache_that_cannot_be_written_hides_nothing(toy: Toy) -> None:
    toy.write(".claims/results", "a file where a folder should be")
    toy.edit("toylegs/domain.py", '{"x": 1', '{"x": 2')
    code, report = toy.verify()
    assert code == 1
    assert "WITNESS_FALSE" in reasons(report)


def test_drift_of_an_entry_is_seen_on_its_lean_leg(toy: Toy) -> None:
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    toy.edit("registry/toy.toml", 'text = "x is one"', 'text = "x is anything"')
    code, report = toy.verify("--leg", "lean")
    assert code == 1
    assert reasons(report) == {"LOCK_DRIFT"}


def test_drift_of_a_theorem_shows_old_and_new_until_it_is_accepted(toy: Toy) -> None:
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    row = next(
        line for line in (toy.root / "claims.lock").read_text().splitlines() if '"lean"' in line and "toy" in line
    )
    assert json.loads(row)["axioms"] == [] and "n = Nat.zero" in json.loads(row)["reads"]
    toy.edit("lean/Claims/Square.lean", "n + 1 = 2 :=", "n + 1 = 2 + 0 :=")
    done = toy.claims("verify", "--offline", "--leg", "lean")
    was, now = (re.search(rf"    {word} +(Claims\.square .*)", done.stdout) for word in ("was", "is"))
    assert done.returncode == 1 and "[LOCK_DRIFT]" in done.stdout
    assert was is not None and now is not None and was[1] != now[1]
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 1
    assert toy.claims("lock", "--offline", "--accept", "toy.square", "--because", "said better").returncode == 0
    assert toy.verify()[0] == 0


def test_show_tells_what_a_proof_rests_on(toy: Toy) -> None:
    assert "no result for the sources as they stand" in toy.claims("show", "toy.square").stdout
    assert toy.verify()[0] == 0
    text = toy.claims("show", "toy.square").stdout
    assert "assumes   h : n = Nat.zero" in text and "second, independent" in text
    assert "core axioms used directly: none" in text and "core constants without a visible body: 0" in text
    assert toy.claims("show", "toy.square", "--trust").returncode == 0


def test_a_report_goes_to_a_file_or_a_device_and_never_replaces_one(toy: Toy, tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    assert toy.claims("verify", "--offline", "--json", str(target)).returncode == 0
    assert target.read_text().startswith("{")
    assert toy.claims("verify", "--offline", "--json", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()
    done = toy.claims("verify", "--offline", "--json", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")


def test_an_unverified_hypothesis_makes_it_conditional(toy: Toy) -> None:
    toy.edit("registry/toy.toml", 'kind = "model"', 'kind = "unverified"')
    code, report = toy.verify()
    assert code == 1
    assert claim(report)["earned"] == "conditional"
    toy.edit("registry/toy.toml", '"exact"', '"conditional"')
    assert toy.verify()[0] == 0


#: a mutant that its leg cannot reject
SURVIVORS = [
    ("registry/toy.toml", 'parameter = "factor", value = 3 } },\n]', 'parameter = "factor", value = 2 } },\n]', "MUTANT_SURVIVED"),
    ("registry/toy.toml", 'n + 1 = 3"', 'n + 1 = 4"', "MUTANT_ACCEPTED"),
    ("toylegs/domain.py", "1 + 1 != 3", "1 + 1 != 2", "MUTANT_NOT_REFUTED"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "reason"), SURVIVORS, ids=[row[3] for row in SURVIVORS])
def test_a_surviving_mutant_fails_the_run(toy: Toy, file: str, old: str, new: str, reason: str) -> None:
    toy.edit(file, old, new)
    assert toy.verify()[0] == 0, "without --mutants the run does not look"
    code, report = toy.verify("--mutants")
    assert code == 1
    assert reason in reasons(report)


def test_a_mutant_with_an_unknown_parameter_is_an_input_error(toy: Toy) -> None:
    toy.edit("registry/toy.toml", '"factor", value', '"faktor", value')
    code, report = toy.verify("--mutants")
    assert code == 2
    assert "has no parameter 'faktor'" in str(report["findings"])


def test_one_leg_only_derives_no_status(toy: Toy) -> None:
    code, report = toy.verify("--leg", "symbolic")
    assert code == 0
    assert claim(report)["earned"] is None
    assert claim(report)["legs"]["lean"]["reason"] == "NOT_SELECTED"


def test_an_unknown_id_and_a_missing_pack_are_input_errors(toy: Toy, tmp_path: Path) -> None:
    done = toy.claims("verify", "toy.sqare")
    assert done.returncode == 2
    assert "did you mean 'toy.square'?" in done.stderr
    done = toy.claims("verify", "--pack", str(tmp_path))
    assert done.returncode == 2
    assert "no pack here" in done.stderr


def test_ci_needs_a_lock(toy: Toy) -> None:
    assert toy.verify(CI="true")[0] == 2
    assert toy.verify()[0] == 0


def committed(toy: Toy) -> None:
    toy.git("init", "-q")
    toy.git("add", ".")
    toy.git("commit", "-qm", "pack")


def test_the_lock_is_written_compared_and_guarded(toy: Toy) -> None:
    assert toy.claims("lock", "--offline").returncode == 2, "no repository"
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    toy.git("add", ".")
    toy.git("commit", "-qm", "lock")
    assert toy.verify(CI="true")[0] == 0

    toy.edit("registry/toy.toml", "The square of a sum", "Another title")
    done = toy.claims("lock", "--offline")
    assert done.returncode == 2
    assert "registry/toy.toml: unstaged or untracked" in done.stderr
    toy.git("commit", "-qam", "title")
    assert toy.verify(CI="true")[0] == 0, "a title is not a statement"

    toy.edit("registry/toy.toml", "statement = '(x", "statement = '1(x")
    code, report = toy.verify()
    assert code == 1
    assert reasons(report) == {"LOCK_DRIFT"}
    toy.git("commit", "-qam", "statement")
    before = (toy.root / "claims.lock").read_bytes()
    assert toy.claims("lock", "--offline").returncode == 1
    assert (toy.root / "claims.lock").read_bytes() == before
    assert toy.claims("lock", "--offline", "--accept", "toy.square").returncode == 2, "no reason given"
    assert toy.claims("lock", "--offline", "--accept", "toy.square", "--because", "clearer").returncode == 0
    assert '"reason": "clearer"' in (toy.root / "claims.lock").read_text()


def test_lost_coverage_and_weaker_evidence_fail(toy: Toy) -> None:
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    toy.edit(
        "registry/toy.toml", 'symbolic = { derivation = "toylegs.symbolic:square" }', 'absent = { symbolic = "gone" }'
    )
    toy.edit(
        "registry/toy.toml",
        '  { leg = "symbolic", kind = "factor", change = { parameter = "factor", value = 3 } },\n',
        "",
    )
    code, report = toy.verify()
    assert code == 1
    assert reasons(report) == {"LOCK_GONE"}
    toy.edit("registry/toy.toml", '"toy.square"', '"toy.rectangle"')
    assert "LOCK_GONE" in reasons(toy.verify()[1])


def test_a_lock_is_not_written_over_a_failing_leg(toy: Toy) -> None:
    toy.edit("toylegs/symbolic.py", "+ v.y**2)", "- v.y**2)")
    committed(toy)
    done = toy.claims("lock", "--offline")
    assert done.returncode == 1
    assert "DERIVATION_FALSE" in done.stderr
    assert not (toy.root / "claims.lock").exists()


def test_only_changed_leaves_lean_mutants_out(toy: Toy) -> None:
    committed(toy)
    toy.claims("lock", "--offline")
    _, report = toy.verify("--mutants", "--only-changed")
    assert [m["reason"] for m in report["mutants"]] == ["MUTANT_UNCHANGED", "OK", "OK"]
    toy.edit("lean/Claims/Square.lean", "simp [h]", "simp [h] -- changed")
    _, report = toy.verify("--mutants", "--only-changed")
    assert report["mutants"][0]["reason"] == "MUTANT_REJECTED"


def test_a_warm_run_imports_nothing_heavy(toy: Toy) -> None:
    toy.verify()
    done = toy.claims("verify", "--offline", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    imported = {line.split("|")[-1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "claims.runner" in imported
    assert not imported & {"pydantic", "sympy", "numpy", "flint", "scipy", "mpmath"}


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes through /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_no_process_behind(toy: Toy, number: int) -> None:
    toy.edit("lean/Claims/Square.lean", "simp [h]", "simp [h] -- DO_HANG")
    toy.edit("toylegs/numeric.py", "    ev = Evidence(s)", "    import time; time.sleep(60)\n    ev = Evidence(s)")
    process = toy.start("verify", "--offline")
    children: set[str] = set()
    for _ in range(200):
        time.sleep(0.1)
        children = toy.processes() - {str(process.pid)}
        if len(children) >= 3 and toy.compiling("Square.lean"):
            break
    else:
        pytest.fail(f"the run did not get under way: {children}")
    process.send_signal(number)
    assert process.wait(20) == 130
    time.sleep(0.5)
    assert toy.processes() == set()


def test_the_other_commands(toy: Toy) -> None:
    assert "toy.square  exact     lean symbolic numeric  The square of a sum" in toy.claims("list").stdout
    assert toy.claims("status").returncode == 2
    toy.verify()
    shown = toy.claims("show", "toy.square").stdout
    for words in (
        "Claims.square (scope full)",
        "lean/Claims/Square.lean:3",
        "toylegs.symbolic:square",
        "pass [",
        "mutant",
    ):
        assert words in shown
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    assert "toy.square  exact     exact" in toy.claims("status").stdout
    toy.edit("toylegs/numeric.py", "ev = Evidence(s)", "ev = Evidence(s)  # changed")
    assert "numeric (run `claims verify`)" in toy.claims("status").stdout
    assert toy.claims("explain", "LEAN_BANNED").returncode == 0
    assert toy.claims("explain", "LEAN_BANNT").returncode == 2
    assert toy.claims("doctor").returncode in (0, 3)
    assert toy.claims("--version").stdout.startswith("claims ")
