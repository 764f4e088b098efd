"""What Portugal's regulation asks of a game (Regulamento 425-A/2015, PT-05, 18, 27, 35..42, 53, 55..68).

Not responsible for prizes that contradict themselves (``prizes``).
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from hallctl.games.bingo.rules.money import WHOLE, Shares
from hallctl.games.bingo.variants import library
from hallctl.games.bingo.variants.combination import LINES, Combination, Way
from hallctl.games.bingo.variants.prizes import Prize, PrizePlan
from hallctl.games.bingo.variants.variant import Variant

LEAST_FUND_BP: Final = 7000
MOST_FUND_BP: Final = 9000
"""What goes to prizes of what is collected (PT-35)."""

MOST_GROWING_BP: Final = 500
"""What growing prizes take of what goes to prizes (PT-42)."""


LEAST_INTERVAL_MS: Final = 1000
"""Between two numbers (PT-27)."""


_OF_CARDS: Final = {90: "PT-55", 80: "PT-57", 75: "PT-60", 30: "PT-66"}
"""Which rule has the cards of a bingo, by its balls."""


def faults_of_cards(variant: Variant) -> Iterator[str]:
    """Yield where the cards of a variant break the regulation, in Spanish."""
    cited = _OF_CARDS.get(variant.universe)
    if cited is None:
        yield f"el bingo es de 90, 80, 75 o 30 bolas, no de {variant.universe} (PT-55, PT-57, PT-60, PT-66)"
    elif variant.any_column:
        yield f"los cartones «{variant.key}» pueden tener cualquier número en cualquier columna ({cited})"
    elif _geometry(variant) not in map(_geometry, _lawful()):
        said = "no tienen las filas, columnas, números y letras de su regla"
        yield f"los cartones «{variant.key}» {said} ({cited})"
    colours = [column.colour for column in variant.columns]
    if variant.universe == 80 and ("" in colours or len({*colours}) < len(colours)):
        yield f"en los cartones «{variant.key}» cada columna tiene su propio color (PT-58)"


def _lawful() -> Iterator[Variant]:
    return (library.variant(key) for key in library.VARIANTS if key.startswith("pt-"))


def _geometry(variant: Variant) -> tuple[object, ...]:
    columns = tuple((column.first, column.last, column.letter) for column in variant.columns)
    return variant.universe, variant.rows, columns, variant.per_row, variant.free


def faults_of_words(language: str, currency: str) -> Iterator[str]:
    """Yield where what players read and pay with breaks the regulation, in Spanish."""
    if language != "pt":
        yield 'language es "pt": reglas e instrucciones están en portugués (PT-53)'
    if currency != "€":
        yield 'currency es "€": un cartón tiene su valor en euros (PT-18)'


def faults_of_pace(minimum_interval_ms: int) -> Iterator[str]:
    """Yield where the pace of a game breaks the regulation, in Spanish."""
    if minimum_interval_ms < LEAST_INTERVAL_MS:
        yield f"entre dos bolas pasan como mínimo {LEAST_INTERVAL_MS} ms (PT-27)"


def faults(plan: PrizePlan, collected: int) -> Iterator[str]:
    """Yield where a list of prizes breaks the regulation when so much is collected, in Spanish."""
    shares = plan.share_out(collected)
    yield from _faults_of_fund(plan, shares, collected)
    yield from _faults_of_order(plan, shares)
    yield from _faults_of_kinds(plan)
    yield from _faults_of_growing(plan)


def _faults_of_fund(plan: PrizePlan, shares: Shares, collected: int) -> Iterator[str]:
    fund = sum(shares.prizes) + sum(shares.growing)
    # What is paid in the place of a growing prize goes into it where that is won.
    consoling = (money for prize, money in zip(plan.prizes, shares.prizes, strict=True) if prize.consoles)
    growing = sum(shares.growing) + sum(consoling)
    # Each share is rounded down to a minor unit: so much may lack.
    rounded = len(shares.prizes) + len(shares.growing)
    if not LEAST_FUND_BP * collected <= WHOLE * (fund + rounded) or fund * WHOLE > MOST_FUND_BP * collected:
        least, most = LEAST_FUND_BP // 100, MOST_FUND_BP // 100
        yield f"a premios va del {least} al {most} % de lo recaudado (PT-35)"
    if growing * WHOLE > MOST_GROWING_BP * fund:
        yield f"los acumulados toman como mucho el {MOST_GROWING_BP // 100} % de lo que va a premios (PT-42)"


def _faults_of_order(plan: PrizePlan, shares: Shares) -> Iterator[str]:
    """Yield the prizes that are smaller than one for fewer numbers (PT-41, by the count of numbers: D19)."""
    known = [
        (prize, prize.combination.least(plan.variant), amount)
        for prize, amount in zip(plan.prizes, shares.prizes, strict=True)
        if not prize.consoles
    ]
    for (harder, more, less_money), (easier, fewer, money) in permutations(known, 2):
        if more > fewer and less_money < money:
            yield f"«{harder.es}» pide más números que «{easier.es}» y no puede pagar menos (PT-41)"


def _faults_of_kinds(plan: PrizePlan) -> Iterator[str]:
    bingo, others = plan.prizes[-1], [prize for prize in plan.prizes[:-1] if not prize.consoles]
    is_full = Way.FULL in bingo.combination.ways
    has_line = any(_is_line(prize) for prize in others)
    has_corners = any(Way.CORNERS in prize.combination.ways for prize in others)
    universe = plan.variant.universe
    if not is_full and (universe != 75 or not bingo.combination.shapes):
        yield "el último premio es el bingo: el cartón lleno, o en el bingo 75 una figura (PT-04, PT-62)"
    if universe in {80, 90} and not has_line:
        yield f"el bingo {universe} tiene siempre premio de línea (PT-36)"
    if universe == 75 and is_full and not (has_line or has_corners):
        yield "el bingo 75 de cartón lleno tiene además línea o cuatro esquinas (PT-63)"
    if universe == 30 and len(others) > 1:
        yield "el bingo 30 tiene como mucho un premio más que el bingo (PT-68)"
    if universe == 30 and not all(_is_line(prize) or _is_corners(prize) for prize in others):
        yield "el premio más del bingo 30 es de línea, de columna o de cuatro esquinas (PT-68)"


def _faults_of_growing(plan: PrizePlan) -> Iterator[str]:
    """Yield the growing prizes that are neither of the bingo nor of a line."""
    may = {plan.prizes[-1].key, *(prize.key for prize in plan.prizes if _is_line(prize))}
    for growing in plan.growing:
        if growing.prize not in may:
            yield f"«{growing.key}»: solo el bingo y la línea tienen acumulado (PT-05, PT-06)"


def _is_corners(prize: Prize) -> bool:
    return prize.combination == Combination((Way.CORNERS,))


def _is_line(prize: Prize) -> bool:
    ways = prize.combination.ways
    return bool(ways) and {*ways} <= {*LINES} and prize.combination.lines == 1
