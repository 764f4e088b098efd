"""The wheel, the layout, and what each bet pays, against the regulation's figures and known answers."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.roulette.rules.layout import SIMPLE, TERMS, Chance, Position, positions
from hallctl.games.roulette.rules.settlement import Bet, Limits, give_back, refused, settle
from hallctl.games.roulette.rules.wheel import (
    DOUBLE_ZERO_ORDER,
    SINGLE_ZERO_ORDER,
    USUAL_RED,
    ZEROS,
    Colour,
    Wheel,
)

SINGLE = Wheel("Cammegh", "37-001", SINGLE_ZERO_ORDER)
DOUBLE = Wheel("Cammegh", "38-001", DOUBLE_ZERO_ORDER)
WHEELS = pytest.mark.parametrize("wheel", [SINGLE, DOUBLE], ids=["37", "38"])

RO_18 = "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"

COUNTS = {
    Chance.STRAIGHT: (37, 38),
    Chance.SPLIT: (60, 62),
    Chance.STREET: (14, 15),
    Chance.CORNER: (23, 22),
    Chance.SIX_LINE: (11, 11),
    Chance.DOZEN: (3, 3),
    Chance.COLUMN: (3, 3),
    Chance.TWO_DOZENS: (2, 2),
    Chance.TWO_COLUMNS: (2, 2),
    **dict.fromkeys(SIMPLE, (1, 1)),
}
"""How many positions of each chance the layouts of 37 and 38 pockets have."""

MINIMUM = dict.fromkeys(Chance, 200)
LIMITS = Limits(chip=50, minimum=MINIMUM, maximum={})


def of(wheel: Wheel, chance: Chance, *numbers: int) -> Position:
    """Return the position of a chance that holds these numbers."""
    wanted = {str(number) for number in numbers}
    return next(each for each in positions(wheel) if each.chance is chance and wanted <= each.numbers)


@pytest.mark.req("RO-15", "RO-17", "RO-18", "RO-19")
def test_a_wheel_has_the_regulations_numbers_in_their_order_begun_anywhere() -> None:
    assert "-".join(SINGLE_ZERO_ORDER) == RO_18
    for order in (SINGLE_ZERO_ORDER, DOUBLE_ZERO_ORDER):
        for at in (0, 1, 20):
            assert Wheel("C", "1", order[at:] + order[:at]).faults() == []
        swapped = (order[1], order[0], *order[2:])
        assert any("orden del reglamento" in fault for fault in Wheel("C", "1", swapped).faults())
        assert Wheel("C", "1", order[::-1]).faults(), "the other way round"
        assert any("tiene 37 casillas" in fault for fault in Wheel("C", "1", order[:36]).faults())
    assert any("número de serie" in fault for fault in Wheel("C", " ", SINGLE_ZERO_ORDER).faults())


@pytest.mark.req("RO-16", "RO-37", "RO-38")
def test_colours_alternate_but_where_the_sheet_says_so_and_eighteen_are_red() -> None:
    assert DOUBLE.alike() == ()
    assert SINGLE.alike() == (("1", "27"),)
    assert {SINGLE.colour(each) for each in ZEROS} == {Colour.GREEN}
    assert Counter(map(DOUBLE.colour, DOUBLE.pockets)) == {
        Colour.RED: 18,
        Colour.BLACK: 18,
        Colour.GREEN: 2,
    }
    for red in (USUAL_RED[:-1], (*USUAL_RED[:-1], "1"), (*USUAL_RED[:-1], "0"), (*USUAL_RED, "2")):
        assert Wheel("C", "1", SINGLE_ZERO_ORDER, red).faults() != [], red


@pytest.mark.req("RO-17")
def test_neighbours_lie_on_both_sides_across_the_zero_too() -> None:
    assert SINGLE.neighbours("0", 2) == ("14", "2", "0", "28", "9")
    assert SINGLE.neighbours("27", 2) == ("13", "1", "27", "10", "25")
    assert DOUBLE.neighbours("00", 2) == ("13", "1", "00", "27", "10")
    assert SINGLE.place["0"] == 0
    assert SINGLE.place["2"] == 36


@pytest.mark.req(
    "RO-20", "RO-24", "RO-25", "RO-26", "RO-27", "RO-28", "RO-29", "RO-30", "RO-31", "RO-32", "RO-41"
)
@pytest.mark.parametrize(("wheel", "at"), [(SINGLE, 0), (DOUBLE, 1)], ids=["37", "38"])
def test_the_layout_has_every_position_and_no_other(wheel: Wheel, at: int) -> None:
    found = Counter(each.chance for each in positions(wheel))
    assert found == {chance: counts[at] for chance, counts in COUNTS.items()}
    assert len(set(positions(wheel))) == sum(found.values()) == (161, 164)[at]
    assert len(positions(wheel, any_two=True)) == (163, 166)[at]
    for each in positions(wheel):
        assert len(each.numbers) == TERMS[each.chance].numbers
    zeros = Counter(each.chance for each in positions(wheel) if each.numbers & {*ZEROS})
    kinds = (Chance.STRAIGHT, Chance.SPLIT, Chance.STREET, Chance.CORNER)
    assert tuple(zeros[kind] for kind in kinds) == ((1, 3, 2, 1), (2, 5, 3, 0))[at]


@pytest.mark.req("RO-25", "RO-26", "RO-27")
def test_what_holds_a_zero_is_what_lies_beside_it() -> None:
    def with_zero(wheel: Wheel, chance: Chance) -> set[str]:
        held = (each.numbers for each in positions(wheel) if each.chance is chance)
        return {"-".join(sorted(each, key=lambda n: (int(n), n))) for each in held if each & {*ZEROS}}

    assert with_zero(SINGLE, Chance.SPLIT) == {"0-1", "0-2", "0-3"}
    assert with_zero(SINGLE, Chance.STREET) == {"0-1-2", "0-2-3"}
    assert with_zero(SINGLE, Chance.CORNER) == {"0-1-2-3"}
    assert with_zero(DOUBLE, Chance.SPLIT) == {"0-00", "0-1", "0-2", "00-2", "00-3"}
    assert with_zero(DOUBLE, Chance.STREET) == {"0-1-2", "0-00-2", "00-2-3"}


@pytest.mark.req("RO-21", "RO-33", "RO-34", "RO-35", "RO-36")
def test_the_outside_holds_each_number_in_its_halves_and_no_zero() -> None:
    outside: dict[Chance, frozenset[str]] = {each.chance: each.numbers for each in positions(DOUBLE)}
    for one, other in (("par", "impar"), ("menor", "maior"), ("encarnado", "preto")):
        assert outside[Chance(one)] | outside[Chance(other)] == {str(n) for n in range(1, 37)}
        assert not outside[Chance(one)] & outside[Chance(other)]
    assert {"2", "36"} <= outside[Chance.EVEN]
    assert {"1", "18"} <= outside[Chance.LOW]
    assert {str(n) for n in (34, 1)} <= of(SINGLE, Chance.COLUMN, 34).numbers


@pytest.mark.req("RO-37")
def test_red_is_what_the_metal_shows() -> None:
    low = tuple(str(n) for n in (*range(1, 11), *range(29, 37)))
    wheel = Wheel("C", "1", SINGLE_ZERO_ORDER, low)
    assert wheel.faults() == []
    assert wheel.alike() == ()
    assert of(wheel, Chance.RED).numbers == {*low}


@pytest.mark.req(
    "RO-43",
    "RO-44",
    "RO-45",
    "RO-46",
    "RO-47",
    "RO-48",
    "RO-49",
    "RO-50",
    "RO-51",
    "RO-52",
    "RO-53",
    "RO-57",
    "RO-58",
    "RO-59",
    "RO-60",
    "RO-61",
    "RO-62",
    "RO-63",
    "RO-64",
    "RO-65",
    "RO-66",
)
@WHEELS
def test_every_position_has_the_regulations_limit_and_the_house_the_same_edge(wheel: Wheel) -> None:
    for position in positions(wheel):
        terms = TERMS[position.chance]
        assert terms.numbers * (Fraction(terms.pays, terms.units) + 1) == 36
        assert terms.most == 30 * terms.numbers
        most = LIMITS.most(position.chance)
        results = [settle([Bet(position, most)], pocket).house for pocket in wheel.pockets]
        assert Fraction(sum(results), most * len(results)) == Fraction(len(wheel.pockets) - 36, len(results))
        assert -min(results) == most * terms.pays // terms.units


@pytest.mark.req("RO-24", "RO-69")
@WHEELS
def test_a_million_spins_take_from_every_position_what_the_edge_says(wheel: Wheel) -> None:
    pockets = len(wheel.pockets)
    drawn = np.random.default_rng(804).multinomial(10**6, [1 / pockets] * pockets)
    for position in positions(wheel):
        bet = Bet(position, 200)
        results = np.array([settle([bet], pocket).house for pocket in wheel.pockets])
        taken, mean = int(drawn @ results), results.mean()
        assert abs(taken - 10**6 * mean) <= 4 * results.std() * 10**3, position


@st.composite
def tables(draw: st.DrawFn) -> tuple[Wheel, list[Bet], str]:
    """Any set of bets that a table takes, and where the ball lies."""
    wheel = draw(st.sampled_from([SINGLE, DOUBLE]))
    bets = []
    for position in draw(st.lists(st.sampled_from(positions(wheel)), max_size=12, unique=True)):
        step = LIMITS.chip * TERMS[position.chance].units
        least, most = MINIMUM[position.chance] // step, LIMITS.most(position.chance) // step
        bets.append(Bet(position, step * draw(st.integers(least, most))))
    return wheel, bets, draw(st.sampled_from(wheel.pockets))


@pytest.mark.req("RO-13", "RO-23", "RO-40", "RO-56", "RO-68", "RO-69", "RO-70", "RO-72", "RO-78")
@given(tables())
def test_money_is_conserved_for_any_set_of_bets(table: tuple[Wheel, list[Bet], str]) -> None:
    wheel, bets, pocket = table
    assert refused(bets, LIMITS, wheel) == ()
    paid = settle(bets, pocket)
    staked = sum(bet.amount for bet in bets)
    assert paid.kept + paid.collected == staked
    assert paid.house + (paid.kept + paid.prizes - staked) == 0, "what the house gains a player loses"
    alone = [settle([bet], pocket) for bet in bets]
    assert paid.house == sum(each.house for each in alone), "each bet by itself"
    assert paid.prizes % LIMITS.chip == 0, "nothing is rounded"
    if pocket in ZEROS:
        holding = [bet for bet in bets if pocket in bet.position.numbers]
        assert paid.kept == sum(bet.amount for bet in holding)
        assert all(bet.position.chance not in SIMPLE for bet in holding)
    assert give_back(bets).kept == staked
    assert give_back(bets).house == 0


@pytest.mark.req(
    "RO-09",
    "RO-44",
    "RO-45",
    "RO-46",
    "RO-47",
    "RO-48",
    "RO-49",
    "RO-50",
    "RO-51",
    "RO-52",
    "RO-53",
    "RO-54",
    "RO-55",
)
def test_a_bet_outside_the_limits_is_refused_with_its_check() -> None:
    for position in positions(SINGLE):
        most, step = LIMITS.most(position.chance), TERMS[position.chance].units * LIMITS.chip
        for amount, check in (
            (most + step, TERMS[position.chance].limit),
            (100, "RO-09"),
            (most - step + 1, "DR7"),
        ):
            (why,) = refused([Bet(position, amount)], LIMITS, SINGLE)
            assert why.requirement == check
    without = Limits(50, {key: 200 for key in Chance if "cavalo-" not in key}, {}, player=1000)
    assert without.faults() == []
    two = of(SINGLE, Chance.TWO_DOZENS, 1)
    assert any(why.requirement == "RO-54" for why in refused([Bet(two, 200)], without, SINGLE))
    red = of(SINGLE, Chance.RED)
    assert any(why.requirement == "RO-55" for why in refused([Bet(red, 600), Bet(red, 600)], without, SINGLE))
    twice = refused([Bet(of(SINGLE, Chance.STRAIGHT, 7), 4000)] * 2, LIMITS, SINGLE)
    assert any(why.requirement == "RO-44" for why in twice), "two chips on one number are one bet"
    five = Position(Chance.CORNER, frozenset(("0", "00", "1", "2", "3")))
    assert any(why.requirement == "RO-23" for why in refused([Bet(five, 200)], LIMITS, DOUBLE))


@pytest.mark.req("RO-08", "RO-40", "RO-42", "RO-43", "RO-54", "RO-55")
@pytest.mark.parametrize(
    ("limits", "check"),
    [
        (Limits(50, MINIMUM, {Chance.RED: 540 * 200 + 50}), "RO-53"),
        (Limits(50, MINIMUM, {Chance.RED: 150}), "RO-53"),
        (Limits(50, {**MINIMUM, Chance.TWO_DOZENS: 150}, {}), "DR7"),
        (Limits(50, {key: 200 for key in Chance if key is not Chance.RED}, {}), "RO-40"),
        (
            Limits(50, {key: 200 for key in Chance if key is not Chance.TWO_DOZENS}, {Chance.TWO_DOZENS: 9}),
            "RO-42",
        ),
        (Limits(0, MINIMUM, {}), "RO-42"),
        (Limits(50, MINIMUM, {}, player=100), "RO-55"),
    ],
)
def test_limits_that_the_regulation_does_not_allow_are_refused(limits: Limits, check: str) -> None:
    assert any(check in fault for fault in limits.faults())
    assert LIMITS.faults() == []
