"""The PLC's driver against pymodbus's own server on a pty: a game, and every way in which the line lets it down."""

import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.driver import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    ExtractorError,
    FaultCode,
    LinkLost,
    MachineFault,
    NakReason,
)
from drivers.plant import new_plant, save_plant
from drivers.plc.driver import PlcExtractor, Timeouts
from drivers.plc.layout import Layout
from hallctl.devices.machines import layout_of
from hallctl.extractors import ExtractorSection
from tests.drivers.extractor_bench import brought_out, expected_balls
from tests.drivers.plc_bench import Owner, Plc, opened

CONFIG = Path(__file__).parents[2] / "fixtures/config"
MAPS = sorted(CONFIG.glob("plc-*.toml"))
PATIENT = Timeouts(answer_s=0.5)


def layout(path: Path) -> Layout:
    modbus = ExtractorSection(**tomllib.loads(path.read_text("utf-8"))["extractor"]).modbus
    assert modbus is not None
    return layout_of(modbus)


@pytest.fixture(params=MAPS, ids=lambda path: path.stem)
def plc(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Plc]:
    save_plant(tmp_path / "plant.json", new_plant(7))
    with Plc(layout(request.param), tmp_path / "plant.json", tmp_path / "plc") as plc:
        yield plc


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Plc]:
    """A PLC of the first map, where the map makes no difference."""
    save_plant(tmp_path / "plant.json", new_plant(7))
    with Plc(layout(MAPS[0]), tmp_path / "plant.json", tmp_path / "plc") as plc:
        yield plc


def owner_of(plc: Plc, timeouts: Timeouts = PATIENT) -> Owner:
    return Owner(lambda heard: PlcExtractor(str(plc.link), heard, layout=plc.layout, timeouts=timeouts))


def draw(owner: Owner, order: int) -> BallArrived:
    owner.driver.draw(order)
    ball = owner.next(BallArrived)
    assert ball.order == order
    owner.driver.acknowledge(ball.event)
    return ball


def permitted(owner: Owner, plc: Plc) -> None:
    """Let the PLC hear that it may move."""
    before = plc.program.beats
    owner.until(lambda: plc.program.beats > before + 1)


@pytest.mark.invariant("I2")
def test_a_game_in_every_map_brings_the_plants_balls_in_their_order(plc: Plc) -> None:
    with opened(owner_of(plc)) as owner:
        permitted(owner, plc)
        for order in range(1, 16):
            draw(owner, order)
        assert brought_out(plc.program.plant) == expected_balls(7, 15)
        owner.driver.reload()
        loaded = owner.next(DrumLoaded)
        owner.driver.acknowledge(loaded.event)
        owner.until(lambda: owner.driver.state.order == 0)
        draw(owner, 70_000)
        assert plc.program.plant.order == 70_000, "an order takes two registers"
        assert owner.driver.state.order == 70_000
        assert owner.driver.state.exit_occupied
        assert not owner.driver.state.moving
