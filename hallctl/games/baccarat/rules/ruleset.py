"""The rule set of a baccarat table: the house's, and what the table adds.

Not responsible for reading files: profiles are read by ``hallctl.config.rules``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final

from hallctl.games.baccarat.rules.kinds import Kind
from hallctl.rules import ruleset as house
from hallctl.rules.days import is_day

FEWEST_DECKS: Final = 6
MOST_DECKS: Final = 12
LEAST_SEATS: Final = 7
NOTICE: Final = 3
"""Working days from the request of an authorisation to its first day (BA-65)."""

_CHOICES: Final = (
    ("stakes", ("none", "totals", "positions"), "DB13"),
    ("dealing", ("shoe", "automatic"), "BA-05"),
    ("cards_by", ("shoe", "croupier"), "DB14"),
    ("burn", ("decks", "first card"), "BA-10, BA-11"),
    ("white_card", ("end", "one more"), "BA-14"),
    ("commission", ("each win", "end of shoe"), "BA-63, DB11"),
)


class Option(StrEnum):
    """What the text leaves to the house with an authorisation (BA-64)."""

    BURN = "burn"
    """Article 2: how many cards are burnt, and whether rounds are demonstrated."""
    WHITE_CARD = "white card"
    """Article 3."""
    DEVICE = "device"
    """Article 7."""
    TIE = "tie"
    """Article 12."""


@dataclass(frozen=True, slots=True)
class Authorised:
    """The authorisation of an option (BA-64, 65).

    Attributes:
        reference: Of the authorisation by the DICJ.
        requested: The day of the request.
        adopted: The first day of the option.
    """

    option: Option
    reference: str
    requested: str
    adopted: str


@dataclass(frozen=True, slots=True)
class BetLimit:
    """The least and the most of a player on a kind of bet, in cents (BA-54)."""

    kind: Kind
    minimum: int
    maximum: int


@dataclass(frozen=True, kw_only=True)
class RuleSet(house.RuleSet):
    """What the text and the DICJ let this table do (BA-01).

    Attributes:
        official: Where the official text is; this one is for reference (BA-66).
        layouts: How many layouts the table has: one or two (BA-07).
        decks: How many decks a shoe has: six to twelve (BA-03).
        dealing: "shoe", or "automatic": a device that shuffles, deals and takes the cards back (BA-05).
        cards_by: Who tells the cards: the shoe, or the croupier where it cannot read (DB14).
        shoe_result: Whether the shoe tells a result, which is awaited and held against the computed one.
        burn: By "decks" or by the "first card" (BA-10, 11, DB3).
        burn_each: Whether one card is burnt before each round (BA-24).
        cut_before: Before how many of the last cards the white one is placed (BA-08, DB4).
        white_card: What it means: the "end" of the shoe, or "one more" round (BA-14, DB5).
        demonstrations: How many rounds without bets a shoe may begin with (BA-12).
        tie_lessen: Whether bets may be lessened after a tie (BA-45).
        tie_move: Whether they may change side then (BA-46).
        handling: Whether players may hold the cards (BA-56).
        stakes: What the table knows of its bets: "none", "totals" of a round, or "positions" (DB13).
        chip: The smallest chip, in cents, to which the commission is rounded down (DB11).
        limits: The least and the most on each kind of bet (BA-54).
        commission: When it is taken: at "each win", or owed until the "end of shoe" (DB11).
        differential: The largest difference between both sides; 0 for none (DB10).
        options: The authorisation of each option (BA-64).
        holidays: The days that are no working days, beside Saturdays and Sundays (BA-65).
    """

    official: str
    layouts: int
    decks: int
    dealing: str
    cards_by: str
    shoe_result: bool
    burn: str
    burn_each: bool
    cut_before: int
    white_card: str
    demonstrations: int
    tie_lessen: bool
    tie_move: bool
    handling: bool
    stakes: str
    chip: int
    limits: tuple[BetLimit, ...]
    commission: str = "each win"
    differential: int = 0
    options: tuple[Authorised, ...]
    holidays: tuple[str, ...] = ()

    def _faults(self) -> Iterator[str]:
        """Yield what is wrong with the rule set itself."""
        yield from super()._faults()
        yield from self.not_chosen(_CHOICES)
        for name, value, least, most, source in (
            ("decks", self.decks, FEWEST_DECKS, MOST_DECKS, "BA-03"),
            ("layouts", self.layouts, 1, 2, "BA-07"),
            ("cut_before", self.cut_before, 10, 16, "BA-08, DB4"),
            ("demonstrations", self.demonstrations, 0, 3, "BA-12"),
        ):
            if not least <= value <= most:
                yield f"{name} is from {least} to {most} ({source})"
        if self.seats < LEAST_SEATS:
            yield f"seats is at least {LEAST_SEATS} (BA-07)"
        if self.dealing == "automatic" and self.handling:
            yield "handling is false with the automatic device: cards lie face up (BA-23)"
        yield from self._faults_of_limits()
        yield from self._faults_of_options()

    def _faults_of_limits(self) -> Iterator[str]:
        if self.chip < 1 or self.differential < 0:
            yield "chip is above 0, differential is not below (DB10, DB11)"
        if {*Counter(limit.kind for limit in self.limits).values()} != {1} or len(self.limits) != len(Kind):
            yield f"limits have each of {', '.join(Kind)} once (BA-47, BA-48, BA-49, BA-50, DB12)"
        for limit in self.limits:
            if not 0 < limit.minimum <= limit.maximum:
                yield f"limits: {limit.kind.value}: the maximum is no less than the minimum (BA-54)"
            elif self.chip > 0 and limit.minimum % self.chip:
                yield f"limits: {limit.kind.value}: the minimum is a multiple of the smallest chip (DB11)"

    def _faults_of_options(self) -> Iterator[str]:
        if sorted(each.option for each in self.options) != sorted(Option):
            yield f"options have the authorisation of each of {', '.join(Option)} once (BA-64)"
        if not all(is_day(day) for day in self.holidays):
            yield "holidays are days as 2026-01-31 (BA-65)"
            return
        for each in self.options:
            if not each.reference.strip():
                yield f"options: {each.option.value}: the reference of its authorisation (BA-64)"
            if not (is_day(each.requested) and is_day(each.adopted)):
                yield f"options: {each.option.value}: days as 2026-01-31 (BA-65)"
            elif working_days(each.requested, each.adopted, self.holidays) < NOTICE:
                yield f"options: {each.option.value}: requested {NOTICE} working days before it (BA-65)"

    def _implied(self) -> dict[str, Any]:
        """Return what a rule set that says nothing of it has: it leaves no trace in the book."""
        return super()._implied() | {"commission": "each win"}

    def limit(self, kind: Kind) -> BetLimit:
        """Return the least and the most on a kind of bet."""
        return next(each for each in self.limits if each.kind is kind)

    def early(self, day: str) -> Authorised | None:
        """Return an option whose first day comes after a day; None where there is none."""
        return next((each for each in self.options if each.adopted > day), None)


def working_days(first: str, last: str, holidays: Iterable[str]) -> int:
    """Return how many working days there are after a day, up to another and with it (BA-65)."""
    day, end, off = date.fromisoformat(first), date.fromisoformat(last), {*holidays}
    # The count is only asked whether it reaches a few days.
    end = min(end, day + timedelta(days=366))
    days = (day + timedelta(days=n) for n in range(1, (end - day).days + 1))
    return sum(each.weekday() < 5 and each.isoformat() not in off for each in days)
