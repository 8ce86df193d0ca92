"""The registry and the lock of a pack as they stand at a git revision, read without a checkout.

Entries of the past are read leniently (unknown keys are passed over), so that a diff reaches back over changes of the
registry's schema; what cannot be understood at all is an input error that names the revision.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims import git
from claims.errors import InputError, Problem
from claims.lockfile import Lock, parse, read
from claims.model import Entry
from claims.pack import DEFAULTS, Pack
from claims.registry_io import build, load


@dataclass(frozen=True)
class Snapshot:
    """Entries by id and the lock (None: there was none); ``name`` is shown to people, ``commit`` is the full hash."""

    name: str
    commit: str
    entries: Mapping[str, Entry]
    lock: Lock | None


def working_tree(pack: Pack) -> Snapshot:
    """The pack as it stands on disk, checked as always."""
    return Snapshot("the working tree", "", load(pack).entries, read(pack.lock))


def at_revision(pack: Pack, revision: str) -> Snapshot:
    """The pack at ``revision``; without entries where the pack did not exist yet. Raises :class:`InputError`."""
    commit = _commit(pack, revision)
    settings = _settings(pack, commit, revision)
    if settings is None:
        return Snapshot(revision, commit, {}, None)
    registry, lock_file = (str(settings.get(key, DEFAULTS[key])) for key in ("registry", "lock"))
    files = git.files(pack.root, commit, registry)
    if files is None:
        raise _unanswered(revision)
    names = [name for name in files if name.endswith(".toml")]
    contents = _contents(pack, commit, revision, names)
    locks = _contents(pack, commit, revision, [lock_file], whole=False)
    lock = parse(locks[lock_file], Path(f"{revision}:{lock_file}")) if lock_file in locks else None
    entries: dict[str, Entry] = {}
    for name in names:
        for entry in _entries(contents[name], f"{revision}:{name}"):
            entries[entry.id] = entry
    return Snapshot(revision, commit, entries, lock)


def _commit(pack: Pack, revision: str) -> str:
    if not git.is_repository(pack.root):
        raise _problem(str(pack.root), "not in a git repository, or git is missing", "a diff needs git")
    commit = git.commit_of(pack.root, revision)
    if commit is None:
        remedy = "see `git log`; in a shallow clone fetch it first (CI: fetch-depth: 0)"
        raise _problem("command line", f"no commit {revision!r}", remedy, "REV")
    return commit


def _settings(pack: Pack, commit: str, revision: str) -> dict[str, Any] | None:
    """The pack's settings at the commit, or None when there was no pack in this folder."""
    names = ("claims.toml", "pyproject.toml")
    contents = _contents(pack, commit, revision, names, whole=False)
    for name in names:
        if name not in contents:
            continue
        data = _toml(contents[name], f"{revision}:{name}")
        tools = data.get("tool")
        settings = data if name == "claims.toml" else tools.get("claims") if isinstance(tools, dict) else None
        if isinstance(settings, dict):
            return settings
    return None


def _contents(pack: Pack, commit: str, revision: str, names: Sequence[str], whole: bool = True) -> Mapping[str, bytes]:
    """Contents of the files at the commit; with ``whole`` every one has to be there."""
    contents = git.contents(pack.root, commit, names)
    if contents is None or (whole and not contents.keys() >= set(names)):
        raise _unanswered(revision)
    return contents


def _unanswered(revision: str) -> InputError:
    return _problem(revision, "git cannot read the pack at this revision", "fetch it in full (a partial clone?)", "REV")


def _entries(content: bytes, file: str) -> list[Entry]:
    claims = _toml(content, file).get("claim", [])
    try:
        return [build(Entry, raw) for raw in claims]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise _problem(
            file, f"not a registry file of this version: {error!r}", "compare with a later revision"
        ) from error


def _toml(content: bytes, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _problem(file, f"not TOML: {error}", "compare with another revision") from error


def _problem(file: str, message: str, remedy: str, field: str = "") -> InputError:
    return InputError([Problem(file, 0, field, message, remedy)])
