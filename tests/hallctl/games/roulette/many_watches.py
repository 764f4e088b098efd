"""The watch over many wheels at once: the same sums as `Watch`, a spin of all of them in one step.

It is for campaigns; `test_watch` compares it with the watch of the house, spin by spin.
"""

from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from hallctl.games.roulette.watch import _MOST, _POCKET_PRIOR, _THIRD_PRIOR, _WEIGHTS, ALARM, Preference

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class ManyEvidences:
    """As `watch._Evidence`, for so many wheels."""

    def __init__(self, shares: Sequence[float], strength: float, wheels: int, partitions: int) -> None:
        self._shares = np.array(shares)
        self._whole = strength * len(shares)
        self._counts = np.zeros((wheels * partitions, len(shares)))
        self._every = np.arange(wheels * partitions)
        self._values = np.zeros((wheels, partitions))
        self._spins = 0
        self.value: Floats = np.zeros(wheels)

    def spin(self, parts: Places) -> None:
        """Take a spin of each wheel, by the part of each partition in which it lies."""
        flat = parts.ravel()
        shares, came = self._shares[flat], self._counts[self._every, flat]
        foretold = (self._whole * shares + came) / (self._whole + self._spins)
        self._values += np.log(foretold / shares).reshape(self._values.shape)
        self._counts[self._every, flat] += 1
        self._spins += 1
        most = self._values.max(axis=1, keepdims=True)
        self.value = most[:, 0] + np.log(np.exp(self._values - most).mean(axis=1))


class ManyWatches:
    """As `Watch`, over so many wheels; direction and croupier of a spin are the same for all."""

    def __init__(self, wheels: int, pockets: int = 37) -> None:
        self._wheels, self._pockets = wheels, pockets
        third = pockets // 3
        every = np.arange(pockets)
        self._parts = np.minimum((every[:, None] - every) % pockets // third, 2)
        self._of_pockets = ManyEvidences((1 / pockets,) * pockets, _POCKET_PRIOR, wheels, 1)
        self._of_thirds = self._thirds()
        self._kinds: dict[Preference, dict[str, ManyEvidences]] = {
            Preference.DIRECTION: {},
            Preference.CROUPIER: {},
        }
        self.alarm: Floats = np.full(wheels, inf)
        self._spins = 0

    def _thirds(self) -> ManyEvidences:
        third = self._pockets // 3 / self._pockets
        return ManyEvidences((third, third, 1 - 2 * third), _THIRD_PRIOR, self._wheels, self._pockets)

    def spin(self, places: Places, direction: str, croupier: str) -> None:
        """Take a spin of each wheel."""
        parts = self._parts[places]
        self._of_pockets.spin(places[:, None])
        self._of_thirds.spin(parts)
        for preference, kind in ((Preference.DIRECTION, direction), (Preference.CROUPIER, croupier)):
            kinds = self._kinds[preference]
            if kind not in kinds:
                kinds[kind] = self._thirds()
            kinds[kind].spin(parts)
        self._spins += 1
        found = self.evidence
        whole = sum(_WEIGHTS[each] * np.exp(np.minimum(found[each], _MOST)) for each in Preference)
        self.alarm[(whole >= 1 / ALARM) & np.isinf(self.alarm)] = self._spins

    def _apart(self, kinds: dict[str, ManyEvidences]) -> Floats:
        met = np.full(self._wheels, 1 / (len(kinds) + 1))
        for n, each in enumerate(kinds.values(), 1):
            met += np.exp(np.minimum(each.value, _MOST)) / (n * (n + 1))
        return np.asarray(np.log(met))

    @property
    def evidence(self) -> dict[Preference, Floats]:
        """As `Watch.evidence`, of each wheel."""
        return {
            Preference.POCKET: self._of_pockets.value,
            Preference.THIRD: self._of_thirds.value,
            **{preference: self._apart(kinds) for preference, kinds in self._kinds.items()},
        }
