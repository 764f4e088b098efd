"""The empty exit is learnt first, what is wrong is said, and a calibration ends whatever the reader knows."""

import re
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest

from drivers.camera import pace
from drivers.camera.balls import EMPTY, render, scene
from drivers.camera.pace import PaceMeter
from drivers.reader.reader import Reader
from hallctl.app.calibrating.calibration import Verdict
from hallctl.app.calibrating.guide import Guide
from hallctl.app.calibrating.live_camera import LiveCamera
from hallctl.app.calibrating.vacancy import PICTURES, STILL, WHY, vacancy
from hallctl.cli.commissioning.terminal import Terminal
from tests.drivers.exits import Picture, drawn
from tests.drivers.test_camera_source import jpeg, network_camera, part

Step = tuple[str, Sequence[Picture] | None, str | None]


LOOKS = 150
"""In so many looks at the exit the next thing is said."""


class Stage:
    """What stands before the camera: some pictures of it, again and again, with new noise in each."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        self.shows(pictures)
        self.over = threading.Event()

    def shows(self, pictures: Sequence[Picture]) -> None:
        self._pictures = pictures

    def talk(self, client: socket.socket) -> None:
        noise = np.random.default_rng(1)
        while not self.over.is_set():
            picture = self._pictures[int(noise.integers(len(self._pictures)))]
            grain = noise.integers(-3, 4, picture.shape, np.int8)
            client.sendall(part(jpeg(np.clip(picture + np.int16(1) * grain, 0, 255).astype(np.uint8))))
            time.sleep(0.01)


class Technician(Terminal):
    """Reads what is said and then does the next thing: shows other pictures, types a line."""

    def __init__(self, stage: Stage, steps: Sequence[Step]) -> None:
        super().__init__()
        self.stage, self.steps, self.heard = stage, deque(steps), ""
        self.patience = LOOKS

    def write_line(self, text: str = "") -> None:
        self.heard += f"{text}\n"

    def show(self, text: str) -> None:
        self.write_line(text)

    def typed(self, patience: float = 0.0) -> str | None:
        if not self.steps or not re.search(self.steps[0][0], self.heard):
            self.patience -= 1
            assert self.patience, f"{[step[0] for step in self.steps][:1]} is not in {self.heard[-600:]!r}"
            return None
        self.patience = LOOKS
        _, pictures, text = self.steps.popleft()
        self.heard = ""
        if pictures is not None:
            self.stage.shows(pictures)
        return text


def _reader(empty: object) -> Reader:
    return Reader(empty=empty)  # type: ignore[arg-type]


@contextmanager
def guided(first: Sequence[Picture], *steps: Step) -> Iterator[Guide]:
    """A guide and its technician before a network camera."""
    stage = Stage(first)
    try:
        with network_camera(*[stage.talk] * 20) as url, LiveCamera(url) as camera:
            yield Guide(camera, _reader, Technician(stage, steps), 0.8, turns=2, frames=3)
            stage.over.set()
    finally:
        stage.over.set()


def balls(number: str) -> list[Picture]:
    return [render(number, np.random.default_rng(5))]


VACANT = [scene(EMPTY, np.random.default_rng(seed)) for seed in range(8)]


def test_a_ball_that_stands_there_is_no_empty_exit_and_what_was_learnt_wrongly_is_learnt_again() -> None:
    with guided(
        balls("42"),
        (r"\[Intro\] aprenderla", None, ""),
        ("hay una bola en la salida: levántela", VACANT, None),
        (r"\[Intro\] aprenderla", None, ""),
        ("no se ve ninguna bola  ✘", None, "r"),
        (r"\[Intro\] aprenderla", None, ""),
        ("no se ve ninguna bola  ✘", balls("42"), None),
        (r"bola de 2\d\d px, a \d+ px del centro  ✔", None, ""),
        (r"bordes de \d", None, ""),
        (r"nivel \d", None, ""),
    ) as guide:
        steps = list(guide.set_up())
    assert [step.name for step in steps] == ["Salida vacía", "Encuadre", "Enfoque", "Luz"]
    assert all(step.good for step in steps)
    assert guide.empty is not None
    assert guide.empty.place is not None
    assert 240 < guide.empty.place.diameter < 290


def test_who_learns_no_exit_goes_on_as_before() -> None:
    with guided(
        balls("42"),
        (r"\[Intro\] aprenderla", None, "s"),
        (r"de 200 a 300 px y quede a menos de 60 px del centro[\s\S]*✔", None, ""),
        (r"bordes de \d", None, ""),
        (r"nivel \d", None, ""),
    ) as guide:
        steps = list(guide.set_up())
    assert [step.good for step in steps] == [False, True, True, True]
    assert guide.empty is None


@pytest.mark.parametrize(("seed", "diameter"), [(3, 100.0), (52, 320.0)])
def test_a_calibration_ends_in_any_hall_whatever_the_networks_make_of_its_prints(
    seed: int, diameter: float
) -> None:
    there = drawn(seed, diameter)
    vacant = [there.seen(at, ball=False, light=(0.97, 1.0, 1.03)[at % 3]) for at in range(6)]
    full = [there.seen(at, ball=True, light=(0.97, 1.0, 1.03)[at % 3]) for at in range(6)]
    with guided(
        vacant,
        (r"\[Intro\] aprenderla", None, ""),
        ("no se ve ninguna bola", full, None),
        (r"bola de \d+ px.*✔", None, ""),
        (r"bordes de \d", None, ""),
        (r"nivel \d", None, ""),
        ("vuelta 1 de 2: levante", vacant, None),
        ("vuelta 1 de 2: ponga", full, None),
        ("vuelta 2 de 2: levante", vacant, None),
        ("vuelta 2 de 2: ponga", full, None),
    ) as guide:
        list(guide.set_up())
        (report,) = guide.all_balls(1)
    assert len(report.turns) == 2
    assert report.verdict is not Verdict.MISSING


def test_what_keeps_an_exit_from_being_learnt_is_said_with_what_to_do() -> None:
    sight = Reader().read(VACANT[0])
    said = partial(vacancy, sightings=[sight] * PICTURES, pace=PaceMeter())
    assert said([each // 60 for each in VACANT]) == "la imagen está a oscuras: dé luz o más exposición"
    assert "llegaron muy pocas" in str(said(VACANT[:2]))
    assert all(re.fullmatch(r"[^:]+(: .+)?", why) for why in WHY.values())


def test_a_camera_that_cannot_be_told_from_a_frozen_one_is_refused_with_what_to_set() -> None:
    meter = PaceMeter()
    for at in range(80):
        meter.see(VACANT[0], at / 10)
    assert meter.known
    assert vacancy(VACANT, [], meter) == STILL
    assert "MJPEG, tasa de bits constante (CBR)" in STILL


class Coded(Stage):
    """An encoder of variable quality: noise in its key frames alone, a third of a second apart."""

    def talk(self, client: socket.socket) -> None:
        for at in range(100_000):
            if self.over.is_set():
                return
            if at % 10 == 0:
                grain = np.random.default_rng(at).integers(-3, 4, self._pictures[0].shape, np.int8)
                shown = jpeg(np.clip(self._pictures[0] + np.int16(1) * grain, 0, 255).astype(np.uint8))
            client.sendall(part(shown))
            time.sleep(1 / 30)


def test_how_often_a_camera_shows_that_it_lives_is_measured_while_the_exit_is_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "_WATCHED", 1.5)
    stage = Coded(VACANT)
    technician = Technician(stage, [(r"\[Intro\] aprenderla", None, "")])
    try:
        with network_camera(stage.talk) as url, LiveCamera(url) as camera:
            guide = Guide(camera, _reader, technician, 0.8)
            measured = guide._empty_exit()
            stage.over.set()
    finally:
        stage.over.set()
    assert measured.good
    assert re.fullmatch(r"aprendida de 30 imágenes; quieta, cambia cada \d+,\d s", measured.said)
    assert 0.2 < guide.pace < pace.MOST
