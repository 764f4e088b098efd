"""The rule set of a hall: every number the rules use, with its approval.

Not responsible for reading files: profiles are read by ``hallctl.config.rules``.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from hallctl.rules.cards import UNIVERSE
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.days import is_day
from hallctl.rules.money import WHOLE
from hallctl.rules.witnesses import Witness

LONGEST_WAIT_MS: Final = 86_400_000
"""A day: no game waits longer for anything."""

LEAST_MINIMUM: Final = 10
"""Below which no licence may go (AJ-58)."""

_CHOICES: Final = (
    ("minimum_basis", ("cards", "seats"), "AJ-58"),
    ("extractor", ("pneumatic", "drum"), "AJ-22"),
    ("operation", ("automatic", "manual"), "AJ-22"),
    ("second_medium", ("stop", "continue"), "I1"),
    ("split_by", ("card", "player"), "D4"),
)


@dataclass(frozen=True, slots=True)
class Progressive:
    """A prize that grows from game to game (AJ-114, 115).

    Attributes:
        name: What it is called.
        claim: What wins it: "bingo" or "line".
        seed: What the house puts in at first and after each award, in minor units.
        share_bp: What it takes of the total collected, in basis points.
        cap: The most it grows to, in minor units; what is above stays with the house.
        max_balls: It is won in at most this many called balls.
    """

    name: str
    claim: str
    seed: int
    share_bp: int
    cap: int
    max_balls: int

    def faults(self, universe: int) -> list[str]:
        """Return what is wrong with it."""
        checks = (
            (bool(self.name.strip()), "un pozo necesita nombre"),
            (self.claim in {"bingo", "line"}, 'claim es "bingo" o "line"'),
            (0 <= self.seed <= self.cap, "seed va de 0 a cap"),
            (self.share_bp > 0, "share_bp es mayor que 0"),
            (1 <= self.max_balls <= universe, f"max_balls va de 1 a {universe}"),
        )
        return [f"{self.name}: {said} (AJ-115)" for holds, said in checks if not holds]


@dataclass(frozen=True)
class RuleSet:
    """What the regulator approved for this hall (AJ-117).

    Attributes:
        name: The name of the rule set, e.g. "aj-bolivia".
        version: Its version.
        approval: The reference of the approval by the regulator (AJ-117).
        valid_from: The first day of the approval, e.g. "2026-01-01"; no session opens before it (AJ-117).
        valid_until: The last day of the approval; no session opens after it (AJ-117).
        currency: The symbol people read before amounts, e.g. "Bs".
        universe: How many balls a set has.
        line_bp: The line prize, in basis points of the total collected.
        bingo_bp: The bingo prize, in basis points of the total collected.
        house_bp: What stays with the house, in basis points; all shares add up to 10000 (AJ-116).
        progressives: The progressive prizes; the first takes what splits leave (AJ-114, D5).
        payment: What prizes are paid in, announced before each game: chips, money or goods (AJ-121, 122).
        chip: The smallest chip, in minor units (AJ-121).
        notes: The values of the currency's notes, in minor units, as the cashier counts them (AJ-11).
        coins: Those of its coins.
        chips: Those of the hall's chips; none where prizes are not paid in chips.
        shifts: Whether games are played, and prizes paid, only with a cashier's shift open (AJ-11).
        seats: The authorised seated playing positions (AJ-01, 14).
        minimum_basis: What the licence resolution picked: "cards", or "seats" for a tenth of them (AJ-58).
        minimum_cards: The least number of cards sold to start a game, never below 10 (AJ-57, 58).
        extractor: "pneumatic" or "drum" (AJ-22).
        operation: "automatic", or "manual": the balls are then counted before the Director (AJ-22, 62).
        spare_set: Whether a second fit ball set must be at hand (AJ-27).
        seller_may_pay: Whether one person may both sell cards and pay prizes (AJ-09, D16).
        ball_set_games: After how many games a ball set must be changed (AJ-25).
        void_counts_for_ball_set: Whether a void game of which a ball was drawn counts for its balls (D1).
        line_needs_last_ball: Whether the last called ball must be in the line that is sung (D2).
        count_at_end: Whether the balls are counted before a session closes, too (D10).
        minimum_interval_ms: The least time between two extraction orders, in milliseconds (AJ-88).
        any_more_ms: How long "¿alguna más?" waits before play may go on, in milliseconds (AJ-100).
        wait_before_first_ball_ms: How long a failure before the first ball may last, in milliseconds; then
            the game is void (D8).
        split_by: Whether prizes are split by "card" or by "player" (AJ-118..120, D4).
        second_series: Whether a second series may be sold when the first runs out (AJ-68, D17).
        complaint_needs_document: Whether a complaint needs the document of who makes it (AJ-56, D14).
        checks: The items to check before each session (AJ-60).
        witnesses: Which of "camera", "caller" and "machine" must agree on the number of a ball (I15). None
            named: the camera's word is enough, and by hand the caller's.
        second_medium: What a second medium that fails does: "stop" stops the hall until it is back; with
            "continue" the hall goes on with the book alone, minuted and shown (I1, I3).
    """

    name: str
    version: str
    approval: str
    valid_from: str
    valid_until: str
    currency: str
    universe: int
    line_bp: int
    bingo_bp: int
    house_bp: int
    payment: str
    chip: int
    notes: tuple[int, ...]
    coins: tuple[int, ...]
    chips: tuple[int, ...]
    shifts: bool
    seats: int
    minimum_basis: str
    minimum_cards: int
    extractor: str
    operation: str
    spare_set: bool
    seller_may_pay: bool
    ball_set_games: int
    void_counts_for_ball_set: bool
    line_needs_last_ball: bool
    count_at_end: bool
    minimum_interval_ms: int
    any_more_ms: int
    wait_before_first_ball_ms: int
    split_by: str
    second_series: bool
    complaint_needs_document: bool
    checks: tuple[str, ...]
    progressives: tuple[Progressive, ...] = ()
    witnesses: tuple[str, ...] = ()
    second_medium: str = "stop"

    def __post_init__(self) -> None:
        faults = [*self._faults(), *self._faults_of_denominations(), *self._faults_of_progressives()]
        if faults:
            raise ValueError("; ".join(faults))

    def _faults(self) -> Iterator[str]:
        """Yield what is wrong with the rule set itself."""
        shares = [self.line_bp, self.bingo_bp, self.house_bp, *(p.share_bp for p in self.progressives)]
        if sum(shares) != WHOLE or min(shares) < 0:
            yield f"the shares add up to {sum(shares)} basis points, not {WHOLE} (AJ-116)"
        if not (is_day(self.valid_from) and is_day(self.valid_until) and self.valid_from <= self.valid_until):
            yield "valid_from and valid_until are days as 2026-01-31, the first not after the last (AJ-117)"
        for field, values, source in _CHOICES:
            if getattr(self, field) not in values:
                yield f"{field} is {' or '.join(values)} ({source})"
        if not 1 <= self.universe <= UNIVERSE or self.chip < 1:
            yield f"universe goes from 1 to {UNIVERSE}, chip is at least 1 (AJ-18, 121)"
        if min(self.minimum_interval_ms, self.any_more_ms, self.ball_set_games) < 0:
            yield "minimum_interval_ms, any_more_ms and ball_set_games are not negative (AJ-25, 88, 100)"
        if max(self._milliseconds) > LONGEST_WAIT_MS:
            yield f"no wait is longer than {LONGEST_WAIT_MS} ms (AJ-88, 100, D8)"
        if self.seats < 1 or self.minimum_cards < LEAST_MINIMUM:
            yield f"seats at least 1, minimum_cards at least {LEAST_MINIMUM} (AJ-58)"
        if self.wait_before_first_ball_ms < 0:
            yield "wait_before_first_ball_ms is not negative (D8)"
        yield from self._faults_of_witnesses()

    @property
    def _milliseconds(self) -> tuple[int, int, int]:
        return self.minimum_interval_ms, self.any_more_ms, self.wait_before_first_ball_ms

    def _faults_of_witnesses(self) -> Iterator[str]:
        if not self.witnesses:
            return
        known, named = set(Witness), set(self.witnesses)
        if named - known or len(named) < len(self.witnesses):
            yield f"witnesses are of {', '.join(Witness)}, each once (I15)"
        if self.operation == "automatic" and Witness.CAMERA not in named:
            yield "witnesses of an automatic extractor have the camera among them (I15)"
        if self.operation == "manual" and (Witness.CALLER not in named or Witness.MACHINE in named):
            yield "witnesses of a manual drum are the caller and, where there is one, the camera (AJ-08, 22)"

    def _faults_of_denominations(self) -> Iterator[str]:
        for name, values in (("notes", self.notes), ("coins", self.coins), ("chips", self.chips)):
            if len(set(values)) != len(values) or any(value < 1 for value in values):
                yield f"{name} are values above 0, each once (AJ-11)"

    def _faults_of_progressives(self) -> Iterator[str]:
        for progressive in self.progressives:
            yield from progressive.faults(self.universe)
        if len({p.name for p in self.progressives}) != len(self.progressives):
            yield "dos pozos llevan el mismo nombre (AJ-115)"

    @property
    def minimum_to_start(self) -> int:
        """The least number of cards sold to start a game, as the licence resolution picked (AJ-57, 58)."""
        tenth = -(-self.seats // 10) if self.minimum_basis == "seats" else 0
        return max(self.minimum_cards, tenth)

    @property
    def blank_count(self) -> tuple[Pieces, ...]:
        """Every denomination that a cashier counts, none of each: notes, coins, then chips (AJ-11)."""
        kinds = ((Tender.NOTE, self.notes), (Tender.COIN, self.coins), (Tender.CHIP, self.chips))
        return tuple(Pieces(tender, value, 0) for tender, values in kinds for value in values)

    @property
    def text(self) -> str:
        """Every field as JSON, with sorted keys: what `digest` is over."""
        values = asdict(self)
        if not self.witnesses:
            del values["witnesses"]  # a book from before there was the field keeps its rule set
        if self.second_medium == "stop":
            del values["second_medium"]
        return json.dumps(values, sort_keys=True, ensure_ascii=False)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 in hex over `text`, by which the book names the rule set in force."""
        return hashlib.sha256(self.text.encode()).hexdigest()
