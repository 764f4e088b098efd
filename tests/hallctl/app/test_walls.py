"""Each screen is kept alive by itself, and all of them end together."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.setting import load
from hallctl.app.walls import FIRST_WAIT_S, SupervisedProcess, command_of, supervise
from hallctl.config.screens import ScreenSection

CONFIG = Path(__file__).parents[3] / "fixtures/config/practice.toml"
SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


def until(true, patience=30.0):
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < patience
        time.sleep(0.02)
    return time.monotonic() - start


@pytest.mark.req("AJ-31")
def test_one_that_dies_comes_back_alone_and_all_end_together():
    said = []
    screens = [SupervisedProcess(name, SLEEPER, said.append) for name in ("a", "b")]
    ended = threading.Event()
    thread = threading.Thread(target=supervise, args=(screens, ended))
    thread.start()
    until(lambda: all(screen.pid for screen in screens))
    first, second = (screen.pid for screen in screens)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: screens[0].pid is None)
    back = until(lambda: screens[0].pid is not None)
    assert FIRST_WAIT_S * 0.8 < back < FIRST_WAIT_S + 2
    assert screens[0].pid != first
    assert screens[1].pid == second
    assert said == ["La pantalla a terminó (-9); se inicia otra vez en 1 s."]
    pids = [screen.pid for screen in screens]
    ended.set()
    thread.join(10)
    for pid in pids:
        assert not Path(f"/proc/{pid}").exists()


def test_one_that_always_fails_is_tried_less_and_less_often():
    said = []
    screen = SupervisedProcess("a", ["false"], said.append)
    now = 0.0
    for _ in range(5):
        screen.look(now)
        process = screen._process
        assert process is not None
        process.wait(5)
        screen.look(now)
        assert screen.pid is None
        screen.look(now)
        assert screen.pid is None, "it waits"
        now += 60
    assert [line.rpartition("en ")[2] for line in said] == ["1 s.", "2 s.", "4 s.", "8 s.", "16 s."]


def test_the_command_says_what_the_section_says():
    section = ScreenSection(name="Pared norte", monitor=1, show={"draw": "cctv"})
    command = command_of(section, "http://10.0.0.1:8001", "k", True)
    asked = ["--show", "Pared norte", "--monitor", "1", "--name", "Pared norte", "--key", "k", "--fullscreen"]
    assert command[-len(asked) :] == asked
    assert "--fullscreen" not in command_of(section, "http://10.0.0.1:8001", "", False)


def test_two_screens_of_a_configuration_and_ctrl_c(tmp_path):
    text = CONFIG.read_text("utf-8").replace("../", f"{CONFIG.parent}/../").replace("[keys]", "[skip]")
    start, end = text.index("[skip]"), text.index("[extractor]")
    path = tmp_path / "hall.toml"
    screens = "".join(f'[[screens]]\nname = "Pared {n}"\n' for n in (1, 2))
    path.write_text(text[:start] + text[end:] + screens, "utf-8")
    assert [screen.name for screen in load(path).config.screens] == ["Pared 1", "Pared 2"]
    command = [sys.executable, "-m", "hallctl", "screens", "--config", path, "--windowed", "--hall"]
    keeper = subprocess.Popen([*command, "http://127.0.0.1:9"], env=os.environ | {"SDL_VIDEODRIVER": "dummy"})
    children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children")
    try:
        until(lambda: len(children.read_text().split()) == 2, 30)
        pids = children.read_text().split()
        time.sleep(1)
        keeper.send_signal(signal.SIGINT)
        assert keeper.wait(15) == 0
    finally:
        if keeper.poll() is None:
            keeper.kill()
            keeper.wait()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.parametrize(
    ("name", "what"),
    [("auto", "la que sigue el juego"), ("board", "la que muestra siempre el tablero")],
)
def test_a_screen_with_the_name_of_a_feed_of_every_hall_is_refused_and_told_why(tmp_path, name, what):
    text = CONFIG.read_text("utf-8").replace("../", f"{CONFIG.parent}/../")
    path = tmp_path / "hall.toml"
    path.write_text(f'{text}\n[[screens]]\nname = "{name}"\n', "utf-8")
    result = CliRunner().invoke(app, ["screens", "--config", str(path)])
    assert result.exit_code == 2
    assert result.stderr == (
        f"{path}: [[screens]] name: «{name}» ya es una señal de toda sala, {what}; "
        "esta pantalla necesita un nombre propio, p. ej. «Pared norte»\n"
    )


def test_a_configuration_without_screens_says_so():
    result = CliRunner().invoke(app, ["screens", "--config", str(CONFIG)])
    assert result.exit_code == 2
    assert result.stderr == f"{CONFIG}: [[screens]]: no hay ninguna\n"
