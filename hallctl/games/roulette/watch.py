"""Whether a wheel is fair, by its spins: figures for reports, and a test to look at after every spin.

The test multiplies, spin by spin, how much better a wheel with some preference foretold the pocket than a
fair one. On a fair wheel that product passes 1 / α at any time with probability α at most (Ville's
inequality), so that an alarm holds however often one looks. Not responsible for telling anybody: it is for
the Director alone (DR15).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import cos, exp, hypot, log, pi, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hallctl.games.roulette.rules.wheel import Wheel

ALARM: Final = 0.005
"""How probable an alarm of a fair wheel is at most, at all looks and of all preferences together (DR15).

Half of the 1 % that a wheel is allowed: at 1 % four of 400 simulated fair wheels raised it in 20,000 spins.
"""

_POCKET_PRIOR: Final = 25.0
"""How strong a preference for pockets is expected: this many spins of each, as if they had been fair."""

_THIRD_PRIOR: Final = 100.0
"""Likewise for the thirds of the wheel, whose preferences are weaker."""


_MOST: Final = 700.0
"""The largest logarithm whose number is one; no alarm hangs on more."""


class Preference(StrEnum):
    """What a wheel that is not fair may prefer."""

    POCKET = "pocket"
    THIRD = "third"
    DIRECTION = "direction"
    CROUPIER = "croupier"


_WEIGHTS: Final[Mapping[Preference, float]] = {
    Preference.POCKET: 0.4,
    Preference.THIRD: 0.4,
    Preference.DIRECTION: 0.1,
    Preference.CROUPIER: 0.1,
}
"""How the preferences share the level; they add up to 1."""


@dataclass(frozen=True, slots=True)
class Spin:
    """A valid spin, as far as the watch looks at it.

    Attributes:
        pocket: Where the ball came to rest.
        direction: Which way the rotor turned.
        croupier: Who launched the ball.
    """

    pocket: str
    direction: str
    croupier: str


def pearson(counts: Sequence[int]) -> float:
    """Return Pearson's χ² of pockets against a fair wheel, with one degree of freedom less than pockets."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def first_harmonic(counts: Sequence[int]) -> float:
    """Return the probability that a fair wheel leans as much to one side (Rayleigh's test, large samples).

    Args:
        counts: Of the pockets, clockwise.
    """
    spins = sum(counts)
    turns = [2 * pi * at / len(counts) for at in range(len(counts))]
    across = sum(count * cos(turn) for count, turn in zip(counts, turns, strict=True))
    down = sum(count * sin(turn) for count, turn in zip(counts, turns, strict=True))
    return exp(-(hypot(across, down) ** 2) / spins) if spins else 1.0


class _Evidence:
    """The products so far for some partitions of the wheel, as logarithms.

    Before each spin a part is foretold as often as it came, with the fair wheel counted in as ``strength``
    spins of a mean part (a Dirichlet prior). The mean of the products is no likelier to grow than each.
    """

    def __init__(self, shares: Sequence[float], strength: float, partitions: int) -> None:
        self._shares = np.array(shares)
        self._whole = strength * len(shares)
        self._counts = np.zeros((partitions, len(shares)))
        self._values = np.zeros(partitions)
        self._every = np.arange(partitions)
        self._spins = 0
        self.value = 0.0
        """The logarithm of the mean of the products."""

    def spin(self, parts: NDArray[np.int64]) -> None:
        """Take a spin, by the part of each partition in which it lies."""
        shares, came = self._shares[parts], self._counts[self._every, parts]
        foretold = (self._whole * shares + came) / (self._whole + self._spins)
        self._values += np.log(foretold / shares)
        self._counts[self._every, parts] += 1
        self._spins += 1
        most = float(self._values.max())
        self.value = most + log(float(np.exp(self._values - most).mean()))


class _Pockets(_Evidence):
    """Each pocket for itself."""

    def __init__(self, pockets: int) -> None:
        super().__init__((1 / pockets,) * pockets, _POCKET_PRIOR, 1)

    def at(self, place: int) -> None:
        """Take a spin, by its place clockwise from the zero."""
        self.spin(np.array([place]))

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each pocket came."""
        return tuple(int(count) for count in self._counts[0])


class _Thirds(_Evidence):
    """Thirds of the wheel, begun at each of its pockets: no side is looked at first."""

    def __init__(self, pockets: int) -> None:
        self._third, self._pockets = pockets // 3, pockets
        third = self._third / pockets
        super().__init__((third, third, 1 - 2 * third), _THIRD_PRIOR, pockets)

    def at(self, place: int) -> None:
        """Take a spin, by its place clockwise from the zero."""
        self.spin(np.minimum((place - self._every) % self._pockets // self._third, 2))


class _Apart:
    """The thirds for each kind of spin apart; the weights of their mean are fixed before they are met."""

    def __init__(self, pockets: int) -> None:
        self._pockets = pockets
        self._kinds: dict[str, _Thirds] = {}

    def at(self, place: int, kind: str) -> None:
        """Take a spin of a kind."""
        self._kinds.setdefault(kind, _Thirds(self._pockets)).at(place)

    @property
    def value(self) -> float:
        """The logarithm of the mean: the n-th kind weighs 1 / n(n + 1), and who never came counts as fair."""
        kinds = enumerate(self._kinds.values(), 1)
        met = sum(exp(min(each.value, _MOST)) / (n * (n + 1)) for n, each in kinds)
        return log(met + 1 / (len(self._kinds) + 1))


class Watch:
    """The watch over one wheel with one ball at one level: after a change of any a new one begins (DR15)."""

    def __init__(self, wheel: Wheel) -> None:
        self._place = wheel.place
        size = len(self._place)
        self._pockets, self._thirds = _Pockets(size), _Thirds(size)
        self._directions, self._croupiers = _Apart(size), _Apart(size)
        self._found: Preference | None = None

    def spin(self, spin: Spin) -> None:
        """Take a valid spin."""
        place = self._place[spin.pocket]
        self._pockets.at(place)
        self._thirds.at(place)
        self._directions.at(place, spin.direction)
        self._croupiers.at(place, spin.croupier)
        if self._found is None:
            found = self.evidence
            parts = {each: _WEIGHTS[each] * exp(min(found[each], _MOST)) for each in Preference}
            if sum(parts.values()) >= 1 / ALARM:
                self._found = max(parts, key=lambda each: parts[each])

    @property
    def evidence(self) -> Mapping[Preference, float]:
        """How much better a wheel with each preference foretold all spins than a fair one; a logarithm."""
        return {
            Preference.POCKET: self._pockets.value,
            Preference.THIRD: self._thirds.value,
            Preference.DIRECTION: self._directions.value,
            Preference.CROUPIER: self._croupiers.value,
        }

    @property
    def alarm(self) -> Preference | None:
        """What the wheel was found to prefer, at whichever look; None while it passes for fair."""
        return self._found

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each pocket came, clockwise from the zero."""
        return dict(zip(self._place, self._pockets.counts, strict=True))
