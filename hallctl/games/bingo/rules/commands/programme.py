"""The programme of a session: which games follow, in their order.

Not responsible for announcing them.
"""

from dataclasses import dataclass, field

from hallctl.games.bingo.rules.fields import PrizeKey, Series
from hallctl.rules.codec import SPARSE
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name


@dataclass(frozen=True, slots=True)
class ProgrammeGame(Command):
    """Put a game at the end of the programme (PT-17).

    Attributes:
        series: The key of the series that is sold.
        special: The key of the special that is played; empty for any other game.
        rule_set: The rule set of the hall that it is played by; empty for its own.
    """

    series: Series
    special: PrizeKey = ""
    rule_set: Name = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class DropProgrammedGame(Command):
    """Take a game that is not announced yet out of the programme, by its place in it, from 1."""

    place: Count
