"""The vote: what pictures may and may not settle."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hallctl.readings.outcomes import Absence, BallRead, Doubtful, NoBall, Pending, Repeated
from hallctl.readings.vote import SUREST, Vote, VotePolicy, pooled

about: Any = pytest.approx
"""A number near another one, also inside of a value."""

POLICY = VotePolicy()


@dataclass(frozen=True)
class Seen:
    ball: bool = True
    empty: bool = False
    scores: Mapping[int, float] = field(default_factory=dict)
    reason: str = ""


EMPTY = Seen(ball=False, empty=True, reason="empty exit")
BLANK = Seen(reason="no number on the ball")
HAND = Seen(ball=False, reason="neither a ball nor an empty exit")


def number(value: int, score: float = 0.9995) -> Seen:
    return Seen(scores={value: score})


def vote(*pictures: Seen, drawn: frozenset[int] = frozenset(), policy: VotePolicy = POLICY) -> Vote:
    """Pictures 40 ms apart, the first 40 ms after the order at 10 s."""
    result = Vote(drawn, armed=False, started_at=10.0, policy=policy)
    for index, picture in enumerate(pictures, 1):
        result = result.see(picture, index, 10.0 + 0.04 * index)
    return result


SOON, LATE = 10.5, 20.0


def test_three_agreeing_pictures_after_an_empty_exit_are_a_ball() -> None:
    outcome = vote(EMPTY, number(42), number(42), number(42)).outcome(SOON)
    assert outcome == BallRead(42, about(0.9995), (2, 3, 4))


def test_two_pictures_are_not_enough_and_become_doubtful_in_time() -> None:
    two = vote(EMPTY, number(42), number(42, 0.998))
    assert two.outcome(SOON) == Pending()
    assert two.outcome(LATE) == Doubtful((42,), "too few pictures")


def test_pictures_that_come_late_are_waited_for_and_none_is_once_they_have_shown_the_time() -> None:
    """A film's pictures come with its next key frame, each of the time at which it was taken."""
    slow = VotePolicy(late=3.0)
    first = Vote(frozenset(), armed=False, started_at=10.0, policy=slow, sensed=True).see(EMPTY, 1, 10.3)
    reported = first.sense(10.4)
    assert reported.outcome(11.5) == Pending(), "unreadable_after has passed and no picture shows it"
    came = reported
    for index in range(3):
        came = came.see(number(42), 2 + index, 10.6 + index / 25)
    assert came.outcome(12.0) == BallRead(42, about(0.9995), (2, 3, 4))
    blank = reported.see(BLANK, 2, 10.6)
    assert blank.outcome(12.0) == Pending()
    assert isinstance(blank.see(BLANK, 3, 11.4).outcome(12.0), Doubtful), "it was looked at for long enough"
    assert isinstance(blank.outcome(14.5), Doubtful), "nothing is waited for without end"
    assert isinstance(reported.outcome(17.5), NoBall)


def test_two_that_are_sure_are_enough_once_no_third_is_waited_for() -> None:
    two = vote(EMPTY, BLANK, number(42), BLANK, number(42), BLANK, HAND)
    assert two.outcome(SOON) == Pending()
    assert two.outcome(LATE) == BallRead(42, about(0.9995), (3, 5))


def test_two_that_are_sure_are_not_enough_of_many_that_show_nothing() -> None:
    assert vote(EMPTY, *[BLANK] * 5, *[number(42)] * 2).outcome(LATE) == Doubtful((42,), "too few pictures")


@pytest.mark.parametrize("other", [number(42, 0.99), number(47, 0.91), Seen(scores={42: 0.9995, 47: 0.9995})])
def test_two_that_are_sure_are_not_enough_beside_one_that_is_not(other: Seen) -> None:
    pictures = vote(EMPTY, number(42), other, policy=VotePolicy(confidence=0.9))
    assert isinstance(pictures.outcome(LATE), Doubtful)


@pytest.mark.parametrize(("patience", "slowly"), [(0.0, Doubtful), (6.0, BallRead)])
def test_a_computer_that_reads_slowly_reads_later_and_asks_no_more(patience: float, slowly: type) -> None:
    policy = VotePolicy(patience=patience)
    read = Vote(frozenset(), armed=False, started_at=10.0, policy=policy, sensed=True)
    read = read.see(EMPTY, 1, 10.1).sense(10.5)
    outcome: object = Pending()
    for sequence in range(2, 8):
        at = 10.5 + 0.8 * (sequence - 1)
        outcome = read.outcome(at)
        if not isinstance(outcome, Pending):
            break
        read = read.see(number(42), sequence, at)
    assert isinstance(outcome, slowly)
    assert isinstance(outcome, Doubtful) or outcome == BallRead(42, about(0.9995), (2, 3, 4))


def test_a_slow_reader_is_waited_for_only_so_long_and_a_quick_one_not_at_all() -> None:
    policy = VotePolicy(patience=6.0)
    slow = Vote(frozenset(), armed=False, started_at=10.0, policy=policy, sensed=True)
    slow = slow.see(EMPTY, 1, 10.1).sense(10.5).see(BLANK, 2, 10.9)
    assert slow.outcome(17.4) == Pending()
    assert isinstance(slow.outcome(17.6), Doubtful)
    quick = vote(EMPTY, *[BLANK] * 6, policy=policy)
    assert isinstance(quick.outcome(11.1), Doubtful)


@pytest.mark.parametrize(("look_s", "most", "slowly"), [(4.0, 60.0, BallRead), (4.0, 6.0, Doubtful)])
def test_what_a_look_takes_says_how_long_a_reader_is_waited_for(
    look_s: float, most: float, slowly: type
) -> None:
    policy = VotePolicy(patience=6.0, most=most)
    read = Vote(frozenset(), armed=False, started_at=10.0, policy=policy, sensed=True)
    read = read.see(EMPTY, 1, 10.1).see(EMPTY, 2, 10.1 + look_s).sense(14.5)
    outcome: object = Pending()
    for sequence in range(3, 9):
        at = 14.5 + look_s * (sequence - 2)
        outcome = read.outcome(at)
        if not isinstance(outcome, Pending):
            break
        read = read.see(number(42), sequence, at)
    assert isinstance(outcome, slowly)


@pytest.mark.parametrize(("look_s", "waiting", "most"), [(0.5, 0, 7.0), (1.5, 0, 11.5), (1.5, 5, 19.0)])
def test_a_reported_ball_of_which_no_picture_comes_is_waited_for_as_long_as_those_that_wait_take(
    look_s: float, waiting: int, most: float
) -> None:
    """A second, and the looks at the pictures that waited, at six of the ball and the one that goes on."""
    blind = Vote(frozenset(), armed=False, started_at=9.8, policy=VotePolicy(patience=6.0), sensed=True)
    blind = blind.see(EMPTY, 1, 9.9).sense(10.0, waiting=waiting)
    assert blind.outcome(10.0 + most - 0.1, look_s) == Pending()
    assert blind.outcome(10.0 + most + 0.1, look_s) == NoBall(Absence.SENSOR_ALONE)


def test_one_fewer_than_a_hall_asks_for_is_enough_but_never_one_alone() -> None:
    assert vote(EMPTY, *[number(42)] * 3, policy=VotePolicy(frames=5)).outcome(LATE) == Doubtful(
        (42,), "too few pictures"
    )
    assert isinstance(vote(EMPTY, *[number(42)] * 4, policy=VotePolicy(frames=5)).outcome(LATE), BallRead)
    for frames in (2, 3):
        assert isinstance(vote(EMPTY, number(42), policy=VotePolicy(frames=frames)).outcome(LATE), Doubtful)


@pytest.mark.invariant("I15")
def test_two_sure_pictures_of_a_drawn_ball_are_an_alarm_once_no_third_is_waited_for() -> None:
    outcome = vote(EMPTY, number(42), number(42), drawn=frozenset({42})).outcome(LATE)
    assert outcome == Repeated(42, about(0.9995), (2, 3))


@pytest.mark.invariant("I15")
def test_the_ball_before_is_never_taken_for_the_new_one() -> None:
    stale = vote(*[number(42)] * 10)
    assert stale.outcome(SOON) == Pending()
    assert stale.outcome(LATE) == Doubtful((), "exit never seen empty after the order")


@pytest.mark.invariant("I15")
@pytest.mark.parametrize("covered", [HAND, BLANK])
def test_only_an_empty_exit_arms_not_a_covered_lens_nor_a_blank_ball(covered: Seen) -> None:
    assert not vote(number(42), covered, number(42), number(42), number(42)).armed


def test_the_ball_before_lying_there_for_long_does_not_use_up_the_new_balls_time() -> None:
    pictures = vote(*[number(41)] * 30, EMPTY, number(42))
    assert pictures.outcome(11.3) == Pending()
    assert pictures.see(number(42), 33, 11.32).see(number(42), 34, 11.36).outcome(11.4) == BallRead(
        42, about(0.9995), (32, 33, 34)
    )


@pytest.mark.invariant("I15")
def test_pictures_from_before_the_order_count_for_nothing() -> None:
    before = Vote(frozenset(), armed=False, started_at=10.0, policy=POLICY).see(EMPTY, 1, 9.99)
    assert not before.armed


@pytest.mark.invariant("I15")
def test_the_same_picture_counts_once() -> None:
    armed = vote(EMPTY)
    for _ in range(5):
        armed = armed.see(number(42), 7, 10.3)
    assert armed.outcome(SOON) == Pending()


@pytest.mark.invariant("I2")
def test_a_confident_ball_that_was_drawn_is_an_alarm() -> None:
    again = vote(EMPTY, *[number(42)] * 3, drawn=frozenset({42}))
    assert again.outcome(SOON) == Repeated(42, about(0.9995), (2, 3, 4))


SIX_OR_NINE = Seen(scores={6: 0.52, 9: 0.4795})
NINE_OR_SIX = Seen(scores={6: 0.4795, 9: 0.52})


def test_a_print_that_may_be_six_or_nine_is_settled_by_what_was_drawn_and_only_by_that() -> None:
    pictures = (EMPTY, SIX_OR_NINE, NINE_OR_SIX, NINE_OR_SIX)
    assert vote(*pictures).outcome(LATE) == Doubtful((9, 6), "not sure enough")
    settled = vote(*pictures, drawn=frozenset({9})).outcome(SOON)
    assert isinstance(settled, BallRead)
    assert settled.number == 6
    assert vote(*pictures, drawn=frozenset({6, 9})).outcome(LATE) == Doubtful((9, 6), "not sure enough")


@pytest.mark.invariant("I2", "I15")
@pytest.mark.parametrize("shown", [{9: 0.75, 6: 0.25}, {9: 0.6, 6: 0.4}, {9: 0.9, 6: 0.1}, {6: 0.39, 9: 0.4}])
def test_what_was_drawn_never_makes_a_ball_of_what_the_pictures_hardly_show(shown: dict[int, float]) -> None:
    again = vote(EMPTY, *[Seen(scores=shown)] * 9, drawn=frozenset({9})).outcome(LATE)
    assert not isinstance(again, BallRead)


@pytest.mark.invariant("I15")
def test_one_sure_picture_of_a_drawn_ball_is_a_contradiction_and_not_argued_away() -> None:
    mixed = vote(EMPTY, number(47), *[number(42)] * 20, drawn=frozenset({47}))
    assert mixed.outcome(SOON) == Doubtful((42, 47), "pictures disagree")


@pytest.mark.req("AJ-24")
@pytest.mark.parametrize("drawn", [frozenset(), frozenset({9}), frozenset({6})])
def test_a_ball_that_the_set_always_asks_for_goes_to_a_person_however_sure(drawn: frozenset[int]) -> None:
    policy = VotePolicy(always_ask=frozenset({6, 9}))
    outcome = vote(EMPTY, *[number(6, 0.999)] * 9, drawn=drawn, policy=policy).outcome(SOON)
    assert outcome == Doubtful((6,), "this ball is always asked")


def test_one_contradicting_picture_is_a_doubt_that_more_pictures_do_not_heal() -> None:
    assert vote(EMPTY, number(42), number(47), *[number(42)] * 20).outcome(SOON) == Doubtful(
        (42, 47), "pictures disagree"
    )


@pytest.mark.parametrize("score", [0.6, 0.9, 0.99])
def test_low_scores_do_not_add_up_to_confidence(score: float) -> None:
    weak = vote(EMPTY, *[number(42, score)] * 20)
    assert weak.outcome(SOON) == Pending()
    assert weak.outcome(LATE) == Doubtful((42,), "not sure enough")


def test_a_picture_that_shows_a_number_only_faintly_counts_beside_two_that_show_it_surely() -> None:
    turned_away = vote(EMPTY, number(42), number(42, 0.98), number(42))
    assert turned_away.outcome(SOON) == BallRead(42, about(0.9983, abs=1e-4), (2, 3, 4))


def test_of_many_faint_pictures_the_few_best_do_not_decide_alone() -> None:
    chosen = vote(EMPTY, *[number(42, 0.95)] * 9, *[number(42)] * 3)
    assert chosen.outcome(LATE) == Doubtful((42,), "not sure enough")


def test_no_picture_is_so_certain_that_it_outweighs_two_that_doubt() -> None:
    assert vote(EMPTY, number(42, 1.0), *[number(42, 0.92)] * 2).outcome(LATE) == Doubtful(
        (42,), "not sure enough"
    )


def test_a_faint_picture_of_another_number_must_be_outweighed_by_many_sure_ones() -> None:
    faint = (EMPTY, number(47, 0.91), *[number(42, 0.9999)] * 3)
    assert vote(*faint).outcome(SOON) == Pending()
    assert vote(*faint).outcome(LATE) == Doubtful((42, 47), "not sure enough")
    assert isinstance(vote(*faint, number(42, 0.9999)).outcome(SOON), BallRead)


def test_no_number_of_pictures_outweighs_a_sure_one_of_another_number() -> None:
    mixed = vote(EMPTY, *[number(42, 0.9999)] * 2, number(47, 0.995), *[number(42, 0.9999)] * 20)
    assert mixed.outcome(SOON) == Doubtful((42, 47), "pictures disagree")


def test_a_blank_ball_is_doubtful_with_the_readers_reason() -> None:
    assert vote(EMPTY, *[BLANK] * 20).outcome(LATE) == Doubtful((), "no number on the ball")


def test_an_exit_that_stays_empty_is_no_ball() -> None:
    assert vote(EMPTY, EMPTY).outcome(SOON) == Pending()
    assert vote(EMPTY, EMPTY).outcome(LATE) == NoBall("nothing came out")


def test_sensor_against_camera_is_said_and_no_ball_is_made_up() -> None:
    sensed = vote(EMPTY, EMPTY).sense(10.2)
    assert sensed.outcome(11.1) == Pending()
    assert sensed.outcome(11.3) == NoBall("the sensor reports a ball, the camera sees none")


@pytest.mark.invariant("I23")
def test_a_ball_that_is_reported_late_has_all_its_time() -> None:
    """A machine may take nearly as long as one waits for it: what it then brings is read like any ball."""
    reported = 10.0 + POLICY.absent_after - 0.1
    late = replace(vote(EMPTY), sensed=True).sense(reported)
    assert late.outcome(reported + 0.2) == Pending(), "its pictures are still to come"
    for place in range(3):
        late = late.see(number(42), 10 + place, reported + 0.3 + place * 0.04)
    assert late.outcome(reported + 0.4) == BallRead(42, about(0.9995), (10, 11, 12))
    unseen = replace(vote(EMPTY), sensed=True).sense(reported)
    assert unseen.outcome(reported + POLICY.unreadable_after + 0.1) == NoBall(Absence.SENSOR_ALONE)
    shown = vote(EMPTY).see(number(42), 2, reported)
    assert shown.outcome(reported + 0.2) == Pending(), "nor does a ball that is seen late lose any"


def test_a_hand_over_the_exit_is_doubtful_and_no_pictures_are_no_ball() -> None:
    assert vote(EMPTY, HAND).outcome(LATE) == Doubtful((), "neither a ball nor an empty exit")
    assert vote().outcome(LATE) == NoBall("no pictures")


@pytest.mark.parametrize(
    "bad",
    [
        {"frames": 0},
        {"confidence": 0.4},
        {"repeat": 0.0},
        {"support": 2.0},
        {"contradiction": 0},
        {"sure": 0},
        {"part": 1.5},
        {"absent_after": 0},
        {"late": -1.0},
    ],
)
def test_a_policy_that_would_believe_anything_is_refused(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        VotePolicy(**bad)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.randoms())
def test_what_is_pooled_lies_among_the_scores_in_whatever_order_they_came(
    given_scores: list[float], chance: Random
) -> None:
    held = [min(max(score, 1 - SUREST), SUREST) for score in given_scores]
    together = pooled(given_scores)
    assert min(held) - 1e-9 <= together <= max(held) + 1e-9
    chance.shuffle(given_scores)
    assert pooled(given_scores) == pytest.approx(together)
    assert pooled(1 - score for score in given_scores) == pytest.approx(1 - together)


scores = st.dictionaries(st.integers(1, 90), st.floats(0, 1), max_size=3)
pictures = st.one_of(
    st.builds(Seen, scores=scores),
    st.sampled_from([EMPTY, BLANK, HAND]),
    st.integers(1, 4).map(number),
)
many = st.lists(pictures, max_size=14)
drawn_sets = st.frozensets(st.integers(1, 4), max_size=3)
times = st.floats(10, 30)


def newest_empty(seen: list[Seen]) -> int:
    """Return where the newest picture of an empty exit stands."""
    return len(seen) - 1 - seen[::-1].index(EMPTY)


@given(many, drawn_sets, times)
@example([EMPTY, number(1), number(1)], frozenset(), 12.0)
@example([EMPTY, number(2), EMPTY, number(1), number(1)], frozenset(), 12.0)
@pytest.mark.invariant("I15")
def test_only_numbers_of_counted_pictures_are_read(
    seen: list[Seen], drawn: frozenset[int], now: float
) -> None:
    outcome = vote(*seen, drawn=drawn).outcome(now)
    if isinstance(outcome, BallRead):
        since = newest_empty(seen)  # the vote begins anew with each
        if len(outcome.sequences) < POLICY.frames:  # enough where all are sure and no more are waited for
            shown = [max(each.scores.values()) for each in seen[since:] if any(each.scores.values())]
            assert len(outcome.sequences) == len(shown) == POLICY.frames - 1
            assert min(shown) >= POLICY.sure and now - 10.0 >= POLICY.unreadable_after
        assert all(outcome.number in seen[sequence - 1].scores for sequence in outcome.sequences)
        assert min(outcome.sequences) > since + 1


@given(many, drawn_sets, times)
@pytest.mark.invariant("I2")
def test_a_drawn_ball_is_never_read(seen: list[Seen], drawn: frozenset[int], now: float) -> None:
    outcome = vote(EMPTY, *seen, drawn=drawn).outcome(now)
    assert not (isinstance(outcome, BallRead) and outcome.number in drawn)


@given(st.lists(pictures.filter(lambda picture: not picture.empty), max_size=14), times)
@pytest.mark.invariant("I15")
def test_nothing_is_read_without_an_empty_exit(seen: list[Seen], now: float) -> None:
    assert not isinstance(vote(*seen).outcome(now), BallRead)


@given(st.permutations([BLANK] * 4 + [number(7)] * 3), st.sampled_from([SOON, LATE]))
def test_where_blank_pictures_fall_between_is_irrelevant(seen: list[Seen], now: float) -> None:
    outcome = vote(EMPTY, *seen).outcome(now)
    assert isinstance(outcome, BallRead)
    assert outcome.number == 7


@given(many, st.lists(pictures.filter(lambda picture: not picture.empty), max_size=14), times)
def test_more_pictures_of_a_ball_never_turn_one_number_into_another(
    first: list[Seen], more: list[Seen], now: float
) -> None:
    early, late = vote(EMPTY, *first).outcome(now), vote(EMPTY, *first, *more).outcome(now)
    if isinstance(early, BallRead) and isinstance(late, BallRead):
        assert early.number == late.number


@given(many, drawn_sets, times)
@example([number(2), EMPTY, number(1), number(1), number(1)], frozenset({1}), 12.0)
@pytest.mark.invariant("I2")
def test_an_alarm_names_a_drawn_ball_that_the_pictures_lead_with(
    seen: list[Seen], drawn: frozenset[int], now: float
) -> None:
    outcome = vote(EMPTY, *seen, drawn=drawn).outcome(now)
    if isinstance(outcome, Repeated):
        assert outcome.number in drawn
        since = newest_empty([EMPTY, *seen])
        shown = [each.scores for each in seen[since:] if each.ball and any(each.scores.values())]
        assert pooled(scores.get(outcome.number, 0) for scores in shown) >= POLICY.confidence
