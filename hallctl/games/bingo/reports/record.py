"""The entries of a book cut into sessions and games, as every report reads them.

Not responsible for figures. Nothing here needs the state: an entry that the rules would never have written
is read as it stands.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionClosed, SessionOpened

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some entries that belong together.

    Attributes:
        number: The number of the session or of the game.
        before: How many entries of the record come before the first.
        entries: The entries, in their order.
    """

    number: int
    before: int
    entries: tuple[Minuted, ...]

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """Return the events of one kind."""
        return tuple(event for _, event in of(self.entries, kind))


def of(entries: Iterable[Minuted], kind: type[E]) -> Iterator[tuple[Minuted, E]]:
    """Return the entries of one kind, each with its event."""
    return ((entry, entry.event) for entry in entries if isinstance(entry.event, kind))


def sessions(entries: Sequence[Minuted]) -> tuple[Stretch, ...]:
    """Cut the record into sessions, each up to the opening of the next one."""
    starts = [i for i, entry in enumerate(entries) if isinstance(entry.event, SessionOpened)]
    ends = [*starts[1:], len(entries)]
    return tuple(
        Stretch(_number(entries[start]), start, tuple(entries[start:end]))
        for start, end in zip(starts, ends, strict=False)
    )


def games(entries: Sequence[Minuted]) -> tuple[Stretch, ...]:
    """Cut entries into games, each up to the next one or to the end of its session."""
    cuts = (GameAnnounced, SessionOpened, SessionClosed)
    found = []
    start: int | None = None
    for index, entry in enumerate(entries):
        if not isinstance(entry.event, cuts):
            continue
        if start is not None:
            found.append(Stretch(_number(entries[start]), start, tuple(entries[start:index])))
        start = index if isinstance(entry.event, GameAnnounced) else None
    if start is not None:
        found.append(Stretch(_number(entries[start]), start, tuple(entries[start:])))
    return tuple(found)


def _number(entry: Minuted) -> int:
    event = entry.event
    return event.session if isinstance(event, SessionOpened) else getattr(event, "game", 0)
