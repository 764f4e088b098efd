"""What a vote of five pictures comes to, and what it costs to ask for more confidence."""

from types import MappingProxyType

import pytest

from drivers.reader.sighting import Reason, Sighting, unread
from hallctl.readings.vote import VotePolicy
from tools.reader.votes import Shown, voted

CUT_OFF = unread(Reason.CUT_OFF, ball=True)


def seen(number: int, score: float) -> Sighting:
    return Sighting(True, False, MappingProxyType({number: score}), Reason.NONE)


def ball(*sightings: Sighting, truth: int | None = 42, legible: int = 5) -> Shown:
    return Shown(7, legible, truth, sightings, (0.01,) * len(sightings))


@pytest.mark.parametrize(("confidence", "told"), [(0.99, 42), (0.997, None), (0.9999, None)])
def test_what_one_confidence_believes_a_higher_one_refuses(confidence: float, told: int | None) -> None:
    found = voted(ball(*[seen(42, 0.995)] * 5), VotePolicy(confidence=confidence))
    assert (found.told, found.false) == (told, False)
    assert found.why == ("BallRead" if told else "not sure enough")


@pytest.mark.parametrize(("truth", "false"), [(42, False), (47, True), (None, True)])
def test_a_number_is_false_that_is_not_the_balls_or_that_only_a_guess_could_give(
    truth: int | None, false: bool
) -> None:
    assert voted(ball(*[seen(42, 0.9999)] * 5, truth=truth), VotePolicy()).false == false


def test_a_ball_is_settled_when_its_third_picture_was_read_and_not_before() -> None:
    sure = seen(42, 0.9999)
    found = voted(ball(CUT_OFF, sure, sure, CUT_OFF, sure), VotePolicy())
    assert found.settled_ms == pytest.approx(4 / 30 * 1e3 + 10)
    assert voted(ball(*[CUT_OFF] * 5), VotePolicy()).settled_ms == 0


def test_a_vote_ends_with_the_first_thing_it_says_whatever_later_pictures_show() -> None:
    """A hall has announced the number by then, or asked a person."""
    sure, other = seen(42, 0.9999), seen(47, 0.9999)
    for truth in (42, 47):
        found = voted(ball(sure, sure, sure, other, other, truth=truth), VotePolicy())
        assert (found.told, found.false) == (42, truth != 42)
    doubted = voted(ball(sure, other, sure, sure, sure), VotePolicy())
    assert (doubted.told, doubted.why, doubted.settled_ms) == (None, "pictures disagree", 0)


def test_a_ball_is_legible_if_as_many_pictures_are_as_a_vote_asks_for() -> None:
    assert [voted(ball(*[CUT_OFF] * 5, legible=count), VotePolicy()).legible for count in (2, 3)] == [
        False,
        True,
    ]
