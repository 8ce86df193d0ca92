"""The compiled kernel of the dynamics against the best numpy, torch and the arithmetic limit, in one run.

python benchmarks/dynamics_times.py [--write]. Goals, as ratios of this run: at least 4 times the best numpy variant and
faster than torch where that is installed (one thread each), at least 30 % of the arithmetic limit (the peak of fused
multiply-adds is measured here), memory flat in the number of seeds. Reported: growth with tokens, seeds and dimension
(``--write`` also draws it), the minutes of the whole collapse experiment, and RK4 with step 0.05 beside the two-stage
map with 0.01. Needs the extra ``fast``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claims.measure.arrays import processor
from claims.measure.backends import BackendMissing, open_backend
from numeric import compiled
from numeric import dynamics as dyn
from numeric.models import Model, collapse_models

GOALS = {"numpy_ratio": 4.0, "torch_ratio": 1.0, "limit_share": 0.3, "memory_growth": 1.2}
#: Arithmetic of one pair and evaluation: dot 6, scale 2, exponential, accumulate 7.
FLOPS = {"float64": 47, "float32": 34}
KINDS = {"SA": Model("softmax", 1.0), "USA": Model("unnormalised", 1.0)}
SIZES, SEEDS, STEPS = (64, 128, 256), 100, 2000


def seconds(work: Callable[[], Any], repeats: int = 3) -> float:
    """Least processor seconds of some repeats, after one to warm up."""
    work()
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def per_pair(spent: float, seeds: int, n: int, steps: int, stages: int = 2) -> float:
    """Nanoseconds for one pair in one evaluation of the field."""
    return 1e9 * spent / (seeds * n * n * steps * stages)


# The numpy variants --------------------------------------------------------------------------------------------------


def numpy_field(x: Any, model: Model, work: Any) -> Any:
    """Velocity of [seeds, n, 3] with one buffer for the weights, written in place."""
    np.matmul(x, np.swapaxes(x, -1, -2), out=work)
    if model.kind == "softmax":
        work -= 1
    work *= x.dtype.type(model.beta)
    np.exp(work, out=work)
    u = work @ x
    u /= np.sum(work, axis=-1, keepdims=True) if model.kind == "softmax" else x.dtype.type(x.shape[-2])
    u -= np.sum(u * x, axis=-1, keepdims=True) * x
    return u


def numpy_flow(x: Any, model: Model, dt: float, steps: int, chunk: int) -> Any:
    """The two-stage map, seeds in chunks that stay in the cache: the best numpy found."""
    out = np.empty_like(x)
    h = x.dtype.type(dt)
    for start in range(0, len(x), chunk):
        z = x[start : start + chunk].copy()
        work = np.empty((len(z), z.shape[1], z.shape[1]), z.dtype)
        for _ in range(steps):
            first = numpy_field(z, model, work)
            second = numpy_field(z + h * first, model, work)
            z += (h / 2) * (first + second)
            z /= np.sqrt(np.sum(z * z, axis=-1, keepdims=True))
        out[start : start + chunk] = z
    return out


def best_numpy(x: Any, model: Model, steps: int) -> dict[str, Any]:
    """Least nanoseconds per pair over chunk sizes, and over the array source itself."""
    seeds, n = x.shape[:2]
    found = {
        f"chunk {chunk}": per_pair(seconds(lambda c=chunk: numpy_flow(x, model, 0.01, steps, c), 2), seeds, n, steps)
        for chunk in (1, 2, 4, 8)
    }  # fmt: skip
    found["array source"] = per_pair(seconds(lambda: dyn.flow(x, model, 0.01, steps), 1), seeds, n, steps)
    name = min(found, key=lambda key: found[key])
    return {"variant": name, "ns": found[name], "all": found}


def torch_ns(x: Any, model: Model, steps: int) -> float | None:
    """Nanoseconds per pair of the array source on torch with one thread; ``None`` where torch is not installed."""
    try:
        backend = open_backend("torch")
    except BackendMissing:
        return None
    sys.modules["torch"].set_num_threads(1)
    z = backend.held(x, str(x.dtype))
    return per_pair(seconds(lambda: dyn.flow(z, model, 0.01, steps), 2), len(x), x.shape[1], steps)


# The limit -----------------------------------------------------------------------------------------------------------


_CHAIN = 16  # multiply-adds between a load and a store


def _multiply_add(rows: Any, count: int, factor: Any, step: Any) -> None:
    """``count`` times a chain of fused multiply-adds on every entry of ``rows``; entries are independent."""
    for _ in range(count):
        for lane in range(rows.size):
            v = rows[lane]
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            v = v * factor + step
            rows[lane] = v * factor + step


def peak(dtype: str) -> float:
    """Fused multiply-adds of one core, in flop/s: the best over lengths that stay in the first cache."""
    kernel = numba.njit(fastmath={"contract"})(_multiply_add)
    best, kind = 0.0, np.dtype(dtype).type
    for length in (64, 128, 256, 512, 1024):
        rows, count = np.ones(length, dtype), 8_000_000 // length
        spent = seconds(lambda r=rows, c=count: kernel(r, c, kind(0.999), kind(0.001)))
        best = max(best, 2.0 * _CHAIN * count * length / spent)
    return best


# The parts of the record ---------------------------------------------------------------------------------------------


def compare(dtype: str) -> dict[str, Any]:
    """Kernel, numpy and torch at each size, SA and USA."""
    top, rows = peak(dtype), []
    for n in SIZES:
        seeds, steps = 8, max(2, 40 * 64 // n)
        x = dyn.cloud(range(seeds), n, 3).astype(dtype)
        for name, model in KINDS.items():
            spent = seconds(lambda x=x, m=model, s=steps: compiled.flow(x, m, 0.01, 10 * s, threads=1))
            ours = per_pair(spent, seeds, n, 10 * steps)
            numpy, torch = best_numpy(x, model, steps), torch_ns(x, model, steps)
            rows.append(
                {
                    "n": n, "model": name, "ns": ours, "numpy_ns": numpy["ns"], "numpy_variant": numpy["variant"],
                    "numpy_ratio": numpy["ns"] / ours, "torch_ns": torch,
                    "torch_ratio": None if torch is None else torch / ours,
                    "limit_share": FLOPS[dtype] / top * 1e9 / ours,
                }
            )  # fmt: skip
    return {"peak_gflops": top / 1e9, "rows": rows}


def whole(dtype: str) -> dict[str, float]:
    """Minutes of the collapse experiment (three sizes, 100 seeds, 2000 two-stage steps, three models) on every core,
    from a hundredth of its steps, and of RK4 with step 0.05 over the same depth."""
    cores, total = os.cpu_count() or 1, {"rk2": 0.0, "rk4": 0.0}
    for n in SIZES:
        models, _ = collapse_models(n)
        x = dyn.cloud(range(SEEDS), n, 3).astype(dtype)
        for model in models.values():
            for method, steps in (("rk2", STEPS // 100), ("rk4", STEPS // 500)):
                compiled.flow(x[:cores], model, 0.01, 1, method)
                started = time.perf_counter()
                compiled.flow(x, model, 0.01, steps, method)
                total[method] += 100 * (time.perf_counter() - started)
    return {"rk2_minutes": total["rk2"] / 60, "rk4_minutes": total["rk4"] / 60}


def accuracy() -> dict[str, float]:
    """Largest distance of the ends at depth 5 from a fine run: two-stage 0.01 and RK4 0.05, evaluations of each."""
    x, model = dyn.cloud(range(4), 64, 3), KINDS["SA"]
    fine = compiled.flow(x, model, 1e-3, 5000, "rk4")
    rk2, rk4 = compiled.flow(x, model, 0.01, 500), compiled.flow(x, model, 0.05, 100, "rk4")
    return {
        "rk2_error": float(np.max(np.abs(rk2 - fine))), "rk4_error": float(np.max(np.abs(rk4 - fine))),
        "between": float(np.max(np.abs(rk2 - rk4))), "rk2_evaluations": 1000, "rk4_evaluations": 400,
    }  # fmt: skip


_MEMORY = """
import resource, sys
import numpy as np
from numeric import dynamics as dyn, compiled
from numeric.models import Model
seeds = int(sys.argv[1])
def run(part):
    x = dyn.cloud(part, 128, 3)
    return np.sum(dyn.flow(x, Model("softmax", 1.0), 0.01, 2), axis=-2)
dyn.sweep(range(seeds), dyn.chunk_size(128), run)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def memory() -> dict[str, float]:
    """Peak resident megabytes of a sweep over 100 and 400 seeds, each in a process of its own."""
    root = Path(__file__).resolve().parent.parent
    found = {}
    for seeds in (100, 400):
        command = [sys.executable, "-c", _MEMORY, str(seeds)]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        found[f"seeds_{seeds}_mb"] = int(done.stdout) / 1024
    return {**found, "growth": found["seeds_400_mb"] / found["seeds_100_mb"]}


def growth() -> dict[str, list[list[float]]]:
    """Milliseconds of a step of the kernel (one thread, USA): over tokens, seeds and dimension."""

    def step(seeds: int, n: int, d: int) -> float:
        x = dyn.cloud(range(seeds), n, d)
        steps = max(1, 4_000_000 // (seeds * n * n))
        return 1e3 * seconds(lambda: compiled.flow(x, KINDS["USA"], 0.01, steps, threads=1), 2) / steps

    return {
        "tokens": [[n, step(4, n, 3)] for n in (32, 64, 128, 256, 512)],
        "seeds": [[s, step(s, 64, 3)] for s in (4, 16, 64, 256)],
        "dimension": [[d, step(4, 64, d)] for d in (2, 3, 4, 8, 16, 32)],
    }


def draw(record: dict[str, Any], path: Path) -> None:
    """Growth on log axes, with the exponent that the last two points have."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.2), layout="constrained")
    for axes, (name, points) in zip(figure.subplots(1, 3), record["growth"].items(), strict=True):
        sizes, times = (np.asarray(column) for column in zip(*points, strict=True))
        axes.loglog(sizes, times, "o-", color="#0072B2", markersize=4)
        power = np.log(times[-1] / times[-2]) / np.log(sizes[-1] / sizes[-2])
        axes.set_title(f"{name}: exponent {power:.2f} at the end", fontsize=9)
        axes.set_xlabel(name)
    figure.axes[0].set_ylabel("one step of the kernel (ms)")
    figure.savefig(path, metadata={"Date": None})


def judged(record: dict[str, Any]) -> dict[str, bool]:
    """Whether each goal is met, ratios as geometric means over the rows of a dtype."""

    def mean(dtype: str, name: str) -> float | None:
        values = [row[name] for row in record[dtype]["rows"] if row[name] is not None]
        return float(np.exp(np.mean(np.log(values)))) if values else None

    found = {"memory_growth": record["memory"]["growth"] <= GOALS["memory_growth"]}
    for dtype in FLOPS:
        for name in ("numpy_ratio", "torch_ratio", "limit_share"):
            value = mean(dtype, name)
            record[dtype][name] = value
            found[f"{dtype} {name}"] = value is None or value >= GOALS[name]
    return found


def main() -> None:
    """Measure, print the record, and fail when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the record and the picture in benchmarks/")
    options = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        if os.environ.get(name) != "1":  # read once, when numpy is loaded: start again
            os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, name: "1"})
    record: dict[str, Any] = {
        "machine": {"processor": processor(), "cores": os.cpu_count(), "python": platform.python_version(),
                    "numpy": np.__version__, "numba": numba.__version__},
        "load": os.getloadavg()[0], **{dtype: compare(dtype) for dtype in FLOPS},
        "whole": {dtype: whole(dtype) for dtype in FLOPS}, "accuracy": accuracy(), "memory": memory(),
        "growth": growth(),
    }  # fmt: skip
    missed = [name for name, ok in judged(record).items() if not ok]
    record |= {"goals": GOALS, "missed": missed}
    text = json.dumps(record, indent=1)
    print(text)
    if options.write:
        Path(__file__).with_suffix(".json").write_text(text + "\n")
        draw(record, Path(__file__).with_name("dynamics_growth.svg"))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
