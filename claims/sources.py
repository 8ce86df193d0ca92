"""Hashes of what the legs are made of as they stand now, to be compared with those in a lock; nothing is run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claims.lean.project import Project
from claims.leanleg import theorem_sources
from claims.model import LEGS, Entry
from claims.pack import Pack
from claims.plan import leg_code, source_hash
from claims.reach import Reach


def present_sources(pack: Pack, entries: Iterable[Entry]) -> Mapping[tuple[str, str], str]:
    """Hash by (id, leg): the entry's fields for the leg and the code or Lean sources that it reaches."""
    project = Project.load(pack.lean, pack.root)
    reach = Reach(pack.root, pack.state / "imports.json")
    found: dict[tuple[str, str], str] = {}
    for entry in entries:
        for leg in LEGS:
            if entry.leg(leg) is not None:
                code = theorem_sources(project, entry) if leg == "lean" else leg_code(entry, leg, reach).fingerprint
                found[entry.id, leg] = source_hash(entry, leg, code)
    reach.save()
    return found
