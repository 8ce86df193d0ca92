"""What a leg looked at while it ran: files, folders, modules that are not there, environment variables.

The fingerprint of a leg's code covers what its imports name and the data beside it. A leg can do more: load a module
by a name it computes, read a table elsewhere, ask for a variable of the environment. The worker notes it
(:class:`Watch`), and a kept result counts only while all of it is as it was (:func:`state_of`); what cannot be compared
is not kept.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

ENGINE = Path(__file__).resolve().parent
#: Nothing equals it: what is noted so makes a result one that is not kept.
UNKNOWN = ""
MAX_BYTES = 256 << 20
#: Variables whose value is the worker's scratch folder, whoever runs it.
_SCRATCH = frozenset({"HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"})
_SYSTEM = ("/proc", "/sys", "/dev")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LISTING = frozenset({"os.listdir", "os.scandir"})


def state_of(what: str, root: Path) -> str:
    """The present state of ``kind:name`` (source, file, folder, module) in the pack at ``root``, a text to compare."""
    kind, _, name = what.partition(":")
    if kind in ("source", "file"):
        return _content(root / name)
    if kind == "folder":
        return _names(root / name)
    if kind == "module":
        base = root.joinpath(*name.split("."))
        return "there" if base.is_dir() or base.with_suffix(".py").is_file() else "absent"
    return UNKNOWN


def in_words(what: str) -> str:
    """What stands behind a note, for people."""
    kind, _, name = what.partition(":")
    verb = {"source": "loads", "file": "reads", "folder": "lists", "module": "looks for the module"}.get(
        kind, "reads the variable"
    )
    return f"{verb} {name}"


def _content(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            if os.fstat(stream.fileno()).st_size > MAX_BYTES:
                return UNKNOWN
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except IsADirectoryError:
        return "folder"
    except (FileNotFoundError, NotADirectoryError):
        return "absent"
    except (OSError, ValueError):
        return UNKNOWN


def _names(path: Path) -> str:
    try:
        names = sorted(p.name for p in path.iterdir() if not p.name.startswith(".") and p.name != "__pycache__")
    except (FileNotFoundError, NotADirectoryError):
        return "absent"
    except (OSError, ValueError):
        return UNKNOWN
    return hashlib.sha256("\0".join(names).encode("utf-8", "surrogateescape")).hexdigest()


class Watch:
    """Notes what the code of one pack looks at, from the moment it is installed; :meth:`take` hands the notes over.

    It sees what passes through Python; compiled code of a package that opens files by itself is not seen.
    """

    def __init__(self, root: Path, scratch: Path) -> None:
        self._root, self._scratch = str(root), str(scratch)
        inside = (ENGINE, Path(sys.prefix), Path(sys.base_prefix), Path(sys.exec_prefix))
        self._not_ours = tuple(str(path) for path in inside if path.is_relative_to(root) and path != root)
        places = {sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
        self._standard = str(Path(os.__file__).parent)
        places |= {self._standard, *(path for path in sys.path if path != str(ENGINE.parent))}
        self._installed = tuple(path for path in places if path and not _within(self._root, path))
        self._notes: dict[str, str] = {}
        self._sought: set[str] = set()
        self._busy = threading.local()

    def install(self) -> None:
        """Watch this process from now on; there is no way back."""
        for name in ("environ", "environb"):
            if (environment := getattr(os, name, None)) is not None:
                environment.__class__ = _watched(type(environment), self._variable)
        for name in ("stat", "lstat", "access"):  # these have no audit event
            setattr(os, name, self._noting(getattr(os, name)))
        sys.meta_path.append(self)
        sys.addaudithook(self)

    def find_spec(self, name: str, *_: Any) -> None:
        """The last resort of an import: notes a module that nobody else has found."""
        if self._asked_by_the_pack(sys._getframe(1)):
            self._sought.add(name)

    def _noting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def noting(path: Any, *arguments: Any, **options: Any) -> Any:
            if not getattr(self._busy, "now", False) and self._asked_by_the_pack(sys._getframe(1)):
                self("open", (path, None, 0))
            return function(path, *arguments, **options)

        return noting

    def take(self) -> dict[str, str]:
        """What was looked at since the last call, with the state it was in."""
        absent = {f"module:{name}": "absent" for name in self._sought if name not in sys.modules}
        found = {**self._notes, **absent}
        self._notes.clear()
        self._sought.clear()
        return found

    def forget_modules(self) -> None:
        """Drop the pack's modules, so that the next task loads what it needs itself and is charged with it."""
        for name, module in list(sys.modules.items()):
            places = [getattr(module, "__file__", None), *_search_path(module)]
            if name != "__main__" and any(isinstance(p, str) and self._ours(_absolute(p)) for p in places):
                del sys.modules[name]

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """The audit hook; it never interferes."""
        if event != "open" and event != "import" and event != "ctypes.dlopen" and event not in _LISTING:
            return
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            self._event(event, arguments)
        except Exception:
            self._notes["file:"] = UNKNOWN
        finally:
            self._busy.now = False

    def _event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if not (isinstance(flags, int) and flags & _WRITING):
                self._file(path, "source" if sys._getframe(2).f_code.co_name == "get_data" else "file")
        elif event == "import":
            if arguments[1] is not None:
                self._file(arguments[1])  # compiled code
        elif event == "ctypes.dlopen":
            if isinstance(arguments[0], str | bytes) and os.sep in os.fsdecode(arguments[0]):
                self._file(arguments[0])
        elif self._lists(sys._getframe(2)):
            self._look("folder", "." if arguments[0] is None else arguments[0])

    def _lists(self, frame: FrameType) -> bool:
        """Whether the pack asks for the names in a folder; looking for modules is another thing (`find_spec`)."""
        return frame.f_code.co_name != "_fill_cache" and self._asked_by_the_pack(frame)

    def _file(self, path: Any, kind: str = "file") -> None:
        self._look(kind, path)
        if not isinstance(path, int) and (name := os.fsdecode(path)).endswith(".pyc"):
            try:
                self._look(kind, importlib.util.source_from_cache(name))
            except ValueError:
                return

    def _look(self, kind: str, path: Any) -> None:
        if isinstance(path, int):
            return  # an open file: it was noted when it was opened
        name = _absolute(os.fsdecode(path))
        inside = self._ours(name)
        if not inside and any(_within(name, place) for place in (self._scratch, self._root, *_SYSTEM)):
            return
        if not inside and any(_within(name, place) for place in (str(ENGINE), *self._not_ours, *self._installed)):
            return
        what = f"{kind}:{os.path.relpath(name, self._root) if inside else name}"
        if what not in self._notes:
            self._notes[what] = state_of(what, Path(self._root))

    def _ours(self, name: str) -> bool:
        return _within(name, self._root) and not any(_within(name, place) for place in (self._scratch, *self._not_ours))

    def _variable(self, name: object) -> None:
        if name not in _SCRATCH and self._asked_by_the_pack(sys._getframe(2)):
            self._notes[f"environment:{name}"] = UNKNOWN

    def _asked_by_the_pack(self, frame: FrameType | None) -> bool:
        """Whether the innermost frame outside Python itself is the pack's."""
        while frame is not None:
            file = frame.f_code.co_filename
            standard = _within(file, self._standard) and "site-packages" not in file
            if not (file.startswith("<") or standard or file == __file__):
                return self._ours(_absolute(file))
            frame = frame.f_back
        return False


def _absolute(name: str) -> str:
    """With links left as they are: what a link points to can change."""
    return os.path.abspath(name)  # noqa: PTH100


def _within(name: str, folder: str) -> bool:
    return name == folder or name.startswith(folder.rstrip(os.sep) + os.sep)


def _search_path(module: Any) -> list[Any]:
    try:
        return list(module.__path__)
    except Exception:
        return []


def _watched(kind: type, seen: Callable[[object], None]) -> type:
    """A kind of environment that tells which variables are asked for."""

    class Watched(kind):  # type: ignore[misc]
        def __getitem__(self, key: Any) -> Any:
            seen(os.fsdecode(key) if isinstance(key, str | bytes) else key)
            return super().__getitem__(key)

        def __iter__(self) -> Iterator[Any]:
            seen("(all)")
            return super().__iter__()  # type: ignore[no-any-return]

    return Watched
