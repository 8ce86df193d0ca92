"""Every reason code that the engine can give is explained, and every explained code can be given."""

from __future__ import annotations

import re
from pathlib import Path

from claims.reasons import reasons

ENGINE = Path(__file__).resolve().parent.parent / "claims"
CODE = re.compile(
    r'"((?:LEAN|LEG|WORKER|WITNESS|DERIVATION|BALL|ENCLOSURE|FLOAT|NUMERIC|MUTANT|LOCK|OPINION|EVIDENCE|DEPENDENCY|NO)_[A-Z_]+)"'
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
