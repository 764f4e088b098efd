"""The far end: one ball for one order, nothing moves without permission, nothing is said only once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.firmware import extractor as firmware
from drivers.extractor.firmware.extractor import EMPTY_MS
from drivers.extractor.interpreter import command, micropython
from drivers.extractor.machine import FLIGHT_MS, Load, Machine
from drivers.extractor.wire import FaultCode, NakReason
from drivers.plant import Plant, load_plant, new_plant, save_plant
from tests.drivers.extractor_bench import brought_out, expected_balls


class Hand:
    """Speaks to a machine in frames, and has its clock."""

    def __init__(
        self, path: Path, *, pace: float = 1.0, boot: int = 1, load: Load = firmware.Extractor
    ) -> None:
        self.path = path
        self.machine = Machine(path, boot=boot, pace=pace, load=load)
        self.now = 10.0
        self.seq = 0

    def hear(self) -> list[wire.Message]:
        return [wire.parse(frame) for frame in wire.Decoder().feed(self.machine.take_output())]

    def say(self, command: wire.Command, seq: int | None = None) -> list[wire.Message]:
        self.seq += seq is None
        self.machine.receive(wire.encode(command, self.seq if seq is None else seq), self.now)
        return self.hear()

    def order(self, command: wire.Order) -> wire.Message:
        """Give an order with permission; returns the answer."""
        self.say(wire.Permit())
        answers = [m for m in self.say(command) if isinstance(m, wire.Ack | wire.Nak)]
        assert len(answers) == 1
        return answers[0]

    def wait(self, seconds: float, *, permitted: bool = True) -> list[wire.Message]:
        """What it says by itself meanwhile."""
        heard: list[wire.Message] = []
        for _ in range(round(seconds / 0.01)):
            self.now += 0.01
            self.machine.tick(self.now)
            heard += self.hear()
            if permitted:
                heard += [m for m in self.say(wire.Permit()) if not isinstance(m, wire.MachineState)]
        return heard

    def state(self) -> wire.MachineState:
        (state,) = (m for m in self.say(wire.Query()) if isinstance(m, wire.MachineState))
        return state

    @property
    def plant(self) -> Plant:
        return load_plant(self.path)


@pytest.fixture(scope="module", params=["python", "micropython"])
def load(request: pytest.FixtureRequest) -> Iterator[Load]:
    """What runs the machine's program."""
    using = command()
    if request.param == "python":
        yield firmware.Extractor
    elif using is None:
        pytest.skip("no MicroPython for this processor")
    else:
        with micropython(using) as load:
            yield load


@pytest.fixture
def hand(tmp_path: Path, load: Load) -> Iterator[Hand]:
    save_plant(tmp_path / "plant.json", new_plant(7))
    hand = Hand(tmp_path / "plant.json", load=load)
    hand.say(wire.Identify(1))
    yield hand
    assert sorted(brought_out(hand.plant) + list(hand.plant.drum)) == list(range(1, 91))


def test_an_order_brings_out_one_ball_and_says_only_the_order(hand: Hand) -> None:
    assert hand.order(wire.Draw(4)) == wire.Ack()
    assert hand.state().moving
    assert hand.wait(0.72) == [wire.Ball(1, 4)]
    assert brought_out(hand.plant) == expected_balls(7, 1)
    state = hand.state()
    assert (state.exit_occupied, state.moving, state.order, state.event) == (True, False, 4, 1)


@pytest.mark.parametrize("pace", [0.5, 1, 10, 1000])
def test_the_exit_stands_empty_for_a_camera_to_see_at_any_pace(tmp_path: Path, pace: float) -> None:
    save_plant(tmp_path / "plant.json", new_plant(7))
    hand = Hand(tmp_path / "plant.json", pace=pace)
    hand.say(wire.Identify(1))
    for order in (1, 2):
        hand.order(wire.Draw(order))
        hand.wait(0.05)
        assert hand.plant.exit is None and not hand.state().exit_occupied
        hand.wait(EMPTY_MS / 1000 - 0.05)
        assert hand.plant.exit is None
        hand.wait(FLIGHT_MS / 1000 / pace + 0.06)
        assert hand.plant.exit == expected_balls(7, order)[-1]


@pytest.mark.invariant("I2")
def test_the_same_order_again_moves_nothing_and_reports_its_ball_again(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.72)
    hand.say(wire.EventAck(1))
    before = hand.plant
    assert set(hand.say(wire.Draw(1))) == {wire.Ack(), wire.Ball(2, 1)}
    assert wire.Ball(2, 1) in hand.say(wire.Draw(1)), "still waiting to be acknowledged: no third event"
    assert hand.state().event == 2
    assert hand.plant == before


def test_a_resent_order_is_answered_again_and_done_once(hand: Hand) -> None:
    hand.say(wire.Permit())
    assert hand.say(wire.Draw(1), seq=500) == [wire.Ack()]
    assert hand.say(wire.Draw(1), seq=500) == [wire.Ack()]
    hand.wait(0.72)
    hand.say(wire.EventAck(1))
    assert hand.say(wire.Draw(1), seq=500) == [wire.Ack()], "a late copy does not even report again"
    assert hand.plant.draws == 1


def test_an_event_is_said_until_it_is_acknowledged_and_none_overtakes_it(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.72)
    hand.order(wire.Draw(2))
    assert set(hand.wait(1.5)) == {wire.Ball(1, 1)}
    assert hand.say(wire.EventAck(7)) == [] and hand.say(wire.EventAck(2)) == []
    assert hand.say(wire.EventAck(1)) == [wire.Ball(2, 2)]
    assert len(hand.wait(1.1)) == 4
    assert hand.say(wire.EventAck(2)) == [] and hand.wait(1.0) == []


def test_nobody_is_told_while_nobody_listens_and_the_next_one_is_told(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.72)
    hand.wait(1.0, permitted=False)
    assert hand.wait(60.0, permitted=False) == [], "a line nobody reads is not filled"
    heard = hand.say(wire.Identify(2))
    assert isinstance(heard[0], wire.Identity) and heard[1:] == [wire.Ball(1, 1)]


@pytest.mark.invariant("I13")
def test_what_moves_without_permission_stops_within_150_ms_latches_and_draws_no_ball(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    assert hand.wait(0.14, permitted=False) == [] and hand.state().moving
    assert hand.wait(0.02, permitted=False) == [wire.Fault(1, FaultCode.PERMISSION_LOST)]
    state = hand.state()
    assert state.stop_latched and not state.moving and state.fault == FaultCode.PERMISSION_LOST
    assert set(hand.wait(2.0)) == {wire.Fault(1, FaultCode.PERMISSION_LOST)}, (
        "permission alone starts nothing"
    )
    assert hand.order(wire.Draw(1)) == wire.Nak(NakReason.LATCHED)
    assert hand.order(wire.Reset()) == wire.Ack()
    hand.say(wire.EventAck(1))
    assert hand.wait(1.0) == [] and hand.plant.draws == 0, "reset is not restart"
    assert hand.order(wire.Draw(1)) == wire.Ack()
    assert hand.wait(0.72) == [wire.Ball(2, 1)]
    assert brought_out(hand.plant) == expected_balls(7, 1), (
        "the interrupted draw brings the ball it would have"
    )


def test_a_permission_that_comes_late_renews_nothing(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.now += 0.16
    hand.say(wire.Permit())
    assert hand.state().stop_latched


def test_permission_that_runs_out_at_rest_latches_nothing(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.72)
    hand.wait(5, permitted=False)
    assert not hand.state().stop_latched
    assert hand.say(wire.Draw(2)) == [wire.Nak(NakReason.NO_PERMISSION)]


def test_a_new_controller_finds_a_machine_that_stands_still(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    hand.say(wire.Identify(1))
    assert hand.state().moving, "the same controller asking again changes nothing"
    hand.say(wire.Identify(2))
    assert hand.state().stop_latched and not hand.state().moving


def test_a_stop_stands_at_once_and_needs_a_reset(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    assert hand.say(wire.Stop()) == [wire.Ack()]
    state = hand.state()
    assert (state.moving, state.stop_latched, state.fault) == (False, True, FaultCode.NONE)
    assert hand.wait(2.0) == [] and hand.plant.draws == 0
    assert hand.order(wire.Reload()) == wire.Nak(NakReason.LATCHED)
    hand.order(wire.Reset())
    hand.order(wire.Draw(1))
    assert hand.wait(0.72) == [wire.Ball(1, 1)]


def test_a_reload_brings_all_back_and_orders_begin_again(hand: Hand) -> None:
    for order in (1, 2, 3):
        hand.order(wire.Draw(order))
        hand.say(wire.EventAck(hand.wait(0.72)[0].event))  # type: ignore[attr-defined]
    assert hand.order(wire.Reload()) == wire.Ack()
    assert hand.order(wire.Reload()) == wire.Ack(), "asked again while it does so"
    assert hand.order(wire.Draw(3)) == wire.Nak(NakReason.BUSY)
    assert hand.wait(0.62) == [wire.Loaded(4)]
    assert brought_out(hand.plant) == [] and hand.state().order == 0
    hand.say(wire.EventAck(4))
    hand.order(wire.Draw(1))
    assert hand.wait(0.72) == [wire.Ball(5, 1)]
    assert hand.plant.draws == 4


def test_a_jam_is_a_fault_until_somebody_frees_the_tube(hand: Hand) -> None:
    hand.machine.jam_next()
    hand.order(wire.Draw(1))
    assert hand.wait(1.25) == [wire.Fault(1, FaultCode.JAM)]
    assert hand.state().tube_occupied and hand.plant.tube is not None
    assert hand.order(wire.Reset()) == wire.Nak(NakReason.CAUSE_REMAINS)
    again = Hand(hand.path, boot=2)
    assert again.state().tube_occupied and again.state().stop_latched, "a ball in the tube outlives the power"
    hand.machine.put_right()
    assert hand.state().stop_latched, "putting it right is not resetting"
    assert hand.order(wire.Reset()) == wire.Ack()
    hand.say(wire.EventAck(1))
    hand.order(wire.Draw(1))
    assert hand.wait(0.72) == [wire.Ball(2, 1)]
    assert brought_out(hand.plant) == expected_balls(7, 1)


def test_an_open_door_stops_what_moves_and_lets_nothing_begin(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    hand.machine.open_door()
    assert hand.wait(0.02) == [wire.Fault(1, FaultCode.DOOR_OPEN)]
    assert hand.order(wire.Reset()) == wire.Nak(NakReason.CAUSE_REMAINS)
    hand.machine.put_right()
    assert hand.order(wire.Reset()) == wire.Ack()
    hand.machine.open_door()
    assert hand.order(wire.Draw(1)) == wire.Nak(NakReason.DOOR_OPEN)
    assert hand.state().door_open and not hand.state().stop_latched


def test_a_motor_that_brings_no_ball_is_a_stall_and_the_order_stands(hand: Hand) -> None:
    hand.machine.no_air()
    hand.order(wire.Draw(1))
    assert hand.wait(7.2)[0] == wire.Fault(1, FaultCode.STALLED)
    assert not hand.state().moving
    hand.machine.put_right()
    assert hand.order(wire.Reset()) == wire.Ack()
    hand.say(wire.EventAck(1))
    hand.order(wire.Draw(1))
    assert hand.wait(0.72) == [wire.Ball(2, 1)]
    assert brought_out(hand.plant) == expected_balls(7, 1)


@pytest.mark.invariant("I13")
def test_the_mushroom_button_stops_also_what_stands_and_holds_until_it_is_let_go(hand: Hand) -> None:
    hand.machine.press_mushroom()
    assert hand.wait(0.02) == [wire.Fault(1, FaultCode.MUSHROOM)]
    hand.say(wire.EventAck(1))
    assert hand.order(wire.Draw(1)) == wire.Nak(NakReason.LATCHED)
    assert hand.order(wire.Reset()) == wire.Nak(NakReason.CAUSE_REMAINS)
    hand.machine.put_right()
    assert hand.order(wire.Reset()) == wire.Ack()
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    hand.machine.press_mushroom()
    assert hand.wait(0.02) == [wire.Fault(2, FaultCode.MUSHROOM)], "pressed again is said again"
    assert hand.plant.draws == 0


@pytest.mark.invariant("I2")
def test_a_stop_while_the_exit_is_cleared_leaves_the_old_ball_to_its_own_order(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.say(wire.EventAck(hand.wait(0.72)[0].event))  # type: ignore[attr-defined]
    hand.order(wire.Draw(2))
    hand.now += 0.01
    hand.say(wire.Stop())
    state = hand.state()
    assert (state.order, state.exit_occupied, state.moving) == (1, True, False)
    hand.order(wire.Reset())
    hand.order(wire.Draw(2))
    assert hand.wait(0.75) == [wire.Ball(2, 2)]
    assert brought_out(hand.plant) == expected_balls(7, 2)


def draw_all(hand: Hand) -> None:
    for order in range(1, 91):
        hand.order(wire.Draw(order))
        hand.wait(0.72)
        hand.say(wire.EventAck(order))


REFUSED: list[tuple[NakReason, Callable[[Hand], object], wire.Order]] = [
    (NakReason.OLD_ORDER, lambda hand: hand.order(wire.Draw(9)) and hand.wait(0.72), wire.Draw(8)),
    (NakReason.OLD_ORDER, lambda hand: None, wire.Draw(0)),
    (NakReason.BUSY, lambda hand: hand.order(wire.Draw(1)), wire.Draw(2)),
    (NakReason.BUSY, lambda hand: hand.order(wire.Draw(1)), wire.Reload()),
    (NakReason.DRUM_EMPTY, draw_all, wire.Draw(91)),
    (NakReason.LATCHED, lambda hand: hand.order(wire.Stop()), wire.Draw(1)),
]


@pytest.mark.parametrize(("reason", "before", "order"), REFUSED)
def test_a_refused_order_names_its_reason_and_moves_no_ball(
    hand: Hand, reason: NakReason, before: Callable[[Hand], object], order: wire.Order
) -> None:
    before(hand)
    plant = hand.plant
    assert hand.order(order) == wire.Nak(reason)
    assert hand.plant == plant


def test_before_it_is_asked_who_it_is_it_only_tells_how_it_stands(tmp_path: Path) -> None:
    save_plant(tmp_path / "plant.json", new_plant(7))
    hand = Hand(tmp_path / "plant.json", boot=99)
    for asked in (wire.Permit(), wire.Draw(1), wire.Reset(), wire.EventAck(1)):
        assert hand.say(asked) == [wire.Nak(NakReason.NOT_IDENTIFIED)]
    assert hand.state().boot == 99


def test_an_order_it_does_not_know_is_refused_as_unknown(hand: Hand) -> None:
    hand.machine.receive(wire.encode(wire.Draw(1), 5, version=9), hand.now)
    assert hand.hear() == [wire.Nak(NakReason.UNKNOWN)]


@pytest.mark.invariant("I3")
def test_a_machine_that_lost_its_power_finishes_the_same_order_with_the_same_ball(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    hand.wait(0.3)
    again = Hand(hand.path, boot=2)
    again.say(wire.Identify(3))
    assert (again.state().order, again.state().exit_occupied, again.state().event) == (1, False, 0)
    assert again.order(wire.Draw(1)) == wire.Ack()
    assert again.wait(0.72) == [wire.Ball(1, 1)]
    assert brought_out(again.plant) == expected_balls(7, 1)
    third = Hand(hand.path, boot=3)
    third.say(wire.Identify(4))
    assert set(third.say(wire.Draw(1))) == {wire.Ack(), wire.Ball(1, 1)}, "its ball is out: only said again"
    assert brought_out(third.plant) == expected_balls(7, 1)


def test_ink_that_somebody_changes_meanwhile_stays_changed(hand: Hand) -> None:
    hand.order(wire.Draw(1))
    save_plant(hand.path, hand.plant.with_ink(5, None))
    hand.wait(0.72)
    hand.order(wire.Draw(2))
    assert hand.plant.ink[5] is None
