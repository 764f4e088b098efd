"""The exact chances of a round, digit for digit as they were computed elsewhere."""

from fractions import Fraction

import pytest

from hallctl.games.baccarat.odds import by_rank, by_value, chances, pairs
from hallctl.games.baccarat.rules.cards import composition
from hallctl.games.baccarat.rules.tableau import Result

KNOWN = {
    6: (403095751234560, 392220492728832, 83552962932288, 878869206895680),
    8: (2292252566437888, 2230518282592256, 475627426473216, 4998398275503360),
}
"""Ordered draws of six cards by decks: banker, player, tie, all."""

CARDS = {
    6: (333025560274176, 266771777612544, 279071869008960),
    8: (1893735611458560, 1516734808780800, 1587927855264000),
}
"""Of them, rounds of four, five and six cards."""

TIES = {
    6: "0.005767557 0.004101491 0.003995395 0.004452636 0.007251784 0.007944140 0.019207594 0.020358292 "
    "0.010955415 0.011034407",
    8: "0.005797838 0.004101157 0.004002603 0.004451528 0.007261153 0.007939353 0.019240164 0.020350027 "
    "0.010979401 0.011032745",
}
"""How probable a tie of each total is."""

WITH_SIX = {6: 0.037237101 + 0.016607350, 8: 0.037246719 + 0.016616997}
"""How probable it is that the banker wins with six: of two cards, and of three."""


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.req("BA-42", "BA-43")
def test_every_way_to_deal_a_round_is_counted_digit_for_digit(decks: int) -> None:
    found = chances(by_value(composition(decks)))
    assert (*map(found.of, (Result.BANKER, Result.PLAYER, Result.TIE)), found.total) == KNOWN[decks]
    assert tuple(map(found.taking, (4, 5, 6))) == CARDS[decks]
    of_total = [
        sum(n for end, n in found.draws.items() if end.player == end.banker == at) for at in range(10)
    ]
    assert " ".join(f"{draws / found.total:.9f}" for draws in of_total) == TIES[decks]
    six = sum(n for end, n in found.draws.items() if end.result is Result.BANKER and end.banker == 6)
    assert six / found.total == pytest.approx(WITH_SIX[decks], abs=2e-9)


@pytest.mark.req("BA-51", "BA-52")
def test_pairs_of_a_whole_shoe_are_as_probable_as_known() -> None:
    six, eight = pairs(by_rank(composition(6))), pairs(by_rank(composition(8)))
    assert (six.one_side, eight.one_side) == (Fraction(23, 311), Fraction(31, 415))
    assert [f"{float(each.either):.12f}" for each in (six, eight)] == ["0.142439198286", "0.143816871867"]
    assert [f"{float(each.both):.12f}" for each in (six, eight)] == ["0.005470769559", "0.005580718495"]


@pytest.mark.req("BA-60", "BA-61", "BA-62", "BA-63")
def test_what_the_house_keeps_of_each_bet_is_as_known() -> None:
    for decks, wanted in (
        (6, (0.0105584870, 0.0123741490, 0.1443815980)),
        (8, (0.0105790578, 0.0123508133, 0.1435962878)),
    ):
        found = chances(by_value(composition(decks)))
        banker, player, tie = (
            found.of(each) / found.total for each in (Result.BANKER, Result.PLAYER, Result.TIE)
        )
        kept = (player - 0.95 * banker, banker - player, 1 - 9 * tie)
        assert kept == pytest.approx(wanted, abs=1e-9)


def test_a_shoe_that_is_almost_empty_has_the_chances_of_its_own_cards() -> None:
    found = chances((0, 0, 0, 0, 6, 0, 0, 0, 0, 0))
    assert {end.result for end in found.draws} == {Result.TIE}
    assert sum(found.draws.values()) == found.total == 720
    mixed = chances((3, 0, 1, 0, 0, 1, 0, 0, 2, 1))
    assert sum(mixed.draws.values()) == mixed.total
    assert pairs((2, 1, 1, 0)).both == 0
