"""What the entries of linked jackpots say in the words of a hall: one Spanish sentence for each.

Not responsible for the other events of bingo (``narration``).
"""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotAsked,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
    Missing,
)
from hallctl.games.bingo.words import utc_hour

LinkedEvent: TypeAlias = (
    LinkedJackpotAsked
    | LinkedJackpotShown
    | LinkedJackpotAbsent
    | LinkedJackpotClaimed
    | LinkedJackpotReserved
    | LinkedJackpotLapsed
)
"""Every event of linked jackpots."""


def narrate_linked(event: LinkedEvent, money: Callable[[int], str]) -> str:
    """Return the sentence of an event; ``money`` writes an amount."""
    match event:
        case LinkedJackpotAsked(progressive=pot, jackpot=name):
            return f"Se pregunta a la oficina central cuánto tiene {pot} (pozo «{name}»)."
        case LinkedJackpotShown(jackpot=name, amount=held, moment=moment):
            said = f"{money(held)} a las {utc_hour(moment)} UTC"
            return f"Pozo «{name}» de la oficina central: {said}. Está en juego."
        case LinkedJackpotAbsent(jackpot=name, why=Missing.SILENT):
            return f"La oficina central no responde: se juega sin el pozo «{name}» y nada va a él."
        case LinkedJackpotAbsent(jackpot=name):
            return f"La oficina central tiene otras reglas: se juega sin el pozo «{name}» y nada va a él."
        case LinkedJackpotClaimed(progressive=pot, jackpot=name):
            return f"{pot}: premio pendiente de la oficina central (pozo «{name}»)."
        case LinkedJackpotReserved(jackpot=name, amount=won, moment=moment):
            at = utc_hour(moment)
            return f"Pozo «{name}» ganado: la oficina central reserva {money(won)} a las {at} UTC."
        case LinkedJackpotLapsed(jackpot=name, amount=instead):
            paid = f"; la sala paga {money(instead)}" if instead else ""
            return f"La oficina central no responde en plazo: el pozo «{name}» queda sin premio aquí{paid}."
        case _:
            assert_never(event)
