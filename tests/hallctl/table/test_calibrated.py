"""What was calibrated counts from the next game on: not in the middle of one, and then in the book."""

import pytest

from hallctl.games.bingo.rules.commands.opening import RegisterBallSet
from hallctl.readings.vote import VotePolicy
from hallctl.rules.deciding.running import settings_of
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Calibrated
from hallctl.table import messages as msg
from tests.hallctl.table.test_machine_reports import hall_at

DEVICE = "calibración del juego J-09"


@pytest.mark.req("AJ-24", "AJ-27")
@pytest.mark.parametrize("on", [True, False])
def test_it_waits_for_the_end_of_the_game_and_is_minuted_when_it_counts(tmp_path, on):
    hall = hall_at(tmp_path, lambda night: night.open_session().start(60) if on else night.open_session())
    taken = []
    sets = {name: Calibrated(f"bolas-{name}.toml", "ab" * 32) for name in ("J-01", "J-09")}
    which = (DEVICE, f"bolas-J-09.toml, huella {'ab' * 32}")
    hall.report(msg.Calibrated(sets, VotePolicy(frames=5), (which,), lambda: taken.append(True)))
    hall.pass_time(0.3)
    assert taken == ([] if on else [True])
    assert settings_of(hall.state, DEVICE) == ("" if on else which[1])
    assert (hall.state.calibrated is None) is on
    if not on:
        assert isinstance(hall.ask(RegisterBallSet("J-08")), Refusal)
        hall.do(RegisterBallSet("J-09"))
        assert hall.table._machine._limits.vote.frames == 5
    hall.end()
