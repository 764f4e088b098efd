"""What the look at a hall says of its panel, and what the panel's own command does."""

from pathlib import Path

import pytest
from gpiozero import LED
from typer.testing import CliRunner

from drivers.panel.pins import Pins
from hallctl.__main__ import app
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.setting import load
from hallctl.cli.commissioning import panel
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.devices import check_devices
from hallctl.cli.doctor.finding import Finding, Verdict
from hallctl.cli.doctor.panel import check_panel
from hallctl.config.panel import PanelSection
from tests.drivers.fingers import Fingers

SECTION = PanelSection(locutor="Luis Rojas", line=5, mushroom=20, lamp_sale=17, beacon=25)


def found(fingers: Fingers, section: PanelSection = SECTION) -> Finding:
    return check_panel(section, lambda _: fingers.pins())


def test_a_panel_at_rest_is_good_and_one_that_is_not_says_what_is_pressed() -> None:
    fingers = Fingers()
    fingers.held |= {20}
    assert found(fingers).verdict is Verdict.GOOD
    assert found(fingers).said == "2 contactos y 2 lámparas, todo en reposo"
    fingers.held = {5}
    pressed = found(fingers)
    assert pressed.verdict is Verdict.ADVICE
    assert "línea del locutor, seta de emergencia" in pressed.said
    # What was held up to here is let go of: another may take it.
    assert found(fingers).verdict is Verdict.ADVICE


def test_pins_that_cannot_be_used_are_missing_with_each_ones_reason() -> None:
    others: list[LED] = []

    def taken(_: PanelSection) -> Pins:
        pins = Fingers().pins()
        others.append(LED(5, pin_factory=pins.factory))
        return pins

    finding = check_panel(SECTION.model_copy(update={"beacon": 2, "pull": "down", "call": 3}), taken)
    assert finding.verdict is Verdict.MISSING
    assert "line: la patilla 5 no se puede usar" in finding.said
    others[0].close()
    assert "call: la patilla 3 no se puede usar" in finding.said


def test_a_machine_without_pins_is_told_so_and_a_practice_panel_is_good(tmp_path: Path) -> None:
    overrides = [*demo_overrides(tmp_path), 'panel.locutor="Luis Rojas"', "panel.draw=5"]
    for extra, verdict in (([], Verdict.MISSING), (['panel.pins="mock"'], Verdict.GOOD)):
        devices = check_devices(load(CONFIG, [*overrides, *extra]), Computer(tmp_path))
        (finding,) = [each for each in devices if each.part == "panel"]
        assert finding.verdict is verdict, finding


def test_the_command_says_every_contact_that_changes_and_lights_every_lamp(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(panel, "_LAMP_S", 0.01)
    fingers, said, lit = Fingers(), [], []
    fingers.held |= {20}

    def hear(line: str) -> None:
        said.append(line)
        lit.append([pin for pin in (17, 25) if fingers.high(pin)])
        if line == "lámpara venta, patilla 17: encendida":
            monkeypatch.setattr(panel, "_LAMP_S", 60)
            fingers.press(5)
        elif line == "línea del locutor, patilla 5: activo":
            fingers.release(5)
        elif len(said) > 4:
            monkeypatch.setattr(panel, "_LAMP_S", 0.01)
            raise KeyboardInterrupt

    panel.watch(SECTION, 60, hear, lambda _: fingers.pins())
    assert said == [
        "línea del locutor, patilla 5: en reposo",
        "seta de emergencia, patilla 20: en reposo",
        "lámpara venta, patilla 17: encendida",
        "línea del locutor, patilla 5: activo",
        "línea del locutor, patilla 5: en reposo",
    ]
    assert lit[-1] == [17]


def test_the_command_goes_through_the_lamps_as_often_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "_LAMP_S", 0.01)
    path = tmp_path / "hall.toml"
    text = CONFIG.read_text("utf-8").replace("../series", str(CONFIG.parents[1] / "series"))
    path.write_text(f'{text}\n[panel]\npins = "mock"\nlamp_sale = 17\nbeacon = 25\n', "utf-8")
    ran = CliRunner().invoke(app, ["panel", "--config", str(path), "--rounds", "2"])
    assert ran.exit_code == 0, ran.output
    assert ran.output.splitlines() == [
        "lámpara venta, patilla 17: encendida",
        "lámpara baliza, patilla 25: encendida",
    ]
    without = CliRunner().invoke(app, ["panel", "--config", str(CONFIG)])
    assert (without.exit_code, "[panel]: falta" in without.output) == (2, True)
