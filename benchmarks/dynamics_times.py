"""Speed of the compiled dynamics against numpy and torch, in one run: python benchmarks/dynamics_times.py [--write].

Ratios are of processor time on one thread, the least of several turns that the programs take in rotation, because
minutes depend on what else the machine does. Measured: nanoseconds for a pair of tokens and an evaluation of the field;
the kernel's share of the arithmetic peak; growth with tokens, seeds and dimension; memory at 100 and 400 seeds; RK4 at
0.05 against RK2 at 0.01; the minutes that the collapse experiment of ``usa-av``, section 9.2, would take. ``--write``
stores the record and the plot.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):  # read when numpy is imported
    os.environ[_name] = "1"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from benchmarks import dynamics_variants as variants  # noqa: E402
from claims.measure.arrays import processor  # noqa: E402
from numeric import compiled, dynamics, models, observables  # noqa: E402
from numeric.models import Model  # noqa: E402

DTYPES = ("float64", "float32")
SIZES = (64, 128, 256)
SEEDS, STEPS, DT = 100, 2000, 0.01  # of the collapse experiment, with three models
EVALUATIONS = 2  # of the field in a step of RK2
AT_LEAST = {
    "numpy_per_kernel_float64": 4.0,
    "numpy_per_kernel_float32": 4.0,
    "torch_per_kernel_float64": 1.0,
    "torch_per_kernel_float32": 1.0,
    "share_of_peak_float64": 0.3,
    "share_of_peak_float32": 0.3,
}
AT_MOST = {"memory_growth": 1.02, "collapse_minutes_float64": 4.0, "collapse_minutes_float32": 2.0}


def kernel(cloud: Any, model: Model, dt: float = DT) -> variants.Advance:
    """RK2 steps of the compiled kernel on this thread."""
    packed, advance = compiled.pack(cloud, model, dt), compiled.kernel().advance
    states = np.swapaxes(cloud, -1, -2).copy(order="C")
    return lambda steps: advance(states, steps, packed)


def chunked(n: int, dtype: str) -> int:
    """Seeds whose scores together fill half of a second-level cache of 512 KiB; at least one."""
    return max(1, 2**18 // (n * n * np.dtype(dtype).itemsize))


def programs(n: int, dtype: str, d: int = 3) -> dict[str, tuple[variants.Advance, int]]:
    """Every program for n tokens, and the pairs of one of its steps."""
    model, beta = Model("softmax", 1.0), 1.0
    made: dict[str, tuple[variants.Advance, int]] = {}
    for size in sorted({1, chunked(n, dtype)}):
        cloud = dynamics.cloud(range(size), n, d).astype(dtype)
        work = EVALUATIONS * size * n * n
        made[f"numpy in place, rows, {size}"] = variants.in_place(cloud, beta, DT, True, False), work
        made[f"numpy in place, columns, {size}"] = variants.in_place(cloud, beta, DT, True, True), work
        made[f"numpy source, {size}"] = variants.source(cloud, model, DT), work
    torch = variants.torch_or_none()
    for size in sorted({1, 10, chunked(n, dtype)}) if torch else ():
        cloud = torch.from_numpy(dynamics.cloud(range(size), n, d).astype(dtype))
        work = EVALUATIONS * size * n * n
        made[f"torch source, {size}"] = variants.source(cloud, model, DT), work
        made[f"torch fused attention, {size}"] = variants.torch_fused(torch, cloud, beta, DT), work
    made["kernel"] = kernel(dynamics.cloud(range(4), n, d).astype(dtype), model), EVALUATIONS * 4 * n * n
    return made


def nanoseconds(n: int, dtype: str, d: int = 3, budget: float = 0.35) -> dict[str, float]:
    """Of each program for a pair and an evaluation; "peak" is what the kernel's operations take at the peak."""
    made = programs(n, dtype, d)
    best = variants.fastest({name: program for name, (program, _) in made.items()}, budget)
    best |= variants.fastest({"peak": variants.peak(dtype)}, budget)
    ns = {name: 1e9 * best[name] / made[name][1] for name in made}
    return ns | {"peak": 1e9 * best["peak"] / variants.PEAK_OPERATIONS * variants.operations(d, dtype)}


def least(ns: dict[str, float], library: str) -> float | None:
    """Of the fastest program of a library."""
    return min((value for name, value in ns.items() if name.startswith(library)), default=None)


def compared(table: dict[int, dict[str, float]]) -> dict[str, float | None]:
    """Ratios over the whole experiment: the pairs of each n weigh as they occur in it."""

    def total(library: str) -> float | None:
        parts = [least(table[n], library) for n in SIZES]
        return None if None in parts else sum(n * n * part for n, part in zip(SIZES, parts, strict=True) if part)

    ours = total("kernel")
    assert ours is not None
    ratio = {name: None if (theirs := total(name)) is None else theirs / ours for name in ("numpy", "torch", "peak")}
    return {"numpy": ratio["numpy"], "torch": ratio["torch"], "share": ratio["peak"]}


# Growth -------------------------------------------------------------------------------------------------------------

AXES: dict[str, tuple[Sequence[int], str]] = {
    "n": ((8, 16, 32, 64, 128, 256, 512), "tokens n (d = 3)"),
    "d": ((2, 3, 4, 8, 16, 32, 64), "dimension d (n = 64)"),
    "seeds": ((1, 2, 4, 8, 16, 32, 64, 128, 256), "seeds (n = 64, d = 3)"),
}


def growth(budget: float = 0.1) -> dict[str, dict[str, list[float]]]:
    """Nanoseconds for a pair and an evaluation along each axis: kernel in both dtypes, best in-place numpy, and the
    array-API source on all seeds at once. All points of an axis take turns."""
    out: dict[str, dict[str, list[float]]] = {}
    for axis, (points, _) in AXES.items():
        made = {}
        for point in points:
            at = {"n": 64, "d": 3, "seeds": 4} | {axis: point}
            made |= {(name, point): cell for name, cell in _cells(**at, whole=axis == "seeds").items()}
        best = variants.fastest({f"{name} {point}": made[name, point][0] for name, point in made}, budget)
        rows: dict[str, list[float]] = {}
        for (name, point), (_, work) in made.items():
            rows.setdefault(name, []).append(round(1e9 * best[f"{name} {point}"] / work, 3))
        out[axis] = rows
    return out


def _cells(n: int, d: int, seeds: int, whole: bool) -> dict[str, tuple[variants.Advance, int]]:
    """Programs of one point, and the pairs of one of their steps."""
    cloud = dynamics.cloud(range(seeds), n, d)
    model, work = Model("softmax", 1.0), EVALUATIONS * n * n
    part = cloud[: min(seeds, chunked(n, "float64"))]
    made = {f"kernel, {dtype}": (kernel(cloud.astype(dtype), model), seeds * work) for dtype in DTYPES}
    made["numpy in place, float64"] = variants.in_place(part, 1.0, DT, True, False), len(part) * work
    if whole:
        made["numpy source, all seeds at once, float64"] = variants.source(cloud, model, DT), seeds * work
    return made


def draw(figure: Any, data: dict[str, dict[str, list[float]]]) -> None:
    """Three panels: nanoseconds for a pair against n, d and seeds, on logarithmic axes."""
    styles = {
        "kernel, float64": ("#0072B2", "o-"),
        "kernel, float32": ("#009E73", "s-"),
        "numpy in place, float64": ("#D55E00", "^--"),
        "numpy source, all seeds at once, float64": ("#CC79A7", "v:"),
    }
    panels = figure.subplots(1, 3, sharey=True)
    for panel, (axis, (points, label)) in zip(panels, AXES.items(), strict=True):
        for name, values in data[axis].items():
            panel.loglog(points, values, styles[name][1], color=styles[name][0], label=name, markersize=4, base=2)
        panel.set_xlabel(label)
        panel.set_xticks(points, [str(point) for point in points])
        panel.minorticks_off()
        panel.grid(alpha=0.3)
    ticks = [2.0**power for power in range(-1, 9)]
    panels[0].set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    panels[0].set_ylabel("ns per pair and evaluation (1 thread)")
    handles, labels = panels[-1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=4, frameon=False, fontsize=9)
    figure.subplots_adjust(left=0.07, right=0.99, bottom=0.15, top=0.88, wspace=0.06)


# Memory, methods, minutes --------------------------------------------------------------------------------------------


def resident(way: str, seeds: int) -> float:
    """MiB at the peak of a process of its own that steps this many seeds of 128 tokens."""
    command = [sys.executable, str(Path(__file__).resolve()), "--memory", way, str(seeds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def step_seeds(way: str, seeds: int) -> float:
    """Collapse gaps after two steps, by "source", "kernel" or "at once" (no chunks); MiB at the peak of this process.

    Linux: read where the process that started this one does not count (it does in ``getrusage``).
    """
    n, model = 128, Model("unnormalised", 1.0)

    def run(part: range) -> Any:
        cloud = dynamics.cloud(part, n, 3)
        if way == "kernel":
            return observables.collapse_gap(compiled.flow(cloud, model, DT, 2, threads=1))
        return observables.collapse_gap(dynamics.flow(cloud, model, DT, 2))

    dynamics.sweep(range(seeds), seeds if way == "at once" else dynamics.chunk_size(n), run)
    lines = Path("/proc/self/status").read_text("utf8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def memory() -> dict[str, Any]:
    """Peaks at 100 and 400 seeds; without chunks it grows, which shows that the measure sees it."""
    resident("kernel", 1)  # compiles once for all
    peaks = {way: [resident(way, seeds) for seeds in (100, 400)] for way in ("source", "kernel", "at once")}
    growth = {way: large / small for way, (small, large) in peaks.items()}
    return {
        "memory_mib": {way: [round(value, 1) for value in pair] for way, pair in peaks.items()},
        "memory_growth": round(max(growth["source"], growth["kernel"]), 4),
        "memory_growth_without_chunks": round(growth["at once"], 2),
    }


def methods(depth: float = 5.0, n: int = 64, seeds: int = 20) -> dict[str, Any]:
    """RK4 at 0.05 and RK2 at 0.01 to a depth, their distance from RK4 at 0.0025 and from each other (largest entry)."""
    cloud = dynamics.cloud(range(seeds), n, 3)
    rows = {}
    for name, model in models.collapse_models(n)[0].items():
        ends = {
            (method, dt): compiled.flow(cloud, model, dt, round(depth / dt), method)
            for method, dt in (("rk4", 0.0025), ("rk4", 0.05), ("rk2", 0.01))
        }
        fine, four, two = ends.values()
        single = compiled.flow(cloud.astype(np.float32), model, 0.05, round(depth / 0.05), "rk4")
        pairs = {"rk4_error": (four, fine), "rk2_error": (two, fine), "rk4_from_rk2": (four, two),
                 "rk4_float32_error": (single, fine)}  # fmt: skip
        rows[name] = {key: float(f"{np.max(np.abs(a - b)):.2e}") for key, (a, b) in pairs.items()}
    return {"evaluations": {"rk4": 4 * round(depth / 0.05), "rk2": 2 * round(depth / 0.01)}, "errors": rows}


def minutes(dtype: str, cores: int, pairs: float = 6e7) -> tuple[float, float]:
    """Minutes of the collapse experiment, extrapolated: wall time on all cores as they were busy, and processor time
    of one thread shared among them (what idle cores would take)."""
    wall = processor_time = 0.0
    for n in SIZES:
        steps = max(4, int(pairs / (2 * cores * 8 * n * n)))
        cloud = dynamics.cloud(range(8 * cores), n, 3).astype(dtype)
        for model in models.collapse_models(n)[0].values():
            compiled.flow(cloud, model, DT, 1)
            taken, used = [], []
            for _ in range(3):
                started, before = time.perf_counter(), time.process_time()
                compiled.flow(cloud, model, DT, steps)
                taken.append(time.perf_counter() - started)
                used.append(time.process_time() - before)
            scale = SEEDS * STEPS / (len(cloud) * steps)
            wall += min(taken) * scale
            processor_time += min(used) * scale / cores
    return wall / 60, processor_time / 60


# Record -------------------------------------------------------------------------------------------------------------


def speed(dtype: str) -> dict[str, Any]:
    """Table and ratios of a dtype."""
    table = {n: nanoseconds(n, dtype) for n in SIZES}
    ratios = compared(table)
    rounded = {str(n): {name: round(value, 3) for name, value in row.items()} for n, row in table.items()}
    keys = {"numpy": "numpy_per_kernel", "torch": "torch_per_kernel", "share": "share_of_peak"}
    made = {f"{keys[key]}_{dtype}": "not installed" if v is None else round(v, 3) for key, v in ratios.items()}
    return {f"ns_{dtype}": rounded, **made, f"operations_per_pair_{dtype}": variants.operations(3, dtype)}


def measure() -> dict[str, Any]:
    """The record of one run, with the load of the machine when it began and ended."""
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    record: dict[str, Any] = memory()
    for dtype in DTYPES:
        record |= speed(dtype)
    for dtype in DTYPES:
        wall, idle = minutes(dtype, cores)
        record |= {f"collapse_minutes_{dtype}": round(idle, 2), f"collapse_minutes_as_busy_{dtype}": round(wall, 2)}
    torch = variants.torch_or_none()
    return record | {
        "methods": methods(),
        "growth": growth(),
        "growth_points": {axis: list(points) for axis, (points, _) in AXES.items()},
        "torch": str(torch.__version__) if torch else "not installed",
        "numpy": np.__version__,
        "numba": variants.numba.__version__,
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "cores": cores,
        "processor": processor(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
    }


def plot(data: dict[str, dict[str, list[float]]], path: Path) -> None:
    """The growth as a picture."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4))
    draw(figure, data)
    with matplotlib.rc_context({"svg.hashsalt": "dynamics"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    """Measure, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store benchmarks/dynamics_times.json and the plot")
    parser.add_argument("--memory", nargs=2, metavar=("WAY", "SEEDS"), help="only the memory of one way of stepping")
    options = parser.parse_args()
    if options.memory:
        print(step_seeds(options.memory[0], int(options.memory[1])))
        return
    record = measure()
    print(json.dumps(record, indent=1))
    if options.write:
        (ROOT / "benchmarks" / "dynamics_times.json").write_text(json.dumps(record, indent=1) + "\n", "utf8")
        plot(record["growth"], ROOT / "benchmarks" / "dynamics_growth.svg")
    missed = [f"{key} = {record[key]}, goal {goal}" for key, goal in AT_MOST.items() if record[key] > goal]
    here = {key: goal for key, goal in AT_LEAST.items() if record[key] != "not installed"}
    missed += [f"{key} = {record[key]}, goal {goal}" for key, goal in here.items() if record[key] < goal]
    if missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
