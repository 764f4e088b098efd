"""Where a game of bingo stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_PHASES: Final = {
    Phase.SALE: PhaseShown(Phase.SALE, _("Venta de cartones"), "calm", "venta"),
    Phase.CLOSED: PhaseShown(Phase.CLOSED, _("Venta cerrada"), "attention", "venta cerrada"),
    Phase.DRAW: PhaseShown(Phase.DRAW, _("Sorteo en curso"), "play", "sorteo"),
    Phase.FINISHED: PhaseShown(Phase.FINISHED, _("Pago de premios"), "calm", "finalizada"),
    Phase.VOID: PhaseShown(Phase.VOID, _("Partida anulada"), "stop", "anulada"),
    Phase.SIGNED: PhaseShown(Phase.SIGNED, _("Partida firmada"), "calm", "firmada"),
}
_SUNG: Final = {
    Claim.LINE: PhaseShown(Phase.CLAIM, _("Han cantado línea"), "attention", "han cantado"),
    Claim.BINGO: PhaseShown(Phase.CLAIM, _("Han cantado bingo"), "attention", "han cantado"),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest game of the session stands; None before the first."""
    game = state.game
    if game is None:
        return None
    return _SUNG[game.stop or Claim.LINE] if game.phase is Phase.CLAIM else _PHASES[game.phase]
