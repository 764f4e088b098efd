"""Cards that nobody brings back: which they are, by two people, and what a void game still owes for them.

Without them no game could be signed that a player left with a card of (I21). The declaration is an incident,
which the Director signs before the game is signed (AJ-54, 76).
"""

from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.missing import absent, awaited, hold, number, refundable, refunded
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.rules.written import read_numbers
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.incidents import minute_incident
from hallctl.rules.deciding.till import not_own_shift
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps
from hallctl.rules.text import series_name


def declare_missing(state: State, command: DeclareMissing, context: Context) -> Answer:
    """Minute which cards nobody brings back, as an incident that waits for the Director.

    However full the volume is, the game must come to its signature (I21): no room is asked for. The act says
    the incident too, and its diligence gets what is free (``approve_incident``).
    """
    game = _before_the_cards_are_taken(state)
    if isinstance(game, Refusal):
        return game
    cards = _declared(game, command)
    if isinstance(cards, Refusal):
        return cards
    if not command.reason.strip():
        return refuse("MISSING-REASON")
    refusal = _paid_otherwise(game, cards, command)
    if refusal is not None:
        return refusal
    missing = CardsMissing(game.number, cards, command.reason, context.actor.person, command.paid)
    incident = minute_incident(state, MinuteIncident(_incident(game, missing), sheets=0), context)
    return incident if isinstance(incident, Refusal) else (missing, *incident)


def _before_the_cards_are_taken(state: State) -> Game | Refusal:
    """Return the game whose cards are coming back."""
    game = playing(state)
    if game is None or game.phase not in {Phase.FINISHED, Phase.VOID}:
        return refuse("MISSING-PHASE")
    return refuse("COLLECT-TWICE") if game.cards_collected else game


def _paid_otherwise(game: Game, cards: tuple[SoldRange, ...], command: DeclareMissing) -> Refusal | None:
    """Refuse what the money says otherwise: a price is owed for as many cards as were not paid, no more."""
    if command.paid:
        lost, paid = number(refundable(game, (*game.lost, *cards))), refunded(game)
        return refuse("MISSING-UNPAID", paid=paid) if lost > paid else None
    owed = number(refundable(game, cards)) if game.phase is Phase.VOID else 0
    return refuse("MISSING-PAID", due=awaited(game)) if owed > awaited(game) else None


def _declared(game: Game, command: DeclareMissing) -> tuple[SoldRange, ...] | Refusal:
    """Return the cards that are meant: each sold in this game, and named once."""
    cards: list[SoldRange] = []
    for first, last in read_numbers(command.cards):
        meant = SoldRange(command.series, first, last)
        if not any(_within(meant, sold) for sold in game.sold):
            return refuse("MISSING-SOLD", card=first, series=command.series)
        if any(_overlap(meant, each) for each in (*absent(game), *cards)):
            return refuse("MISSING-KNOWN", card=first, series=command.series)
        cards.append(meant)
    return tuple(cards) or refuse("MISSING-LIST")


def _within(meant: SoldRange, sold: SoldRange) -> bool:
    return meant.series == sold.series and sold.first <= meant.first <= meant.last <= sold.last


def _overlap(one: SoldRange, other: SoldRange) -> bool:
    return one.series == other.series and one.first <= other.last and other.first <= one.last


def _incident(game: Game, missing: CardsMissing) -> str:
    """Return the incident in the words of the act, in whose language the book is."""
    spans = (f"{c.first}" if c.first == c.last else f"{c.first} a {c.last}" for c in missing.cards)
    which = f"serie {series_name(missing.cards[0].series)}, n.º {', '.join(spans)}"
    said = f"Cartones de la partida {game.number} que no se devolvieron: {which}."
    return f"{said}{_owed(game, missing)} Motivo: {missing.reason}"


def _owed(game: Game, missing: CardsMissing) -> str:
    """Return what the incident says of their price: a card that won a prize has none to be given back."""
    if missing.paid:
        return " Su valor ya se había devuelto."
    if game.phase is not Phase.VOID or not refundable(game, missing.cards):
        return ""
    all_of_them = number(refundable(game, missing.cards)) == number(missing.cards)
    but = "" if all_of_them else ", salvo el de los premiados"
    return f" Su valor se debe a quien los devuelva{but} (AJ-111)."


def find_missing(state: State, command: FindMissing, context: Context) -> Answer:
    """Take a card off the list: it is there, and is taken back and paid as the others are."""
    game = _before_the_cards_are_taken(state)
    if isinstance(game, Refusal):
        return game
    if not hold(absent(game), command.series, command.card):
        return refuse("MISSING-NONE", card=command.card, series=command.series)
    return (MissingFound(game.number, command.series, command.card, context.actor.person),)


def refund_missing(state: State, command: RefundMissing, context: Context) -> Answer:
    """Pay for a card of a void game that comes back after the others were taken, once (AJ-111)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    owed = next((each for each in state.owed if each.game == command.game), None)
    if owed is None or not owed.holds(command.series, command.card):
        return refuse("OWED-NONE", game=command.game, card=command.card, series=command.series)
    refusal = not_own_shift(state, context.actor.person)
    if refusal is not None:
        return refusal
    return (MissingRefunded(owed.game, command.series, command.card, owed.face_value),)


STEPS: Final[Steps] = {
    DeclareMissing: Step(
        "Declarar cartones que faltan",
        (Post.JEFE,),
        declare_missing,
        Button(Place.SELDOM, (shown.money,), Care.WRITTEN, Proof.KEY),
    ),
    FindMissing: Step(
        "Apareció un cartón declarado",
        (Post.JEFE,),
        find_missing,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
    ),
    RefundMissing: Step(
        "Devolver un cartón que faltaba",
        (Post.CAJERO,),
        refund_missing,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.PAYMENT),
    ),
}
"""How the commands of this chapter are decided and taken."""
