"""Tables of claims in Markdown (a run's report, the table of a README from the lock), and a badge.

The README's table stands between two marker lines and is made without running anything: what the lock vouches for.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from claims import lockfile, report
from claims.diff_text import escape
from claims.errors import InputError, Problem
from claims.files import write_atomic
from claims.gate import CLEAN, UNAVAILABLE, Finding
from claims.lockfile import Lock
from claims.model import LEGS, Status
from claims.pack import Pack, find_pack
from claims.registry_io import Registry, load
from claims.runner import Run

BEGIN, END = "<!-- claims:begin -->", "<!-- claims:end -->"


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are already Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def run_markdown(run: Run, found: Sequence[Finding], last: dict[str, str]) -> str:
    """A run as Markdown: the table, the findings, the last lines of the text output."""
    rows = [[escape(text) for text in row] for row in report.rows(run, last)]
    told = "".join(
        f"- **{f.level}** {escape(f'{f.place}:') + ' ' if f.place else ''}{escape(f.subject)}: "
        f"{escape(f.message or 'failed')} (`{f.reason}`)\n"
        for f in found
        if f.level != "note"
    )
    summary = "  \n".join(escape(line) for line in report.summary(run, found))
    return "\n".join(part for part in (markdown(report.HEADER, rows), told, summary + "\n") if part)


def badge(run: Run, found: Sequence[Finding], code: int) -> str:
    """An endpoint for a badge (version 1 of shields): red when the gate is red, grey when legs were unchecked."""
    problems = sum(finding.exit not in (CLEAN, UNAVAILABLE) for finding in found)
    counts = Counter(report.label(claim) for claim in run.claims)
    order = {**dict.fromkeys(status.value for status in Status), "unchecked": None}
    words = ", ".join(f"{counts[name]} {name}" for name in order if counts[name])
    if code in (1, 2):
        message, colour = f"{problems} {'problem' if problems == 1 else 'problems'}", "red"
    elif code == UNAVAILABLE:
        message, colour = words or "unchecked", "lightgrey"
    else:
        message, colour = words or f"{len(run.claims)} checked", "brightgreen"
    return json.dumps({"schemaVersion": 1, "label": "claims", "message": message, "color": colour}) + "\n"


# -- the table of a README --------------------------------------------------------------------------------------------


def run_table(start: Path, readme: str, check: bool) -> int:
    """Print the table of the lock, or put it between the markers of a file; ``check``: 1 when it is not there as is."""
    pack = find_pack(start)
    registry = load(pack)
    lock = lockfile.read(pack.lock)
    if lock is None:
        raise InputError([Problem(pack.lock.name, 0, "", "there is no lock", "run `claims lock` first")])
    table = lock_table(registry, lock, pack)
    if not readme:
        sys.stdout.write(table)
        return 0
    path = Path(readme)
    old = _read(path)
    new = between_markers(old, table, readme)
    if check:
        return _check(old, new, readme)
    if new != old:
        write_atomic(path, new.encode())
    print(f"{readme}: {len(registry.entries)} claims")
    return 0


def lock_table(registry: Registry, lock: Lock, pack: Pack) -> str:
    """Every claim with what it declares and what the lock says it earned, and a line of counts."""
    rows, counts = [], Counter[str]()
    for entry in sorted(registry.entries.values(), key=lambda entry: entry.id):
        legs = [leg for leg in LEGS if (entry.id, leg) in lock.rows]
        earned = lock.rows[entry.id, legs[0]].earned if legs else "not in the lock"
        counts[earned] += 1
        file, _ = registry.places[entry.id]
        link = f"[{escape(entry.id)}]({quote(file)})"
        rows.append([link, entry.declared.value, earned, ", ".join(legs), escape(entry.title)])
    told = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return markdown(("claim", "declared", "earned", "legs", "title"), rows) + f"\n{len(rows)} claims: {told}.\n"


def between_markers(text: str, table: str, name: str) -> str:
    """The text with the table between its two marker lines. Raises :class:`InputError` on any other number of them."""
    lines = text.splitlines(keepends=True)
    found = {mark: [i for i, line in enumerate(lines) if line.strip() == mark] for mark in (BEGIN, END)}
    if [len(found[BEGIN]), len(found[END])] != [1, 1] or found[BEGIN][0] > found[END][0]:
        line = next((i + 1 for places in found.values() for i in places[1:]), 0)
        message = f"needs the lines {BEGIN} and {END} once each, in this order"
        raise InputError([Problem(name, line, "", message, "put them where the table is to stand")])
    return "".join([*lines[: found[BEGIN][0] + 1], "\n", table, "\n", *lines[found[END][0] :]])


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise InputError([Problem(str(path), 0, "--readme", "no such file", "name an existing file")]) from None
    except UnicodeDecodeError as error:
        raise InputError([Problem(str(path), 0, "--readme", f"not UTF-8: {error}", "save it as UTF-8")]) from None


def _check(old: str, new: str, name: str) -> int:
    if old == new:
        return 0
    pairs = zip([*old.splitlines(), ""], [*new.splitlines(), ""], strict=False)
    number, (is_, should) = next(((i, pair) for i, pair in enumerate(pairs, 1) if pair[0] != pair[1]), (0, ("", "")))
    print(f"{name}:{number}: the table is not that of the lock; write it with `claims table --readme {name}`")
    print(f"  is     {is_}\n  should {should}")
    return 1
