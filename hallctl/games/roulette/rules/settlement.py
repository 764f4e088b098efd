"""What a spin wins and loses on any set of bets, to the cent, and which bets the house does not take.

Not responsible for who staked what: a table may not know its bets at all (DR2).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.games.roulette.rules.layout import TERMS, Chance, Position, positions
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.rules.refusals import Refusal

OPTIONAL: Final = (Chance.TWO_DOZENS, Chance.TWO_COLUMNS)
"""The chances that a house may leave out (RO-54)."""


@dataclass(frozen=True, slots=True)
class Bet:
    """An amount on a position, in cents (RO-07)."""

    position: Position
    amount: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What a table takes (RO-08, RO-09, RO-42).

    Attributes:
        chip: The smallest chip, in cents.
        minimum: The least on each chance that the house takes; one that is missing is not taken (RO-54).
        maximum: The most, where it is less than the regulation's (DR8).
        player: The most of a player on all chances together; 0 for no such limit (RO-55).
    """

    chip: int
    minimum: Mapping[Chance, int]
    maximum: Mapping[Chance, int]
    player: int = 0

    def most(self, chance: Chance) -> int:
        """Return the most that may be bet on a position of a chance (RO-43)."""
        return self.maximum.get(chance, TERMS[chance].most * self.minimum[chance])

    def faults(self) -> list[str]:
        """Return what contradicts the regulation, in Spanish."""
        lacking = [chance for chance in Chance if chance not in self.minimum and chance not in OPTIONAL]
        return [
            *(f"{chance}: la mesa admite siempre esta suerte (RO-40)" for chance in lacking),
            *(fault for chance in self.minimum for fault in self._faults_of(chance)),
            *self._faults_of_all(),
        ]

    def _faults_of(self, chance: Chance) -> Iterator[str]:
        terms, least, most = TERMS[chance], self.minimum[chance], self.most(chance)
        if least < 1 or self.chip < 1 or least % (terms.units * self.chip):
            # Half of an odd stake could not be paid in chips; nothing is rounded (DR7).
            yield f"{chance}: el mínimo es un múltiplo de {terms.units} × la ficha menor (RO-42, DR7)"
        if most > terms.most * least:
            yield f"{chance}: el máximo es {terms.most} veces el mínimo, como mucho ({terms.limit})"
        if most < least:
            yield f"{chance}: el máximo no es menor que el mínimo ({terms.limit})"

    def _faults_of_all(self) -> Iterator[str]:
        if self.player < 0 or (self.player and self.player < max(self.minimum.values(), default=0)):
            yield "el máximo de un jugador alcanza para el mínimo de cada suerte (RO-55)"
        strange = [chance for chance in self.maximum if chance not in self.minimum]
        yield from (f"{chance}: un máximo sin mínimo (RO-42)" for chance in strange)


@dataclass(frozen=True, slots=True)
class Paid:
    """What becomes of a set of bets.

    Attributes:
        kept: The stakes that stay their player's (RO-56).
        prizes: What the house pays over and above them.
        collected: The stakes that the house takes (RO-77).
    """

    kept: int
    prizes: int
    collected: int

    @property
    def house(self) -> int:
        """What the house has gained; negative where it has lost."""
        return self.collected - self.prizes


def refused(
    bets: Sequence[Bet], limits: Limits, wheel: Wheel, *, any_two: bool = False
) -> tuple[Refusal, ...]:
    """Return why a table does not take a player's bets; nothing where it does."""
    known, staked = frozenset(positions(wheel, any_two=any_two)), dict[Position, int]()
    found = []
    for bet in bets:
        if bet.position in known:
            staked[bet.position] = staked.get(bet.position, 0) + bet.amount
        else:
            found.append(refuse("BET-POSITION", place=_name(bet.position)))
    for position, amount in staked.items():
        found += _refused_stake(position, amount, limits)
    if limits.player and sum(bet.amount for bet in bets) > limits.player:
        found.append(refuse("BET-TOTAL", most=euros(limits.player)))
    return tuple(found)


def _refused_stake(position: Position, amount: int, limits: Limits) -> Iterator[Refusal]:
    chance, terms = position.chance, TERMS[position.chance]
    if chance not in limits.minimum:
        yield refuse("BET-CHANCE", chance=chance.value)
        return
    place, least, most = _name(position), limits.minimum[chance], limits.most(chance)
    if amount < least:
        yield refuse("BET-MINIMUM", place=place, least=euros(least))
    if amount > most:
        yield _too_much(chance, place, euros(most))
    if amount % (terms.units * limits.chip):
        yield refuse("BET-STEP", place=place, units=euros(terms.units * limits.chip))


def _too_much(chance: Chance, place: str, most: str) -> Refusal:
    """Return the refusal of a bet above its limit, by the article of its chance (RO-44..53)."""
    match chance:
        case Chance.STRAIGHT:
            return refuse("BET-PLENO", place=place, most=most)
        case Chance.SPLIT:
            return refuse("BET-CAVALO", place=place, most=most)
        case Chance.STREET:
            return refuse("BET-RUA", place=place, most=most)
        case Chance.CORNER:
            return refuse("BET-QUADRO", place=place, most=most)
        case Chance.SIX_LINE:
            return refuse("BET-LINHA", place=place, most=most)
        case Chance.DOZEN:
            return refuse("BET-DUZIA", place=place, most=most)
        case Chance.COLUMN:
            return refuse("BET-COLUNA", place=place, most=most)
        case Chance.TWO_DOZENS:
            return refuse("BET-CAVALO-DUZIA", place=place, most=most)
        case Chance.TWO_COLUMNS:
            return refuse("BET-CAVALO-COLUNA", place=place, most=most)
        case _:
            return refuse("BET-SIMPLE", place=place, most=most)


def euros(amount: int) -> str:
    """Return an amount in cents as people read it (DR19)."""
    return f"{amount // 100},{amount % 100:02d} €"


def _name(position: Position) -> str:
    return f"{position.chance} {'-'.join(sorted(position.numbers, key=lambda each: (int(each), each)))}"


def settle(bets: Iterable[Bet], pocket: str) -> Paid:
    """Settle bets by the pocket in which the ball lies (RO-56..70); a zero has no exception (RO-69)."""
    kept = prizes = collected = 0
    for bet in bets:
        terms = TERMS[bet.position.chance]
        if pocket in bet.position.numbers:
            kept += bet.amount
            prizes += bet.amount * terms.pays // terms.units
        else:
            collected += bet.amount
    return Paid(kept, prizes, collected)


def give_back(bets: Iterable[Bet]) -> Paid:
    """Return all bets of a void spin, to the cent (RO-72)."""
    return Paid(sum(bet.amount for bet in bets), 0, 0)
