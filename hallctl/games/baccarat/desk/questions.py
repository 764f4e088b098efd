"""What the steps of a baccarat table ask.

Not responsible for when they are offered (``candidates``).
"""

from collections.abc import Iterable
from typing import Final

from hallctl.games.baccarat.rules.cards import DECK
from hallctl.games.baccarat.rules.kinds import Breach, Cutter, Lot
from hallctl.games.baccarat.rules.money import said
from hallctl.games.baccarat.rules.state import Shoe, State
from hallctl.games.baccarat.words import BREACHES, CUTTERS, card_words
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Question

REASON: Final = Question("reason", _("Qué ocurrió"), "text")
SHUFFLER: Final = Question("shuffler", _("Barajador (vacío si baraja el croupier)"), "text")
CUT_CARD: Final = Question("cards", _("Cartas tras la carta blanca"), "number")
CUTTER: Final = Question(
    "cutter", _("Quién corta"), "choice", tuple((each.value, CUTTERS[each]) for each in Cutter)
)
BREACH: Final = (
    Question("breach", _("Qué hizo"), "choice", tuple((each.value, BREACHES[each]) for each in Breach)),
    Question("text", _("Quién y cómo"), "text"),
)
CORRECTION: Final = (
    Question("cards", _("Cartas en su orden (J B J B, después las terceras)"), "text"),
    Question("reason", _("Por qué consta"), "text"),
)
UNTOLD: Final = (
    Question("cards", _("Cartas que salieron sin constar; ? es una sin leer, — ninguna"), "text"),
    Question("reason", _("Por qué consta"), "text"),
)
ALL_BURNT: Final = (
    Question("cards", _("Todas las cartas retiradas, en su orden; ? es una sin leer"), "text"),
    Question("reason", _("Por qué consta"), "text"),
)
EXPOSED: Final = Question("place", _("Qué carta de la jugada"), "number")
WHITE: Final = Question("round", _("En qué jugada salió"), "number")
RECEIVED: Final = (
    Question("lot", _("Número del lote o del precinto"), "text"),
    Question("maker", _("Fabricante"), "text"),
    Question("decks", _("Barajas"), "number"),
)
COMMISSION: Final = Question("commission", _("Comisión cobrada"), "number")


def debtor(shoe: Shoe) -> Question:
    """Whose commission is taken: of all, or of a player who leaves."""
    names = tuple((name, f"{name}: {said(owed)}") for name, owed in shoe.owed.items() if name)
    return Question("player", _("De quién"), "choice", (("", str(_("todos"))), *names))


def card(shoe: Shoe | None) -> Question:
    """A card, of those that can still be in the shoe, pressed on the pad or typed."""
    drawn, decks = ({}, 1) if shoe is None else (shoe.drawn, shoe.decks)
    left = (each.code for each in DECK if drawn.get(each.code, 0) < decks)
    return Question("card", _("Carta"), "board", tuple((code, card_words(code)) for code in left))


def burn(state: State) -> tuple[Question, ...]:
    """How many cards are burnt, and the first where it says how many (BA-10, 11)."""
    count = Question("count", _("Cartas retiradas, con la primera"), "number")
    if state.rules.burn == "decks":
        return (count,)
    choices = tuple((each.code, card_words(each.code)) for each in DECK)
    return Question("first", _("Primera carta"), "choice", choices), count


def begin(state: State) -> tuple[Question, ...]:
    """With which decks and which shoe (BA-16)."""
    fit = (lot.lot for lot in state.lots.values() if lot.standing is Lot.FIT)
    devices = tuple((serial, f"{each.maker} {serial}") for serial, each in state.devices.items())
    return (
        _choice("lot", _("Lote de barajas"), fit),
        Question("shoe", _("Distribuidor"), "choice", devices),
    )


def inspection() -> tuple[Question, ...]:
    """What one person counted of a lot (BA-03)."""
    return (
        Question("cards", _("Cartas contadas"), "number"),
        Question("findings", _("Lo que no está bien (vacío si todo está bien)"), "text"),
    )


def _choice(field: str, label: Sentence, names: Iterable[str]) -> Question:
    return Question(field, label, "choice", tuple((name, name) for name in names))
