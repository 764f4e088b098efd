"""Which balls the recogniser lacks, which go to a person, and when it reads a set in the reader's place."""

from types import SimpleNamespace
from typing import Any, cast

from drivers.recogniser.calibration import Calibration, Noticed, Remark
from hallctl.app.calibrating.calibration import BallReport, SetReport, Turn
from hallctl.app.calibrating.recognised import Recognised, recognised_text

HIGHEST = 9
WHOLE = tuple(range(1, HIGHEST + 1))


def known(numbers: tuple[int, ...] = WHOLE, *remarks: Remark, pairs: Any = ()) -> Recognised:
    learnt = SimpleNamespace(numbers=numbers, pairs=pairs, remarks=remarks)
    return Recognised(cast("Calibration", learnt), HIGHEST)


def report(*unread: int) -> SetReport:
    """A set of which the reader reads all but these."""
    balls = (
        BallReport(each, (Turn({} if each in unread else {each: 0.9999}, 6, ""),), 0.995) for each in WHOLE
    )
    return SetReport("J-01", HIGHEST, tuple(balls))


def test_what_it_does_not_know_is_asked_for_again_and_what_it_cannot_tell_goes_to_a_person() -> None:
    found = known(WHOLE[1:], Remark(Noticed.NO_BALL, (4,)), Remark(Noticed.UNSURE, (5,)), pairs=({6, 9},))
    assert found.lacking == {1, 4}
    assert found.asked == {1, 4, 5, 6, 9}
    assert not found.whole


def test_it_reads_a_set_that_it_knows_whole_where_it_leaves_a_person_no_more_balls_than_the_reader() -> None:
    assert known().reads_better(report())
    assert not known(WHOLE[1:]).reads_better(report(*WHOLE)), "an unknown ball could be taken for another"
    doubted = known(WHOLE, Remark(Noticed.UNSURE, (5, 7)))
    assert [doubted.reads_better(report(*unread)) for unread in ((), (5,), (3, 4))] == [False, False, True]
    assert "7 de las 9" in recognised_text(doubted, used=True)
    assert "lo lee el lector" in recognised_text(doubted, used=False)
    assert "no aprendió nada" in recognised_text(None, used=False)
