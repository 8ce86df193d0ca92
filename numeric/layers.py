"""A small causal decoder over the array API, with its gradient written by hand and its training.

Blocks act on a residual stream ``h`` [B, T, d]: ``h + attention(rms(h))``, then ``h + mlp(rms(h))``; the read-out is
linear in ``rms(h)``, and ``rms(h) = h/sqrt(mean h^2)`` has no gain, so that an orthogonal change of the stream's basis
is a symmetry of the architecture (``week11-notes``, section 1: which numbers survive a change of basis). Parameters are
a mapping of arrays by name; no function writes into one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from claims.measure.hooks import EXACT, Exact

Array = Any
Parameters = Mapping[str, Array]
Float64 = np.ndarray[Any, np.dtype[np.float64]]

_DECAY, _SQUARES, _FLOOR = 0.9, 0.99, 1 / 2**20  # Adam's averages, and what keeps its quotient finite at 0/0


@dataclass(frozen=True)
class Shape:
    """Sizes of a decoder: vocabulary, context limit, width of the stream, heads, width of an MLP, blocks."""

    symbols: int = 20
    context: int = 24
    width: int = 32
    heads: int = 2
    hidden: int = 64
    blocks: int = 3


@dataclass(frozen=True)
class Net:
    """A decoder's shape on an array namespace; ``operands`` rounds what matrix products of the forward pass read.

    ``frozen_norm`` is a wrong variant of the gradient, which takes the denominator of ``rms`` for a constant.
    """

    xp: Any
    shape: Shape
    operands: Exact = EXACT
    frozen_norm: bool = False

    def mul(self, a: Array, b: Array) -> Array:
        """Matrix product of operands rounded as asked."""
        return self.xp.matmul(self.operands.operand(a), self.operands.operand(b))


def initial(shape: Shape, seed: int) -> dict[str, Float64]:
    """Parameters drawn from ``[seed, 21]``: normal, of variance one over the number of inputs (read-out: a tenth of
    that size; embeddings of symbols and places: variance one and a quarter)."""
    rng = np.random.default_rng([seed, 21])
    d, m = shape.width, shape.hidden
    sizes = {"embed": (shape.symbols, d), "place": (shape.context, d)}
    for b in range(shape.blocks):
        sizes |= {f"{name}{b}": (d, d) for name in "qkvo"} | {f"up{b}": (d, m), f"down{b}": (m, d)}
    scales = {"embed": 1.0, "place": 0.5, "read": 0.1 / sqrt(d)}
    return {
        name: rng.standard_normal(size) * scales.get(name, 1.0 / sqrt(size[0]))
        for name, size in (sizes | {"read": (d, shape.symbols)}).items()
    }


# Forward -------------------------------------------------------------------------------------------------------------


def rms(xp: Any, h: Array) -> tuple[Array, Array]:
    """``h/r`` and ``r = sqrt(mean h^2)`` along the last axis, [..., d] and [..., 1]."""
    r = xp.sqrt(xp.mean(h * h, axis=-1, keepdims=True))
    return h / r, r


def _split(net: Net, x: Array) -> Array:
    """[B, T, d] to [B, heads, T, d/heads]."""
    b, t, d = x.shape
    heads = net.shape.heads
    return net.xp.permute_dims(net.xp.reshape(x, (b, t, heads, d // heads)), (0, 2, 1, 3))


def _merge(net: Net, x: Array) -> Array:
    """Undoes :func:`_split`."""
    b, heads, t, size = x.shape
    return net.xp.reshape(net.xp.permute_dims(x, (0, 2, 1, 3)), (b, t, heads * size))


def _weights(net: Net, q: Array, k: Array) -> Array:
    """Causal softmax weights [B, heads, T, T] of queries and keys [B, heads, T, d/heads]."""
    xp, t = net.xp, q.shape[-2]
    scores = net.mul(q, xp.matrix_transpose(k)) / sqrt(q.shape[-1])
    past = xp.tril(xp.ones((t, t), dtype=q.dtype, device=q.device))
    scores = xp.where(past == 0, xp.asarray(-float("inf"), dtype=q.dtype, device=q.device), scores)
    grown = xp.exp(scores - xp.max(scores, axis=-1, keepdims=True))
    return grown / xp.sum(grown, axis=-1, keepdims=True)


def _attention(net: Net, p: Parameters, b: int, h: Array) -> tuple[Array, Any]:
    x, r = rms(net.xp, h)
    q, k, v = (_split(net, net.mul(x, p[f"{name}{b}"])) for name in "qkv")
    a = _weights(net, q, k)
    mixed = _merge(net, net.mul(a, v))
    return h + net.mul(mixed, p[f"o{b}"]), (x, r, q, k, v, a, mixed)


def _mlp(net: Net, p: Parameters, b: int, h: Array) -> tuple[Array, Any]:
    x, r = rms(net.xp, h)
    bent = net.xp.tanh(net.mul(x, p[f"up{b}"]))
    return h + net.mul(bent, p[f"down{b}"]), (x, r, bent)


def forward(net: Net, p: Parameters, tokens: Array) -> tuple[Array, list[Array], list[Any]]:
    """Logits [B, T, symbols], the stream [B, T, d] at the embedding and after each block, and what the gradient needs.

    ``tokens``: one-hot [B, T, symbols], T at most the context limit (``ValueError`` beyond it).
    """
    t = tokens.shape[-2]
    if t > net.shape.context:
        raise ValueError(f"{t} tokens in a context of {net.shape.context}")
    h = net.xp.matmul(tokens, p["embed"]) + p["place"][:t, :]
    stream, kept = [h], []
    for b in range(net.shape.blocks):
        h, attended = _attention(net, p, b, h)
        h, bent = _mlp(net, p, b, h)
        stream.append(h)
        kept.append((attended, bent))
    x, r = rms(net.xp, h)
    return net.mul(x, p["read"]), stream, [*kept, (x, r)]


def log_softmax(xp: Any, logits: Array) -> Array:
    """Log-probabilities along the last axis."""
    away = logits - xp.max(logits, axis=-1, keepdims=True)
    return away - xp.log(xp.sum(xp.exp(away), axis=-1, keepdims=True))


def losses(net: Net, p: Parameters, tokens: Array) -> Array:
    """Mean of minus log-probability (nats) of tokens 1 to T given those before each, per sequence: [B].

    ``tokens``: one-hot [B, T + 1, symbols].
    """
    logits = forward(net, p, tokens[:, :-1, :])[0]
    told = net.xp.sum(log_softmax(net.xp, logits) * tokens[:, 1:, :], axis=-1)
    return -net.xp.mean(told, axis=-1)


# Backward ------------------------------------------------------------------------------------------------------------


def _rms_back(net: Net, dy: Array, y: Array, r: Array) -> Array:
    """Gradient in h of ``rms``: (dy - y mean(dy y))/r."""
    return dy / r if net.frozen_norm else (dy - y * net.xp.mean(dy * y, axis=-1, keepdims=True)) / r


def _outer(net: Net, x: Array, dy: Array) -> Array:
    """Gradient of a matrix W in ``x W``: sum over sequences and tokens of x^T dy."""
    flat = [net.xp.reshape(a, (-1, a.shape[-1])) for a in (x, dy)]
    return net.xp.matmul(net.xp.matrix_transpose(flat[0]), flat[1])


def _back(net: Net, dy: Array, w: Array) -> Array:
    return net.xp.matmul(dy, net.xp.matrix_transpose(w))


def _mlp_back(net: Net, p: Parameters, b: int, dh: Array, kept: Any) -> tuple[Array, dict[str, Array]]:
    x, r, bent = kept
    inner = _back(net, dh, p[f"down{b}"]) * (1 - bent * bent)
    found = {f"down{b}": _outer(net, bent, dh), f"up{b}": _outer(net, x, inner)}
    return dh + _rms_back(net, _back(net, inner, p[f"up{b}"]), x, r), found


def _attention_back(net: Net, p: Parameters, b: int, dh: Array, kept: Any) -> tuple[Array, dict[str, Array]]:
    xp = net.xp
    x, r, q, k, v, a, mixed = kept
    out = _split(net, _back(net, dh, p[f"o{b}"]))
    da = xp.matmul(out, xp.matrix_transpose(v))
    scores = a * (da - xp.sum(da * a, axis=-1, keepdims=True)) / sqrt(q.shape[-1])
    pulls = {
        "q": _merge(net, xp.matmul(scores, k)),
        "k": _merge(net, xp.matmul(xp.matrix_transpose(scores), q)),
        "v": _merge(net, xp.matmul(xp.matrix_transpose(a), out)),
    }
    found = {f"{name}{b}": _outer(net, x, pull) for name, pull in pulls.items()} | {f"o{b}": _outer(net, mixed, dh)}
    dx = sum(_back(net, pull, p[f"{name}{b}"]) for name, pull in pulls.items())
    return dh + _rms_back(net, dx, x, r), found


def gradient(net: Net, p: Parameters, tokens: Array) -> dict[str, Array]:
    """Gradient of the mean over sequences of :func:`losses`, by name. ``tokens``: one-hot [B, T + 1, symbols]."""
    xp, inputs, wanted = net.xp, tokens[:, :-1, :], tokens[:, 1:, :]
    logits, _, kept = forward(net, p, inputs)
    dl = (xp.exp(log_softmax(xp, logits)) - wanted) / (wanted.shape[0] * wanted.shape[1])
    x, r = kept[-1]
    found = {"read": _outer(net, x, dl)}
    dh = _rms_back(net, _back(net, dl, p["read"]), x, r)
    for b in reversed(range(net.shape.blocks)):
        dh, of_mlp = _mlp_back(net, p, b, dh, kept[b][1])
        dh, of_attention = _attention_back(net, p, b, dh, kept[b][0])
        found |= of_mlp | of_attention
    used = xp.sum(dh, axis=0)
    rest = xp.zeros((net.shape.context - used.shape[0], used.shape[1]), dtype=used.dtype, device=used.device)
    return found | {"embed": _outer(net, inputs, dh), "place": xp.concat([used, rest])}


# Training ------------------------------------------------------------------------------------------------------------


def trained(net: Net, p: Parameters, batches: Sequence[Array], rate: float) -> Parameters:
    """Parameters after one Adam step for each batch (one-hot [B, T + 1, symbols]), with the rate falling to 0."""
    first = {name: value * 0 for name, value in p.items()}
    second = dict(first)
    for number, batch in enumerate(batches, 1):
        found = gradient(net, p, batch)
        first = {name: _DECAY * first[name] + (1 - _DECAY) * g for name, g in found.items()}
        second = {name: _SQUARES * second[name] + (1 - _SQUARES) * g * g for name, g in found.items()}
        step = rate * (1 - (number - 1) / len(batches)) / (1 - _DECAY**number)
        grown = 1 / (1 - _SQUARES**number)
        p = {name: p[name] - step * first[name] / (net.xp.sqrt(second[name] * grown) + _FLOOR) for name in p}
    return p
