"""Puts a project where the loader as shipped can see it: it mounts `/home` and `/tmp` and nothing else.

Only release runs use that loader. Toolchain, sources and compiled files are placed below `/tmp` for the length of
a run, and what was compiled comes back to the ``release`` folder of the output, so a later run need not repeat it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from claims.lean.project import Project
from claims.lean.store import CORE, SHIPPED_FASTER, ToolchainUnavailable
from claims.lean.toolchain import Toolchain

VISIBLE = Path("/tmp")
_ALSO_MOUNTED = Path("/home")


@contextlib.contextmanager
def staged(project: Project, toolchain: Toolchain, out: Path) -> Iterator[tuple[Project, Toolchain, Path]]:
    """Project, toolchain and output folder to work with; the very same ones unless the loader is the shipped one.

    Raises :class:`ToolchainUnavailable` (``LEAN_RELEASE``) where the folders that loader mounts do not exist.
    """
    if toolchain.kind != "embedded" or not toolchain.release:
        yield project, toolchain, out
        return
    if not (VISIBLE.is_dir() and _ALSO_MOUNTED.is_dir()):
        raise ToolchainUnavailable(
            "LEAN_RELEASE", f"the Lean loader as shipped needs the folders {_ALSO_MOUNTED} and {VISIBLE} to exist"
        )
    kept = out / "release"
    stage = Path(tempfile.mkdtemp(prefix="claims-release-", dir=VISIBLE)).resolve()
    try:
        if kept.exists():
            shutil.copytree(kept, stage / "out")
        (stage / "out").mkdir(exist_ok=True)
        yield _project(project, stage / "pack"), _toolchain(toolchain, stage / "lean"), stage / "out"
        shutil.copytree(stage / "out", kept, dirs_exist_ok=True)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _project(project: Project, base: Path) -> Project:
    """A copy of the sources that reports the same places."""
    any_module = next(iter(project.modules.values()))
    depth = any_module.path.relative_to(project.folder)
    prefix = Path(any_module.file).parents[len(depth.parts) - 1]
    folder = base / prefix
    for module in project.modules.values():
        target = folder / module.path.relative_to(project.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(module.source.text, "utf8")
    for name in ("lakefile.toml", "lean-toolchain"):
        shutil.copyfile(project.folder / name, folder / name)
    return Project.load(folder, base)


def _toolchain(toolchain: Toolchain, target: Path) -> Toolchain:
    """The same files at a visible path; hard links where the file system allows."""
    if toolchain.folder is None:
        return toolchain
    for source in sorted(toolchain.folder.rglob("*")):
        relative = source.relative_to(toolchain.folder)
        if source.is_file() and (relative.parts[0] == CORE or relative.name in (SHIPPED_FASTER, "lean.wasm")):
            _place(source, target / relative)
    argv = (toolchain.argv[0], str(target / Path(toolchain.argv[1]).name))
    return replace(toolchain, folder=target, core=target / CORE, argv=argv)


def _place(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
