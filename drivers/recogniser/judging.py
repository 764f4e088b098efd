"""When a match is certain enough: learnt from a hall's own balls, each taken for a stranger in turn.

What is compared is how a ball matches its own prints, as its other poses show them, with how it matches the
other balls' where its own are left out. It is NOT responsible for matching.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.matching import Match

Doubles = npt.NDArray[np.float64]

FEATURES: Final = 5
_LEAST: Final = 1e-3  # of what is taken the logarithm of
_RIDGE: Final = 2.0  # on standardised weights, for a few dozen pictures
_STEPS: Final = 30
_FEW: Final = 12  # pictures of balls by their own prints, below which the weights are the usual ones
_STRANGERS: Final = 1e-3  # of balls that are none of the set at most are taken for one of it
_NEVER: Final = 1e9  # is more than any evidence
_ANGLES: Final = 20001  # into which a right angle is divided
_OF_SIGHT: Final = slice(3, 5)  # features: what is seen of the pattern, and of what tells it apart
_HARDLY: Final = 0.02  # of the set's own prints are seen less, and refused
_FARTHER: Final = 1.5  # times as far from its colour as nearly all of the set's own, a ball is another
_SAME_COLOUR: Final = 0.4  # is what another light or white balance may do
_ANOTHER_COLOUR: Final = 0.8  # is always another paint
_USUALLY_SEEN: Final = (0.9, 0.75)
_HIDDEN: Final = 1e-3  # below what is enough: of what cannot be certain
_USUAL: Final = (-1.0, 0.6, -0.6, 0.3, 0.3)  # weights where a hall shows each ball once
_USUALLY: Final = ((-2.7, 0.3, -1.2, 0.95, 0.95), (0.7, 0.35, 0.5, 0.12, 0.12))


@dataclass(frozen=True, eq=False)
class Judge:
    """Says how certain a match is.

    Attributes:
        middle: Of each feature, shape (FEATURES,).
        spread: Of each.
        weights: Of each, standardised.
        threshold: From which sum on a match is certain.
        doubtful: From which on it may be one of the set.
        least: How much of a pattern, and of what tells it apart, must be seen, shape (2,): what is hidden may
            be what makes another ball, however well the rest fits.
        farthest: From the colour of its ball a match may be.
    """

    middle: Doubles
    spread: Doubles
    weights: Doubles
    threshold: float
    doubtful: float
    least: Doubles
    farthest: float

    def is_doubtful(self, match: Match) -> bool:
        """Return whether a match that is not certain is better than those of all strangers that were seen."""
        return float(self.sums(features((match,)))[0]) >= self.doubtful

    def margin(self, match: Match) -> float:
        """Return by how much a match is more certain than it must be, below 0 where it is not enough."""
        row = features((match,))
        above = float(self.sums(row)[0] - self.threshold)
        possible = self.shows_enough(row)[0] and match.colour <= self.farthest
        return above if possible else min(above, -_HIDDEN)

    def shows_enough(self, rows: Doubles) -> npt.NDArray[np.bool_]:
        """Return of which rows of features so much is seen that they can be certain."""
        return np.asarray((rows[:, _OF_SIGHT] >= self.least).all(axis=1), np.bool_)

    def sums(self, rows: Doubles) -> Doubles:
        """Return the evidence of each of several rows of features."""
        return np.asarray((rows - self.middle) / self.spread @ self.weights, np.float64)


def features(matches: Sequence[Match]) -> Doubles:
    """Return what is weighed of each match, shape (matches, FEATURES)."""
    rows = [
        (
            np.log(max(1 - each.likeness, _LEAST)),
            np.clip(each.margin, -1, 1),
            np.log(max(each.off, _LEAST)),
            each.seen,
            each.told_apart,
        )
        for each in matches
    ]
    return np.asarray(rows, np.float64).reshape(-1, FEATURES)


def learn_judge(own: Sequence[Match], strange: Sequence[Match], balls: Sequence[int]) -> Judge:
    """Learn the weights (logistic regression) and the threshold.

    Args:
        own: Balls by their own prints.
        strange: Balls whose own prints were left out, and mirrored ones.
        balls: The number of each of these.
    """
    usual = np.asarray(_USUALLY, np.float64), np.asarray(_USUAL, np.float64)
    if len(own) < _FEW or len(strange) < _FEW:
        middle, spread, weights = usual[0][0], usual[0][1], usual[1]
    else:
        rows = features([*own, *strange])
        middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-3
        labels = np.r_[np.ones(len(own)), np.zeros(len(strange))]
        weights = _monotone((rows - middle) / spread, labels)
    judge = Judge(middle, spread, weights, 0.0, 0.0, _least(own), _farthest(own))
    others = features(strange)
    enough = judge.shows_enough(others)
    threshold, doubtful = _thresholds(judge.sums(others[enough]), np.asarray(balls, int)[enough].tolist())
    return replace(judge, threshold=threshold, doubtful=doubtful)


def _least(own: Sequence[Match]) -> Doubles:
    """How much of nearly all of the set's own prints is seen, and of what tells them apart."""
    if len(own) < _FEW:
        return np.asarray(_USUALLY_SEEN, np.float64)
    seen = np.quantile(features(own)[:, _OF_SIGHT], _HARDLY, axis=0)
    return np.asarray(np.minimum(seen, _USUALLY_SEEN), np.float64)


def _farthest(own: Sequence[Match]) -> float:
    """How far from their balls' colours nearly all of the set's own pictures are, and half as far again."""
    if len(own) < _FEW:
        return _ANOTHER_COLOUR
    usual = float(np.quantile([each.colour for each in own], 1 - _HARDLY))
    return min(max(_FARTHER * usual, _SAME_COLOUR), _ANOTHER_COLOUR)


def _monotone(rows: Doubles, labels: Doubles) -> Doubles:
    """Weights of which none says that a better match is less certain: such features are left out."""
    ways = np.sign(_USUAL)
    used = np.ones(rows.shape[1], np.bool_)
    while True:
        weights = np.zeros(rows.shape[1])
        weights[used] = _logistic(rows[:, used], labels)
        wrong = weights * ways < 0
        if not wrong.any():
            return weights
        used &= ~wrong


def _logistic(rows: Doubles, labels: Doubles) -> Doubles:
    """Weights by penalised iteratively reweighted least squares, both classes counting the same."""
    count = np.where(labels > 0, 0.5 / max(labels.mean(), 1e-9), 0.5 / max(1 - labels.mean(), 1e-9))
    whole = np.c_[rows, np.ones(len(rows))]
    penalty = np.diag([_RIDGE] * rows.shape[1] + [1e-6])
    weights = np.zeros(whole.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(whole @ weights, -30, 30)))
        curve = (whole * (count * chance * (1 - chance))[:, None]).T @ whole + penalty
        weights += np.linalg.solve(curve, whole.T @ (count * (labels - chance)) - penalty @ weights)
    return np.asarray(weights[:-1], np.float64)


def _thresholds(strange: Doubles, balls: Sequence[int]) -> tuple[float, float]:
    """From which evidence on a stranger is rare, and from which on none was seen.

    The likest picture of each ball counts, as its pictures are no strangers to one another. What the next
    ball may reach follows from all of them by Student's t, which asks for more the fewer there were: where
    hardly any ball can be compared with another, none is told.
    """
    likest: dict[int, float] = {}
    for ball, evidence in zip(balls, strange.tolist(), strict=True):
        likest[ball] = max(likest.get(ball, evidence), evidence)
    if len(likest) < 2:
        return _NEVER, _NEVER
    each = np.asarray(list(likest.values()), np.float64)
    spread = float(each.std(ddof=1)) * (1 + 1 / len(each)) ** 0.5
    rare = float(each.mean()) + spread * student(len(each) - 1, _STRANGERS)
    return max(rare, float(each.max())), float(each.max())


def student(freedom: int, part: float) -> float:
    """Return what a part of a Student's t distribution is above.

    With t as the tangent of an angle its density is a power of the cosine.
    """
    angles = np.linspace(np.pi / 2, 0, _ANGLES)
    above = np.cumsum(np.cos(angles) ** (freedom - 1))
    angle = float(np.interp(2 * part, above / above[-1], angles))
    return float(np.sqrt(freedom) * np.tan(angle))
