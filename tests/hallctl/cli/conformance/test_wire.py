"""Machines on the wire, tried in virtual time: ours pass, a stranger's too, and its mistakes are named."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from drivers.extractor.firmware.extractor import Extractor
from drivers.extractor.interpreter import command, micropython
from drivers.extractor.machine import Load, Machine
from drivers.plant import Plant, new_plant, save_plant
from hallctl.cli.conformance import plc_rules, report, wire_rules
from hallctl.cli.conformance.player import Limits
from hallctl.cli.conformance.rules import MotionRules
from hallctl.cli.conformance.trial import Broken, Case, Outcome, Report, Rule, play
from hallctl.cli.conformance.wire_trial import try_wire
from tests.machines.second import FOLDER, VirtualLine

ROOT = Path(__file__).parents[4]
USING = command()

MISTAKES = {
    "ack-without-number": wire_rules.ANSWER_NUMBER,
    "answers-its-own-words": wire_rules.OWN_WORDS,
    "answers-late": wire_rules.ANSWERS,
    "any-ack-forgets": wire_rules.ONLY_ITS_ACK,
    "any-length": wire_rules.UNKNOWN,
    "any-version": wire_rules.UNKNOWN,
    "ball-too-soon": wire_rules.AT_THE_EXIT,
    "boot-is-constant": wire_rules.BOOT,
    "busy-is-queued": wire_rules.PRECEDENCE,
    "check-is-not-looked-at": wire_rules.THROWN_AWAY,
    "done-twice": wire_rules.ONCE,
    "door-is-ignored": wire_rules.DOOR,
    "empty-for-ever": wire_rules.IN_TIME,
    "event-once": wire_rules.REPEATED,
    "event-sequence-zero": wire_rules.EVENT_NUMBER,
    "events-overtake": wire_rules.ONE_AT_A_TIME,
    "expiry-does-not-latch": wire_rules.EXPIRY_LATCHES,
    "expiry-early": wire_rules.EXPIRY,
    "expiry-late": wire_rules.EXPIRY,
    "expiry-never": wire_rules.EXPIRY,
    "identify-of-one-version": wire_rules.EVERY_VERSION,
    "identity-of-another-boot": wire_rules.SAME_BOOT,
    "identity-without-number": wire_rules.ANSWER_NUMBER,
    "jam-is-silent": wire_rules.IN_TIME,
    "latch-is-ignored": wire_rules.HOLDS,
    "moves-unidentified": wire_rules.UNIDENTIFIED,
    "mushroom-is-silent": wire_rules.MUSHROOM,
    "nak-is-not-repeated": wire_rules.ONCE,
    "new-number-each-time": wire_rules.COUNTED,
    "no-gap": wire_rules.EMPTY_EXIT,
    "no-permission-first": wire_rules.PRECEDENCE,
    "noise-deafens": wire_rules.BORDER,
    "numbers-from-1": wire_rules.ANY_FIRST,
    "old-order-taken": wire_rules.OLD_ORDER,
    "one-frame-a-read": wire_rules.PIECES,
    "order-is-lost": wire_rules.TAKEN,
    "order-of-16-bits": wire_rules.AT_THE_EXIT,
    "orders-from-1": wire_rules.ANY_ORDER,
    "permission-starts": wire_rules.STARTS_NOTHING,
    "permit-is-silent": wire_rules.ANSWERS,
    "plate-is-not-ascii": wire_rules.IDENTITY,
    "refused-is-done-later": wire_rules.NEVER_LATER,
    "reload-keeps-order": wire_rules.ANY_ORDER,
    "repeats-slowly": wire_rules.REPEATED,
    "reset-despite-cause": wire_rules.RESET,
    "reset-moves": wire_rules.RESET,
    "same-session-stops": wire_rules.SAME_SESSION,
    "second-ball": wire_rules.NO_SECOND_BALL,
    "session-keeps-number": wire_rules.FORGOTTEN,
    "session-keeps-permission": wire_rules.OTHER_SESSION,
    "session-lets-move": wire_rules.OTHER_SESSION,
    "session-not-echoed": wire_rules.SESSION_ECHO,
    "split-is-lost": wire_rules.PIECES,
    "state-without-event": wire_rules.EVENT_SHOWN,
    "stop-after-the-ball": wire_rules.AT_ONCE,
    "stop-does-not-latch": wire_rules.HOLDS,
    "stop-is-an-event": wire_rules.NO_EVENT,
    "taken-at-ack": wire_rules.NOT_YET_TAKEN,
    "talks-to-nobody": wire_rules.REPEATED,
    "under-way-is-busy": wire_rules.UNDER_WAY,
    "unknown-is-silent": wire_rules.UNKNOWN,
}
ALLOWED = {"empty-stalls"}
"""What a builder may do otherwise than the rest: an empty drum that is told by a stall."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each mistake in full, else one for each sentence."""
    if "wrongly" in metafunc.fixturenames:
        one_each = {rule: mistake for mistake, rule in MISTAKES.items()}.values()
        metafunc.parametrize(
            "wrongly", MISTAKES if metafunc.config.getoption("--torture") else sorted(one_each)
        )


def nonces() -> Callable[[], int]:
    numbers = count(0x1234_BEEF, 0x0101_0101)
    return lambda: next(numbers) & 0xFFFF_FFFF


def tried(line: "VirtualLine | OurLine") -> Report:
    return try_wire(line, line, Limits(), lambda _: None, nonce=nonces())


def seen(found: Report) -> list[str]:
    """What was not as it should be, for the message of a failure."""
    return [f"{each.case}: {each.seen}" for each in found.results if each.outcome is not Outcome.HELD]


@pytest.mark.parametrize("mistake", ["", *sorted(ALLOWED)])
def test_a_stranger_s_machine_that_keeps_the_page_is_ready(extractor: Path, mistake: str) -> None:
    with VirtualLine(extractor, mistake) as line:
        found = tried(line)
    assert not seen(found)
    assert report.status(found) == report.READY
    assert list(report.verdict(found))[-1] == "Su máquina está lista."
    assert found.machine == "máquina neumática, serie SEGUNDA-01, firmware 2.0.0"
    assert found.figures[1] == "Del último permiso al fallo: 150 ms de mediana, 150 ms la más larga"


def test_each_mistake_of_a_builder_is_named_by_the_sentence_that_it_breaks(
    extractor: Path, wrongly: str
) -> None:
    with VirtualLine(extractor, wrongly) as line:
        found = tried(line)
    assert MISTAKES[wrongly] in {each.rule for each in found.broken}, seen(found)
    assert report.status(found) == report.BROKEN
    said = "\n".join(line for each in found.broken for line in report.as_text(each))
    assert f"docs/extractor-wire.md, {MISTAKES[wrongly].part}: «{MISTAKES[wrongly].sentence}»" in said


@pytest.mark.parametrize("mistake", ["permission-starts", "reset-moves"])
def test_a_machine_that_moves_of_itself_is_not_blamed_for_refusing_orders(
    extractor: Path, mistake: str
) -> None:
    with VirtualLine(extractor, mistake, hands=False) as line:
        found = tried(line)
    blamed = {each.rule for each in found.broken}
    assert blamed & {wire_rules.STARTS_NOTHING, wire_rules.RESET}
    assert not blamed & {wire_rules.DRAW, wire_rules.RELOAD}, seen(found)


def test_every_mistake_of_the_second_machine_is_tried() -> None:
    source = (FOLDER / "extractor.c").read_text("utf-8")
    assert set(re.findall(r"\bis\(\"([\w-]+)\"\)", source)) == {*MISTAKES, *ALLOWED}


def test_with_nobody_beside_it_a_good_machine_is_not_called_ready(extractor: Path) -> None:
    with VirtualLine(extractor, hands=False) as line:
        found = tried(line)
    assert not found.broken
    assert {each.case for each in found.untried} == {
        "Seta de emergencia",
        "Puerta abierta en reposo",
        "Puerta que se abre en movimiento",
        "Bola atascada",
        "Bombo vacío",
        "Corte de corriente",
    }
    assert report.status(found) == report.INCOMPLETE
    assert "quedan 6 pruebas por hacer" in list(report.verdict(found))[-1]


class OurLine:
    """The project's own machine, its time and its people."""

    def __init__(self, plant: Path, load: Load) -> None:
        self._plant, self._load, self._boots = plant, load, count(1)
        self._now = 0.0
        self._open_moving = False
        self._machine = self._started()

    def _started(self) -> Machine:
        machine = Machine(self._plant, boot=next(self._boots), load=self._load)
        machine.tick(self._now)
        return machine

    def now(self) -> float:
        return self._now

    def stolen(self) -> float:
        return 0.0

    def send(self, data: bytes) -> None:
        self._machine.receive(data, self._now)

    def read(self, until: float) -> bytes:
        while not (data := self._machine.take_output()) and self._now < until:
            self._now = min(until, max(self._machine.wakes_at(), self._now + 0.001))
            self._machine.tick(self._now)
            if self._open_moving and self._machine.plant.exit is None:
                self._open_moving = False
                self._machine.open_door()
        return data

    def asked(self, what: str, how: str) -> bool:
        machine = self._machine
        if what == "power":
            self._machine = self._started()
        elif what == "open-moving":
            self._open_moving = True
        elif what in {"empty", "refill"}:
            machine.body.change(emptied if what == "empty" else refilled)
        else:
            does = {"open": machine.open_door, "press": machine.press_mushroom, "jam": machine.jam_next}
            does.get(what, machine.put_right)()
        return True


def emptied(plant: Plant) -> Plant:
    return replace(plant, drum=(), rack=(*plant.rack, *plant.drum))


def refilled(plant: Plant) -> Plant:
    return replace(plant.reload(), order=plant.order)


@contextmanager
def loads(name: str) -> Iterator[Load]:
    if name == "Python":
        yield Extractor
    elif USING is None:
        pytest.skip("no MicroPython for this processor")
    else:
        with micropython(USING) as load:
            yield load


@pytest.mark.parametrize("using", ["Python", "MicroPython"])
def test_the_project_s_own_machine_is_ready(tmp_path: Path, using: str) -> None:
    save_plant(tmp_path / "plant.json", new_plant(7))
    with loads(using) as load:
        found = tried(OurLine(tmp_path / "plant.json", load))
    assert not seen(found)
    assert report.status(found) == report.READY


def rules_of(module: object) -> list[Rule]:
    return [each for each in vars(module).values() if isinstance(each, Rule)]


def part_of(page: str, part: str) -> str:
    """What stands under a heading, or in the paragraph that a bold word begins."""
    heading = re.search(rf"^(#+) {re.escape(part)}\n(.*?)(?=^#{{1,3}} |\Z)", page, re.MULTILINE | re.DOTALL)
    paragraph = re.search(
        rf"^(?:\d+\. )?\*\*{re.escape(part)}\.?\*\*(.*?)(?=\n\n|\n\d+\. |\Z)", page, re.MULTILINE | re.DOTALL
    )
    found = heading or paragraph
    assert found is not None, part
    return " ".join(found[0].split())


@pytest.mark.parametrize("rule", rules_of(wire_rules), ids=lambda rule: rule.sentence[:40])
def test_each_sentence_that_a_machine_is_held_to_stands_on_the_page(rule: Rule) -> None:
    page = (ROOT / "docs" / rule.page).read_text("utf-8")
    assert " ".join(rule.sentence.split()) in part_of(page, rule.part)


@pytest.mark.parametrize("module", [wire_rules, plc_rules], ids=lambda module: module.PAGE)
def test_every_sentence_is_tried(module: ModuleType) -> None:
    folder = ROOT / "hallctl/cli/conformance"
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    for name in (name for name, each in vars(module).items() if isinstance(each, Rule)):
        assert len(re.findall(rf"\b{name}\b", source)) > 1, name
    for duty in (field.name for field in fields(MotionRules)):
        assert re.search(rf"\.rules\.{duty}\b", source), duty


class LateLine(VirtualLine):
    """A line at a computer that keeps the tool waiting for a tenth of a second, once in so many readings."""

    def __init__(self, program: Path, mistake: str, every: int) -> None:
        super().__init__(program, mistake)
        self._readings, self._every = 0, every

    def read(self, until: float) -> bytes:
        self._readings += 1
        return super().read(until)

    def stolen(self) -> float:
        return self._readings // self._every * 0.1


def test_what_failed_while_the_computer_was_late_is_played_again_with_all_its_complaints() -> None:
    plays = count(1)

    def failing(_: None) -> None:
        if next(plays) < 3:
            raise Broken(wire_rules.ANSWERS, "tarde")

    late = iter([True, False])
    results = list(play([Case("x", failing)], None, print, lambda _: None, lambda _: lambda: next(late)))
    assert [each.outcome for each in results] == [Outcome.BROKEN], "the second try was punctual"
    plays, late = count(1), iter([True, True])
    results = list(play([Case("x", failing)], None, print, lambda _: None, lambda _: lambda: next(late)))
    assert [each.outcome for each in results] == [Outcome.HELD]


@pytest.mark.parametrize("mistake", ["answers-late", "event-sequence-zero", "plate-is-not-ascii"])
def test_a_late_computer_hides_no_mistake(extractor: Path, mistake: str) -> None:
    with LateLine(extractor, mistake, every=5) as line:
        found = tried(line)
    assert MISTAKES[mistake] in {each.rule for each in found.broken}, seen(found)
