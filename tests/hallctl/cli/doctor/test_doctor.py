"""The look at a hall: real simulators at the far end, real keys and accounts, a machine of files."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from drivers.reader.exit import LearntExit, learnt
from hallctl.__main__ import app
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.processes import Simulators, free_port
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.devices import check_devices
from hallctl.cli.doctor.finding import Finding, Inspection, Verdict, advice, good, looked, missing, status
from hallctl.cli.doctor.house import check_house
from hallctl.config.hall import Setting
from hallctl.config.reader import BallPlace, Calibrations, ExitSheet, Made, PatternSheet
from hallctl.devices.spool import SENT, CupsOutlet
from hallctl.table.clock import SystemClock
from tests.drivers.exits import Picture, drawn
from tests.hallctl.cli.book.hall import Hall
from tests.hallctl.devices.cups import StandIn


@pytest.fixture
def setting(tmp_path: Path) -> Setting:
    return load(CONFIG, demo_overrides(tmp_path))


def by_part(found: Iterator[Finding]) -> dict[str, list[Finding]]:
    parts: dict[str, list[Finding]] = {}
    for finding in found:
        parts.setdefault(finding.part, []).append(finding)
    return parts


def test_a_bare_machine_is_told_what_is_missing_and_what_to_write(tmp_path: Path, setting: Setting) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/ttyACM3").touch()
    (tmp_path / "sys/class/video4linux/video4").mkdir(parents=True)
    (tmp_path / "sys/class/video4linux/video4/name").write_text("C920", "utf-8")
    devices = by_part(check_devices(setting, Computer(tmp_path)))
    assert devices["extractor"][0].verdict is Verdict.MISSING
    assert '[extractor] port = "/dev/ttyACM3"' in devices["extractor"][0].remedy
    assert devices["cámara de la salida"][0].verdict is Verdict.MISSING
    assert "source = 4 es «C920»" in devices["cámara de la salida"][0].remedy
    house = by_part(check_house(setting, SystemClock()))
    assert house["claves"][0].verdict is Verdict.MISSING
    assert house["cuentas"][0].verdict is Verdict.MISSING
    assert house["disco del libro"][0].verdict is Verdict.GOOD


def test_a_hall_that_can_open_is_told_so_and_nothing_in_it_moves(tmp_path: Path, setting: Setting) -> None:
    with Simulators(setting, seed=1, pace=10) as far_end:
        plant = far_end.plant.read_bytes()
        found = [*check_house(setting, SystemClock()), *check_devices(setting, Computer(tmp_path))]
        assert far_end.plant.read_bytes() == plant
    parts = by_part(iter(found))
    assert status(found) == 0, [each for each in found if each.verdict is Verdict.MISSING]
    assert "serie SIM" in parts["extractor"][0].said
    assert parts["extractor"][0].verdict is Verdict.GOOD
    assert parts["cámara de la salida"][0].said.endswith("640×480")
    assert parts["cuentas"][0].said == "5 personas pueden entrar"
    assert parts["claves"][0].said.startswith("de 4 personas")
    # The demonstration's second medium is a folder beside the book: no second device.
    assert [each.verdict for each in parts["segundo soporte"]] == [Verdict.GOOD, Verdict.ADVICE]


@pytest.mark.parametrize("game", ["roulette", "baccarat"])
def test_at_a_table_nobody_is_told_of_balls_and_their_exit(tmp_path: Path, game: str) -> None:
    config = CONFIG.with_name(f"practice-{game}.toml")
    found = by_part(check_devices(load(config), Computer(tmp_path)))
    assert not found.keys() & {"extractor", "cámara de la salida", "bolas"}
    assert ("cámara del juego" in found) is (game == "roulette")


def test_a_printer_queue_that_is_not_there_is_missing(tmp_path: Path) -> None:
    setting = load(CONFIG, [*demo_overrides(tmp_path), "printer.queue=folios"])
    printer = by_part(check_devices(setting, Computer(tmp_path)))["impresora"][0]
    assert printer.verdict is Verdict.MISSING


def test_a_queue_that_is_stopped_or_did_not_print_a_folio_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def printer() -> tuple[Verdict, str]:
        found = by_part(check_devices(setting, Computer(tmp_path)))["impresora"][0]  # type: ignore[arg-type]
        return found.verdict, found.said

    setting = load(CONFIG, [*demo_overrides(tmp_path), "printer.queue=folios"])
    outlet = CupsOutlet("folios", Places(setting.directory).acts / SENT)
    service = StandIn(tmp_path / "servicio", monkeypatch)
    try:
        assert printer() == (Verdict.GOOD, "cola «folios»")
        service.stop()
        outlet.put("tomo-0001-folio-0001-acta.pdf", b"%PDF")
        assert printer()[0] is Verdict.ADVICE
        assert "está parada" in printer()[1]
        service.cancel(1)
        service.resume()
        outlet.look(())
        assert printer() == (
            Verdict.ADVICE,
            "sin imprimir: tomo-0001-folio-0001-acta.pdf se anuló en la cola",
        )
    finally:
        service.end()
    assert "no contesta" in printer()[1]


@pytest.mark.parametrize(("grey", "said"), [(4, "a oscuras"), (255, "quemado"), (128, "enfocada")])
def test_a_picture_that_cannot_be_read_is_told_with_its_reason(tmp_path: Path, grey: int, said: str) -> None:
    path = tmp_path / "exit.png"
    assert cv2.imwrite(str(path), np.full((480, 640, 3), grey, np.uint8))
    setting = load(CONFIG, [*demo_overrides(tmp_path), f'camera.source="{path}"'])
    camera = by_part(check_devices(setting, Computer(tmp_path)))["cámara de la salida"]
    assert said in camera[-1].said
    assert camera[-1].verdict is Verdict.ADVICE


def test_a_real_camera_is_told_which_ball_sets_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "exit.png"
    assert cv2.imwrite(str(path), np.full((480, 640, 3), 128, np.uint8))
    setting = load(CONFIG, [*demo_overrides(tmp_path), f'camera.source="{path}"'])
    assert "juegos de bolas" not in by_part(check_devices(setting, Computer(tmp_path))), "practice"
    parts = {"camera": setting.exit_camera, "extractor": setting.config.extractor}
    parts = {name: each.model_copy(update={"simulated": False}) for name, each in parts.items()}
    real = replace(setting, config=setting.config.model_copy(update=parts))
    lacking = by_part(check_devices(real, Computer(tmp_path)))["juegos de bolas"][0]
    assert (lacking.verdict, lacking.said) == (Verdict.MISSING, "sin calibrar: J-01, J-02, J-03")
    assert "hallctl camera calibrate" in lacking.remedy
    sheets = tuple(PatternSheet(name, b"", 0.3) for name in ("J-01", "J-02", "J-03"))
    known = replace(real, calibrations=Calibrations(frozenset(), sheets))
    found = by_part(check_devices(known, Computer(tmp_path)))["juegos de bolas"][0]
    assert (found.verdict, found.said) == (Verdict.GOOD, "calibrados: J-01, J-02, J-03")
    hall = setting.config.hall
    made = (Made("a.toml", "J-01", (hall.name, "x"), "1"), Made("b.toml", "J-02", ("Otra sala", "x"), "2"))
    copied = replace(real, calibrations=Calibrations(frozenset(), sheets, made=made))
    (found,) = by_part(check_devices(copied, Computer(tmp_path)))["juegos de bolas"]
    assert found.verdict is Verdict.MISSING
    assert "b.toml se hizo en la sala «Otra sala»" in found.said


def test_a_camera_is_told_whether_its_exit_is_still_as_it_was_learnt(tmp_path: Path) -> None:
    there = drawn(3)
    empty = learnt([there.seen(seed, ball=False) for seed in range(6)])
    assert isinstance(empty, LearntExit)
    png, ball = empty.png(), BallPlace(x=there.x, y=there.y, diameter=there.diameter)
    known = Calibrations(exit=ExitSheet(png, ball, datetime(2026, 11, 28, tzinfo=UTC)))
    path = tmp_path / "exit.png"
    setting = load(CONFIG, [*demo_overrides(tmp_path), f'camera.source="{path}"'])

    def told(picture: Picture) -> Finding:
        assert cv2.imwrite(str(path), picture)
        found = by_part(check_devices(replace(setting, calibrations=known), Computer(tmp_path)))
        return found["salida de bolas"][0]

    assert told(there.seen(9, ball=False, light=1.04)).verdict is Verdict.GOOD
    full = told(there.seen(9, ball=True))
    assert (full.verdict, full.said) == (Verdict.ADVICE, "no está vacía, o ya no es como se aprendió")
    dark = told(there.seen(9, ball=False, light=0.4))
    assert (dark.verdict, dark.said[:25]) == (Verdict.MISSING, "la imagen es 0,7 veces ta")
    moved = told(np.roll(there.seen(9, ball=False), 24, axis=1))
    assert (moved.verdict, moved.said) == (
        Verdict.MISSING,
        "la cámara se ha movido 24 px desde que se aprendió",
    )
    wide = told(np.zeros((480, 800, 3), np.uint8) + 90)
    assert (wide.verdict, "otra forma" in wide.said) == (Verdict.MISSING, True)
    assert all("calibrate" in each.remedy for each in (full, dark, moved, wide))


def test_room_that_is_not_enough_for_the_book_is_missing(tmp_path: Path) -> None:
    setting = load(CONFIG, [*demo_overrides(tmp_path), "disk.minimum_free_mb=1000000"])
    assert by_part(check_house(setting, SystemClock()))["disco del libro"][0].verdict is Verdict.MISSING


def test_letters_too_small_for_the_last_seat_are_missing(tmp_path: Path) -> None:
    config = tmp_path / "hall.toml"
    text = CONFIG.read_text("utf-8").replace("../series", str(CONFIG.parents[1] / "series"))
    text = text.replace("[book]", "farthest_seat_m = 60\n[book]", 1)
    config.write_text(f'{text}\n[[screens]]\nname = "Pared"\nheight_mm = 300\n', "utf-8")
    setting = load(config, demo_overrides(tmp_path))
    legible = by_part(check_house(setting, SystemClock()))["lectura"][0]
    assert legible.verdict is Verdict.MISSING
    assert "AJ-37" in legible.remedy


def test_the_exit_status_is_1_when_something_is_missing_and_0_with_advice_alone() -> None:
    assert status([good("a", "x"), advice("b", "x", "y")]) == 0
    assert status([good("a", "x"), missing("b", "x")]) == 1


def test_the_command_tells_each_part_on_a_line_of_its_own_and_as_json(tmp_path: Path) -> None:
    config = tmp_path / "hall.toml"
    text = CONFIG.read_text("utf-8").replace("../series", str(CONFIG.parents[1] / "series"))
    config.write_text(text.replace("../../practice", str(tmp_path)), "utf-8")
    plain = CliRunner().invoke(app, ["doctor", "--config", str(config)])
    assert plain.exit_code == 1
    assert "» FALTA  extractor" in plain.output
    told = CliRunner().invoke(app, ["doctor", "--config", str(config), "--json"])
    parts = [json.loads(line) for line in told.output.splitlines()]
    assert {"part", "verdict", "said", "remedy"} == set(parts[0])
    assert {"extractor", "cuentas", "reloj"} <= {each["part"] for each in parts}


def test_a_wrong_configuration_ends_with_2_and_every_problem(tmp_path: Path) -> None:
    config = tmp_path / "hall.toml"
    config.write_text("[hall]\n", "utf-8")
    said = CliRunner().invoke(app, ["doctor", "--config", str(config)])
    assert said.exit_code == 2
    assert said.output.count("FALTA") > 5
    assert all(part in said.output for part in ("reloj", "claves", "monitores", "sonido", "placa"))
    config.write_text("[hall", "utf-8")
    told = CliRunner().invoke(app, ["doctor", "--config", str(config), "--json"])
    parts = [json.loads(line)["part"] for line in told.output.splitlines()]
    assert parts[0] == "configuración" and {"puertos serie", "cámaras", "monitores"} <= {*parts}


def test_what_fails_or_is_written_wrong_hides_none_of_the_others() -> None:
    def fails() -> Iterator[Finding]:
        yield good("a", "sí")
        raise OSError("roto")

    looks: list[Inspection] = [("a", "", fails), ("b", "camera", fails), ("c", "", lambda: [good("c", "sí")])]
    found = looked(looks, lambda section: section == "camera")
    assert [(each.part, each.said) for each in found] == [
        ("a", "sí"),
        ("a", "no se pudo mirar: roto"),
        ("b", "no se mira: [camera] está mal en la configuración"),
        ("c", "sí"),
    ]


class Shown:
    """A clock that shows a moment."""

    def __init__(self, moment: datetime, quality: str = "unknown") -> None:
        self._moment, self._quality = moment, quality

    def now(self) -> int:
        return 0

    def wall(self) -> datetime:
        return self._moment

    def quality(self) -> str:
        return self._quality


def clock_of(setting: Setting, moment: datetime, quality: str = "unknown") -> Finding:
    house = by_part(check_house(setting, Shown(moment, quality), BEFORE_ALL))
    return house["reloj"][0]


BEFORE_ALL = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.mark.invariant("I25")
def test_a_clock_before_the_program_or_the_book_or_beside_the_certificates_is_missing(tmp_path: Path) -> None:
    hall = Hall.made(tmp_path).open()
    now = datetime.now(UTC)
    for moment, said in (
        (BEFORE_ALL - timedelta(days=1), "posterior, del 2020-01-01"),
        (now - timedelta(hours=3), "el libro tiene un asiento del"),
        (now + timedelta(days=365 * 40), "el certificado de la autoridad de la sala vale del"),
    ):
        found = clock_of(hall.setting, moment)
        assert found.verdict is Verdict.MISSING, found
        assert said in found.said
        assert "timedatectl set-time" in found.remedy
    assert clock_of(hall.setting, now).verdict is Verdict.ADVICE
    assert clock_of(hall.setting, now, "battery").verdict is Verdict.GOOD


@pytest.mark.invariant("I25")
def test_a_certificate_near_its_end_is_told_weeks_before(tmp_path: Path) -> None:
    hall = Hall.made(tmp_path)
    soon = datetime.now(UTC) + timedelta(days=3640)
    told = by_part(check_house(hall.setting, Shown(soon), BEFORE_ALL))["certificados"]
    assert {finding.verdict for finding in told} == {Verdict.ADVICE}
    assert any("la autoridad de la sala caduca el" in finding.said for finding in told)


@pytest.mark.invariant("I25")
def test_check_fails_under_a_clock_that_nobody_can_sign_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall.made(tmp_path).open()
    ports = ["--set", f"console.port={free_port()}", "--set", f"feed.port={free_port()}"]
    assert CliRunner().invoke(app, ["check", "--config", str(hall.config), *ports]).exit_code == 0
    monkeypatch.setattr("hallctl.__main__.BUILT", datetime.now(UTC) + timedelta(days=1))
    checked = CliRunner().invoke(app, ["check", "--config", str(hall.config), *ports])
    assert checked.exit_code == 2
    assert "timedatectl set-time" in checked.stderr
