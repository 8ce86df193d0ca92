"""The command ``claims diff``: what changed per claim between a git revision and the working tree.

Compares what the entries say and what the locks vouch for; nothing is run. Every change is ``weaker`` (less is
claimed, checked or earned, or more is assumed), ``stronger``, or ``other`` (a reader has to judge, such as a
statement that reads differently).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from claims.lockfile import Lock, Row, softened
from claims.model import LEGS, Entry, Hypothesis, LegName, Mutant, Status, Variable
from claims.pack import find_pack
from claims.revision import Snapshot, at_revision, working_tree
from claims.status import at_least

Effect = Literal["weaker", "stronger", "other"]
Format = Literal["text", "markdown", "json"]


@dataclass(frozen=True)
class Change:
    """One difference; ``old`` and ``new`` are texts to be shown side by side (both empty: ``message`` says it all)."""

    kind: str
    effect: Effect
    message: str
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class ClaimChanges:
    """The changes of one claim, the weakening ones first."""

    id: str
    title: str
    changes: tuple[Change, ...]

    @property
    def weaker(self) -> bool:
        """Whether one of the changes is a weakening."""
        return any(change.effect == "weaker" for change in self.changes)


def run_diff(start: Path, revision: str, form: Format, exit_code: bool) -> int:
    """Print the changes since ``revision``; 0, or 1 when ``exit_code`` asks for it and something weakened."""
    from claims import diff_text

    pack = find_pack(start)
    new = working_tree(pack)
    old = at_revision(pack, revision)
    found = compare(old, new)
    render = {"text": diff_text.text, "markdown": diff_text.markdown, "json": diff_text.to_json}[form]
    sys.stdout.write(render(old, found))
    return int(exit_code and any(claim.weaker for claim in found))


def compare(old: Snapshot, new: Snapshot) -> list[ClaimChanges]:
    """The claims that changed, those that weakened first."""
    found = []
    for claim in sorted({*old.entries, *new.entries}):
        changes = sorted(_changes(claim, old, new), key=lambda c: ("weaker", "other", "stronger").index(c.effect))
        entry = new.entries.get(claim) or old.entries[claim]
        if changes:
            found.append(ClaimChanges(claim, entry.title, tuple(changes)))
    return sorted(found, key=lambda c: not c.weaker)


def _changes(claim: str, old: Snapshot, new: Snapshot) -> Iterator[Change]:
    before, after = old.entries.get(claim), new.entries.get(claim)
    if before is None and after is not None:
        status = _earned(new.lock, claim)
        yield Change(
            "added", "other", f"new, declared {after.declared.value}, earned {status or 'not in the lock yet'}"
        )
        return
    if after is None and before is not None:
        because = "" if new.lock is None else new.lock.retired.get(claim, "")
        yield Change("removed", "weaker", "removed" + (f": {because}" if because else ""), before.statement.strip())
        return
    assert before is not None and after is not None
    yield from _said(before, after)
    yield from _hypotheses(before.hypotheses, after.hypotheses)
    yield from _statuses(before, after, old.lock, new.lock)
    for leg in LEGS:
        yield from _leg(leg, before, after)
        yield from _mutants(leg, before, after)
        yield from _rows(_row(old.lock, claim, leg), _row(new.lock, claim, leg))
    yield from _links(before, after)


def _said(old: Entry, new: Entry) -> Iterator[Change]:
    """Statement, title, variables, sources, witness."""
    if _squeezed(old.statement) != _squeezed(new.statement):
        yield Change(
            "statement", "other", "the statement reads differently", old.statement.strip(), new.statement.strip()
        )
    if old.title != new.title:
        yield Change("title", "other", "another title", old.title, new.title)
    if old.witness != new.witness:
        yield Change("witness", "other", "another witness", old.witness, new.witness)
    yield from _by_name(
        "variable", [(v.name, _variable(v)) for v in old.variables], [(v.name, _variable(v)) for v in new.variables]
    )
    sources = [
        [(f"{s.document}, {s.section}", f"{s.locator} {s.status}".strip()) for s in e.sources] for e in (old, new)
    ]
    yield from _by_name("source", *sources)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _variable(variable: Variable) -> str:
    bounds = f" in ({variable.lower}, {variable.upper})" if variable.lower or variable.upper else ""
    shape = f" {' x '.join(variable.shape)}" if variable.shape else ""
    lean = f" [Lean: {variable.lean}]" if variable.lean else ""
    return f"{variable.domain.value}{shape}{bounds}; {variable.meaning}{lean}"


def _by_name(kind: str, old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> Iterator[Change]:
    """Named parts that came, went, or read differently."""
    before, after = dict(old), dict(new)
    for name in dict.fromkeys((*before, *after)):
        if name not in after:
            yield Change(kind, "other", f"{name} removed", before[name])
        elif name not in before:
            yield Change(kind, "other", f"{name} added", "", after[name])
        elif before[name] != after[name]:
            yield Change(kind, "other", f"{name} changed", before[name], after[name])


def _hypotheses(old: Sequence[Hypothesis], new: Sequence[Hypothesis]) -> Iterator[Change]:
    """An assumption more is a weaker claim, and so is one whose kind was softened."""
    before, after = {h.id: h for h in old}, {h.id: h for h in new}
    for message in softened({h.id: h.kind.value for h in old}, {h.id: h.kind.value for h in new}):
        yield Change("softened", "weaker", message)
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name), after.get(name)
        if one is None and other is not None:
            yield Change("hypothesis", "weaker", f"{name} added ({other.kind.value})", "", other.text)
        elif other is None and one is not None:
            yield Change("hypothesis", "stronger", f"{name} removed ({one.kind.value})", one.text)
        elif one is not None and other is not None:
            yield from _hypothesis(one, other)


def _hypothesis(old: Hypothesis, new: Hypothesis) -> Iterator[Change]:
    if old.text != new.text:
        yield Change("hypothesis", "other", f"{old.id} reads differently", old.text, new.text)
    if old.kind is not new.kind and not softened({old.id: old.kind.value}, {old.id: new.kind.value}):
        yield Change("hypothesis", "other", f"{old.id} was {old.kind.value} and is {new.kind.value}")
    if (old.holds, old.lean) != (new.holds, new.lean):
        parts = [f"{h.holds}" + (f" [Lean: {h.lean}]" if h.lean else "") for h in (old, new)]
        yield Change("hypothesis", "other", f"{old.id} is decided by something else", *parts)


def _statuses(old: Entry, new: Entry, old_lock: Lock | None, new_lock: Lock | None) -> Iterator[Change]:
    if old.declared is not new.declared:
        yield _status("declared", old.declared, new.declared)
    was, now = _earned(old_lock, old.id), _earned(new_lock, new.id)
    if was and not now:
        yield Change("earned", "weaker", f"had earned {was}, is not in the lock any more", was)
    elif now and not was:
        yield Change("earned", "stronger", f"in the lock now, earned {now}", "", now)
    elif was != now:
        yield _status("earned", Status(was), Status(now))


def _status(kind: str, old: Status, new: Status) -> Change:
    effect: Effect = "weaker" if not at_least(new, old) else "stronger"
    return Change(kind, effect, f"{kind} {old.value} -> {new.value}", old.value, new.value)


def _earned(lock: Lock | None, claim: str) -> str:
    rows = [row for row in (_row(lock, claim, leg) for leg in LEGS) if row is not None]
    return rows[0].earned if rows else ""


def _row(lock: Lock | None, claim: str, leg: LegName) -> Row | None:
    return None if lock is None else lock.rows.get((claim, leg))


def _leg(leg: LegName, old: Entry, new: Entry) -> Iterator[Change]:
    before, after = old.leg(leg), new.leg(leg)
    if before is None and after is not None:
        yield Change("leg", "stronger", f"{leg} leg added", "", _described(after))
    elif after is None and before is not None:
        reason = getattr(new.absent, leg)
        yield Change("leg", "weaker", f"{leg} leg removed" + (f": {reason}" if reason else ""), _described(before))
    elif before != after:
        scopes = (getattr(before, "scope", ""), getattr(after, "scope", ""))
        effects: Mapping[tuple[str, str], Effect] = {("full", "core"): "weaker", ("core", "full"): "stronger"}
        yield Change("leg", effects.get(scopes, "other"), f"{leg} leg changed", _described(before), _described(after))


def _described(leg: object) -> str:
    """The fields of a leg that say something, in one line."""
    return ", ".join(f"{name} = {value}" for name, value in vars(leg).items() if value not in ("", False))


def _mutants(leg: LegName, old: Entry, new: Entry) -> Iterator[Change]:
    before, after = (Counter(_mutant(m) for m in entry.mutants if m.leg == leg) for entry in (old, new))
    dropped, added = list((before - after).elements()), list((after - before).elements())
    if not dropped and not added:
        return
    difference = len(added) - len(dropped)
    effect: Effect = "weaker" if difference < 0 else "stronger" if difference > 0 else "other"
    message = f"{leg}: {len(dropped)} dropped, {len(added)} added"
    yield Change("mutants", effect, message, "\n".join(dropped), "\n".join(added))


def _mutant(mutant: Mutant) -> str:
    change = mutant.change
    what = f"{change.find!r} -> {change.replace!r}" if change.find else f"{change.parameter} = {change.value!r}"
    return f"{mutant.kind}: {what}" + (f", refuted by {mutant.refuted_by}" if mutant.refuted_by else "")


def _rows(old: Row | None, new: Row | None) -> Iterator[Change]:
    """What the two locks say of a leg: the theorem as it reads, what stands behind it, its axioms."""
    if new is not None and new.reason and (old is None or old.reason != new.reason):
        yield Change("accepted", "other", f"{new.leg}: a change was accepted because: {new.reason}")
    if old is None or new is None or new.leg != "lean":
        return
    if old.reads != new.reads:
        yield Change("theorem", "other", "the theorem states something else", old.reads, new.reads)
    changed = sorted(n for n in {*old.behind, *new.behind} if old.behind.get(n) != new.behind.get(n))
    if changed and old.behind:
        yield Change("definitions", "other", f"changed behind the theorem: {', '.join(changed)}")
    grown, shed = _more(new.axioms, old.axioms), _more(old.axioms, new.axioms)
    if grown:
        yield Change("axioms", "weaker", f"the proof now also uses {', '.join(grown)}")
    if shed:
        yield Change("axioms", "stronger", f"the proof no longer uses {', '.join(shed)}")


def _more(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> list[str]:
    return sorted(set(one or ()) - set(other or ()))


def _links(old: Entry, new: Entry) -> Iterator[Change]:
    pairs: tuple[tuple[str, str, str], ...] = (
        ("depends on", ", ".join(sorted(old.depends_on)), ", ".join(sorted(new.depends_on))),
        ("falsifies", _falsified(old), _falsified(new)),
        ("corrected by", old.corrected_by, new.corrected_by),
    )
    for kind, before, after in pairs:
        if before != after:
            effect: Effect = "weaker" if kind == "falsifies" and not after else "other"
            yield Change(kind, effect, f"{kind} {after or 'nothing'}", before, after)


def _falsified(entry: Entry) -> str:
    return f"{entry.falsifies.claim} without {entry.falsifies.hypothesis}" if entry.falsifies else ""
