"""Tail probabilities: of the normal and the chi-square distribution, and Holm's correction.

Not responsible for what is tested. The chi-square tail is the regularised incomplete gamma function, by its
power series below the mean and by its continued fraction above it (Abramowitz & Stegun 6.5.29 and 6.5.31).
"""

import math
from collections.abc import Sequence
from typing import Final

_ENOUGH: Final = 1e-15
_TINY: Final = 1e-300


def normal_tail(z: float) -> float:
    """Return the probability that a standard normal value lies at least this far from zero."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square value with ``freedom`` degrees is at least this large.

    Raises:
        ValueError: There is no degree of freedom, or the value is negative.
    """
    if freedom < 1 or value < 0:
        raise ValueError(f"no chi-square has {freedom} degrees of freedom and the value {value}")
    if value == 0:
        return 1.0
    a, x = freedom / 2, value / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def holm(probabilities: Sequence[float]) -> tuple[float, ...]:
    """Return each probability corrected for all of them being looked at (Holm 1979)."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    corrected = [0.0] * len(probabilities)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(probabilities) - rank) * probabilities[place]))
        corrected[place] = least
    return tuple(corrected)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * _ENOUGH:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate the continued fraction from its head (the modified method of Lentz)."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value, change, step = d, 0.0, 0
    while abs(change - 1) > _ENOUGH:
        step += 1
        factor = -step * (step - a)
        b += 2
        d = 1 / _away_from_zero(factor * d + b)
        c = _away_from_zero(b + factor / c)
        change = c * d
        value *= change
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
