"""Which game a hall plays, and which one a book was kept for; none is loaded that nobody asks for.

Not responsible for any of them. This is where a new game is put in.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from hallctl.minutes.reader import read_entries

if TYPE_CHECKING:
    from hallctl.config.game_files import GameFiles
    from hallctl.games.game import Game
    from hallctl.rules.refusals import Refusals

_Found = TypeVar("_Found")

_BINGO: Final = "bingo"


class Later(Mapping[str, _Found]):
    """Values by their names, each loaded when it is first asked for.

    Args:
        made: Loads each.
    """

    def __init__(self, made: Mapping[str, Callable[[], _Found]]) -> None:
        self._made = made

    def __getitem__(self, name: str) -> _Found:
        return self._made[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def _bingo() -> "Game":
    from hallctl.games.bingo.game import BINGO

    return BINGO


def _roulette() -> "Game":
    from hallctl.games.roulette.game import ROULETTE

    return ROULETTE


def _baccarat() -> "Game":
    from hallctl.games.baccarat.game import BACCARAT

    return BACCARAT


def _bingo_files() -> "GameFiles":
    from hallctl.games.bingo.files import BINGO_FILES

    return BINGO_FILES


def _roulette_files() -> "GameFiles":
    from hallctl.games.roulette.files import ROULETTE_FILES

    return ROULETTE_FILES


def _baccarat_files() -> "GameFiles":
    from hallctl.games.baccarat.files import BACCARAT_FILES

    return BACCARAT_FILES


GAMES: Final[Mapping[str, "Game"]] = Later({_BINGO: _bingo, "roulette": _roulette, "baccarat": _baccarat})
"""Every game of the house by its name."""

FILES: Final[Mapping[str, "GameFiles"]] = Later(
    {_BINGO: _bingo_files, "roulette": _roulette_files, "baccarat": _baccarat_files}
)
"""What each reads of a hall's configuration."""


def every_refusal() -> "Refusals":
    """Return what the house and all its games refuse."""
    return {code: entry for game in GAMES.values() for code, entry in game.rules.all_refusals.items()}


def game_of_volume(volume: Path) -> "Game":
    """Return the game that a volume was opened for; one that names none is of bingo.

    Raises:
        MinutesError: The volume cannot be read.
    """
    named = next((entry.body.get("game", _BINGO) for entry in read_entries(volume, 1, 1)), _BINGO)
    return GAMES[named if named in GAMES else _BINGO]
