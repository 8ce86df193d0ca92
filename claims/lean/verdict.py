"""Whether a theorem of the compiled modules counts, and what keeps it from counting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.levels import TooComplex
from claims.lean.olean import OleanError
from claims.lean.proofs import Proofs
from claims.lean.recheck import Refusal
from claims.lean.statement import Statement, StatementReader
from claims.lean.trust import Trust


@dataclass(frozen=True)
class Objection:
    """Why a theorem does not count: a reason code and words. ``undecided``: it was not found wrong either."""

    code: str
    message: str
    undecided: bool = False


@dataclass(frozen=True)
class Examined:
    """A theorem with what it rests on, what it states (None when that cannot be read), and the objection if any."""

    theorem: str
    trust: Trust
    statement: Statement | None
    objection: Objection | None


class Examiner:
    """Examines theorems of the same modules one by one."""

    def __init__(self, proofs: Proofs) -> None:
        self.proofs = proofs
        self._refused: Mapping[str, Refusal] = {refusal.declaration: refusal for refusal in proofs.refusals}

    @cached_property
    def _reader(self) -> StatementReader:
        assert self.proofs.graph is not None
        return StatementReader(self.proofs.environment(), self.proofs.graph)

    def examine(self, theorem: str) -> Examined:
        """Examine a member of the modules; raises ``KeyError`` when there is none of this name."""
        assert self.proofs.graph is not None
        trust = self.proofs.graph.of(theorem)
        try:
            statement = self._reader.read(theorem)
        except (OleanError, Rejected, TooComplex, RecursionError) as error:
            text = f"the statement of {theorem} cannot be read: {error}"
            return Examined(theorem, trust, None, Objection("LEAN_OLEAN", text))
        return Examined(theorem, trust, statement, self._objection(theorem, trust, statement))

    def _objection(self, theorem: str, trust: Trust, statement: Statement) -> Objection | None:
        graph = self.proofs.graph
        assert graph is not None
        if trust.bad:
            name, path = trust.bad[0]
            way = f", by way of {' > '.join(path[1:-1][:6])}" if len(path) > 2 else ""
            return Objection("LEAN_AXIOM", f"{theorem} rests on {name} ({graph.why(name)}){way}")
        refused = next((self._refused[name] for name in sorted(trust.reached) if name in self._refused), None)
        if refused is not None:
            code = "LEAN_LIMIT" if refused.limit else "LEAN_KERNEL"
            return Objection(code, f"the second kernel does not accept {str(refused)[:1500]}", refused.limit)
        if statement.trivial:
            return Objection("LEAN_TRIVIAL", f"{theorem} concludes True: it says nothing")
        if statement.vacuous:
            return Objection("LEAN_VACUOUS", f"{theorem} assumes False ({statement.vacuous}): it says nothing")
        if statement.misread:
            return Objection("LEAN_SHADOW", f"the statement of {theorem} would be misread: it has {statement.misread}")
        for own, core in graph.shadows(theorem):
            text = f"the statement uses {own}, which reads as Lean's own {core} and is another: rename it"
            return Objection("LEAN_SHADOW", text)
        return None
