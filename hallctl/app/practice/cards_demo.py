"""`hallctl demo --game baccarat`: a whole shoe by itself, then what it left behind, verified.

Its cards come down a serial line from a simulated shoe. Not responsible for a wheel (``table_demo``).
"""

from pathlib import Path
from typing import Final

from hallctl.app.practice.cards_people import CardsPeople, Plan
from hallctl.app.practice.data import PRACTICE
from hallctl.app.practice.people import Desk
from hallctl.app.practice.processes import Simulators
from hallctl.app.practice.table_demo import PracticeTable, play_table
from hallctl.config.hall import Setting
from hallctl.games.baccarat.game import BACCARAT

CONFIG: Final = PRACTICE.with_name("practice-baccarat.toml")
PACE: Final = 3.0
_ROUNDS: Final = 12
_SHOWN: Final = ("bets", "dealing", "disputed", "result", "void")
_CARDS_A_ROUND: Final = 5


def play(directory: Path, seed: int, rounds: int = 0, plan: Plan = Plan()) -> int:  # noqa: B008 (frozen)
    """Play a shoe of a practice table into a fresh directory and return the exit status.

    Args:
        directory: Where.
        seed: Of the shoe.
        rounds: After about how many rounds the white card comes; 0 where it is before the last cards.
        plan: What happens.

    Raises:
        ConfigError: If the practice configuration is wrong.
        PracticeError: If a part does not start, or play gets stuck.
    """
    return play_table(directory, seed, baccarat(rounds, plan))


def baccarat(rounds: int = 0, plan: Plan = Plan()) -> PracticeTable:  # noqa: B008 (frozen)
    """Return the practice table of baccarat."""

    def people(setting: Setting, simulators: Simulators) -> CardsPeople:
        first = setting.config.people[0].name
        return CardsPeople(plan, first, simulators.shoe.tell, simulators.shoe_log, PACE)

    behind = 12 if rounds == 0 else max(12, 52 * 8 - _CARDS_A_ROUND * rounds)
    options = ("--behind", str(behind))
    device = ("shoe.port", "shoe.tty")
    return PracticeTable(CONFIG, BACCARAT, people, _turn, device, pace=PACE, options=options)


def _turn(desk: Desk) -> str | None:
    """Return the turn of a round the table is at: a result once there are others before it."""
    turn = None if desk["round"] is None else str(desk["round"]["phase"])
    early = turn in ("bets", "result") and len(desk["results"]) < _ROUNDS
    return turn if turn in _SHOWN and not early else None
