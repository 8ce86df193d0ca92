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


class Unreadable(Exception):
    """Why a file of a pack cannot be used, in words, and the remedy."""

    def __init__(self, message: str, remedy: str = "check the file and its permissions") -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def read_inside(path: Path, root: Path, limit: int) -> bytes:
    """The content of a regular file below ``root``, of at most ``limit`` bytes; raises :class:`Unreadable`.

    A pipe would be waited for for ever, and a link could show what is none of the pack's.
    """
    try:
        if not path.resolve(strict=True).is_relative_to(root):
            raise Unreadable("is a link that leaves the pack", "copy the file into the pack")
        if path.is_dir():
            raise Unreadable("is a folder where a file is expected", "move it away")
        if not path.is_file():
            raise Unreadable("is not a regular file", "put a regular file in its place")
        size = path.stat().st_size
        if size > limit:
            raise Unreadable(f"{size} bytes is more than the limit of {limit}", "split the file")
        return path.read_bytes()
    except RuntimeError:  # what Python up to 3.12 calls a circle of links
        raise Unreadable("cannot be read: a link in a circle", "delete the link") from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}") from error


def text_inside(path: Path, root: Path, limit: int) -> str:
    """The same as text; raises :class:`Unreadable`, also when it is not UTF-8."""
    try:
        return read_inside(path, root, limit).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8 at byte {error.start}", "save the file as UTF-8") from error
