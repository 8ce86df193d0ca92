"""Which array libraries there are, on which devices, and how each is pinned down before it computes anything.

A library that is not installed, or a device that is not there, is said to be missing and never replaced by another.
Settings that change results are set when a backend is opened and go with every run: float32 products in float32 (not
tf32), no reduced-precision sums, deterministic algorithms. Across devices errors are comparable, bits are not.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from importlib.util import find_spec
from typing import Any

from claims.measure.arrays import DTYPES, UNIT_ROUNDOFF, Backend, Missing, driver, numpy_backend, processor
from claims.measure.hooks import OPERAND_BITS


class BackendMissing(RuntimeError):
    """A backend or a device that was asked for is not here; the message names both and says why."""

    def __init__(self, name: str, device: str, why: str) -> None:
        super().__init__(f"{name} on {device} is not here: {why}")
        self.missing = Missing(name, device, why)


@dataclass(frozen=True)
class Precision:
    """A float format: its unit roundoff, and whether states are kept in it or only products read it."""

    name: str
    unit: float
    state: bool


#: Every precision by name. Products of operands of a lower precision are summed in the dtype of the state (float32).
PRECISIONS = {name: Precision(name, UNIT_ROUNDOFF[name], True) for name in DTYPES} | {
    name: Precision(name, 2.0**-bits, False) for name, bits in OPERAND_BITS.items()
}


@dataclass(frozen=True)
class Library:
    """An array library: the module, the extra that asks for it, and how it is opened."""

    name: str
    module: str
    extra: str
    open: Callable[[str], Backend]

    @property
    def installed(self) -> bool:
        """Whether it can be imported (it is not)."""
        return find_spec(self.module) is not None


def open_backend(name: str, device: str = "cpu") -> Backend:
    """The backend, pinned. ``device``: "cpu", "cuda", "cuda:1".

    Raises :class:`BackendMissing`: an unknown name, a library that is not installed, a device that is not there.
    """
    library = LIBRARIES.get(name)
    if library is None:
        raise BackendMissing(name, device, f"no such backend (there are: {', '.join(LIBRARIES)})")
    if not library.installed:
        brings = f"python -m pip install -c constraints.txt -e '.[{library.extra}]'" if library.extra else ""
        raise BackendMissing(name, device, f"not installed; {brings}" if brings else "not installed")
    try:
        return library.open(device)
    except ImportError as error:
        raise BackendMissing(name, device, f"it does not load ({error})") from error


def backends(devices: Sequence[str] = ("cpu",), names: Sequence[str] = ()) -> tuple[list[Backend], list[Missing]]:
    """Backends for the devices: numpy on the CPU, and on each device those named.

    Without names that is torch, where it is installed. :attr:`Missing.required` says what was asked for by name.
    """
    found, missing = [numpy_backend()], []
    for device in devices:
        for name in names or ("torch",):
            try:
                opened = open_backend(name, device)
            except BackendMissing as error:
                missing.append(replace(error.missing, required=bool(names) or device != "cpu"))
            else:
                found += [opened] if opened.label not in {backend.label for backend in found} else []
    return found, missing


@dataclass(frozen=True)
class Row:
    """What there is of a library: its devices with their settings, or why it cannot be used."""

    name: str
    found: tuple[Backend, ...]
    why: str
    extra: str


def survey() -> list[Row]:
    """Every library on the devices it has; imports those that are installed."""
    rows = []
    for library in LIBRARIES.values():
        found, why = [], []
        for device in ("cpu", "cuda"):
            try:
                found.append(open_backend(library.name, device))
            except BackendMissing as error:
                why.append(error.missing.why)
        rows.append(Row(library.name, tuple(found), "" if found else why[0].partition(";")[0], library.extra))
    return rows


# How each is opened --------------------------------------------------------------------------------------------------


def _cpu_only(name: str, device: str) -> None:
    if device != "cpu":
        raise BackendMissing(name, device, f"{name} computes on the CPU only")


def _numpy(device: str) -> Backend:
    _cpu_only("numpy", device)
    return numpy_backend()


def _strict(device: str) -> Backend:
    """The reference namespace, which has nothing beyond the standard: for tests of kernels."""
    _cpu_only("array-api-strict", device)
    xp = importlib.import_module("array_api_strict")
    return Backend("array-api-strict", metadata.version("array-api-strict"), device, xp, {"device": processor()})


def _numba(device: str) -> Backend:
    """numpy arrays for kernels that a pack compiles itself; there is nothing else that numba computes."""
    _cpu_only("numba", device)
    version = str(importlib.import_module("numba").__version__)
    return Backend("numba", version, device, numpy_backend().xp, {"device": processor()})


def _torch(device: str) -> Backend:
    _environment({"CUBLAS_WORKSPACE_CONFIG": ":4096:8", "NVIDIA_TF32_OVERRIDE": "0"})  # read when CUDA starts
    torch = importlib.import_module("torch")
    xp = importlib.import_module("array_api_compat.torch")
    if device != "cpu" and not (torch.cuda.is_available() and _number(device) < torch.cuda.device_count()):
        raise BackendMissing("torch", device, "no such device")
    settings = {**_pin_torch(torch), "threads": str(torch.get_num_threads())}
    if device == "cpu":
        return Backend("torch", str(torch.__version__), device, xp, {"device": processor(), **settings}, device)
    name = str(torch.cuda.get_device_name(device))
    settings |= {"driver": driver(), "cuda": str(torch.version.cuda)}
    return Backend("torch", str(torch.__version__), device, xp, {"device": name, **settings}, device)


def _pin_torch(torch: Any) -> dict[str, str]:
    """Float32 is float32, sums are not narrowed, algorithms are deterministic; what was set, for the record."""
    if hasattr(torch.backends, "fp32_precision"):  # the later of two switches for one thing, which must not be mixed
        torch.backends.fp32_precision = "ieee"
    else:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cudnn.benchmark = False
    torch.use_deterministic_algorithms(True)
    return {"tf32": "off", "reduced_sums": "off", "deterministic": "on"}


_XLA_FLAGS = "--xla_allow_excess_precision=false --xla_gpu_deterministic_ops=true"


def _jax(device: str) -> Backend:
    _environment({"XLA_FLAGS": _XLA_FLAGS, "NVIDIA_TF32_OVERRIDE": "0"})  # read when the first device is used
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_matmul_precision", "highest")
    where = _jax_device(jax, device)
    settings = {"matmul": "highest", "x64": "on", "flags": os.environ["XLA_FLAGS"]}
    settings |= {"device": processor()} if device == "cpu" else {"device": where.device_kind, "driver": driver()}
    return Backend("jax", str(jax.__version__), device, importlib.import_module("jax.numpy"), settings, where)


def _jax_device(jax: Any, device: str) -> Any:
    try:
        return jax.devices(device.partition(":")[0])[_number(device)]
    except (RuntimeError, IndexError) as error:
        raise BackendMissing("jax", device, "no such device") from error


def _cupy(device: str) -> Backend:
    if os.environ.get("CUPY_TF32", "0") != "0":
        raise BackendMissing("cupy", device, "CUPY_TF32 is set, so that its float32 is not float32; unset it")
    _environment({"CUBLAS_WORKSPACE_CONFIG": ":4096:8", "NVIDIA_TF32_OVERRIDE": "0"})
    cupy = importlib.import_module("cupy")
    if device == "cpu":
        raise BackendMissing("cupy", device, "cupy computes on GPUs only")
    try:
        here = _number(device) < cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        here = False
    if not here:
        raise BackendMissing("cupy", device, "no such device")
    where = cupy.cuda.Device(_number(device))
    name = cupy.cuda.runtime.getDeviceProperties(where.id)["name"].decode()
    settings = {"device": name, "tf32": "off", "driver": driver(), "cuda": str(cupy.cuda.runtime.runtimeGetVersion())}
    xp = importlib.import_module("array_api_compat.cupy")
    return Backend("cupy", str(cupy.__version__), device, xp, settings, where)


def _number(device: str) -> int:
    """1 of "cuda:1", 0 of "cuda". Raises :class:`BackendMissing` for another name."""
    kind, _, number = device.partition(":")
    if kind not in ("cpu", "cuda") or (number and not number.isdecimal()):
        raise BackendMissing("any backend", device, 'devices are called "cpu", "cuda" or "cuda:1"')
    return int(number or 0)


def _environment(wanted: dict[str, str]) -> None:
    """Set what a library reads once at its start; what the user has set stays, and is recorded as it is."""
    for name, value in wanted.items():
        os.environ.setdefault(name, value)


LIBRARIES = {
    library.name: library
    for library in (
        Library("numpy", "numpy", "", _numpy),
        Library("numba", "numba", "fast", _numba),
        Library("torch", "torch", "torch", _torch),
        Library("jax", "jax", "jax", _jax),
        Library("cupy", "cupy", "cupy", _cupy),
        Library("array-api-strict", "array_api_strict", "dev", _strict),
    )
}
