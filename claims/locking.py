"""The command ``claims lock``: vouch for what the claims have earned."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from claims import gate, lockfile
from claims.errors import InputError, Problem
from claims.git import dirty
from claims.lockfile import Lock, Row
from claims.outcome import Verdict
from claims.pack import Pack, find_pack
from claims.progress import Progress
from claims.registry_io import Registry, load
from claims.runner import Options, Run, execute

#: Differences that a person has to accept by name before the lock takes them over.
_NEEDS_ACCEPTING = frozenset({"weaker", "drift", "gone", "axioms", "softened", "mutants"})


def run_lock(
    start: Path, accept: Sequence[str], because: str, toolchain: Literal["auto", "embedded", "native"], offline: bool
) -> int:
    """Verify everything and write the lock; returns 0, or 1/2/3 with the reasons printed and nothing written."""
    pack = find_pack(start)
    registry = load(pack)
    old = lockfile.read(pack.lock)
    _refuse_dirty(pack)
    _check_accept(accept, because, registry, old, pack)
    progress = Progress()
    try:
        run = execute(
            pack,
            registry,
            list(registry.entries.values()),
            Options(toolchain=toolchain, offline=offline),
            old,
            progress,
        )
    finally:
        progress.close()
    refusals = _refusals(run, pack, registry, old, frozenset(accept))
    if refusals:
        for finding in refusals:
            print(f"refused: {finding}", file=sys.stderr)
        return gate.exit_code(refusals)
    rows = _rows(run, old, frozenset(accept), because)
    lock = Lock(run.lean.git_hash, rows, _retired(registry, old, frozenset(accept), because))
    lockfile.write(pack.lock, lock)
    for name in sorted(set(accept)):
        print(f"accepted: {name} ({because})")
    print(f"{pack.relative(pack.lock)}: {len(lock.rows)} legs of {len(run.claims)} claims")
    return 0


def _refuse_dirty(pack: Pack) -> None:
    changed = dirty(pack.root, pack.lock)
    if changed is None:
        raise InputError(
            [
                Problem(
                    str(pack.root),
                    0,
                    "",
                    "not in a git repository, or git is missing",
                    "the lock refers to committed sources: use git",
                )
            ]
        )
    if changed:
        raise InputError(
            [
                Problem(path, 0, "", "unstaged or untracked", "stage it, commit it or remove it before `claims lock`")
                for path in changed
            ]
        )


def _check_accept(accept: Sequence[str], because: str, registry: Registry, old: Lock | None, pack: Pack) -> None:
    known = {*registry.entries, *({row.id for row in old.rows.values()} if old else set())}
    problems = [
        Problem("command line", 0, "--accept", f"no claim {name!r}", "see `claims list`")
        for name in accept
        if name not in known
    ]
    if accept and not because.strip():
        problems.append(
            Problem("command line", 0, "--because", "an accepted change needs its reason", 'add --because "..."')
        )
    if because and not accept:
        problems.append(Problem("command line", 0, "--accept", "a reason without a claim", "add --accept ID"))
    if problems:
        raise InputError(problems)


def _refusals(
    run: Run, pack: Pack, registry: Registry, old: Lock | None, accepted: frozenset[str]
) -> list[gate.Finding]:
    """What keeps the lock from being written: failing legs, and changes for the worse nobody accepted."""
    broken = [f for f in gate.findings(run, pack, registry, None) if f.exit != gate.CLEAN and f.reason != "NO_LOCK"]
    if old is None:
        return broken
    rows = [row for claim in run.claims for row in claim.rows()]
    changes = lockfile.compare(old, rows, frozenset(registry.entries), frozenset(run.options.legs))
    changes += lockfile.gone(old, frozenset(registry.entries))
    refused = [c for c in changes if c.kind in _NEEDS_ACCEPTING and c.id not in accepted]
    return broken + [
        gate.Finding(
            gate.FAILED,
            f"{c.id} {c.leg}".strip(),
            f"LOCK_{c.kind.upper()}",
            f'{c.message}; name it with --accept {c.id} --because "..."',
        )
        for c in refused
    ]


def _retired(registry: Registry, old: Lock | None, accepted: frozenset[str], because: str) -> Mapping[str, str]:
    """The entries given up so far and in this run, with their reasons; one that came back is not retired."""
    before = {} if old is None else dict(old.retired)
    return {i: r for i, r in {**before, **dict.fromkeys(accepted, because)}.items() if i not in registry.entries}


def _rows(run: Run, old: Lock | None, accepted: frozenset[str], because: str) -> Mapping[tuple[str, str], Row]:
    """The new rows; an accepted row stores its reason, an unchanged one keeps the reason it had."""
    rows: dict[tuple[str, str], Row] = {}
    for claim in run.claims:
        for row in claim.rows():
            before = old.rows.get((row.id, row.leg)) if old else None
            same = before is not None and (before.earned, before.statement) == (row.earned, row.statement)
            reason = because if row.id in accepted else before.reason if before is not None and same else ""
            rows[row.id, row.leg] = replace(row, reason=reason)
    assert all(row.verdict == Verdict.PASS.value for row in rows.values())
    return rows
