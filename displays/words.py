"""The screens' own words, one table a language.

Not responsible for the words that arrive in a view (headline, notice, prizes): those are the hall's.
"""

from dataclasses import dataclass
from typing import Final

NOTHING: Final = "—"


@dataclass(frozen=True, slots=True)
class Words:
    """What a screen says by itself in one language.

    Attributes:
        sold: Cards sold.
        price: The face value of a card.
        prizes: The prizes in play.
        latest: The last balls called.
        drawn: How many balls have been called.
        left: How many balls remain.
        game: The game, before its number.
        order: The place of a ball in the extraction, with ``{}`` for the number.
        thousands: What separates thousands.
        simulated: That the session is practice.
        simulated_note: What that means to a player.
        no_signal: That this screen hears nothing.
        no_signal_notes: What that means and what a player does then, a line each.
    """

    sold: str
    price: str
    prizes: str
    latest: str
    drawn: str
    left: str
    game: str
    order: str
    thousands: str
    simulated: str
    simulated_note: str
    no_signal: str
    no_signal_notes: tuple[str, ...]

    def count(self, number: int | None) -> str:
        """Return a count as people read it, e.g. "1.250"; a dash where there is none."""
        return NOTHING if number is None else f"{number:,}".replace(",", self.thousands)


SPANISH: Final = Words(
    sold="VENDIDOS",
    price="PRECIO",
    prizes="PREMIOS",
    latest="ÚLTIMAS",
    drawn="EXTRAÍDAS",
    left="QUEDAN",
    game="PARTIDA",
    order="{}.ª",
    thousands=".",
    simulated="SIMULACRO",
    simulated_note="PRÁCTICA SIN PREMIOS REALES",
    no_signal="SIN SEÑAL",
    no_signal_notes=(
        "Esta pantalla no recibe datos de la mesa.",
        "Atienda al locutor y a las demás pantallas.",
    ),
)
