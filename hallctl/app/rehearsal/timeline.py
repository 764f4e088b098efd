"""What desk and walls showed in a past game: the state after each of its entries, and when that was.

Not responsible for showing it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl.app.records.index import GAME_BEGUN
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.rules.events.draw import BallCalled
from hallctl.games.game import Game
from hallctl.minutes.entry import Entry, local_time
from hallctl.minutes.reader import read_entries
from hallctl.outputs.screens.scene import PastGame
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookClosed
from hallctl.rules.state import State
from hallctl.table.keeper import event_of

_ENDS: Final = frozenset({GAME_BEGUN, SessionOpened.__name__, SessionClosed.__name__, BookClosed.__name__})


@dataclass(frozen=True, slots=True)
class Moment:
    """The hall after an entry of the game.

    Attributes:
        at_ms: How long after the game's first entry it was written.
        wall: When that was, as the hall's clocks had it.
        clock_ms: What the boot's clock showed when ``at_ms`` was 0, as far as the entries say: what runs out
            is measured by it.
        entry: Its number.
        state: The state after it.
        past: The games that were over then.
        called: The ball that the entry calls, None for any other entry.
    """

    at_ms: int
    wall: datetime
    clock_ms: int
    entry: int
    state: State
    past: tuple[PastGame, ...]
    called: int | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moments of a game, and the volume that they are in."""

    volume: Path
    moments: tuple[Moment, ...]


def timeline(volumes: Sequence[Path], game: Game, empty: State, number: int) -> Timeline:
    """Return the moments of a game, from its announcement to the last entry before the next one.

    Args:
        volumes: The volumes of the book; the last that has the game is read.
        game: What is played.
        empty: The state before a volume's first entry.
        number: The number of the game.

    Raises:
        ConfigError: No volume has the game.
        MinutesError: A volume cannot be read.
    """
    for volume in reversed(volumes):
        entries = list(read_entries(volume))
        if any(_begins(entry, number) for entry in entries):
            return Timeline(volume, tuple(_moments(entries, game, empty, number)))
    held = [entry.body["game"] for volume in volumes for entry in _begun(volume)]
    there = f"tiene de la {held[0]} a la {held[-1]}" if held else "no tiene ninguna"
    raise ConfigError([f"el libro no tiene la partida {number}; {there}"])


def _begun(volume: Path) -> Iterator[Entry]:
    return (entry for entry in read_entries(volume) if entry.kind == GAME_BEGUN)


def _begins(entry: Entry, number: int) -> bool:
    return entry.kind == GAME_BEGUN and entry.body["game"] == number


def _moments(entries: Sequence[Entry], game: Game, empty: State, number: int) -> Iterator[Moment]:
    state, past, began, clock_ms = empty, game.screens.past(), None, 0
    for entry in entries:
        if began is not None and entry.kind in _ENDS:
            return
        event, wall = event_of(game.rules, entry), local_time(entry)
        past.take(event)
        state = game.rules.evolve(state, event)
        began = wall if _begins(entry, number) else began
        if began is None:
            continue
        # The clock may have been set back meanwhile: the order of the book stands.
        at_ms = max(0, round((wall - began).total_seconds() * 1000))
        boots = getattr(event, "at", None)
        called = event.ball if isinstance(event, BallCalled) else None
        clock_ms = boots - at_ms if isinstance(boots, int) else clock_ms
        yield Moment(at_ms, wall, clock_ms, entry.number, state, past.games, called)
