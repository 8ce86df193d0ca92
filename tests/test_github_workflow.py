"""The example workflow: it parses, runs the gate with options that exist, and keeps its exit code and its rights."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "examples" / "github-workflow.yml").read_text()
CLI = "".join((ROOT / "claims" / name).read_text() for name in ("cli.py", "cli_options.py"))


def faults(text: str) -> list[str]:
    """What is wrong with a workflow, as far as its lines show."""
    code = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found = [f"tab: {line}" for line in code if "\t" in line]
    found += [f"odd indentation: {line}" for line in code if (len(line) - len(line.lstrip())) % 2]
    found += [f"missing: {key}" for key in ("name", "on", "permissions", "jobs") if f"\n{key}:" not in f"\n{text}"]
    found += [f"not pinned: {use}" for use in re.findall(r"uses: (\S+)", text) if not re.search(r"@v\d+$", use)]
    for script in re.findall(r"run: (?:\||>-)?((?:\n {10,}.*)+|.*)", text):
        found += [f"expression inside a script: {script}"] if "${{" in script else []
        found += ["an exit code is thrown away"] if "|| true" in script or "continue-on-error" in text else []
    found += ["pull_request_target runs strangers' code with rights"] if "pull_request_target" in text else []
    found += [
        f"missing: {word}" for word in ("claims verify", "claims diff", "GITHUB_STEP_SUMMARY") if word not in text
    ]
    found += [] if "fetch-depth: 0" in text else ["the base of the pull request is not fetched"]
    return found


def test_the_workflow_is_in_order() -> None:
    assert faults(TEXT) == []


#: a change that must be seen, so that the checks above are known to see something
SPOILT = [
    ("fetch-depth: 0", "fetch-depth: 1"),
    ("actions/checkout@v4", "actions/checkout"),
    ("  pull_request:", "  pull_request_target:"),
    ('claims diff "$BASE"', "claims diff ${{ github.base_ref }}"),
    ("--sarif claims.sarif", "--sarif claims.sarif || true"),
    ("jobs:", "job:"),
    ("  gate:", "\tgate:"),
]


@pytest.mark.parametrize(("old", "new"), SPOILT, ids=[old for old, _ in SPOILT])
def test_a_spoilt_workflow_is_seen(old: str, new: str) -> None:
    assert old in TEXT
    assert faults(TEXT.replace(old, new))


@pytest.mark.parametrize("option", sorted(set(re.findall(r"(?<=\s)--[a-z-]+(?=[\s\n])", TEXT))))
def test_every_option_it_uses_exists(option: str) -> None:
    assert f'"{option}"' in CLI


@pytest.mark.skipif(importlib.util.find_spec("yaml") is None, reason="no YAML library here: the lines were checked")
def test_it_is_yaml() -> None:
    import yaml  # type: ignore[import-untyped,unused-ignore]

    data = yaml.safe_load(TEXT)
    steps = data["jobs"]["gate"]["steps"]
    assert sum("claims verify" in step.get("run", "") for step in steps) == 1
