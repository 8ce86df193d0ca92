"""What the cases of ``tests/faults/cache`` need to find their way about the cache of a pack."""

from __future__ import annotations

import json
from pathlib import Path

from claims.cache import ResultCache
from claims.leanmemo import memo_path
from claims.pack import find_pack
from claims.plan import Job, leg_job
from claims.reach import Reach
from claims.registry_io import load
from tests.fault_corpus import Pack


def stored(pack: Pack, words: str, verdict: str = "pass") -> Path:
    """The file of the one stored result of that verdict with these words in it."""
    found = [
        path
        for path in (pack.root / ".claims" / "results").rglob("*.json")
        if words in (text := path.read_text()) and f'"verdict": "{verdict}"' in text
    ]
    assert len(found) == 1, (words, found)
    return found[0]


def good_entry(pack: Pack) -> Path:
    """The stored pass of the symbolic leg of `toy.square`, of the code before it was broken."""
    return stored(pack, "square of a sum")


def symbolic_job(pack: Pack) -> Job:
    """The task of that leg for the code as it stands."""
    entry = load(find_pack(pack.root)).entries["toy.square"]
    return leg_job(entry, "symbolic", Reach(pack.root, pack.root / "no memory"))


def broken_entry(pack: Pack) -> Path:
    """Run the broken code once; the file of its result, which is a failure."""
    assert pack.here("verify", "--leg", "symbolic").code == 1
    path = ResultCache(pack.root / ".claims" / "results")._path(symbolic_job(pack).key)
    assert '"fail"' in path.read_text()
    return path


def keep_lean_answer(pack: Pack, identity: str = "", theorem: str = "Claims.square", named: bool = True) -> Path:
    """Keep the answer of the library before it was broken as that of the library as it stands.

    It stays in the name of the old library unless ``named``.
    """
    place = find_pack(pack.root)
    (old,) = (pack.root / ".claims" / "lean").glob("answer-*.json")
    data = json.loads(old.read_text())
    data["identity"] = identity or data["identity"]
    data["results"] = {theorem: data["results"]["Claims.square"]}
    path = memo_path(place, ["Claims.square"])
    assert path != old
    data["name"] = path.name if named else old.name
    path.write_text(json.dumps(data))
    return path


def swap_olean(pack: Pack) -> None:
    """State something else, compile it, and put the compiled file of the old statement in its place."""
    lean = pack.root / ".claims" / "lean"
    old = {path: path.read_bytes() for path in lean.rglob("Square.olean*")}
    pack.edit("lean/Claims/Square.lean", "n + 1 = 2 :=", "n + 1 = 2 + 0 :=")
    assert pack.here("verify", "--leg", "lean").code == 1
    assert old and any(path.read_bytes() != content for path, content in old.items())
    for path, content in old.items():
        path.write_bytes(content)
    for path in lean.glob("answer-*.json"):
        path.unlink()
