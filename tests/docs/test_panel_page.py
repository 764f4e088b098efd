"""What docs/panel.md says of keys, pins, lamps, times and commands is so."""

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.setting import load
from hallctl.config.panel import PanelSection
from hallctl.devices import panel as device
from hallctl.devices.panel_faults import CALM_S
from hallctl.outputs.lamps import BLINK_S, Lamp, Light
from hallctl.readings.contacts import NAMES
from hallctl.readings.presses import PanelFault
from tests.hallctl.config.test_hall import TEXT
from tests.hallctl.games.bingo.test_lamps import PATTERNS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/panel.md").read_text("utf-8")
SPOKEN = " ".join(PAGE.split())
(EXAMPLE,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> PanelSection:
    path = tmp_path / "hall.toml"
    path.write_text(TEXT + EXAMPLE, "utf-8")
    section = load(path).config.panel
    assert section is not None
    return section


def test_the_table_has_every_key_with_the_pins_of_the_example(example: PanelSection) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert {key: int(pin) for key, pin, *_ in rows} == example.wired
    assert {f"lamp_{lamp}" if lamp is not Lamp.BEACON else lamp for lamp in Lamp} < set(example.wired)
    board = MockFactory().board_info
    for key, pin, header, said in rows:
        assert {info.number for _, info in board.find_pin(f"GPIO{pin}")} == {int(header)}, key
        assert NAMES.get(key, "").partition(" ")[0] in said, key


def test_the_ground_and_supply_pins_are_the_boards() -> None:
    header = MockFactory().board_info.headers["J8"].pins
    (ground,) = re.findall(r"ground\*\* \(header ([^)]+)\)", PAGE)
    assert set(map(int, re.findall(r"\d+", ground))) == {n for n, pin in header.items() if pin.name == "GND"}
    assert [header[n].name for n in (1, 17)] == ["3V3", "3V3"]


def test_every_default_of_the_page_is_the_configs() -> None:
    section = PanelSection()
    for key in ("settle_ms", "stuck_s"):
        assert f"`{key} = {getattr(section, key)}`" in PAGE
    assert '`resting_closed = ["mushroom", "door"]`' in PAGE
    assert section.resting_closed == ["mushroom", "door"]
    assert (section.pull, section.lamps_active_low) == ("up", False)
    named = set(re.findall(r"`?(\w+) = ", PAGE))
    assert set(PanelSection.model_fields) <= named, set(PanelSection.model_fields) - named


def test_the_lamps_of_each_phase_are_the_programs() -> None:
    table = PAGE.partition("| Where the hall stands | Lamps |\n|---|---|\n")[2].partition("\n\n")[0]
    said = set()
    for row in table.splitlines():
        where, lamps = (cell.strip() for cell in row.strip("|").split("|"))
        said.add((where.partition(":")[0], lamps))
    shown = set()
    for phase, _, pattern in PATTERNS:
        lamps = ", ".join(f"{lamp} {light.value}" for lamp, light in pattern.items())
        shown.add(("no game" if phase is None else str(phase), lamps))
    assert said == shown


def test_every_time_of_the_page_is_the_programs() -> None:
    assert f"blink fast for {device.REFUSED_S:g} s" in SPOKEN
    assert f"every lamp is lit for {device.TEST_S:g} s" in SPOKEN
    assert f"no older than {device.PICTURE_S:g} s" in SPOKEN
    assert f"not been heard for {device.HUNG_S:g} s" in SPOKEN
    assert f"gone, for {CALM_S:g} s at least" in SPOKEN
    assert f"tried again every {device._AGAIN_S:g} s" in SPOKEN
    assert (BLINK_S[Light.SLOW], BLINK_S[Light.FAST]) == (1.0, 0.2)


def test_every_command_of_the_page_is_there_and_every_code_is_explained() -> None:
    for command in set(re.findall(r"hallctl (\w+) --config", PAGE)):
        assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0, command
    for page in ("docs/fault-codes.md", "docs/manual.es.md"):
        text = (ROOT / page).read_text("utf-8")
        assert all(f"`{code}`" in text for code in PanelFault), page
