"""The progressives of a rule set: what each takes, when it is won, how its balls grow (AJ-115, PT-42..45).

Not responsible for what one holds (``state``), nor for what is paid in its place (``variants.prizes``).
"""

from dataclasses import dataclass
from fractions import Fraction

from hallctl.games.bingo.rules.money import WHOLE
from hallctl.games.bingo.variants.prizes import Base, GrowingPrize


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
        )
        return [f"{self.name}: {said} (AJ-115)" for holds, said in checks if not holds]
