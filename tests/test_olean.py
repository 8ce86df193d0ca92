"""The bytes of compiled modules: layouts, parts and headers; every damage is refused, in no time."""

from __future__ import annotations

import bisect
import random
import struct
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from claims.lean.olean import PART_SUFFIXES, SCALARS, OleanError, Parts, read_header, read_parts, validate
from tests.olean_writer import BASE, PAGE, Space, relay, write_module
from tests.test_lean_decode import EXPOSED, LAYOUTS, SAMPLE, everything, load, refusals, view

#: Really compiled modules of the corpus of forgeries; they need no toolchain.
#: All but the module with a metavariable in a declaration, which the reader refuses.
COMPILED = [
    path
    for path in sorted((Path(__file__).parent / "faults" / "lean").rglob("compiled/*.olean"))
    if path.stem != "KernelSkippedDefinition"
]
needs_compiled = pytest.mark.skipif(not COMPILED, reason="no compiled forgeries here")


def suffixed(path: Path) -> dict[str, bytes]:
    """The parts of a compiled module by suffix."""
    return {name.removeprefix(path.stem): data for name, data in read_parts(path)[1].items()}


def sample(word: int = 4, gmp: bool = False) -> dict[str, bytes]:
    return write_module(SAMPLE, ["Init"], word=word, gmp=gmp, exposed=EXPOSED)


def refused(files: Mapping[str, bytes], message: str = ".") -> None:
    with pytest.raises(OleanError, match=message):
        load(files)


# -- objects --------------------------------------------------------------------------------------------------------


def finish(space: Space, root: int) -> dict[str, bytes]:
    space.close(root)
    return {".olean": space.files[0]}


def raw(space: Space, tag: int, other: int, size: int, *words: int, rest: bytes = b"") -> int:
    return space.put(tag, other, size, space.words(*words) + rest)


@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("holder", ["constructor", "array"])
def test_bad_pointers(word: int, holder: str) -> None:
    first = BASE + 80 + 2 * word
    bad: dict[str, Callable[[Space], int]] = {
        "to the holder itself": lambda space: space.here,
        "to a later object": lambda space: space.here + 8 + 5 * word,
        "to the middle of an object": lambda space: first + word,
        "to no word": lambda space: first + 2,
        "to the header": lambda space: BASE,
        "before the file": lambda space: BASE - PAGE,
        "to nothing": lambda space: 0,
        "past the end": lambda space: BASE + 4_000,
        "far past the end": lambda space: BASE + (1 << 29),
        "to the last word there is": lambda space: (1 << 8 * word) - word,
    }
    for pointer_of in bad.values():
        space = Space(word)
        good = space.text("a text that is long enough")
        pointer = pointer_of(space)
        for fields in ((pointer, good), (good, pointer), (good, 3, pointer)):
            space = Space(word)
            assert space.text("a text that is long enough") == good == first
            at = space.make(0, fields) if holder == "constructor" else space.array(fields)
            space.text("another object")
            refused(finish(space, at), "a pointer to no earlier object")


@pytest.mark.parametrize("word", [4, 8])
def test_circles(word: int) -> None:
    space = Space(word)
    one = space.here
    other = one + 8 + 2 * word
    space.make(0, (other, 1))
    assert space.make(0, (one, 3)) == other
    refused(finish(space, one), "a pointer to no earlier object")


@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("tag", [244, 245, 247, 251, 252, 253, 254, 255])
def test_unknown_kinds_of_objects(tag: int, word: int) -> None:
    space = Space(word)
    refused(finish(space, raw(space, tag, 1, 24, 1, 1, 1, 1)), f"unknown kind {tag}")


Damage = Callable[[Space], int]
WRONG: dict[str, tuple[Damage, str]] = {
    "size of no words": (lambda s: raw(s, 0, 1, 8 + s.word + 2, 1, 1), "a constructor of"),
    "size below the fields": (lambda s: raw(s, 0, 3, 8 + s.word, 1, 1, 1), "a constructor of"),
    "size 0": (lambda s: raw(s, 0, 0, 0, 1, 1), "a constructor of 0 bytes"),
    "size past the end": (lambda s: raw(s, 0, 1, 4_000, 1), "past the end"),
    "fields past the end": (lambda s: raw(s, 0, 255, 8 + 255 * s.word, 1), "past the end"),
    "array with spare room": (lambda s: raw(s, 246, 0, 1, 1, 2, 1, 1), "room to spare"),
    "array past the end": (lambda s: raw(s, 246, 0, 1, 9, 9, 1), "past the end"),
    "giant array": (lambda s: raw(s, 246, 0, 1, *[(1 << 8 * s.word) - 1] * 2), "."),
    "array cut short": (lambda s: raw(s, 246, 0, 1, 1), "."),
    "text with spare room": (lambda s: raw(s, 249, 0, 1, 4, 8, 3, rest=b"abc\0"), "lengths do not agree"),
    "text of other length": (lambda s: raw(s, 249, 0, 1, 4, 4, 2, rest=b"abc\0"), "lengths do not agree"),
    "text without an end": (lambda s: raw(s, 249, 0, 1, 4, 4, 4, rest=b"abcd"), "damaged string"),
    "text of no bytes": (lambda s: raw(s, 249, 0, 1, 0, 0, 0, 0, 0), "damaged string"),
    "text past the end": (lambda s: raw(s, 249, 0, 1, 500, 500, 499, rest=bytes(8)), "."),
    "giant text": (lambda s: raw(s, 249, 0, 1, *[(1 << 8 * s.word) - 1] * 3), "damaged string"),
    "text that is no UTF-8": (lambda s: raw(s, 249, 0, 1, 4, 4, 3, rest=b"a\xff\xfe\0"), "not UTF-8"),
    "text with a surrogate": (lambda s: raw(s, 249, 0, 1, 4, 4, 1, rest=b"\xed\xa0\x80\0"), "not UTF-8"),
    "scalars with spare room": (lambda s: raw(s, SCALARS, 1, 1, 1, 2, 0), "room to spare"),
    "scalars past the end": (lambda s: raw(s, SCALARS, 8, 1, 9, 9, 0), "past the end"),
    "giant scalars": (lambda s: raw(s, SCALARS, 255, 1, *[(1 << 8 * s.word) - 1] * 2), "past the end"),
    "digits elsewhere": (lambda s: raw(s, 250, 0, 8, 0, 1, BASE, 7, 7), "digits lie elsewhere"),
    "digits past the end": (lambda s: raw(s, 250, 0, 8, 0, 900, s.here + 8 + 3 * s.word, 7), "."),
    "giant number": (lambda s: raw(s, 250, 0, 8, 0, (1 << 8 * s.word) - 1, s.here + 8 + 3 * s.word, 7), "."),
    "number cut short": (lambda s: raw(s, 250, 0, 8, 0), "."),
}


@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("damage", WRONG)
def test_objects_of_wrong_sizes(damage: str, word: int) -> None:
    make, message = WRONG[damage]
    space = Space(word)
    space.text("something before")
    refused(finish(space, make(space)), message)


def test_damaged_gmp_numbers() -> None:
    for count, pointer in ((1, 0), (900, 0), (-(2**31), 0), (2**31 - 1, 0), (1, 8)):
        space = Space(8, gmp=True)
        content = struct.pack("<iiQQ", 1, count, space.here + 24 + pointer, 7)
        at = space.put(250, 0, 8, content)
        files = finish(space, at)
        if (count, pointer) == (1, 0):
            assert load(files).parts.bignum((at - BASE) // 8) == 7
        else:
            refused(files)


def test_a_reference_count_is_refused() -> None:
    for word in (4, 8):
        space = Space(word)
        at = space.text("abc")
        files = finish(space, at)
        data = bytearray(files[".olean"])
        data[at - BASE] = 1
        refused({".olean": bytes(data)}, "reference count")


# -- headers and parts ----------------------------------------------------------------------------------------------


def header_case(at: int, content: bytes, word: int = 4) -> bytes:
    data = bytearray(sample(word)[".olean"])
    data[at : at + len(content)] = content
    return bytes(data)


@pytest.mark.parametrize("word", [4, 8])
def test_headers(word: int) -> None:
    code = "<I" if word == 4 else "<Q"
    good = read_header(sample(word)[".olean"], "x")
    assert (good.word, good.base, good.version, good.gmp) == (word, BASE, "4.28.0-pre", False)
    cases = [
        (0, b"oleam", "no `olean` mark"), (5, b"\1", "format version 1"), (5, b"\3", "format version 3"),
        (6, b"\2", "unknown flags 2"), (7, b"\xff", "no readable version"), (40, b"\x80", "no readable version"),
        (80, struct.pack(code, 0), "root lies outside"), (80, struct.pack(code, BASE + 8), "root lies outside"),
        (80, struct.pack(code, BASE + PAGE), "root lies outside"), (80, struct.pack(code, BASE - PAGE), "."),
        (80 + word, struct.pack(code, 0), "root lies outside"), (80 + word, struct.pack(code, 1), "root lies outside"),
        (80 + word, struct.pack(code, BASE + 8), "root lies outside"),
        (80 + word, struct.pack(code, good.root + 2), "root lies outside"),
        (80 + word, struct.pack(code, good.root + word), "the root is no object"),
        (80 + word, struct.pack(code, good.root | 1), "root lies outside"),
    ]  # fmt: skip
    for at, content, message in cases:
        refused({".olean": header_case(at, content, word)}, message)
    for size in range(100):
        refused({".olean": sample(word)[".olean"][:size]})


@pytest.mark.parametrize("word", [4, 8])
def test_parts_that_do_not_belong_together(word: int) -> None:
    files = sample(word)
    one, two, three = (files[suffix] for suffix in PART_SUFFIXES)
    other = write_module(SAMPLE, word=word, exposed=EXPOSED, git_hash="0" * 40)
    newer = write_module(SAMPLE, word=word, exposed=EXPOSED, version="4.29.0")
    moved = write_module(SAMPLE, word=word, exposed=EXPOSED, base=BASE + 16 * PAGE)
    gmp = write_module(SAMPLE, word=word, exposed=EXPOSED, gmp=True)
    wide = sample(12 - word)
    cases: list[tuple[list[bytes], str]] = [
        ([one, three], "does not follow"), ([two, three], "."), ([one, three, two], "does not follow"),
        ([three, two, one], "."), ([one, one, three], "does not follow"), ([one, two, three, three], "does not follow"),
        ([one, two, other[".olean.private"]], "another Lean"), ([one, newer[".olean.server"], three], "another Lean"),
        ([one, two, gmp[".olean.private"]], "another Lean"), ([one, two, moved[".olean.private"]], "."),
        ([one, two, wide[".olean.private"]], "."), ([one + bytes(PAGE), two, three], "does not follow"),
        ([one, two, three + bytes(word // 2)], "not a multiple"), ([], "no compiled file"), ([one, two, b""], "mark"),
    ]  # fmt: skip
    for data, message in cases:
        with pytest.raises(OleanError, match=message):
            validate(Parts([(f"part{index}", each) for index, each in enumerate(data)]))
    for extra in (bytes(word), bytes(8 * word)):
        refused({**files, ".olean.private": three + extra}, ".")


def test_read_parts_wants_the_first_part(tmp_path: Path) -> None:
    for suffix, data in sample().items():
        (tmp_path / f"M{suffix}").write_bytes(data)
    assert list(read_parts(tmp_path / "M.olean")[1]) == [f"M{suffix}" for suffix in PART_SUFFIXES]
    (tmp_path / "M.olean.server").unlink()
    with pytest.raises(OleanError, match="does not follow"):
        read_parts(tmp_path / "M.olean")
    (tmp_path / "M.olean.server").mkdir()
    with pytest.raises(OleanError, match="cannot be read"):
        read_parts(tmp_path / "M.olean")
    (tmp_path / "M.olean").unlink()
    (tmp_path / "M.olean.server").rmdir()
    with pytest.raises(OleanError, match="no such file"):
        read_parts(tmp_path / "M.olean")


# -- truncation and flipped bits ------------------------------------------------------------------------------------


def check_truncation(files: Mapping[str, bytes], step: int) -> int:
    """Cut every part at every ``step``-th byte; returns how often."""
    count = 0
    for suffix, data in files.items():
        for size in range(0, len(data), step):
            refused({**files, suffix: data[:size]})
            count += 1
    return count


def outcome(files: Mapping[str, bytes], whole: list[object]) -> str:
    """What comes of reading damaged files; ``whole`` is what there was to read before."""
    begun = time.monotonic()
    try:
        if refusals(load(files)):
            return "refused"
        return "same" if everything(files) == whole else "changed"
    except OleanError:
        return "refused"
    finally:
        assert time.monotonic() - begun < 5


def check_flips(files: Mapping[str, bytes], seed: int, number: int) -> Counter[str]:
    """Flip single bits, as many in every part; counts refusals, flips without effect and changed declarations."""
    rng, found, whole = random.Random(seed), Counter[str](), everything(files)
    for suffix, data in files.items():
        for _ in range(number):
            flipped = bytearray(data)
            flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            found[outcome({**files, suffix: bytes(flipped)}, whole)] += 1
    return found


def check_pointers(files: Mapping[str, bytes], seed: int, number: int) -> Counter[str]:
    """Let single pointers go to another earlier object or be a small number: mostly sound objects that mean nothing."""
    rng, found, whole = random.Random(seed), Counter[str](), everything(files)
    parts = load(files).parts
    begin, end = parts.spans[0][0], parts.spans[-1][1]
    inside = {word for word in parts.words[begin:end] if parts.base < word < parts.base + end * parts.word}
    targets = sorted(word for word in inside if word % parts.word == 0)
    for suffix, (first, last), header in zip(files, parts.spans, parts.headers, strict=True):
        slots = [at for at in range(first, last) if parts.words[at] in inside]
        for _ in range(number if slots else 0):
            slot, damaged = rng.choice(slots), bytearray(files[suffix])
            lower = targets[: bisect.bisect(targets, parts.base + slot * parts.word) - 1]
            value = rng.choice(lower) if lower and rng.random() < 0.8 else rng.choice((1, 3, 5, 0x7FFFFFFF))
            offset = slot * parts.word + parts.base - header.base
            damaged[offset : offset + parts.word] = value.to_bytes(parts.word, "little")
            found[outcome({**files, suffix: bytes(damaged)}, whole)] += 1
    return found


@pytest.mark.parametrize(("word", "gmp"), LAYOUTS)
def test_truncated_files(word: int, gmp: bool) -> None:
    assert check_truncation(sample(word, gmp), 97) > 50


@pytest.mark.parametrize(("word", "gmp"), LAYOUTS)
def test_flipped_bits(word: int, gmp: bool) -> None:
    found = check_flips(sample(word, gmp), 10 * word + gmp, 100)
    assert found.total() == 300 and min(found["refused"], found["same"], found["changed"]) > 0, found


@pytest.mark.parametrize(("word", "gmp"), LAYOUTS)
@pytest.mark.slow
def test_redirected_pointers(word: int, gmp: bool) -> None:
    found = check_pointers(sample(word, gmp), 10 * word + gmp, 100)
    assert found.total() >= 200 and min(found["refused"], found["changed"]) > 0, found


@needs_compiled
@pytest.mark.slow
def test_truncated_compiled_modules() -> None:
    assert all(check_truncation(suffixed(path), 997) for path in COMPILED[::7])


@needs_compiled
@pytest.mark.slow
def test_damaged_compiled_modules() -> None:
    found = Counter[str]()
    for index, path in enumerate(random.Random(1).sample(COMPILED, min(6, len(COMPILED)))):
        found += check_flips(suffixed(path), index, 10) + check_pointers(suffixed(path), index, 10)
    assert found["refused"] > found["changed"], found


# -- other words ----------------------------------------------------------------------------------------------------


def check_relay(files: Mapping[str, bytes]) -> None:
    """A module must say the same after it was laid out for 64 bits, and for 32 bits again."""
    module = load(files)
    wide = load(relay(module.parts, 8))
    for other in (wide, load(relay(module.parts, 8, gmp=True)), load(relay(wide.parts, 4))):
        assert other.imports == module.imports
        for part in range(len(module.parts.roots)):
            assert view(other, part) == view(module, part)
            assert list(other.entries(part)) == list(module.entries(part))


def test_a_written_module_laid_out_again() -> None:
    check_relay(sample())


@needs_compiled
@pytest.mark.slow
def test_compiled_modules_laid_out_again() -> None:
    for path in COMPILED:
        check_relay(suffixed(path))


@pytest.mark.lean
def test_fresh_modules_laid_out_again(tmp_path: Path) -> None:
    from claims.lean.leg import check_theorems
    from claims.lean.project import Project
    from claims.lean.toolchain import locate
    from tests.test_lean_real import GOOD
    from tests.test_lean_standin import make_project

    project = Project.load(make_project(tmp_path / "lean", {"Claims.A": GOOD}))
    toolchain = locate("embedded", offline=False, install=True)
    check_theorems(project, ["Claims.A.two"], toolchain, tmp_path / "out", 1)
    compiled = sorted((tmp_path / "out").rglob("A.olean"))
    assert compiled
    for path in compiled:
        check_relay(suffixed(path))
