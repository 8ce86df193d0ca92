"""`claims run`: pieces, resuming, records, pictures, schedulers, and what happens when something is missing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from claims.ledger import sealed
from claims.measure.experiment import Quantity, mean_of
from claims.outcome import Verdict
from tests.toy_pack import Toy, hear_interrupts, make_toy

EXPERIMENT = """\
import numpy as np
from claims.measure.experiment import Experiment, Summary, mean_of

def tasks(seeds):
    return [{"seeds": list(range(start, min(start + 2, seeds)))} for start in range(0, seeds, 2)]

def run(setting, task):
    drawn = [np.random.default_rng([7, seed]).uniform(size=1000) for seed in task["seeds"]]
    values = [setting.backend.host(setting.backend.xp.sum(setting.array(x) ** POWER)) / 1000 for x in drawn]
    return {"means": [float(value) for value in values]}

def summary(tasks, results):
    values = [value for result in results for value in result["means"]]
    mean = mean_of("mean", "mean of x over seeds", values, predicted=0.5, control=1 / 3, control_is="the mean of x^2")
    return Summary([mean], {"values": [round(value, 6) for value in values]})

def picture(figure, data):
    axes = figure.subplots()
    axes.plot(data["values"], "o")
    axes.set_xlabel("seed")

POWER = 1

def uniform():
    return Experiment("mean of uniform numbers", 8, tasks, run, summary, {"means": picture})
"""
CHECK = 'numeric = { check = "toylegs.numeric:square" }'


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    made = make_toy(tmp_path / "toy")
    made.write("toylegs/experiment.py", EXPERIMENT)
    both = CHECK.replace(" }", ', experiment = "toylegs.experiment:uniform" }')
    made.edit("registry/toy.toml", CHECK, both)
    return made


def run(toy: Toy, *arguments: str, **variables: str) -> tuple[int, str, str]:
    done = toy.claims("run", "toy.square", "-j", "2", *arguments, lean=False, **variables)
    return done.returncode, done.stdout, done.stderr


def records(toy: Toy) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(toy.root.rglob("evidence/*/*.run.json"))]


def test_a_run_compares_records_and_draws(toy: Toy) -> None:
    code, out, err = run(toy)
    assert code == 0, out + err
    assert "mean of uniform numbers (8 seeds, 4 pieces, numpy/cpu, float64)" in out and "agrees" in out
    (record,) = records(toy)
    (row,) = record["experiment"]
    assert (row["reason"], row["samples"], record["seeds"], record["dtype"]) == ("EXPERIMENT_AGREES", 8, 8, "float64")
    (name,) = record["pictures"]
    picture = next(toy.root.rglob(name)).read_text()
    assert "<svg" in picture and ">seed<" in picture


def test_the_record_speaks_for_the_claim_until_the_code_changes(toy: Toy) -> None:
    assert run(toy)[0] == 0
    _, report = toy.verify(lean=False)
    (note,) = [f for f in report["findings"] if f["reason"].startswith("EVIDENCE")]
    assert note["reason"] == "EVIDENCE_RECORDED" and "8 seeds: 1 of 1 predictions agree" in note["message"]
    shown = toy.claims("show", "toy.square", lean=False).stdout
    assert "8 seeds (current)" in shown and "agrees" in shown
    toy.edit("toylegs/experiment.py", "POWER = 1", "POWER = 1.0")
    _, report = toy.verify(lean=False)
    (note,) = [f for f in report["findings"] if f["reason"].startswith("EVIDENCE")]
    assert note["reason"] == "EVIDENCE_STALE" and "the code of the experiment changed" in note["message"]


def test_two_runs_write_the_same_bytes(toy: Toy) -> None:
    day = {"SOURCE_DATE_EPOCH": "1780000000"}
    assert run(toy, **day)[0] == 0
    files = {path: path.read_bytes() for path in toy.root.rglob("evidence/*/*")}
    assert len(files) == 2
    assert run(toy, "--anew", **day)[0] == 0
    assert {path: path.read_bytes() for path in toy.root.rglob("evidence/*/*")} == files


def test_a_wrong_law_fails_and_is_recorded_as_such(toy: Toy) -> None:
    toy.edit("toylegs/experiment.py", "POWER = 1", "POWER = 2")
    code, out, _ = run(toy)
    assert code == 1 and "fail [EXPERIMENT_DISAGREES]" in out
    code, report = toy.verify("--leg", "numeric", lean=False)
    assert code == 1 and "EXPERIMENT_DISAGREES" in [f["reason"] for f in report["findings"]]


def test_a_comparison_that_sees_nothing_is_no_pass(toy: Toy) -> None:
    toy.edit("toylegs/experiment.py", "control=1 / 3", "control=0.5001")
    code, out, _ = run(toy)
    assert code == 1 and "nopower [EXPERIMENT_NOPOWER]" in out


def test_pieces_of_an_earlier_run_are_kept(toy: Toy) -> None:
    assert run(toy, "--seeds", "4")[0] == 0
    code, out, _ = run(toy)
    assert code == 0 and "2 of 4 pieces are kept from an earlier run" in out
    toy.edit("toylegs/experiment.py", "POWER = 1", "POWER = 1.0")
    assert "kept" not in run(toy)[1]


def test_fewer_seeds_do_not_replace_a_record_of_more(toy: Toy) -> None:
    assert run(toy)[0] == 0
    code, out, _ = run(toy, "--seeds", "4")
    assert code == 0 and "has 8 seeds and is current" in out and records(toy)[0]["seeds"] == 8
    assert run(toy, "--seeds", "4", "--replace")[0] == 0 and records(toy)[0]["seeds"] == 4


def test_an_interrupted_run_goes_on_where_it_was(toy: Toy) -> None:
    toy.edit("toylegs/experiment.py", "    drawn =", "    import time; time.sleep(1.0)\n    drawn =")
    command = [sys.executable, "-m", "claims", "run", "toy.square", "-j", "1"]
    process = subprocess.Popen(
        command, cwd=toy.root, env=toy.environment(lean=False), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, preexec_fn=hear_interrupts,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list(toy.root.rglob(".claims/results/**/*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "the same command goes on from there" in err
    assert records(toy) == []
    code, out, _ = run(toy)
    assert code == 0 and "pieces are kept from an earlier run" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--backend", "cupy"), 3, "cupy on cpu is not here"),
        (("--device", "cuda"), 3, "numpy computes on the CPU only"),
        (("--dtype", "float8"), 1, "no dtype 'float8'"),
        (("--scheduler", "tcp://127.0.0.1:9"), 2, "no scheduler answers"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_replaced(
    toy: Toy, arguments: tuple[str, ...], code: int, words: str
) -> None:
    if "--scheduler" in arguments:
        pytest.importorskip("distributed")
    got, _, err = run(toy, *arguments)
    assert (got, records(toy)) == (code, []) and words in err, err


def test_a_claim_without_an_experiment_names_those_that_have_one(toy: Toy) -> None:
    done = toy.claims("run", "toy.sqare", lean=False)
    assert done.returncode == 2 and "experiments: toy.square" in done.stderr


def test_a_piece_that_fails_names_its_line_and_nothing_is_recorded(toy: Toy) -> None:
    toy.edit("toylegs/experiment.py", '    return {"means"', '    return {"x": float("nan")}\n    return {"means"')
    code, _, err = run(toy)
    assert code == 1 and records(toy) == [] and "Out of range float values" in err


def test_a_record_changed_by_hand_is_refused(toy: Toy) -> None:
    assert run(toy)[0] == 0
    path = next(toy.root.rglob("*.run.json"))
    data = json.loads(path.read_text())
    data["experiment"][0]["observed"] = 0.5
    path.write_text(json.dumps(data))
    assert "its seal does not fit" in toy.claims("verify", "--offline", lean=False).stderr
    path.write_bytes(sealed({**data, "experiment": [{"name": 1}]}))
    assert "every row of experiment is a quantity" in toy.claims("verify", "--offline", lean=False).stderr


@pytest.fixture
def scheduler(toy: Toy) -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address


def test_a_scheduler_gives_the_same_record_byte_for_byte(toy: Toy, scheduler: str) -> None:
    day = {"SOURCE_DATE_EPOCH": "1780000000"}
    assert run(toy, **day)[0] == 0
    files = {path: path.read_bytes() for path in toy.root.rglob("evidence/*/*")}
    for path in files:
        path.unlink()
    code, _, err = run(toy, "--anew", "--scheduler", scheduler, **day)
    assert code == 0, err
    assert {path: path.read_bytes() for path in toy.root.rglob("evidence/*/*")} == files


def test_a_host_with_other_code_is_told_apart(toy: Toy) -> None:
    from claims.pack import find_pack
    from claims.pool import Task
    from claims.registry_io import load
    from claims.scheduling import remote

    entry = load(find_pack(toy.root)).entries["toy.square"]
    data, _ = remote(str(toy.root), 1024, entry, "another fingerprint", Task("piece 0", {}))
    assert data["reason"] == "SCHEDULER_CODE"


def quantity(**changes: Any) -> Quantity:
    base: dict[str, Any] = {
        "name": "q", "meaning": "a number", "observed": 1.0, "uncertainty": 0.1, "kind": "bound", "samples": 3,
        "predicted": 1.05, "control": 2.0, "control_is": "twice",
    }  # fmt: skip
    return Quantity(**{**base, **changes})


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, Verdict.PASS),
        ({"predicted": 1.2}, Verdict.FAIL),
        ({"control": 1.1}, Verdict.NOPOWER),
        ({"relation": "<=", "predicted": 0.95}, Verdict.PASS),
        ({"relation": "<=", "predicted": 0.85}, Verdict.FAIL),
        ({"relation": ">=", "predicted": 1.05, "control": 0.5}, Verdict.PASS),
        ({"relation": ">=", "predicted": 1.2, "control": 0.5}, Verdict.FAIL),
        ({"kind": "standard error", "predicted": 1.45}, Verdict.PASS),
        ({"kind": "standard error", "predicted": 1.55}, Verdict.FAIL),
        ({"predicted": None}, Verdict.PASS),
    ],
)
def test_a_quantity_is_judged_by_its_uncertainty(changes: dict[str, Any], verdict: Verdict) -> None:
    assert quantity(**changes).outcome[0] is verdict


@pytest.mark.parametrize(
    "changes",
    [
        {"control": None}, {"control_is": ""}, {"uncertainty": -1.0}, {"observed": float("nan")}, {"kind": "guess"},
        {"relation": "~"}, {"kind": "standard error", "samples": 1},
    ],
)  # fmt: skip
def test_a_quantity_that_cannot_be_judged_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="q: "):
        quantity(**changes)


def test_the_standard_error_of_a_mean() -> None:
    found = mean_of("q", "a number", [1.0, 2.0, 3.0, 4.0])
    assert found.observed == 2.5
    assert found.uncertainty == pytest.approx((5 / 3) ** 0.5 / 2, rel=1e-14)
    with pytest.raises(ValueError, match="1 samples"):
        mean_of("q", "a number", [1.0])
