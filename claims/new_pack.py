"""``claims new``: a working registry for somebody else's paper, made from the files under ``claims/templates/pack``."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from claims import __version__
from claims.errors import InputError, Problem

TEMPLATES = Path(__file__).parent / "templates" / "pack"
#: Names that would mean something to git or to a packager where the templates lie.
_DOTTED = {"gitignore": ".gitignore", "github": ".github"}
_LONGEST_TITLE = 200


def run_new(folder: Path, title: str) -> int:
    """Write the pack and say what to do next; raises :class:`InputError` and writes nothing where it cannot."""
    target = folder.absolute()
    _check_target(target, str(folder))
    title = title.strip() or f"Claims of {target.resolve().name}"
    if len(title) > _LONGEST_TITLE or not title.isprintable():
        text = "is longer than 200 characters or holds control characters"
        raise InputError([Problem("command line", 0, "--title", text, "shorten it")])
    count = _create(target, title)
    print(f"{folder}: {count} files, one sample claim with three legs")
    print(f"next: claims verify --pack {folder}    (what to do then: {folder / 'README.md'})")
    print(f"      claims verify --mutants --pack {folder}    (each leg must reject its seeded error)")
    return 0


def files(title: str) -> Iterator[tuple[Path, bytes]]:
    """Relative path and content of every file of a new pack."""
    for source in sorted(TEMPLATES.rglob("*")):
        first, *rest = source.relative_to(TEMPLATES).parts
        # Caches that tools leave behind where the templates lie are no part of them.
        if source.is_file() and not any(part.startswith((".", "__pycache__")) for part in (first, *rest)):
            text = source.read_text("utf-8").replace("==0.0.0", f"=={__version__}").replace("@TITLE@", title)
            yield Path(_DOTTED.get(first, first), *rest), text.encode()


def _check_target(target: Path, named: str) -> None:
    problem = ""
    if target.is_symlink() and not target.exists():
        problem = "is a link to nothing"
    elif target.exists() and not target.is_dir():
        problem = "is not a folder"
    elif target.is_dir() and any(target.iterdir()):
        problem = "is not empty"
    if problem:
        raise InputError([Problem(named, 0, "", problem, "name a folder that does not exist yet, or an empty one")])


def _create(target: Path, title: str) -> int:
    """Write everything beside the target first, and put it into place when it is whole; nothing stays otherwise."""
    missing = [parent for parent in target.parents if not parent.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    try:
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:40]}.", dir=target.parent) as name:
            stage = Path(name) / "pack"
            content = list(files(title))
            for relative, data in content:
                path = stage / relative
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            if target.exists():
                for entry in sorted(stage.iterdir()):
                    made.append(entry.rename(target / entry.name))
            else:
                stage.rename(target)
        return len(content)
    except BaseException:
        for path in made:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for parent in missing:
            parent.rmdir()
        raise
