"""The commands ``claims toolchain status|install|remove``."""

from __future__ import annotations

import sys

from claims.lean import toolchain
from claims.progress import Progress


def run_status() -> int:
    """Print every part of the toolchains with its state; 3 when no Lean can be used as things stand."""
    rows = toolchain.status(deep=True)
    width = max(len(row.part) for row in rows)
    for row in rows:
        print(f"{row.part.ljust(width)}  {row.state:<13}  {row.detail}")
    usable = toolchain.installed_identity("auto") is not None
    print(
        "a Lean toolchain is ready" if usable else "no Lean toolchain is ready: `claims toolchain install` fetches one"
    )
    return 0 if usable else 3


def run_install(offline: bool) -> int:
    """Fetch, verify and unpack the embedded toolchain; one that is there is checked file by file and repaired."""
    progress = Progress()
    try:
        if not offline:
            toolchain.install(progress.part)
        found = toolchain.locate("embedded", offline=offline, install=False, progress=progress.part)
    except toolchain.ToolchainUnavailable as error:
        print(f"error: {error.message} [{error.reason}]", file=sys.stderr)
        return 3
    finally:
        progress.close()
    print(f"embedded Lean {found.version} ({found.git_hash[:12]}) is ready")
    return 0


def run_remove() -> int:
    """Delete the embedded toolchain."""
    print("removed the embedded Lean" if toolchain.remove() else "there was no embedded Lean to remove")
    return 0
