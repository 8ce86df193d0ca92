"""Attention models of the sources as data: kernel, matrices and positions; the equations are in ``numeric.dynamics``.

With ``q_i = G_i x_i`` (``G_i`` orthogonal, the identity where a model has no frame) the weight of token j on token i is

    w_ij = coupling_ij exp(beta q_i^T A q_j + bias_ij)      (kinds "softmax" and "unnormalised")
    w_ij = coupling_ij                                      (kind "linear")

and ``x_i' = sign P_{x_i} G_i^T (1/N_i) sum_j w_ij V q_j`` with ``N_i = sum_j w_ij`` (softmax) or ``N_i = n``.
With ``V = A`` symmetric and symmetric ``bias`` and ``coupling`` that is a gradient flow of the interaction energy.
Sources: ``geometry-essay``, "From attention updates to spherical dynamics" and "Removing the denominator";
``week11-notes``, section 2; ``usa-av``, sections 2.2, 3.1, 4, 5 and 9.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

Array = Any
Float64 = np.ndarray[Any, np.dtype[np.float64]]

KINDS = ("softmax", "unnormalised", "linear")
#: Fields that hold arrays; they live on the device and in the dtype of the state.
ARRAYS = ("A", "value", "bias", "coupling", "angles", "gauge", "phase")


@dataclass(frozen=True, eq=False)
class Model:
    """One model. ``None`` means: A = I, V = A, no bias, no coupling, no frame.

    ``beta``: inverse temperature, a number or one per seed [...]. ``A``, ``value`` [..., d, d]; ``bias`` (finite,
    added to the logits), ``coupling`` (factor of the weights; zeros mask) [..., n, n]; ``sign``: factor of the field
    (-1 repels).
    At most one frame: ``angles`` [n, p], in radians, turn the planes (0, 1), (2, 3), ... of each token (rotary
    positions, phase fields); ``gauge`` [n, d, d] holds orthogonal Psi_i, ``q_i = Psi_i^T x_i`` (prompts); ``phase``
    [n, n], antisymmetric, is a relative phase between tokens in the plane (0, 1) that need not come from a frame.
    ``plain_values`` reads values as ``V x_j``, without frames, as a transformer's rotary attention does; no energy
    belongs to that. Raises ``ValueError`` for an unknown kind, two frames, or matrices beside ``phase``.
    """

    kind: str
    beta: Any = 1.0
    A: Array | None = None
    value: Array | None = None
    bias: Array | None = None
    coupling: Array | None = None
    angles: Array | None = None
    gauge: Array | None = None
    phase: Array | None = None
    sign: Any = 1.0
    plain_values: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no model of kind {self.kind!r} (there are: {', '.join(KINDS)})")
        frames = [name for name in ("angles", "gauge", "phase") if getattr(self, name) is not None]
        if len(frames) > 1:
            raise ValueError(f"a model has at most one frame, not {' and '.join(frames)}")
        if self.phase is not None and (self.A is not None or self.value is not None):
            raise ValueError("a relative phase turns a plane: it goes with A = V = I only")

    @property
    def values(self) -> Array | None:
        """The value matrix V: ``value``, or A where none is given."""
        return self.A if self.value is None else self.value

    def check(self, n: int, d: int) -> None:
        """Raise ``ValueError`` when an array does not fit ``n`` tokens in ``d`` dimensions."""
        wanted = {
            "A": (d, d), "value": (d, d), "bias": (n, n), "coupling": (n, n), "phase": (n, n), "gauge": (n, d, d),
        }  # fmt: skip
        for name, shape in wanted.items():
            array = getattr(self, name)
            if array is not None and tuple(array.shape[-len(shape) :]) != shape:
                raise ValueError(f"{name} has shape {tuple(array.shape)}, not {shape}")
        if self.angles is not None:
            rows, planes = self.angles.shape
            if rows != n or 2 * planes > d:
                raise ValueError(f"angles have shape {(rows, planes)}: {n} tokens have at most {d // 2} planes")
        if self.phase is not None and d < 2:
            raise ValueError("a relative phase needs two dimensions")

    def moved(self, convert: Callable[[Array], Array]) -> Model:
        """The model with ``convert`` applied to each of its arrays (to a device, a dtype, balls)."""
        held = {name: getattr(self, name) for name in ARRAYS}
        return replace(self, **{name: convert(array) for name, array in held.items() if array is not None})

    def seeds(self, part: slice) -> Model:
        """The model of some of the seeds: arrays with an axis of seeds are cut, the others shared."""
        sizes = {"A": 2, "value": 2, "bias": 2, "coupling": 2, "beta": 0, "sign": 0}
        cut = {}
        for name, size in sizes.items():
            held = getattr(self, name)
            if getattr(held, "ndim", 0) > size:
                cut[name] = held[part]
        return replace(self, **cut)


def describe(model: Model) -> str:
    """The model in words: its kind and what it has besides."""
    held = [field.name for field in fields(model) if field.name in ARRAYS and getattr(model, field.name) is not None]
    return " with ".join([model.kind, ", ".join(held)]) if held else model.kind


# Positions and the models of the sources, as float64 arrays on the CPU -----------------------------------------------


def rope(positions: Float64, omega: float, kind: str = "unnormalised", beta: float = 1.0) -> Model:
    """Rotary positions ``s`` [n] at one frequency: ``q = R_{omega s} x`` (``usa-av``, kernel (6) of section 9.2)."""
    return Model(kind, beta, angles=omega * positions[:, None])


def rotary(positions: Float64, planes: int, base: float = 1e4, kind: str = "softmax", beta: float = 1.0) -> Model:
    """Rotary positions at the standard frequencies ``base^{-a/planes}``, a = 0 .. planes - 1."""
    return Model(kind, beta, angles=positions[:, None] * base ** (-np.arange(planes) / planes))


def phase_field(psi: Float64, kind: str = "unnormalised", beta: float = 1.0) -> Model:
    """A phase [n] per position, ``q = R_psi x`` (``usa-av``, section 9.3 item 5); maximisers are ``R_{-psi} u``."""
    return Model(kind, beta, angles=psi[:, None])


def relative_phase(g: Float64, kind: str = "unnormalised", beta: float = 1.0) -> Model:
    """An antisymmetric phase kernel ``g`` [n, n] (``usa-av``, section 3.1). Raises ``ValueError`` if it is not."""
    if not np.array_equal(g, -g.T):
        raise ValueError("a phase kernel is antisymmetric")
    return Model(kind, beta, phase=g)


def prompt(phases: Float64, d: int = 3, kind: str = "unnormalised", beta: float = 1.0) -> Model:
    """Prompt gauges that turn the first two coordinates by ``phases`` [n] (``usa-av``, kernel (7) of section 9.2)."""
    gauge = np.zeros((len(phases), d, d))
    gauge[:] = np.eye(d)
    gauge[:, 0, 0] = gauge[:, 1, 1] = np.cos(phases)
    gauge[:, 1, 0] = np.sin(phases)
    gauge[:, 0, 1] = -gauge[:, 1, 0]
    return Model(kind, beta, gauge=gauge)


def torus_distance(positions: Float64) -> Float64:
    """Distances of positions in [0, 1] on the circle of length 1, [n, n]."""
    gap = np.abs(positions[:, None] - positions[None, :])
    return np.minimum(gap, 1.0 - gap)


def distance_bias(
    positions: Float64, floor: float = 0.02, length: float = 0.1, kind: str = "unnormalised", beta: float = 1.0
) -> Model:
    """``b = floor + exp(-dist^2/(2 length^2))`` as the bias ``log b`` (``usa-av``, section 9.3 item 2)."""
    return Model(kind, beta, bias=np.log(floor + np.exp(-(torus_distance(positions) ** 2) / (2.0 * length**2))))


def toeplitz(positions: Float64, harmonic: int = 1) -> Model:
    """``h = cos(2 pi m (t - s)) <x, y>`` (``usa-av``, section 9.3 item 3): not an exponential of the scores."""
    return Model("linear", coupling=np.cos(2.0 * np.pi * harmonic * (positions[None, :] - positions[:, None])))


def toeplitz_bias(profile: Float64, kind: str = "softmax", beta: float = 1.0) -> Model:
    """Bias that depends on the offset only: ``bias_ij = profile[i - j + n - 1]``, profile [2 n - 1]."""
    n = (len(profile) + 1) // 2
    return Model(kind, beta, bias=profile[np.arange(n)[:, None] - np.arange(n)[None, :] + n - 1])


def collapse_models(n: int, beta: float = 1.0, per_label: int = 4) -> tuple[dict[str, Model], list[int]]:
    """The three models of ``usa-av``, section 9.2, and the label [n] of each token, from 0.

    ``per_label`` tokens at each of ``n / per_label`` positions ``s = (l - 1)/L``; rotary frequency 2 pi; prompt phases
    ``2 pi s``. Raises ``ValueError`` when ``per_label`` does not divide ``n``.
    """
    if n % per_label:
        raise ValueError(f"{n} tokens do not split into labels of {per_label}")
    labels = [token // per_label for token in range(n)]
    positions = np.asarray(labels) / (n // per_label)
    models = {
        "baseline": Model("unnormalised", beta),
        "rope": rope(positions, 2.0 * np.pi, beta=beta),
        "prompt": prompt(2.0 * np.pi * positions, beta=beta),
    }
    return models, labels
