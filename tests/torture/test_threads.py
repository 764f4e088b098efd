"""Each thread of the whole program, killed: the hall ends, and always in the same way (I19)."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.processes import Child, Simulators
from hallctl.app.setting import load
from hallctl.minutes.threads import STOPPED

ROOT = Path(__file__).parents[2]
STARTED_S = 240.0
ENDED_S = 60.0
"""A crowded computer is slow; the hall itself ends within 15 s of its own time."""

KILLED: dict[str, tuple[str, ...]] = {
    "MainThread": (),
    **dict.fromkeys(("console", "feed", "console-hub", "extractor-line", "extractor", "camera-read"), ()),
    **dict.fromkeys(("camera-hand-out", "cctv", "folio-printer", "watchman", "expiry-watch"), ()),
    **dict.fromkeys(("wall-watch", "hall-face", "picture-sweeper", "second-medium"), ()),
    "desk-cctv": ("desk_camera.source={camera}mesa",),
    "log-writer": ("log.format=json",),
    **dict.fromkeys(("voice-news", "voice"), ("voice.folder={folder}",)),
}
"""The threads of docs/flow.md, with what the configuration needs for each; of two words, the first."""
LAST = "extractor-line"
"""It begins when all others have begun."""
NOT_HERE = {
    *(
        "plc",
        "panel",
        "witness-line",
        "office-line",
        "remote-caller",
        "wheel-line",
        "shoe-line",
        "table-pictures",
    )
}
"""They need a PLC, pins, a witness, an office, another hall, a wheel or a shoe; they are threads as all."""


def test_every_thread_of_the_controller_is_killed_here() -> None:
    page = (ROOT / "docs/flow.md").read_text("utf-8").partition("## Threads of the controller")[2]
    listed = set(re.findall(r"^\| `([\w-]+)(?: …)?` \|", page, re.MULTILINE))
    assert listed | {"MainThread"} == {*KILLED, *NOT_HERE}


@contextmanager
def mortal(folder: Path, options: tuple[str, ...]) -> Iterator[tuple[Child, Path]]:
    """A hall whose threads can be killed, and its log."""
    overrides = [*demo_overrides(folder), "practice.minimum_interval_ms=0"]
    camera = next(each for each in overrides if each.startswith("camera.source=")).partition("=")[2]
    overrides += [option.format(camera=camera, folder=folder) for option in options]
    log = folder / "hallctl.log"
    said = ["run", "--config", str(CONFIG), *(f"--set={each}" for each in overrides)]
    with Simulators(load(CONFIG, overrides), seed=3, pace=10):
        child = Child("tests.torture.mortal", *said, log=log)
        try:
            yield child, log
        finally:
            child.end()


@pytest.mark.timeout(600)
@pytest.mark.invariant("I19")
@pytest.mark.parametrize("name", KILLED)
def test_the_program_does_not_outlive_one_of_its_threads(tmp_path: Path, name: str, full: bool) -> None:
    if not full and name not in {"MainThread", "console"}:
        pytest.skip("in the campaign: --torture")
    with mortal(tmp_path, KILLED[name]) as (child, log):
        end = time.monotonic() + STARTED_S
        while not {name, LAST} <= set(re.findall(r"^thread ([\w-]+)", log.read_text("utf-8"), re.MULTILINE)):
            assert time.monotonic() < end and child.ended is None, log.read_text("utf-8")[-2000:]
            child.tell("?")
            time.sleep(0.2)
        child.tell(name)
        end = time.monotonic() + ENDED_S
        while child.ended is None:
            assert time.monotonic() < end, f"the hall outlived {name}: {log.read_text('utf-8')[-2000:]}"
            time.sleep(0.1)
        said = log.read_text("utf-8")
        assert child.ended == STOPPED, said[-2000:]
        assert (
            re.search(rf"^Exception in thread {name}(?: .*)?:$", said, re.MULTILINE) or name == "log-writer"
        )
