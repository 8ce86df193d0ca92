"""Random edits of good input: never a traceback, and never taken for something else than what is written.

Bytes are replaced, lines dropped, doubled and swapped, words swapped. What is still read must be what a plain reader of
TOML or JSON finds there; and a run that ends with exit code 0 vouches for the statements that the lock vouches for.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims import gate, lockfile, registry_io
from claims.errors import InputError
from claims.model import Entry, Status
from claims.pack import find_pack
from claims.status import at_least
from tests.bad_inputs import CUBE, LOCK, TOY
from tests.fault_corpus import Pack, copy_of, make_base

pytestmark = pytest.mark.slow

SETTINGS, LAKEFILE = "claims.toml", "lean/lakefile.toml"
LINE = re.compile(r"error: [^:]+(:\d+)?: .+ -- .+")
TOKENS = [
    *(b'"', b"'", b"[", b"]", b"{", b"}", b"=", b",", b"#", b"\n", b"\r", b"\t", b"\\", b"\x00", b"\xff", b"\xef\xbb\xbf"),
    *(b"nan", b"-inf", b"1e999", b"0", b"true", b"2026-11-30", b"[[claim]]\n", b"<<<<<<< x\n", b'"""', b"..", b"null"),
    *("о".encode(), "\u2028".encode(), b"9" * 5000, b"[" * 3000),
]  # fmt: skip
WORD = re.compile(rb"[\w.\-]+")


# -- edits ---------------------------------------------------------------------------------------------------------------


def _replaced(data: st.DataObject, content: bytes) -> bytes:
    at = data.draw(st.integers(0, len(content)))
    upto = data.draw(st.integers(at, min(len(content), at + 30)))
    return content[:at] + data.draw(st.sampled_from(TOKENS) | st.binary(max_size=4)) + content[upto:]


def _some_lines(data: st.DataObject, content: bytes) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    at, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "move"]))
    if what == "drop":
        del lines[at]
    elif what == "double":
        lines.insert(other, lines[at])
    elif what == "move":
        lines.insert(other, lines.pop(at))
    else:
        lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def _swapped_words(data: st.DataObject, content: bytes) -> bytes:
    words = [match.span() for match in WORD.finditer(content)]
    if len(words) < 2:
        return content
    first, second = sorted(data.draw(st.lists(st.sampled_from(words), min_size=2, max_size=2, unique=True)))
    (a, b), (c, d) = first, second
    return content[:a] + content[c:d] + content[b:c] + content[a:b] + content[d:]


def edited(data: st.DataObject, content: bytes) -> bytes:
    """The content after one to three random edits."""
    for _ in range(data.draw(st.integers(1, 3))):
        content = data.draw(st.sampled_from([_replaced, _some_lines, _swapped_words]))(data, content)
    return content


# -- what a plain reader finds -------------------------------------------------------------------------------------------


def differs(read: Any, written: Any) -> str:
    """Where what was read is not what is written; empty when it is all the same."""
    if isinstance(read, Enum):
        return "" if read.value == written else f"{read!r} for {written!r}"
    if is_dataclass(read) and isinstance(written, Mapping):
        return _table_differs(read, written)
    if isinstance(read, tuple) and isinstance(written, list):
        if len(read) != len(written):
            return f"{len(read)} for {len(written)} elements"
        return next((text for pair in zip(read, written, strict=True) if (text := differs(*pair))), "")
    return "" if type(read) is type(written) and read == written else f"{read!r} for {written!r}"


def _table_differs(read: Any, written: Mapping[str, Any]) -> str:
    names = {field.name for field in fields(read)}
    if unknown := written.keys() - names:
        return f"{sorted(unknown)} were passed over"
    for field in fields(read):
        value = getattr(read, field.name)
        if field.name in written:
            found = differs(value, written[field.name])
        else:
            default = field.default if field.default_factory is MISSING else field.default_factory()
            found = "" if value == default else f"{value!r} for nothing"
        if found:
            return f"{field.name}: {found}"
    return ""


def misread(entries: Mapping[str, Entry], contents: list[bytes]) -> str:
    """Where the entries of a registry are not what its files say."""
    raw = [claim for content in contents for claim in tomllib.loads(content.decode("utf-8"))["claim"]]
    if sorted(claim["id"] for claim in raw) != sorted(entries):
        return f"{sorted(entries)} are not the claims that are written"
    return next((text for claim in raw if (text := differs(entries[claim["id"]], claim))), "")


def misread_rows(lock: lockfile.Lock, content: bytes) -> str:
    """Where the rows of a lock are not what its lines say."""
    header, *lines = [json.loads(line) for line in content.decode("utf-8").splitlines()]
    if len(lock.rows) != len(lines) or lock.lean != header["lean"] or dict(lock.retired) != header.get("retired", {}):
        return "another header, or another number of rows"
    for raw in lines:
        row = lock.rows[raw["id"], raw["leg"]]
        for name, value in raw.items():
            read = getattr(row, name)
            if (list(read) if isinstance(read, tuple) else read) != value:
                return f"{name}: {read!r} for {value!r}"
    return ""


# -- properties ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """A pack in which one file is edited at a time, with its contents and the claims as they were."""

    pack: Pack
    contents: Mapping[str, bytes]
    entries: Mapping[str, Entry]
    lock: lockfile.Lock

    def with_edit(self, file: str, content: bytes, act: Callable[[], Any]) -> Any:
        """What ``act`` gives while the file has this content."""
        path = self.pack.root / file
        path.write_bytes(content)
        try:
            return act()
        finally:
            path.write_bytes(self.contents[file])


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    base = make_base(tmp_path_factory.mktemp("edits"))
    (tmp_path_factory.getbasetemp() / "edited").mkdir()
    pack = copy_of(base, tmp_path_factory.getbasetemp() / "edited", lock=True)
    pack.write(SETTINGS, 'registry = "registry"\nlean = "lean"\nevidence = "evidence"\nlock = "claims.lock"\n')
    contents = {name: (pack.root / name).read_bytes() for name in (TOY, CUBE, LOCK, SETTINGS, LAKEFILE)}
    lock = lockfile.read(pack.root / LOCK)
    assert lock is not None
    return World(pack, contents, registry_io.load(find_pack(pack.root)).entries, lock)


def vouched_for(world: World) -> None:
    """Run `verify`; whatever it says of the pack as it stands must be in order, above all when it says that all is well."""
    done = world.pack.here("verify")
    assert done.code in (0, 1, 2, 3) and "Traceback" not in done.out + done.err
    if done.code == 2 and not done.out:
        assert done.err and all(LINE.fullmatch(line) for line in done.err.splitlines()), done.err
    if done.code:
        return
    assert done.report is not None
    assert {claim["id"] for claim in done.report["claims"]} == world.entries.keys()
    pack = find_pack(world.pack.root)
    for entry_id, entry in registry_io.load(pack).entries.items():
        was = world.entries[entry_id]
        now = (entry.statement, entry.variables, entry.hypotheses)
        assert now == (was.statement, was.variables, was.hypotheses)
    lock = lockfile.read(pack.lock)
    for key, row in (lock.rows if lock else {}).items():
        assert row.statement == world.lock.rows[key].statement
        assert at_least(Status(world.lock.rows[key].earned), Status(row.earned))


def one_line_each(error: InputError) -> bool:
    """Whether every problem is one line with a place and a remedy."""
    return bool(error.problems) and all(LINE.fullmatch(f"error: {problem}") for problem in error.problems)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), file=st.sampled_from([TOY, CUBE]))
def test_a_registry_is_read_as_written_or_not_at_all(world: World, data: st.DataObject, file: str) -> None:
    content = edited(data, world.contents[file])
    other = world.contents[CUBE if file == TOY else TOY]
    try:
        entries = world.with_edit(file, content, lambda: registry_io.load(find_pack(world.pack.root)).entries)
    except InputError as error:
        assert one_line_each(error), error
    else:
        assert misread(entries, [content, other]) == ""


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_lock_is_read_as_written_or_not_at_all(world: World, data: st.DataObject) -> None:
    content = edited(data, world.contents[LOCK])
    try:
        lock = lockfile.parse(content, Path(LOCK))
    except InputError as error:
        assert one_line_each(error), error
    else:
        assert misread_rows(lock, content) == ""


@pytest.mark.parametrize("file", [TOY, CUBE, LOCK, SETTINGS, LAKEFILE])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_a_run_on_edited_input_vouches_for_nothing_else(world: World, data: st.DataObject, file: str) -> None:
    """Where it ends with 0: the same claims, each with the statement that the lock vouches for."""
    world.with_edit(file, edited(data, world.contents[file]), lambda: vouched_for(world))


# -- the checks themselves are seen to fail -------------------------------------------------------------------------------


def _changed(entry: Entry, **values: Any) -> Entry:
    return Entry(**{field.name: getattr(entry, field.name) for field in fields(entry)} | values)


def test_a_misread_registry_is_seen(world: World) -> None:
    contents = [world.contents[TOY], world.contents[CUBE]]
    cube = world.entries["toy.cube"]
    assert misread(world.entries, contents) == ""
    assert misread({"toy.cube": cube}, contents)
    for wrong in (
        _changed(cube, statement=cube.statement.strip() + " "),
        _changed(cube, variables=cube.variables[:1]),
        _changed(cube, depends_on=()),
        _changed(cube, corrected_by="toy.square"),
        _changed(cube, declared=world.entries["toy.square"].declared),
    ):
        assert misread({**world.entries, "toy.cube": wrong}, contents)
    more = world.contents[CUBE].replace(b"witness =", b"colour = 3\nwitness =")
    assert "passed over" in misread(world.entries, [world.contents[TOY], more])


def test_a_misread_lock_is_seen(world: World) -> None:
    content = world.contents[LOCK]
    assert misread_rows(world.lock, content) == ""
    key = next(iter(world.lock.rows))
    fewer = {k: row for k, row in world.lock.rows.items() if k != key}
    assert misread_rows(lockfile.Lock(world.lock.lean, fewer), content)
    assert misread_rows(lockfile.Lock("other", world.lock.rows), content)
    row = world.lock.rows[key]
    other = lockfile.Row(row.id, row.leg, row.verdict, "open", row.statement, row.axioms, row.source)
    assert misread_rows(lockfile.Lock(world.lock.lean, {**world.lock.rows, key: other}), content)


def test_an_engine_that_vouches_for_anything_is_seen(world: World) -> None:
    """A gate that compares nothing, and one that lets exceptions through."""
    other = world.contents[CUBE].replace(b"(a + b)^3 =", b"(a - b)^3 =")
    assert other != world.contents[CUBE]
    world.with_edit(CUBE, other, lambda: vouched_for(world))  # the engine itself fails the drift
    with mock.patch.object(gate, "compare", lambda *of: []), pytest.raises(AssertionError):
        world.with_edit(CUBE, other, lambda: vouched_for(world))
    with mock.patch.object(gate, "compare", lambda *of: 1 // 0), pytest.raises(ZeroDivisionError):
        world.with_edit(CUBE, other, lambda: vouched_for(world))
