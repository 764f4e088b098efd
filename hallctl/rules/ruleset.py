"""The rule set of a hall: every number the rules use, with its approval.

Not responsible for reading files: profiles are read by ``hallctl.config``.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from hallctl.rules.money import WHOLE

LEAST_MINIMUM: Final = 10
"""Below which no licence may go (AJ-58)."""


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
        currency: The symbol people read before amounts, e.g. "Bs".
        universe: How many balls a set has.
        line_bp: The line prize, in basis points of the total collected.
        bingo_bp: The bingo prize, in basis points of the total collected.
        house_bp: What stays with the house, in basis points; all shares add up to 10000 (AJ-116).
        progressives: The progressive prizes; the first takes what splits leave (AJ-114, D5).
        payment: What prizes are paid in, announced before each game: chips, money or goods (AJ-121, 122).
        chip: The smallest chip, in minor units (AJ-121).
        seats: The authorised seated playing positions (AJ-01, 14).
        minimum_basis: What the licence resolution picked: "cards", or "seats" for a tenth of them (AJ-58).
        minimum_cards: The least number of cards sold to start a game, never below 10 (AJ-57, 58).
        extractor: "pneumatic" or "drum" (AJ-22).
        spare_set: Whether a second fit ball set must be at hand (AJ-27).
        seller_may_pay: Whether one person may both sell cards and pay prizes (AJ-09, D16).
        ball_set_games: After how many games a ball set must be changed (AJ-25).
        void_counts_for_ball_set: Whether a void game of which a ball was drawn counts for its balls (D1).
        line_needs_last_ball: Whether the last called ball must be in the line that is sung (D2).
        count_at_end: Whether the balls are counted before a session closes, too (D10).
        minimum_interval_ms: The least time between two extraction orders, in milliseconds (AJ-88).
        any_more_ms: How long "¿alguna más?" waits before play may go on, in milliseconds (AJ-100).
        checks: The items to check before each session (AJ-60).
    """

    name: str
    version: str
    approval: str
    currency: str
    universe: int
    line_bp: int
    bingo_bp: int
    house_bp: int
    payment: str
    chip: int
    seats: int
    minimum_basis: str
    minimum_cards: int
    extractor: str
    spare_set: bool
    seller_may_pay: bool
    ball_set_games: int
    void_counts_for_ball_set: bool
    line_needs_last_ball: bool
    count_at_end: bool
    minimum_interval_ms: int
    any_more_ms: int
    checks: tuple[str, ...]
    progressives: tuple[Progressive, ...] = ()

    def __post_init__(self) -> None:
        shares = [self.line_bp, self.bingo_bp, self.house_bp, *(p.share_bp for p in self.progressives)]
        if sum(shares) != WHOLE or min(shares) < 0:
            raise ValueError(f"the shares add up to {sum(shares)} basis points, not {WHOLE} (AJ-116)")
        faults = [fault for p in self.progressives for fault in p.faults(self.universe)]
        if len({p.name for p in self.progressives}) != len(self.progressives):
            faults.append("dos pozos llevan el mismo nombre (AJ-115)")
        if faults:
            raise ValueError("; ".join(faults))
        if self.minimum_basis not in {"cards", "seats"}:
            raise ValueError('minimum_basis is "cards" or "seats" (AJ-58)')
        if self.extractor not in {"pneumatic", "drum"}:
            raise ValueError('extractor is "pneumatic" or "drum" (AJ-22)')
        if self.seats < 1 or self.minimum_cards < LEAST_MINIMUM:
            raise ValueError(f"seats at least 1, minimum_cards at least {LEAST_MINIMUM} (AJ-58)")

    @property
    def minimum_to_start(self) -> int:
        """The least number of cards sold to start a game, as the licence resolution picked (AJ-57, 58)."""
        tenth = -(-self.seats // 10) if self.minimum_basis == "seats" else 0
        return max(self.minimum_cards, tenth)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 in hex over every field, by which the book names the rule set in force."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()
