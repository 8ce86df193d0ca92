"""Arrays of a backend behind the array API, and what a float run depends on; ``backends`` opens the backends."""

from __future__ import annotations

import importlib
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

UNIT_ROUNDOFF = {"float64": 2.0**-53, "float32": 2.0**-24}
DTYPES = ("float64", "float32")


@dataclass(frozen=True)
class Backend:
    """An array namespace on one device. ``xp`` follows the array API standard; ``settings`` go with each run;
    ``where`` is the device as the library names it (``None``: its only one)."""

    name: str
    version: str
    device: str
    xp: Any
    settings: Mapping[str, str] = field(default_factory=dict)
    where: Any = None

    @property
    def label(self) -> str:
        """Name and device, as shown in evidence."""
        return f"{self.name}/{self.device}"

    def array(self, value: object, dtype: str) -> Any:
        """Array of the dtype holding an exact value rounded to it; shape of the nested sequences."""
        return self.held(np.asarray(_floats(value), dtype=np.float64), dtype)

    def held(self, array: np.ndarray[Any, Any], dtype: str) -> Any:
        """A float64 array of this machine on the device, rounded to the dtype."""
        kind = getattr(self.xp, dtype)
        if self.where is None:
            return self.xp.asarray(array, dtype=kind)
        return self.xp.asarray(array, dtype=kind, device=self.where)

    def host(self, array: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The result as a float64 numpy array (exact: every supported dtype embeds in float64)."""
        if self.name == "torch":
            array = array.detach().cpu().numpy()
        elif self.name == "cupy":
            array = array.get()
        elif self.name == "array-api-strict":
            array = np.from_dlpack(array)
        return np.asarray(array, dtype=np.float64)


@dataclass(frozen=True)
class Missing:
    """A backend or device that could not be used, and why; ``required`` when the run asked for it by name."""

    name: str
    device: str
    why: str
    required: bool = False


def _floats(value: object) -> Any:
    if isinstance(value, (tuple, list)):
        return [_floats(entry) for entry in value]
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return float(value)
    raise TypeError(f"float inputs are exact values or nested tuples of them, not {type(value).__name__}")


def numpy_backend() -> Backend:
    """numpy on the CPU: always there."""
    xp = importlib.import_module("array_api_compat.numpy")
    return Backend("numpy", np.__version__, "cpu", xp, {"device": processor()})


def processor() -> str:
    """Name of the processor as the system gives it; its architecture where the system gives none."""
    found = _first_line(Path("/proc/cpuinfo"), "model name")
    return found.partition(":")[2].strip() or platform.processor() or platform.machine() or "unknown processor"


def driver() -> str:
    """Version line of the NVIDIA driver, as its kernel module gives it; "unknown" where there is none."""
    return _first_line(Path("/proc/driver/nvidia/version"), "NVRM") or "unknown"


def _first_line(path: Path, start: str) -> str:
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    return next((" ".join(line.split()) for line in lines if line.startswith(start)), "")


def machine() -> dict[str, str]:
    """What a float run depends on besides its code: processor, system, versions, threads and flags."""
    versions = {name: metadata.version(name) for name in ("array-api-compat", "python-flint", "numpy")}
    flags = {name: os.environ[name] for name in _FLAGS if name in os.environ}
    return {
        "machine": platform.machine(),
        "processor": processor(),
        "cores": str(os.cpu_count() or 1),
        "system": platform.system(),
        "python": platform.python_version(),
        **versions,
        **flags,
    }


#: Variables of the environment that change what a float library computes, or with how many threads.
_FLAGS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "CUBLAS_WORKSPACE_CONFIG", "NVIDIA_TF32_OVERRIDE",
    "XLA_FLAGS", "CUPY_TF32", "JAX_ENABLE_X64",
)  # fmt: skip
