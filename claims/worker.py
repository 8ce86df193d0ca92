"""The worker process: runs Python legs of one pack, one task after another.

Tasks arrive as JSON lines on standard input, results leave as JSON lines on what was standard output when the
process started; anything a leg prints goes to standard error. The parent sets wall-clock limits and kills the
process; other limits are set here (:mod:`claims.sandbox`). Nothing of the pack is imported before a task names it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import importlib.machinery
import importlib.util
import inspect
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TextIO

from claims import sandbox
from claims.inputs import Watch
from claims.model import Domain, Entry
from claims.outcome import LegResult, Place, Verdict
from claims.registry_io import build

SEED = 20261130
SAMPLES = 6
#: What the engine computes with: a file of the pack under one of these names never takes its place.
LIBRARIES = frozenset({"sympy", "mpmath", "numpy", "scipy", "flint", "array_api_compat", "torch", "jax", "cupy",
                       "numba", "matplotlib"})  # fmt: skip


class Unresolved(Exception):
    """A reference that names no function of the pack."""


class _FromSource(importlib.machinery.SourceFileLoader):
    """Loads a module from its source, never from bytecode.

    Python takes bytecode for fresh when size and time of the source are as they were: an edit that keeps the size, in
    the same second or with the clock set back, would run the old code under the new code's fingerprint.
    """

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        """No time and size to compare, so that no bytecode is looked for and none is written."""
        raise OSError("bytecode of a pack is not used")

    def source_to_code(self, data: Any, path: Any, **options: Any) -> CodeType:  # type: ignore[override]
        """Compiles a source once, however often the module is loaded."""
        key = (bytes(data), str(path))
        if key not in _compiled:
            _compiled[key] = super().source_to_code(data, path, **options)
        return _compiled[key]


_compiled: dict[tuple[bytes, str], CodeType] = {}


class _OfThePack(importlib.machinery.FileFinder):
    """Finds the modules of a pack, none of which stands in for Python's own or for a library of the engine."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module, or None where another finder has the say."""
        if fullname in LIBRARIES or fullname in sys.stdlib_module_names:
            return None
        return super().find_spec(fullname, target)


def source_hook(root: Path) -> Callable[[str], importlib.machinery.FileFinder]:
    """A path hook that loads what lies under ``root`` from source; an environment inside it is left alone."""
    machinery = importlib.machinery
    finder = _OfThePack.path_hook(
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES), (_FromSource, machinery.SOURCE_SUFFIXES)
    )
    inside = [prefix for prefix in (Path(sys.prefix), Path(sys.base_prefix)) if prefix.is_relative_to(root)]

    def hook(path: str) -> importlib.machinery.FileFinder:
        place = Path(path).resolve()
        if not place.is_relative_to(root) or any(place.is_relative_to(prefix) for prefix in inside):
            raise ImportError("not a folder of the pack", path=path)
        return finder(path)  # type: ignore[return-value]

    return hook


def resolve(reference: str, root: Path) -> Callable[..., Any]:
    """The function ``module:name`` of the pack at ``root``; raises :class:`Unresolved`."""
    module_name, _, function_name = reference.partition(":")
    try:
        spec = importlib.util.find_spec(module_name)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None:
        raise Unresolved(f"there is no module {module_name!r} in this pack (reference {reference!r})")
    if not spec.has_location or not Path(spec.origin).resolve().is_relative_to(root):
        raise Unresolved(f"module {module_name!r} lies outside the pack (reference {reference!r})")
    function = getattr(importlib.import_module(module_name), function_name, None)
    if not callable(function):
        file = Path(spec.origin).resolve().relative_to(root).as_posix()
        raise Unresolved(f"{file} has no function {function_name!r} (reference {reference!r})")
    return function  # type: ignore[no-any-return]


def _check_parameters(function: Callable[..., Any], parameters: Mapping[str, Any], reference: str) -> None:
    known = inspect.signature(function).parameters
    for name in parameters:
        if name not in known:
            raise Unresolved(f"{reference} has no parameter {name!r} (it has: {', '.join(list(known)[1:]) or 'none'})")


def run_symbolic(entry: Entry, reference: str, parameters: Mapping[str, Any], root: Path) -> LegResult:
    """Run a derivation on the symbols of the entry's variable table."""
    function = resolve(reference, root)
    _check_parameters(function, parameters, reference)
    from claims.derive import Derivation, Symbols

    return _named(entry, _judged(function(Symbols(entry.variables), **parameters), Derivation, reference))


#: Domains that tie no entries of a value to one another: an equation between them is an assumption.
_FREE = frozenset({Domain.REAL, Domain.POSITIVE, Domain.NONNEGATIVE, Domain.NATURAL, Domain.POSITIVE_NATURAL,
                   Domain.INTEGER, Domain.OPEN_INTERVAL, Domain.VECTOR, Domain.MATRIX})  # fmt: skip


def _named(entry: Entry, result: LegResult) -> LegResult:
    """Refuse equations that a derivation assumes where nothing in the entry can state them."""
    if entry.hypotheses or result.verdict is not Verdict.PASS or any(v.domain not in _FREE for v in entry.variables):
        return result
    assumed = [text for each in result.evidence["decisions"] for text in each["assumed"] if text.endswith(" = 0")]
    if not assumed:
        return result
    message = f"assumes {', '.join(dict.fromkeys(assumed))}, and the entry has no hypothesis"
    return replace(result, verdict=Verdict.ERROR, reason="DERIVATION_ASSUMES", message=message)


def run_numeric(
    entry: Entry,
    reference: str,
    parameters: Mapping[str, Any],
    root: Path,
    devices: Sequence[str] = (),
    backends: Sequence[str] = (),
) -> LegResult:
    """Run a check on exact samples of the entry's variable table, its float runs also on ``devices``."""
    function = resolve(reference, root)
    _check_parameters(function, parameters, reference)
    from claims.measure import Evidence, Sampler

    sampler = Sampler(entry.variables, SEED, SAMPLES, devices, backends)
    return _judged(function(sampler, **parameters), Evidence, reference)


def _judged(made: Any, expected: type, reference: str) -> LegResult:
    """The outcome of what a leg made; only the engine's own class can speak for a leg."""
    if type(made) is not expected:
        raise TypeError(f"{reference} returned {type(made).__name__}, not a {expected.__name__}")
    result = made.outcome()  # type: ignore[attr-defined]
    if not isinstance(result, LegResult):
        raise TypeError(f"{reference} has no outcome")
    return result


def run_witness(entry: Entry, target: Entry | None, root: Path) -> LegResult:
    """Execute the witness: every ``holds`` must be true at it.

    For a falsifier, ``target`` is the claim it is aimed at: at the witness exactly the named hypothesis of the
    target must be false, and the entry's own hypotheses true.
    """
    values = resolve(entry.witness, root)()
    missing = [v.name for v in entry.variables if v.name not in values]
    if missing:
        message = f"{entry.witness} gives no value for {', '.join(missing)}"
        return LegResult(Verdict.FAIL, "WITNESS_FALSE", message)
    evidence: dict[str, Any] = {"values": {k: _shown(v) for k, v in values.items()}, "holds": {}}
    for owner in (entry, target):
        if owner is None:
            continue
        for hypothesis in owner.hypotheses:
            expected = not (owner is target and entry.falsifies and hypothesis.id == entry.falsifies.hypothesis)
            answer = resolve(hypothesis.holds, root)(values)
            evidence["holds"][f"{owner.id}:{hypothesis.id}"] = answer
            if answer is None:
                return LegResult(
                    Verdict.ERROR,
                    "WITNESS_UNDECIDED",
                    f"{hypothesis.holds} cannot decide {hypothesis.id!r} at {entry.witness}",
                    evidence=evidence,
                )
            if answer is not expected:
                message = (
                    f"at {entry.witness} the hypothesis {hypothesis.id!r} of {owner.id} is {answer}, not {expected}"
                )
                return LegResult(Verdict.FAIL, "WITNESS_FALSE", message, evidence=evidence)
    return LegResult(Verdict.PASS, "OK", evidence=evidence)


def run_refuter(reference: str, root: Path) -> LegResult:
    """An exact witness against a mutated statement: it must return True."""
    answer = resolve(reference, root)()
    if answer is True:
        return LegResult(Verdict.PASS, "OK", evidence={"refuted_by": reference})
    return LegResult(Verdict.FAIL, "MUTANT_NOT_REFUTED", f"{reference} returned {answer!r}, not True")


def run_experiment(task: Mapping[str, Any], root: Path) -> LegResult:
    """Run one part of an experiment; its result is the evidence."""
    from claims.measure.parts import run_part

    return run_part(resolve(task["reference"], root)(), task)


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:197] + "..."


def perform(task: Mapping[str, Any], root: Path) -> LegResult:
    """Run one task and turn whatever happens into a result."""
    started = time.perf_counter()
    try:
        result = _dispatch(task, root)
    except Unresolved as error:
        result = LegResult(Verdict.ERROR, "UNRESOLVED", str(error))
    except MemoryError:
        result = LegResult(Verdict.ERROR, "WORKER_MEMORY", "the leg ran out of its memory limit")
    except Exception as error:
        result = _from_exception(error, root)
    result = _with_refusals(result, sandbox.take_refusals())
    seconds = round(time.perf_counter() - started, 4)
    place = _relative(result.place or (None if result.verdict is Verdict.PASS else _defined(task, root)), root)
    return LegResult(result.verdict, result.reason, result.message, place, result.evidence, seconds)


def _dispatch(task: Mapping[str, Any], root: Path) -> LegResult:
    kind = task["kind"]
    if kind == "refuter":
        return run_refuter(task["reference"], root)
    if kind == "experiment":
        return run_experiment(task, root)
    entry = build(Entry, task["entry"])
    if kind == "witness":
        target = build(Entry, task["target"]) if task["target"] else None
        return run_witness(entry, target, root)
    if kind == "numeric":
        asked = (task.get("devices", ()), task.get("backends", ()))
        return run_numeric(entry, task["reference"], task["parameters"], root, *asked)
    return run_symbolic(entry, task["reference"], task["parameters"], root)


def _from_exception(error: Exception, root: Path) -> LegResult:
    """An error result located at the innermost line of the pack's own legs, not of the engine."""
    frames = [Place(f.filename, f.lineno or 0) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:  # of a module that cannot even be read
        frames.append(Place(error.filename, error.lineno or 0))
    place = next((f for f in reversed(frames) if _is_of_the_pack(f.file, root)), None)
    reason = "UNRESOLVED" if type(error).__name__ == "UnknownVariable" else "LEG_EXCEPTION"
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        reason = "LEG_SANDBOX"
    return LegResult(Verdict.ERROR, reason, f"{type(error).__name__}: {error}", place)


def _is_of_the_pack(file: str, root: Path) -> bool:
    path = Path(file)
    inside = path.is_absolute() and path.resolve().is_relative_to(root)  # not "<frozen importlib._bootstrap>"
    return inside and not path.resolve().is_relative_to(Path(__file__).resolve().parent)


def _defined(task: Mapping[str, Any], root: Path) -> Place | None:
    """Where the function of a task begins, for a fault that has no line of its own."""
    reference = task.get("reference") or task["entry"]["witness"]
    try:
        code = inspect.unwrap(resolve(reference, root)).__code__
    except Exception:  # the reference itself may be what is wrong
        return None
    return Place(code.co_filename, code.co_firstlineno)


def _with_refusals(result: LegResult, refused: tuple[str, ...]) -> LegResult:
    """What the sandbox refused: the reason of a leg that ended by it, a remark on one that went on without."""
    if not refused:
        return result
    if result.reason in ("LEG_EXCEPTION", "UNRESOLVED"):
        message = f"the leg {refused[-1]} ({result.message})"
        return replace(result, reason="LEG_SANDBOX", message=message)
    return replace(result, evidence={**result.evidence, "refused": list(refused)})


def _relative(place: Place | None, root: Path) -> Place | None:
    if place is None or not Path(place.file).is_absolute():
        return place
    path = Path(place.file).resolve()
    return Place(path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name, place.line)


def serve(root: Path, tasks: TextIO, output: TextIO, watch: Watch) -> None:
    """Answer tasks until their stream ends, each on freshly loaded modules of the pack."""
    sys.path_hooks.insert(0, source_hook(root))
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(root))
    started = os.getpid()
    for line in tasks:
        task = json.loads(line)
        watch.forget_modules()
        watch.take()
        with _fresh_folder():
            result = perform(task, root)
        if os.getpid() != started:
            os._exit(70)  # a copy of this process that a leg made: its answer would be taken for another task's
        output.write(_rendered(task["task"], result, watch.take()) + "\n")
        output.flush()


@contextlib.contextmanager
def _fresh_folder() -> Iterator[None]:
    """An empty working directory for one task."""
    home = Path.cwd()
    with tempfile.TemporaryDirectory(dir=home, ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)


def _compile_first() -> None:
    """Let Python write the bytecode of what legs import while it still may; imports nothing where that is there."""
    names = ("sympy", "numpy", "claims.derive", "claims.measure")
    specs = [importlib.util.find_spec(name) for name in names]
    if all(spec is None or spec.cached is None or Path(spec.cached).is_file() for spec in specs):
        return
    for name in names[2:]:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _end_with_parent() -> None:
    """Linux: be killed when the run is (``kill -9``), for then nobody is left to end a leg that hangs."""
    if sys.platform.startswith("linux"):
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def _rendered(task: str, result: LegResult, reads: Mapping[str, str] | None = None) -> str:
    try:
        return json.dumps({"task": task, "result": result.to_json(), "reads": reads or {}}, default=str)
    except (TypeError, ValueError, RecursionError) as error:
        bad = LegResult(Verdict.ERROR, "LEG_EXCEPTION", f"the evidence of the leg is not JSON: {error}")
        return json.dumps({"task": task, "result": bad.to_json(), "reads": {}})


def main() -> None:
    """Entry point: ``python -P -m claims.worker ROOT MEGABYTES``, in a scratch folder of its own."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    tasks = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a leg that asks for input gets none, at once
    _compile_first()
    scratch, root = Path.cwd(), Path(sys.argv[1]).resolve()
    sandbox.enter(scratch, int(sys.argv[2]))
    _end_with_parent()
    watch = Watch(root, scratch)
    watch.install()
    serve(root, tasks, channel, watch)


if __name__ == "__main__":
    main()
