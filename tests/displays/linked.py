"""The views of a game with a jackpot of several halls, made by the hall, whatever becomes of it."""

from functools import lru_cache

from displays.views import View
from hallctl.games.bingo.rules.commands.linked import MissJackpot
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.outputs.screens.wall import Wall
from tests.displays.phases import Phase
from tests.hallctl.games.bingo.rules.listed import CARD, draw
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.games.bingo.rules.test_linked import said, selling, shown, started, won

PHASES = ("asked", "shown", "absent", "pending", "won")
"""What becomes of it that a wall tells."""


@lru_cache(maxsize=1)
def _phases() -> dict[str, Phase]:
    kept = dict[str, Phase]()

    def keep(name: str, night: Night) -> Night:
        kept[name] = Phase(night.state, (), night.now)
        return night

    asked = keep("asked", selling())
    asked.do(MissJackpot("gordo", asked.state.game.number))
    draw(started(asked), range(1, 8))
    keep("absent", asked)
    played = shown(amount=1_234_567)
    draw(played, range(1, 8))
    pending = keep("pending", won(keep("shown", played), CARD))
    pending.do(said(pending, 1_240_000, reserved=True))
    keep("won", pending)
    return kept


def view_of(name: str, language: str) -> View:
    """Return what ``auto`` shows in a phase of the game."""
    phase = _phases()[name]
    wall = Wall("Bingo Illimani", False, language, now=phase.now, hour="21:35")
    return make(auto(phase.state), phase.state, wall, phase.recent)
