"""A ball set before a simulated camera, and the hall's calibration of it; nothing waits for a clock."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np

from drivers.camera.balls import EMPTY, render, scene, with_noise
from drivers.camera.camera import Frame
from hallctl.app.calibrating.adoption import Adoption
from hallctl.app.calibrating.calibrate import Learner
from hallctl.app.calibrating.desk import CalibrationDesk
from hallctl.app.calibrating.recognised import recognised_apart
from hallctl.app.setting import load
from hallctl.table.table import Inbox
from hallctl.web.calibration import Progress
from tests.hallctl.web.console.hall import CONFIG

HIGHEST = 9
PATIENCE_S = 60.0


class Bench:
    """Pictures of an exit with new noise in each, and whoever puts balls there and answers."""

    def __init__(
        self, folder: Path, playing: Callable[[], bool] = lambda: False, learn: Learner = recognised_apart
    ) -> None:
        setting = load(CONFIG, [f'hall.directory="{folder}"'])
        self.setting = replace(setting, files=replace(setting.files, highest=lambda _: HIGHEST))
        self.folder = folder / "calibraciones"
        self._noise, self._sequence = np.random.default_rng(1), 0
        self._picture: Any = None
        self.lifts()
        self.inbox: Inbox = SimpleQueue()
        self.retired: frozenset[str] = frozenset()
        self.adoption = Adoption(self.setting, (), self.inbox, lambda: self.retired)
        self.desk = CalibrationDesk(
            self.setting,
            self.latest,
            lambda: None,
            playing,
            lambda *_: b"%PDF",
            self.adoption,
            turns=1,
            frames=1,
            learn=learn,
        )

    def latest(self) -> Frame:
        """The newest picture: another one each time."""
        self._sequence += 1
        image = np.ascontiguousarray(with_noise(self._picture, self._noise))
        return Frame(self._sequence, time.monotonic(), image)

    def puts(self, ink: str) -> None:
        self._picture = render(ink, np.random.default_rng(5))

    def lifts(self) -> None:
        self._picture = scene(EMPTY, np.random.default_rng(3))

    def sees(self, seen: Callable[[Progress], Any]) -> Progress:
        """Wait for something that a page shows."""
        end = time.monotonic() + PATIENCE_S
        while True:
            now = self.desk.progress()
            if now is not None and seen(now):
                return now
            assert time.monotonic() < end, now
            time.sleep(0.005)

    def set_up(self) -> None:
        """Learn the exit, and go through framing, focus and light."""
        self.sees(lambda now: dict(now.keys).get("") == "aprenderla")
        self.desk.answer("")
        self.sees(lambda now: now.name == "Encuadre")
        self.puts("1")
        for name in ("Encuadre", "Enfoque", "Luz"):
            self.sees(lambda now, name=name: now.name == name and now.good)  # type: ignore[misc]
            self.desk.answer("")
        self.sees(lambda now: now.name == "Las bolas")

    def shows(self, number: int, ink: str = "", asked: int = 0) -> None:
        """Lift what lies there, and show a ball: the one that is asked for, or another."""
        self.sees(lambda now: now.ball == (asked or number) and "levante" in now.said)
        self.lifts()
        self.sees(lambda now: "ponga" in now.said)
        self.puts(ink or str(number))
        self.sees(lambda now: now.over or now.balls[number - 1].verdict)

    def leaves(self, first: int, but: int = 0) -> None:
        """Leave the balls from one on as they are."""
        for number in (each for each in range(first, HIGHEST + 1) if each != but):
            self.sees(lambda now, number=number: now.ball == number)  # type: ignore[misc]
            self.desk.answer("")
