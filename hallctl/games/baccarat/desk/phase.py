"""Where a round stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from typing import Final

from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.state import State
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_ROUND: Final = "la-jugada"
_STOPPED: Final = "mesa-detenida"
"""Chapters of docs/manual-baccarat.es.md."""

_PHASES: Final = {
    Phase.BETS: PhaseShown(Phase.BETS, _("Apuestas abiertas"), "calm", "apuestas", _ROUND),
    Phase.DEALING: PhaseShown(Phase.DEALING, _("No va más: se reparte"), "play", "se reparte", _ROUND),
    Phase.DISPUTED: PhaseShown(Phase.DISPUTED, _("Mesa detenida"), "stop", "detenida", _STOPPED),
    Phase.RESULT: PhaseShown(Phase.RESULT, _("Resultado"), "play", "resultado", _ROUND),
    Phase.COLLECTED: PhaseShown(Phase.COLLECTED, _("Pago de ganadoras"), "calm", "pago", _ROUND),
    Phase.PAID: PhaseShown(Phase.PAID, _("Pagado"), "calm", "pagado", _ROUND),
    Phase.VOID: PhaseShown(Phase.VOID, _("Jugada nula"), "stop", "nula", _STOPPED),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest round of the day stands; None before the first."""
    return None if state.round is None else _PHASES[state.round.phase]
