"""Known-bad files that must be caught: the evidence that this Lean, the audit and the second kernel see a forgery.

One file holds false proofs, each of which must get an error from Lean. The other holds what Lean accepts without an
error; there the word search must flag every line concerned, and the audit and the second kernel must reject every
forgery in what Lean compiled, and a theorem whose proof was exchanged afterwards, while they accept what is honest.
If any of it is missed, no result of the Lean leg counts (``LEAN_CANARY``). Lean compiles the files once per toolchain;
what was compiled is kept, and judged in every run before anything else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from claims.files import write_atomic
from claims.lean.audit import banned_words
from claims.lean.decode import CompiledModule
from claims.lean.judges import CoreSpec
from claims.lean.olean import read_parts
from claims.lean.process import LeanRun, Runner
from claims.lean.proofs import Proofs, inspect
from claims.lean.render import plain_name
from claims.lean.staging import VISIBLE
from claims.lean.store import cache_root, sha256_file
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
private axiom secret : 1 = 2
theorem borrowed : 1 = 2 := secret
theorem contradiction : False := absurd unchecked (by decide)
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
theorem first (p q : Prop) (left : p) (right : q) : p := left
theorem second (p q : Prop) (left : p) (right : q) : q := right
"""
SILENT_WORDS = (5, 6, 7, 8, 9, 10, 12)
#: Theorems of the silent file that rest on something forbidden, with what they rest on.
FORGED = {
    "plain": "sorryAx",
    "hidden": "sorryAx",
    "assumed": "assumed",
    "evaluated": "Lean.ofReduceBool",
    "borrowed": "secret",
}
UNPROVED = ("unchecked", "contradiction")
HONEST = ("honest", "first", "second")
SWAPPED = ("first", "second")
#: Texts in which an axiom stands between what looks like the two ends of a comment: never compiled.
HIDING = (
    'def x := s!"{"/-"}"\naxiom bad : False\ndef y := s!"{"-/"}"\n',
    "def «/-» := 1\naxiom bad : False\ndef «-/» := 1\n",
)
SORRY_LINE = 5
_SECONDS = 900.0
REJECTED = "rejected-by-lean"


def missed(toolchain: Toolchain, runner: Runner | None = None) -> list[str]:
    """What was not caught, in words; empty when all was.

    Takes two Lean runs the first time with a toolchain; later the compiled files are judged, in less than a second.
    ``runner``: one that the caller closes.
    """
    folder = _kept_folder(toolchain)
    result = missed_words()
    if not _is_kept(folder):
        with contextlib.nullcontext(runner) if runner is not None else Runner(toolchain) as used:
            found, keep = _compile_both(used, folder)
        result += found
        if not keep:
            return result
    return result if (folder / REJECTED).exists() else result + missed_compiled(toolchain, folder / "Silent.olean")


def missed_words() -> list[str]:
    """Lines of the silent file that the word search overlooks."""
    flagged = {line for line, _ in banned_words(SILENT)}
    unseen = [line for line in SILENT_WORDS if line not in flagged]
    hidden = [text.splitlines()[0] for text in HIDING if 1 not in {line for line, _ in banned_words(text)}]
    return [
        *(f"the word search overlooks line {line} of the silent canary" for line in unseen),
        *(f"the word search is misled by {text}" for text in hidden),
    ]


def _kept_folder(toolchain: Toolchain) -> Path:
    content = "\n".join((toolchain.identity, FALSE_PROOFS, SILENT))
    return cache_root() / "lean" / f"canary-{hashlib.sha256(content.encode()).hexdigest()[:24]}"


def _is_kept(folder: Path) -> bool:
    """Whether the compiled canaries are there as they were written."""
    try:
        kept = json.loads((folder / "manifest.json").read_text("utf8"))
        return all(sha256_file(folder / name) == digest for name, digest in kept["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _compile_both(runner: Runner, folder: Path) -> tuple[list[str], bool]:
    """What Lean itself let pass, and whether the compiled file was kept for the judges."""
    where = str(VISIBLE) if runner.toolchain.release else None
    with tempfile.TemporaryDirectory(prefix="claims-canary-", dir=where) as name:
        work = Path(name).resolve()
        false_run, _ = _compile(runner, work, "FalseProofs", FALSE_PROOFS)
        silent_run, olean = _compile(runner, work, "Silent", SILENT)
        found = missed_false(false_run) + missed_silent(silent_run)
        if not found:
            _keep(folder, silent_run, olean)
        return found, not found


def _keep(folder: Path, run: LeanRun, olean: Path) -> None:
    """Keep the compiled file, or the fact that this Lean rejects it; the manifest comes last."""
    shutil.rmtree(folder, ignore_errors=True)
    rejected = bool(run.of("error"))
    files = [] if rejected else sorted(olean.parent.glob(f"{olean.name}*"))
    for path in files:
        write_atomic(folder / path.name, path.read_bytes())
    if rejected:
        write_atomic(folder / REJECTED, b"this Lean rejects the silent file\n")
    hashes = {path.name: sha256_file(folder / path.name) for path in files}
    write_atomic(folder / "manifest.json", json.dumps({"files": hashes}).encode())


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


def missed_silent(run: LeanRun) -> list[str]:
    """What Lean should have said about the silent file and did not; one that it rejects with errors is caught."""
    if run.of("error") and run.exit_code not in (0, None):
        return []
    return [] if any(m.line == SORRY_LINE for m in run.of("warning")) else ["a `sorry` brings no warning"]


def missed_compiled(toolchain: Toolchain, olean: Path) -> list[str]:
    """What the audit and the second kernel overlook in the compiled silent file, or refuse though it is honest."""
    if toolchain.core is None:
        return ["there is no core library to judge the canaries with"]
    spec = CoreSpec.of(toolchain)
    result = _misjudged(inspect(spec, {"Silent": olean}, None, 1))
    with tempfile.TemporaryDirectory(prefix="claims-canary-") as name:
        forged = swap_proofs(olean, Path(name), *SWAPPED)
        judged = inspect(spec, {"Silent": forged}, None, 1)
        if not judged.faults and not {*SWAPPED} & {r.declaration for r in judged.refusals}:
            result.append("the second kernel accepts a proof put under another statement")
    return result


def _misjudged(proofs: Proofs) -> list[str]:
    graph = proofs.graph
    if proofs.faults or graph is None:
        return [f"the compiled canary cannot be read: {proofs.faults[0].message if proofs.faults else ''}"]
    refused = {refusal.declaration for refusal in proofs.refusals}
    absent = [name for name in (*FORGED, *UNPROVED, *HONEST) if name not in graph.members]
    if absent:
        return [f"the compiled canary has no {absent[0]}"]
    result = []
    for name, cause in FORGED.items():
        if not any(plain_name(bad).endswith(cause) for bad, _ in graph.of(name).bad):
            result.append(f"the audit does not see that `{name}` rests on {cause}")
    result += [f"the second kernel accepts `{name}`" for name in UNPROVED if name not in refused]
    for name in HONEST:
        if name in refused or graph.of(name).bad:
            result.append(f"the honest theorem `{name}` is refused")
    return result


def swap_proofs(olean: Path, folder: Path, first: str, second: str) -> Path:
    """A copy of a compiled module in which one of two theorems has the proof of the other.

    It is the later one in the file, since nothing may point forward.
    """
    parts, files = read_parts(olean)
    module = CompiledModule(parts)
    fields = sorted(module.proof_field(name) for name in (first, second))
    parts.words[fields[1]] = parts.words[fields[0]]
    for name, data in parts.part_bytes().items():
        (folder / name).write_bytes(data)
    assert set(files) == {path.name for path in folder.iterdir()}
    return folder / olean.name
