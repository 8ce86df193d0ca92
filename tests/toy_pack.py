"""A small pack with one claim on all three legs and a stand-in Lean, for tests of the whole command."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.test_lean_standin import lean_program, make_project

REGISTRY = """\
[[claim]]
id = "toy.square"
title = "The square of a sum"
declared = "exact"
statement = '(x + y)^2 = x^2 + 2xy + y^2'
sources = [{ document = "toy", section = "1" }]
variables = [
  { name = "x", domain = "real", meaning = "a number", lean = "n" },
  { name = "y", domain = "real", meaning = "a number" },
]
hypotheses = [{ id = "one", text = "x is one", kind = "model", holds = "toylegs.domain:is_one", lean = "h" }]
witness = "toylegs.domain:witness"
lean = { theorem = "Claims.square" }
symbolic = { derivation = "toylegs.symbolic:square" }
numeric = { check = "toylegs.numeric:square" }
mutants = [
  { leg = "lean", kind = "sign", change = { find = "n + 1 = 2", replace = "n + 1 = 3" }, refuted_by = "toylegs.domain:refute" },
  { leg = "symbolic", kind = "factor", change = { parameter = "factor", value = 3 } },
  { leg = "numeric", kind = "factor", change = { parameter = "factor", value = 3 } },
]
"""

DOMAIN = """\
def is_one(values):
    return values["x"] == 1

def witness():
    return {"x": 1, "y": 2}

def refute():
    return 1 + 1 != 3
"""

SYMBOLIC = """\
from claims.derive import Derivation

def square(v, *, factor=2):
    d = Derivation(v, "square of a sum")
    d.step((v.x + v.y) ** 2, "expand", v.x**2 + factor * v.x * v.y + v.y**2)
    return d
"""

NUMERIC = """\
from claims.measure import Evidence, ball

def _kernel(xp, fault, x, y):
    return x * x + fault * 2 * x * y + y * y

def _left(p):
    return (ball(p.x) + ball(p.y)) * (ball(p.x) + ball(p.y))

def _right(p, factor):
    x, y = ball(p.x), ball(p.y)
    return x * x + factor * x * y + y * y

def square(s, *, factor=2):
    ev = Evidence(s)
    for p in s.points():
        ev.enclosed("square", lambda p=p: _left(p), lambda p=p: _right(p, factor))
    ev.floats("square", _kernel, s.batch("x", "y"), lambda x, y: [(a + b) * (a + b) for a, b in zip(x, y, strict=True)])
    return ev
"""

LEAN = "module\n\ntheorem Claims.square (n : Nat) (h : n = 1) : n + 1 = 2 := by\n  simp [h]\n"

#: The stand-in rejects every theorem of the canaries, and every proof of a false statement.
CANARY = """
if os.path.basename(source) in ("FalseProofs.lean", "Silent.lean"):
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("theorem"): say("error", number, "false")
    sys.exit(1)
for number, line in enumerate(text.splitlines(), 1):
    if "n + 1 = 3" in line: say("error", number + 1, "the proof fails", 2); rc = 1
for number, line in enumerate"""


def hear_interrupts() -> None:
    """In a child: undo that its ancestors ignore SIGINT, as they do when they run in the background of a script."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass(frozen=True)
class Toy:
    """The pack's folder, the folder of the stand-in `lean`, and the user cache."""

    root: Path
    programs: Path
    cache: Path

    def environment(self, lean: bool = True, **variables: str) -> dict[str, str]:
        """Environment of a run, with or without the stand-in Lean on PATH."""
        path = os.pathsep.join([*([str(self.programs)] if lean else []), "/usr/bin", "/bin"])
        return {
            **{k: v for k, v in os.environ.items() if k not in ("CI", "CLAIMS_OFFLINE")},
            "PATH": path,
            "CLAIMS_CACHE_DIR": str(self.cache),
            "CLAIMS_LEAN_WRITABLE": str(self.programs),  # the stand-in keeps a log beside it
            "PYTHONPATH": str(Path(__file__).resolve().parent.parent),
            **variables,
        }

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the command line and leave it running."""
        command = [sys.executable, "-m", "claims", *arguments]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, cwd=self.root, env=self.environment(), stdout=quiet, stderr=quiet, preexec_fn=hear_interrupts
        )

    def processes(self) -> set[str]:
        """Numbers of the processes that run with this pack's cache folder in their command line or environment."""
        mark = str(self.cache.parent).encode()
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "cmdline").read_bytes() or mark in (folder / "environ").read_bytes():
                    found.add(folder.name)
        return found - {str(os.getpid())}

    def compiling(self, name: str) -> bool:
        """Whether the stand-in has begun with the source ``name``."""
        log = self.programs / "lean.log"
        return log.exists() and name in log.read_text()

    def claims(self, *arguments: str, lean: bool = True, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the command line in the pack, with or without the stand-in Lean on PATH."""
        environment = self.environment(lean, **variables)
        command = [sys.executable, "-m", "claims", *arguments]
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, timeout=300)

    def verify(self, *arguments: str, lean: bool = True, **variables: str) -> tuple[int, dict[str, Any]]:
        """Exit code and JSON report of `claims verify`; offline, so that nothing is ever fetched."""
        done = self.claims("verify", "--offline", "--json", "-", *arguments, lean=lean, **variables)
        try:
            return done.returncode, json.loads(done.stdout)
        except ValueError:
            raise AssertionError(done.stdout + done.stderr) from None

    def write(self, name: str, text: str) -> None:
        """Write a file of the pack."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that must occur."""
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def git(self, *arguments: str) -> None:
        """Run git in the pack."""
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True)


def make_toy(folder: Path) -> Toy:
    """Write the toy pack under ``folder``."""
    toy = Toy(folder / "pack", folder / "programs", folder / "cache")
    toy.write("claims.toml", "")
    toy.write(".gitignore", ".claims/\n__pycache__/\n")
    toy.write("registry/toy.toml", REGISTRY)
    toy.write("toylegs/__init__.py", "")
    toy.write("toylegs/domain.py", DOMAIN)
    toy.write("toylegs/symbolic.py", SYMBOLIC)
    toy.write("toylegs/numeric.py", NUMERIC)
    make_project(toy.root / "lean", {"Claims.Square": LEAN})
    program = lean_program(toy.programs, git_hash=known_hash())
    text = program.read_text()
    assert text.count("\nfor number, line in enumerate") == 1
    program.write_text(text.replace("\nfor number, line in enumerate", CANARY, 1))
    return toy


def known_hash() -> str:
    """Commit of the native Lean that the stand-in passes for."""
    from claims.lean.native import known_builds

    return next(commit for version, commit in known_builds() if version == "4.28.0")
