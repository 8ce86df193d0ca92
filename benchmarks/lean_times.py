"""Compiling the Lean library from scratch and after a change in one leaf: python benchmarks/lean_times.py [--write].

Goals: under 12 minutes of wall time from scratch on two cores, under 0.3 seconds of processor time per non-empty line,
and a change in a leaf (a module that only the library's root imports) under 60 seconds. What is gated is what one run
can judge of itself: processor time per line, and the leaf against the whole. ``--write`` stores the record.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

from claims.lean import toolchain
from claims.lean.build import BuildReport, build
from claims.lean.project import Project

ROOT = Path(__file__).resolve().parent.parent
CPU_PER_LINE_GOAL = 0.3
LEAF_RATIO_GOAL = 60 / 720
LEAF = Path("Claims", "Stability", "Duhamel.lean")


def compile_all(pack: Path, tool: toolchain.Toolchain, jobs: int) -> tuple[float, float, BuildReport]:
    """Wall and processor seconds of bringing the compiled files up to date."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    report = build(Project.load(pack / "lean"), tool, pack / "compiled", jobs=jobs)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not report.ok:
        sys.exit("not everything compiles: " + ", ".join(r.module for r in report.results.values() if r.state != "ok"))
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, processor, report


def main() -> None:
    """Measure on a copy of the library, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the record in benchmarks/lean_times.json")
    options = parser.parse_args()
    tool, jobs = toolchain.locate("embedded", offline=False, install=True), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        pack = Path(name)
        shutil.copytree(ROOT / "lean", pack / "lean", ignore=shutil.ignore_patterns(".out", ".lake"))
        lines = sum(bool(line.strip()) for p in (pack / "lean").rglob("*.lean") for line in p.read_text().splitlines())
        scratch, processor, report = compile_all(pack, tool, jobs)
        leaf = pack / "lean" / LEAF
        leaf.write_text(leaf.read_text() + "\n-- changed\n")
        changed, _, _ = compile_all(pack, tool, jobs)
    slowest = sorted(report.results.values(), key=lambda r: -r.seconds)[:5]
    record = {
        "scratch_s": round(scratch, 1),
        "processor_s": round(processor, 1),
        "processor_s_per_line": round(processor / lines, 4),
        "leaf_s": round(changed, 1),
        "leaf_ratio": round(changed / scratch, 4),
        "modules": len(report.results),
        "lines": lines,
        "slowest_s": {r.module: round(r.seconds, 1) for r in slowest},
        "toolchain": tool.identity,
        "cores": jobs,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
    }
    print(json.dumps(record, indent=1))
    if options.write:
        (ROOT / "benchmarks" / "lean_times.json").write_text(json.dumps(record, indent=1) + "\n")
    if processor / lines > CPU_PER_LINE_GOAL or changed / scratch > LEAF_RATIO_GOAL:
        sys.exit("a goal is missed")


if __name__ == "__main__":
    main()
