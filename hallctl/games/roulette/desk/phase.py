"""Where a spin stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from typing import Final

from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.state import State
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_PHASES: Final = {
    Phase.BETS: PhaseShown(Phase.BETS, _("Apuestas abiertas"), "calm", "apuestas"),
    Phase.LAUNCHED: PhaseShown(Phase.LAUNCHED, _("Bola lanzada"), "play", "bola lanzada"),
    Phase.CLOSED: PhaseShown(Phase.CLOSED, _("No va más"), "attention", "no va más"),
    Phase.DISPUTED: PhaseShown(Phase.DISPUTED, _("Mesa detenida"), "stop", "detenida"),
    Phase.NUMBER: PhaseShown(Phase.NUMBER, _("Número"), "play", "número"),
    Phase.MARKED: PhaseShown(Phase.MARKED, _("Recogida de perdedoras"), "calm", "recogida"),
    Phase.COLLECTED: PhaseShown(Phase.COLLECTED, _("Pago de ganadoras"), "calm", "pago"),
    Phase.PAID: PhaseShown(Phase.PAID, _("Pagado"), "calm", "pagado"),
    Phase.VOID: PhaseShown(Phase.VOID, _("Jugada nula"), "stop", "nula"),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest spin of the day stands; None before the first."""
    return None if state.spin is None else _PHASES[state.spin.phase]
