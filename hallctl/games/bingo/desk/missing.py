"""Cards that nobody brings back, and those that come later: the steps, and what they did.

Not responsible for whether one is open (``desk`` asks the rules).
"""

from collections.abc import Iterator
from typing import assert_never

from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, RefundMissing
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingRefunded
from hallctl.games.bingo.rules.state import Game, State
from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.outputs.result import CONFORMITY, Result, Sum


def step_to_declare(game: Game) -> Candidate:
    """The jefe de mesa says which cards of a game that is over nobody brings back (AJ-76)."""
    asked = [Question("cards", _("Cartones que faltan: «12, 15-17»"), "text")]
    if game.second is not None:
        asked.insert(0, Question("series", _("Serie"), "text"))
    series, card = next(_played(game), (game.series, game.first))
    declare = DeclareMissing(series, str(card), "")
    return step(declare, "", *asked, Question("reason", _("Motivo"), "text"))


def _played(game: Game) -> Iterator[tuple[str, int]]:
    """Yield the sold cards that nobody declared missing."""
    for sold in game.sold:
        for card in range(sold.first, sold.last + 1):
            if not any(each.holds(sold.series, card) for each in game.missing):
                yield sold.series, card


def steps_of_owed(state: State) -> Iterator[Candidate]:
    """The cashier pays for a card that comes back after its void game was signed (AJ-111)."""
    for owed in state.owed:
        label = _("Devolver un cartón que faltaba de la partida {game}", game=owed.game)
        series = tuple(dict.fromkeys(each.series for each in owed.cards))
        asked = [Question("card", _("Número de cartón"), "card")]
        if len(series) > 1:
            asked.insert(0, Question("series", _("Serie"), "text"))
        yield step(RefundMissing(owed.game, series[0], owed.cards[0].first), label, *asked)


def result_of_missing(event: CardsMissing | MissingRefunded) -> Result:
    """Return what a step did."""
    match event:
        case CardsMissing(cards=cards):
            words = {"count": sum(each.count for each in cards), "cards": ranges(cards)}
            said = _("Declarado: {count:falta|faltan} {count} {count:cartón|cartones}, {cards}", **words)
            return Result(said, notes=(CONFORMITY,))
        case MissingRefunded(card=card, amount=amount):
            return Result(_("Devuelto el cartón {card}", card=card), (Sum(_("Entregue"), amount),))
        case _:
            assert_never(event)
