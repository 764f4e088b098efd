"""A technician at a real terminal, the simulated camera, a few balls: all of `hallctl camera calibrate`."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.plant import load_plant, new_plant, save_plant
from drivers.reader.patterns import Patterns
from hallctl.__main__ import PRACTICE  # type: ignore[attr-defined]
from hallctl.app.calibrating.folder import BallFolder
from hallctl.config.kept import file_name, stem_of
from hallctl.config.reader import Calibration
from tests.drivers.test_camera_simulator import simulated

ROOT = Path(__file__).parents[4]


class Technician:
    """Types into the program's terminal and reads what it says there."""

    def __init__(self, *arguments):
        self.terminal, theirs = pty.openpty()
        command = [sys.executable, "-m", "hallctl", "camera", "calibrate", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environment, close_fds=True
        )
        os.close(theirs)
        self.said = ""
        self.read_to = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def hears(self, pattern, seconds=30.0):
        """Wait for what has not been heard yet."""
        end = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.said[self.read_to :])
            if found:
                self.read_to += found.end()
                return found[0]
            assert time.monotonic() < end, f"{pattern!r} is not in {self.said[self.read_to :][-800:]!r}"
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.said += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError:  # the program has closed its end
                    assert self.process.wait(10) is not None

    def types(self, text=""):
        os.write(self.terminal, f"{text}\n".encode())


class Hand:
    """Puts balls before the camera and takes them away."""

    def __init__(self, plant_file):
        self.file = plant_file

    def puts(self, body):
        plant = self.lifted()
        drum = tuple(ball for ball in plant.drum if ball != body)
        save_plant(self.file, replace(plant, exit=body, drum=drum, draws=plant.draws + 1))

    def lifts(self):
        save_plant(self.file, self.lifted())

    def lifted(self):
        plant = load_plant(self.file)
        back = plant.drum if plant.exit is None else tuple(sorted((*plant.drum, plant.exit)))
        return replace(plant, exit=None, drum=back)


@pytest.mark.campaign
@pytest.mark.req("AJ-24")
def test_a_technician_is_led_through_and_gets_a_report_of_what_can_be_read(tmp_path):
    with simulated(tmp_path, fps=60) as simulator:
        plant = new_plant(1)
        save_plant(simulator.plant_file, replace(plant, ink={**plant.ink, 3: "2", 4: None}))
        hand = Hand(simulator.plant_file)
        options = ["--config", PRACTICE, simulator.url, "--out", tmp_path, "--turns", "2", "--frames", "3"]
        options += ["--keep", tmp_path / "vueltas"]
        with Technician(*options, "--ball-set", "J/01") as technician:
            technician.hears(r"Salida vacía[\s\S]*\[Intro\] aprenderla")
            technician.types()
            technician.hears("aprendida de 30 imágenes  ✔")
            hand.puts(1)
            for step, measured in (
                ("Encuadre", r"bola de 2\d\d px, a \d+ px del centro  ✔   \[Intro\]"),
                ("Enfoque", r"bordes de \d,\d px  ✔   \[Intro\]"),
                ("Luz", r"nivel \d+, reflejo \d,\d %  ✔   \[Intro\]"),
            ):
                technician.hears(step)
                technician.hears(measured)
                technician.types()
            technician.hears("Las bolas")
            for body, verdict in ((1, "clara"), (2, "clara"), (3, "ambigua"), (4, "ilegible")):
                for turn in (1, 2):
                    technician.hears(f"Bola {body}, vuelta {turn} de 2: levante")
                    hand.lifts()
                    technician.hears(f"Bola {body}, vuelta {turn} de 2: ponga")
                    hand.puts(body)
                    if body == 3 and turn == 1:
                        technician.hears("Se lee 2, no 3")
                technician.hears(f"Bola +{body}: {verdict}")
            technician.hears("Bola 5, vuelta 1")
            technician.types("r")
            technician.hears("otra vez")
            technician.types()
            technician.hears("Bola +5: sin mostrar")
            for number in range(6, 91):
                technician.hears(f"Bola {number}, vuelta 1")
                technician.types()
            technician.hears("Bolas cuyo número no se vio bien aún: 3, 4\r")
            technician.hears("Bola 3, vuelta 1 de 2")
            technician.types("q")
            technician.hears("no es perfectamente visible")
            technician.hears("Se conoce el patrón de 2 de las 90 bolas. Falta el de: 3, 4, 5,")
            technician.hears(r"calibracion-J-01-.{6}\.pdf")
            assert technician.process.wait(20) == 1
    figures = json.loads((tmp_path / f"calibracion-{stem_of('J/01')}.json").read_text("utf-8"))
    verdicts = [ball["verdict"] for ball in figures["balls"]]
    assert verdicts[:5] == ["clara", "clara", "ambigua", "ilegible", "sin mostrar"]
    assert (len(verdicts), figures["simulated"], figures["visible"]) == (90, True, False)
    assert [step["good"] for step in figures["setup"]] == [True, True, True, True]
    assert figures["balls"][0]["margin"] > 0.8
    found = Calibration(**tomllib.loads((tmp_path / file_name("J/01")).read_text("utf-8")))
    assert found.always_ask == list(range(2, 91))
    known = Patterns.from_png((tmp_path / found.patterns.file).read_bytes(), found.patterns.reach)
    assert list(known.pictures) == figures["patterns"] == [1, 2]
    kept = BallFolder.at(tmp_path / "vueltas")
    assert (len(kept.empties), kept.numbers, set(kept.poses())) == (
        30,
        (1, 2, 3, 4),
        {(number, pose) for number in (1, 2, 3, 4) for pose in (1, 2)},
    )
    kept.check_calibrates()
    document = (tmp_path / f"calibracion-{stem_of('J/01')}.pdf").read_bytes()
    assert b"<pdfaid:part>2</pdfaid:part>" in document


@pytest.mark.campaign
@pytest.mark.invariant("I15")
def test_before_a_camera_that_mirrors_it_stops_after_a_few_balls_and_writes_nothing(tmp_path):
    out = tmp_path / "informes"
    out.mkdir()
    with simulated(tmp_path, fps=60) as simulator:
        save_plant(simulator.plant_file, new_plant(1))
        simulator.say("mirror")
        hand = Hand(simulator.plant_file)
        options = ["--config", PRACTICE, simulator.url, "--out", out, "--turns", "1", "--frames", "1"]
        with Technician(*options) as technician:
            technician.hears(r"\[Intro\] aprenderla")
            technician.types()
            for step in ("Encuadre", "Enfoque", "Luz"):
                technician.hears(step)
                technician.types()
            for body in range(1, 10):
                technician.hears(f"Bola {body}, vuelta 1 de 1: ponga")
                hand.puts(body)
                if "solo se leen en el espejo" in technician.hears(r"Bola +\d: |solo se leen en el espejo"):
                    break
                technician.hears("levante")
                hand.lifts()
            technician.hears("modo espejo")
            assert technician.process.wait(20) == 2
    assert list(out.iterdir()) == []


def test_a_camera_that_is_away_is_said_so_and_a_terminal_that_hangs_up_ends_it(tmp_path):
    options = ["--config", PRACTICE, "http://127.0.0.1:9/", "--out", tmp_path]
    with Technician(*options) as technician:
        technician.hears("La cámara no entrega imagen")
        technician.types("\x04")
        technician.types("q")
        technician.hears("la lee|Sin mostrar|Las lee")
        assert technician.process.wait(20) == 1


def test_a_folder_that_is_not_there_is_told_before_anything_is_asked(tmp_path):
    command = [sys.executable, "-m", "hallctl", "camera", "calibrate", "--config", str(PRACTICE)]
    command += ["--out", str(tmp_path / "none")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ran.returncode == 2
    assert "no existe la carpeta" in ran.stderr
