"""Lists of prizes: how they share what is collected, what contradicts itself, and what a law asks of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.variants import portugal
from hallctl.games.bingo.variants.combination import LINES, Combination, Way
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.games.bingo.variants.prizes import (
    GrowingPrize,
    PlanError,
    Prize,
    PrizePlan,
    WrittenPlan,
    WrittenPrize,
)

LINE = Combination(LINES)
ROW = Combination((Way.ROWS,))
CORNERS = Combination((Way.CORNERS,))
FULL = Combination((Way.FULL,))
LETTER_X = Combination(shapes=tuple(shape for shape in shapes() if shape.key == "letter-x"))
COLLECTED = 60_000


def prize(key: str, combination: Combination, share_bp: int, amount: int = 0) -> Prize:
    return Prize(key, key, key, key, combination, share_bp, amount)


def plan(key: str, *prizes: Prize, growing: tuple[GrowingPrize, ...] = ()) -> PrizePlan:
    return PrizePlan(variant(key), prizes, growing)


def said(found: PrizePlan, collected: int = COLLECTED) -> str:
    return "; ".join(portugal.faults(found, collected))


NINETY = (prize("line", ROW, 1500), prize("bingo", FULL, 6000))
SEVENTY_FIVE = (prize("corners", CORNERS, 500), prize("line", LINE, 1000), prize("bingo", FULL, 6500))
JACKPOT = GrowingPrize("jackpot", "bingo", 50_000, 300, 50)


@given(
    collected=st.integers(0, 10**9),
    shares=st.lists(st.integers(1, 2500), min_size=1, max_size=3),
    growing=st.lists(st.integers(1, 1200), max_size=2),
)
def test_every_cent_that_was_collected_is_a_prize_s_or_the_house_s(
    collected: int, shares: list[int], growing: list[int]
) -> None:
    prizes = tuple(prize(f"p{at}", ROW, share) for at, share in enumerate(shares))
    pots = tuple(GrowingPrize(f"g{at}", "p0", 0, share, 50) for at, share in enumerate(growing))
    found = plan("pt-bingo-90", *prizes, growing=pots).share_out(collected)
    assert sum(found.prizes) + sum(found.growing) + found.house == collected
    assert min(*found.prizes, *found.growing, found.house, 0) == 0


def test_a_fixed_amount_is_paid_before_the_house_and_refused_where_it_does_not_reach() -> None:
    fixed = plan("pt-bingo-90", prize("line", ROW, 0, 5000), prize("bingo", FULL, 5000))
    assert (fixed.share_out(20_000).prizes, fixed.share_out(20_000).house) == ((5000, 10_000), 5000)
    with pytest.raises(PlanError, match="no alcanza"):
        fixed.share_out(9_000)


@pytest.mark.parametrize(
    ("prizes", "growing", "why"),
    [
        ((), (), "de 1 a 12 premios"),
        ((NINETY[0], NINETY[0]), (), "la misma clave"),
        ((prize("line", ROW, 0),), (), "share_bp o amount"),
        ((prize("line", ROW, 100, 100),), (), "share_bp o amount"),
        ((prize("line", CORNERS, 100),), (), "pueden estar en blanco"),
        ((prize("x", LETTER_X, 100),), (), "otro cartón"),
        ((prize("a", ROW, 6000), prize("b", FULL, 6000)), (), "suman 12000 puntos"),
        (NINETY, (replace(JACKPOT, prize="none"),), "no hay ningún premio «none»"),
        (NINETY, (replace(JACKPOT, max_balls=91),), "van de 1 a 90"),
        (NINETY, (replace(JACKPOT, share_bp=0),), "share_bp es mayor que 0"),
        (NINETY, (replace(JACKPOT, balls_a_game=1),), "los dos o ninguno"),
        (NINETY, (replace(JACKPOT, key="line"),), "la misma clave"),
    ],
)
def test_a_list_that_contradicts_itself_is_refused(
    prizes: tuple[Prize, ...], growing: tuple[GrowingPrize, ...], why: str
) -> None:
    with pytest.raises(PlanError, match=why):
        plan("pt-bingo-90", *prizes, growing=growing)


def test_a_growing_prize_allows_more_balls_after_each_game_up_to_its_most() -> None:
    growing = replace(JACKPOT, balls_a_game=2, most_balls=55)
    assert [growing.balls(games) for games in range(5)] == [50, 52, 54, 55, 55]
    assert JACKPOT.balls(9) == 50


@pytest.mark.parametrize(
    "sound",
    [
        plan("pt-bingo-90", *NINETY, growing=(JACKPOT,)),
        plan("pt-bingo-80", prize("line", LINE, 1500), prize("bingo", FULL, 6000)),
        plan("pt-bingo-75", *SEVENTY_FIVE),
        plan("pt-bingo-75", prize("x", LETTER_X, 8000)),
        plan("pt-bingo-30", prize("bingo", FULL, 8000)),
        plan("pt-bingo-30", prize("corners", CORNERS, 1000), prize("bingo", FULL, 7000)),
    ],
    ids=["90", "80", "75", "75 of a shape", "30", "30 with corners"],
)
@pytest.mark.req("PT-04", "PT-56", "PT-68")
def test_prizes_as_the_law_asks_for_have_no_fault(sound: PrizePlan) -> None:
    assert said(sound) == ""


@pytest.mark.req("PT-35")
@pytest.mark.parametrize(("bingo", "broken"), [(5499, True), (5500, False), (7500, False), (7501, True)])
def test_seventy_to_ninety_per_cent_go_to_prizes(bingo: int, *, broken: bool) -> None:
    found = said(plan("pt-bingo-90", prize("line", ROW, 1500), prize("bingo", FULL, bingo)), 1_000_000)
    assert ("PT-35" in found) == broken


@pytest.mark.req("PT-42")
@pytest.mark.parametrize(("share", "broken"), [(375, False), (400, True)])
def test_growing_prizes_take_a_twentieth_of_what_goes_to_prizes(share: int, *, broken: bool) -> None:
    prizes = prize("line", ROW, 1500), prize("bingo", FULL, 6000 - share)
    found = said(plan("pt-bingo-90", *prizes, growing=(replace(JACKPOT, share_bp=share),)))
    assert ("PT-42" in found) == broken


@pytest.mark.req("PT-41")
def test_more_numbers_never_pay_less() -> None:
    assert "PT-41" in said(plan("pt-bingo-90", prize("line", ROW, 4000), prize("bingo", FULL, 3900)))
    # A line through the free centre has four numbers: by the count it is as hard as four corners.
    assert said(plan("pt-bingo-75", prize("corners", CORNERS, 900), *SEVENTY_FIVE[1:])) == ""
    fixed = plan("pt-bingo-90", prize("line", ROW, 0, 30_000), prize("bingo", FULL, 4500))
    assert "PT-41" in said(fixed)
    assert "PT-41" not in said(fixed, 100_000)


@pytest.mark.parametrize(
    ("key", "prizes", "article"),
    [
        ("pt-bingo-90", (prize("bingo", FULL, 8000),), "PT-36"),
        ("pt-bingo-80", (prize("corners", CORNERS, 1000), prize("bingo", FULL, 7000)), "PT-36"),
        ("pt-bingo-75", (prize("bingo", FULL, 8000),), "PT-63"),
        ("pt-bingo-75", (prize("line", LINE, 8000),), "PT-04"),
        ("pt-bingo-90", (prize("line", ROW, 8000),), "PT-04"),
        (
            "pt-bingo-30",
            (prize("corners", CORNERS, 900), prize("line", LINE, 800), prize("bingo", FULL, 6500)),
            "PT-68",
        ),
    ],
)
@pytest.mark.req("PT-04", "PT-36", "PT-62", "PT-63", "PT-68")
def test_the_prizes_that_a_variant_must_have_or_may_not_have(
    key: str, prizes: tuple[Prize, ...], article: str
) -> None:
    assert article in said(plan(key, *prizes))


def test_a_file_names_ways_and_shapes() -> None:
    written = WrittenPlan(
        "pt-bingo-75", "€", 100, (WrittenPrize("x", "x", "x", "x", shapes=("letter-x",), share_bp=8000),)
    )
    assert written.plan(variant("pt-bingo-75"), shapes()).prizes[0].combination == LETTER_X
    strange = replace(written, prize=(replace(written.prize[0], shapes=("letter-q",)),))
    with pytest.raises(PlanError, match="no existe la figura «letter-q»"):
        strange.plan(variant("pt-bingo-75"), shapes())
    nothing = replace(written, prize=(replace(written.prize[0], shapes=()),))
    with pytest.raises(PlanError, match="x: una combinación dice qué gana"):
        nothing.plan(variant("pt-bingo-75"), shapes())
