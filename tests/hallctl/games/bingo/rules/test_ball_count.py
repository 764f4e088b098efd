"""The balls of a manual extractor are counted before people."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.commands.opening import CountBalls
from hallctl.games.bingo.rules.events.opening import BallsCounted
from hallctl.rules.commands.base import Post
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, RULES, Night

MANUAL = replace(RULES, operation="manual")


@pytest.mark.req("AJ-62", "AJ-22")
def test_the_balls_of_a_manual_extractor_are_counted_before_the_director():
    night = Night(MANUAL).open_session()
    assert night.refused(CountBalls(ALL_BALLS, ())) == "COUNT-DIRECTOR"
    assert night.refused(CountBalls(ALL_BALLS, (), "Ana")) == "COUNT-DIRECTOR"
    assert night.refused(CountBalls(ALL_BALLS, (), "Marta"), Post.DIRECTOR) == "POST"
    counted = night.only(BallsCounted, CountBalls(ALL_BALLS, (), "Marta"))
    assert (counted.director, counted.witness, counted.witness_asked) == ("Marta", "", False)


@pytest.mark.req("AJ-62")
def test_the_public_sees_them_counted_if_it_asks_and_is_named():
    night = Night(MANUAL).open_session()
    asked = CountBalls(ALL_BALLS, (), "Marta", " ", witness_asked=True)
    assert night.refused(asked) == "COUNT-WITNESS"
    counted = night.only(BallsCounted, replace(asked, witness="Juan Pérez, CI 123"))
    assert (counted.witness, counted.witness_asked) == ("Juan Pérez, CI 123", True)


@pytest.mark.req("AJ-62", "AJ-22")
def test_the_balls_of_an_automatic_extractor_need_nobody_else():
    counted = Night().open_session().only(BallsCounted, CountBalls(ALL_BALLS, (), witness_asked=True))
    assert (counted.director, counted.witness) == ("", "")
    with pytest.raises(ValueError, match="AJ-22"):
        replace(RULES, operation="by hand")
