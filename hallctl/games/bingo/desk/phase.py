"""Where a game of bingo stands, as the desk shows it.

Not responsible for the phases of the house: the book and the session.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.words import prize_name
from hallctl.i18n.sentences import _
from hallctl.outputs.phases import PhaseShown

_PHASES: Final = {
    Phase.SALE: PhaseShown(Phase.SALE, _("Venta de cartones"), "calm", "venta", "vender"),
    Phase.CLOSED: PhaseShown(Phase.CLOSED, _("Venta cerrada"), "attention", "venta cerrada", "vender"),
    Phase.DRAW: PhaseShown(Phase.DRAW, _("Sorteo en curso"), "play", "sorteo", "sortear"),
    Phase.FINISHED: PhaseShown(Phase.FINISHED, _("Pago de premios"), "calm", "finalizada", "premios-y-pagos"),
    Phase.VOID: PhaseShown(Phase.VOID, _("Partida anulada"), "stop", "anulada", "premios-y-pagos"),
    Phase.SIGNED: PhaseShown(Phase.SIGNED, _("Partida firmada"), "calm", "firmada", "vender"),
}
_LOSABLE: Final = (Phase.SALE, Phase.CLOSED, Phase.DRAW)
_OUT: Final = _("Fuera de la partida")
"""What is said where the hall that calls is lost, until the game is void."""

_CLAIM: Final = ("han cantado", "cantan-línea-o-bingo")
_SUNG: Final[Mapping[str, PhaseShown]] = {
    Claim.LINE: PhaseShown(Phase.CLAIM, _("Han cantado línea"), "attention", *_CLAIM),
    Claim.BINGO: PhaseShown(Phase.CLAIM, _("Han cantado bingo"), "attention", *_CLAIM),
}


def phase(state: State) -> PhaseShown | None:
    """Return where the newest game of the session stands; None before the first."""
    game = state.game
    if game is None:
        return None
    if game.caller is not None and game.caller.lost is not None and game.phase in _LOSABLE:
        return replace(_PHASES[game.phase], name=_OUT, tone="stop", brief="fuera de la partida")
    if game.phase is not Phase.CLAIM:
        return _PHASES[game.phase]
    sung = game.stop or state.rules.sung[0].key
    if sung in _SUNG:
        return _SUNG[sung]
    said = _("Han cantado: {claim}", claim=prize_name(sung, state.rules))
    return PhaseShown(Phase.CLAIM, said, "attention", *_CLAIM)
