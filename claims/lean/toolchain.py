"""One interface to two Lean toolchains: the embedded WebAssembly build and a native ``lean`` on PATH.

``auto`` takes the native one only when its version is the wanted release and its commit is a known build; in every
other case the embedded one, in one line saying why. Importing this module loads nothing heavy.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from claims.lean import code, native, store
from claims.lean.store import Progress, ToolchainUnavailable

__all__ = ["Progress", "Row", "Toolchain", "ToolchainUnavailable", "install", "installed_identity", "locate"]

Choice = Literal["auto", "embedded", "native"]
RELEASE = "4.28.0"
_KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SYSTEMROOT")


@dataclass(frozen=True)
class Toolchain:
    """A Lean that can be run.

    ``identity`` names it in cache keys: commit, hash of the program, hash of the loader. ``pinned`` says whether
    this exact build is on record. ``note`` says in one line why this one was taken. ``argv`` starts it,
    ``folder`` and ``core`` are what the embedded one has to see. ``release``: the loader as shipped, with symbol
    lookup memoised; slower.
    """

    kind: Literal["embedded", "native"]
    version: str
    git_hash: str
    pinned: bool
    identity: str
    note: str
    argv: tuple[str, ...]
    folder: Path | None = None
    core: Path | None = None
    release: bool = False

    @property
    def core_digest(self) -> str:
        """Digest that pins the whole compiled core library; empty where none is on record (a native Lean)."""
        return store.pins().sha256["core"] if self.kind == "embedded" else ""

    @property
    def serves(self) -> bool:
        """Whether one process of it compiles several modules (the fast loader of the embedded Lean does)."""
        return self.kind == "embedded" and not self.release

    def command(
        self, source: Path, olean: Path | None, search: Sequence[Path], root: Path, scratch: Path | None = None
    ) -> tuple[list[str], dict[str, str]]:
        """Command line and whole environment that compile ``source``, a module of the folder ``root``.

        ``olean`` is the compiled file to write (None: check only), ``search`` holds the folders of compiled
        imports, ``scratch`` the working directory of the run where it is none of these. Paths become absolute.
        """
        source, root = source.resolve(), root.resolve()
        folders = [path.resolve() for path in search]
        argv = [*self.argv, "--json", "-j1", "-R", str(root)]
        seen = [root, source.parent, *folders]
        if scratch is not None:
            seen.append(scratch.resolve())
        if olean is not None:
            argv += ["-o", str(olean.resolve())]
            seen.append(olean.resolve().parent)
        argv.append(str(source))
        env = {name: os.environ[name] for name in _KEPT if name in os.environ}
        if self.kind == "embedded" and self.folder is not None and self.core is not None:
            folders.insert(0, self.core)
            seen.append(self.folder)
            env["LEAN_WASM_MOUNTS"] = os.pathsep.join(str(path) for path in _outermost(seen))
            env["LEAN_WASM_POOL"] = "0"
            # The build is instrumented and would leave its counters in the working directory.
            env["LLVM_PROFILE_FILE"] = os.devnull
        env["LEAN_PATH"] = os.pathsep.join(str(path) for path in folders)
        return argv, env

    def permitted(self, argv: Sequence[str], env: Mapping[str, str], writable: Sequence[str]) -> list[str]:
        """The command under Node's permission model: it reads what is mounted, writes ``writable``, starts no program.

        On every system, beside what the kernel may enforce (:mod:`claims.confine`). The loader as shipped uses an
        internal module which that model forbids, so that it runs without, as a native Lean does.
        """
        if not self.serves:
            return list(argv)
        read = [*env["LEAN_WASM_MOUNTS"].split(os.pathsep), *writable]
        flags = [f"--allow-fs-read={path}{os.sep}*" for path in read]
        flags += [f"--allow-fs-write={path}{os.sep}*" for path in writable]
        # Lean's threads are workers; what the model says of them is a warning to people who read the output.
        flags += ["--allow-worker", "--disable-warning=SecurityWarning"]
        return [argv[0], "--permission", *flags, *argv[1:]]


def _outermost(paths: Sequence[Path]) -> list[Path]:
    """The folders that lie in no other of them, in a fixed order."""
    unique = sorted(set(paths))
    return [path for path in unique if not any(path != other and path.is_relative_to(other) for other in unique)]


@dataclass(frozen=True)
class Row:
    """One line of ``claims toolchain status``."""

    part: str
    state: Literal["ok", "missing", "damaged", "unknown build"]
    detail: str


def locate(
    choice: Choice,
    *,
    offline: bool,
    install: bool,
    progress: Progress | None = None,
    release: bool = False,
    wanted: str = RELEASE,
) -> Toolchain:
    """The toolchain for this run, the embedded one being fetched when it is missing and ``install`` is set.

    Raises :class:`ToolchainUnavailable` with ``LEAN_FETCH``, ``LEAN_INTEGRITY``, ``LEAN_NODE``, ``LEAN_LOCK`` or
    ``LEAN_NATIVE`` (native asked for and not on PATH).
    """
    if choice == "embedded":
        return _embedded("embedded, as asked for", offline, install, progress, release)
    found = native.probe(wanted)
    if choice == "native":
        if found is None:
            raise ToolchainUnavailable("LEAN_NATIVE", "no working `lean` on PATH: install it, or use the embedded one")
        return _native(found, "native, as asked for")
    why = _why_not_native(found, wanted)
    if found is not None and why is None:
        return _native(found, f"native Lean {found.version}, a known build")
    return _embedded(f"embedded: {why}", offline, install, progress, release)


def _why_not_native(found: native.NativeLean | None, wanted: str) -> str | None:
    """Why ``auto`` passes a native Lean over, or None when it takes it."""
    if found is None:
        return "no working `lean` on PATH"
    if found.version != wanted:
        return f"the native Lean is {found.version}, this project uses {wanted}"
    if (found.version, found.git_hash) not in native.known_builds():
        return f"the native Lean {found.version} is of an unknown build ({found.git_hash[:12]})"
    return None


def _native_identity(found: native.NativeLean) -> str:
    return f"native-{found.git_hash[:12]}-{found.sha256[:16]}"


def _native(found: native.NativeLean, note: str) -> Toolchain:
    pinned = (found.version, found.git_hash) in native.known_builds()
    if not pinned:
        note += f" (build {found.git_hash[:12]} is not a pinned one)"
    # Where every release of Lean keeps its compiled core library, seen from the executable.
    core = Path(found.path).resolve().parent.parent / "lib" / "lean"
    argv = (found.path,)
    return Toolchain("native", found.version, found.git_hash, pinned, _native_identity(found), note, argv, core=core)


def _embedded_identity(release: bool) -> str:
    pin = store.pins()
    script = pin.sha256[store.SHIPPED_FASTER if release else store.FAST]
    return f"embedded-{pin.git_hash[:12]}-{pin.sha256['lean.wasm'][:16]}-{script[:16]}"


def _embedded(note: str, offline: bool, may_install: bool, progress: Progress | None, release: bool) -> Toolchain:
    pin = store.pins()
    node, folder = store.node(), store.home(pin)
    store.add_loaders(folder, pin)
    if store.quick_problems(folder):
        _install_if_allowed(pin, offline, may_install, progress)
    shipped = (str(node.executable), str(folder / store.SHIPPED_FASTER))
    return Toolchain(
        kind="embedded",
        version=pin.lean_version,
        git_hash=pin.git_hash,
        pinned=True,
        identity=_embedded_identity(release),
        note=note,
        argv=shipped if release else _fast_argv(folder),
        folder=folder,
        core=folder / store.CORE,
        release=release,
    )


def _install_if_allowed(pin: store.Pins, offline: bool, may_install: bool, progress: Progress | None) -> None:
    size = f"{pin.fetch_megabytes} MB to fetch, {pin.disk_megabytes} MB on disk, Node included"
    if offline or os.environ.get("CLAIMS_OFFLINE", "") not in ("", "0"):
        raise ToolchainUnavailable(
            "LEAN_FETCH", f"the embedded Lean is not installed and this run is offline ({size}): run once online"
        )
    if not may_install:
        raise ToolchainUnavailable(
            "LEAN_FETCH", f"the embedded Lean is not installed ({size}): run `claims toolchain install`"
        )
    if progress is not None:
        progress(f"Lean is fetched once into the user cache ({size})", 0.0)
    store.install(progress, pin)


def install(progress: Progress | None = None) -> Path:
    """Fetch or repair the embedded toolchain, checking every file's hash; returns its folder."""
    pin = store.pins()
    folder = store.home(pin)
    if not store.quick_problems(folder) and store.deep_problems(folder, pin):
        store.remove()
    return store.install(progress, pin)


def remove() -> bool:
    """Delete the embedded toolchain; False when there was none."""
    return store.remove()


def installed_identity(choice: Choice, *, release: bool = False, wanted: str = RELEASE) -> str | None:
    """Identity of the toolchain that ``choice`` would take now, or None when it is not installed; a few ms."""
    if choice != "embedded":
        found = native.probe(wanted)
        if found is not None and (choice == "native" or _why_not_native(found, wanted) is None):
            return _native_identity(found)
        if choice == "native":
            return None
    if store.quick_problems(store.home(store.pins()), core=False):
        return None
    return _embedded_identity(release)


def identities(wanted: str = RELEASE) -> set[str]:
    """Identities of all toolchains that a run on this machine could take, installed or not."""
    found = native.probe(wanted)
    return {_embedded_identity(False), _embedded_identity(True), *([_native_identity(found)] if found else [])}


def status(*, deep: bool = False, wanted: str = RELEASE) -> list[Row]:
    """What is installed; ``deep`` hashes every file of the embedded toolchain (about a second)."""
    return [_node_row(), _embedded_row(deep), _native_row(wanted)]


def _node_row() -> Row:
    try:
        return Row("node", "ok", str(store.node().executable))
    except ToolchainUnavailable as error:
        return Row("node", "missing", error.message)


def _embedded_row(deep: bool) -> Row:
    pin = store.pins()
    folder = store.home(pin)
    if store.read_manifest(folder) is None:
        return Row("embedded Lean", "missing", f"{pin.fetch_megabytes} MB to fetch: claims toolchain install")
    wrong = store.deep_problems(folder, pin) if deep else store.quick_problems(folder)
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        return Row("embedded Lean", "damaged", f"{', '.join(wrong[:3])}{more}: claims toolchain install")
    return Row("embedded Lean", "ok", f"{pin.lean_version} ({pin.git_hash[:12]}) in {folder}; {_code_note(folder)}")


def _code_note(folder: Path) -> str:
    """What is kept of Lean's machine code."""
    try:
        known = code.CodeCache(folder, _fast_argv(folder)).read()
    except (OSError, ToolchainUnavailable):
        known = None
    return "no machine code kept yet" if known is None else f"{known['size'] / 1e6:.0f} MB of machine code kept"


def _fast_argv(folder: Path) -> tuple[str, ...]:
    return (str(store.node().executable), *code.NODE_FLAGS, str(folder / store.FAST))


def _native_row(wanted: str) -> Row:
    found = native.probe(wanted)
    if found is None:
        return Row("native Lean", "missing", "no working `lean` on PATH; the embedded one is used")
    state: Literal["ok", "unknown build"] = "ok" if _why_not_native(found, wanted) is None else "unknown build"
    return Row("native Lean", state, f"{found.version} ({found.git_hash[:12]}) at {found.path}")
