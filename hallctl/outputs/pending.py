"""What waits for a second person's word, and what the book says of it.

Not responsible for who may answer it, for how, nor for reading the book.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hallctl.rules.commands.base import Command
from hallctl.rules.events.base import Event

OriginKey = tuple[type[Event], int]
"""By which event something waits, and its number among its kind; 0 where there is one at a time."""


@dataclass(frozen=True, slots=True)
class PendingItem:
    """What the Director has to answer.

    Attributes:
        kind: What it is.
        text: What is known of it without the book.
        answers: The steps that answer it.
        origin: By which event it waits; None where by none.
    """

    kind: str
    text: str
    answers: tuple[type[Command], ...]
    origin: OriginKey | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The entry from which something waits, and where the hall stood then.

    Attributes:
        volume: Of the book.
        entry: Its number.
        time: By the hall's clocks.
        actor: The post and the person, e.g. "jefe:Ana Quispe".
        event: What it says.
        game: The number of the game that was played; 0 for none.
        drawn: How many of its balls were out.
    """

    volume: int
    entry: int
    time: datetime
    actor: str
    event: Event
    game: int
    drawn: int


Origins = Mapping[OriginKey, Origin]


def origins_of(found: Collection[PendingItem]) -> frozenset[OriginKey]:
    """Return by which events these wait."""
    return frozenset(item.origin for item in found if item.origin is not None)


@dataclass(frozen=True, slots=True)
class Counted:
    """By which events the rounds of a game are told apart where something waits, and what is counted in one.

    Attributes:
        begins: A round begins, of the number ``game``; None where nothing is counted.
        counts: One more of what is counted.
        ends: It is over.
    """

    begins: type[Event] | None = None
    counts: type[Event] | None = None
    ends: type[Event] | None = None

    @property
    def kinds(self) -> tuple[type[Event], ...]:
        """Those that there are."""
        return tuple(kind for kind in (self.begins, self.counts, self.ends) if kind is not None)


NOT_COUNTED: Final = Counted()
