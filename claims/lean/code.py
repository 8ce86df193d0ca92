"""Machine code of the WebAssembly Lean, kept between runs: what the engine of Node has optimised is not redone.

It changes how fast Lean runs and nothing else. One file per Node, processor and loader lies in the toolchain's
folder; processes that compile modules write it as they end, each from what it loaded and what it added, until it
has been written :data:`ROUNDS` times or stops growing. A process that worked for less than :data:`LONG` seconds has
seen too little to judge that by: it only writes where there is nothing yet. A record with size and SHA-256 stands
beside the file; one that does not match is not used and is written anew. One that Node refuses is ignored by the
loader, which then compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

#: Gives the loader the two functions that read and write machine code.
NODE_FLAGS = ("--allow-natives-syntax",)
ROUNDS = 4
LONG = 20.0
GROWTH = 1.04
LOAD, SAVE = "LEAN_WASM_CODE", "LEAN_WASM_SAVE"


@dataclass(frozen=True)
class CodeCache:
    """The machine code that belongs to ``argv`` (Node, its flags, the loader) in the toolchain's ``folder``."""

    folder: Path
    argv: tuple[str, ...]

    @cached_property
    def name(self) -> str:
        """Name of the record: a hash over Node's executable, its flags, the loader and the processor."""
        parts = [*self.argv[1:-1], _processor()]
        for path in (Path(self.argv[0]), Path(self.argv[-1])):
            found = path.stat()
            parts += [str(path), str(found.st_size), str(found.st_mtime_ns)]
        return "code-" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def record(self) -> Path:
        """File that says which machine code counts."""
        return self.folder / f"{self.name}.json"

    def read(self) -> dict[str, Any] | None:
        """The record, or None when there is none or the file it names is not as recorded."""
        try:
            raw = json.loads(self.record.read_text("utf8"))
            data = (self.folder / str(raw["file"])).read_bytes()
            if Path(raw["file"]).name != raw["file"] or hashlib.sha256(data).hexdigest() != raw["sha256"]:
                return None
            return {"file": raw["file"], "sha256": raw["sha256"], "size": len(data), **_counts(raw)}
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def environment(self) -> dict[str, str]:
        """Variables for a process that compiles modules: the file to load, and one to save to while it may grow."""
        try:
            known = self.read()
            found = {} if known is None else {LOAD: str(self.folder / known["file"])}
            if known is None or (known["saves"] < ROUNDS and known["grew"]):
                self._tidy()
                if not self.folder.is_dir():
                    return {}
                # Beside the toolchain: a process may write there, and the Lean code that it runs sees nothing of it.
                name = tempfile.mkdtemp(prefix=f"{self.name}.", suffix=".part", dir=self.folder.parent)
                found[SAVE] = str(Path(name) / "code")
            return found
        except OSError:
            return {}

    def adopt(self, saved: Path, seconds: float) -> bool:
        """Take over a file that a process has written which worked so many seconds; whether it is used from now on."""
        try:
            data = saved.read_bytes()
            known = self.read()
            if not data or (known is not None and (len(data) < known["size"] or seconds < LONG)):
                return False
            digest = hashlib.sha256(data).hexdigest()
            target = self.folder / f"{self.name}-{digest[:16]}.bin"
            saved.replace(target)
            grew = known is None or len(data) > GROWTH * known["size"]
            rounds = (0 if known is None else known["saves"]) + (seconds >= LONG)
            content = {"file": target.name, "sha256": digest, "saves": rounds, "grew": grew}
            self._write(content)
            for other in self.folder.glob(f"{self.name}-*.bin"):
                if other != target:
                    other.unlink(missing_ok=True)
            return True
        except OSError:
            return False
        finally:
            with contextlib.suppress(OSError):
                saved.unlink(missing_ok=True)
                saved.parent.rmdir()

    def forget(self) -> bool:
        """Use the present file no more; False when there was none."""
        try:
            self.record.unlink()
        except OSError:
            return False
        return True

    def _tidy(self) -> None:
        """Delete what processes that were killed have left."""
        for path in self.folder.parent.glob("code-*.part"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < time.time() - 86400:
                    shutil.rmtree(path)

    def _write(self, content: dict[str, Any]) -> None:
        scratch = self.record.with_name(f"{self.record.name}.{os.getpid()}")
        scratch.write_text(json.dumps(content), "utf8")
        scratch.replace(self.record)


def _counts(raw: dict[str, Any]) -> dict[str, Any]:
    return {"saves": int(raw["saves"]), "grew": bool(raw["grew"])}


def _processor() -> str:
    """Name and abilities of the processor: machine code is made for them."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf8").split("\n\n")[0].splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    kept: Sequence[str] = [line for line in lines if line.split(":")[0].strip() in ("model name", "flags", "Features")]
    return "\n".join((platform.machine(), platform.processor(), *kept))
