"""What the second kernel says when it does not accept."""

from __future__ import annotations

from claims.lean.kernel.terms import Term


class Rejected(Exception):
    """A declaration is not accepted; ``term`` is the sub-term at fault, where there is one."""

    def __init__(self, message: str, term: Term | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.term = term


class Limit(Rejected):
    """A declaration is neither accepted nor found wrong: a limit of time or depth was reached."""
