"""Evidence of a numeric leg: enclosure checks and float runs, and the one verdict they make.

Checks of one name (one name, many samples) are counted together. The first failing check decides the place shown.
Order of verdicts: fail, error, nopower, unavailable, pass; evidence without a single check is an error, never a pass.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import arb

from claims.measure import balls as b
from claims.measure import flows
from claims.measure.arrays import DTYPES, Missing, machine
from claims.measure.backends import backends
from claims.measure.balls import Tri
from claims.measure.budget import Refine
from claims.measure.experiment import Quantity
from claims.measure.factors import factors
from claims.measure.flows import FlowCheck, FlowKernel
from claims.measure.hooks import Operands
from claims.measure.place import caller
from claims.measure.runs import FloatCheck, Kernel, Reference, Run, response, run, yardstick
from claims.measure.sampler import Sampler
from claims.outcome import LegResult, Place, Verdict

_ORDER = (Verdict.FAIL, Verdict.ERROR, Verdict.NOPOWER, Verdict.UNAVAILABLE, Verdict.PASS)
_START = 128
_LOWER = "operands of a lower precision: their runs are recorded and lower nothing"

Side = Any  # exact values or balls, scalar or nested; or a function without arguments that makes them


@dataclass(frozen=True)
class Finding:
    """One check: what was asked, what came out, where it was written."""

    name: str
    kind: str
    verdict: Verdict
    reason: str
    message: str
    place: Place
    detail: Mapping[str, Any]


def _made(side: Side) -> Any:
    return side() if callable(side) else side


def _entries(value: Any) -> list[Any]:
    return [entry for part in value for entry in _entries(part)] if isinstance(value, (tuple, list)) else [value]


def _pairs(left: Any, right: Any) -> list[tuple[Any, Any]]:
    if b.shape(left) != b.shape(right):
        raise ValueError(f"shapes differ: {b.shape(left)} and {b.shape(right)}")
    return list(zip(_entries(left), _entries(right), strict=True))


def _compared(sign: str, compare: Callable[[arb, arb], Tri], x: Any, y: Any) -> Tri:
    """Exact values are compared exactly (a ball of 1/3 could never be seen to be <= itself), others as balls."""
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        return Tri.TRUE if _EXACTLY[sign](x, y) else Tri.FALSE
    return compare(b.ball(x), b.ball(y))


_EXACTLY: dict[str, Callable[[Any, Any], bool]] = {"=": operator.eq, "<": operator.lt, "<=": operator.le}


def _all(answers: Sequence[Tri]) -> Tri:
    if Tri.FALSE in answers:
        return Tri.FALSE
    return Tri.UNDECIDED if Tri.UNDECIDED in answers else Tri.TRUE


class Evidence:
    """Collects the checks of one leg. Sides that involve irrational numbers are given as functions without arguments,
    so that they can be recomputed with more bits."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        self._findings: list[Finding] = []
        self._runs: list[Mapping[str, Any]] = []

    # Enclosures ---------------------------------------------------------------------------------------------------

    def enclosed(self, name: str, lhs: Side, rhs: Side) -> None:
        """Identity lhs = rhs, entry by entry: consistent to ``accuracy_bits`` bits, or certified different (a failure).

        Raises ``ValueError`` when the shapes differ.
        """
        bits = factors().accuracy_bits
        self._ask(name, "identity", "=", lhs, rhs, lambda x, y: b.consistent(x, y, bits))

    def less(self, name: str, smaller: Side, larger: Side) -> None:
        """Certified smaller < larger, entry by entry; certified >= is a failure."""
        self._ask(name, "strict inequality", "<", smaller, larger, b.less)

    def at_most(self, name: str, smaller: Side, larger: Side) -> None:
        """Certified smaller <= larger, entry by entry; certified > is a failure. Equality needs exact values."""
        self._ask(name, "inequality", "<=", smaller, larger, b.at_most)

    def differs(self, name: str, lhs: Side, rhs: Side) -> None:
        """Some entry of lhs and rhs is certified different (a falsifier breaks an identity); equality is a failure."""
        place, seen = caller(), {}

        def question() -> Tri:
            pairs = [(b.ball(x), b.ball(y)) for x, y in _pairs(_made(lhs), _made(rhs))]
            seen["gap"] = b.largest([abs(x - y) for x, y in pairs])
            answers = [~b.separated(x, y) for x, y in pairs]
            return ~_all(answers)

        self._record(name, "difference", b.decide(question, _START), {"gap": lambda: b.show(seen["gap"])}, place)

    def equal(self, name: str, lhs: object, rhs: object) -> None:
        """Equality of exact values (integers, fractions, nested tuples or lists); no rounding, no ladder."""
        same = _exact_form(lhs) == _exact_form(rhs)
        decision = b.Decision(Tri.TRUE if same else Tri.FALSE, 0)
        detail = {"lhs": lambda: _exact_text(lhs), "rhs": lambda: _exact_text(rhs)}
        self._record(name, "exact equality", decision, detail, caller())

    def constant(self, name: str, value: Side, printed: str, opinion: Callable[[], object] | None = None) -> None:
        """A printed decimal: the value must certainly lie within one unit of its last printed place.

        ``opinion`` recomputes the number in mpmath at 50 digits; an opinion that differs in the first
        ``opinion_digits`` digits, relative to max(1, |value|), is an error of the check.
        """
        place, unit, seen = caller(), _last_place(printed), {}

        def question() -> Tri:
            seen["value"] = b.ball(_made(value))
            return b.at_most(abs(seen["value"] - b.ball(printed)), b.ball(unit))

        detail = {"value": lambda: b.show(seen["value"], 40), "printed": lambda: printed}
        self._record(name, "constant", b.decide(question, _START), detail, place)
        if opinion is not None:
            self._second(name, value, opinion, place)

    def _second(self, name: str, value: Side, opinion: Callable[[], object], place: Place) -> None:
        import mpmath  # loaded only when an opinion is asked for

        with mpmath.workdps(50), b.working_bits(256):
            text = mpmath.nstr(opinion(), 45, min_fixed=0, max_fixed=0)
            mine = b.ball(_made(value))
            close = b.less(abs(mine - b.ball(text)), arb(1).max(abs(mine)) * b.ball(f"1e-{factors().opinion_digits}"))
        verdict = Verdict.PASS if close is Tri.TRUE else Verdict.ERROR
        reason = "OPINION_AGREES" if close is Tri.TRUE else "OPINION_DIFFERS"
        message = "" if close is Tri.TRUE else f"{name}: mpmath says {text}, the enclosure is {b.show(mine)}"
        detail = {"opinion": text}
        self._findings.append(Finding(name, "second opinion", verdict, reason, message, place, detail))

    def _ask(self, name: str, kind: str, sign: str, lhs: Side, rhs: Side, compare: Callable[[arb, arb], Tri]) -> None:
        place = caller()
        seen: dict[str, arb] = {}

        def question() -> Tri:
            answers = []
            for x, y in _pairs(_made(lhs), _made(rhs)):
                answers.append(_compared(sign, compare, x, y))
                if "lhs" not in seen or answers[-1] is not Tri.TRUE:
                    seen.update(lhs=b.ball(x), rhs=b.ball(y))
            return _all(answers)

        detail = {"lhs": lambda: b.show(seen["lhs"]), "rhs": lambda: b.show(seen["rhs"])}
        decision = b.decide(question, _START)
        if not seen:
            raise ValueError(f"{name}: nothing to compare")
        self._record(name, f"{kind} ({sign})", decision, detail, place)

    def _record(
        self, name: str, kind: str, decision: b.Decision, detail: Mapping[str, Callable[[], str]], place: Place
    ) -> None:
        shown = {key: make() for key, make in detail.items()} | {"bits": decision.bits}
        verdict, reason = {
            Tri.TRUE: (Verdict.PASS, "ENCLOSURE_CERTIFIED"),
            Tri.FALSE: (Verdict.FAIL, "ENCLOSURE_SEPARATED"),
            Tri.UNDECIDED: (Verdict.ERROR, "ENCLOSURE_UNDECIDED"),
        }[decision.answer]
        words = ", ".join(f"{key} {value}" for key, value in shown.items())
        message = "" if verdict is Verdict.PASS else f"{name}: {kind} {_WORDS[decision.answer]} at {words}"
        self._findings.append(Finding(name, kind, verdict, reason, message, place, shown))

    # Floats -------------------------------------------------------------------------------------------------------

    def floats(
        self,
        name: str,
        kernel: Kernel,
        inputs: Mapping[str, Any],
        reference: Reference,
        *,
        exact: Sequence[str] = (),
        refine: Refine | None = None,
        allow_nopower32: str = "",
    ) -> None:
        """Run ``kernel(xp, fault, **inputs)`` in float64 and float32 on every backend against ``reference(**balls)``.

        See :class:`claims.measure.runs.FloatCheck` for the arguments. ``allow_nopower32`` is the computed reason why
        float32 cannot see the fault; then a float32 run without power is recorded and lowers nothing.
        """
        place = caller()
        check = FloatCheck(kernel, inputs, reference, tuple(exact), refine, self._sampler.seed)
        found, missing = backends(self._sampler.devices, self._sampler.backends)
        per_unit = response(check)
        for dtype in DTYPES:
            stick = yardstick(check, dtype, per_unit)
            for backend in found:
                result = run(check, backend, dtype, stick)
                self._float(name, result, allow_nopower32, place, backend.settings)
        self._absent(name, missing, place)

    def flow(
        self,
        name: str,
        kernel: FlowKernel,
        inputs: Mapping[str, Any],
        reference: Reference,
        *,
        refine: Refine | None = None,
        operands: Sequence[str] = (),
        allow_nopower32: str = "",
    ) -> None:
        """Run a map that steps in time, ``kernel(xp, fault, rounding, **inputs)``, in float64 and float32.

        The kernel multiplies its field by ``fault`` and calls ``rounding.operand``, ``.field`` and ``.state``
        (:mod:`claims.measure.hooks`). Tuples in ``inputs`` become arrays [seeds, ...], and the result has shape
        [seeds, ...]; fractions are parameters, whose rounding is a part of the budget; integers are integers.
        ``reference(**balls)`` is the same discrete map in balls, or with ``refine`` the exact law. ``operands`` names
        precisions of operands ("bfloat16", "float16", "tf32") to run as well, with a float32 state, against the same
        map in float64 with operands rounded alike; such a run without power is recorded and lowers nothing.
        Raises ``ValueError`` on an unknown precision, or arrays and a result without a leading axis in common.
        """
        place = caller()
        check = FlowCheck(kernel, inputs, reference, refine, self._sampler.seed)
        found, missing = backends(self._sampler.devices, self._sampler.backends)
        for dtype in DTYPES:
            stick = flows.yardstick(check, dtype, flows.spread(check, dtype))
            for backend in found:
                result = flows.run(check, backend, dtype, stick)
                self._float(name, result, allow_nopower32, place, backend.settings)
        for kind in map(Operands, operands):
            seen = flows.spread(check, "float32", kind)
            stick = flows.operand_yardstick(check, kind, seen)
            for backend in found:
                result = flows.operand_run(check, backend, kind, stick, seen)
                self._float(name, result, _LOWER, place, backend.settings)
        self._absent(name, missing, place)

    def _float(self, name: str, result: Run, excuse: str, place: Place, settings: Mapping[str, str]) -> None:
        data = {"check": name, **result.to_json(), "settings": dict(settings)}
        finding = Finding(name, f"float run {result.dtype}", result.verdict, result.reason, "", place, {})
        if result.verdict is not Verdict.PASS:
            finding = replace(finding, message=_float_message(name, result))
        if result.verdict is Verdict.NOPOWER and result.dtype != "float64" and excuse:
            data["excused"] = excuse
            finding = replace(finding, verdict=Verdict.PASS, reason="FLOAT_NOPOWER_EXCUSED")
        self._runs.append(data)
        self._findings.append(finding)

    def _absent(self, name: str, missing: Sequence[Missing], place: Place) -> None:
        """Note backends that are not there; one that the run asked for leaves the leg without a verdict."""
        for gone in missing:
            label = f"{gone.name}/{gone.device}"
            self._runs.append({"check": name, "backend": label, "missing": gone.why})
            if gone.required:
                message = f"{label}, which this run asks for, is not here: {gone.why}"
                kind = "float run (missing)"
                self._findings.append(Finding(name, kind, Verdict.UNAVAILABLE, "DEVICE_MISSING", message, place, {}))

    # Experiments --------------------------------------------------------------------------------------------------

    def measured(self, quantities: Sequence[Quantity]) -> None:
        """Numbers of an experiment, each against its prediction and with its wrong variant rejected."""
        place = caller()
        for quantity in quantities:
            verdict, reason = quantity.outcome
            detail = {"observed": f"{quantity.observed:.6g}", "allowed": f"{quantity.allowed:.2g}"}
            detail |= (
                {} if quantity.predicted is None else {"predicted": f"{quantity.relation} {quantity.predicted:.6g}"}
            )
            message = "" if verdict is Verdict.PASS else _experiment_message(quantity, reason)
            finding = Finding(quantity.name, "experiment", verdict, reason, message, place, detail)
            self._findings.append(finding)

    # Verdict ------------------------------------------------------------------------------------------------------

    def outcome(self) -> LegResult:
        """The verdict of the leg with its evidence as JSON values."""
        if not self._findings:
            message = "the leg made no check"
            return LegResult(Verdict.ERROR, "NUMERIC_EMPTY", message, evidence=self._evidence())
        worst = min(self._findings, key=lambda finding: _ORDER.index(finding.verdict))
        if worst.verdict is Verdict.PASS:
            return LegResult(Verdict.PASS, "OK", self._summary(), None, self._evidence())
        return LegResult(worst.verdict, worst.reason, worst.message, worst.place, self._evidence())

    def _summary(self) -> str:
        honest = sum("missing" not in data for data in self._runs)
        return f"{len(self._findings) - honest} enclosure checks, {honest} float runs"

    def _evidence(self) -> dict[str, Any]:
        sampler = self._sampler
        return {
            "samples": sampler.samples,
            "seed": sampler.seed,
            "checks": _grouped([f for f in self._findings if not f.kind.startswith("float run")]),
            "runs": [dict(data) for data in self._runs],
            "machine": machine() if self._runs else {},
        }


_WORDS = {Tri.TRUE: "holds", Tri.FALSE: "certified false", Tri.UNDECIDED: "undecided"}


def _grouped(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """One row per name and kind: count, worst verdict and the values of the worst (else the last) check."""
    rows: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        rows.setdefault((finding.name, finding.kind), []).append(finding)
    out = []
    for (name, kind), group in rows.items():
        worst = min(reversed(group), key=lambda finding: _ORDER.index(finding.verdict))
        row = {
            "name": name,
            "kind": kind,
            "count": len(group),
            "verdict": worst.verdict.value,
            "place": str(worst.place),
        }
        out.append({**row, **worst.detail})
    return out


def _float_message(name: str, result: Run) -> str:
    numbers = f"observed {result.observed:.3g}, allowed {result.budget.total:.3g}"
    power = f"fault changes {result.effect:.3g}, seen {result.faulty:.3g}"
    return f"{name}: {result.reason} in {result.dtype} on {result.backend}: {numbers}; {power}"


def _experiment_message(quantity: Quantity, reason: str) -> str:
    seen = f"observed {quantity.observed:.6g}, predicted {quantity.relation} {quantity.predicted:.6g}"
    words = (
        f"{quantity.name}: {reason}: {seen} within {quantity.allowed:.2g} ({quantity.kind}, {quantity.samples} samples)"
    )
    return words if reason != "EXPERIMENT_NOPOWER" else f"{words}; {quantity.control_is} gives {quantity.control:.6g}"


def _exact_form(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return tuple(_exact_form(part) for part in value)
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    raise TypeError(f"exact values are integers and fractions, not {type(value).__name__}")


def _exact_text(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_exact_text(part) for part in value) + "]"
    return str(value)


def _last_place(printed: str) -> Fraction:
    """One unit of the last printed place of a plain decimal."""
    body, _, exponent = printed.lower().partition("e")
    decimals = len(body.partition(".")[2])
    return Fraction(10) ** (int(exponent or 0) - decimals)
