"""Writing files so that a reader never sees half of one, even after ``kill -9``, and listing them all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` through a temporary sibling and ``os.replace``; creates the folder."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def listed(folder: Path, suffix: str) -> list[Path]:
    """Everything below ``folder`` whose name ends in ``suffix``, sorted; empty where there is no such folder.

    Raises ``OSError`` on a folder that cannot be read: what lies in it must not go unchecked in silence.
    """

    def unreadable(error: OSError) -> None:
        raise error

    if not folder.is_dir():
        return []
    walk = os.walk(folder, onerror=unreadable)
    return sorted(Path(at) / name for at, inside, names in walk for name in (*names, *inside) if name.endswith(suffix))
