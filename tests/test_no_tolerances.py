"""No tolerance stands in the engine or in a leg: all of them are in ``claims/measure/factors.toml``, each derived."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from claims.measure.factors import factors

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted([*(ROOT / "claims" / "measure").glob("*.py"), *(ROOT / "numeric").glob("*.py")])
SMALL = 1e-3
WORDS = {"rtol", "atol", "tol", "tolerance", "isclose", "allclose", "assert_allclose", "assert_almost_equal", "approx"}
NUMBER = re.compile(r"\s*[+-]?\d*\.?\d+(e[+-]?\d+)?\s*", re.IGNORECASE)


def tolerances(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of what looks like a tolerance: a word for one, a small number, or a comparison with a power."""
    tree = ast.parse(source)
    prose = {id(node.body[0].value) for node in ast.walk(tree) if _documented(node)}
    for node in ast.walk(tree):
        name = next((str(getattr(node, key)) for key in ("arg", "attr", "id", "name") if hasattr(node, key)), "")
        if name in WORDS:
            yield node.lineno, name
        elif isinstance(node, ast.Constant) and id(node) not in prose and _small(node.value):
            yield node.lineno, repr(node.value)
        elif isinstance(node, ast.Compare):
            yield from ((node.lineno, ast.unparse(part)) for part in ast.walk(node) if _tiny_power(part))


def _documented(node: ast.AST) -> bool:
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, scopes) and ast.get_docstring(node) is not None


def _small(value: object) -> bool:
    if isinstance(value, str) and NUMBER.fullmatch(value) and "e-" in value.lower():
        value = float(value)
    if not isinstance(value, float) or not 0.0 < abs(value) <= SMALL:
        return False
    return float(f"{value:.2e}") == value  # three digits at most; a coefficient of a polynomial has all of them


def _tiny_power(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Pow)
        and isinstance(node.right, ast.UnaryOp)
        and isinstance(node.right.op, ast.USub)
        and isinstance(node.right.operand, ast.Constant)
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_tolerance_in(path: Path) -> None:
    assert not list(tolerances(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "planted",
    [
        "np.allclose(a, b)",
        "check(a, b, rtol=1)",
        "def near(a, b, tol): pass",
        "ok = abs(a - b) < 1e-9",
        "SLACK = 1e-6",
        "b.less(gap, ball('1e-40'))",
        "ok = gap < 2.0**-40",
        "ok = gap <= 10 ** -12 * scale",
    ],
)
def test_a_planted_tolerance_is_found(planted: str) -> None:
    assert list(tolerances(planted))


@pytest.mark.parametrize(
    "fine",
    [
        "x = 0.5 * y",
        "u = {'float32': 2.0**-24}",
        "'''within 1e-9'''",
        "s = 'at 1e-9 or so'",
        "ok = n < 10**3",
        "c = 1.5252733841556773e-05",
    ],
)
def test_other_numbers_are_left_alone(fine: str) -> None:
    assert not list(tolerances(fine))


def test_every_factor_is_used() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    unused = [name for name in vars(factors()) if f"factors().{name}" not in text and f"factor.{name}" not in text]
    assert not unused
