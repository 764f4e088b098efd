"""Which game a hall plays, and which one a book was kept for.

Not responsible for any of them. This is where a new game is put in.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hallctl.games.baccarat.game import BACCARAT
from hallctl.games.bingo.game import BINGO
from hallctl.games.game import Game
from hallctl.games.roulette.game import ROULETTE
from hallctl.minutes.reader import read_entries
from hallctl.rules.refusals import Refusals

GAMES: Final[Mapping[str, Game]] = {game.name: game for game in (BINGO, ROULETTE, BACCARAT)}
"""Every game of the house by its name."""


def every_refusal() -> Refusals:
    """Return what the house and all its games refuse."""
    return {code: entry for game in GAMES.values() for code, entry in game.rules.all_refusals.items()}


def game_of_volume(volume: Path) -> Game:
    """Return the game that a volume was opened for; one that names none is of bingo.

    Raises:
        MinutesError: The volume cannot be read.
    """
    named = next((entry.body.get("game", BINGO.name) for entry in read_entries(volume, 1, 1)), BINGO.name)
    return GAMES.get(named, BINGO)
