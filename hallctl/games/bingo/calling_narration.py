"""What the entries of one caller for many halls say in the words of a hall: one Spanish sentence for each.

Not responsible for the other events of bingo (``narration``).
"""

from collections.abc import Mapping
from typing import Final, TypeAlias, assert_never

from hallctl.games.bingo.rules.events.calling import (
    CallerAccepted,
    CallerHeard,
    CallerLost,
    CallerProposed,
    HallStood,
    WithoutHallProposed,
)
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.calls import Lost, Stage

CallingEvent: TypeAlias = (
    CallerProposed | CallerAccepted | CallerHeard | CallerLost | HallStood | WithoutHallProposed
)
"""Every event of one caller for many halls."""

LOST: Final[Mapping[Lost, Sentence]] = {
    Lost.SILENT: _("no se oye a la sala que llama"),
    Lost.LEFT_OUT: _("la sala que llama juega sin esta"),
    Lost.ENDED: _("la sala que llama acabó esa partida"),
    Lost.CHANGED: _("las bolas que dice la sala que llama no cuadran"),
}
"""Why a hall is out of a game that another calls."""

_STOOD: Final[Mapping[Stage, str]] = {
    Stage.SELLING: "vende",
    Stage.PLAYING: "está en juego",
    Stage.CLAIM: "para: han cantado allí",
    Stage.DONE: "terminó",
    Stage.OUT: "queda fuera",
}


def narrate_calling(event: CallingEvent) -> str:
    """Return the sentence of an event."""
    match event:
        case CallerProposed(hall=hall, person=person):
            return f"{person} propone que llame la sala «{hall}»."
        case CallerAccepted(hall=hall, person=person):
            return f"{person} acepta que llame la sala «{hall}»."
        case CallerHeard(hall=hall, game=0):
            return f"La sala «{hall}» ya no vende la partida que anunciaba."
        case CallerHeard(hall=hall, volume=volume, game=game):
            return f"La sala «{hall}» anuncia su partida {game} (tomo {volume})."
        case CallerLost(hall=hall, why=why):
            out = "Esta sala queda fuera de la partida por el reglamento"
            return f"Sala «{hall}»: {LOST[why]}. {out}; se anula y se devuelve."
        case HallStood(hall=hall, stage=stage, approver=approver, cut=cut):
            agreed = f"; conforme, {approver}" if approver else ""
            agreed += f"; paró la partida más de {cut} veces" if cut else ""
            return f"Sala «{hall}», que sigue este sorteo: {_STOOD[stage]}{agreed}."
        case WithoutHallProposed(hall=hall, reason=reason, proposer=proposer):
            return f"{proposer} propone seguir sin la sala «{hall}»: {reason}"
        case _:
            assert_never(event)
