"""The wall of a roulette table: what is called, the number that came, the last numbers (RO-22, RO-67).

A number is shown once it is established, never what one witness says of it (DR11).
"""

from typing import Any, Final

from displays.views import ClosedView, LastView
from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.words import calls
from hallctl.outputs.screens.scene import Scene, Screens, View
from hallctl.outputs.screens.wall import Wall

_TONES: Final = {
    Phase.BETS: "calm",
    Phase.LAUNCHED: "calm",
    Phase.CLOSED: "attention",
    Phase.DISPUTED: "stop",
    Phase.VOID: "stop",
}


def headline(state: State, wall: Wall) -> str:
    """Return what the wall says large: the call, or the number that came."""
    spin, said = state.spin, calls(wall.language)
    if spin is None or state.table is None:
        return said.closed_table
    if spin.pocket:
        return spin.pocket
    by_phase = {Phase.CLOSED: said.closed, Phase.DISPUTED: said.stopped, Phase.VOID: said.void}
    return by_phase.get(spin.phase, said.bets)


def _following(scene: Scene) -> View:
    state, wall = scene.state, scene.wall
    spin = state.spin
    head: dict[str, Any] = {
        "hall": wall.hall,
        "simulated": wall.simulated,
        "language": wall.language,
        "tone": "stop" if scene.halted else _TONES.get(Phase.BETS if spin is None else spin.phase, "play"),
        "headline": wall.texts.pause if scene.halted else headline(state, wall),
        "notice": "",
        "game": None if spin is None else spin.number,
        "hour": wall.hour,
        "colours": wall.colours,
        "replay": wall.replay,
    }
    if state.session is None:
        return ClosedView(**head, said=(wall.texts.thanks,), progressives=()).to_json()
    return LastView(**head, said=(" ".join(state.numbers) or "—",), progressives=()).to_json()


ROULETTE_SCREENS: Final = Screens(auto=_following)
"""What the walls of a roulette table show."""
