"""`claims new`: the pack it writes is green, turns red where it is broken, and rejects its mutants; or nothing is there."""

from __future__ import annotations

import errno
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from claims import __version__, new_pack
from claims.cli import app, main
from claims.errors import InputError
from claims.lean import store
from claims.lean.process import Runner
from claims.lean.toolchain import locate
from tests.test_lean_standin import lean_program
from tests.toy_pack import CANARY, Toy, known_hash

REPOSITORY = Path(__file__).resolve().parent.parent


def fresh(folder: Path) -> Toy:
    """A new pack with a stand-in Lean that rejects the mutant."""
    toy = Toy(folder / "pack", folder / "programs", folder / "cache")
    new_pack.run_new(toy.root, "A title")
    program = lean_program(toy.programs, git_hash=known_hash())
    canary = CANARY.replace('"n + 1 = 3" in line', '"/ n = n + 1 :=" in line and "mutant_false" not in line')
    program.write_text(program.read_text().replace("\nfor number, line in enumerate", canary, 1))
    return toy


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return fresh(tmp_path)


def only(report: dict[str, Any]) -> dict[str, Any]:
    (claim,) = report["claims"]
    return claim  # type: ignore[no-any-return]


def test_a_new_pack_is_green_and_rejects_its_mutants(toy: Toy) -> None:
    code, report = toy.verify("--mutants")
    claim = only(report)
    assert code == 0, report["findings"]
    assert (claim["declared"], claim["earned"]) == ("exact", "exact")
    assert {leg: r["verdict"] for leg, r in claim["legs"].items()} == dict.fromkeys(
        ("lean", "symbolic", "numeric"), "pass"
    )
    assert [m["verdict"] for m in report["mutants"]] == ["pass"] * 3
    evidence = claim["legs"]["numeric"]["evidence"]
    assert {run.get("dtype") for run in evidence["runs"]} >= {"float32", "float64"} and evidence["checks"]


#: file, text, what it becomes, leg, line where it must turn red, reason
BROKEN = [
    ("paper/derivations.py", "total / n,", "total / n + 1,", "symbolic", "d.step(total / n", "DERIVATION_FALSE"),
    ("paper/derivations.py", "(step * n + 1)", "(step * n - 1)", "symbolic", "d.step(total + ", "DERIVATION_FALSE"),
    ("paper/checks.py", "step * k + 1", "step * k - 1", "numeric", "ev.enclosed(", "ENCLOSURE_SEPARATED"),
    ("paper/checks.py", "fault * (n * n) / n", "fault * (n * n) / (n + 1)", "numeric", "ev.floats(", "FLOAT_OVER_BUDGET"),
    ("lean/Paper/MeanOdd.lean", "exact ⟨⟨n, rfl⟩", "SAY_ERROR ⟨⟨n, rfl⟩", "lean", "SAY_ERROR", "LEAN_ERROR"),
]  # fmt: skip


@pytest.mark.parametrize("row", BROKEN, ids=[f"{row[3]}-{row[2]}" for row in BROKEN])
def test_an_edit_turns_its_leg_red_on_its_line(toy: Toy, row: tuple[str, ...]) -> None:
    file, old, new, leg, marker, reason = row
    toy.edit(file, old, new)
    lines = (toy.root / file).read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if marker in text]
    code, report = toy.verify("--leg", leg)
    result = only(report)["legs"][leg]
    assert code == 1
    assert (result["reason"], result["place"]) == (reason, {"file": file, "line": line}), result


def test_a_leg_that_does_not_see_its_seeded_error_is_found(toy: Toy) -> None:
    toy.edit("paper/derivations.py", "(step * n + 1)", "(2 * n + 1)")
    code, report = toy.verify("--mutants", "--leg", "symbolic")
    assert code == 1
    assert "MUTANT_SURVIVED" in {finding["reason"] for finding in report["findings"]}


def test_the_readme_names_files_and_commands_that_exist(toy: Toy) -> None:
    text = (toy.root / "README.md").read_text()
    assert text.startswith("# A title\n")
    for name in re.findall(r"^\| `([^`]+)` \|", text, re.M):
        assert (toy.root / name).exists(), name
    commands = {command.name or command.callback.__name__ for command in app.registered_commands}  # type: ignore[union-attr]
    assert set(re.findall(r"`claims ([a-z]+)", text)) <= commands


def test_what_is_filled_in_is_filled_in_everywhere(toy: Toy) -> None:
    texts = {p.name: p.read_text() for p in toy.root.rglob("*") if p.is_file() and ".claims" not in p.parts}
    assert not [name for name, text in texts.items() if re.search(r"@[A-Z]+@|0\.0\.0", text)]
    assert f"claims-registry=={__version__}" in texts["pyproject.toml"] and f"=={__version__}" in texts["claims.yml"]
    assert tomllib.loads(texts["pyproject.toml"]) and tomllib.loads(texts["lakefile.toml"])
    assert ".claims/" in texts[".gitignore"].splitlines()


def test_the_workflow_runs_the_gate_and_hides_no_exit_code(toy: Toy) -> None:
    text = (toy.root / ".github/workflows/claims.yml").read_text()
    assert re.search(r"run: claims verify --mutants", text)
    assert "continue-on-error" not in text and "|| true" not in text and "shell: bash" in text
    assert all(re.search(r"@v\d+$", line) for line in text.splitlines() if "uses:" in line)


def test_the_title_defaults_to_the_folder(tmp_path: Path) -> None:
    new_pack.run_new(tmp_path / "tokens", "")
    assert (tmp_path / "tokens/README.md").read_text().startswith("# Claims of tokens\n")


def test_an_empty_folder_may_be_there_already(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    new_pack.run_new(tmp_path / "empty", "")
    written = {p.relative_to(tmp_path / "empty") for p in (tmp_path / "empty").rglob("*") if p.is_file()}
    assert written == {path for path, _ in new_pack.files("")}
    assert [p.name for p in tmp_path.iterdir()] == ["empty"]


def snapshot(folder: Path) -> set[tuple[str, bytes]]:
    return {(str(p), p.read_bytes() if p.is_file() else b"") for p in folder.rglob("*")}


@pytest.mark.parametrize(
    ("name", "title", "words"),
    [
        ("full", "", "is not empty"),
        ("file", "", "is not a folder"),
        ("dangling", "", "is a link to nothing"),
        ("new", "a\nb", "control characters"),
        ("new", "x" * 201, "longer than 200"),
    ],
)
def test_what_cannot_be_is_one_line_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, title: str, words: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / ".hidden").write_text("x")
    (tmp_path / "file").write_text("x")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    before = snapshot(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["new", str(tmp_path / name), "--title", title])
    shown = capsys.readouterr()
    assert ended.value.code == 2
    assert words in shown.err and " -- " in shown.err and shown.err.count("\n") == 1 and not shown.out
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("when", ["write_bytes", "rename"])
def test_a_disk_that_fills_up_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, there: bool
) -> None:
    target = tmp_path / "a" / "b" / "pack"
    if there:
        target.mkdir(parents=True)
    real, calls = getattr(Path, when), []

    def failing(self: Path, *arguments: Any) -> Any:
        calls.append(self)
        if len(calls) == (5 if when == "write_bytes" or there else 1):
            raise OSError(errno.ENOSPC, "no space", str(self))
        return real(self, *arguments)

    monkeypatch.setattr(Path, when, failing)
    with pytest.raises(OSError, match="no space"):
        new_pack.run_new(target, "")
    monkeypatch.undo()
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
    assert target.exists() is there and (tmp_path / "a").exists() is there


def test_every_command_that_reads_a_pack_takes_one(
    tmp_path: Path, toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    without = {"audit", "doctor", "explain", "new", "schema"}
    command = typer.main.get_command(app)
    names = set(command.commands)  # type: ignore[attr-defined]
    missing = {
        name
        for name in names - without - {"toolchain"}
        if not any("--pack" in getattr(p, "opts", ()) for p in _parameters(command.commands[name]))  # type: ignore[attr-defined]
    }
    assert missing == set()
    with pytest.raises(SystemExit):
        main(["list", "--pack", str(toy.root)])
    assert "sample.mean-odd" in capsys.readouterr().out


def _parameters(command: Any) -> list[Any]:
    subcommands = getattr(command, "commands", {}).values()
    return [*command.params, *(p for each in subcommands for p in each.params)]


@pytest.mark.parametrize("place", ["inside", "absent"])
def test_a_pack_that_is_named_is_that_folder_and_no_other(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    from claims.pack import find_pack

    (toy.root / "inside").mkdir()
    monkeypatch.chdir(toy.root / "inside")
    assert find_pack(Path()).root == toy.root, "without a name: the one around the current folder"
    with pytest.raises(InputError, match=r"no pack here|no such folder"):
        find_pack(toy.root / place)


def test_the_wheel_ships_the_templates_and_no_registry(tmp_path: Path) -> None:
    """The file list of the wheel by the rules of pyproject.toml, matched by git, whose rules hatchling uses."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert settings["packages"] == ["claims"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    rules = "\n".join([(REPOSITORY / ".gitignore").read_text(), *settings["exclude"]])
    (tmp_path / ".git/info/exclude").write_text(rules)
    listed = [p for p in (REPOSITORY / "claims").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    names = [p.relative_to(REPOSITORY).as_posix() for p in listed]
    ignored = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=tmp_path,
        input="\n".join(names),
        capture_output=True,
        text=True,
    )
    shipped = set(names) - set(ignored.stdout.splitlines())
    hidden = {part.name for part in new_pack.TEMPLATES.rglob(".*")} | {"__pycache__"}
    templates = [p for p in new_pack.TEMPLATES.rglob("*") if p.is_file() and not hidden & set(p.parts)]
    assert {p.relative_to(REPOSITORY).as_posix() for p in templates} <= shipped
    assert len(list(new_pack.files(""))) == 14
    assert not [name for name in shipped if name.startswith("claims/registry/")]
    assert len(templates) == 14


def content_names() -> set[str]:
    """What this repository's pack is about: ids, families, modules of legs, theorems, the names of its Lean rooms."""
    from claims.pack import find_pack
    from claims.registry_io import load

    registry = load(find_pack(REPOSITORY))
    names = set(registry.entries)
    for entry in registry.entries.values():
        if entry.lean is not None:
            names.add(entry.lean.theorem)
        names |= {source.document for source in entry.sources}
    names |= {path.stem for path in (REPOSITORY / "claims" / "registry").glob("*.toml")}
    for package in ("symbolic", "numeric"):
        names |= {f"{package}.{path.stem}" for path in (REPOSITORY / package).rglob("*.py") if path.stem != "__init__"}
        names |= {f"from {package}", f"import {package}", f'"{package}/', f"{package}.domains"}
    lean = REPOSITORY / "lean" / "Claims"
    names |= {f"Claims.{path.stem}" for path in lean.rglob("*") if path.suffix == ".lean" or path.is_dir()}
    return names | {"Claims.Reals", "attention", "Claims.lean"}


def mentions(text: str, names: set[str]) -> set[str]:
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return set(re.findall(rf"(?<![\w.-])(?:{pattern})(?![\w-])", text))


#: English words or names of the engine's own that happen to name an entry file as well.
COMMON = {"claims", "energy"}


def test_the_engine_knows_nothing_of_this_registry() -> None:
    names = content_names() - COMMON
    assert len(names) > 100
    found = {}
    for path in sorted((REPOSITORY / "claims").rglob("*")):
        engine = path.suffix in (".py", ".toml") and path.parent.name != "registry"
        if engine and (hit := mentions(path.read_text(), names)):
            found[path.name] = hit
    assert found == {}


@pytest.mark.parametrize(
    "text", ['REF = "symbolic.two_particle:tanh_law"', "FIELD = 'Claims.Reals'", "# see rotary.toml"]
)
def test_a_name_of_this_registry_in_the_engine_would_be_found(text: str) -> None:
    assert mentions(text, content_names() - COMMON)


@pytest.mark.lean
def test_a_new_pack_is_green_with_the_real_lean(tmp_path: Path) -> None:
    toy = Toy(tmp_path / "pack", tmp_path / "programs", tmp_path / "cache")
    new_pack.run_new(toy.root, "")
    locate("embedded", offline=False, install=True)  # the run itself is offline
    code, report = toy.verify(
        "--mutants", "--toolchain", "embedded", lean=False, CLAIMS_CACHE_DIR=str(store.cache_root())
    )
    assert code == 0, report["findings"]
    assert only(report)["earned"] == "exact"
    assert [m["verdict"] for m in report["mutants"]] == ["pass"] * 3


@pytest.mark.lean
def test_lean_code_cannot_change_its_sources_or_the_toolchain(tmp_path: Path) -> None:
    toolchain = locate("embedded", offline=False, install=True)
    source, out = tmp_path / "src" / "A.lean", tmp_path / "out"
    source.parent.mkdir()
    out.mkdir()
    targets = {"src": source.parent / "planted", "toolchain": toolchain.folder / "planted", "out": out / "planted"}  # type: ignore[operator]
    source.write_text("".join(f'#eval IO.FS.writeFile "{path}" "x"\n' for path in targets.values()))
    with Runner(toolchain) as runner:
        run = runner.run(source, out / "A.olean", [out], source.parent, out, 300.0)
    assert {name: path.exists() for name, path in targets.items()} == {"src": False, "toolchain": False, "out": True}
    assert len(run.of("error")) == 2
