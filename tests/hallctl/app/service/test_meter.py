"""What the deciding thread counts, read while it counts."""

import threading
from typing import Any

from hallctl.app.service.meter import Histogram, Meter
from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.events.draw import BallDoubted, BallDrawn, DrumFilled, ExtractionOrdered
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.events.base import Event
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.refusals import refuse
from hallctl.table.messages import Done

JEFE = Issued(DrawBall(), Actor("Ana Quispe", Post.JEFE), "r1")
CONTROLLER = Issued(ReportFilled(), Actor("hallctl", Post.CONTROLLER), "")


def done(*events: Event) -> Done:
    return Done((1, len(events)), events)


def test_what_people_asked_is_counted_by_what_became_of_it_and_refusals_by_code() -> None:
    meter = Meter()
    meter.decided(JEFE, done(DrumFilled(1)), 0.002)
    meter.decided(JEFE, Done(None), 0.001)
    meter.decided(JEFE, refuse("SESSION-NONE"), 0.001)
    meter.decided(CONTROLLER, refuse("SESSION-NONE"), 0.001)
    assert meter.counts.answers == {"done": 1, "nothing": 1, "refused": 1}
    assert meter.counts.refusals == {"SESSION-NONE": 1}


def test_only_what_became_durable_counts_as_a_commit() -> None:
    meter = Meter()
    meter.decided(CONTROLLER, done(DrumFilled(1)), 0.002)
    meter.decided(CONTROLLER, Done(None), 5.0)
    meter.decided(JEFE, refuse("SESSION-NONE"), 5.0)
    assert (meter.counts.commits.cumulative[-1], meter.counts.commits.total) == (1, 0.002)


def test_a_ball_is_timed_from_its_order_to_its_number_or_doubt_and_a_settled_one_once() -> None:
    meter = Meter()
    meter.decided(JEFE, done(ExtractionOrdered(1, 1, 0)), 0.002)
    assert meter.counts.reads.cumulative[-1] == 0
    meter.decided(CONTROLLER, done(BallDoubted(1, (6, 9), "", "")), 0.002)
    meter.decided(JEFE, done(BallDrawn(1, 6, "", "person")), 0.002)
    assert (meter.counts.balls, meter.counts.doubts) == (1, 1)
    assert meter.counts.reads.cumulative[-1] == 1
    assert 0 < meter.counts.reads.total < 5


def test_a_fault_is_counted_each_time_it_latches() -> None:
    meter = Meter()
    for _ in range(2):
        meter.decided(CONTROLLER, done(FaultLatched("extractor", "EXT-JAM", "")), 0.002)
    assert meter.counts.faults == {"EXT-JAM": 2}


def test_whoever_reads_while_it_is_counted_finds_figures_that_fit_each_other() -> None:
    meter, over, torn = Meter(), threading.Event(), list[Any]()

    def read() -> None:
        while not over.is_set():
            counts = meter.counts
            if not counts.commits.cumulative[-1] == counts.answers["done"] == counts.balls:
                torn.append(counts)

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(3000):
        meter.decided(JEFE, done(BallDrawn(1, 6, "", "camera")), 0.002)
    over.set()
    reader.join()
    assert not torn
    assert meter.counts.balls == 3000


def test_a_histogram_is_a_value_that_stays_as_it_was() -> None:
    before = Histogram.of((1.0,))
    assert before.with_(0.5) != before
    assert before.counts == (0, 0)
