"""What a variant, a shape, a combination and a made card may be, and what is refused with its reason."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.variants.combination import Combination, CombinationError, Way, winning
from hallctl.games.bingo.variants.counts import count_cards, count_number_sets
from hallctl.games.bingo.variants.generator import SeriesError, make_cards
from hallctl.games.bingo.variants.library import VARIANTS, shapes, variant
from hallctl.games.bingo.variants.odds import OddsError, odds_of
from hallctl.games.bingo.variants.shapes import Shape, ShapeError
from hallctl.games.bingo.variants.variant import Column, Variant, VariantError

SQUARES = tuple(key for key in VARIANTS if not variant(key).has_blanks)
LINES = (Way.ROWS, Way.COLUMNS, Way.DIAGONALS)


def square(side: int, numbers: int) -> Variant:
    columns = tuple(Column(1 + at * numbers, (at + 1) * numbers) for at in range(side))
    return Variant("square", "test", side * numbers, side, columns, side)


@pytest.mark.req("PT-55", "PT-57", "PT-58", "PT-60", "PT-61", "PT-66")
def test_the_variants_are_those_of_the_regulation() -> None:
    ninety, eighty, seventy_five, thirty = (variant(f"pt-bingo-{n}") for n in (90, 80, 75, 30))
    assert [(v.rows, len(v.columns), v.numbers) for v in (ninety, eighty, seventy_five, thirty)] == [
        (3, 9, 15),
        (4, 4, 16),
        (5, 5, 24),
        (3, 3, 9),
    ]
    assert [(c.first, c.last) for c in ninety.columns][::4] == [(1, 9), (40, 49), (80, 90)]
    assert len({column.colour for column in eighty.columns}) == 4
    assert "".join(column.letter for column in seventy_five.columns) == "BINGO"
    assert (seventy_five.free, variant("pt-bingo-75-numbered").free) == ((12,), ())
    assert [(c.first, c.last) for c in thirty.columns] == [(1, 10), (11, 20), (21, 30)]


@pytest.mark.req("PT-65")
def test_a_number_is_called_with_its_letter_where_columns_have_one() -> None:
    assert [variant("pt-bingo-75").call(n) for n in (7, 15, 16, 75)] == ["B-7", "B-15", "I-16", "O-75"]
    assert variant("pt-bingo-80").call(7) == "7"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"universe": 91}, "universe va de 1 a 90"),
        ({"universe": 74}, "no reparten del 1 al 74"),
        ({"rows": 10}, "de 1 a 9 filas"),
        ({"per_row": 6}, "per_row va de 1 a las 5 columnas"),
        ({"free": (25,)}, "free nombra casillas"),
        ({"columns": (Column(1, 75),) * 5}, "no reparten"),
        (
            {"columns": (Column(1, 3), *(Column(4 + 18 * n, 21 + 18 * n) for n in range(4)))},
            "menos de 5 números",
        ),
    ],
)
def test_a_variant_that_contradicts_itself_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(VariantError, match=why):
        replace(variant("pt-bingo-75"), **change)  # type: ignore[arg-type]


def test_every_shape_has_its_own_name_and_its_own_cells_and_known_odds() -> None:
    found = [shape.forms(variant("pt-bingo-75")) for shape in shapes()]
    assert len(found) >= 40
    assert len({*found}) == len(found)
    for names in ("key", "es", "pt", "en"):
        assert len({getattr(shape, names) for shape in shapes()}) == len(found)
    assert all(
        odds_of(variant("pt-bingo-75"), Combination(shapes=(shape,))).within(75) == 1 for shape in shapes()
    )


@pytest.mark.parametrize(
    ("rows", "flags", "why"),
    [
        ((), {}, "se dibuja con"),
        (("XX", "X"), {}, "todas las filas igual de largas"),
        (("XO",), {}, "se dibuja con"),
        (("..", ".."), {}, "ninguna casilla"),
        (("X..", "..."), {"turned": True}, "cuadrado"),
    ],
)
def test_a_drawing_that_is_no_shape_is_refused(
    rows: tuple[str, ...], flags: dict[str, bool], why: str
) -> None:
    with pytest.raises(ShapeError, match=why):
        Shape("s", "s", "s", "s", rows, **flags)


@pytest.mark.parametrize(
    ("key", "shape", "why"),
    [
        ("pt-bingo-80", shapes()[0], "dibujada para otro cartón"),
        ("pt-bingo-90", Shape("s", "s", "s", "s", ("X........",) * 3), "sus blancos en otro sitio"),
        (
            "pt-bingo-75",
            Shape("s", "s", "s", "s", ("X....", *("....." for _ in range(4))), shifted=True),
            "25 formas",
        ),
    ],
)
def test_a_shape_of_another_card_is_refused(key: str, shape: Shape, why: str) -> None:
    with pytest.raises(ShapeError, match=why):
        shape.forms(variant(key))


def test_turns_mirrors_and_shifts_are_forms_of_their_own_only_where_the_shape_says_so() -> None:
    rows = ("XX.", "X..", "...")
    small = square(3, 3)
    assert [
        len(Shape("s", "s", "s", "s", rows, *flags).forms(small))
        for flags in ((), (True,), (False, True), (False, False, True), (True, True, True))
    ] == [1, 4, 2, 4, 16]


@pytest.mark.req("PT-37", "PT-38", "PT-39", "PT-56", "PT-59", "PT-63")
def test_lines_corners_and_the_full_card_are_the_cells_of_the_card() -> None:
    seventy_five = variant("pt-bingo-75")
    assert [len(Combination((way,)).forms(seventy_five)) for way in Way] == [5, 5, 2, 1, 1]
    assert [len(Combination((way,)).forms(variant("pt-bingo-80"))) for way in Way] == [4, 4, 2, 1, 1]
    assert len(Combination((Way.ROWS,)).forms(variant("pt-bingo-90"))) == 3
    crossing = Combination((Way.ROWS, Way.COLUMNS), lines=2).forms(seventy_five)
    assert sorted({cells.bit_count() for cells in crossing}) == [9, 10]  # two lines may cross (D20)


@pytest.mark.parametrize(
    ("key", "combination", "why"),
    [
        ("pt-bingo-90", Combination((Way.COLUMNS,)), "solo las filas"),
        ("pt-bingo-90", Combination((Way.CORNERS,)), "pueden estar en blanco"),
        ("pt-bingo-90", Combination((Way.ROWS,), lines=4), "no tiene 4 de esas líneas"),
        ("pt-bingo-75", Combination(LINES, lines=6), "demasiados modos"),
    ],
)
def test_a_combination_without_meaning_on_its_cards_is_refused(
    key: str, combination: Combination, why: str
) -> None:
    with pytest.raises(CombinationError, match=why):
        combination.forms(variant(key))


@pytest.mark.parametrize("values", [((), 1), ((Way.CORNERS,), 2), ((Way.ROWS,), 0)])
def test_a_combination_says_what_wins(values: tuple[tuple[Way, ...], int]) -> None:
    with pytest.raises(CombinationError):
        Combination(*values)


@pytest.mark.req("PT-41")
def test_the_least_numbers_that_win_order_the_prizes() -> None:
    seventy_five = variant("pt-bingo-75")
    least = [Combination((way,)).least(seventy_five) for way in Way]
    assert least == [4, 4, 4, 4, 24]  # the free centre counts as filled
    assert Combination(LINES).least(variant("pt-bingo-80")) == 4


@pytest.mark.req("PT-61")
def test_what_wins_on_a_card_are_its_numbers_without_the_free_centre() -> None:
    seventy_five = variant("pt-bingo-75")
    card = make_cards(seventy_five, 1, 7)[0]
    won = winning(seventy_five, Combination((Way.DIAGONALS,)), card)
    found = {frozenset(n for n in range(76) if numbers >> n & 1) for numbers in won}
    assert found == {frozenset(card[cell] for cell in cells) for cells in ((0, 6, 18, 24), (4, 8, 16, 20))}


@settings(max_examples=60, deadline=None)
@given(
    side=st.integers(2, 3),
    extra=st.integers(0, 2),
    cells=st.sets(st.integers(1, 511), min_size=1, max_size=6),
)
def test_the_odds_are_those_of_counting_every_draw(side: int, extra: int, cells: set[int]) -> None:
    # Whatever is drawn first: of every set of drawn numbers it is counted whether it holds a set that wins.
    small = square(side, side + extra)
    wanted = {each % (1 << side * side) for each in cells} - {0} or {1}
    rows = [
        ["X" if form >> (r * side + c) & 1 else "." for c in range(side)]
        for form in wanted
        for r in range(side)
    ]
    forms = [tuple("".join(row) for row in rows[at : at + side]) for at in range(0, len(rows), side)]
    combination = Combination(shapes=tuple(Shape("s", "s", "s", "s", form) for form in forms))
    odds = odds_of(small, combination)
    for balls in range(small.universe + 1):
        hits = sum(
            comb(small.universe - small.numbers, balls - size)
            for size in range(min(balls, small.numbers) + 1)
            for drawn in combinations(range(small.numbers), size)
            if any(form & sum(1 << cell for cell in drawn) == form for form in wanted)
        )
        assert odds.within(balls) == Fraction(hits, comb(small.universe, balls))


def test_odds_of_too_many_forms_are_refused() -> None:
    played = variant("pt-bingo-75-numbered")
    rows = ["." * 5] * 5
    cells = [(*rows[:r], "." * c + "X" + "." * (4 - c), *rows[r + 1 :]) for r in range(4) for c in range(5)]
    combination = Combination(shapes=tuple(Shape("s", "s", "s", "s", form) for form in cells))
    with pytest.raises(OddsError, match="demasiadas formas"):
        odds_of(played, combination)


@pytest.mark.req("PT-22")
@pytest.mark.parametrize("key", SQUARES)
def test_made_cards_are_those_of_their_variant_and_no_two_are_equal(key: str) -> None:
    played, cards = variant(key), make_cards(variant(key), 3000, 5)
    assert len({frozenset(card) for card in cards}) == len(cards)
    width = len(played.columns)
    for card in cards:
        assert tuple(at for at, number in enumerate(card) if not number) == played.free
        for at, column in enumerate(played.columns):
            held = [number for number in card[at::width] if number]
            assert {*held} <= {*column.numbers}
            assert len({*held}) == len(held)


@pytest.mark.req("PT-22")
def test_a_series_is_as_long_as_there_are_sets_of_numbers_and_no_longer() -> None:
    tiny = square(2, 3)
    assert count_number_sets(tiny) == 9
    made = make_cards(tiny, 9, 1)
    assert len({frozenset(card) for card in made}) == 9
    with pytest.raises(SeriesError, match="de 1 a 9 cartones"):
        make_cards(tiny, 10, 1)


def test_every_card_of_a_variant_is_as_likely_as_any_other() -> None:
    tiny = square(2, 3)
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(3600):
        card = make_cards(tiny, 1, seed)[0]
        counts[card] = counts.get(card, 0) + 1
    expected = 3600 / count_cards(tiny)
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == count_cards(tiny) == 36
    assert chi < 79.5  # one in 30,000 with 35 degrees of freedom


def test_a_longer_series_of_a_seed_begins_with_the_shorter_one() -> None:
    played = variant("pt-bingo-75")
    assert make_cards(played, 40, 3)[:12] == make_cards(played, 12, 3)
    assert make_cards(played, 12, 4) != make_cards(played, 12, 3)


def test_cards_with_blanks_are_made_in_strips() -> None:
    with pytest.raises(SeriesError, match="tiras"):
        make_cards(variant("pt-bingo-90"), 6, 1)
