"""Cards that nobody brings back, and those that come later: the steps, and what they did.

Not responsible for whether one is open (``desk`` asks the rules).
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.missing import absent, hold, number, refundable, refunded
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.outputs.result import CONFORMITY, Result, Sum


def steps_of_missing(game: Game) -> Iterator[Candidate]:
    """The jefe de mesa says which cards of a game nobody brings back, or which are there (AJ-76)."""
    missing = absent(game)
    sold = ((s.series, card) for s in game.sold for card in range(s.first, s.last + 1))
    series, card = next((each for each in sold if not hold(missing, *each)), (game.series, game.first))
    asked = [
        *_series_of(game.sold),
        Question("cards", _("Cartones que faltan: «12, 15-17»"), "text"),
        Question("reason", _("Motivo"), "text"),
    ]
    # A yes is offered only where it may be true: what is offered is decided as if each were given.
    if game.phase is Phase.VOID and refunded(game) > number(refundable(game, game.lost)):
        asked.append(Question("paid", _("Su valor ya se devolvió"), "yes"))
    yield step(DeclareMissing(series, str(card), ""), "", *asked)
    if missing:
        found = FindMissing(missing[0].series, missing[0].first)
        yield step(found, "", *_series_of(missing), Question("card", _("Número de cartón"), "card"))


def _series_of(cards: Iterable[SoldRange]) -> list[Question]:
    """Ask for the series, where these cards are of more than one."""
    return [Question("series", _("Serie"), "text")] if len({each.series for each in cards}) > 1 else []


def steps_of_owed(state: State) -> Iterator[Candidate]:
    """The cashier pays for a card that comes back after those of its void game were taken (AJ-111)."""
    if not state.owed:
        return
    cards = [cards for owed in state.owed for cards in owed.cards]
    asked = [*_series_of(cards), Question("card", _("Número de cartón"), "card")]
    refund = RefundMissing(state.owed[0].game, cards[0].series, cards[0].first)
    if len(state.owed) > 1:
        games = ", ".join(str(owed.game) for owed in state.owed)
        yield step(refund, "", Question("game", _("Partida: {games}", games=games), "number"), *asked)
    else:
        label = _("Devolver un cartón que faltaba de la partida {game}", game=refund.game)
        yield step(refund, label, *asked)


def result_of_missing(event: CardsMissing | MissingFound | MissingRefunded) -> Result:
    """Return what a step did."""
    match event:
        case CardsMissing(cards=cards):
            words = {"count": sum(each.count for each in cards), "cards": ranges(cards)}
            said = _("Declarado: {count:falta|faltan} {count} {count:cartón|cartones}, {cards}", **words)
            return Result(said, notes=(CONFORMITY,))
        case MissingFound(card=card):
            return Result(_("Apareció el cartón {card}: ya no falta", card=card))
        case MissingRefunded(card=card, amount=amount):
            return Result(_("Devuelto el cartón {card}", card=card), (Sum(_("Entregue"), amount),))
        case _:
            assert_never(event)


def taken_without(count: int, missing: int) -> Result:
    """Return that the cards of a game were taken, without those that nobody brought back."""
    words = {"count": count, "missing": missing}
    return Result(_("{count:Retirado|Retirados} {count}; {missing:falta|faltan} {missing}", **words))
