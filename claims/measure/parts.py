"""The parts of an experiment as worker processes run them: the plan, one piece, the summary, the pictures."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

from claims.measure.arrays import machine
from claims.measure.backends import PRECISIONS, BackendMissing, open_backend
from claims.measure.experiment import Experiment, Setting
from claims.outcome import LegResult, Verdict

#: What decides the bytes of a picture besides its data; no date, no random identifiers.
_DRAWING: Any = {
    "svg.hashsalt": "claims",
    "svg.fonttype": "none",
    "figure.constrained_layout.use": True,
    "font.size": 9.0,
}
_SIZE = (7.2, 4.4)  # inches


def run_part(experiment: Any, task: Mapping[str, Any]) -> LegResult:
    """The part that ``task`` names; its evidence is what it comes to.

    Raises ``TypeError`` when the pack's function gave no :class:`Experiment`.
    """
    if type(experiment) is not Experiment:
        raise TypeError(f"{task['reference']} returned {type(experiment).__name__}, not an Experiment")
    try:
        return LegResult(Verdict.PASS, "OK", evidence=_RUN[task["part"]](experiment, task))
    except BackendMissing as error:
        return LegResult(Verdict.UNAVAILABLE, "DEVICE_MISSING", str(error))


def setting_of(task: Mapping[str, Any]) -> Setting:
    """The setting of a task. Raises :class:`BackendMissing`, or ``ValueError`` for an unknown dtype."""
    if task["dtype"] not in PRECISIONS:
        raise ValueError(f"no dtype {task['dtype']!r} (there are: {', '.join(PRECISIONS)})")
    return Setting(open_backend(task["backend"], task["device"]), task["dtype"])


def _plan(experiment: Experiment, task: Mapping[str, Any]) -> dict[str, Any]:
    backend = setting_of(task).backend
    seeds = task["seeds"] or experiment.seeds
    return {
        "title": experiment.title,
        "seeds": seeds,
        "full": experiment.seeds,
        "tasks": [dict(piece) for piece in experiment.tasks(seeds)],
        "backend": {"label": backend.label, "version": backend.version, "settings": dict(backend.settings)},
        "machine": machine(),
        "pictures": sorted(experiment.draw),
    }


def _piece(experiment: Experiment, task: Mapping[str, Any]) -> dict[str, Any]:
    setting = setting_of(task)
    result = experiment.run(setting, task["piece"])
    json.dumps(result, allow_nan=False)  # a result that is no JSON, or not finite, is found where it was made
    return {"result": dict(result), "settings": dict(setting.backend.settings)}


def _summary(experiment: Experiment, task: Mapping[str, Any]) -> dict[str, Any]:
    made = experiment.summary(task["tasks"], task["results"])
    quantities = [quantity.to_json() for quantity in made.quantities]
    names = [row["name"] for row in quantities]
    if not names or len(set(names)) != len(names):
        raise ValueError(f"quantities need names of their own, and there must be one: {names}")
    json.dumps(made.data, allow_nan=False)
    return {"quantities": quantities, "data": dict(made.data)}


def _pictures(experiment: Experiment, task: Mapping[str, Any]) -> dict[str, Any]:
    """Pictures as SVG, or in words why there are none."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        return {"pictures": {}, "why": f"matplotlib is not here ({error}); the extra `report` brings it"}
    made: dict[str, str] = {}
    for name, draw in sorted(experiment.draw.items()):
        with matplotlib.rc_context(_DRAWING):
            figure, stream = Figure(figsize=_SIZE), io.StringIO()
            draw(figure, task["data"])
            figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
        made[name] = stream.getvalue()
    return {"pictures": made, "why": ""}


_RUN = {"plan": _plan, "piece": _piece, "summary": _summary, "pictures": _pictures}
