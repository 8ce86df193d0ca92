"""Rounding part of a budget by Monte-Carlo arithmetic: rerun a float kernel with every rounding drawn at random.

The kernel runs in float64 on an ``ndarray`` subclass whose elementary results ``x`` become ``x (1 + u s xi)``: ``u`` is
the unit roundoff of the precision under study, ``xi`` uniform on [-1, 1], ``s`` is 1 for correctly rounded operations
and the factor ``transcendental`` for library functions. A sum or product over ``k`` terms gets an error of size
``u sqrt(k)`` times the sum of the magnitudes of its terms, whichever order of summation a library chooses.
The spread of the results over the replicas is the size of the rounding error of one run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from claims.measure.factors import factors

Float64 = np.ndarray[Any, np.dtype[np.float64]]

# Results of these are exact, or are no floats.
_EXACT = {
    "negative", "positive", "absolute", "fabs", "maximum", "minimum", "sign", "copysign", "floor", "ceil", "rint",
    "trunc", "isfinite", "isnan", "isinf", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal",
}  # fmt: skip
# Functions that only move entries, or are made of perturbed operations.
_STRUCTURE = {
    "concatenate", "stack", "where", "swapaxes", "transpose", "reshape", "expand_dims", "squeeze", "broadcast_to",
    "moveaxis", "zeros_like", "ones_like", "full_like", "roll", "flip", "tril", "triu", "diagonal", "max", "amax",
    "min", "amin", "sum", "take", "astype", "empty_like", "copyto",
}  # fmt: skip
_ROUNDED = {"add", "subtract", "multiply", "divide", "sqrt", "square", "reciprocal"}


def noisy_type(unit: float, rng: np.random.Generator) -> type[np.ndarray[Any, Any]]:
    """An ``ndarray`` subclass that perturbs every elementary float result; ``unit`` is the unit roundoff.

    Its class attribute ``unit`` may be changed while a kernel runs; 0 turns the perturbation off.
    """
    library = factors().transcendental

    class Noisy(np.ndarray[Any, Any]):
        unit: float = 0.0

        def __getitem__(self, key: Any) -> Any:
            return np.asarray(super().__getitem__(key)).view(Noisy)

        def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            if func.__name__ not in _STRUCTURE:
                raise TypeError(f"no error model for {func.__name__}: write the kernel with sums and products")
            result = super().__array_function__(func, types, args, kwargs)
            return np.asarray(result).view(Noisy) if isinstance(result, (np.ndarray, np.floating)) else result

        def __array_ufunc__(self, ufunc: np.ufunc, method: str, *args: Any, **kwargs: Any) -> Any:
            plain = tuple(np.asarray(a) if isinstance(a, Noisy) else a for a in args)
            if isinstance(kwargs.get("out"), tuple):
                raise TypeError("a kernel must not write into an array (array API kernels return new ones)")
            result = np.asarray(getattr(ufunc, method)(*plain, **kwargs))
            if result.dtype != np.float64:
                return result
            if Noisy.unit == 0.0 or ufunc.__name__ in _EXACT:
                return result.view(Noisy)
            size = _error_size(ufunc, method, plain, kwargs, result, library)
            error = Noisy.unit * size * rng.uniform(-1.0, 1.0, result.shape)
            return np.asarray(result + error).view(Noisy)

    Noisy.unit = unit
    return Noisy


def _error_size(
    ufunc: np.ufunc, method: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], result: Float64, library: float
) -> Any:
    """Size of the error of one operation in units of the unit roundoff, shape of the result."""
    if ufunc is np.matmul:
        left, right = np.abs(args[0]), np.abs(args[1])
        return np.sqrt(left.shape[-1]) * np.matmul(left, right)
    if method == "reduce" and ufunc is np.add:
        magnitudes = np.add.reduce(np.abs(args[0]), **kwargs)
        return np.sqrt(max(np.size(args[0]) / max(np.size(result), 1), 1.0)) * magnitudes
    if method == "__call__" and ufunc.signature is None:
        return np.abs(result) * (1.0 if ufunc.__name__ in _ROUNDED else library)
    raise TypeError(f"no error model for {ufunc.__name__}.{method}: write the kernel with sums and products")


def spread(kernel: Callable[[Mapping[str, Any]], Any], inputs: Mapping[str, Any], unit: float, seed: int) -> float:
    """Largest standard deviation over the entries of the kernel's result, over the replicas.

    ``inputs`` are float64 arrays (perturbed results, exact inputs) or Python integers; infinite when a replica is not
    finite. Raises ``TypeError`` when the kernel leaves the operations that have an error model.
    """
    results = []
    for number in range(factors().replicas):
        noisy = noisy_type(unit, np.random.default_rng([seed, number]))
        wrapped = {name: v if isinstance(v, int) else np.asarray(v).view(noisy) for name, v in inputs.items()}
        out = kernel(wrapped)
        if not isinstance(out, noisy):
            raise TypeError("the kernel's result does not depend on its inputs through operations with an error model")
        results.append(np.asarray(out))
    stack = np.stack(results)
    if not np.all(np.isfinite(stack)):
        return float("inf")
    return float(np.max(np.std(stack, axis=0, ddof=1)))
