"""Where a spin stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from typing import Final

from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.state import State
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_SPIN: Final = "la-jugada"
_STOPPED: Final = "mesa-detenida"
"""Chapters of docs/manual-roulette.es.md."""

_PHASES: Final = {
    Phase.BETS: PhaseShown(Phase.BETS, _("Apuestas abiertas"), "calm", "apuestas", _SPIN),
    Phase.LAUNCHED: PhaseShown(Phase.LAUNCHED, _("Bola lanzada"), "play", "bola lanzada", _SPIN),
    Phase.CLOSED: PhaseShown(Phase.CLOSED, _("No va más"), "attention", "no va más", _SPIN),
    Phase.DISPUTED: PhaseShown(Phase.DISPUTED, _("Mesa detenida"), "stop", "detenida", _STOPPED),
    Phase.NUMBER: PhaseShown(Phase.NUMBER, _("Número"), "play", "número", _SPIN),
    Phase.MARKED: PhaseShown(Phase.MARKED, _("Recogida de perdedoras"), "calm", "recogida", _SPIN),
    Phase.COLLECTED: PhaseShown(Phase.COLLECTED, _("Pago de ganadoras"), "calm", "pago", _SPIN),
    Phase.PAID: PhaseShown(Phase.PAID, _("Pagado"), "calm", "pagado", _SPIN),
    Phase.VOID: PhaseShown(Phase.VOID, _("Jugada nula"), "stop", "nula", _STOPPED),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest spin of the day stands; None before the first."""
    return None if state.spin is None else _PHASES[state.spin.phase]
