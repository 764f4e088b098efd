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
        chip: The smallest chip, in minor units (AJ-121).
        seats: The authorised seated playing positions (AJ-01, 14).
        minimum_basis: What the licence resolution picked: "cards", or "seats" for a tenth of them (AJ-58).
        minimum_cards: The least number of cards sold to start a game, never below 10 (AJ-57, 58).
        extractor: "pneumatic" or "drum" (AJ-22).
        spare_set: Whether a second fit ball set must be at hand (AJ-27).
        seller_may_pay: Whether one person may both sell cards and pay prizes (AJ-09, D16).
        ball_set_games: After how many games a ball set must be changed (AJ-25).
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
    chip: int
    seats: int
    minimum_basis: str
    minimum_cards: int
    extractor: str
    spare_set: bool
    seller_may_pay: bool
    ball_set_games: int
    minimum_interval_ms: int
    any_more_ms: int
    checks: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.line_bp + self.bingo_bp > WHOLE:
            raise ValueError("line_bp + bingo_bp exceed 10000 basis points (AJ-116)")
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
