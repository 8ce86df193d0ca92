"""Validation of registry files with pydantic, and the published JSON Schema.

Imported only when a file has changed since it was last found valid: pydantic is not on the warm path.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from claims import model
from claims.errors import Problem
from claims.toml_lines import LineMap

_CLASSES = [value for value in vars(model).values() if isinstance(value, type) and is_dataclass(value)]
for _class in _CLASSES:
    # Unknown keys are errors. Lax mode stays on, since TOML has text where the model has an enum.
    setattr(_class, "__pydantic_config__", ConfigDict(extra="forbid"))  # noqa: B010

_ADAPTER: TypeAdapter[model.Entry] = TypeAdapter(model.Entry)


def report_schema(document: str) -> dict[str, Any]:
    """JSON Schema of a report: ``run`` (`verify --json`) or ``diff`` (`diff --format json`)."""
    text = (Path(__file__).parent / "schemas" / f"{document}-1.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def json_schema() -> dict[str, Any]:
    """JSON Schema of a registry file: an object whose ``claim`` is a list of entries."""
    entry = _ADAPTER.json_schema(ref_template="#/$defs/{model}")
    definitions = entry.pop("$defs", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "claims registry file",
        "type": "object",
        "additionalProperties": False,
        "required": ["claim"],
        "properties": {"claim": {"type": "array", "items": {"$ref": "#/$defs/Entry"}}},
        "$defs": {**definitions, "Entry": entry},
    }


def validate(data: dict[str, Any], file: str, lines: LineMap) -> list[Problem]:
    """Every problem of one parsed registry file, in line order; an empty list means valid."""
    problems = [
        Problem(
            file, lines.line((key,)), key, "unknown key at the top of a registry file", "entries are [[claim]] tables"
        )
        for key in data
        if key != "claim"
    ]
    claims = data.get("claim")
    if not isinstance(claims, list) or not claims:
        problems.append(Problem(file, 1, "claim", "no entry in this file", "add a [[claim]] table or delete the file"))
        return problems
    for index, raw in enumerate(claims):
        problems += _entry_problems(raw, index, file, lines)
    return sorted(problems, key=lambda p: p.line)


def _entry_problems(raw: Any, index: int, file: str, lines: LineMap) -> list[Problem]:
    try:
        _ADAPTER.validate_python(raw)
    except ValidationError as error:
        name = raw.get("id", f"number {index + 1}") if isinstance(raw, dict) else f"number {index + 1}"
        return [_problem(item, ("claim", index), str(name), file, lines) for item in error.errors()]
    return []


def _problem(item: Any, base: tuple[str | int, ...], name: str, file: str, lines: LineMap) -> Problem:
    location = tuple(part for part in item["loc"] if not _is_type_tag(part))
    field = ".".join(str(part) for part in location) or "entry"
    message, remedy = _words(item, location)
    return Problem(file, lines.line(base + location), f"claim {name!r}, {field}", message, remedy)


def _is_type_tag(part: str | int) -> bool:
    """Whether a location part names a branch of a union rather than a key."""
    return isinstance(part, str) and part in {"bool", "int", "float", "str", "none", *(c.__name__ for c in _CLASSES)}


def _words(item: Any, location: tuple[str | int, ...]) -> tuple[str, str]:
    kind = item["type"]
    if kind in {"unexpected_keyword_argument", "extra_forbidden"}:
        known = _known_fields(location[:-1])
        close = difflib.get_close_matches(str(location[-1]), known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
        return "unknown key", hint
    if kind in {"missing", "missing_argument"}:
        return "required and missing", "add it"
    if kind in {"enum", "literal_error"}:
        expected = item["ctx"]["expected"]
        options = [part.strip(" '") for part in expected.replace(" or ", ", ").split(",")]
        close = difflib.get_close_matches(str(item["input"]), options, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"one of: {', '.join(options)}"
        return f"{item['input']!r} is not a known value", hint
    return f"{item['msg']} (got {item['input']!r:.80})", "see `claims schema` for the expected shape"


def _known_fields(location: tuple[str | int, ...]) -> list[str]:
    """Field names of the dataclass at ``location`` inside an entry."""
    current: Any = model.Entry
    for part in location:
        if isinstance(part, int):
            continue
        hint = get_type_hints(current).get(part) if is_dataclass(current) else None
        current = next((a for a in (hint, *get_args(hint)) if isinstance(a, type) and is_dataclass(a)), None)
        if current is None:
            return []
    return [f.name for f in fields(current)]
