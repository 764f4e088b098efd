"""The programme of a session.

Not responsible for the games themselves: an announcement takes the first one out of it.
"""

from dataclasses import dataclass, field

from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class Programmed:
    """A game of the programme: the series that is sold, the special that is played and by which rule set.

    ``rule_set`` is empty where that is the hall's own.
    """

    series: str
    special: str = ""
    rule_set: str = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class GameProgrammed(Event):
    """A game was put at the end of the programme (PT-17)."""

    programmed: Programmed


@dataclass(frozen=True, slots=True)
class ProgrammedGameDropped(Event):
    """A game was taken out of the programme, from its place in it, from 1."""

    place: int
    programmed: Programmed
