"""What is said and shown of a roulette table, in every language of the house (RO-74).

Not responsible for when (``script``, ``screens``), nor for the voice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hallctl.games.roulette.rules.kinds import Cause, Direction, Dispute, Source
from hallctl.games.roulette.rules.layout import Chance
from hallctl.i18n.sentences import Sentence, _


@dataclass(frozen=True, slots=True)
class Calls:
    """The two phrases of the text, and what else is called at a table."""

    bets: str
    closed: str
    void: str
    stopped: str
    closed_table: str


CALLS: Final = {
    "pt": Calls(
        "Façam as vossas apostas",
        "Jogo feito, nada mais",
        "Jogada nula: as apostas são devolvidas",
        "Mesa parada",
        "Mesa fechada",
    ),
    "es": Calls(
        "Hagan juego",
        "No va más",
        "Jugada nula: se devuelven las apuestas",
        "Mesa detenida",
        "Mesa cerrada",
    ),
    "en": Calls(
        "Place your bets",
        "No more bets",
        "Void spin: all bets are returned",
        "Table stopped",
        "Table closed",
    ),
}
"""By the language of the hall."""

COLOURS: Final = {"red": _("rojo"), "black": _("negro"), "green": _("verde")}

DIRECTIONS: Final = {
    Direction.CLOCKWISE: _("en el sentido del reloj"),
    Direction.COUNTER: _("contra el sentido del reloj"),
    Direction.UNKNOWN: _("sentido no anotado"),
}

CAUSES: Final = {
    Cause.BALL_OUT: _("la bola salió de la ruleta"),
    Cause.BALL_ELSEWHERE: _("la bola no quedó en una casilla"),
    Cause.OBJECT: _("había un objeto en la ruleta"),
    Cause.ROTOR: _("el plato se detuvo o giró al revés"),
    Cause.SAME_DIRECTION: _("bola y plato giraron en el mismo sentido"),
    Cause.FEW_TURNS: _("la bola dio menos de tres vueltas"),
    Cause.INTERRUPTED: _("el croupier interrumpió la jugada"),
    Cause.EARLY: _("hubo número antes de cerrar las apuestas"),
    Cause.NO_NUMBER: _("no se sabe en qué casilla quedó la bola"),
}

DISPUTES: Final = {
    Dispute.DISAGREE: _("el sensor y el croupier no dicen el mismo número"),
    Dispute.SILENT: _("un testigo no dice el número"),
    Dispute.EARLY: _("hubo número antes de cerrar las apuestas"),
    Dispute.IRREGULAR: _("se vio algo que puede anular la jugada"),
}

SOURCES: Final = {
    Source.CROUPIER: _("el croupier"),
    Source.SENSOR: _("el sensor y el croupier"),
    Source.TIME: _("el tiempo de apuestas"),
    Source.PEOPLE: _("dos personas"),
}

CHANCES: Final[dict[Chance, Sentence]] = {
    Chance.STRAIGHT: _("pleno"),
    Chance.SPLIT: _("caballo"),
    Chance.STREET: _("calle"),
    Chance.CORNER: _("cuadro"),
    Chance.SIX_LINE: _("línea de seis"),
    Chance.DOZEN: _("docena"),
    Chance.COLUMN: _("columna"),
    Chance.TWO_DOZENS: _("dos docenas"),
    Chance.TWO_COLUMNS: _("dos columnas"),
    Chance.EVEN: _("par"),
    Chance.ODD: _("impar"),
    Chance.LOW: _("menor, del 1 al 18"),
    Chance.HIGH: _("mayor, del 19 al 36"),
    Chance.RED: _("rojo"),
    Chance.BLACK: _("negro"),
}
"""Each chance as people at a Spanish table call it."""

CALLED_SPACES: Final[tuple[tuple[Sentence, Callable[[int, str], bool]], ...]] = (
    (_("1.ª docena"), lambda value, _: value <= 12),
    (_("2.ª docena"), lambda value, _: 12 < value <= 24),
    (_("3.ª docena"), lambda value, _: value > 24),
    (_("1.ª columna"), lambda value, _: value % 3 == 1),
    (_("2.ª columna"), lambda value, _: value % 3 == 2),
    (_("3.ª columna"), lambda value, _: value % 3 == 0),
    (_("Menor"), lambda value, _: value <= 18),
    (_("Par"), lambda value, _: value % 2 == 0),
    (_("Rojo"), lambda _, colour: colour == "red"),
    (_("Negro"), lambda _, colour: colour == "black"),
    (_("Impar"), lambda value, _: value % 2 == 1),
    (_("Mayor"), lambda value, _: value > 18),
)
"""The spaces outside the numbers as they lie on the layout, and on which numbers each wins; never a zero."""


def calls(language: str) -> Calls:
    """Return what is called in a language of the house."""
    return CALLS.get(language, CALLS["es"])
