"""A million spoilt frames: the book has every ball once, in its order, and play goes on."""

import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Event
from types import SimpleNamespace

import pytest

from drivers.extractor import connection, driver
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from tests.drivers.extractor_bench import brought_out
from tests.torture.storm import Here, Port, World

BALLS = 60
FULL, SMALL = 1_000_000, 2_000


@pytest.fixture
def memory() -> Path | None:
    """Where a book costs no disk."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() else None


def weather(seed: int, memory: Path | None, monkeypatch: pytest.MonkeyPatch) -> World:
    """One game in a storm, and what it left behind, looked at."""
    nonces = random.Random(seed)
    with tempfile.TemporaryDirectory(dir=memory) as name:
        folder = Path(name)
        world = World(folder, seed, BALLS)
        monkeypatch.setattr(driver, "SerialPort", lambda *_: Port(world))
        monkeypatch.setattr(connection, "os", SimpleNamespace(urandom=nonces.randbytes))
        monkeypatch.setattr(
            connection, "threading", SimpleNamespace(Thread=Here, Condition=Condition, Event=Event)
        )
        try:
            world.play()
        finally:
            monkeypatch.undo()
            world.hall.end()
        said = f"seed {seed}: {world.met}, {world.lost} lost lines, {world.there.forged + world.back.forged}"
        book = folder / "libro.sqlite"
        assert verify(book).ok, said
        entries = list(read_entries(book))
        committed = [(e.body["order"], e.body["ball"]) for e in entries if e.kind == "BallDrawn"]
        out = brought_out(world.machine.plant)
        assert committed == list(enumerate(out, start=1)), said
        assert len(out) == BALLS + 2, said
        ordered = [e.body["serial"] for e in entries if e.kind == "ExtractionOrdered"]
        assert ordered == list(range(1, BALLS + 3)), said
    return world


@pytest.mark.timeout(2400)
@pytest.mark.invariant("I2", "I17", "I21")
def test_a_storm_on_the_line_loses_doubles_and_invents_no_ball(
    full: bool, memory: Path | None, monkeypatch: pytest.MonkeyPatch, tell: Callable[[str], None]
) -> None:
    wanted, spoilt, seed = FULL if full else SMALL, 0, 0
    balls, lost, forged, met = 0, 0, 0, Counter[str]()
    while spoilt < wanted:
        world = weather(seed, memory, monkeypatch)
        spoilt += world.spoilt
        balls += len(world.drawn)
        lost += world.lost
        forged += len(world.there.forged) + len(world.back.forged)
        met.update(world.met)
        seed += 1
    tell(
        f"{spoilt:,} spoilt frames in {seed} games: {balls:,} balls, each once and in its order; {lost:,} "
        f"lines given up and taken up again; {forged} false frames passed the check; faults {dict(met)}"
    )
    assert lost and met["EXT-LOST"] and met["EXT-PERMISSION"]
