"""Machine code kept between runs: used only when it is what was recorded, and never more than speed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claims.lean.code import LOAD, LONG, ROUNDS, SAVE, CodeCache


@pytest.fixture
def cache(tmp_path: Path) -> CodeCache:
    for name in ("node", "loader.js"):
        (tmp_path / name).write_text(name, "utf8")
    return _cache(tmp_path)


def _cache(folder: Path) -> CodeCache:
    return CodeCache(folder, (str(folder / "node"), "--flag", str(folder / "loader.js")))


def _save(cache: CodeCache, data: bytes, seconds: float = LONG) -> bool:
    target = Path(cache.environment()[SAVE])
    target.write_bytes(data)
    return cache.adopt(target, seconds)


def test_what_a_process_saved_is_loaded_by_the_next(cache: CodeCache) -> None:
    assert LOAD not in cache.environment()
    assert _save(cache, b"code" * 10)
    assert Path(cache.environment()[LOAD]).read_bytes() == b"code" * 10


def test_saving_ends_when_it_stops_growing_or_after_some_rounds(cache: CodeCache) -> None:
    assert _save(cache, b"x" * 100) and _save(cache, b"x" * 101)
    assert SAVE not in cache.environment()


def test_saving_ends_after_some_rounds(cache: CodeCache) -> None:
    for number in range(ROUNDS):
        assert _save(cache, b"x" * 100 * 2**number)
    assert SAVE not in cache.environment() and LOAD in cache.environment()
    assert len(list(cache.folder.glob("*.bin"))) == 1


def test_a_short_run_writes_only_where_there_is_nothing(cache: CodeCache) -> None:
    assert _save(cache, b"x" * 100, 1.0)
    known = cache.read()
    assert known is not None and known["saves"] == 0
    assert not _save(cache, b"x" * 101, 1.0)
    assert _save(cache, b"x" * 200)
    assert SAVE in cache.environment()


def test_an_empty_or_smaller_file_is_not_taken(cache: CodeCache) -> None:
    assert not _save(cache, b"")
    assert _save(cache, b"x" * 100)
    assert not _save(cache, b"x" * 50)
    known = cache.read()
    assert known is not None and known["size"] == 100


@pytest.mark.parametrize("how", ["change", "shorten", "delete", "record", "outside"])
def test_a_damaged_or_missing_file_is_ignored_and_written_anew(cache: CodeCache, how: str) -> None:
    assert _save(cache, b"x" * 100)
    code = Path(cache.environment()[LOAD])
    if how == "change":
        code.write_bytes(b"y" + b"x" * 99)
    elif how == "shorten":
        os.truncate(code, 10)
    elif how == "delete":
        code.unlink()
    elif how == "record":
        cache.record.write_text("{", "utf8")
    else:
        cache.record.write_text(cache.record.read_text("utf8").replace(code.name, f"../{code.name}"), "utf8")
    assert cache.read() is None and LOAD not in cache.environment()
    assert _save(cache, b"z" * 100)
    assert LOAD in cache.environment()


@pytest.mark.parametrize("name", ["node", "loader.js"])
def test_another_node_or_loader_has_code_of_its_own(cache: CodeCache, name: str) -> None:
    assert _save(cache, b"x" * 100)
    (cache.folder / name).write_text("another one", "utf8")
    assert _cache(cache.folder).read() is None


def test_a_folder_that_cannot_be_written_costs_time_only(cache: CodeCache, tmp_path: Path) -> None:
    gone = CodeCache(tmp_path / "absent", cache.argv)
    assert gone.environment() == {} and not gone.adopt(tmp_path / "absent" / "x", LONG)
