"""A whole hall whose extractor is a PLC: real table, book, camera and reader, and pymodbus's own server."""

import time
import tomllib
from pathlib import Path

import pytest

from drivers.plant import load_plant, new_plant, save_plant
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.devices import check_devices
from hallctl.cli.doctor.finding import Verdict
from hallctl.devices.machines import layout_of
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import CollectCards, PayPrize, SignGame
from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.state import Phase
from hallctl.minutes.verify import verify
from hallctl.rules.commands.running import AcknowledgeFault
from tests.drivers.extractor_bench import expected_balls, in_this_order
from tests.drivers.plc_bench import Plc
from tests.hallctl.table.bench import Bench

FIXTURES = Path(__file__).parents[3] / "fixtures/config"
OTHERS = "plc-holding.toml"
"""The map of all tests but one."""


def patient(name: str, answer_ms: int) -> str:
    """A map of the fixtures for a pty, which has no parity, and for a machine that others share."""
    modbus = tomllib.loads((FIXTURES / name).read_text("utf-8"))["extractor"]["modbus"]
    return _inline(modbus | {"parity": "none", "answer_ms": answer_ms})


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else repr(value)


class PlcHall(Bench):
    """A hall with a PLC at its line, over the same balls as its camera."""

    def __init__(self, directory: Path, name: str, answer_ms: int = 500) -> None:
        map_ = patient(name, answer_ms)
        machine = ("extractor.simulated=false", "extractor.kind=modbus", f"extractor.modbus={map_}")
        super().__init__(directory, overrides=machine)
        save_plant(self.far_end.plant, new_plant(1))
        section = self.setting.config.extractor
        assert section.modbus is not None
        link = self.setting.beside(section.port)
        self.plc = Plc(layout_of(section.modbus), self.far_end.plant, link)
        self.plc.program.draw_s = 0.4
        self.plc.program.expiry_s = 1.0  # a crowded machine's hall renews late

    def __enter__(self):
        self.plc.__enter__()
        return super().__enter__()

    def __exit__(self, *error):
        super().__exit__(*error)
        self.plc.__exit__(*error)

    def ink_of(self, draw):
        """The number on the ball that this plant brings out as its first, second … one."""
        return load_plant(self.far_end.plant).ink[expected_balls(1, draw)[-1]]


def codes(state):
    return {fault.code for fault in state.faults}


@pytest.mark.req("AJ-22")
def test_balls_are_drawn_over_modbus_with_another_map_too(tmp_path):
    with PlcHall(tmp_path, "plc-coils.toml") as hall:
        hall.open_session()
        hall.start_game()
        for draw in (1, 2):
            assert hall.take() == int(hall.ink_of(draw))
            hall.call()
        assert hall.plc.program.plant.draws == 2


@pytest.mark.campaign
@pytest.mark.req("AJ-22")
@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("plc-*.toml")))
def test_a_whole_game_is_played_over_modbus(tmp_path, name):
    with PlcHall(tmp_path, name) as hall:
        card = hall.setting.material[0].cards[0]
        line, rest = card.rows[0], card.rows[1] + card.rows[2]
        save_plant(hall.far_end.plant, in_this_order((*line, *rest)))
        hall.open_session()
        hall.start_game()
        for numbers, claim in ((line, Claim.LINE), (rest, Claim.BINGO)):
            for number in numbers:
                assert hall.take() == number
                hall.call()
            hall.do(StopForClaim(claim), VerifyCard(claim, "A-1042", 1), AskAnyMore())
            time.sleep(0.06)  # what the practice hall waits for another
            hall.do(ResumeDraw() if claim is Claim.LINE else FinishGame())
        for award in hall.state.game.awards:
            hall.do(PayPrize(award.prize.claim, award.prize.series, award.prize.card))
        hall.do(CollectCards(hall.state.game.cards), SignGame())
        assert hall.state.game.phase is Phase.SIGNED
        assert hall.state.game.drawn == (*line, *rest)
        assert hall.plc.program.plant.draws == 15
    assert verify(hall.book_path).ok


@pytest.fixture
def playing(tmp_path):
    with PlcHall(tmp_path, OTHERS) as hall:
        hall.open_session()
        hall.start_game()
        assert hall.take() == int(hall.ink_of(1))
        hall.call()
        yield hall


@pytest.mark.invariant("I4", "I13", "I21")
def test_a_cable_out_in_mid_draw_brings_the_same_ball_after_the_jefes_continue(playing):
    program = playing.plc.program
    program.expiry_s, program.draw_s = 0.3, 1000.0
    playing.until(lambda _: program.permitted(time.monotonic()))
    playing.do(DrawBall())
    order = playing.state.game.pending
    while not program.state["moving"]:
        time.sleep(0.01)
        playing.acknowledge_all()
    playing.plc.unplug()
    playing.until(lambda state: "EXT-LOST" in codes(state))
    assert playing.ask(DrawBall()).code == "FAULT"
    while program.state["moving"]:
        time.sleep(0.01)  # without permission it stops by itself
    program.expiry_s, program.draw_s = 5.0, 0.4
    playing.plc.plug()
    playing.until(lambda state: "EXT-PERMISSION" in codes(state))
    assert len(playing.state.game.drawn) == 1, "nothing draws by itself"
    playing.acknowledge_all()
    playing.await_drawn(2)
    assert playing.state.game.drawn[1] == int(playing.ink_of(2))
    assert program.plant.order == order
    assert program.plant.draws == 2


@pytest.mark.campaign
@pytest.mark.invariant("I14")
def test_a_plc_that_starts_anew_in_mid_game_is_a_fault_and_the_game_goes_on(playing):
    playing.plc.restart()
    playing.until(lambda state: "EXT-LOST" in codes(state))
    assert "se reinició" in playing.state.faults[0].detail
    playing.plc.program.draw_s = 0.4
    playing.acknowledge_all()
    assert playing.take() == int(playing.ink_of(2))
    assert playing.plc.program.plant.draws == 2


@pytest.mark.campaign
def test_a_machine_that_still_turns_is_asked_again_to_take_the_balls_back(tmp_path):
    with PlcHall(tmp_path, OTHERS) as hall:
        hall.open_session()
        hall.plc.program.turning = True
        hall.do(AnnounceGame("A-1042"))
        asked = hall.plc.program.says["done"]
        while hall.plc.program.says["done"] < asked + 3:  # refused, and given again
            time.sleep(0.01)
        assert hall.state.faults == ()
        hall.plc.program.turning = False
        hall.until(lambda state: state.game.filled)


@pytest.mark.campaign
def test_a_machine_that_never_stops_turning_is_a_fault(tmp_path):
    with PlcHall(tmp_path, OTHERS) as hall:
        hall.open_session()
        hall.plc.program.turning = True
        hall.do(AnnounceGame("A-1042"))
        hall.until(lambda state: "EXT-STALLED" in codes(state))
        hall.plc.program.turning = False
        hall.acknowledge_all()
        hall.until(lambda state: state.game.filled)


def test_a_fault_of_the_plc_is_told_with_its_own_number(playing):
    playing.plc.program.jam_next = True
    playing.do(DrawBall())
    playing.until(lambda state: "EXT-JAM" in codes(state))
    assert "(fallo 1 del autómata)" in playing.state.faults[0].detail
    assert playing.ask(AcknowledgeFault("extractor", "EXT-JAM")).code == "FAULT-ACTIVE", "it is stuck still"
    playing.plc.do(playing.plc.program.put_right)
    playing.acknowledge_all()
    playing.await_drawn(2)
    assert playing.plc.program.plant.draws == 2


@pytest.mark.campaign
@pytest.mark.invariant("I28")
def test_a_program_that_hangs_behind_its_modbus_is_a_lost_line_and_a_few_entries(tmp_path):
    with PlcHall(tmp_path, OTHERS, answer_ms=400) as hall:
        hall.open_session()
        hall.start_game()
        before = hall.bulletin.newest().entry
        hall.plc.frozen = True
        hall.do(DrawBall())
        hall.until(
            lambda state: any(each.code == "EXT-LOST" and "en RUN" in each.detail for each in state.faults)
        )
        assert hall.bulletin.newest().entry - before <= 24
        hall.plc.frozen = False
        hall.acknowledge_all()
        hall.await_drawn(1)


def test_the_doctor_says_which_plc_answers(tmp_path):
    hall = PlcHall(tmp_path, "plc-coils.toml")
    with hall.plc:
        (found,) = (
            each for each in check_devices(hall.setting, Computer(tmp_path)) if each.part == "extractor"
        )
        assert found.verdict is Verdict.GOOD
        assert found.said.startswith("de bombo, serie MODBUS 3, firmware 1.4.0 en ")
    (found,) = (each for each in check_devices(hall.setting, Computer(tmp_path)) if each.part == "extractor")
    assert found.verdict is Verdict.MISSING
