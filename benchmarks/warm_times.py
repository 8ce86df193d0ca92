"""What a run costs when nothing changed, on a pack of 200 claims: python benchmarks/warm_times.py [--write].

The pack is generated: ten modules of twenty trivial claims each, with three legs (Lean is a stand-in) and a witness.
Measured in one run: cold, warm, after an edit of one derivation, and the start of the command line against that of a
bare Python. Goals: warm under a second, `claims --version` under 150 ms, one leg run anew after the edit. ``--write``
stores the record.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.many_claims import edit_one, make_many  # noqa: E402
from tests.toy_pack import Toy  # noqa: E402

CLAIMS = 200
GOALS = {"warm_s": 1.0, "version_ms": 150.0, "warm_per_cold": 0.1, "rerun_after_edit": 1}


def compiled(toy: Toy) -> dict[str, str]:
    """The environment of a run that keeps bytecode, as Python does unless told otherwise, in a place of its own."""
    kept = {k: v for k, v in toy.environment().items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(toy.cache / "bytecode")}


def seconds(command: list[str], toy: Toy, times: int) -> float:
    """Median wall seconds of a command in the pack, the first run not counted."""
    taken = []
    subprocess.run(command, cwd=toy.root, env=compiled(toy), check=True, capture_output=True)
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, cwd=toy.root, env=compiled(toy), check=True, capture_output=True)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def reran(toy: Toy) -> tuple[float, list[str]]:
    """Seconds of a `claims verify`, and the legs and witnesses that were not from the cache."""
    started = time.perf_counter()
    code, report = toy.verify()
    taken = time.perf_counter() - started
    if code:
        sys.exit(f"verify ended with {code}: {report['findings'][:3]}")
    results = {
        f"{c['id']} {n}": r for c in report["claims"] for n, r in [*c["legs"].items(), ("witness", c["witness"])]
    }
    return taken, [name for name, result in results.items() if not result["cached"]]


def measure() -> dict[str, Any]:
    """The record of one run."""
    engine = [sys.executable, "-m", "claims"]
    with tempfile.TemporaryDirectory() as name:
        toy = make_many(Path(name).resolve(), CLAIMS)
        cold, first = reran(toy)
        _, left = reran(toy)
        warm_s = seconds([*engine, "verify", "--offline"], toy, 7)
        edit_one(toy, 7)
        edited, again = reran(toy)
        version = seconds([*engine, "--version"], toy, 15)
        bare = seconds([sys.executable, "-c", "pass"], toy, 15)
    return {
        "claims": CLAIMS,
        "results": len(first),
        "cold_s": round(cold, 2),
        "warm_s": round(warm_s, 3),
        "warm_per_cold": round(warm_s / cold, 4),
        "rerun_when_warm": len(left),
        "edited_s": round(edited, 2),
        "rerun_after_edit": len(again),
        "version_ms": round(1000 * version, 1),
        "python_start_ms": round(1000 * bare, 1),
        "version_per_python_start": round(version / bare, 2),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
    }


def main() -> None:
    """Measure, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the record in benchmarks/warm_times.json")
    options = parser.parse_args()
    record = measure()
    print(json.dumps(record, indent=1))
    if options.write:
        (ROOT / "benchmarks" / "warm_times.json").write_text(json.dumps(record, indent=1) + "\n", "utf8")
    missed = [f"{key} = {record[key]}, goal {goal}" for key, goal in GOALS.items() if record[key] > goal]
    if missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
