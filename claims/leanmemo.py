"""The answer of the Lean leg for a library that has not changed, so that an unchanged run need not read it again.

Believed only when every theorem passed and nothing in the library was found wrong; another answer is kept apart, to be
shown and never to count. The key covers every source of the
Lake project, the theorems asked for and the code that judges them; the toolchain that gave the answer must still be
the one this run would use.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claims.files import Unreadable, read_inside, write_atomic
from claims.lean.project import MAX_BYTES
from claims.lean.toolchain import Toolchain, ToolchainUnavailable, locate
from claims.outcome import LegResult, Verdict
from claims.pack import Pack

_ENGINE = Path(__file__).resolve().parent
_REFUSED = "refused.json"


def memo_path(pack: Pack, theorems: Sequence[str]) -> Path:
    """Where the answer for the library as it stands is kept; reads every source once."""
    digest = hashlib.sha256()
    for folder, patterns in (
        (pack.lean, ("*.lean", "lakefile.toml", "lean-toolchain")),
        (_ENGINE / "lean", ("*.py", "*.toml")),
    ):
        files = {p for pattern in patterns for p in folder.rglob(pattern) if not _hidden(p.relative_to(folder))}
        for path in sorted(files):
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            try:
                content = read_inside(path, folder.parent if folder != pack.lean else pack.root, MAX_BYTES)
            except Unreadable:  # whoever reads the project says so; no answer is kept for it
                content = os.urandom(16)
            digest.update(hashlib.sha256(content).digest())
    digest.update("\0".join(theorems).encode())
    return pack.state / "lean" / f"answer-{digest.hexdigest()[:40]}.json"


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def recall(
    path: Path, theorems: Sequence[str], choice: Any, offline: bool
) -> tuple[Toolchain, dict[str, LegResult], int] | None:
    """The kept answer and the number of declarations both kernels accepted, when its toolchain is the one of this run.

    None otherwise: a result of a Lean that is gone does not count.
    """
    try:
        data = json.loads(path.read_bytes())
        if data["name"] != path.name:
            return None  # the answer for another library, put in this one's place
        results = {name: LegResult.from_json(result).as_cached() for name, result in data["results"].items()}
        identity, wanted, accepted = data["identity"], data["wanted"], int(data["accepted"])
        if set(results) != set(theorems) or not all(r.evidence["source_hash"] for r in results.values()):
            return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    try:
        toolchain = locate(choice, offline=offline, install=False, wanted=wanted)
    except ToolchainUnavailable:
        return None
    return (toolchain, results, accepted) if toolchain.identity == identity else None


def remember(
    path: Path, toolchain: Toolchain, wanted: str, results: Mapping[str, LegResult], accepted: int, clean: bool
) -> None:
    """Keep an answer: to be believed when every theorem passed and the library is ``clean``, else only to be shown."""
    good = clean and all(result.verdict is Verdict.PASS for result in results.values())
    content = {
        "name": path.name,
        "identity": toolchain.identity,
        "wanted": wanted,
        "accepted": accepted,
        "results": {name: result.to_json() for name, result in results.items()},
    }
    with contextlib.suppress(OSError):
        write_atomic(path if good else path.with_name(_REFUSED), json.dumps(content).encode())


def last_refused(path: Path) -> dict[str, LegResult]:
    """The results of the last run that found something wrong, when it was about the library as it stands."""
    try:
        data = json.loads(path.with_name(_REFUSED).read_bytes())
        if data["name"] != path.name:
            return {}
        return {name: LegResult.from_json(result).as_cached() for name, result in data["results"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
