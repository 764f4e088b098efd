"""The views of a roulette table's day, made by the hall itself, in any language."""

from dataclasses import replace
from functools import lru_cache

from displays.views import TableView
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin, StopTable
from hallctl.games.roulette.rules.commands.spin import EnterNumber, LaunchBall, OpenBets
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.screens.table import table
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Post
from tests.hallctl.games.roulette.table import TableDay

CAME = (
    *("33", "21", "6", "18", "31", "19", "8", "0", "2", "10"),
    *("27", "1", "28", "36", "11", "11", "5", "32", "0", "17"),
)


@lru_cache(maxsize=1)
def phases() -> dict[str, State]:
    """Return every phase of a spin, by its name, after twenty others."""
    day, found = TableDay.opened(), {}
    found["empty"] = day.state
    for number in CAME:
        day.spun(number)
    found["paid"] = day.state
    day.do(OpenBets())
    found["bets"] = day.state
    day.do(LaunchBall())
    day.sensed("32")
    found["early"] = day.state
    day.agreed("32")
    day.settled()
    day.closed()
    found["closed"] = day.state
    day.sensed("25")
    day.do(EnterNumber("25"))
    found["number"] = day.state
    day.settled()
    day.closed()
    day.sensed("0")
    day.do(EnterNumber("0"))
    found["zero"] = day.state
    day.settled()
    day.closed()
    day.do(StopTable(Cause.OBJECT))
    day.do(ProposeVoidSpin(Cause.OBJECT, "una ficha en el cilindro"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    found["void"] = day.state
    return found


def view(phase: str, language: str = "pt", left: int = 23_000, simulated: bool = False) -> TableView:
    """Return the wall of a phase, with so many milliseconds of betting time left."""
    state = phases()[phase]
    spin = state.spin
    now = spin.closes_at - left if spin is not None and spin.closes_at is not None else None
    hot = replace(state, rules=replace(state.rules, hot_cold=phase == "paid"))
    return table(hot, Wall("Casino da Foz", simulated, language, now=now, hour="21:35"), CAME * 10)
