"""The programme of a session: which games follow, in their order.

Not responsible for announcing them.
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.fields import PrizeKey, Series
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count


@dataclass(frozen=True, slots=True)
class ProgrammeGame(Command):
    """Put a game at the end of the programme (PT-17).

    Attributes:
        series: The key of the series that is sold.
        special: The key of the special that is played; empty for any other game.
    """

    series: Series
    special: PrizeKey = ""


@dataclass(frozen=True, slots=True)
class DropProgrammedGame(Command):
    """Take a game that is not announced yet out of the programme, by its place in it, from 1."""

    place: Count
