"""When the balls of the game were called, from the book.

Not responsible for anything but reading: a time that cannot be read is left out.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl.games.bingo.rules.events.draw import BallCalled
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.minutes.entry import local_time
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.rules.codec import decode

_GAME: Final = 1000
"""How far back it looks: a game is 90 balls, each of a few entries, and what happens beside them."""


def called_at(volume: Path, newest: int) -> Mapping[int, datetime]:
    """Return when each called ball of the last game was called.

    Args:
        volume: The file of the open volume.
        newest: The number of its newest entry.
    """
    found: dict[int, datetime] = {}
    try:
        for entry in read_entries(volume, max(1, newest - _GAME)):
            if entry.kind == GameAnnounced.__name__:
                found = {}
            elif entry.kind == BallCalled.__name__:
                found[decode(BallCalled, dict(entry.body)).ball] = local_time(entry)
    except MinutesError:
        return {}
    return found
