"""Arguments and options that several commands of the command line share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class LegChoice(StrEnum):
    """Legs that can be selected."""

    lean = "lean"
    symbolic = "symbolic"
    numeric = "numeric"


class DiffFormat(StrEnum):
    """How a diff is printed."""

    text = "text"
    markdown = "markdown"
    json = "json"


class SchemaChoice(StrEnum):
    """Documents that have a schema."""

    registry = "registry"
    run = "run"
    diff = "diff"


class ToolchainChoice(StrEnum):
    """Which Lean to use."""

    auto = "auto"
    embedded = "embedded"
    native = "native"


PackOption = Annotated[
    Path, typer.Option("--pack", help="Folder of the pack (default: the one around the current folder).")
]
Ids = Annotated[list[str] | None, typer.Argument(help="Claim ids or shell patterns; all when none is given.")]
ToolchainOption = Annotated[ToolchainChoice, typer.Option("--toolchain", help="Which Lean checks the proofs.")]
OfflineOption = Annotated[bool, typer.Option("--offline", envvar="CLAIMS_OFFLINE", help="Fetch nothing.")]
