"""Cold against warm `claims verify`, in one run: python benchmarks/verify_times.py [--write].

Cold means nothing under ``.claims/`` (the toolchain itself stays); warm means nothing changed. The goals are the
ratio warm/cold and, since the answer to an unchanged registry has to feel instant, one second for the warm run.
Minutes are reported, not gated. ``--write`` stores the record beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RATIO_GOAL = 1 / 60


def run(folder: Path, *arguments: str) -> tuple[float, dict[str, object]]:
    """Wall seconds and JSON report of one `claims verify`."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "claims", "verify", "--json", "-", "--pack", str(folder), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode != 0:
        sys.exit(f"verify ended with {done.returncode}:\n{done.stderr}")
    return seconds, json.loads(done.stdout)


def main() -> None:
    """Measure on a copy of the pack, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the record in benchmarks/verify_times.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "pack"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", ".claims", ".mypy_cache", ".out"))
        cold, report = run(copy)
        warm = min(run(copy)[0] for _ in range(5))
    record = {
        "cold_s": round(cold, 1),
        "warm_s": round(warm, 3),
        "ratio": round(warm / cold, 5),
        "work_s": report["leg_seconds"],
        "claims": len(report["claims"]),  # type: ignore[arg-type]
        "toolchain": report["toolchain"],
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
    }
    print(json.dumps(record, indent=1))
    if options.write:
        (ROOT / "benchmarks" / "verify_times.json").write_text(json.dumps(record, indent=1) + "\n")
    if warm / cold > RATIO_GOAL or warm > 1.0:
        sys.exit(f"missed: warm {warm:.2f} s, ratio {warm / cold:.4f} (goals: 1 s, {RATIO_GOAL:.4f})")


if __name__ == "__main__":
    main()
