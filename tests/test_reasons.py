"""Every reason code that the engine can give is explained, and every explained code can be given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claims.gate import _UNRESOLVED, _WARNINGS
from claims.reasons import reasons, run_explain

ENGINE = Path(__file__).resolve().parent.parent / "claims"
CODE = re.compile(
    r'"((?:LEAN|LEG|WORKER|WITNESS|DERIVATION|BALL|ENCLOSURE|FLOAT|NUMERIC|MUTANT|LOCK|OPINION|EVIDENCE|EXPERIMENT|SCHEDULER|DEPENDENCY|NO)_[A-Z_]+)"'
)
#: Codes without a prefix of their own, and the kinds from which the gate forms LOCK_... codes.
SINGLE = {
    "OK",
    "UNRESOLVED",
    "CONFLICT",
    "REFUTED",
    "BELOW_DECLARED",
    "ABOVE_DECLARED",
    "NOTHING_CHECKED",
    "NOT_SELECTED",
    "DEVICE_MISSING",
}
LOCK_KINDS = {"regression", "weaker", "drift", "gone", "new", "axioms", "softened", "mutants"}


def codes_in_the_engine() -> set[str]:
    text = "\n".join(path.read_text() for path in sorted(ENGINE.rglob("*.py")))
    found = set(CODE.findall(text)) - {"LEAN_PATH", "LEAN_WASM_POOL", "LEAN_WASM_MOUNTS"}
    found = {code for code in found if not code.startswith("LEAN_WASM")}
    assert all(f'"{code}"' in text for code in SINGLE)
    assert all(f'"{kind}"' in text for kind in LOCK_KINDS)
    return found | SINGLE | {f"LOCK_{kind.upper()}" for kind in LOCK_KINDS}


def test_codes_and_explanations_agree() -> None:
    assert codes_in_the_engine() == set(reasons())


def test_every_explanation_says_what_it_means_and_what_to_do() -> None:
    for reason in reasons().values():
        assert len(reason.explanation) > 30, reason.code
        assert reason.remedy, reason.code


def test_every_code_names_its_exit_codes_and_those_that_stop_a_build_an_example() -> None:
    for reason in reasons().values():
        assert reason.exit and set(reason.exit) <= {0, 1, 2, 3}, reason.code
        if reason.example:
            assert reason.example.endswith(f"[{reason.code}]"), reason.code
    without = {r.code for r in reasons().values() if not r.example and set(r.exit) != {0}}
    # What needs a broken machine, or a compiled file made by hand, to be seen.
    assert without == {
        "LEAN_IMPORT", "LEAN_KERNEL", "LEAN_LIMIT", "LEAN_LOCK", "LEAN_OLEAN", "LEAN_RELEASE", "LEAN_SHADOW", "LEAN_TIMEOUT",
    }  # fmt: skip


def test_input_codes_of_the_gate_are_explained_as_such() -> None:
    assert all(2 in reasons()[code].exit for code in _UNRESOLVED)
    assert all(0 in reasons()[code].exit for code in _WARNINGS)


def test_explain_lists_by_group_and_shows_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_explain("") == 0
    shown = capsys.readouterr().out
    assert all(f"  {code} " in shown for code in reasons())
    assert shown.index("the Lean leg:") < shown.index("LEAN_ERROR") and "the lock:" in shown
    assert run_explain("[lock_drift]") == 0
    shown = capsys.readouterr().out
    assert "LOCK_DRIFT: " in shown and "What to do: " in shown and "Seen as: " in shown and "Exit code:  1" in shown
    assert run_explain("LOCK_DRIFTS") == 2
    assert "did you mean LOCK_DRIFT?" in capsys.readouterr().err
