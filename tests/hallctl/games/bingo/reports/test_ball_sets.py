"""The life of the ball sets agrees with the rules' count, void games included."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from hallctl.games.bingo.reports.balls import ball_statistics
from hallctl.games.bingo.reports.ballsets import ball_sets
from hallctl.games.bingo.rules.commands.opening import RegisterBallSet, RetireBallSet
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRegistered
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from tests.hallctl.games.bingo.reports.record import POTS, START, night, noted, two_volumes
from tests.hallctl.games.bingo.rules.night import Night


@pytest.mark.req("AJ-25", "D1")
@pytest.mark.parametrize("counts", [True, False])
def test_the_games_of_every_set_are_those_the_rules_count(counts):
    rules = replace(POTS, ball_set_games=11, void_counts_for_ball_set=counts)
    record = night(60, 12, rules)
    state = fold(State(rules), (entry.event for entry in record))
    found = ball_sets(record, rules)
    assert len(found) > 4
    assert {life.name: life.games for life in found} == {
        name: one.games for name, one in state.ball_sets.items()
    }
    voids = [e for e in record if isinstance(e.event, GameVoided)]
    assert sum(life.void for life in found) == len(voids) > 0
    assert [life.name for life in found if life.mounted] == [state.mounted]
    assert {life.left for life in found if life.games == 11} == {0}
    assert all(sum(count for _, count in life.days) == life.games for life in found)


@pytest.mark.req("AJ-23", "AJ-26", "AJ-28")
def test_mountings_and_the_reason_of_a_retirement_are_told():
    hall = Night().open_session()
    hall.do(RegisterBallSet("J-03"), RetireBallSet("J-02", "bola 7 rota"))
    one, two, _ = ball_sets(noted(hall.events), hall.state.rules)
    assert [(m.games, m.day) for m in one.mountings] == [(0, START.date())]
    assert (two.retired, two.reason, two.expected_end) == (START.date(), "bola 7 rota", None)


def played(days, pace):
    """Return a record of a set that played so many games on each of so many days."""
    record = list(noted([BallSetRegistered("J-01"), BallSetMounted("J-01", 0, 2)]))
    for day in days:
        for _ in range(pace):
            entry = noted([BallDrawn(1, 7, "", "camera")])[0]
            record.append(replace(entry, time=START + timedelta(days=day)))
    return record


@pytest.mark.req("AJ-25")
def test_the_end_is_expected_at_the_pace_of_the_last_thirty_days():
    rules = replace(POTS, ball_set_games=1000)
    (life,) = ball_sets(played(range(10), 20), rules)
    assert life.games == 200
    assert life.expected_end == date(2026, 11, 29) + timedelta(days=40)
    (slower,) = ball_sets(played([0, 1, 2, *range(60, 70)], 20), rules)
    assert slower.expected_end == START.date() + timedelta(days=69 + (1000 - 260) // 20)
    (drum,) = ball_sets(played(range(10), 20), replace(rules, extractor="drum"))
    assert (drum.limit, drum.left, drum.expected_end) == (None, None, None)


@pytest.mark.req("AJ-25")
def test_the_games_of_a_set_go_on_in_the_next_volume():
    first, second = two_volumes()
    ended = {life.name: life for life in ball_sets(first, POTS)}
    found = {life.name: life for life in ball_sets(second, POTS)}
    assert set(found) == set(ended)
    (mounted,) = [life for life in found.values() if life.mounted]
    assert ended[mounted.name].mounted
    assert mounted.games == ended[mounted.name].games + 2
    state = fold(State(POTS), (entry.event for entry in second))
    assert {name: life.games for name, life in found.items()} == {
        name: one.games for name, one in state.ball_sets.items()
    }
    (told,) = ball_statistics(second)
    assert (told.ball_set, told.games) == (mounted.name, 2)
