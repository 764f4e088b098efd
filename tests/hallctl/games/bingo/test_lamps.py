"""Which lamp is lit when, by a night that the rules themselves play."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hallctl.devices.ball_camera import DEVICE as EYE
from hallctl.devices.panel_faults import DEVICE as PANEL
from hallctl.games.bingo.lamps import lights
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.state import Phase
from hallctl.outputs.lamps import BLINK_S, CAMERA, Lamp, Light, lamps, lit
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportRecovery,
    StartController,
)
from tests.hallctl.games.bingo.rules.night import Night

STEADY, SLOW, FAST = Light.STEADY, Light.SLOW, Light.FAST


def lit_lamps(night: Night, pictures: bool = True, refused: bool = False) -> dict[Lamp, Light]:
    pattern = lamps(night.state, pictures, refused, lights)
    assert set(pattern) == set(Lamp)
    return {lamp: light for lamp, light in pattern.items() if light is not Light.OUT}


def claiming(night: Night) -> None:
    night.start().call_card(5, rows=1)
    night.claim(Claim.LINE)


def verified(night: Night) -> None:
    night.start().call_card(5, rows=1)
    night.claim(Claim.LINE, 5)


def not_good(night: Night) -> None:
    night.start().call_card(5, rows=1)
    night.claim(Claim.LINE, 9)


def void(night: Night) -> None:
    night.start().do(ProposeVoid("avería"), ApproveVoid())


PATTERNS: list[tuple[Phase | None, Callable[[Night], object], dict[Lamp, Light]]] = [
    (None, lambda night: None, {}),
    (Phase.SALE, lambda night: night.sell(), {Lamp.SALE: STEADY}),
    (Phase.CLOSED, lambda night: night.sell().do(CloseSale()), {Lamp.SALE: SLOW}),
    (Phase.DRAW, lambda night: night.start(), {Lamp.DRAW: STEADY}),
    (Phase.DRAW, lambda night: night.start().order(), {Lamp.DRAW: STEADY}),
    (
        Phase.DRAW,
        lambda night: night.do(ReportBall(night.start().order(), 7, "f" * 64)),
        {Lamp.DRAW: SLOW},
    ),
    (
        Phase.DRAW,
        lambda night: night.do(ReportDoubt(night.start().order(), (6, 9), "—", "f" * 64)),
        {Lamp.DRAW: SLOW},
    ),
    (Phase.CLAIM, claiming, {Lamp.CLAIM: SLOW, Lamp.BEACON: STEADY}),
    (Phase.CLAIM, not_good, {Lamp.CLAIM: SLOW, Lamp.BEACON: STEADY}),
    (Phase.CLAIM, verified, {Lamp.CLAIM: STEADY, Lamp.BEACON: STEADY}),
    (Phase.FINISHED, lambda night: night.finished(), {}),
    (Phase.VOID, void, {}),
    (Phase.SIGNED, lambda night: night.finished().settled(), {}),
]


@pytest.mark.req("AJ-93")
@pytest.mark.parametrize(("phase", "play", "expected"), PATTERNS)
def test_every_phase_has_its_lamps(
    phase: Phase | None, play: Callable[[Night], object], expected: dict[Lamp, Light]
) -> None:
    night = Night().open_session()
    play(night)
    assert (None if night.state.game is None else night.state.game.phase) is phase
    assert lit_lamps(night) == {**expected, Lamp.CAMERA: STEADY}


def test_no_phase_is_without_a_pattern() -> None:
    assert {phase for phase, *_ in PATTERNS} == {None, *Phase}


def test_a_fault_blinks_while_its_cause_is_there_and_then_waits_for_the_jefe() -> None:
    night = Night().open_session().start()
    night.do(ReportFault(PANEL, "PANEL-DOOR", "abierta"))
    assert lit_lamps(night)[Lamp.FAULT] is SLOW
    night.do(ReportRecovery(PANEL, "PANEL-DOOR"))
    assert lit_lamps(night)[Lamp.FAULT] is STEADY
    night.do(AcknowledgeFault(PANEL, "PANEL-DOOR"))
    assert Lamp.FAULT not in lit_lamps(night)


@pytest.mark.invariant("I4")
def test_after_a_restart_the_fault_lamp_waits_for_continue() -> None:
    night = Night().open_session().start()
    night.do(StartController("b2", "test", "died"))
    assert lit_lamps(night)[Lamp.FAULT] is STEADY
    night.do(ContinuePlay())
    assert Lamp.FAULT not in lit_lamps(night)


def test_a_refused_press_blinks_fast_whatever_else_the_lamp_says() -> None:
    night = Night().open_session().start()
    assert lit_lamps(night, refused=True)[Lamp.FAULT] is FAST
    night.do(ReportFault(PANEL, "PANEL-DOOR", "abierta"))
    assert lit_lamps(night, refused=True)[Lamp.FAULT] is FAST


@pytest.mark.req("AJ-29", "AJ-30")
@pytest.mark.invariant("I15")
def test_the_cameras_lamp_goes_out_without_pictures_and_until_its_fault_is_acknowledged() -> None:
    night = Night().open_session().start()
    assert Lamp.CAMERA not in lit_lamps(night, pictures=False)
    night.do(ReportFault(EYE, "CAMERA-FROZEN", "—"))
    assert Lamp.CAMERA not in lit_lamps(night)
    night.do(ReportRecovery(EYE, "CAMERA-FROZEN"))
    assert Lamp.CAMERA not in lit_lamps(night)
    night.do(AcknowledgeFault(EYE, "CAMERA-FROZEN"))
    assert lit_lamps(night)[Lamp.CAMERA] is STEADY
    assert CAMERA == EYE


def test_a_notice_of_the_camera_leaves_its_lamp() -> None:
    night = Night().open_session().start()
    night.do(ReportNotice(EYE, "CAMERA-UNLOCKED", "—"))
    assert lit_lamps(night)[Lamp.CAMERA] is STEADY


def test_a_table_that_is_not_heard_leaves_the_fault_lamp_alone() -> None:
    assert lamps(None, pictures=True) == {**dict.fromkeys(Lamp, Light.OUT), Lamp.FAULT: FAST}


def test_that_a_hall_is_for_practice_changes_no_lamp() -> None:
    night = Night().open_session().start()
    opened = night.state.book
    assert opened is not None
    both = [replace(night.state, book=replace(opened, simulated=simulated)) for simulated in (True, False)]
    assert lamps(both[0], pictures=True, lights=lights) == lamps(both[1], pictures=True, lights=lights)


@pytest.mark.parametrize("light", Light)
def test_a_blink_is_lit_for_half_of_its_time(light: Light) -> None:
    whole = BLINK_S.get(light, 1.0)
    seen = [lit(light, 1000 + whole * n / 16) for n in range(16)]
    assert seen.count(True) == {Light.OUT: 0, Light.STEADY: 16}.get(light, 8)
