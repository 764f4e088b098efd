"""Which cards of a game nobody brings back, exactly, and for which of them a void game owes their price.

What a void game has yet to give back (``refunds_due``) is at every moment what it owes for the missing cards,
card by card, and one price for each card that is still awaited. Not responsible for declaring them
(``deciding.missing``).
"""

from collections.abc import Iterable, Iterator, Sequence

from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.state import Game, Phase

Cards = tuple[SoldRange, ...]


def number(cards: Iterable[SoldRange]) -> int:
    """Return how many cards these are."""
    return sum(each.count for each in cards)


def absent(game: Game) -> Cards:
    """Return every card that was declared missing and was not found."""
    return (*game.missing, *game.lost)


def refundable(game: Game, cards: Cards) -> Cards:
    """Return these cards without those that won a prize: a void game refunds all but these (AJ-111)."""
    won = [(award.prize.series, award.prize.card) for award in game.awards]
    return without(cards, *won)


def owable(game: Game) -> Cards:
    """Return for which missing cards a void game owes their price.

    Once the cards are taken, these stand in what the hall owes (``State.owed``).
    """
    voided = game.phase is Phase.VOID and not game.cards_collected
    return refundable(game, game.missing) if voided else ()


def awaited(game: Game) -> int:
    """Return how many cards of a void game are still to be brought back against their price."""
    return game.refunds_due - number(owable(game))


def refunded(game: Game) -> int:
    """Return how many cards of a void game were paid."""
    return game.refunded // game.face_value - game.refunds_due if game.refunded else 0


def without(cards: Cards, *taken: tuple[str, int]) -> Cards:
    """Return ranges without some cards, each by its series and its number."""
    for series, card in taken:
        cards = tuple(left for each in cards for left in _without(each, series, card))
    return cards


def _without(cards: SoldRange, series: str, card: int) -> Iterator[SoldRange]:
    """Yield what is left of a range without a card: itself, or what is on either side of it."""
    if not cards.holds(series, card):
        yield cards
        return
    if cards.first < card:
        yield SoldRange(series, cards.first, card - 1)
    if card < cards.last:
        yield SoldRange(series, card + 1, cards.last)


def hold(cards: Sequence[SoldRange], series: str, card: int) -> bool:
    """Return whether a card is one of these."""
    return any(each.holds(series, card) for each in cards)
