"""The views of a game that another hall calls, and of the hall that calls it, made by the hall."""

from functools import lru_cache

from displays.views import View
from hallctl.games.bingo.rules.commands.calling import LoseCaller, StandHall
from hallctl.games.bingo.rules.commands.draw import CallBall
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.calls import Lost, Stage
from tests.displays.phases import Phase
from tests.hallctl.games.bingo.rules.night import MATRIX, Night
from tests.hallctl.games.bingo.rules.test_calling import announced, called, following, taking

BALLS = (*MATRIX.card(1).rows[0], 8, 61, 34)
PHASES = ("offered", "followed", *(why.name.lower() for why in Lost), "elsewhere")
"""What such a game has that no other has: who calls, why this hall is out, who has sung elsewhere."""


@lru_cache(maxsize=1)
def _phases() -> dict[str, Phase]:
    kept = dict[str, Phase]()
    offered = announced()
    kept["offered"] = Phase(offered.state, (), offered.now)
    for name in PHASES[1:-1]:
        night = _drawn(following())
        if name != "followed":
            night.do(LoseCaller(1, Lost[name.upper()]))
        kept[name] = Phase(night.state, (), night.now)
    elsewhere = called()
    for ball in BALLS:
        elsewhere.draw(ball)
    elsewhere.do(StandHall(1, "sala-2", Stage.CLAIM))
    kept["elsewhere"] = Phase(elsewhere.state, (), elsewhere.now)
    return kept


def _drawn(night: Night) -> Night:
    for order, ball in enumerate(BALLS, 1):
        night.do(taking(order, ball), CallBall(ball))
    return night


def view_of(name: str, language: str) -> View:
    """Return what ``auto`` shows in a phase of the game."""
    phase = _phases()[name]
    wall = Wall("Bingo Illimani", False, language, now=phase.now, hour="21:35")
    return make(auto(phase.state), phase.state, wall, phase.recent)
