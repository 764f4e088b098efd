"""Cards that nobody brings back: which they are, by two people, and what a void game still owes for them.

Without them no game could be signed that a player left with a card of (I21). The declaration is an incident,
which the Director signs before the game is signed (AJ-54, 76).
"""

from typing import Final

from hallctl.games.bingo.rules.commands.missing import DeclareMissing, RefundMissing
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingRefunded
from hallctl.games.bingo.rules.events.sale import SoldRange
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
    """Minute which cards nobody brings back, as an incident that waits for the Director."""
    game = playing(state)
    if game is None or game.phase not in {Phase.FINISHED, Phase.VOID}:
        return refuse("MISSING-PHASE")
    if game.cards_collected:
        return refuse("COLLECT-TWICE")
    cards = _declared(game, command)
    if isinstance(cards, Refusal):
        return cards
    if not command.reason.strip():
        return refuse("MISSING-REASON")
    missing = CardsMissing(game.number, cards, command.reason, context.actor.person)
    incident = minute_incident(state, MinuteIncident(_incident(game, missing), 0, command.sheets), context)
    return incident if isinstance(incident, Refusal) else (missing, *incident)


def _declared(game: Game, command: DeclareMissing) -> tuple[SoldRange, ...] | Refusal:
    """Return the cards that are meant: each sold in this game, and named once."""
    cards: list[SoldRange] = []
    for first, last in read_numbers(command.cards):
        meant = SoldRange(command.series, first, last)
        if not any(_within(meant, sold) for sold in game.sold):
            return refuse("MISSING-SOLD", card=first, series=command.series)
        if any(_overlap(meant, each) for each in (*game.missing, *cards)):
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
    owed = " Su valor se debe a quien los devuelva (AJ-111)." if game.phase is Phase.VOID else ""
    said = f"Cartones de la partida {game.number} que no se devolvieron: {which}."
    return f"{said}{owed} Motivo: {missing.reason}"


def refund_missing(state: State, command: RefundMissing, context: Context) -> Answer:
    """Pay for a card of a void game that comes back after the signature, once (AJ-111)."""
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
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.KEY),
    ),
    RefundMissing: Step(
        "Devolver un cartón que faltaba",
        (Post.CAJERO,),
        refund_missing,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.PAYMENT),
    ),
}
"""How the commands of this chapter are decided and taken."""
