"""What works in other threads is ended with the run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from claims import stopping


class Thing:
    """Something that can be stopped."""

    def __init__(self) -> None:
        self.stopped = 0

    def stop(self) -> None:
        self.stopped += 1


@pytest.fixture(autouse=True)
def run() -> Iterator[None]:
    stopping.begin()
    yield
    stopping.begin()


def test_what_is_tracked_is_stopped_with_the_run() -> None:
    thing = Thing()
    stopping.track(thing, Thing.stop)
    assert thing.stopped == 0
    stopping.stop_all()
    assert thing.stopped == 1


def test_what_another_thread_starts_after_the_end_is_stopped_at_once() -> None:
    stopping.stop_all()
    late, next_run = Thing(), Thing()
    stopping.track(late, Thing.stop)
    assert late.stopped == 1
    stopping.begin()
    stopping.track(next_run, Thing.stop)
    assert next_run.stopped == 0


def test_what_is_gone_is_not_kept() -> None:
    thing = Thing()
    stopping.track(thing, Thing.stop)
    del thing
    assert all(not isinstance(kept, Thing) for kept in stopping._tracked)
