"""Pictures of the collapse experiment and of the six distributions (``usa-av``, Figures 2 and 3, drawn anew).

Each function draws into an empty matplotlib figure from the data of the experiment's summary. Colours are those of
Okabe and Ito, which differ for every kind of sight; lines of different models differ in their style as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any

import numpy as np

from claims.measure.arrays import UNIT_ROUNDOFF
from claims.measure.experiment import Json

_COLOURS = {"baseline": "#000000", "rope": "#0072B2", "prompt": "#D55E00"}
_STYLES = {"baseline": "-", "rope": "-", "prompt": "--"}
_NAMES = {"baseline": "no labels", "rope": "rotary positions", "prompt": "prompt gauges"}


def draw_gaps(figure: Any, data: Json) -> None:
    """G_x over depth, one panel per size, mean and standard error over seeds, with the predicted mean."""
    panels = np.atleast_1d(figure.subplots(1, len(data["sizes"]), sharey=True))
    times = np.asarray(data["times"])
    for axes, n in zip(panels, data["sizes"], strict=True):
        for name in _NAMES:
            curve = data[str(n)][name]["gap"]
            mean, error = np.asarray(curve["mean"]), np.asarray(curve["error"])
            axes.plot(times, mean, _STYLES[name], color=_COLOURS[name], label=_NAMES[name])
            axes.fill_between(times, mean - error, mean + error, color=_COLOURS[name], alpha=0.15, linewidth=0)
        axes.axhline(2.0 / 3.0 * n / (n - 1), color="0.4", linewidth=0.9, linestyle=":", label="predicted mean")
        axes.set_title(f"n = {n}")
        axes.set_xlabel(r"depth $\tau$")
    panels[0].set_ylabel(r"collapse gap $G_x$ (mean $\pm$ s.e.)")
    panels[0].legend(frameon=False, fontsize=8)


def draw_ends(figure: Any, data: Json) -> None:
    """Final G_x of each seed over the height of its gauge-frame centre, one panel per size, with the closed form."""
    panels = np.atleast_1d(figure.subplots(1, len(data["sizes"]), sharey=True))
    height = np.linspace(-1.0, 1.0, 201)
    marks = {"baseline": ("x", 18), "rope": ("o", 22), "prompt": (".", 10)}
    for axes, n in zip(panels, data["sizes"], strict=True):
        axes.plot(height, n * (1.0 - height**2) / (n - 1), color="0.4", linewidth=0.9, label="closed form")
        for name, (mark, size) in marks.items():
            ends = data[str(n)][name]
            hollow = {"facecolors": "none", "edgecolors": _COLOURS[name]} if mark == "o" else {"color": _COLOURS[name]}
            axes.scatter(
                ends["heights"], ends["ends"], s=size, marker=mark, linewidths=0.8, label=_NAMES[name], **hollow
            )
        axes.set_title(f"n = {n}")
        axes.set_xlabel(r"height $q^*_3$ of the centre")
    panels[0].set_ylabel(r"final collapse gap $G_x$ of a seed")
    panels[-1].legend(frameon=False, fontsize=8, loc="center")


def draw_checks(figure: Any, data: Json) -> None:
    """Gauge-frame gap, conditional diameter and energy gap over depth at the largest size, mean over seeds."""
    n = data["sizes"][-1]
    titles = {
        "gauge": r"gauge-frame gap $G_q$",
        "diameter": r"cond. diameter $D_{cond}$",
        "energy": r"energy gap $\Delta_E$",
    }
    times = np.asarray(data["times"])
    for axes, (key, title) in zip(figure.subplots(1, 3), titles.items(), strict=True):
        for name in _NAMES:
            mean = np.asarray(data[str(n)][name][key]["mean"])
            seen = np.where(mean > UNIT_ROUNDOFF["float64"], mean, np.nan) if key == "energy" else mean  # a difference
            axes.semilogy(times, seen, _STYLES[name], color=_COLOURS[name], label=_NAMES[name])
        axes.set_title(title)
        axes.set_xlabel(r"depth $\tau$")
    figure.axes[0].set_ylabel("mean over seeds")
    figure.axes[0].legend(frameon=False, fontsize=8)
    figure.suptitle(f"n = {n}: in the gauge frame the three models coincide")


_TITLES = {
    "baseline": "no labels",
    "distance bias": "distance bias",
    "toeplitz": "Toeplitz kernel",
    "rope": "rotary positions",
    "phase field": "sinusoidal phase field",
    "prompts": "three prompt gauges",
}


def draw_spheres(figure: Any, data: Mapping[str, Any]) -> None:
    """Tokens of the first seed at the start (faint) and at the end, six spheres."""
    for number, (name, title) in enumerate(_TITLES.items()):
        axes = figure.add_subplot(2, 3, number + 1, projection="3d")
        _globe(axes)
        start, end = np.asarray(data[name]["start"]), np.asarray(data[name]["end"])
        axes.scatter(*start.T, s=3, color="#56B4E9", alpha=0.45, depthshade=False, label="start")
        axes.scatter(*end.T, s=10, color="#D55E00", depthshade=False, label="end")
        axes.set_title(f"{title}\n(depth {data[name]['depth']})", fontsize=9)
        axes.set_box_aspect((1, 1, 1), zoom=1.35)
        axes.set_axis_off()
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False, fontsize=9)


def _globe(axes: Any) -> None:
    """Circles of latitude and longitude, in grey."""
    angle = np.linspace(0.0, 2.0 * pi, 73)
    for tilt in np.linspace(-60.0, 60.0, 5) * pi / 180.0:
        rings = (np.cos(tilt) * np.cos(angle), np.cos(tilt) * np.sin(angle), np.full_like(angle, np.sin(tilt)))
        axes.plot(*rings, color="0.85", linewidth=0.5)
    for turn in np.linspace(0.0, pi, 5)[:-1]:
        rings = (np.cos(turn) * np.cos(angle), np.sin(turn) * np.cos(angle), np.sin(angle))
        axes.plot(*rings, color="0.85", linewidth=0.5)


COLLAPSE = {"gaps": draw_gaps, "ends": draw_ends, "checks": draw_checks}
SPHERES = {"spheres": draw_spheres}
