"""How ``claims diff`` is shown: plain text, Markdown for a pull request or a job summary, JSON for machines."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict

from claims.diffing import Change, ClaimChanges
from claims.revision import Snapshot

JSON_SCHEMA = "claims-diff/1"
_MARK = {"weaker": "-", "stronger": "+", "other": "~"}


def _headline(found: Sequence[ClaimChanges]) -> str:
    weaker = sum(claim.weaker for claim in found)
    return f"{len(found)} claim{'s' * (len(found) != 1)} changed, {weaker} weaker"


def _since(old: Snapshot) -> str:
    return f"{old.name} ({old.commit[:12]})"


def text(old: Snapshot, found: Sequence[ClaimChanges]) -> str:
    """Plain lines: ``-`` weaker, ``+`` stronger, ``~`` to be judged; long texts below, old and new."""
    if not found:
        return f"no claim changed since {_since(old)}\n"
    lines = [f"since {_since(old)}: {_headline(found)}"]
    for claim in found:
        lines += ["", f"{claim.id}: {claim.title}"]
        for change in claim.changes:
            lines.append(f"  {_MARK[change.effect]} {change.kind.ljust(12)} {change.message}")
            lines += [f"      {line}" for line in _pair(change)]
    return "\n".join(lines) + "\n"


def _pair(change: Change) -> list[str]:
    """Old and new text, when they say more than the message does."""
    if change.kind in ("declared", "earned"):
        return []
    return [
        f"{word} {line}" for word, value in (("was", change.old), ("is ", change.new)) for line in value.splitlines()
    ]


def markdown(old: Snapshot, found: Sequence[ClaimChanges]) -> str:
    """GitHub Markdown: a table with one row per change, then old and new texts in folded sections."""
    title = f"### Claims since {code(old.name)} ({old.commit[:12]})\n\n"
    if not found:
        return title + "No claim changed.\n"
    lines = [f"**{_headline(found)}**", "", "| claim | | change |", "| --- | --- | --- |"]
    for claim in found:
        lines += [
            f"| {code(claim.id)} | {_word(change)} | {escape(f'{change.kind}: {change.message}')} |"
            for change in claim.changes
        ]
    for claim in found:
        lines += _details(claim)
    return title + "\n".join(lines) + "\n"


def _word(change: Change) -> str:
    return {"weaker": "**weaker**", "stronger": "stronger", "other": ""}[change.effect]


def _details(claim: ClaimChanges) -> list[str]:
    shown = [change for change in claim.changes if _pair(change)]
    if not shown:
        return []
    lines = ["", "<details>", f"<summary>{escape(f'{claim.id}: {claim.title}')}</summary>", ""]
    for change in shown:
        lines += [escape(f"{change.kind}: {change.message}"), "", *_fenced(change), ""]
    return [*lines, "</details>"]


def _fenced(change: Change) -> list[str]:
    """A diff in a fence that nothing in the texts can close."""
    body = list(difflib.ndiff(change.old.splitlines(), change.new.splitlines()))
    body = [line for line in body if not line.startswith("?")]
    longest = max((len(run) for run in re.findall(r"`+", "\n".join(body))), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}diff", *body, fence]


def escape(value: str) -> str:
    """Text in one line that shows as it is, in a table cell too: no markup, no HTML, no link syntax."""
    plain = "".join(character if character.isprintable() else " " for character in value)
    return re.sub(r"[&<>\\`*_{}\[\]()#|~$^]", lambda m: f"&#{ord(m[0])};", " ".join(plain.split()))


def code(value: str) -> str:
    """Inline code with a text that may hold anything."""
    return f"<code>{escape(value)}</code>"


def to_json(old: Snapshot, found: Sequence[ClaimChanges]) -> str:
    """Keys ``schema, revision, commit, weaker, claims``; a claim has ``id, title, weaker`` and ``changes``, each with
    ``kind, effect, message, old, new``."""
    data = {
        "schema": JSON_SCHEMA,
        "revision": old.name,
        "commit": old.commit,
        "weaker": sum(claim.weaker for claim in found),
        "claims": [
            {"id": c.id, "title": c.title, "weaker": c.weaker, "changes": [asdict(change) for change in c.changes]}
            for c in found
        ],
    }
    return json.dumps(data, indent=1) + "\n"
