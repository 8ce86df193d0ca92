"""Known-bad files that must be caught, compiled once per toolchain: the evidence that this Lean and this audit see.

One file holds false proofs, each of which must get an error. The other holds what Lean accepts without an error;
there the word search must flag every line concerned, the compiled file must show the forbidden constants, and a
plain `sorry` must be a warning. If any of it is missed, no result of the Lean leg counts (``LEAN_CANARY``).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from claims.lean.audit import FORBIDDEN_CONSTANTS, banned_words, forbidden_constants
from claims.lean.process import LeanRun, Runner
from claims.lean.staging import VISIBLE
from claims.lean.store import cache_root
from claims.lean.toolchain import Toolchain

FALSE_PROOFS = """module

public section

theorem decided : 1 + 1 = 3 := by decide
theorem reflexive : (2 : Nat) = 3 := rfl
theorem linear (n : Nat) (h : n < 3) : n < 2 := by omega
theorem ground (a b : Nat) (h : a ≤ b) : b ≤ a := by grind
theorem other (p q : Prop) (h : p) : q := h
theorem circular (n : Nat) : n = n + 1 := circular n
"""
FALSE_LINES = (5, 6, 7, 8, 9, 10)

SILENT = """module

public section

theorem plain : 1 = 2 := by sorry
set_option warn.sorry false in
theorem hidden : 1 = 2 := by sorry
axiom assumed : 1 = 2
theorem evaluated : 2 ^ 10 = 1024 := by native_decide
set_option debug.skipKernelTC true in
theorem unchecked : 2 + 2 = 5 := by decide +kernel
"""
SILENT_WORDS = (5, 6, 7, 8, 9, 10)
#: Texts in which an axiom stands between what looks like the two ends of a comment: never compiled.
HIDING = (
    'def x := s!"{"/-"}"\naxiom bad : False\ndef y := s!"{"-/"}"\n',
    "def «/-» := 1\naxiom bad : False\ndef «-/» := 1\n",
)
SORRY_LINE = 5
_SECONDS = 900.0


def missed(toolchain: Toolchain, runner: Runner | None = None) -> list[str]:
    """What was not caught, in words; empty when all was. The answer is remembered per toolchain and file contents.

    Takes two Lean runs the first time. Only a clean answer is remembered. ``runner``: one that the caller closes.
    """
    content = "\n".join((toolchain.identity, FALSE_PROOFS, SILENT, *(c.decode() for c in FORBIDDEN_CONSTANTS)))
    memory = cache_root() / "lean" / f"canary-{hashlib.sha256(content.encode()).hexdigest()[:24]}.json"
    if not (words := missed_words()) and _remembered(memory):
        return []
    with contextlib.nullcontext(runner) if runner is not None else Runner(toolchain) as used:
        result = words + _run(used)
    if not result:
        _remember(memory)
    return result


def missed_words() -> list[str]:
    """Lines of the silent file that the word search overlooks."""
    flagged = {line for line, _ in banned_words(SILENT)}
    unseen = [line for line in SILENT_WORDS if line not in flagged]
    hidden = [text.splitlines()[0] for text in HIDING if 1 not in {line for line, _ in banned_words(text)}]
    return [
        *(f"the word search overlooks line {line} of the silent canary" for line in unseen),
        *(f"the word search is misled by {text}" for text in hidden),
    ]


def _run(runner: Runner) -> list[str]:
    where = str(VISIBLE) if runner.toolchain.release else None
    with tempfile.TemporaryDirectory(prefix="claims-canary-", dir=where) as name:
        folder = Path(name).resolve()
        false_run, _ = _compile(runner, folder, "FalseProofs", FALSE_PROOFS)
        silent_run, olean = _compile(runner, folder, "Silent", SILENT)
        return missed_false(false_run) + missed_silent(silent_run, olean)


def _compile(runner: Runner, folder: Path, name: str, text: str) -> tuple[LeanRun, Path]:
    source, olean = folder / f"{name}.lean", folder / f"{name}.olean"
    source.write_text(text, "utf8")
    limit = _SECONDS * (6 if runner.toolchain.release else 1)
    return runner.run(source, olean, [folder], folder, folder, limit), olean


def missed_false(run: LeanRun) -> list[str]:
    """False proofs that Lean did not reject with an error on their own line, and a run that ended well."""
    if run.exit_code is None:
        return ["the false proofs were not rejected within the time limit"]
    hit = {message.line for message in run.of("error")}
    result = [f"Lean accepts the false proof on line {line}" for line in FALSE_LINES if line not in hit]
    if run.exit_code == 0:
        result.append("Lean ends with code 0 on false proofs")
    return result


def missed_silent(run: LeanRun, olean: Path) -> list[str]:
    """What the checks after Lean overlook. A Lean that rejects the file with errors has caught it by itself."""
    if run.of("error") and run.exit_code not in (0, None):
        return []
    result = []
    if not any(m.line == SORRY_LINE for m in run.of("warning")):
        result.append("a `sorry` brings no warning")
    files = sorted(olean.parent.glob(f"{olean.name}*"))
    seen = {constant for file in files for constant in forbidden_constants(file)}
    for constant in ("sorryAx", "ofReduceBool"):
        if constant not in seen:
            result.append(f"the compiled canary does not show {constant}")
    return result


def _remembered(memory: Path) -> bool:
    try:
        return bool(json.loads(memory.read_text("utf8")) == {"missed": []})
    except (OSError, ValueError):
        return False


def _remember(memory: Path) -> None:
    """A cache that cannot be written costs time only."""
    try:
        memory.parent.mkdir(parents=True, exist_ok=True)
        scratch = memory.with_name(f"{memory.name}.{os.getpid()}")
        scratch.write_text(json.dumps({"missed": []}), "utf8")
        scratch.replace(memory)
    except OSError:
        return
