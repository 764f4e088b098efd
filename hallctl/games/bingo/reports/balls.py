"""Whether the balls of a set come out by chance alone: observed less expected, valid at any stopping rule.

At each extraction every ball still in the machine is equally likely to come, so that observed less expected
is a martingale whatever ends the game (the log-rank form: Mantel 1966, Aalen 1978). Not responsible for why
a ball comes too often, nor for balls that a person took out by hand: from then on a game is not counted.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hallctl.games.bingo.reports.record import games
from hallctl.games.bingo.rules.carried import Carried
from hallctl.games.bingo.rules.events.draw import BallCorrected, BallDrawn
from hallctl.games.bingo.rules.events.opening import BallSetMounted
from hallctl.games.bingo.rules.events.wrong_calls import MeansChanged
from hallctl.outputs.chance import chi_square_tail, holm, normal_tail
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.volumes import BookOpened

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

LEAST_EXPECTED: Final = 5.0
"""How often each ball should have come, in the mean, before the approximations are worth reading."""

LEVEL: Final = 0.01
"""The probability of a false alarm that is put up with, over all balls of a set together."""


@dataclass(frozen=True, slots=True)
class BallFigure:
    """One ball of a set.

    Attributes:
        observed: In how many games it came out; ``expected`` is how many chance leads to expect.
        z: Observed less expected, in standard errors.
        p: How probable one as far off is; ``holm`` is that, corrected for all balls being looked at.
        silent: In how many games, up to the last, it has not come out.
        silent_p: How probable at most it is that it ever is silent for so long, by chance alone.
        alarm: Whether it is silent beyond what chance explains, over all balls together.
    """

    ball: int
    observed: int
    expected: float
    z: float
    p: float
    holm: float
    silent: int
    silent_p: float
    alarm: bool


@dataclass(frozen=True, slots=True)
class SerialCheck:
    """Whether a ball depends on another one: how often it did, and how often by chance."""

    name: str
    observed: int
    expected: float
    z: float
    p: float


@dataclass(frozen=True, slots=True)
class SetStatistics:
    """The balls of one set.

    Attributes:
        games: How many games it was drawn in; ``extractions`` is how many balls came out of the machine.
        by_hand: How many balls were taken out by hand, which are not counted.
        chi_square: The overall statistic, with ``freedom`` degrees of freedom, and ``p`` its tail.
        enough: Whether the balls are expected often enough, in the mean, for the probabilities to be read.
    """

    ball_set: str
    games: int
    extractions: int
    by_hand: int
    chi_square: float
    freedom: int
    p: float
    enough: bool
    balls: tuple[BallFigure, ...]
    serial: tuple[SerialCheck, ...]


def ball_statistics(
    entries: Sequence[Minuted], universe: int = 90, universes: Mapping[str, int] | None = None
) -> tuple[SetStatistics, ...]:
    """Return the statistics of every ball set that was drawn from, in the order of their first draw.

    Args:
        entries: The book.
        universe: How many balls a set has.
        universes: The same of each set that has another number.
    """
    of = universes or {}
    drawn: dict[str, list[Drawn]] = {}
    for name, game in _draws(entries):
        drawn.setdefault(name, []).append(game)
    return tuple(_statistics(name, played, of.get(name, universe)) for name, played in drawn.items())


@dataclass(frozen=True, slots=True)
class Drawn:
    """The balls of a game: those of the machine, in the order of extraction, then those taken out by hand."""

    machine: tuple[int, ...]
    hand: tuple[int, ...] = ()


def _draws(entries: Sequence[Minuted]) -> Iterator[tuple[str, Drawn]]:
    """Yield for each game its ball set and its balls."""
    mountings = list(_mountings(entries))
    for game in games(entries):
        mounted = [name for place, name in mountings if place < game.before]
        machine: list[int] = []
        hand: list[int] = []
        out = machine
        for entry in game.entries:
            match entry.event:
                case MeansChanged():
                    out = hand
                case BallDrawn(ball=ball):
                    out.append(ball)
                case BallCorrected(ball=ball):
                    out[-1] = ball
                case _:
                    pass
        if mounted and (machine or hand):
            yield mounted[-1], Drawn(tuple(machine), tuple(hand))


def _mountings(entries: Sequence[Minuted]) -> Iterator[tuple[int, str]]:
    """Yield where which set was mounted; the one that the volume before left is mounted from the start."""
    for place, entry in enumerate(entries):
        match entry.event:
            case BallSetMounted(ball_set=name):
                yield place, name
            case BookOpened(carried=Carried() as carried) if carried.mounted:
                yield place, carried.mounted
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Score:
    """Observed and expected of each ball, and how far they may differ.

    Where no ball differs from another, the martingale's covariance has one form: ``spread`` times (the
    identity less one part in as many as there are balls). It needs nothing but how many balls came out of
    each game. Summing each ball's own variance instead gives too many false alarms in the first hundred
    games, because what a ball leaves in its expectation it leaves in that variance too.
    """

    observed: "Floats"
    expected: "Floats"
    spread: float

    @property
    def difference(self) -> "Floats":
        """Observed less expected; all together they add up to nothing."""
        return self.observed - self.expected

    @property
    def z(self) -> "Floats":
        """Observed less expected, in standard errors."""
        error = math.sqrt(self.spread * (1 - 1 / len(self.observed)))
        return self.difference / error if error else 0.0 * self.difference


def score(draws: Sequence[Sequence[int]], universe: int) -> Score:
    """Return the score of some games, each the balls in the order of their extraction."""
    import numpy as np

    left = universe - np.arange(universe)
    hazard = np.concatenate([[0.0], np.cumsum(1 / left)])
    variance = np.concatenate([[0.0], np.cumsum(1 - 1 / left)])
    observed = np.zeros(universe)
    expected = np.zeros(universe)
    spread = 0.0
    for balls in draws:
        places = np.asarray(balls, np.int64) - 1
        exposed = np.full(universe, hazard[len(balls)])
        exposed[places] = hazard[1 : len(balls) + 1]
        observed[places] += 1
        expected += exposed
        spread += float(variance[len(balls)]) / (universe - 1)
    return Score(observed, expected, spread)


def overall(found: Score) -> tuple[float, int, float]:
    """Return the overall statistic, its degrees of freedom and its tail probability.

    It is the squared length of all differences measured by their covariance (Mahalanobis).
    """
    freedom = len(found.observed) - 1
    if not found.spread:
        return 0.0, freedom, 1.0
    value = float(found.difference @ found.difference) / found.spread
    return value, freedom, chi_square_tail(value, freedom)


def _statistics(name: str, played: Sequence[Drawn], universe: int) -> SetStatistics:
    draws = [game.machine for game in played]
    found = score(draws, universe)
    value, freedom, p = overall(found)
    return SetStatistics(
        ball_set=name,
        games=len(draws),
        extractions=sum(map(len, draws)),
        by_hand=sum(len(game.hand) for game in played),
        chi_square=value,
        freedom=freedom,
        p=p,
        enough=sum(map(len, draws)) >= LEAST_EXPECTED * universe,
        balls=_figures(found, played, universe),
        serial=serial_checks(draws, universe),
    )


def _figures(found: Score, played: Sequence[Drawn], universe: int) -> tuple[BallFigure, ...]:
    z = found.z
    tails = [normal_tail(float(value)) for value in z]
    corrected = holm(tails)
    quiet = silences(played, universe)
    return tuple(
        BallFigure(
            ball=ball,
            observed=int(found.observed[ball - 1]),
            expected=float(found.expected[ball - 1]),
            z=float(z[ball - 1]),
            p=tails[ball - 1],
            holm=corrected[ball - 1],
            silent=quiet[ball][0],
            silent_p=quiet[ball][1],
            alarm=quiet[ball][1] * universe < LEVEL,
        )
        for ball in range(1, universe + 1)
    )


def silences(played: Sequence[Drawn], universe: int) -> Mapping[int, tuple[int, float]]:
    """Return for each ball its present silence in games, and the probability of that silence.

    A ball that is in the machine at an extraction stays in it with probability 1 − 1/left. Over a game of m
    balls that comes to 1 − m/universe, exactly; over several games, to the product. Its inverse is a
    martingale, so that the bound holds whenever one looks (Ville 1939). A ball that a person took out is
    there: its silence is over.
    """
    quiet = {ball: (0, 1.0) for ball in range(1, universe + 1)}
    for game in played:
        stays = 1 - len(game.machine) / universe
        came = {*game.machine, *game.hand}
        for ball, (length, p) in quiet.items():
            quiet[ball] = (0, 1.0) if ball in came else (length + 1, p * stays)
    return quiet


def serial_checks(draws: Sequence[Sequence[int]], universe: int) -> tuple[SerialCheck, ...]:
    """Return whether a ball brings its neighbour with it, and whether a game repeats the one before."""
    neighbours = _Tally()
    repeats = _Tally()
    before: Sequence[int] = ()
    for balls in draws:
        inside = set(range(1, universe + 1))
        for step, ball in enumerate(balls):
            if step:
                near = {balls[step - 1] - 1, balls[step - 1] + 1} & inside
                neighbours.note(ball in near, len(near) / len(inside))
            if step < len(before) and before[step] in inside:
                repeats.note(ball == before[step], 1 / len(inside))
            inside.remove(ball)
        before = balls
    return (neighbours.check("neighbour"), repeats.check("same place"))


@dataclass(slots=True)
class _Tally:
    observed: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def note(self, happened: bool, chance: float) -> None:
        self.observed += happened
        self.expected += chance
        self.variance += chance * (1 - chance)

    def check(self, name: str) -> SerialCheck:
        z = (self.observed - self.expected) / math.sqrt(self.variance) if self.variance else 0.0
        return SerialCheck(name, self.observed, self.expected, z, normal_tail(z))
