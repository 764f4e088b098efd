"""The PLC's driver against pymodbus's own server on a pty: a game, and every way a line lets it down."""

import random
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.connection import UNANSWERED_ORDERS
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
from drivers.plc.driver import Line, PlcExtractor, Timeouts
from drivers.plc.layout import Layout
from hallctl.config.extractor import ExtractorSection
from hallctl.devices.machines import layout_of
from tests.drivers.extractor_bench import brought_out, expected_balls
from tests.drivers.plc_bench import BALL, LOADED, PATIENCE_S, Owner, Plc, opened

CONFIG = Path(__file__).parents[2] / "fixtures/config"
MAPS = sorted(CONFIG.glob("plc-*.toml"))
HOLDING = CONFIG / "plc-holding.toml"
PATIENT = Timeouts(answer_s=0.5)
PTY = Line(parity="N")
"""A pty has no parity: the second opening that asks for one is refused."""


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
    """A PLC of holding registers, where the map makes no difference."""
    save_plant(tmp_path / "plant.json", new_plant(7))
    with Plc(layout(HOLDING), tmp_path / "plant.json", tmp_path / "plc") as plc:
        yield plc


def owner_of(plc: Plc, timeouts: Timeouts = PATIENT) -> Owner:
    return Owner(
        lambda heard: PlcExtractor(str(plc.link), heard, layout=plc.layout, line=PTY, timeouts=timeouts)
    )


def eventually(truth: Callable[[], object]) -> None:
    """Wait until something is so, and permit nothing meanwhile."""
    give_up = time.monotonic() + PATIENCE_S
    while not truth():
        assert time.monotonic() < give_up
        time.sleep(0.01)


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


@pytest.mark.invariant("I3")
def test_an_event_comes_once_and_again_to_the_next_connection_until_it_is_acknowledged(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        owner.driver.draw(1)
        ball = owner.next(BallArrived)
        permitted(owner, one)
        assert owner.events.empty(), "the PLC says it all the time, the driver once"
    with opened(owner_of(one)) as owner:
        assert owner.next(BallArrived) == replace(ball, again=True)
        owner.driver.acknowledge(ball.event)
        owner.until(lambda: one.program.says["acknowledged"] == ball.event)
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        assert owner.events.empty()
        assert owner.driver.state.exit_occupied


@pytest.mark.invariant("I17")
def test_the_same_order_again_reports_the_same_ball(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        first = draw(owner, 1)
        before = one.program.plant
        assert draw(owner, 1).event == first.event + 1
        assert one.program.plant == before


@pytest.mark.invariant("I13")
def test_a_loop_that_hangs_lets_the_machine_stop_while_the_line_is_still_asked(one: Plc) -> None:
    one.program.expiry_s, one.program.draw_s = 0.3, 1000.0
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        owner.driver.draw(1)
        owner.until(lambda: owner.driver.state.moving)
        beats, asked = one.program.beats, len(one.said(3))
        fault = owner.events.get(timeout=20)  # and nobody permits
        assert isinstance(fault, MachineFault)
        assert fault.code == FaultCode.PERMISSION_LOST
        eventually(lambda: len(one.said(3)) > asked + 20)
        assert one.program.beats <= beats + 2, "what was given before, and nothing else"
        assert not owner.driver.state.moving
        assert owner.driver.state.stop_latched
        one.program.expiry_s, one.program.draw_s = 5.0, 0.1
        owner.driver.acknowledge(fault.event)
        permitted(owner, one)
        owner.driver.draw(1)
        assert owner.next(CommandFailed).reason == NakReason.LATCHED
        owner.driver.reset()
        draw(owner, 1)
        assert brought_out(one.program.plant) == expected_balls(7, 1)


@pytest.mark.invariant("I13")
def test_a_permission_is_carried_once_and_an_old_one_never(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        owner.until(lambda: len(one.said(16)) > 5)
        eventually(lambda asked=len(one.said(3)): len(one.said(3)) > asked + 3)  # type: ignore[misc]
        beats, asked = len(one.said(16)), len(one.said(3))
        eventually(lambda: len(one.said(3)) > asked + 10)
        assert len(one.said(16)) == beats
    ticks = iter(range(1_000_000))
    slow = PlcExtractor(
        str(one.link),
        owner.events.put,
        layout=one.layout,
        line=PTY,
        timeouts=PATIENT,
        clock=lambda: float(next(ticks)),
    )
    with opened(Owner(lambda _: slow)) as late:
        asked = len(one.said(3))
        late.until(lambda: len(one.said(3)) > asked + 10)
        assert len(one.said(16)) == beats, "each was a second old when its turn came"


def test_without_permission_nothing_begins(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        owner.driver.draw(1)
        failed = owner.events.get(timeout=20)
        assert isinstance(failed, CommandFailed)
        assert failed.reason == NakReason.NO_PERMISSION


@pytest.mark.invariant("I2")
@pytest.mark.parametrize("harm", ["flips a bit of", "cuts", "swallows", "puts noise before", "replaces"])
def test_a_line_that_spoils_every_fourth_answer_loses_and_doubles_no_ball(one: Plc, harm: str) -> None:
    passed, luck = iter(range(1_000_000)), random.Random(1)

    def spoil(answer: bytes) -> bytes:
        if next(passed) % 4:
            return answer
        return {
            "flips a bit of": bytes([*answer[:-3], answer[-3] ^ 0x10, *answer[-2:]]),
            "cuts": answer[:-2],
            "swallows": b"",
            "puts noise before": b"\x11\xff\x00" + answer,
            "replaces": luck.randbytes(len(answer)),
        }[harm]

    with opened(owner_of(one, Timeouts(answer_s=0.2, resends=30))) as owner:
        permitted(owner, one)
        one.spoil = spoil
        events = [draw(owner, order).event for order in range(1, 9)]
        assert events == list(range(1, 9))
    assert brought_out(one.program.plant) == expected_balls(7, 8)


@pytest.mark.invariant("I17")
def test_a_command_whose_answers_are_lost_is_said_again_under_its_number_and_done_once(one: Plc) -> None:
    with opened(owner_of(one, Timeouts(answer_s=0.2))) as owner:
        permitted(owner, one)
        one.frozen = True
        owner.driver.draw(1)
        owner.until(lambda: len([each for each in one.said(16) if len(each) > 11]) >= 2)
        one.frozen = False
        ball = owner.next(BallArrived)
        assert (ball.event, ball.order) == (1, 1)
        said = [each for each in one.said(16) if len(each) > 11]
        assert len(set(said)) == 1
        assert 2 <= len(said) <= 4
    assert one.program.plant.draws == 1


def test_a_command_that_is_never_taken_is_said_four_times_and_then_fails(one: Plc) -> None:
    with opened(owner_of(one, Timeouts(answer_s=0.2))) as owner:
        one.frozen = True
        owner.driver.reset()
        owner.driver.reload()
        failed = [owner.next(CommandFailed), owner.next(CommandFailed)]
        assert [each.command for each in failed] == [wire.Reset(), wire.Reload()]
        assert all(each.reason is None and "no tomó la orden" in each.text for each in failed)
        said = [each for each in one.said(16) if len(each) > 11]
        assert len(said) == 8
        assert len(set(said)) == 2


@pytest.mark.invariant("I13")
def test_a_stop_that_the_program_never_takes_ends_the_line(one: Plc) -> None:
    with opened(owner_of(one, Timeouts(answer_s=0.2, resends=0))) as owner:
        one.frozen = True  # its Modbus still answers
        owner.driver.stop()
        assert owner.next(CommandFailed).command == wire.Stop()
        assert "¿está en RUN?" in owner.next(LinkLost).reason
        assert not owner.driver.permit()


@pytest.mark.invariant("I28")
def test_three_orders_in_a_row_that_the_program_does_not_take_end_the_line(one: Plc) -> None:
    with opened(owner_of(one, Timeouts(answer_s=0.2, resends=0))) as owner:
        one.frozen = True
        for order in range(1, UNANSWERED_ORDERS):
            owner.driver.draw(order)
            assert owner.next(CommandFailed).reason is None
        one.frozen = False
        owner.until(lambda: owner.driver.state.order == UNANSWERED_ORDERS - 1)
        ball = owner.next(BallArrived)  # the last one was taken after all, when it was given up already
        owner.driver.acknowledge(ball.event)
        owner.driver.reset()
        owner.until(lambda: one.program.says["done"] == UNANSWERED_ORDERS)
        one.frozen = True  # what was answered in between began the count anew
        for _ in range(UNANSWERED_ORDERS):
            owner.driver.reset()
        assert [owner.next(CommandFailed).command for _ in range(UNANSWERED_ORDERS)] == [wire.Reset()] * 3
        assert "¿está en RUN?" in owner.next(LinkLost).reason


def test_a_stop_overtakes_the_orders_before_it_and_ends_them(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        one.frozen = True
        owner.driver.draw(1)
        owner.driver.draw(2)
        owner.driver.stop()
        failed = [owner.next(CommandFailed) for _ in range(2)]
        assert [(each.command, each.overtaken) for each in failed] == [
            (wire.Draw(1), True),
            (wire.Draw(2), True),
        ]
        one.frozen = False
        owner.until(lambda: owner.driver.state.stop_latched)
    assert one.program.plant.order == 0


def test_a_plc_that_falls_silent_is_one_lost_line(one: Plc) -> None:
    with opened(owner_of(one, Timeouts(answer_s=0.2))) as owner:
        one.spoil = lambda _: b""
        lost = owner.next(LinkLost)
        assert "no contesta" in lost.reason
        assert not owner.driver.permit()
        with pytest.raises(ExtractorError, match="no contesta"):
            owner.driver.draw(1)
        time.sleep(0.2)
        assert owner.events.empty()


def test_the_cable_out_is_one_lost_line_and_another_opening_goes_on(one: Plc) -> None:
    threads = threading.active_count()
    owner = owner_of(one)
    with opened(owner):
        permitted(owner, one)
        draw(owner, 1)
        owner.until(lambda: one.program.says["acknowledged"] == 1)
        one.unplug()
        lost = owner.next(LinkLost)
        assert "cable" in lost.reason
        assert not owner.driver.permit()
        owner.driver.acknowledge(1)
    assert threading.active_count() == threads
    with pytest.raises(ExtractorError, match="no existe ese puerto"):
        owner.driver.open()
    one.plug()
    with opened(owner):
        permitted(owner, one)
        draw(owner, 2)
    assert brought_out(one.program.plant) == expected_balls(7, 2)


def test_a_cable_out_in_mid_draw_is_a_stop_of_the_machine_and_then_the_same_ball(one: Plc) -> None:
    one.program.expiry_s, one.program.draw_s = 0.3, 1000.0
    owner = owner_of(one)
    with opened(owner):
        permitted(owner, one)
        owner.driver.draw(1)
        owner.until(lambda: owner.driver.state.moving)
        one.unplug()
        owner.next(LinkLost)
    one.plug()
    eventually(lambda: not one.program.state["moving"])
    with opened(owner):
        fault = owner.next(MachineFault)
        assert fault.code == FaultCode.PERMISSION_LOST
        owner.driver.acknowledge(fault.event)
        one.program.draw_s = 0.1
        owner.driver.reset()
        permitted(owner, one)
        draw(owner, 1)
    assert brought_out(one.program.plant) == expected_balls(7, 1)


@pytest.mark.invariant("I23")
def test_an_event_that_no_order_asked_for_is_no_repetition_of_an_older_one(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        draw(owner, 1)
        owner.until(lambda: one.program.says["acknowledged"] == 1)
        one.do(lambda: one.program._raise(BALL))
        assert owner.next(BallArrived) == BallArrived(2, 1, again=False), (
            "the table holds it against its orders"
        )
        owner.driver.acknowledge(2)
        owner.until(lambda: one.program.says["acknowledged"] == 2)
        one.do(lambda: one.program._raise(LOADED))
        assert owner.next(DrumLoaded) == DrumLoaded(3, again=False)


def test_a_skipped_event_ends_the_connection(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        draw(owner, 1)
        one.do(lambda: one.program.says.update(event=4))
        assert "tras el suceso 1 dice el 4" in owner.next(LinkLost).reason


def test_the_counter_of_events_goes_round(one: Plc) -> None:
    one.do(lambda: one.program.says.update(event=0xFFFF, kind=1))
    with opened(owner_of(one)) as owner:
        waiting = owner.next(BallArrived)
        owner.driver.acknowledge(waiting.event)
        owner.until(lambda: one.program.says["acknowledged"] == 0xFFFF)
        permitted(owner, one)
        assert draw(owner, 1).event == 1


def test_a_plc_that_starts_anew_ends_the_connection(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        draw(owner, 1)
        one.restart()
        assert "se reinició" in owner.next(LinkLost).reason
    with opened(owner_of(one)) as owner:
        permitted(owner, one)
        assert (owner.driver.state.boot, owner.driver.state.order) == (2, 1)
        draw(owner, 2)
    assert brought_out(one.program.plant) == expected_balls(7, 2)


def test_an_event_of_no_known_kind_ends_the_connection(one: Plc) -> None:
    with opened(owner_of(one)) as owner:
        one.do(lambda: one.program.says.update(event=1, kind=9))
        assert "clase 9" in owner.next(LinkLost).reason


def test_the_plcs_fault_numbers_are_told_in_words_and_an_unknown_one_by_its_number(plc: Plc) -> None:
    with opened(owner_of(plc)) as owner:
        permitted(owner, plc)
        plc.program.jam_next = True
        owner.driver.draw(1)
        jam = owner.next(MachineFault)
        assert jam.code == FaultCode.JAM
        assert f"fallo {plc.faults['EXT-JAM']} del autómata" in jam.text
        assert "retírela" in jam.text
        owner.driver.acknowledge(jam.event)
        owner.driver.reset()
        assert owner.next(CommandFailed).reason == NakReason.CAUSE_REMAINS
    with pytest.raises(ExtractorError, match="hay una bola en el tubo"):
        owner.driver.open()
    plc.do(plc.program.put_right)
    plc.program.faults = {}
    plc.program.draw_s = 1000
    with opened(owner):
        permitted(owner, plc)
        owner.driver.reset()
        owner.driver.draw(1)
        owner.until(lambda: owner.driver.state.moving)
        plc.program.door = True
        fault = owner.next(MachineFault)
        assert fault.code not in set(FaultCode)
        assert "fallo 999" in fault.text


# What an opening finds.


def test_a_machine_that_still_moves_for_somebody_else_is_left_to_stop(one: Plc) -> None:
    one.program.draw_s = one.program.expiry_s = 1000.0
    owner = owner_of(one)
    with opened(owner):
        permitted(owner, one)
        owner.driver.draw(1)
        owner.until(lambda: owner.driver.state.moving)
    with pytest.raises(ExtractorError, match="todavía se mueve"):
        owner.driver.open()


def test_another_version_is_named_and_silence_with_what_to_check(one: Plc) -> None:
    one.do(lambda: one.program.says.update(version=7))
    with pytest.raises(ExtractorError, match="dice la versión 7 del protocolo, no la 1"):
        owner_of(one).driver.open()
    one.spoil = lambda _: b""
    with pytest.raises(ExtractorError, match="no contesta; revise el cable"):
        owner_of(one, Timeouts(answer_s=0.05)).driver.open()


def test_addresses_that_the_plc_does_not_have_are_named(one: Plc, tmp_path: Path) -> None:
    text = HOLDING.read_text("utf-8").replace("fault = 10", "fault = 15")
    (tmp_path / "other.toml").write_text(text, "utf-8")
    other = PlcExtractor(
        str(one.link), print, layout=layout(tmp_path / "other.toml"), line=PTY, timeouts=PATIENT
    )
    with pytest.raises(ExtractorError, match=r"no deja leer 16 en 0 \(holding\): no tiene esas direcciones"):
        other.open()


def test_a_port_that_is_not_there_or_is_taken_is_named(one: Plc, tmp_path: Path) -> None:
    with pytest.raises(ExtractorError, match="no existe ese puerto"):
        PlcExtractor(str(tmp_path / "none"), print, layout=one.layout).open()
    with opened(owner_of(one)), pytest.raises(ExtractorError, match="lo usa otro programa"):
        owner_of(one).driver.open()


def test_what_is_not_open_says_so_and_what_is_open_opens_no_second_time(one: Plc) -> None:
    owner = owner_of(one)
    assert not owner.driver.permit()
    owner.driver.acknowledge(1)
    for call in (owner.driver.reload, owner.driver.stop, owner.driver.reset):
        with pytest.raises(ExtractorError, match="no está abierto"):
            call()
    with opened(owner):
        with pytest.raises(ExtractorError, match="ya está abierto"):
            owner.driver.open()
        with pytest.raises(ValueError, match="order 0"):
            owner.driver.draw(0)


def test_an_opening_writes_nothing_and_says_who_is_there(plc: Plc) -> None:
    with opened(owner_of(plc)) as owner:
        owner.driver.close()
        identity = owner.driver.open()
        assert (identity.boot, identity.firmware) == (1, (1, 4, 0))
        assert identity.serial_id == f"MODBUS {plc.layout.unit}"
        assert identity.kind == plc.layout.machine
        assert not plc.said(16)
        assert not plc.said(15)
