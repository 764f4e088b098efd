"""The prizes of a game as an ordered list: what wins each, and how what is collected is shared out.

Not responsible for who won, for splits, nor for what a law asks of such a list (``portugal``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from hallctl.games.bingo.rules.money import WHOLE, Shares, share_out
from hallctl.games.bingo.variants.combination import Combination, CombinationError, Way
from hallctl.games.bingo.variants.shapes import Shape, ShapeError
from hallctl.games.bingo.variants.variant import Variant

MOST_PRIZES: Final = 12

FULL_CARD: Final = Combination((Way.FULL,))
"""What wins the bingo where nothing else is said."""

_KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")


class Base(StrEnum):
    """What the share of a growing prize is of: all that is collected, or what goes to prizes (PT-42)."""

    SALES = "sales"
    PRIZES = "prizes"


class PlanError(ValueError):
    """A list of prizes contradicts itself; the text says every way, in Spanish."""


def read_key(text: str) -> str | None:
    """Return a key as the book has it, also an empty one; None where it is none."""
    return text if not text or _KEY.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize of a game.

    Attributes:
        key: What it is called in the book, e.g. "line".
        es: What players call it.
        pt: The same in Portuguese.
        en: The same in English.
        combination: What wins it.
        share_bp: What it takes of the total collected, in basis points; 0 with a fixed amount.
        amount: Its fixed amount, in minor units; 0 with a share.
        consoles: The growing prize in whose place it is paid, to who wins too late for that one; where that
            one is won, this amount goes into it. Empty for a prize that players sing.
    """

    key: str
    es: str
    pt: str
    en: str
    combination: Combination
    share_bp: int = 0
    amount: int = 0
    consoles: str = ""

    @property
    def is_full(self) -> bool:
        """Whether nothing but the whole card wins it."""
        return self.combination == FULL_CARD

    def name(self, language: str) -> str:
        """Return what players call it, in the language of a wall or a voice."""
        return {"pt": self.pt, "en": self.en}.get(language, self.es)

    def faults(self, variant: Variant) -> Iterator[str]:
        """Yield what is wrong with it on the cards of a variant."""
        if not _KEY.fullmatch(self.key):
            yield f"«{self.key}»: la clave de un premio son de 1 a 24 letras de la a a la z, cifras o guiones"
        if not (self.es and self.pt and self.en):
            yield f"{self.key}: un premio necesita nombre en los tres idiomas"
        if min(self.share_bp, self.amount) < 0 or (self.share_bp > 0) == (self.amount > 0):
            yield f"{self.key}: un premio lleva share_bp o amount, uno de los dos"
        try:
            self.combination.forms(variant)
        except (CombinationError, ShapeError) as error:
            yield f"{self.key}: {error}"


@dataclass(frozen=True, slots=True)
class GrowingPrize:
    """A prize that grows from game to game until it is won in few enough balls (AJ-114, PT-05, PT-42).

    Attributes:
        key: What it is called in the book.
        prize: The key of the prize whose combination wins it.
        seed: What the house puts in at first and after each award, in minor units (PT-43).
        share_bp: What it takes of its base, in basis points.
        max_balls: It is won in at most this many called balls.
        balls_a_game: How many more balls it allows after each game that did not win it.
        most_balls: How many it allows at most.
        base: What its share is of.
    """

    key: str
    prize: str
    seed: int
    share_bp: int
    max_balls: int
    balls_a_game: int = 0
    most_balls: int = 0
    base: Base = Base.SALES

    def of_sales(self, fund_bp: int | Fraction) -> Fraction:
        """Return its share of the total collected, in basis points, of which so many go to prizes."""
        return Fraction(self.share_bp) * (fund_bp if self.base is Base.PRIZES else WHOLE) / WHOLE

    def balls(self, games: int) -> int:
        """Return in how many balls it is won after so many games that did not win it."""
        return min(self.max_balls + games * self.balls_a_game, max(self.most_balls, self.max_balls))

    def faults(self, variant: Variant) -> Iterator[str]:
        """Yield what is wrong with it."""
        if self.seed < 0 or self.share_bp < 1:
            yield f"{self.key}: seed no es negativo y share_bp es mayor que 0"
        if not 1 <= self.max_balls <= max(self.most_balls, self.max_balls) <= variant.universe:
            yield f"{self.key}: max_balls y most_balls van de 1 a {variant.universe}"
        if self.balls_a_game < 0 or (self.balls_a_game > 0) != (self.most_balls > self.max_balls):
            yield f"{self.key}: las bolas crecen con balls_a_game hasta most_balls, los dos o ninguno"


@dataclass(frozen=True)
class PrizePlan:
    """The prizes of a game, in the order in which they may be won.

    Attributes:
        variant: The cards.
        prizes: The prizes; the last one ends the game.
        growing: The growing prizes.
    """

    variant: Variant
    prizes: tuple[Prize, ...]
    growing: tuple[GrowingPrize, ...] = ()

    def __post_init__(self) -> None:
        found = [*self._faults()]
        if found:
            raise PlanError("; ".join(found))

    def _faults(self) -> Iterator[str]:
        if not 1 <= len(self.prizes) <= MOST_PRIZES:
            yield f"un plan tiene de 1 a {MOST_PRIZES} premios"
        keys = [prize.key for prize in self.prizes] + [growing.key for growing in self.growing]
        if len({*keys}) != len(keys):
            yield "dos premios llevan la misma clave"
        for prize in self.prizes:
            yield from prize.faults(self.variant)
        for growing in self.growing:
            yield from growing.faults(self.variant)
            if growing.prize not in {prize.key for prize in self.prizes}:
                yield f"{growing.key}: no hay ningún premio «{growing.prize}»"
        yield from self._faults_of_order()
        yield from self._faults_of_consolations()
        if self.shared_bp > WHOLE:
            yield f"los premios suman {float(self.shared_bp):g} puntos básicos, más de {WHOLE}"

    def _faults_of_consolations(self) -> Iterator[str]:
        """Yield what is paid in the place of a growing prize and cannot be."""
        grown = {growing.key: growing.prize for growing in self.growing}
        wins = {prize.key: prize.combination for prize in self.prizes if not prize.consoles}
        seen: set[str] = set()
        for prize in self.prizes:
            if not prize.consoles:
                continue
            if prize.consoles not in grown:
                yield f"{prize.key}: no hay ningún acumulado «{prize.consoles}» al que sustituir"
            elif wins.get(grown[prize.consoles]) != prize.combination:
                yield f"{prize.key}: se gana con lo mismo que «{prize.consoles}», al que sustituye"
            if prize.consoles in seen or prize is self.prizes[-1]:
                yield f"{prize.key}: un acumulado tiene un solo premio que lo sustituye, y nunca es el último"
            seen.add(prize.consoles)

    def _faults_of_order(self) -> Iterator[str]:
        """Yield the prizes that a card which ends the game need not hold: nobody would win them then."""
        try:
            needed = [prize.combination.needed(self.variant) for prize in self.prizes]
        except (CombinationError, ShapeError):
            return
        for prize, sets in zip(self.prizes[:-1], needed, strict=False):
            if any(all(last & cells != cells for cells in sets) for last in needed[-1]):
                yield (
                    f"«{self.prizes[-1].es}» termina la partida y no contiene «{prize.es}», "
                    "que quedaría sin ganador"
                )

    @property
    def shared_bp(self) -> Fraction:
        """What goes to prizes of any kind of the total collected, in basis points; fixed amounts apart."""
        of_sales = [each.share_bp for each in self.growing if each.base is Base.SALES]
        of_prizes = sum(each.share_bp for each in self.growing if each.base is Base.PRIZES)
        known = sum(prize.share_bp for prize in self.prizes) + sum(of_sales)
        return Fraction(known * WHOLE, max(WHOLE - of_prizes, 1))

    @property
    def fixed(self) -> int:
        """What the prizes of a fixed amount come to."""
        return sum(prize.amount for prize in self.prizes)

    def share_out(self, collected: int) -> Shares:
        """Share what was collected; what is below a minor unit stays with the house (AJ-79).

        Raises:
            PlanError: It does not reach for the prizes of a fixed amount.
        """
        amounts = [(prize.share_bp, prize.amount) for prize in self.prizes]
        fund = self.shared_bp
        shares = share_out(collected, amounts, [each.of_sales(fund) for each in self.growing])
        if shares.house < 0:
            raise PlanError(f"lo recaudado, {collected}, no alcanza para los premios de importe fijo")
        return shares


@dataclass(frozen=True, slots=True)
class WrittenPrize:
    """A prize as a file says it: its ways by their names and its shapes by their keys."""

    key: str
    es: str
    pt: str
    en: str
    wins: tuple[Way, ...] = ()
    lines: int = 1
    shapes: tuple[str, ...] = ()
    share_bp: int = 0
    amount: int = 0
    consoles: str = ""


@dataclass(frozen=True, slots=True)
class WrittenPlan:
    """A list of prizes as a file says it.

    Attributes:
        variant: The key of the variant.
        currency: The symbol people read before amounts.
        price: What a card costs, in minor units.
        prize: The prizes, in their order.
        growing: The growing prizes.
        law: Whose limits it keeps: "portugal", or empty for none.
    """

    variant: str
    currency: str
    price: int
    prize: tuple[WrittenPrize, ...]
    growing: tuple[GrowingPrize, ...] = ()
    law: str = ""

    def plan(self, variant: Variant, shapes: tuple[Shape, ...]) -> PrizePlan:
        """Return what is meant.

        Raises:
            PlanError: It contradicts itself, or names a shape that there is not.
        """
        return PrizePlan(variant, meant(self.prize, shapes), self.growing)


def meant(written: Sequence[WrittenPrize], shapes: Iterable[Shape]) -> tuple[Prize, ...]:
    """Return the prizes that a file means.

    Raises:
        PlanError: One contradicts itself, or names a shape that there is not.
    """
    known = {shape.key: shape for shape in shapes}
    strange = [key for prize in written for key in prize.shapes if key not in known]
    if strange:
        raise PlanError(f"no existe la figura «{strange[0]}»")
    return tuple(_prize(prize, known) for prize in written)


def _prize(written: WrittenPrize, known: dict[str, Shape]) -> Prize:
    names = written.key, written.es, written.pt, written.en
    try:
        combination = Combination(written.wins, written.lines, tuple(known[key] for key in written.shapes))
    except CombinationError as error:
        raise PlanError(f"{written.key}: {error}") from error
    return Prize(*names, combination, written.share_bp, written.amount, written.consoles)
