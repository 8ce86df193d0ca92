"""The ledger of float runs: what a record holds, what refuses it, and when a later one is worse."""

import json
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims import gate, recording
from claims.cli import main
from claims.leanleg import LeanOutcome
from claims.ledger import Row, compared, digest, rows_of, sealed, succeeding, worse
from claims.measure import Evidence, Sampler
from claims.model import Domain, Status, Variable
from claims.outcome import LegResult, Verdict
from claims.pack import find_pack
from claims.reach import Reach
from claims.recorded import read_records
from claims.registry_io import load
from claims.runner import ABSENT, ClaimRun, Options, Run
from claims.worker import SAMPLES, SEED
from tests.toy_pack import REGISTRY, make_toy

ERRORS = st.one_of(st.floats(0, 1e300), st.just(inf))
NAMES = st.text(min_size=1, max_size=9)


def row(observed: float = 1.0, allowed: float = 10.0, check: str = "c", dtype: str = "float64") -> Row:
    """A passing row with the limits 4 above its error and 3 times its budget."""
    return Row(check, dtype, "pass", "FLOAT_WITHIN_BUDGET", observed, allowed, observed + 4.0, 3.0 * allowed)


# Rows. --------------------------------------------------------------------------------------------------------------


@given(
    st.builds(Row, NAMES, NAMES, st.just("nopower"), NAMES, ERRORS, ERRORS, ERRORS, ERRORS, st.tuples(ERRORS, ERRORS))
)
def test_a_row_survives_its_file(made: Row) -> None:
    assert Row.from_json(json.loads(json.dumps(made.to_json()))) == made


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("observed", -1.0), ("observed", "nan"), ("observed", None), ("allowed", True), ("allowed", "many"),
        ("check", 3), ("before", [1.0]), ("before", 1.0), ("observed", 11.0),
    ],
)  # fmt: skip
def test_a_row_that_no_run_makes_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValueError):
        Row.from_json({**row().to_json(), field: value})


@pytest.mark.parametrize("field", list(row().to_json()))
def test_a_row_without_a_field_is_refused(field: str) -> None:
    data = row().to_json()
    del data[field]
    with pytest.raises(ValueError):
        Row.from_json(data)


def test_worse_better_and_within_the_band() -> None:
    first = row()
    for observed, allowed, bad in ((1.0, 10.0, 0), (4.9, 29.0, 0), (0.1, 1.0, 0), (5.1, 10.0, 1), (1.0, 31.0, 1)):
        (second,) = succeeding([row(observed, allowed)], [first])
        assert len(worse([second])) == len(compared([row(observed, allowed)], [first])) == bad
    (both,) = succeeding([replace(row(6.0, 31.0), verdict="fail")], [first])
    assert "observed error 6, at most 5 before and allowed error 31, at most 30 before" in worse([both])[0]


def test_small_steps_do_not_add_up() -> None:
    """Limits are the lowest of all records before, so that each may not use up the band anew."""
    kept = succeeding([row(1.0)], [])
    for observed in (4.0, 4.5, 4.9):
        kept = succeeding([row(observed)], kept)
        assert not worse(kept) and kept[0].before[0] == 5.0
    assert worse(succeeding([row(8.0)], kept))
    better = succeeding([row(0.5, 1.0)], kept)
    assert succeeding([row(0.5, 1.0)], better)[0].before == (4.5, 3.0)


def test_other_checks_and_dtypes_are_not_compared() -> None:
    first = [row(), row(check="d"), row(dtype="float32")]
    assert not worse(succeeding([row(99.0, 99.0, check="new"), row(99.0, 99.0, dtype="bfloat16")], first))


def test_rows_of_evidence() -> None:
    def run(**changes: Any) -> dict[str, Any]:
        plain = {
            "check": "c", "backend": "numpy/cpu", "dtype": "float64", "verdict": "pass", "reason": "FLOAT_WITHIN_BUDGET",
            "observed": 1.0, "budget": {"total": 10.0}, "limits": {"observed": 5.0, "allowed": "inf"},
        }  # fmt: skip
        return {**plain, **changes}

    runs = [
        run(), run(observed=2.0), run(backend="torch/cpu"), {"check": "c", "backend": "numpy/cpu", "missing": "gone"},
        run(dtype="float32", verdict="nopower", reason="FLOAT_NOPOWER", excused="why", budget={"total": "inf"}),
    ]  # fmt: skip
    worst, excused = rows_of(runs, "numpy/cpu")
    assert (worst.observed, worst.share, worst.allowed_limit) == (2.0, 0.2, inf)
    assert (excused.verdict, excused.reason, excused.share) == ("pass", "FLOAT_NOPOWER_EXCUSED", 0.0)
    assert rows_of(runs, "jax/cpu") == ()


def test_a_seal_covers_everything() -> None:
    data = json.loads(sealed({"a": 1, "b": {"c": [1.5]}}))
    assert data["sha256"] == digest(data) != digest({**data, "a": 2})


# The command, with the leg run in this process. --------------------------------------------------------------------

KERNELS = {
    "plain": lambda y: y * y,
    "equal": lambda y: y * y * 1,
    "off": lambda y: y * y * (1 + 3e-15),
    "loose": lambda y: (y * y + 80) - 80,
    "wrong": lambda y: y * y * 1.001,
}
VARIABLES = [Variable(name, Domain.REAL, "a number") for name in "xy"]


@cache
def leg(name: str) -> LegResult:
    """The toy's numeric leg with another last term of its kernel."""
    sampler = Sampler(VARIABLES, SEED, SAMPLES)
    ev = Evidence(sampler)

    def kernel(xp: Any, fault: float, x: Any, y: Any) -> Any:
        return x * x + fault * 2 * x * y + KERNELS[name](y)

    ev.floats(
        "square", kernel, sampler.batch("x", "y"), lambda x, y: [(a + b) * (a + b) for a, b in zip(x, y, strict=True)]
    )
    return ev.outcome()


class Desk:
    """A pack whose numeric leg is ``leg(name)``, and the commands on it."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        (root / "registry").mkdir()
        (root / "claims.toml").write_text("")
        (root / "registry" / "toy.toml").write_text(REGISTRY)
        (root / "toylegs").mkdir()
        self.root, self.patch, self.capsys = root, patch, capsys
        self.use("plain")

    def use(self, name: str) -> None:
        """Let the leg be another one: its code changes, and so does what it gives."""
        (self.root / "toylegs" / "numeric.py").write_text(f"term = {name!r}\n")
        self.now = leg(name)
        self.patch.setattr(recording, "_results", lambda pack, entries, *_: {entry.id: leg(name) for entry in entries})

    def claims(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code and output of a command."""
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--pack", str(self.root)])
        out, err = self.capsys.readouterr()
        return int(ended.value.code or 0), out, err

    def record(self, *arguments: str) -> int:
        return self.claims("record", *arguments)[0]

    @property
    def file(self) -> Path:
        (found,) = (self.root / "evidence").rglob("*.json")
        return found

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.file.read_bytes())
        return found

    def reseal(self, change: Any, **fields: Any) -> None:
        """Seal the record again after a change of its rows."""
        data = self.data
        self.file.write_bytes(sealed({**data, "runs": [{**row, **change(row)} for row in data["runs"]], **fields}))

    def gate(self, strict: bool = False) -> tuple[int, list[str], str]:
        """Exit code, reasons and first message of the gate about records, after a run of the leg as it is now."""
        pack = find_pack(self.root)
        registry = load(pack)
        entry = replace(registry.entries["toy.square"], lean=None, absent={"lean": "no"}, declared=Status.DERIVED)
        legs: dict[Any, LegResult] = {"lean": ABSENT, "symbolic": LegResult(Verdict.PASS, "OK"), "numeric": self.now}
        run = ClaimRun(entry, legs, LegResult(Verdict.PASS, "OK"), None, {})
        records = read_records(
            pack, list(registry.entries.values()), registry.entries, Reach(self.root, pack.state / "i")
        )
        whole = Run((run,), LeanOutcome(), (), 0.0, Options(strict_evidence=strict), records)
        found = [f for f in gate.findings(whole, pack, registry, None) if f.reason.startswith("EVIDENCE")]
        return gate.exit_code(found), [f.reason for f in found], found[0].message


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)


def test_what_a_record_holds(desk: Desk) -> None:
    assert desk.record() == 0
    data = desk.data
    assert {row["dtype"]: row["verdict"] for row in data["runs"]} == {"float64": "pass", "float32": "pass"}
    assert data["backend"] == "numpy/cpu" and data["device"] == data["machine"]["processor"] != ""
    assert (data["seed"], data["samples"]) == (SEED, SAMPLES) and data["machine"]["numpy"] and data["date"]
    assert all(len(detail["digest"]) == 64 and detail["ulps"] > 0 for detail in data["details"])
    assert str(desk.root) not in desk.file.read_text()
    _, listed, _ = desk.claims("record", "--list")
    assert listed.count("current") == 2 and data["device"] in listed and "float32" in listed
    code, found, message = desk.gate()
    assert (code, found) == (0, ["EVIDENCE_RECORDED"])
    assert "and run here (numpy/cpu; observed over allowed error: float64 0." in message


def test_the_same_run_again_changes_nothing_but_the_limits_before_it(desk: Desk) -> None:
    desk.record()
    first = desk.data
    assert desk.record() == 0
    again = desk.data
    assert all(row["before"] != ["inf", "inf"] for row in again["runs"])
    assert [{**row, "before": None} for row in again["runs"]] == [{**row, "before": None} for row in first["runs"]]
    assert again["details"] == first["details"]


def test_a_torn_or_forged_record_is_refused_in_one_line(desk: Desk) -> None:
    desk.record()
    path, whole, data = desk.file, desk.file.read_bytes(), desk.data
    smaller = json.loads(whole)
    smaller["runs"][0]["observed"] = 0.0
    planted = {
        "torn": (whole[: len(whole) // 2], "cannot be read"),
        "forged": (json.dumps(smaller).encode(), "seal"),
        "inconsistent": (sealed({**data, "runs": [{**data["runs"][0], "observed": 1.0}]}), "over its budget"),
        "unnamed": (sealed({name: value for name, value in data.items() if name != "backend"}), "backend"),
        "no table": (sealed({**data, "runs": [1]}), "list of tables"),
    }
    for name, (content, words) in planted.items():
        path.write_bytes(content)
        for command in (["verify", "--offline", "--leg", "numeric"], ["record"], ["record", "--list"]):
            code, _, err = desk.claims(*command)
            (line,) = err.splitlines()
            assert code == 2 and line.startswith("error: evidence/") and words in line, (name, line)


def test_a_record_goes_stale_with_its_code_and_is_made_anew(desk: Desk) -> None:
    desk.record()
    desk.use("equal")
    assert desk.gate()[:2] == (0, ["EVIDENCE_STALE"]) and desk.gate(strict=True)[0] == 1
    assert desk.claims("record", "--list")[1].count("stale") == 2
    assert desk.record() == 0
    assert desk.gate(strict=True)[:2] == (0, ["EVIDENCE_RECORDED"])


@pytest.mark.parametrize(("name", "words"), [("off", "observed error"), ("loose", "allowed error")])
def test_a_worse_run_is_not_recorded_unless_a_reason_is_given(desk: Desk, name: str, words: str) -> None:
    desk.record()
    before = desk.file.read_bytes()
    desk.use(name)
    assert desk.now.verdict is Verdict.PASS
    code, _, err = desk.claims("record")
    assert code == 1 and "EVIDENCE_WORSE" in err and words in err
    assert desk.file.read_bytes() == before
    assert desk.record("--because", "a slower sum") == 0
    assert desk.data["because"] == "a slower sum" and desk.gate()[0] == 0


def test_a_better_run_sets_the_mark(desk: Desk) -> None:
    desk.use("loose")
    desk.record()
    desk.use("plain")
    assert desk.record() == 0
    desk.use("loose")
    assert desk.record() == 1


def test_the_gate_fails_on_a_record_that_is_worse_than_the_one_before_it(desk: Desk) -> None:
    desk.record()
    desk.reseal(lambda row: {"before": [0.0, "inf"], "observed": row["allowed"] / 2})
    code, found, message = desk.gate()
    assert (code, found) == (1, ["EVIDENCE_WORSE"]) and "than the record before it" in message
    assert desk.claims("record", "--list")[1].count("worse") == 2


def test_the_gate_fails_on_a_run_that_is_worse_than_its_record(desk: Desk) -> None:
    desk.record()
    desk.now = leg("loose")  # the same code on another library, say
    code, found, message = desk.gate()
    assert (code, found) == (1, ["EVIDENCE_WORSE"])
    assert "worse in this run" in message and "allowed error" in message


def test_another_device_is_not_compared(desk: Desk) -> None:
    desk.record()
    desk.reseal(lambda row: {"allowed_limit": row["allowed"] / 2}, device="another device")
    code, found, message = desk.gate()
    assert (code, found) == (0, ["EVIDENCE_RECORDED"]) and "not run here" in message
    assert desk.record() == 0
    devices = {json.loads(path.read_bytes())["device"] for path in (desk.root / "evidence").rglob("*.json")}
    assert len(devices) == 2 and "another device" in devices


def test_a_dtype_is_recorded_alone_and_keeps_the_others(desk: Desk) -> None:
    assert desk.record("--dtype", "float32") == 0
    assert [row["dtype"] for row in desk.data["runs"]] == ["float32"]
    assert desk.record() == desk.record("--dtype", "float64") == 0
    assert sorted(row["dtype"] for row in desk.data["runs"]) == ["float32", "float64"]
    code, _, err = desk.claims("record", "--dtype", "float16")
    assert code == 1 and "no run in float16 (it ran float32, float64)" in err


def test_a_leg_that_does_not_pass_is_not_recorded(desk: Desk) -> None:
    desk.use("wrong")
    code, _, err = desk.claims("record")
    assert code == 1 and "FLOAT_OVER_BUDGET" in err and not (desk.root / "evidence").exists()


def test_nothing_to_record_is_an_input_error(desk: Desk) -> None:
    code, _, err = desk.claims("record", "toy.none")
    assert code == 2 and len(err.splitlines()) == 1
    assert desk.claims("record", "--list")[1] == "no records\n"


@pytest.mark.parametrize(
    ("devices", "names", "label"),
    [(("cuda",), ("numpy",), "numpy/cuda"), (("cpu",), ("nothing",), "nothing/cpu"), (("cuda:7",), (), "torch/cuda:7")],
)
def test_a_backend_or_device_that_is_asked_for_and_missing_leaves_no_verdict(
    devices: tuple[str, ...], names: tuple[str, ...], label: str
) -> None:
    ev = Evidence(Sampler(VARIABLES, 7, 2, devices, names))
    ev.floats("square", lambda xp, fault, x: fault * x * x, ev._sampler.batch("x"), lambda x: [a * a for a in x])
    result = ev.outcome()
    assert (result.verdict, result.reason) == (Verdict.UNAVAILABLE, "DEVICE_MISSING")
    assert f"{label}, which this run asks for, is not here" in result.message


# The whole command, in processes of its own. ------------------------------------------------------------------------


def test_a_device_that_is_not_there_is_named_and_not_replaced(tmp_path: Path) -> None:
    toy = make_toy(tmp_path)
    done = toy.claims("record", "--backend", "torch", "--device", "cuda:7", lean=False)
    assert done.returncode == 3 and "torch/cuda:7, which this run asks for, is not here" in done.stderr
    assert "[DEVICE_MISSING]" in done.stderr and done.stdout == "0 of 1 claims recorded on torch/cuda:7\n"
    assert not (toy.root / "evidence").exists(), "nothing was recorded in its place"
    code, report = toy.verify("--leg", "numeric", "--device", "cuda:7", lean=False)
    assert (code, [f["reason"] for f in report["findings"] if f["exit"]]) == (3, ["DEVICE_MISSING"])


@pytest.mark.slow
def test_the_whole_command(tmp_path: Path) -> None:
    toy = make_toy(tmp_path)
    done = toy.claims("record", lean=False)
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 of 1 claims recorded on numpy/cpu", done.stderr
    (path,) = (toy.root / "evidence").rglob("*.json")
    assert json.loads(path.read_bytes())["machine"]["OMP_NUM_THREADS"] == "1"
    code, report = toy.verify("--leg", "symbolic", "--leg", "numeric", lean=False)
    assert code == 0 and [f["reason"] for f in report["findings"]].count("EVIDENCE_RECORDED") == 1
    code, _ = toy.verify("--leg", "symbolic", "--leg", "numeric", "--strict-evidence", lean=False)
    assert code == 0, "what the command wrote is what the gate computes"


def test_the_records_of_this_repository_are_whole_and_none_is_worse() -> None:
    pack = find_pack(Path(__file__).resolve().parent.parent)
    registry = load(pack)
    entries = list(registry.entries.values())
    found = read_records(pack, entries, registry.entries, Reach(pack.root, Path("nothing")))
    assert {r.claim for r in found if r.label == "numpy/cpu"} == {e.id for e in entries if e.numeric is not None}
    assert not [r for r in found if r.worse] and all(r.device for r in found)
