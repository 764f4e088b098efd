"""The rule set of a hall: every number the rules use, with its approval.

Not responsible for reading files: profiles are read by ``hallctl.config``.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property

from hallctl.rules.money import WHOLE


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
        minimum_cards: The least number of cards sold to start a game (AJ-57).
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
    minimum_cards: int
    ball_set_games: int
    minimum_interval_ms: int
    any_more_ms: int
    checks: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.line_bp + self.bingo_bp > WHOLE:
            raise ValueError("line_bp + bingo_bp exceed 10000 basis points (AJ-116)")

    @cached_property
    def digest(self) -> str:
        """The SHA-256 in hex over every field, by which the book names the rule set in force."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()
