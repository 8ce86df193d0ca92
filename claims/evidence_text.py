"""The evidence of a leg as lines to read: decisions, enclosures, float runs with their budgets, witnesses.

Known parts have a form of their own; whatever else a leg recorded is shown as it is, so that nothing is hidden.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

_BALL = re.compile(r"(?<![\w\])])\[(-?[0-9.]+)(?:e(-?[0-9]+))?, (-?[0-9.]+)(?:e(-?[0-9]+))?\]")


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> list[str]:
    """Left-aligned columns, two spaces apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (indent + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def lines(evidence: Mapping[str, Any]) -> Iterator[str]:
    """Everything in the evidence of one leg or witness, indented by two spaces."""
    known: dict[str, Callable[[Any], Iterator[str]]] = {
        "steps": _steps,
        "decisions": _decisions,
        "checks": _checks,
        "runs": _runs,
        "values": _values,
        "holds": _holds,
    }
    plain = {key: value for key, value in evidence.items() if key not in known and value not in ([], {}, "")}
    for key, value in plain.items():
        yield f"  {key}: {_plain(value)}"
    for key, render in known.items():
        if evidence.get(key):
            yield f"  {key}"
            yield from render(evidence[key])


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_plain, value))
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _steps(steps: Sequence[Any]) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        text, _, note = str(step).partition(r" \quad\text{(")
        yield f"    {number}. {text}"
        if note:
            yield f"       ({note.removesuffix('}')}"


def _decisions(decisions: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    rows = []
    for each in decisions:
        count, radius = each.get("points", 0), str(each.get("radius", ""))
        size = "difference 0" if radius.startswith("0.00") else f"|difference| < {radius}"
        guard = f"guarded at {count} point{'s' * (count != 1)}, {size}" if count else ""
        rows.append((each["truth"], each["name"], each["procedure"], guard))
    yield from columns(rows, "    ")
    for each in decisions:
        extra = {"assuming": each.get("assumed"), "": each.get("detail")}
        if each["truth"] != "proved":
            extra["normal form"] = each.get("normal_form")
        for label, value in extra.items():
            if value:
                yield f"      {each['name']}: {label + ' ' if label else ''}{_plain(value)}"


def _checks(checks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    rows = []
    for each in checks:
        count = f"{each['count']} sample{'s' * (each['count'] != 1)}" if each.get("count") else ""
        rows.append((each["verdict"], each["name"], each["kind"], count, _found(each)))
    yield from columns(rows, "    ")
    shown = {"name", "kind", "count", "verdict", "bits"}
    for each in checks:
        if each["verdict"] != "pass":
            yield from (
                f"      {each['name']}: {key} = {enclosure(_plain(value))}"
                for key, value in each.items()
                if key not in shown and value not in ("", None)
            )


def _found(check: Mapping[str, Any]) -> str:
    """What a check that passed has seen: the enclosed value, or both sides."""
    if "value" in check:
        return enclosure(check["value"])
    if "opinion" in check:
        return str(check["opinion"])
    if "lhs" in check and "rhs" in check:
        sign = {"identity": "=", "exact": "=", "strict": "<"}.get(str(check["kind"]).split()[0], "<=")
        return f"last: {enclosure(_plain(check['lhs']), 12)} {sign} {enclosure(_plain(check['rhs']), 12)}"
    return ""


def enclosure(text: str, digits: int = 60) -> str:
    """Every ball ``[a, b]`` in a text as a decimal and its radius; with dots and no radius where it is cut off."""
    return _BALL.sub(lambda match: _ball(match, digits), text)


def _ball(match: re.Match[str], digits: int) -> str:
    from fractions import Fraction

    low, high = (Fraction(match[i]) * Fraction(10) ** int(match[i + 1] or 0) for i in (1, 3))
    middle, radius = (low + high) / 2, (high - low) / 2
    if not radius:
        return _decimal(middle, digits)
    # Only digits that the radius leaves certain, and the radius rounded up.
    size = _exponent(radius)
    certain = max(1, _exponent(middle) - size) if middle else 1
    if digits < certain:
        return f"{_decimal(middle, digits)}..."
    # Rounding the middle moves it by at most one unit of its last digit, which is ten units of the radius's.
    bound = -(-radius // Fraction(10) ** size) + 10
    return f"{_decimal(middle, certain)} +- {bound}e{size}"


def _exponent(value: Any) -> int:
    """The power of ten below a non-zero rational."""
    value = abs(value)
    size = len(str(value.numerator)) - len(str(value.denominator))
    return size if value >= type(value)(10) ** size else size - 1


def _decimal(value: Any, digits: int) -> str:
    import decimal

    with decimal.localcontext() as context:
        context.prec, context.rounding = max(1, digits), decimal.ROUND_DOWN
        return f"{+(decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator))}"


def _runs(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    missing = [each for each in runs if "missing" in each]
    present = [each for each in runs if "missing" not in each]
    if present:
        header = (
            "",
            "run",
            "backend",
            "dtype",
            "error",
            "allowed",
            "with the fault",
            "of which rounding, steps, reference",
        )
        yield from columns([header, *map(_run, present)], "    ")
    yield from (f"    not run: {each['check']} on {each['backend']}: {each['missing']}" for each in missing)


def _run(run: Mapping[str, Any]) -> tuple[str, ...]:
    budget = run["budget"]
    parts = (budget["rounding"] + budget["parameter"], budget["discretisation"], budget["reference"])
    numbers = [f"{float(run['observed']):.2e}", f"{float(budget['total']):.2e}", f"{float(run['faulty']):.2e}"]
    split = ", ".join(f"{float(part):.1e}" for part in parts)
    return (run["verdict"], run["check"], f"{run['backend']} {run['version']}", run["dtype"], *numbers, split)


def _values(values: Mapping[str, Any]) -> Iterator[str]:
    rows = [(name, re.sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", str(value))) for name, value in values.items()]
    yield from columns(rows, "    ")


def _holds(holds: Mapping[str, Any]) -> Iterator[str]:
    yield from columns(
        [(str(name), {"True": "holds", "False": "does not hold"}.get(str(v), str(v))) for name, v in holds.items()],
        "    ",
    )


def numbered(text: Iterable[str], line: int, around: int = 2) -> list[str]:
    """The lines of a source around ``line`` (from 1), numbered, with that line marked."""
    found = []
    for number, content in enumerate(text, 1):
        if abs(number - line) <= around:
            found.append(f"    {'>' if number == line else ' '} {number:>5}  {content.rstrip()}")
    return found


def quantity_rows(quantities: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Quantities of an experiment as rows for :func:`columns`, with their header."""
    return [("quantity", "observed", "+/-", "predicted", "verdict"), *map(_quantity_row, quantities)]


def _quantity_row(row: Mapping[str, Any]) -> tuple[str, ...]:
    predicted = "" if row["predicted"] is None else f"{row['relation']} {row['predicted']:.6g}"
    words = {"EXPERIMENT_MEASURED": "measured", "EXPERIMENT_AGREES": "agrees"}
    verdict = words.get(row["reason"], f"{row['verdict']} [{row['reason']}]")
    kind = "" if row["kind"] == "standard error" else " (bound)"
    return row["name"], f"{row['observed']:.6g}", f"{row['uncertainty']:.2g}{kind}", predicted, verdict
