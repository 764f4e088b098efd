"""Whole sets of balls: one ball shows the same print in all its pictures, and what votes come to is told."""

import numpy as np

from tools.reader.fonts import Side
from tools.reader.halls import HallResult, _in_view, drawn, laid, look_of, show
from tools.reader.votes import Voted


def test_a_ball_shows_the_same_print_whenever_it_is_seen_and_a_hall_has_one_look() -> None:
    hall = next(hall for hall in range(100) if look_of(hall, Side.CHECKED).marks in ("code", "ring"))
    pictures = [laid(hall, 42, turn, Side.CHECKED) for turn in range(2)] + list(
        drawn(hall, 42, Side.CHECKED, turns=True)
    )
    assert {each.look for each in pictures} == {look_of(hall, Side.CHECKED)}
    assert {each.number for each in pictures} == {42}
    assert len({round(stamp.reach, 9) for each in pictures for stamp in each.stamps}) == 1
    assert look_of(hall, Side.CHECKED) != look_of(hall + 1, Side.CHECKED)


def test_a_technician_lays_a_ball_in_another_way_each_time_and_the_draw_is_told_again_by_its_seed() -> None:
    first, second = (laid(3, 42, turn, Side.CHECKED).image for turn in range(2))
    assert not np.array_equal(first, second)
    again = [[each.image for each in drawn(3, 42, Side.CHECKED, turns=False)] for _ in range(2)]
    assert len(again[0]) == 5
    assert all(np.array_equal(one, other) for one, other in zip(*again, strict=True))


def test_a_ball_without_a_pattern_is_laid_with_its_number_in_view() -> None:
    for number in (6, 63):  # the 6 has no mark, so nobody reads it at once
        turns = list(_in_view(3, number, Side.CHECKED))
        assert len(turns) == 3 and turns[0] >= 3, "after the three of the pass"
        for turn in turns:
            stamps = laid(3, number, turn, Side.CHECKED).stamps
            assert any(each.hidden < 0.02 and each.frame[2, 2] > 0.8 for each in stamps)


def test_what_halls_come_to_is_told_with_every_false_vote_and_every_refusal(capsys) -> None:
    good = Voted(1, True, 42, 42, "BallRead", 80.0)
    wrong, refused = (
        Voted(2, True, 6, 9, "BallRead", 80.0, 4),
        Voted(31, True, 7, None, "unclear digit", 0.0),
    )
    mixed, spent = (good, wrong, refused), ((0.004, 0.006), (0.003,))
    assert show([HallResult(5, (7,), (good, good, good), mixed, spent)]) == 0
    assert show([HallResult(5, (7,), mixed, (good, good, good), spent)]) == 1
    said = capsys.readouterr().out.partition("\n1 sets")[0]
    assert "1 sets, 90 balls, 1 without a pattern" in said
    assert "with patterns: 0 FALSE, of 3 legible 0 refused (0.00%)" in said
    assert "without: 1 FALSE, of 3 legible 1 refused (33.33%): {'unclear digit': 1}" in said
    assert "one picture, one thread: median 5.0 ms, 99 % within 6 ms" in said
    assert "by themselves 0 pictures tell" in said and "by themselves 4 pictures tell another number" in said
    assert (
        "FALSE Voted(seed=2" in said and "mistaken Voted(seed=2" in said and "refused Voted(seed=31" in said
    )
    assert "refused in 0 sets, at most 0 in one" in said and "refused in 1 sets, at most 1 in one" in said
