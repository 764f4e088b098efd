"""A ball's way through every layer: pty, pixels, vote, rules, book."""

import hashlib
from dataclasses import replace

import pytest

from drivers.camera.pictures import decode
from drivers.plant import load_plant, new_plant, save_plant
from drivers.reader.reader import Reader
from hallctl.games.bingo.rules.commands.draw import SettleBall
from hallctl.i18n.words import doubt
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.readings.outcomes import ALARM
from tests.hallctl.table.bench import Bench

SEEN = 2
"""Times as fast as a machine: at 20 the exit is empty for 6 ms, of which a busy computer takes no picture."""
PATIENT = 20.0
"""Seconds, for a ball that the camera has to read itself, however busy the machine is."""


def drawn_in_book(bench):
    return [entry.body["ball"] for entry in read_entries(bench.book_path) if entry.kind == "BallDrawn"]


@pytest.mark.invariant("I2")
def test_the_book_follows_the_pictures_whatever_the_seed(tmp_path, full):
    seeds, balls = (20, 90) if full else (2, 3)
    with Bench(tmp_path, pace=SEEN, patience=PATIENT) as bench:
        bench.open_session()
        expected, sequences, doubts = [], set(), 0
        for seed in range(100, 100 + seeds):
            save_plant(bench.far_end.plant, new_plant(seed))
            bench.start_game()
            shown = []
            for _ in range(balls):
                number, ink = bench.draw(), int(bench.ink_at_exit())
                if number is None:  # a machine too busy for its camera asks the locutor, who sees the ball
                    doubts += 1
                    bench.do(SettleBall(ink))
                shown.append(ink)
                bench.call()
            expected += shown
            sequences.add(tuple(shown))
            bench.void()
        assert drawn_in_book(bench) == expected
        assert len(sequences) == seeds
        assert doubts <= len(expected) // 5
    assert verify(bench.book_path).ok


@pytest.mark.campaign
def test_with_the_pictures_of_another_seed_the_book_follows_the_pictures(tmp_path):
    with Bench(tmp_path, seed=1, pace=SEEN, patience=PATIENT) as bench:
        other = load_plant(bench.far_end.plant)
        bodies = sorted(other.ink)
        swapped = {body: str(1 + (body * 7) % 90) for body in bodies}
        save_plant(bench.far_end.plant, replace(other, ink=swapped))
        bench.open_session()
        bench.start_game()
        told = {}
        for _ in range(6):
            number, body = bench.draw(), bench.plant()["exit"]
            if number is None:  # a machine too busy for its camera leaves the ball to a person
                bench.do(SettleBall(int(swapped[body])))
            else:
                told[body] = number
            bench.call()
        assert told == {body: int(swapped[body]) for body in told}
        assert len(told) >= 4
        assert list(told) != list(told.values())


@pytest.mark.invariant("I15")
def test_a_blank_ball_is_never_drawn_by_itself_and_waits_for_a_person(tmp_path):
    with Bench(tmp_path) as bench:
        plant = load_plant(bench.far_end.plant)
        save_plant(bench.far_end.plant, replace(plant, ink=dict.fromkeys(plant.ink)))
        bench.open_session()
        bench.start_game()
        assert bench.draw() is None
        assert bench.state.game.doubt.candidates == ()
        assert drawn_in_book(bench) == []
        body = bench.plant()["exit"]
        bench.do(SettleBall(body))
        assert bench.state.game.drawn == (body,)
        bench.call()


def test_the_picture_that_decided_is_kept_whole_and_cut_under_the_digest_in_the_book(tmp_path):
    with Bench(tmp_path, pace=SEEN, patience=PATIENT) as bench:
        bench.open_session()
        bench.start_game()
        bench.draw()
        (entry,) = [e for e in read_entries(bench.book_path) if e.kind == "BallDrawn"]
        digest = entry.body["picture"]
        picture = bench.gallery.picture(digest)
        assert hashlib.sha256(picture).hexdigest() == digest
        assert max(Reader().read(decode(picture)).scores) == int(bench.ink_at_exit())
        cut = decode(bench.gallery.crop(digest))
        assert 250 < cut.shape[0] < 360
        assert abs(cut.shape[0] - cut.shape[1]) < 8


@pytest.mark.invariant("I2", "I15")
def test_a_second_ball_with_the_same_number_is_an_alarm_and_waits_for_a_person(tmp_path):
    with Bench(tmp_path, pace=SEEN, patience=PATIENT) as bench:
        plant = load_plant(bench.far_end.plant)
        save_plant(bench.far_end.plant, replace(plant, ink=dict.fromkeys(plant.ink, "42")))
        bench.open_session()
        bench.start_game()
        assert bench.draw() == 42
        bench.call()
        assert bench.draw() is None
        assert bench.state.game.doubt.reason == ALARM
        assert bench.state.game.doubt.candidates == (42,)
        assert bench.gallery.picture(bench.state.game.doubt.picture) is not None
        assert "ALARMA" in doubt(ALARM)
        assert bench.ask(SettleBall(42)).code == "BALL-TWICE"
        assert drawn_in_book(bench) == [42]


@pytest.mark.req("AJ-24")
def test_a_ball_that_its_set_always_asks_for_waits_for_a_person(tmp_path):
    with Bench(tmp_path, overrides=["reader.always_ask=[42]"], pace=SEEN, patience=PATIENT) as bench:
        plant = load_plant(bench.far_end.plant)
        save_plant(bench.far_end.plant, replace(plant, ink=dict.fromkeys(plant.ink, "42")))
        bench.open_session()
        bench.start_game()
        assert bench.draw() is None
        assert (bench.state.game.doubt.candidates, bench.state.game.doubt.reason) == (
            (42,),
            "this ball is always asked",
        )
        bench.do(SettleBall(42))
        assert bench.state.game.drawn == (42,)
