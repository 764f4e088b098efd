"""What a closed volume of a hall of bingo hands on to the next one.

Not responsible for taking it over (``folding.opening``).
"""

from dataclasses import dataclass, field, fields

from hallctl.games.bingo.rules.cards import Series
from hallctl.games.bingo.rules.events.missing import OpenRefund
from hallctl.games.bingo.rules.state import State
from hallctl.rules import carried as house
from hallctl.rules.codec import SPARSE
from hallctl.rules.events import volumes
from hallctl.rules.events.volumes import Balance


@dataclass(frozen=True, slots=True)
class CarriedSet:
    """A ball set with the games it has played (AJ-25), and whose balls it has."""

    name: str
    games: int
    retired: bool
    rule_set: str = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class Carried(volumes.Carried):
    """What one volume hands on to the next of the house and of bingo.

    Attributes:
        pointers: The last card sold of each series (AJ-67).
        progressives: What each progressive holds (AJ-123).
        carried: What a game without a bingo left for the next one (D7).
        carried_of: The same of each rule set beside the hall's own.
        serial: The last order of a ball.
        unwon: How many games have not won each progressive whose balls grow.
        owed: What void games owe for cards that were missing.
    """

    series: tuple[Series, ...] = ()
    pointers: tuple[Balance, ...] = ()
    ball_sets: tuple[CarriedSet, ...] = ()
    mounted: str = ""
    progressives: tuple[Balance, ...] = ()
    carried: int = 0
    serial: int = 0
    unwon: tuple[Balance, ...] = field(default=(), metadata=SPARSE)
    carried_of: tuple[Balance, ...] = field(default=(), metadata=SPARSE)
    owed: tuple[OpenRefund, ...] = field(default=(), metadata=SPARSE)


def carried_forward(state: State) -> Carried:
    """Return what a closed volume hands on."""
    of_house = house.carried_forward(state)
    return Carried(
        **{each.name: getattr(of_house, each.name) for each in fields(of_house)},
        series=tuple(state.series.values()),
        pointers=house.balances(state.pointers),
        ball_sets=tuple(CarriedSet(s.name, s.games, s.retired, s.rule_set) for s in state.ball_sets.values()),
        mounted=state.mounted or "",
        progressives=house.balances(state.progressives),
        carried=state.carried,
        serial=state.serial,
        unwon=house.balances(state.unwon),
        carried_of=house.balances(state.carried_of),
        owed=state.owed,
    )
