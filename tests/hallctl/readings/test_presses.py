"""What the panel's contacts mean: which are faults when, and that no fault of the panel is a dead end."""

from collections.abc import Callable

import pytest

from hallctl.games.bingo.machine import orders
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import DrawBall, StartDraw
from hallctl.games.bingo.rules.state import Phase
from hallctl.outputs.machine import Halt
from hallctl.readings.contacts import NAMES, Button, Sense
from hallctl.readings.presses import PanelFault, troubles
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.table.troubles import NOTICES
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.games.bingo.test_lamps import PATTERNS


def test_a_stop_says_what_was_pressed() -> None:
    both = troubles({Sense.MUSHROOM, Button.STOP}, (), playing=False, known=())
    assert both == {PanelFault.STOP: "pulsado: seta de emergencia, parar"}
    assert troubles({Button.STOP}, (), playing=True, known=()) == {PanelFault.STOP: "pulsado: parar"}


def test_a_door_is_a_fault_in_a_game_and_until_it_is_closed() -> None:
    assert not troubles({Sense.DOOR}, (), playing=False, known=())
    assert set(troubles({Sense.DOOR}, (), playing=True, known=())) == {PanelFault.DOOR}
    assert set(troubles({Sense.DOOR}, (), playing=False, known={PanelFault.DOOR})) == {PanelFault.DOOR}
    assert not troubles((), (), playing=True, known={PanelFault.DOOR})


def test_what_is_stuck_is_named_in_the_order_of_the_panel() -> None:
    stuck = troubles(set(Button), {"seller_bingo", "draw"}, playing=True, known=())[PanelFault.STUCK]
    assert stuck == "no vuelve: extraer, bingo de los vendedores"
    assert set(NAMES) == {*Button, *Sense}


def test_a_pressed_button_that_comes_back_is_no_fault() -> None:
    pressed = set(Button) - {Button.STOP}
    assert not troubles(pressed, (), playing=True, known=())


@pytest.mark.invariant("I14", "I21")
@pytest.mark.parametrize("code", PanelFault)
@pytest.mark.parametrize(
    ("phase", "play"), [(phase, play) for phase, play, _ in PATTERNS if phase is not None]
)
def test_in_every_phase_a_fault_of_the_panel_stops_the_machine_and_the_game_can_go_on_or_be_voided(
    phase: Phase, play: Callable[[Night], object], code: PanelFault
) -> None:
    night = Night().open_session()
    play(night)
    latched, *_ = night.do(ReportFault("panel", code, "—"))
    assert orders(latched, night.state) == (Halt(),)
    assert ("panel", code) not in NOTICES
    assert night.refused(DrawBall()) == "FAULT"
    assert night.refused(StartDraw()) == "FAULT"
    assert night.refused(AcknowledgeFault("panel", code)) == "FAULT-ACTIVE"
    faulty = night.state
    if phase not in {Phase.FINISHED, Phase.VOID, Phase.SIGNED}:
        night.do(ProposeVoid("avería del panel"), ApproveVoid())
        night.state = faulty
    night.do(ReportRecovery("panel", code), AcknowledgeFault("panel", code))
    if phase is Phase.CLOSED:
        night.do(StartDraw())
    assert not night.state.faults
    assert night.state.game is not None
    assert night.state.game.phase is (Phase.DRAW if phase is Phase.CLOSED else phase)
