"""Progress of a run: a live bar on a terminal, sparse lines on standard error otherwise."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

from claims.outcome import LegResult

PLAIN_EVERY_S = 10.0


class Progress:
    """Counts tasks and shows messages; silent when ``quiet``. Safe to call from several threads."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty() and not quiet
        self._lock = threading.Lock()
        self._bar: Any = None
        self._rows: dict[str, Any] = {}
        self._total = 0
        self._done = 0
        self._last = time.monotonic()

    def expect(self, count: int) -> None:
        """Announce ``count`` tasks of the Python legs."""
        self._total += count
        if self._live and count:
            with self._lock:
                self._row("checks", self._total)

    def advance(self, name: str, result: LegResult) -> None:
        """One task ended."""
        with self._lock:
            self._done += 1
            if self._live:
                self._bar.update(self._row("checks", self._total), completed=self._done, description=f"checks: {name}")
            else:
                self._plain(f"{self._done}/{self._total} checks, last: {name} {result.verdict.value}")

    def part(self, label: str, fraction: float) -> None:
        """A longer piece of work (a download, the Lean build) is at ``fraction`` in [0, 1]."""
        with self._lock:
            key = label.split()[0]
            if self._live:
                self._bar_ready().update(self._row(key, 1.0), completed=fraction, description=label)
            elif key not in self._rows and not self._quiet:
                # The first line of each kind of work (by its first word) is always said: it announces downloads.
                self._rows[key] = None
                print(label, file=sys.stderr, flush=True)
            else:
                self._plain(f"{label} {100 * fraction:.0f}%")

    def close(self) -> None:
        """Take the bar down."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None
            self._live = False

    def _plain(self, text: str) -> None:
        now = time.monotonic()
        if not self._quiet and now - self._last >= PLAIN_EVERY_S:
            self._last = now
            print(text, file=sys.stderr, flush=True)

    def _bar_ready(self) -> Any:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(),
            )
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        return self._bar

    def _row(self, key: str, total: float) -> Any:
        bar = self._bar_ready()
        if key not in self._rows:
            self._rows[key] = bar.add_task(key, total=total)
        bar.update(self._rows[key], total=total)
        return self._rows[key]
