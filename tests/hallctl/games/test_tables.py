"""What the house and its games define is in their tables: no command has no step, no event has no fold."""

import sys
from collections.abc import Callable, Iterator, Mapping

import pytest

from hallctl.app.games import GAMES
from hallctl.games.game import Game
from hallctl.rules.commands import Command
from hallctl.rules.events import Event

Tables = Callable[[Game], Mapping[str, type]]


def defined(base: type) -> Iterator[type]:
    """Every class of the house that derives from a base, but those that others derive from."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from defined(kind)
        elif kind.__module__.startswith("hallctl."):
            # A dataclass with slots is made twice; the first one is left over, and nobody's.
            yield vars(sys.modules[kind.__module__])[kind.__name__]


@pytest.mark.parametrize(
    ("base", "tables"),
    [
        pytest.param(Command, lambda game: game.rules.commands, id="commands"),
        pytest.param(Event, lambda game: game.rules.events, id="events"),
    ],
)
def test_each_kind_is_in_a_table_of_the_house_or_of_a_game(base: type, tables: Tables) -> None:
    known = {kind for game in GAMES.values() for kind in tables(game).values()}
    left_out = sorted(kind.__name__ for kind in defined(base) if kind not in known)
    assert len(known) > 1
    assert not left_out, "an entry of such a kind could be written and never be read again"
