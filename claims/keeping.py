"""What of a finished leg is kept, and what a kept result says about the sources as they stand now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from claims.cache import KEPT, ResultCache
from claims.inputs import UNKNOWN, in_words
from claims.outcome import LegResult, Place
from claims.plan import Job

Spans = list[list[int]]


def recall(job: Job, cache: ResultCache) -> LegResult | None:
    """The kept result of a task, its places where they are now; None when it has to run."""
    found = cache.find(job.key)
    if found is None:
        return None
    result, lines = found
    moved = {file: (spans, job.code.lines.get(file, [])) for file, spans in lines.items()}
    moved = {file: (old, new) for file, (old, new) in moved.items() if old != new and len(old) == len(new)}
    return _moved(result, moved) if moved else result


def keep(job: Job, result: LegResult, cache: ResultCache) -> LegResult:
    """Keep the result of a task when it will be right again for the same key; else say in its evidence why not."""
    if result.verdict not in KEPT:
        cache.put(job.key, result)
        return result
    why = _changed(job, result)
    also = {what: state for what, state in result.reads.items() if not _covered(job, what)}
    why += [in_words(what) for what, state in also.items() if state == UNKNOWN]
    if why:
        return replace(result, evidence={**result.evidence, "not_cached": "; ".join(sorted(why))})
    cache.put(job.key, result, also, {file: job.code.lines[file] for file in _files(result) & job.code.lines.keys()})
    return result


def _covered(job: Job, what: str) -> bool:
    """Whether the key covers it. A source that is read as a text, and not to run it, counts with every comment."""
    kind, _, name = what.partition(":")
    return name in job.code.files and (kind == "source" or (kind == "file" and not name.endswith(".py")))


def _changed(job: Job, result: LegResult) -> list[str]:
    """Files that were not, when the leg read them, what they were when its key was made."""
    seen = {what.partition(":")[2]: state for what, state in result.reads.items() if _covered(job, what)}
    return [f"{file} changed while it ran" for file, state in seen.items() if job.code.files[file] != state]


def _files(result: LegResult) -> set[str]:
    """Files of the places in a result."""
    found = set() if result.place is None else {result.place.file}
    queue: list[Any] = [result.evidence]
    while queue:
        value = queue.pop()
        if isinstance(value, Mapping):
            if isinstance(place := value.get("place"), str):
                found.add(place.rpartition(":")[0])
            queue += value.values()
        elif isinstance(value, list | tuple):
            queue += value
    return found


def _moved(result: LegResult, moved: Mapping[str, tuple[Spans, Spans]]) -> LegResult:
    def line_now(file: str, line: int) -> int:
        old, new = moved.get(file, ([], []))
        shifts = (now[0] - span[0] for span, now in zip(old, new, strict=True) if span[0] <= line <= span[1])
        return line + next(shifts, 0)

    def walk(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: text(item) if key == "place" else walk(item) for key, item in value.items()}
        return [walk(item) for item in value] if isinstance(value, list) else value

    def text(value: Any) -> Any:
        if not isinstance(value, str):
            return walk(value)
        file, _, line = value.rpartition(":")
        return f"{file}:{line_now(file, int(line))}" if line.isdigit() else value

    place = result.place
    if place is not None:
        place = Place(place.file, line_now(place.file, place.line))
    return replace(result, place=place, evidence=walk(result.evidence))
