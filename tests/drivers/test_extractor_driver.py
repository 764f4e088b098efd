"""The driver on real ptys: a whole game, and every way in which the line lets it down."""

import os
import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.driver import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    Extractor,
    ExtractorError,
    ExtractorEvent,
    FaultCode,
    LinkLost,
    MachineFault,
    NakReason,
    Timeouts,
    describe_fault,
    describe_refusal,
)
from tests.drivers.extractor_bench import PATIENCE_S, QUICK, Bench, Simulators, brought_out, expected_balls


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def far() -> Iterator[Simulators]:
    far = Simulators()
    yield far
    far.close()


class Owner:
    """A driver at a far end, and the events that came of it."""

    def __init__(self, path: str, timeouts: Timeouts = QUICK) -> None:
        self.events: queue.SimpleQueue[ExtractorEvent] = queue.SimpleQueue()
        self.driver = Extractor(path, self.events.put, timeouts=timeouts)

    def event(self) -> ExtractorEvent:
        return self.events.get(timeout=PATIENCE_S)

    def quiet(self, seconds: float = 0.15) -> bool:
        time.sleep(seconds)
        return self.events.empty()


@pytest.fixture
def owner(far: Simulators) -> Iterator[Owner]:
    owner = Owner(far.path)
    yield owner
    owner.driver.close()


def eventually(truth: object) -> None:
    """Wait for a thread of the test to catch up."""
    give_up = time.monotonic() + PATIENCE_S
    while not truth():  # type: ignore[operator]
        assert time.monotonic() < give_up
        time.sleep(0.005)


# A whole machine at the far end, whose time the test has.


@pytest.mark.invariant("I2")
def test_a_game_of_ninety_draws_and_the_empty_drum(bench: Bench) -> None:
    identity = bench.calling(bench.driver.open)
    assert (identity.kind, identity.boot, identity.serial_id) == (wire.MachineKind.PNEUMATIC, 1, "SIMULACRO")
    for order in range(1, 91):
        bench.draw(order)
        assert bench.plant.order == order
    assert brought_out(bench.plant) == expected_balls(7, 90)
    bench.pass_time(0.02)
    bench.driver.draw(91)
    failed = bench.event()
    assert isinstance(failed, CommandFailed) and failed.command == wire.Draw(91)
    assert failed.reason == NakReason.DRUM_EMPTY and "bombo" in failed.text
    bench.reload()
    assert brought_out(bench.plant) == []
    bench.draw(1)
    assert bench.plant.draws == 91


@pytest.mark.invariant("I3")
def test_an_event_is_handed_on_once_and_again_to_the_next_until_it_is_acknowledged(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.pass_time(0.02)
    bench.driver.draw(1)
    bench.reaches_machine()
    bench.pass_time(2.0)
    assert bench.event() == BallArrived(1, 1)
    bench.pass_time(1.0)
    assert bench.events.empty(), "the machine repeated it, the driver did not"
    bench.driver.close()
    bench.calling(bench.driver.open)
    bench.driver.acknowledge(1)
    bench.reaches_machine()
    assert bench.event() == BallArrived(1, 1, again=True), (
        "what this connection has not handed on cannot be acknowledged"
    )
    bench.driver.acknowledge(1)
    bench.reaches_machine()
    bench.driver.close()
    bench.calling(bench.driver.open)
    bench.pass_time(1.0)
    assert bench.events.empty()
    assert bench.heard().exit_occupied


@pytest.mark.invariant("I17")
def test_the_same_order_again_reports_the_same_ball(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.draw(1)
    before = bench.plant
    bench.driver.draw(1)
    assert bench.event() == BallArrived(2, 1)
    assert bench.plant == before


@pytest.mark.invariant("I13")
def test_a_controller_that_hangs_in_mid_draw_finds_it_stopped_and_finishes_it(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.pass_time(0.02)
    bench.driver.draw(1)
    bench.reaches_machine()
    bench.pass_time(0.3)
    bench.pass_time(0.2, permitted=False)
    fault = bench.event()
    assert fault == MachineFault(1, FaultCode.PERMISSION_LOST)
    bench.driver.acknowledge(1)
    state = bench.heard()
    assert state.stop_latched and not state.moving and not state.exit_occupied
    bench.pass_time(1.0)
    assert bench.plant.draws == 0
    bench.driver.draw(1)
    failed = bench.event()
    assert isinstance(failed, CommandFailed) and failed.reason == NakReason.LATCHED
    bench.driver.reset()
    bench.draw(1)
    assert brought_out(bench.plant) == expected_balls(7, 1)


def test_without_permission_nothing_begins(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.driver.draw(1)
    failed = bench.event()
    assert isinstance(failed, CommandFailed) and failed.reason == NakReason.NO_PERMISSION


@pytest.mark.invariant("I2")
def test_a_game_over_a_line_that_spoils_every_tenth_piece_loses_and_doubles_no_ball(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.simulator.obey("garble")
    reported: list[int] = []
    for order in range(1, 31):
        while order not in reported:
            bench.pass_time(0.04)
            bench.driver.draw(order)
            bench.pass_time(1.0)
            for event in bench.all_events():
                assert not isinstance(event, LinkLost), event
                if isinstance(event, BallArrived):
                    reported.append(event.order)
                    bench.driver.acknowledge(event.event)
                if isinstance(event, MachineFault):
                    bench.driver.acknowledge(event.event)
                    bench.driver.reset()
    assert set(reported) == set(range(1, 31)) and reported == sorted(reported)
    assert brought_out(bench.plant) == expected_balls(7, 30)


def test_a_ball_in_the_tube_is_refused_at_the_opening(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.simulator.obey("jam")
    bench.pass_time(0.02)
    bench.driver.draw(1)
    bench.reaches_machine()
    bench.pass_time(1.3)
    assert bench.event() == MachineFault(1, FaultCode.JAM)
    bench.driver.close()
    with pytest.raises(ExtractorError, match="hay una bola en el tubo; retírela"):
        bench.calling(bench.driver.open)
    bench.simulator.obey("clear")
    bench.calling(bench.driver.open)
    assert bench.event() == MachineFault(1, FaultCode.JAM)
    bench.driver.acknowledge(1)
    bench.driver.reset()
    bench.draw(1)
    assert brought_out(bench.plant) == expected_balls(7, 1)


def test_a_machine_that_starts_anew_ends_the_connection(bench: Bench) -> None:
    bench.calling(bench.driver.open)
    bench.draw(1)
    bench.simulator._machine = type(bench.machine)(bench.path, boot=2)
    assert bench.driver.permit()
    lost = bench.event()
    assert isinstance(lost, LinkLost) and "se reinició" in lost.reason
    bench.driver.close()
    assert bench.calling(bench.driver.open).boot == 2
    assert bench.driver.state.order == 1 and bench.driver.state.exit_occupied
    bench.draw(2)
    assert brought_out(bench.plant) == expected_balls(7, 2)


def test_the_cable_out_is_one_lost_link_and_another_opening_goes_on(bench: Bench) -> None:
    threads = threading.active_count()
    bench.calling(bench.driver.open)
    bench.draw(1)
    bench.simulator.obey("unplug")
    lost = bench.event()
    assert isinstance(lost, LinkLost) and str(bench.link) in lost.reason and "cable" in lost.reason
    assert not bench.driver.permit()
    for call in (bench.driver.reload, bench.driver.stop, bench.driver.reset, bench.driver.query):
        with pytest.raises(ExtractorError, match="se cortó la línea"):
            call()
    bench.driver.acknowledge(1)
    assert bench.events.empty()
    bench.driver.close()
    bench.driver.close()
    assert threading.active_count() == threads and bench.events.empty()
    with pytest.raises(ExtractorError, match="no existe ese puerto"):
        bench.driver.open()
    bench.simulator.obey("plug")
    assert bench.calling(bench.driver.open).boot == 1
    bench.draw(2)
    assert brought_out(bench.plant) == expected_balls(7, 2)


def test_descriptors_and_threads_stay_the_same_over_many_openings(bench: Bench) -> None:
    def held() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208

    before = held()
    for unplugged in (False, True) * 10:
        bench.calling(bench.driver.open)
        if unplugged:
            bench.simulator.obey("unplug")
            assert isinstance(bench.event(), LinkLost)
            bench.simulator.obey("plug")
        bench.driver.close()
        with pytest.raises(ExtractorError, match="lo usa otro"), _taken(bench):
            bench.driver.open()
    assert held() == before


class _taken:  # noqa: N801
    """Another program has the port."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.other = Extractor(str(bench.link), bench.events.put, timeouts=QUICK)

    def __enter__(self) -> None:
        self.bench.calling(self.other.open)

    def __exit__(self, *_: object) -> None:
        self.other.close()


# A far end of which the test says every byte.


def test_an_order_that_is_not_answered_is_said_four_times_alike_and_then_fails(
    far: Simulators, owner: Owner
) -> None:
    owner.driver.open()
    far.answer = lambda message, seq: b"" if isinstance(message, wire.Draw) else far.politely(message, seq)
    owner.driver.draw(5)
    owner.driver.reload()
    failed = owner.event()
    assert failed == CommandFailed(wire.Draw(5), None, failed.text) and "no contestó" in failed.text
    draws = far.said(wire.Draw)
    assert len(draws) == 4 and len(set(draws)) == 1
    eventually(lambda: far.said(wire.Reload))
    assert far.heard.index(draws[0]) < far.heard.index(far.said(wire.Reload)[0]), "orders keep their order"
    assert owner.quiet() and len(far.said(wire.Reload)) == 1


def test_a_lost_answer_is_asked_for_again_with_the_same_number(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.answer = lambda message, seq: b"" if len(far.said(wire.Draw)) < 3 else far.politely(message, seq)
    owner.driver.draw(5)
    eventually(lambda: len(far.said(wire.Draw)) == 3)
    assert owner.quiet() and len(far.said(wire.Draw)) == 3
    assert len(set(far.said(wire.Draw))) == 1


def test_a_late_answer_does_not_settle_the_next_order(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.answer = lambda message, seq: b""
    owner.driver.draw(1)
    owner.driver.draw(2)
    assert isinstance(owner.event(), CommandFailed)
    far.send(wire.Nak(NakReason.BUSY), far.said(wire.Draw)[0][1])
    far.send(wire.Ack(), far.said(wire.Draw)[0][1])
    failed = owner.event()
    assert isinstance(failed, CommandFailed) and failed.command == wire.Draw(2) and failed.reason is None


def test_a_stop_overtakes_the_orders_before_it_and_ends_them(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.answer = lambda message, seq: b"" if isinstance(message, wire.Draw) else far.politely(message, seq)
    owner.driver.draw(1)
    owner.driver.draw(2)
    owner.driver.stop()
    commands = [owner.event(), owner.event()]
    assert [getattr(event, "command", None) for event in commands] == [wire.Draw(1), wire.Draw(2)]
    eventually(lambda: far.said(wire.Stop))
    heard = len(far.heard)
    assert owner.quiet(0.2)
    assert not [m for m, _ in far.heard[heard:] if isinstance(m, wire.Draw)], "no order after the stop"
    assert {m for m, _ in far.said(wire.Draw)} <= {wire.Draw(1)}


def test_events_come_once_in_their_order_and_acknowledged_ones_are_only_acknowledged(
    far: Simulators, owner: Owner
) -> None:
    owner.driver.open()
    for _ in range(3):
        far.send(wire.Ball(5, 1), 5)
    assert owner.event() == BallArrived(5, 1)
    assert owner.quiet() and not far.said(wire.EventAck), "nothing is acknowledged before its owner says so"
    owner.driver.acknowledge(5)
    owner.driver.acknowledge(9)
    far.send(wire.Ball(5, 1), 5)
    eventually(lambda: len(far.said(wire.EventAck)) == 2)
    assert {m for m, _ in far.said(wire.EventAck)} == {wire.EventAck(5)}
    far.send(wire.Fault(6, 200), 6)
    far.send(wire.Loaded(7), 7)
    assert [owner.event(), owner.event()] == [MachineFault(6, 200), DrumLoaded(7)]


def test_a_missing_event_ends_the_connection(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.send(wire.Ball(5, 1), 5)
    far.send(wire.Ball(8, 2), 8)
    assert owner.event() == BallArrived(5, 1)
    lost = owner.event()
    assert isinstance(lost, LinkLost) and "del 6 al 7" in lost.reason
    assert owner.quiet()


def test_a_machine_that_falls_silent_is_one_lost_link(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    assert owner.quiet(0.65), "nobody asked, nobody is silent"
    far.answer = lambda message, seq: b""
    give_up = time.monotonic() + PATIENCE_S
    while owner.driver.permit() and time.monotonic() < give_up:
        time.sleep(0.02)
    lost = owner.event()
    assert isinstance(lost, LinkLost) and "no contesta" in lost.reason
    assert owner.quiet(), "what is on its way arrives"
    permits = len(far.said(wire.Permit))
    assert not owner.driver.permit() and owner.quiet()
    assert len(far.said(wire.Permit)) == permits, "no permission on a lost line"


@pytest.mark.invariant("I13")
def test_no_thread_renews_the_permission(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    owner.driver.permit()
    owner.driver.draw(1)
    assert owner.quiet(0.5)
    assert len(far.said(wire.Permit)) == 1


def test_no_call_waits_for_a_machine_that_reads_nothing(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    hung = threading.Event()
    far.answer = lambda message, seq: bytes(0 * hung.wait(PATIENCE_S))
    longest = 0.0
    permitted = True
    give_up = time.monotonic() + PATIENCE_S
    while permitted and time.monotonic() < give_up:
        began = time.perf_counter()
        permitted = owner.driver.permit()
        longest = max(longest, time.perf_counter() - began)
    hung.set()
    assert not permitted and longest < 0.2
    assert isinstance(owner.event(), LinkLost)


def test_garbage_and_foreign_frames_between_the_frames_change_nothing(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    os.write(far.master, b"\xff\x00garbage\x00" + wire.encode(wire.Ball(1, 1), 1, version=3))
    far.send(wire.Ball(1, 2), 1)
    assert owner.event() == BallArrived(1, 2)


def test_another_version_is_named(far: Simulators, owner: Owner) -> None:
    far.protocol = 2
    with pytest.raises(ExtractorError, match="habla la versión 2 del protocolo, no la 1; actualice"):
        owner.driver.open()
    assert not owner.driver.permit()


def test_a_port_where_nobody_answers_is_named_with_what_to_check(far: Simulators, owner: Owner) -> None:
    far.answer = lambda message, seq: b""
    began = time.monotonic()
    with pytest.raises(ExtractorError, match=f"{far.path}: no contesta; revise el cable") as caught:
        owner.driver.open()
    assert 0.3 < time.monotonic() - began < 2
    assert isinstance(caught.value, OSError)
    assert len(far.said(wire.Identify)) == 4


def test_a_bridged_cable_is_not_taken_for_a_machine(far: Simulators, owner: Owner) -> None:
    far.answer = wire.encode
    with pytest.raises(ExtractorError, match="devuelve lo que se le envía"):
        owner.driver.open()


def test_what_was_said_to_an_earlier_owner_is_not_an_answer(far: Simulators, owner: Owner) -> None:
    far.answer = lambda message, seq: (
        wire.encode(wire.Identity(0, 1, 1, 1, (0, 0, 0), "ANTERIOR"), (seq - 9) & 0xFFFF)
        + far.politely(message, seq)
    )
    assert owner.driver.open().serial_id == "ENSAYO"


@pytest.mark.parametrize("path", ["/nowhere/extractor", "/dev/null", "/tmp"])
def test_what_is_no_serial_port_is_refused_by_name(path: str) -> None:
    with pytest.raises(ExtractorError, match=f"extractor en {path}: "):
        Owner(path).driver.open()


def test_what_is_not_open_says_so(far: Simulators, owner: Owner) -> None:
    for call in (
        owner.driver.query,
        owner.driver.reload,
        lambda: owner.driver.draw(1),
        lambda: owner.driver.state,
    ):
        with pytest.raises(ExtractorError, match="no está abierto"):
            call()
    assert not owner.driver.permit()
    owner.driver.acknowledge(1)
    owner.driver.close()
    owner.driver.open()
    with pytest.raises(ExtractorError, match="ya está abierto"):
        owner.driver.open()
    assert far.heard[-1][0] == wire.Query()


@pytest.mark.parametrize("order", [0, -1, 2**32])
def test_an_order_that_no_frame_can_carry_is_refused(owner: Owner, order: int) -> None:
    owner.driver.open()
    with pytest.raises(ValueError, match="order"):
        owner.driver.draw(order)


def test_each_code_of_the_machine_has_its_words() -> None:
    faults = {describe_fault(code) for code in FaultCode}
    refusals = {describe_refusal(reason) for reason in NakReason}
    assert len(faults) == len(FaultCode) and len(refusals) == len(NakReason)
    assert not [text for text in faults | refusals if "desconocido" in text]
    assert "200" in describe_fault(200) and "200" in describe_refusal(200)


# A machine that answers questions and not orders, or answers somebody else.


def deaf(far: Simulators):
    return lambda message, seq: b"" if isinstance(message, wire.Order) else far.politely(message, seq)


def permitted_event(owner: Owner) -> ExtractorEvent:
    """The next event, while the loop goes on renewing the permission, which the machine answers."""
    give_up = time.monotonic() + PATIENCE_S
    while owner.events.empty() and time.monotonic() < give_up:
        owner.driver.permit()
        time.sleep(0.02)
    return owner.event()


@pytest.mark.invariant("I13")
def test_a_stop_that_is_never_answered_ends_the_line(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.answer = deaf(far)
    owner.driver.stop()
    assert isinstance(permitted_event(owner), CommandFailed)
    lost = permitted_event(owner)
    assert isinstance(lost, LinkLost)
    assert "no a las órdenes" in lost.reason
    assert not owner.driver.permit(), "without a permission the machine stands still by itself"


@pytest.mark.invariant("I13")
def test_three_orders_in_a_row_without_an_answer_end_the_line(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    far.answer = deaf(far)
    for order in (1, 2, 3):
        owner.driver.draw(order)
    assert [type(permitted_event(owner)) for _ in range(4)] == [
        CommandFailed,
        CommandFailed,
        CommandFailed,
        LinkLost,
    ]


def test_an_answer_in_between_begins_the_count_anew(far: Simulators, owner: Owner) -> None:
    owner.driver.open()
    for answered in (False, False, True, False, False):
        far.answer = far.politely if answered else deaf(far)
        owner.driver.reset()
        if answered:
            eventually(lambda: far.said(wire.Reset)[-1])
            time.sleep(0.1)
        else:
            assert isinstance(permitted_event(owner), CommandFailed)
    assert owner.quiet()


def test_an_identity_of_another_session_is_refused(far: Simulators, owner: Owner) -> None:
    def other(message: wire.Message, seq: int) -> bytes:
        if isinstance(message, wire.Identify):
            return wire.encode(wire.Identity(message.session ^ 1, 77, 1, 1, (1, 0, 0), "ENSAYO"), seq)
        return far.politely(message, seq)

    far.answer = other
    with pytest.raises(ExtractorError, match="otro controlador"):
        owner.driver.open()


def test_a_serial_number_that_is_no_ascii_is_named(far: Simulators, owner: Owner) -> None:
    def strange(message: wire.Message, seq: int) -> bytes:
        if isinstance(message, wire.Identify):
            who = wire.Identity(message.session, 77, 1, 1, (1, 0, 0), "MaQUINA")
            head = bytes((1, wire.Identity.KIND)) + seq.to_bytes(2, "big")
            stuffed = wire._stuff(head + who.payload().replace(b"MaQ", "Má".encode()))
            return b"\0" + stuffed + wire._check(stuffed) + b"\0"
        return far.politely(message, seq)

    far.answer = strange
    with pytest.raises(ExtractorError, match="ASCII"):
        owner.driver.open()
