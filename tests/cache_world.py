"""A small verified pack for tests of the cache, and what a run of it did not take from there."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from tests.fault_corpus import Pack
from tests.many_claims import make_many
from tests.toy_pack import Toy

OLD = time.time() - 30 * 86_400
DEPENDS = '\nid = "many.c3"\n'


@cache
def verified() -> Toy:
    """A verified pack of three claims, of which the third rests on the second; made once for all tests of a process."""
    scratch = Path(tempfile.mkdtemp(prefix="claims-test-")).resolve()
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    toy = make_many(scratch, 3)
    toy.edit("registry/family0.toml", DEPENDS, f'{DEPENDS}depends_on = ["many.c2"]\n')
    code, report = toy.verify("--mutants")
    assert code == 0, report["findings"]
    return toy


def warm_pack(folder: Path) -> Pack:
    """A copy of it under ``folder``, warm."""
    toy = verified()
    shutil.copytree(toy.root, folder / "pack", symlinks=True)
    return Pack((folder / "pack").resolve(), toy.programs, toy.cache)


def verify(pack: Pack, *arguments: str, process: bool = False, **variables: str) -> dict[str, Any]:
    report = pack.here("verify", *arguments, process=process, **variables).report
    assert report is not None
    return report


def ran(report: dict[str, Any]) -> set[str]:
    """Legs, witnesses and mutants of a run that were not labelled as cached."""
    results = {
        f"{c['id']} {n}": r for c in report["claims"] for n, r in [*c["legs"].items(), ("witness", c["witness"])]
    }
    results |= {f"{m['claim']} mutant {m['leg']}": m for m in report["mutants"] if m["leg"] != "lean"}
    return {name for name, result in results.items() if not result["cached"]}


def earned(report: dict[str, Any]) -> dict[str, str]:
    return {claim["id"]: claim["earned"] for claim in report["claims"]}


def item(path: Path, size: int, used: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    os.utime(path, (used, used))
    return path


def tree(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def litter(state: Path, age: float) -> list[Path]:
    """Everything a killed run can leave, ``age`` seconds ago."""
    then = time.time() - age
    names = (
        "results/ab/.abc.json.k3j2x_9a",
        "valid/.mark.aaaaaaaa",
        ".imports.json.0123abcd",
        "lean/.answer-1.json.zzzzzzzz",
    )
    inside = ("Claims/A.record.json.4711", ".proofs/.Claims.A.json.abcdefgh")
    files = [item(state / name, 10, then) for name in names]
    files += [item(state / "lean" / "tool" / name, 10, then) for name in inside]
    folders = [
        state / "lean" / "tool" / name for name in ("run-abcdefgh", ".mutants/src-01234567", ".mutants/run-0_234567")
    ]
    for folder in folders:
        item(folder / "Claims" / "A.lean", 10, then)
        for path in (folder / "Claims", folder):
            os.utime(path, (then, then))
    return [*files, *folders]
