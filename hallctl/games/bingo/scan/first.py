"""With which ball the first of a hall's cards has a combination: the cards of one draw are not independent.

Not responsible for one card, whose odds are exact (``variants.odds``).
"""

from collections.abc import Sequence

import numpy as np

from hallctl.games.bingo.cards.dice import Dice
from hallctl.games.bingo.cards.strips import STRIP, make_matrix
from hallctl.games.bingo.scan.cells import CellScan
from hallctl.games.bingo.scan.scan import Numbers
from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.generator import make_cards
from hallctl.games.bingo.variants.variant import Variant


def first_balls(
    variant: Variant, combinations: Sequence[Combination], cards: int, games: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Return for each combination with which ball its first card had it, in each of some games.

    Args:
        variant: The variant.
        combinations: What is looked for.
        cards: How many cards are sold, the same in each game.
        games: How many games are drawn.
        seed: The same seed gives the same cards and draws.
    """
    scan = CellScan(variant, combinations, _cells(variant, cards, seed))
    dice = Dice(f"hallctl first 1 {seed}")
    games_of_all = []
    for _ in range(games):
        scan.replay(())
        found = [0] * len(combinations)
        for drawn, ball in enumerate(dice.shuffle(list(range(1, variant.universe + 1))), 1):
            scan.call(ball)
            for at, known in enumerate(found):
                if not known and scan.count(at):
                    found[at] = drawn
            if all(found):
                break
        games_of_all.append(found)
    return tuple(zip(*games_of_all, strict=True))


def _cells(variant: Variant, cards: int, seed: int) -> Numbers:
    if not variant.has_blanks:
        return np.array(make_cards(variant, cards, seed), np.uint8)
    strips = -(-cards // STRIP) * STRIP
    return np.array([card.cells for card in make_matrix(strips, seed).cards[:cards]], np.uint8)
