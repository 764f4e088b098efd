"""Counts of cards and exact odds against known answers, and the odds against draws."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from hallctl.games.bingo.variants.combination import Combination, Way
from hallctl.games.bingo.variants.counts import count_cards, count_number_sets
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.games.bingo.variants.odds import odds_of

ROWS, COLUMNS, DIAGONALS, CORNERS, FULL = Way
ANY = (ROWS, COLUMNS, DIAGONALS)
OUTER = (ROWS, COLUMNS)

COUNTS = (
    ("aj-bingo-90", 3669688706217187500, 6080082602343750),
    ("pt-bingo-90", 3669688706217187500, 6080082602343750),
    ("pt-bingo-80", 182818479414274560000, 551029849700625),
    ("pt-bingo-75", 552446474061128648601600000, 111007923832370565),
    ("pt-bingo-75-numbered", 6076911214672415134617600000, 244217432431215243),
    ("pt-bingo-30", 373248000, 1728000),
)
"""Different cards, and different sets of numbers."""

COMBINATIONS = (
    ("pt-bingo-90", (ROWS,), 1, "11375/176", 45, 0.081732452),
    ("pt-bingo-90", (ROWS,), 2, "6825/88", 60, 0.037214755),
    ("pt-bingo-90", (FULL,), 1, "1365/16", 50, 4.9149393e-05),
    ("pt-bingo-80", (ROWS,), 1, "55296/1105", 40, 0.215586398),
    ("pt-bingo-80", (COLUMNS,), 1, "55296/1105", 40, 0.215586398),
    ("pt-bingo-80", (DIAGONALS,), 1, "288/5", 40, 0.11291495),
    ("pt-bingo-80", OUTER, 1, "3793527/85085", 40, 0.358071843),
    ("pt-bingo-80", ANY, 1, "25524/595", 40, 0.411770052),
    ("pt-bingo-80", (ROWS,), 2, "13824/221", 40, 0.0151832852),
    ("pt-bingo-80", (CORNERS,), 1, "324/5", 40, 0.0577839882),
    ("pt-bingo-80", (FULL,), 1, "1296/17", 50, 0.000182641491),
    ("pt-bingo-75", (ROWS,), 1, "279319/5775", 40, 0.21316162),
    ("pt-bingo-75", (COLUMNS,), 1, "279319/5775", 40, 0.21316162),
    ("pt-bingo-75", (DIAGONALS,), 1, "2432/45", 40, 0.145822137),
    ("pt-bingo-75", ANY, 1, "8491934/205275", 40, 0.445631106),
    ("pt-bingo-75", (*ANY, CORNERS), 1, "1200358946/29354325", 40, 0.465376607),
    ("pt-bingo-75", (ROWS,), 2, "112898/1925", 40, 0.0142122656),
    ("pt-bingo-75", (CORNERS,), 1, "304/5", 40, 0.0751902588),
    ("pt-bingo-75", (FULL,), 1, "1824/25", 50, 4.71508113e-06),
    ("pt-bingo-75-numbered", (ROWS,), 1, "296875/6006", 40, 0.180572813),
    ("pt-bingo-75-numbered", (DIAGONALS,), 1, "874/15", 40, 0.0740721394),
    ("pt-bingo-75-numbered", ANY, 1, "3834753446/88062975", 40, 0.357946081),
    ("pt-bingo-75-numbered", (FULL,), 1, "950/13", 50, 2.40376685e-06),
    ("pt-bingo-30", (ROWS,), 1, "2511/140", 15, 0.311269365),
    ("pt-bingo-30", (DIAGONALS,), 1, "62/3", 15, 0.203065134),
    ("pt-bingo-30", ANY, 1, "18631/1260", 15, 0.556846577),
    ("pt-bingo-30", (ROWS,), 2, "837/35", 20, 0.172352585),
    ("pt-bingo-30", (CORNERS,), 1, "124/5", 20, 0.176792556),
    ("pt-bingo-30", (FULL,), 1, "279/10", 15, 0.000349825087),
)
"""Variant, what wins, how many lines, the mean, and the probability within so many balls."""

SHAPES = (
    ("inside-corners", 1, "4", "304/5", 0.00398618, 0.0225472, 0.0751903),
    ("letter-x", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("plus", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("picture-frame", 1, "16", "1216/17", 5.66664e-13, 1.70084e-08, 7.35108e-06),
    ("small-frame", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("small-square", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("small-diamond", 1, "4", "304/5", 0.00398618, 0.0225472, 0.0751903),
    ("large-diamond", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("postage-stamp", 4, "4", "155648/3315", 0.0158999, 0.0881205, 0.274259),
    ("block-of-four", 16, "3/4", "55895068/1601145", 0.0999095, 0.347093, 0.68418),
    ("four-stamps", 1, "16", "1216/17", 5.66664e-13, 1.70084e-08, 7.35108e-06),
    ("postage-stamp", 4, "4", "155648/3315", 0.0158999, 0.0881205, 0.274259),
    ("block-of-four", 16, "3/4", "55895068/1601145", 0.0999095, 0.347093, 0.68418),
    ("letter-t", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("crazy-t", 4, "8", "49577/819", 2.98569e-05, 0.00138079, 0.0177398),
    ("letter-l", 1, "9", "342/5", 1.33731e-06, 0.000113914, 0.00217714),
    ("letter-u", 1, "13", "494/7", 6.1232e-10, 9.45967e-07, 9.50489e-05),
    ("letter-h", 1, "12", "912/13", 4.82202e-09, 3.31089e-06, 0.00021386),
    ("letter-e", 1, "16", "1216/17", 5.66664e-13, 1.70084e-08, 7.35108e-06),
    ("letter-z", 1, "12", "912/13", 4.82202e-09, 3.31089e-06, 0.00021386),
    ("letter-y", 1, "6", "456/7", 0.000192491, 0.00294883, 0.0190623),
    ("lucky-seven", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("arrow", 4, "8", "49577/819", 2.98569e-05, 0.00138079, 0.0177398),
    ("railroad", 1, "10", "760/11", 2.22885e-07, 3.62455e-05, 0.00102259),
    ("sandwich", 1, "10", "760/11", 2.22885e-07, 3.62455e-05, 0.00102259),
    ("pyramid", 1, "8", "608/9", 7.46663e-06, 0.000346921, 0.00455838),
    ("hourglass", 1, "16", "1216/17", 5.66664e-13, 1.70084e-08, 7.35108e-06),
    ("checkers", 1, "12", "912/13", 4.82202e-09, 3.31089e-06, 0.00021386),
    ("windmill", 1, "12", "912/13", 4.82202e-09, 3.31089e-06, 0.00021386),
)
"""A shape, its forms, the numbers they have, the mean, and the probability within 20, 30 and 40 balls."""


@pytest.mark.parametrize(("key", "cards", "sets"), COUNTS)
def test_cards_are_counted(key: str, cards: int, sets: int) -> None:
    assert (count_cards(variant(key)), count_number_sets(variant(key))) == (cards, sets)


@pytest.mark.parametrize(("key", "ways", "lines", "mean", "balls", "within"), COMBINATIONS)
def test_the_odds_of_a_combination(
    key: str, ways: tuple[Way, ...], lines: int, mean: str, balls: int, within: float
) -> None:
    odds = odds_of(variant(key), Combination(ways, lines))
    assert odds.mean == Fraction(mean)
    assert float(odds.within(balls)) == pytest.approx(within, rel=1e-8)


@pytest.mark.parametrize(("key", "forms", "numbers", "mean", "at_20", "at_30", "at_40"), SHAPES)
def test_the_odds_of_a_shape(
    key: str, forms: int, numbers: str, mean: str, at_20: float, at_30: float, at_40: float
) -> None:
    seventy_five = variant("pt-bingo-75")
    combination = Combination(shapes=tuple(shape for shape in shapes() if shape.key == key))
    needed = combination.needed(seventy_five)
    assert len(needed) == forms
    assert sorted({cells.bit_count() for cells in needed}) == sorted(int(n) for n in numbers.split("/"))
    odds = odds_of(seventy_five, combination)
    assert odds.mean == Fraction(mean)
    assert [float(odds.within(n)) for n in (20, 30, 40)] == pytest.approx([at_20, at_30, at_40], rel=1e-5)


@pytest.mark.parametrize(
    ("key", "ways", "lines"),
    [
        ("pt-bingo-90", (ROWS,), 1),
        ("pt-bingo-80", ANY, 1),
        ("pt-bingo-75", ANY, 2),
        ("pt-bingo-75-numbered", (*ANY, CORNERS), 1),
        ("pt-bingo-30", ANY, 2),
    ],
)
def test_draws_bear_the_mean_out(key: str, ways: tuple[Way, ...], lines: int) -> None:
    cards, played = 20_000, variant(key)
    combination = Combination(ways, lines)
    # The card's cells have the balls 0, 1, 2 … of a shuffled set: which ones does not matter.
    balls = np.random.default_rng(75).permuted(np.tile(np.arange(1, played.universe + 1), (cards, 1)), axis=1)
    needed = [
        [cell for cell in range(played.cells) if cells >> cell & 1] for cells in combination.needed(played)
    ]
    drawn = np.minimum.reduce([balls[:, cells].max(axis=1) for cells in needed])
    error = drawn.std() / sqrt(cards)
    assert abs(drawn.mean() - float(odds_of(played, combination).mean)) < 4 * error
