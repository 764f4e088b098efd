"""The reconciliation: delivered − returned = sold = income ÷ price, per game and seller (AJ-10, 80).

Not responsible for setting anything right: an inequality is listed as what it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hallctl.games.bingo.reports.game import GameFigures, Outcome, figures
from hallctl.games.bingo.reports.record import Stretch, games, of
from hallctl.games.bingo.rules.events.closing import CardsCollected, GameSigned, GameVoided
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    GameAnnounced,
    SaleClosed,
)
from hallctl.games.bingo.rules.missing import number
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.base import Event
from hallctl.rules.text import series_name


@dataclass(frozen=True, slots=True)
class SellerLine:
    """What one seller was handed, brought back and sold in a game; income in minor units."""

    game: int
    seller: str
    delivered: int
    returned: int
    sold: int
    income: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game's cards and money, each from the entry that says it; money in minor units.

    Attributes:
        sold: What was delivered less what was returned.
        announced: The cards sold as the closing of the sale announced them, None where it never closed.
        collected: The income as the closing of the sale minuted it; ``refunded`` as the annulment did.
        taken_back: The played cards taken back at the end, None before it (AJ-75).
        missing: Those that were not, by declaration (AJ-76).
    """

    game: int
    delivered: int
    returned: int
    sold: int
    announced: int | None
    price: int
    collected: int
    refunded: int
    taken_back: int | None
    missing: int
    expected: int | None
    counted: int | None


@dataclass(frozen=True, slots=True)
class Inequality:
    """Two figures that should be equal and are not."""

    game: int
    what: str
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Every game and seller of some entries, and whatever does not agree."""

    games: tuple[GameLine, ...]
    sellers: tuple[SellerLine, ...]
    inequalities: tuple[Inequality, ...]


def reconcile(entries: Sequence[Minuted]) -> Reconciliation:
    """Reconcile every game of some entries: a session's, or the whole book's."""
    played = games(entries)
    return Reconciliation(
        games=tuple(_line(game) for game in played),
        sellers=tuple(line for game in played for line in _sellers(game)),
        inequalities=tuple(found for game in played for found in _inequalities(game)),
    )


def _delivered(game: Stretch) -> int:
    direct = sum(e.sold.count for e in game.of(CardsSold))
    return direct + sum(e.cards.count for e in game.of(CardsDelivered))


def _line(game: Stretch) -> GameLine:
    money = figures(game)
    closed = next(iter(game.of(SaleClosed)), None)
    taken = game.of(CardsCollected)
    return GameLine(
        game=game.number,
        delivered=_delivered(game),
        returned=_delivered(game) - money.cards,
        sold=money.cards,
        announced=closed.cards if closed else None,
        price=money.face_value,
        collected=money.collected,
        refunded=money.refunded,
        taken_back=taken[-1].count if taken else None,
        missing=sum(number(each.missing) for each in taken),
        expected=money.expected,
        counted=money.cash,
    )


def _sellers(game: Stretch) -> Iterator[SellerLine]:
    out: Counter[str] = Counter()
    back: Counter[str] = Counter()
    for entry in game.entries:
        match entry.event:
            case CardsSold(seller=seller, sold=cards) | CardsDelivered(seller=seller, cards=cards):
                out[seller] += cards.count
            case CardsReturned(seller=seller, cards=cards):
                back[seller] += cards.count
            case _:
                pass
    price = game.of(GameAnnounced)[0].face_value
    for seller in dict.fromkeys((*out, *back)):
        sold = out[seller] - back[seller]
        yield SellerLine(game.number, seller, out[seller], back[seller], sold, sold * price)


def _inequalities(game: Stretch) -> Iterator[Inequality]:
    line = _line(game)
    for what, left, right in (*_of_cards(game, line), *_of_money(game, line, figures(game))):
        if left != right:
            yield Inequality(game.number, what, left, right)


Pair = tuple[str, int, int]


def _of_cards(game: Stretch, line: GameLine) -> Iterator[Pair]:
    for closed in game.of(SaleClosed):
        yield "entregados − devueltos = vendidos al cerrar la venta", line.sold, closed.cards
        yield "cartones de los rangos anunciados = vendidos", sum(s.count for s in closed.sold), closed.cards
    if line.taken_back is not None:
        left = line.sold - line.missing
        yield "cartones retirados al final = vendidos, sin los que faltan", line.taken_back, left
    handed: set[tuple[str, int]] = set()
    expected: dict[str, int] = {}
    for _, event in of(game.entries, Event):
        match event:
            case CardsSold(sold=cards) | CardsDelivered(cards=cards):
                first = expected.get(cards.series, cards.first)
                yield (
                    f"primer cartón entregado de {series_name(cards.series)} = el siguiente",
                    cards.first,
                    first,
                )
                handed |= {(cards.series, n) for n in range(cards.first, cards.last + 1)}
                expected[cards.series] = cards.last + 1
            case CardsReturned(cards=cards):
                back = {(cards.series, n) for n in range(cards.first, cards.last + 1)}
                yield "cartones devueltos que estaban entregados = devueltos", len(back & handed), len(back)
                handed -= back
                expected[cards.series] = cards.first
            case _:
                pass


def _of_money(game: Stretch, line: GameLine, money: GameFigures) -> Iterator[Pair]:
    if line.announced is not None:
        yield "recaudado = vendidos × precio", line.collected, line.sold * line.price
        yield "recaudado y acarreado = repartido", money.collected + money.carried_in, money.allotted
    if money.outcome is not Outcome.OPEN:
        yield "premios que quedan sin adjudicar al terminar = 0", money.held_line + money.held_bingo, 0
    if line.expected is not None and line.counted is not None:
        yield "dinero contado = recaudado", line.counted, line.collected
    for voided in game.of(GameVoided):
        yield (
            "devoluciones = cartones devueltos × precio",
            voided.refunded,
            voided.refunded_cards * line.price,
        )
    if money.outcome is Outcome.VOID and game.of(GameSigned):
        due = money.refunded - money.waiting
        yield "devoluciones pagadas = debidas, sin las de cartones que faltan", money.refunds_paid, due
