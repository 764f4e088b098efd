"""What the croupier calls aloud, in the words of the regulation (RO-74).

Not responsible for who says it, nor for the hall's own voice.
"""

from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.words import COLOURS, calls


def script(state: State) -> str:
    """Return what the croupier calls now; empty where there is nothing to call."""
    spin = state.spin
    if spin is None or state.table is None:
        return ""
    said = calls(state.rules.language or "pt")
    match spin.phase:
        case Phase.BETS | Phase.LAUNCHED:
            return f"{said.bets}."
        case Phase.CLOSED:
            return f"{said.closed}."
        case Phase.VOID:
            return f"{said.void}."
        case Phase.NUMBER | Phase.MARKED | Phase.COLLECTED:
            wheel = state.wheel
            return "" if wheel is None else f"{spin.pocket}, {COLOURS[wheel.colour(spin.pocket).value]}."
        case Phase.DISPUTED | Phase.PAID:
            return ""
