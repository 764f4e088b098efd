"""The rule set of a roulette table: the house's, and what the table adds.

Not responsible for reading files: profiles are read by ``hallctl.config.rules``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hallctl.games.roulette.rules.layout import Chance
from hallctl.games.roulette.rules.settlement import Limits
from hallctl.rules import ruleset as house

LONGEST_BETTING_MS: Final = 600_000

_CHOICES: Final = (("stakes", ("none", "totals", "positions"), "DR2"),)
_WITNESSES: Final = (("sensor", "croupier"), ("croupier",))


@dataclass(frozen=True, slots=True)
class ChanceLimit:
    """What is taken on each position of a chance, in cents (RO-08, RO-09, RO-42).

    Attributes:
        maximum: Where it is less than the regulation's; 0 for that (DR8).
    """

    chance: Chance
    minimum: int
    maximum: int = 0


@dataclass(frozen=True, kw_only=True)
class RuleSet(house.RuleSet):
    """What the regulator approved for this table (RO-01).

    Attributes:
        pockets: How many the wheel has: 37, or 38 with the 00 (RO-15).
        number_by: Who must agree on a number: the sensor and the croupier, or the croupier alone (DR11).
        stakes: What the table knows of its bets: "none", "totals" of a spin, or "positions" (DR2).
        chip: The smallest chip, in cents (DR7).
        limits: What each chance takes; one of two dozens or columns may be left out (RO-54).
        player_maximum: The most of a player on all chances together; 0 for none (RO-55).
        any_two: Whether any two dozens or columns are a bet, not only those side by side (DR6).
        betting_ms: How long bets are open (RO-73).
        alternate: Whether the rotor's direction alternates each spin; a breach is minuted (DR16).
        hot_cold: Whether a screen shows how often each number came, beside what chance gives (DR14).
    """

    pockets: int
    number_by: tuple[str, ...]
    stakes: str
    chip: int
    limits: tuple[ChanceLimit, ...]
    betting_ms: int
    player_maximum: int = 0
    any_two: bool = False
    alternate: bool = True
    hot_cold: bool = False

    def _faults(self) -> Iterator[str]:
        """Yield what is wrong with the rule set itself."""
        yield from super()._faults()
        yield from self.not_chosen(_CHOICES)
        if self.pockets not in (37, 38):
            yield "pockets is 37, or 38 with the 00 (RO-15)"
        if self.number_by not in _WITNESSES:
            yield "number_by is sensor and croupier, or croupier alone (DR11)"
        if not 0 < self.betting_ms <= LONGEST_BETTING_MS:
            yield f"betting_ms is from 1 to {LONGEST_BETTING_MS} (RO-73)"
        named = [limit.chance for limit in self.limits]
        if len({*named}) != len(named):
            yield "limits have each chance once (RO-42)"
        else:
            yield from (f"limits: {fault}" for fault in self.table_limits.faults())

    @cached_property
    def table_limits(self) -> Limits:
        """What the table takes."""
        return Limits(
            self.chip,
            {limit.chance: limit.minimum for limit in self.limits},
            {limit.chance: limit.maximum for limit in self.limits if limit.maximum},
            self.player_maximum,
        )
