"""``pytest --claims``: every leg of every claim as a test item, run once by the engine as ``claims verify`` does.

Items are called ``claims::ID::LEG`` (``lean``, ``symbolic``, ``numeric``, ``witness``); ``claims::gate`` holds what
belongs to no leg: statuses, the lock, the library. A leg that could not run is skipped, and the session still fails
(``--claims-allow-unchecked`` lets it pass). Without ``--claims`` the engine is not even imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from claims.gate import Finding
    from claims.outcome import LegResult
    from claims.runner import Run

_GATE = "gate"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("claims", "mathematical claims")
    group.addoption(
        "--claims", nargs="?", const="", default=None, metavar="IDS",
        help="also check claims: all, or ids and shell patterns separated by commas (--claims=ID,...)",
    )  # fmt: skip
    group.addoption(
        "--claims-pack", default="", metavar="DIR", help="folder of the pack (default: the one around the root folder)"
    )
    group.addoption(
        "--claims-allow-unchecked", action="store_true", help="legs whose tool is missing do not fail the session"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Hook up the session when claims were asked for."""
    if config.getoption("claims") is None:
        return
    if config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        raise pytest.UsageError("--claims runs its legs in parallel itself: use it without -n")
    config.pluginmanager.register(_Session(config), "claims-session")


class _Session:
    """What one pytest session knows of its claims; the legs run when the first item needs them."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._run: tuple[Run, Sequence[Finding]] | None = None
        self._items: list[Item] = []
        self.unchecked = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self, session: pytest.Session) -> Iterator[None]:
        """Unusable input ends the session before anything is collected, in one line per fault."""
        from claims.errors import InputError

        try:
            self._items = self._made(session)
        except InputError as error:
            raise pytest.UsageError("\n".join(str(problem) for problem in error.problems)) from None
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The items of the claims follow the other tests, and are counted as collected."""
        items.extend(self._items)
        report = pytest.CollectReport("claims", "passed", None, list(self._items))
        self._config.hook.pytest_collectreport(report=report)

    def _made(self, session: pytest.Session) -> list[Item]:
        from claims.model import LEGS
        from claims.pack import find_pack
        from claims.registry_io import load, select

        asked = self._config.getoption("claims")
        place = self._config.getoption("claims_pack") or self._config.rootpath
        self._pack = find_pack(Path(place))
        self._registry = load(self._pack)
        self._entries = select(self._registry, [part for part in asked.split(",") if part])
        root = Collector.from_parent(session, name="claims", path=self._pack.root, nodeid="claims")
        items = []
        for entry in self._entries:
            parts = [leg for leg in LEGS if entry.leg(leg) is not None]
            for part in (*parts, "witness"):
                items.append(Item.from_parent(root, name=f"{entry.id}::{part}", claim=entry.id, part=part, owner=self))
        return [*items, Item.from_parent(root, name=_GATE, claim="", part=_GATE, owner=self)]

    def results(self) -> tuple[Run, Sequence[Finding]]:
        """The run of all claims that were asked for; made once."""
        if self._run is None:
            from claims import gate, lockfile
            from claims.progress import Progress
            from claims.runner import Options, execute

            lock = lockfile.read(self._pack.lock)
            run = execute(self._pack, self._registry, self._entries, Options(), lock, Progress(quiet=True))
            self._run = run, gate.findings(run, self._pack, self._registry, lock)
        return self._run

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """What was not checked is never green."""
        allowed = self._config.getoption("claims_allow_unchecked")
        if self.unchecked and not allowed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say why a session without a failure is red."""
        if self.unchecked:
            allowed = self._config.getoption("claims_allow_unchecked")
            end = "allowed by --claims-allow-unchecked" if allowed else "this fails the session"
            terminalreporter.write_line(f"claims: {self.unchecked} items could not be checked; {end}")


class Collector(pytest.Collector):
    """The node above the items of the claims."""

    def collect(self) -> list[pytest.Item]:
        """Nothing: the session adds the items itself."""
        return []


class Red(Exception):
    """A leg, or the gate, is red; the text says all there is to say."""


class Item(pytest.Item):
    """One leg of one claim, its witness, or the gate."""

    def __init__(self, *, claim: str, part: str, owner: _Session, **more: Any) -> None:
        super().__init__(**more)
        self._claim, self._part, self._owner = claim, part, owner

    def runtest(self) -> None:
        """Look up what the run found; raises :class:`Red`, or skips what could not be checked."""
        run, found = self._owner.results()
        if self._part == _GATE:
            self._judge_gate(run, found)
            return
        claim = next(claim for claim in run.claims if claim.entry.id == self._claim)
        self._judge(claim.witness if self._part == "witness" else claim.legs[self._part])  # type: ignore[index]

    def _judge(self, result: LegResult) -> None:
        from claims.outcome import Verdict

        if result.verdict in (Verdict.UNAVAILABLE, Verdict.STALE):
            self._owner.unchecked += 1
            pytest.skip(f"unchecked [{result.reason}] {result.message}")
        if result.verdict is not Verdict.PASS:
            raise Red(_text(f"{self._claim} {self._part}", result.reason, result.message, result.place))

    def _judge_gate(self, run: Run, found: Sequence[Finding]) -> None:
        from claims.gate import UNAVAILABLE, beyond_legs

        rest = beyond_legs(run, found)
        bad = [finding for finding in rest if finding.exit != UNAVAILABLE]
        if bad:
            raise Red("\n\n".join(_text(f.subject, f.reason, f.message, f.place) for f in bad))
        if rest:
            self._owner.unchecked += 1
            pytest.skip(f"unchecked [{rest[0].reason}] {rest[0].message}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The text alone for what is red; a traceback only for a fault of ours."""
        return str(excinfo.value) if isinstance(excinfo.value, Red) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the entry stands."""
        place = self._owner._registry.places.get(self._claim)
        name = f"{self._claim} {self._part}".strip()
        return (self.path, None, name) if place is None else (self.path / place[0], place[1] - 1, name)


def _text(subject: str, reason: str, message: str, place: object) -> str:
    from claims.reasons import reasons

    where = f"{place}: " if place else ""
    known = reasons().get(reason)
    more = f"\n{known.explanation}\nWhat to do: {known.remedy}" if known else ""
    return f"{where}{subject}: {message or 'failed'} [{reason}]{more}"
