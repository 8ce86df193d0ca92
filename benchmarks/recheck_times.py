"""The audit and the second kernel over the compiled library, in one run: python benchmarks/recheck_times.py [--write].

Needs `claims verify` to have compiled the library, so that its compiled files and Lean's own times are there. Goals:
the audit under 2 s after the index and under 20 ms a theorem; the second kernel cold under 60 s on two cores and warm
under 0.5 s, and its processor time no more than Lean's own on the same modules. ``--write`` stores the record.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from claims.lean import toolchain
from claims.lean.core_index import CoreIndex
from claims.lean.environment import find_modules
from claims.lean.judges import CoreSpec
from claims.lean.proofs import inspect
from claims.lean.trust import TrustGraph

ROOT = Path(__file__).resolve().parent.parent
GOALS = {
    "audit_s": 2.0,
    "audit_ms_per_theorem": 20.0,
    "kernel_cold_s": 60.0,
    "kernel_warm_s": 0.5,
    "kernel_per_lean": 1,
}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Wall seconds of ``work``, and its result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def processor_seconds() -> float:
    """Processor time of this process and its ended children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def compiled_library() -> tuple[toolchain.Toolchain, Path]:
    """The toolchain and the folder that the last `claims verify` compiled the library into."""
    tool = toolchain.locate("embedded", offline=True, install=False)
    folder = ROOT / ".claims" / "lean" / tool.identity
    if not (folder / "Claims.olean").is_file():
        sys.exit("the library is not compiled: run `claims verify` first")
    return tool, folder


def main() -> None:
    """Measure, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the record in benchmarks/recheck_times.json")
    options = parser.parse_args()
    tool, folder = compiled_library()
    assert tool.core is not None
    spec, paths = CoreSpec(tool.core, tool.git_hash, tool.core_digest), find_modules(folder)
    jobs = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        made = CoreIndex(tool.core, tool.git_hash, tool.core_digest, cache=scratch / "index")
        index_s, _ = timed(lambda: (made.visible(["Init"]), made.owner("none")))
        gc.collect()
        audit_s, graph = timed(lambda: audit(spec, paths, jobs))
        before = processor_seconds()
        cold_s, proofs = timed(lambda: inspect(spec, paths, scratch / "store", jobs))
        kernel_cpu = processor_seconds() - before
        gc.collect()
        gc.freeze()
        warm_s, again = timed(lambda: inspect(spec, paths, scratch / "store", jobs))
    if proofs.faults or proofs.refusals or again.accepted != proofs.accepted:
        sys.exit(f"the library is not accepted: {proofs.faults} {proofs.refusals[:3]}")
    lean_s = sum(json.loads(path.read_text("utf8"))["seconds"] for path in folder.rglob("*.record.json"))
    theorems = sum(member.kind == "theorem" for member in graph.members.values())
    record = {
        "modules": len(paths),
        "declarations": proofs.accepted,
        "theorems": theorems,
        "index_s": round(index_s, 2),
        "audit_s": round(audit_s, 2),
        "audit_ms_per_theorem": round(1000 * audit_s / theorems, 2),
        "kernel_cold_s": round(cold_s, 1),
        "kernel_warm_s": round(warm_s, 2),
        "kernel_cpu_s": round(kernel_cpu, 1),
        "lean_s": round(lean_s, 1),
        "kernel_per_lean": round(kernel_cpu / lean_s, 3),
        "cores": jobs,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
    }
    print(json.dumps(record, indent=1))
    if options.write:
        (ROOT / "benchmarks" / "recheck_times.json").write_text(json.dumps(record, indent=1) + "\n", "utf8")
    missed = [f"{key} = {record[key]}, goal {goal}" for key, goal in GOALS.items() if float(str(record[key])) > goal]
    if missed:
        sys.exit("missed: " + "; ".join(missed))


def audit(spec: CoreSpec, paths: dict[str, Path], jobs: int) -> TrustGraph:
    """Summaries of all modules and what every theorem rests on, the index being there."""
    graph = inspect(spec, paths, None, jobs, recheck=False).graph
    assert graph is not None
    for name, member in graph.members.items():
        if member.kind == "theorem":
            graph.of(name)
    return graph


if __name__ == "__main__":
    main()
