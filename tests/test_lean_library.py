"""The Lean library as a book: its map names every file once, in an order in which each file rests on earlier ones."""

from __future__ import annotations

import re
from pathlib import Path

LEAN = Path(__file__).resolve().parent.parent / "lean"
MAP = (LEAN / "README.md").read_text()


def listed() -> list[tuple[str, str]]:
    """Modules of the map in reading order, each with the names it tells a reader to look for."""
    found: list[tuple[str, str]] = []
    for room, rows in re.findall(r"^Folder `Claims/(\w+)`\.\n(.*?)(?=^## |\Z)", MAP, re.DOTALL | re.MULTILINE):
        found += [
            (f"Claims.{room}.{file}", names) for file, names in re.findall(r"^\| `(\w+)` \|[^|]*\|(.*)\|$", rows, re.M)
        ]
    return found


def source(module: str) -> str:
    return LEAN.joinpath(*module.split(".")).with_suffix(".lean").read_text()


def test_the_map_names_every_file_once() -> None:
    modules = [module for module, _ in listed()]
    files = [".".join(p.relative_to(LEAN).with_suffix("").parts) for p in (LEAN / "Claims").rglob("*.lean")]
    assert sorted(modules) == sorted(files)


def test_each_file_rests_on_earlier_ones_only() -> None:
    place = {module: number for number, (module, _) in enumerate(listed())}
    later = [
        (module, used)
        for module in place
        for used in re.findall(r"^public import (Claims\.\S+)$", source(module), re.MULTILINE)
        if place[used] >= place[module]
    ]
    assert later == []


def test_the_root_imports_in_the_order_of_the_map() -> None:
    root = re.findall(r"^public import (\S+)$", (LEAN / "Claims.lean").read_text(), re.MULTILINE)
    assert root == [module for module, _ in listed()]


def test_what_a_reader_is_told_to_look_for_is_there() -> None:
    missing = [
        (module, name)
        for module, names in listed()
        for name in re.findall(r"`([^`]+)`", names)
        if not re.search(
            rf"^(?:noncomputable )?(?:theorem|def|structure|class|inductive|abbrev) {re.escape(name)}(?![\w.'])",
            source(module),
            re.M,
        )
    ]
    assert missing == []


def test_every_theorem_has_a_docstring() -> None:
    bare = [
        (module, found[1])
        for module, _ in listed()
        for found in re.finditer(
            r"^(?:@\[[^\]]*\] |noncomputable )?(?:theorem|def|abbrev|structure|class|inductive) ([\w.]+) ?[\[({:]",
            source(module),
            re.MULTILINE,
        )
        if not source(module)[: found.start()].rstrip().endswith("-/")
        and not source(module)[: found.start()].rstrip().endswith("open Classical in")
    ]
    assert bare == []
