"""Counts of cards and exact odds against known answers, and the odds against draws."""

from csv import DictReader
from fractions import Fraction
from io import StringIO
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from hallctl.games.bingo.variants.combination import Combination, Way
from hallctl.games.bingo.variants.counts import count_cards, count_number_sets
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.games.bingo.variants.odds import odds_of
from hallctl.games.bingo.variants.shapes import Shape

ROWS, COLUMNS, DIAGONALS, CORNERS, FULL = Way
ANY = (ROWS, COLUMNS, DIAGONALS)
LAST_OF_FIVE = {sum(1 << cell for cell in cells) for cells in (range(20, 25), range(4, 25, 5))}
"""The fifth row and the fifth column, which rule 74 forgets (D18)."""

COUNTS = (
    ("aj-bingo-90", 3669688706217187500, 6080082602343750),
    ("pt-bingo-90", 3669688706217187500, 6080082602343750),
    ("pt-bingo-80", 182818479414274560000, 551029849700625),
    ("pt-bingo-75", 552446474061128648601600000, 111007923832370565),
    ("pt-bingo-75-numbered", 6076911214672415134617600000, 244217432431215243),
    ("pt-bingo-30", 373248000, 1728000),
)
"""Different cards, and different sets of numbers."""

KNOWN = (Path(__file__).parent / "known_answers.csv").read_text("utf-8")
"""What wins on a card, the mean, and the probability within so many balls, to so many digits."""

BLACKOUTS = (
    ("pt-bingo-90", 50, "1399895/28482447411"),
    ("pt-bingo-80", 50, "12180567/66691127789"),
    ("pt-bingo-75", 48, "82861/66238993967"),
    ("pt-bingo-75", 50, "4060189/861106921571"),
    ("pt-bingo-75", 54, "9860459/181219889155"),
    ("pt-bingo-75-numbered", 50, "8120378/3378188692317"),
    ("pt-bingo-30", 15, "7/20010"),
)
"""A variant, so many balls, and the probability that its card is full within them."""

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


def combination_of(wins: str, lines: str) -> Combination:
    """Return what wins as the table says it; "literal" is rule 74 as written: four rows, four columns."""
    if wins != "literal":
        return Combination(tuple(map(Way, wins.split())), int(lines))
    drawn = [form for form in Combination(ANY).forms(variant("pt-bingo-75")) if form not in LAST_OF_FIVE]
    cells = [["X" if form >> cell & 1 else "." for cell in range(25)] for form in drawn]
    rows = [tuple("".join(each[at : at + 5]) for at in range(0, 25, 5)) for each in cells]
    return Combination(shapes=tuple(Shape(f"l{at}", "x", "x", "x", each) for at, each in enumerate(rows)))


@pytest.mark.parametrize("key", sorted({row["variant"] for row in DictReader(StringIO(KNOWN))}))
def test_every_mean_and_probability_of_a_combination_is_the_known_one(key: str) -> None:
    rows = [row for row in DictReader(StringIO(KNOWN)) if row["variant"] == key]
    found = {
        (row["wins"], row["lines"]): odds_of(variant(key), combination_of(row["wins"], row["lines"]))
        for row in rows
    }
    for row in rows:
        odds, digits = found[row["wins"], row["lines"]], int(row["digits"])
        assert odds.mean == Fraction(row["mean"]), row
        assert float(f"{float(odds.within(int(row['balls']))):.{digits}g}") == float(row["within"]), row


@pytest.mark.parametrize(("key", "balls", "within"), BLACKOUTS)
def test_a_full_card_within_so_many_balls_is_exactly_as_likely(key: str, balls: int, within: str) -> None:
    assert odds_of(variant(key), Combination((FULL,))).within(balls) == Fraction(within)


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
