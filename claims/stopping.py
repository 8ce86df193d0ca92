"""What works in other threads for a run and has to be ended with it: after Ctrl-C nothing else would end it."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

_guard = threading.Lock()
_tracked: weakref.WeakKeyDictionary[Any, Callable[[Any], None]] = weakref.WeakKeyDictionary()
_over = threading.Event()


def begin() -> None:
    """A run begins: what is tracked from now on may work."""
    _over.clear()


def track(thing: Any, stop: Callable[[Any], None]) -> None:
    """Have ``stop(thing)`` called when the run ends early; at once when it has ended already."""
    with _guard:
        _tracked[thing] = stop
        over = _over.is_set()
    if over:
        stop(thing)


def stop_all() -> None:
    """Stop everything that is tracked, and whatever another thread starts before the process ends."""
    with _guard:
        _over.set()
        found = list(_tracked.items())
    for thing, stop in found:
        stop(thing)
