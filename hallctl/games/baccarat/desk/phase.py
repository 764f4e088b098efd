"""Where a round stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from typing import Final

from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.state import State
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_PHASES: Final = {
    Phase.BETS: PhaseShown(Phase.BETS, _("Apuestas abiertas"), "calm", "apuestas"),
    Phase.DEALING: PhaseShown(Phase.DEALING, _("No va más: se reparte"), "play", "se reparte"),
    Phase.DISPUTED: PhaseShown(Phase.DISPUTED, _("Mesa detenida"), "stop", "detenida"),
    Phase.RESULT: PhaseShown(Phase.RESULT, _("Resultado"), "play", "resultado"),
    Phase.COLLECTED: PhaseShown(Phase.COLLECTED, _("Pago de ganadoras"), "calm", "pago"),
    Phase.PAID: PhaseShown(Phase.PAID, _("Pagado"), "calm", "pagado"),
    Phase.VOID: PhaseShown(Phase.VOID, _("Jugada nula"), "stop", "nula"),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest round of the day stands; None before the first."""
    return None if state.round is None else _PHASES[state.round.phase]
