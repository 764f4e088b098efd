"""The progressives of a rule set: what each takes, when it is won, how its balls grow (AJ-115, PT-42..45).

Not responsible for what one holds (``state``), nor for what is paid in its place (``variants.prizes``).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from hallctl.games.bingo.rules.money import WHOLE
from hallctl.games.bingo.variants.prizes import Base, GrowingPrize

_LINKED: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_LONGEST_WINDOW_S: Final = 3600
_LONGEST_ANSWER_S: Final = 600
_LONGEST_MIN: Final = 1440
OF_LINKED: Final = ("linked", "at_once", "window_s", "answer_s", "settle_min", "instead")
"""The fields that only a linked one has."""


@dataclass(frozen=True, slots=True)
class Progressive:
    """A prize that grows from game to game (AJ-114, 115).

    Attributes:
        name: What it is called.
        claim: The key of the prize whose winner has it, e.g. "bingo".
        seed: What the house puts in at first and after each award, in minor units.
        share_bp: What it takes of its base, in basis points.
        cap: The most it grows to, in minor units; what is above stays with the house.
        max_balls: It is won in at most this many called balls.
        balls_a_game: How many more balls it allows after each game that did not win it.
        most_balls: How many it allows at most; 0 where they do not grow.
        base: What its share is of: "sales", or "prizes", what goes to prizes (PT-42).
        linked: What the head office calls the jackpot whose money it keeps for several halls; empty for a
            progressive of this hall. The seed is then the office's.
        at_once: Who has it where halls win at once: the "first" that is reserved, or those within a window
            in equal "parts".
        window_s: That window, in seconds.
        answer_s: How long the office is waited for as the sale opens, in seconds.
        settle_min: How long a claim is pending at most, in minutes.
        instead: What the house then pays in its place, in minor units.
    """

    name: str
    claim: str
    seed: int
    share_bp: int
    cap: int
    max_balls: int
    balls_a_game: int = 0
    most_balls: int = 0
    base: Base = Base.SALES
    linked: str = ""
    at_once: str = ""
    window_s: int = 0
    answer_s: int = 0
    settle_min: int = 0
    instead: int = 0

    @property
    def terms(self) -> tuple[str, int, int]:
        """What hall and office must have alike of a linked one: how it is decided, the window, the seed."""
        return self.at_once, self.window_s, self.seed

    def balls(self, games: int) -> int:
        """Return in how many balls it is won after so many games that did not win it."""
        return self.grown.balls(games)

    def of_sales(self, house_bp: int) -> Fraction:
        """Return what it takes of the total collected, in basis points, where so many stay with the house."""
        return self.grown.of_sales(WHOLE - house_bp)

    @property
    def grown(self) -> GrowingPrize:
        """The same as lists of prizes have it."""
        limits = self.max_balls, self.balls_a_game, self.most_balls
        return GrowingPrize(self.name, self.claim, self.seed, self.share_bp, *limits, self.base)

    def _faults_of_link(self) -> tuple[tuple[bool, str], ...]:
        if not self.linked:
            unused = (self.at_once, self.window_s, self.answer_s, self.settle_min, self.instead)
            return ((not any(unused), "at_once, window_s, answer_s, settle_min e instead van con linked"),)
        return (
            (_LINKED.fullmatch(self.linked) is not None, "linked tiene minúsculas, cifras y guiones"),
            (self.at_once in ("first", "parts"), "at_once es first o parts"),
            (
                (self.window_s > 0) == (self.at_once == "parts"),
                "window_s es mayor que 0 con parts, y solo así",
            ),
            (0 <= self.window_s <= _LONGEST_WINDOW_S, f"window_s va de 0 a {_LONGEST_WINDOW_S}"),
            (1 <= self.answer_s <= _LONGEST_ANSWER_S, f"answer_s va de 1 a {_LONGEST_ANSWER_S}"),
            (1 <= self.settle_min <= _LONGEST_MIN, f"settle_min va de 1 a {_LONGEST_MIN}"),
            # The office decides when the window is over: a claim must not have lapsed by then.
            (
                self.settle_min * 60 >= self.window_s + 60,
                "settle_min dura un minuto más que window_s al menos",
            ),
            (self.instead >= 0, "instead no es negativo"),
        )

    def faults(self, universe: int, prizes: tuple[str, ...]) -> list[str]:
        """Return what is wrong with it where a set has so many balls and a game these prizes."""
        checks = (
            (bool(self.name.strip()), "un pozo necesita nombre"),
            (self.claim in prizes, f"claim es {' o '.join(prizes)}"),
            (0 <= self.seed <= self.cap, "seed va de 0 a cap"),
            (self.share_bp > 0, "share_bp es mayor que 0"),
            (1 <= self.max_balls <= universe, f"max_balls va de 1 a {universe}"),
            (self.most_balls <= universe, f"most_balls va de 1 a {universe}"),
            (
                self.balls_a_game >= 0 and (self.balls_a_game > 0) == (self.most_balls > self.max_balls),
                "las bolas crecen con balls_a_game hasta most_balls, los dos o ninguno",
            ),
            *self._faults_of_link(),
        )
        return [f"{self.name}: {said} (AJ-115)" for holds, said in checks if not holds]
