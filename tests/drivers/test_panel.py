"""The panel's contacts and lamps, on gpiozero's own mock pins and a clock that a test moves."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from drivers.panel.contact import Contact
from drivers.panel.panel import Change, Panel, Pull, Wiring
from drivers.panel.pins import PanelError, Pins, mock_pins
from tests.drivers.fingers import Clock, Fingers

SETTLE = 0.02
BUTTON, DOOR, LAMP = 5, 6, 17
WIRING = Wiring({"draw": BUTTON, "door": DOOR}, {"sale": LAMP}, frozenset({"door"}), settle_s=SETTLE)


class Bench:
    """An opened panel whose door is closed, and its clock."""

    def __init__(self, wiring: Wiring = WIRING) -> None:
        self.clock, self.fingers = Clock(), Fingers()
        self.fingers.held.add(DOOR)
        self.panel = Panel(wiring, self.fingers.pins(), self.clock)

    def close(self) -> None:
        self.panel.close()

    def after(self, seconds: float) -> list[Change]:
        self.clock.now += seconds
        return list(self.panel.changes())


@pytest.fixture
def bench() -> Iterator[Bench]:
    with closing(Bench()) as opened:
        yield opened


def test_a_press_and_its_release_are_one_change_each_once_they_have_stood(bench: Bench) -> None:
    bench.fingers.press(BUTTON)
    assert bench.after(SETTLE / 2) == []
    assert bench.after(SETTLE / 2) == [Change("draw", True)]
    assert bench.after(5) == []
    assert bench.panel.active() == {"draw": pytest.approx(5 + SETTLE)}
    bench.fingers.release(BUTTON)
    assert bench.after(SETTLE) == [Change("draw", False)]
    assert bench.panel.active() == {}


def test_a_contact_that_is_closed_at_rest_is_active_when_it_opens_or_its_wire_is_cut(bench: Bench) -> None:
    bench.fingers.release(DOOR)
    assert bench.after(SETTLE) == [Change("door", True)]
    bench.fingers.press(DOOR)
    assert bench.after(SETTLE) == [Change("door", False)]


def test_a_press_that_came_and_went_while_nobody_looked_is_not_lost(bench: Bench) -> None:
    for _ in range(2):
        bench.fingers.press(BUTTON)
        bench.clock.now += 0.1
        bench.fingers.release(BUTTON)
        bench.clock.now += 0.1
    assert [change.active for change in bench.after(1)] == [True, False, True, False]


def test_an_edge_that_nobody_was_told_of_is_seen_at_the_next_look(bench: Bench) -> None:
    pin = bench.fingers.factory.pin("GPIO5")
    pin.when_changed = None
    bench.fingers.press(BUTTON)
    assert bench.after(0) == []
    assert bench.after(SETTLE) == [Change("draw", True)]


def test_what_is_held_when_the_panel_is_opened_is_active_and_no_press() -> None:
    clock, fingers = Clock(), Fingers()
    fingers.held |= {BUTTON, DOOR}
    with closing(Panel(WIRING, fingers.pins(), clock)) as panel:
        clock.now += 3
        assert list(panel.changes()) == []
        assert panel.active() == {"draw": pytest.approx(3)}


pushes = st.lists(
    st.tuples(
        st.lists(st.floats(0.0001, SETTLE * 0.9), max_size=6),
        st.floats(SETTLE * 1.5, 1),
        st.lists(st.floats(0.0001, SETTLE * 0.9), max_size=6),
        st.floats(SETTLE * 1.5, 1),
    ),
    max_size=6,
)


@pytest.mark.req("AJ-93")
@pytest.mark.invariant("I17")
@given(pushes=pushes, looks=st.lists(st.booleans(), min_size=1, max_size=9))
def test_however_the_metal_chatters_a_push_is_one_press(
    pushes: list[tuple[list[float], float, list[float], float]], looks: list[bool]
) -> None:
    with closing(Bench()) as bench:
        seen: list[Change] = []
        count = 0

        def then(closed: bool, seconds: float) -> None:
            nonlocal count
            (bench.fingers.press if closed else bench.fingers.release)(BUTTON)
            bench.clock.now += seconds
            count += 1
            if looks[count % len(looks)]:
                seen.extend(bench.panel.changes())

        for down, held, up, apart in pushes:
            for gap in down:
                then(True, gap)
                then(False, gap)
            then(True, held)
            for gap in up:
                then(False, gap)
                then(True, gap)
            then(False, apart)
        seen += bench.after(1)
    assert [change.active for change in seen] == [True, False] * len(pushes)


@given(st.lists(st.tuples(st.booleans(), st.floats(0.0001, 0.05)), max_size=60))
def test_whatever_a_contact_does_it_changes_exactly_where_a_level_has_stood(
    levels: list[tuple[bool, float]],
) -> None:
    contact, changes, at = Contact(False, 0.0, SETTLE), [], 0.0
    runs = [(False, 0.0)]
    for level, gap in levels:
        if contact.see(level, at):
            changes.append(contact.active)
        if level is not runs[-1][0]:
            runs.append((level, at))
        at += gap
        if contact.settled(at):
            changes.append(contact.active)
    rests, expected = False, []
    for (level, since), until in zip(runs, [*(start for _, start in runs[1:]), at], strict=True):
        if level is not rests and until >= since + SETTLE:
            rests = level
            expected.append(level)
    assert changes == expected


def test_the_lamps_that_are_asked_for_are_lit_and_no_others(bench: Bench) -> None:
    assert not bench.fingers.high(LAMP)
    bench.panel.light({"sale", "none"})
    assert bench.fingers.high(LAMP)
    bench.panel.light(())
    assert not bench.fingers.high(LAMP)


def test_a_lamp_on_a_board_of_relays_is_lit_by_a_low_pin() -> None:
    fingers = Fingers()
    with closing(Panel(Wiring({}, {"sale": LAMP}, lamps_active_low=True), fingers.pins())) as panel:
        assert fingers.high(LAMP)
        panel.light({"sale"})
        assert not fingers.high(LAMP)


@pytest.mark.parametrize(("pull", "rest"), [("up", True), ("down", False), ("none", True)])
def test_a_contact_goes_to_the_other_side_of_its_pull(pull: Pull, rest: bool) -> None:
    clock, pins = Clock(), mock_pins()
    pin = pins.factory.pin("GPIO5")
    if rest:
        pin.drive_high()
    with closing(Panel(Wiring({"draw": BUTTON}, {}, pull=pull), pins, clock)) as panel:
        assert pin.pull == {"up": "up", "down": "down", "none": "floating"}[pull]
        assert panel.active() == {}
        (pin.drive_low if rest else pin.drive_high)()
        assert list(panel.changes()) == []
        clock.now += 1
        assert list(panel.changes()) == [Change("draw", True)]


def test_every_pin_that_cannot_be_opened_is_named_and_none_is_held() -> None:
    factory = MockFactory()
    taken = LED(BUTTON, pin_factory=factory)
    with pytest.raises(PanelError) as caught:
        Panel(Wiring({"draw": BUTTON, "call": 40, "line": 13}, {"sale": 41}), Pins(factory))
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["draw", "call", "sale"]
    assert "la patilla 40 no se puede usar" in str(caught.value)
    assert factory.pin("GPIO13").when_changed is None
    taken.close()


def test_pins_that_fail_are_told_and_not_taken_for_a_level(bench: Bench) -> None:
    bench.fingers.factory.pin("GPIO5").close()

    def lost() -> float:
        raise OSError(5, "Input/output error")

    bench.fingers.factory.pin("GPIO5")._get_state = lost  # as a board that is pulled answers
    with pytest.raises(PanelError, match="draw: no se puede leer"):
        list(bench.panel.changes())


def test_a_panel_waits_no_longer_than_a_change_takes_to_settle() -> None:
    fingers = Fingers()
    with closing(Panel(Wiring({"draw": BUTTON}, {}), fingers.pins())) as panel:
        fingers.press(BUTTON)
        seen: list[Change] = []
        for _ in range(1000):
            panel.wait(30)
            seen += panel.changes()
            if seen:
                break
        assert seen == [Change("draw", True)]


def test_a_panel_can_be_closed_twice_and_leaves_its_lamps_out(bench: Bench) -> None:
    bench.panel.light({"sale"})
    pin = bench.fingers.factory.pin(f"GPIO{LAMP}")
    bench.panel.close()
    assert not pin.state
    bench.panel.close()
