"""PLCs, tried in virtual time: ours passes, a stranger's too, mistakes are named, a hung one is found."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from drivers.plant import new_plant, save_plant
from drivers.plc.layout import Flags, Layout, Read, Table, Write
from hallctl.cli.conformance import plc_rules, report
from hallctl.cli.conformance.player import Limits
from hallctl.cli.conformance.plc_player import Registers
from hallctl.cli.conformance.plc_trial import try_plc
from hallctl.cli.conformance.rules import MotionRules
from hallctl.cli.conformance.trial import Outcome, Person, Report, Rule
from hallctl.config.extractor import ExtractorSection
from hallctl.devices.machines import layout_of
from tests.drivers.plc_bench import SCAN_S, Program
from tests.hallctl.cli.conformance.test_wire import emptied, part_of, refilled, rules_of, seen
from tests.machines.second import FOLDER, VirtualPlc

ROOT = Path(__file__).parents[4]
HOLDING = ROOT / "fixtures/config/plc-holding.toml"
COILS = ROOT / "fixtures/config/plc-coils.toml"

MISTAKES = {
    "any-heartbeat-permits": plc_rules.ONLY_A_CHANGE,
    "boot-is-constant": plc_rules.BOOT,
    "does-not-echo": plc_rules.ECHO,
    "done-before-answer": plc_rules.ANSWERED,
    "door-is-ignored": plc_rules.DOOR,
    "empty-for-ever": plc_rules.IN_TIME,
    "event-by-two": plc_rules.COUNTED,
    "event-does-not-hold": plc_rules.WAITS,
    "expiry-does-not-latch": plc_rules.EXPIRY_LATCHES,
    "expiry-early": plc_rules.EXPIRY,
    "expiry-late": plc_rules.EXPIRY,
    "expiry-never": plc_rules.EXPIRY,
    "halves-swapped": plc_rules.AT_THE_EXIT,
    "hangs": plc_rules.RUNS,
    "hangs-from-the-start": plc_rules.RUNS,
    "kind-after-event": plc_rules.KIND_FIRST,
    "latch-is-ignored": plc_rules.AT_ONCE,
    "needs-no-permission": plc_rules.PRECEDENCE,
    "no-gap": plc_rules.EMPTY_EXIT,
    "obeys-the-command-word": plc_rules.ONCE,
    "old-order-taken": plc_rules.OLD_ORDER,
    "order-is-lost": plc_rules.TAKEN,
    "order-of-16-bits": plc_rules.AT_THE_EXIT,
    "other-version": plc_rules.VERSION,
    "refused-is-done-later": plc_rules.NEVER_LATER,
    "reload-keeps-order": plc_rules.RELOADED,
    "reset-despite-cause": plc_rules.RESET,
    "reset-moves": plc_rules.RESET,
    "second-ball": plc_rules.NO_SECOND_BALL,
    "stop-is-late": plc_rules.AT_ONCE,
    "taken-too-soon": plc_rules.ORDER_SHOWN,
    "under-way-is-busy": plc_rules.UNDER_WAY,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each mistake in full, else one for each sentence that no machine on the wire breaks the like of."""
    if "wrongly" in metafunc.fixturenames:
        common = {getattr(plc_rules.MOTION, field.name) for field in fields(MotionRules)}
        one_each = {rule: mistake for mistake, rule in MISTAKES.items() if rule not in common}.values()
        metafunc.parametrize(
            "wrongly", MISTAKES if metafunc.config.getoption("--torture") else sorted(one_each)
        )


def layout(path: Path) -> Layout:
    modbus = ExtractorSection(**tomllib.loads(path.read_text("utf-8"))["extractor"]).modbus
    assert modbus is not None
    return layout_of(modbus)


def tried(registers: Registers, person: Person, path: Path = HOLDING) -> Report:
    return try_plc(registers, layout(path), person, Limits(), lambda _: None)


def test_a_stranger_s_plc_that_keeps_the_page_is_ready(plc: Path) -> None:
    with VirtualPlc(plc) as registers:
        found = tried(registers, registers)
    assert not seen(found)
    assert report.status(found) == report.READY
    assert found.machine == "autómata MODBUS 17, programa 2.3"


def test_each_mistake_of_a_programmer_is_named_by_the_sentence_that_it_breaks(
    plc: Path, wrongly: str
) -> None:
    with VirtualPlc(plc, wrongly) as registers:
        found = tried(registers, registers)
    assert MISTAKES[wrongly] in {each.rule for each in found.broken}, seen(found)
    assert report.status(found) == report.BROKEN


def test_every_mistake_of_the_second_plc_is_tried() -> None:
    source = (FOLDER / "plc.c").read_text("utf-8")
    assert set(re.findall(r"\bis\(\"([\w-]+)\"\)", source)) == set(MISTAKES)


@pytest.mark.parametrize("mistake", ["hangs", "hangs-from-the-start"])
def test_a_program_that_hangs_behind_a_living_modbus_is_found_and_ends_the_trial(
    plc: Path, mistake: str
) -> None:
    with VirtualPlc(plc, mistake) as registers:
        found = tried(registers, registers)
    (broken,) = found.broken
    assert "Modbus contesta" in broken.seen
    assert "¿está en RUN?" in broken.seen
    after = found.results[found.results.index(broken) + 1 :]
    assert {each.outcome for each in after} == {Outcome.UNTRIED}
    assert all("no corre" in each.seen for each in after)


class OurPlc:
    """The PLC of the driver's tests, its time and its people."""

    def __init__(self, plant: Path, map_: Layout) -> None:
        self._layout = map_
        self._now = 0.0
        self._scanned = 0.0
        self._memory: dict[tuple[Table, int], int] = {}
        faults = {"EXT-JAM": 1, "EXT-PERMISSION": 2, "EXT-DOOR": 3}
        named = {
            name: number
            for number, code in map_.faults.items()
            for name in faults
            if code.name in _NAMED[name]
        }
        self._program = Program(plant, faults | named, 0.15)
        self._program.draw_s = 0.3
        self._open_moving = False
        self._scan()

    def now(self) -> float:
        return self._now

    def stolen(self) -> float:
        return 0.0

    def read(self, wanted: Read) -> list[int]:
        self.wait_until(self._now + 0.003)
        span = range(wanted.address, wanted.address + wanted.count)
        return [self._memory.get((wanted.table, at), 0) for at in span]

    def write(self, wanted: Write) -> None:
        self.wait_until(self._now + 0.003)
        for at, value in enumerate(wanted.values, wanted.address):
            self._memory[wanted.table, at] = value

    def wait_until(self, until: float) -> None:
        while self._scanned + SCAN_S <= until:
            self._scanned += SCAN_S
            self._scan()
        self._now = max(self._now, until)

    def asked(self, what: str, how: str) -> bool:
        program = self._program
        match what:
            case "power":
                self._program = Program(program.path, program.faults, 0.15, program.says["boot"] + 1)
                self._program.draw_s = 0.3
                self._scan()
            case "open":
                program.door = True
            case "open-moving":
                self._open_moving = True
            case "jam":
                program.jam_next = True
            case "empty" | "refill":
                save_plant(program.path, (emptied if what == "empty" else refilled)(program.plant))
            case _:
                program.put_right()
        return True

    def _scan(self) -> None:
        map_, program = self._layout, self._program
        if self._open_moving and program.state["moving"]:
            self._open_moving, program.door = False, True
        said = program.scan(self._heard(), self._scanned)
        halves = said["order"] >> 16, said["order"] & 0xFFFF
        values = {getattr(map_.says, field.name): said[field.name] for field in fields(map_.says)}
        values |= dict(enumerate(halves if map_.high_first else halves[::-1], map_.says.order))
        truths = {field.name: int(said[field.name]) for field in fields(Flags)}
        if isinstance(map_.flags, int):
            values[map_.flags] = sum(truth << bit for bit, truth in enumerate(truths.values()))
        else:
            for name, truth in truths.items():
                self._memory[map_.flags_in, getattr(map_.flags, name)] = truth
        self._memory |= {(map_.says_in, at): value for at, value in values.items()}

    def _heard(self) -> dict[str, int]:
        map_ = self._layout
        word = lambda at: self._memory.get((Table.HOLDING, at), 0)  # noqa: E731
        heard = {field.name: word(getattr(map_.hears, field.name)) for field in fields(map_.hears)}
        first, second = heard["order"], word(map_.hears.order + 1)
        heard["order"] = first << 16 | second if map_.high_first else second << 16 | first
        if isinstance(map_.commands, int):
            return heard | {"command": word(map_.commands)}
        coils = [
            self._memory.get((Table.COIL, getattr(map_.commands, each.name)), 0)
            for each in fields(map_.commands)
        ]
        return heard | {"command": coils.index(1) + 1 if 1 in coils else 0}


_NAMED = {"EXT-JAM": "JAM", "EXT-PERMISSION": "PERMISSION_LOST", "EXT-DOOR": "DOOR_OPEN"}


@pytest.mark.parametrize("path", [HOLDING, COILS], ids=lambda path: path.stem)
def test_the_plc_of_the_driver_s_tests_is_ready_in_every_map(tmp_path: Path, path: Path) -> None:
    save_plant(tmp_path / "plant.json", new_plant(7))
    ours = OurPlc(tmp_path / "plant.json", layout(path))
    found = tried(ours, ours, path)
    allowed = {"Una orden que no existe"} if path == COILS else set()
    assert {each.case for each in found.untried} == allowed
    assert not found.broken, seen(found)


@pytest.mark.parametrize("rule", rules_of(plc_rules), ids=lambda rule: rule.sentence[:40])
def test_each_sentence_that_a_plc_is_held_to_stands_on_the_page(rule: Rule) -> None:
    page = (ROOT / "docs" / rule.page).read_text("utf-8")
    assert " ".join(rule.sentence.split()) in part_of(page, rule.part)
