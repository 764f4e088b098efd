"""What went wrong during a game, entry by entry, as its act and its folios say it.

Not responsible for the document (``act``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from hallctl.games.bingo.narration import narrate_bingo
from hallctl.games.bingo.rules.events.calling import CallerLost, HallStood, WithoutHallProposed
from hallctl.games.bingo.rules.events.closing import ProposalWithdrawn
from hallctl.games.bingo.rules.events.draw import BallCorrected, BallDoubted
from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
)
from hallctl.games.bingo.rules.events.missing import MissingFound
from hallctl.games.bingo.rules.events.opening import BallSetRetired
from hallctl.games.bingo.rules.events.sale import SaleRectified
from hallctl.games.bingo.rules.events.waiting import WaitBegan
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    MeansChanged,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.i18n.words import doubt, witnesses
from hallctl.outputs.fault_words import fault_sentence
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.narration import narrate_house
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import ComplaintFiled, ComplaintResolved, IncidentMinuted
from hallctl.rules.events.running import ControllerStarted, FaultLatched
from hallctl.rules.events.volumes import MediumLost

_LINKED: Final = (
    *(LinkedJackpotShown, LinkedJackpotAbsent, LinkedJackpotClaimed),
    *(LinkedJackpotReserved, LinkedJackpotLapsed),
    *(CallerLost, HallStood, WithoutHallProposed),
)


def incidents(entries: Sequence[Minuted]) -> Iterator[tuple[Minuted, str]]:
    """Say what went wrong during the game, entry by entry."""
    for entry in entries:
        text = incident_text(entry.event)
        if text is not None:
            yield entry, text


def incident_text(event: Event) -> str | None:
    """Say what went wrong; causes that ended and acknowledgements stay in the book alone.

    What became of a linked jackpot, or of halls of the same draw, is said too: others have a part in it.
    """
    if isinstance(event, _LINKED):
        return narrate_bingo(event)
    match event:
        case FaultLatched(code=code):
            return fault_sentence(code)
        case IncidentMinuted() | MediumLost() | ComplaintFiled(late=False) | ComplaintResolved():
            return narrate_house(event)
        case WrongCallNoted() | WrongCallSettled() | MeansChanged() | SaleRectified():
            return narrate_bingo(event)
        case WaitBegan() | ProposalWithdrawn() | BallSetRetired() | BallCorrected() | MissingFound():
            return narrate_bingo(event)
        case BingoCarried():
            return "Salieron todas las bolas sin bingo; el premio pasa a la próxima partida."
        case ControllerStarted(ended="died"):
            return "El sistema se reinició tras una interrupción; la partida siguió donde estaba."
        case BallDoubted(order=order, reason=reason, readings=readings) if readings:
            why = f"{doubt(reason)}; {witnesses(readings)}"
            return f"Bola {order}.ª dudosa ({why}); la leyó una persona."
        case BallDoubted(order=order, reason=reason):
            return f"Bola {order}.ª dudosa para la cámara ({doubt(reason)}); la leyó una persona."
        case _:
            return None
