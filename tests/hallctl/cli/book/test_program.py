"""The book says which program each start was of, and what only a newer one knows keeps an older one out."""

from dataclasses import replace

import pytest

from hallctl.app import program
from hallctl.app.replay import replay
from hallctl.app.vault import open_shelf
from hallctl.cli.book import office
from hallctl.cli.book.reading import minuted
from hallctl.minutes.entry import Draft, Stamp
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.volumes import Shelf
from hallctl.rules.events.running import ControllerStarted

STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "unknown", "boot")


def test_each_start_is_of_a_program_and_an_older_one_does_not_go_on_with_what_it_does_not_know(
    hall, monkeypatch
):
    newer = f"hallctl 0.2.0 {'ab' * 32}"
    hall.do()
    monkeypatch.setattr(office, "program", lambda: newer)
    hall.do()
    monkeypatch.undo()
    hall.do()
    started = [each.event.program for each in minuted(hall.book) if isinstance(each.event, ControllerStarted)]
    assert started[-3:] == [program.program(), newer, program.program()]

    unknown = replace(Draft("MediumCompleted", {}, "controller:hallctl"), kind="WheelPolished")
    with Shelf.open(hall.book, hall.second) as shelf:
        shelf.append([unknown], STAMP)
    with open_shelf(hall.setting, hall.keys) as shelf, pytest.raises(MinutesError) as error:
        replay(hall.setting, shelf)
    assert error.value.code == "MIN-NEWER"
    assert "WheelPolished" in error.value.sentence
    assert hall.verify().returncode != 2
