"""The rows of a table's day on paper, taken from its events one by one.

Not responsible for the document that has them (``day``), nor for how much room they take.
"""

from dataclasses import dataclass, field
from typing import Final

from hallctl.games.any_table.day_rows import BankRows, Row
from hallctl.games.roulette.rules.events.people import SpinVoided
from hallctl.games.roulette.rules.events.spin import (
    BallLaunched,
    BetsOpened,
    NumberEstablished,
    TableStopped,
    WinnersPaid,
)
from hallctl.games.roulette.rules.events.table import WheelInspected
from hallctl.games.roulette.rules.kinds import Direction
from hallctl.games.roulette.words import CAUSES, COLOURS, DISPUTES, SOURCES
from hallctl.rules.events.base import Event

NO_TIME: Final = "00:00:00"
"""What takes the place of a time in a document that is not written yet."""

_TURNS: Final = {Direction.CLOCKWISE: "reloj", Direction.COUNTER: "contra", Direction.UNKNOWN: "—"}


@dataclass
class DayRows(BankRows):
    """What a day's act lists, as far as the day has come.

    Attributes:
        inspections: Of wheel and ball.
        spins: Every spin, with its number or why it has none.
        stops: Whenever the table was stopped.
    """

    inspections: list[Row] = field(default_factory=list)
    spins: list[Row] = field(default_factory=list)
    stops: list[Row] = field(default_factory=list)
    _croupier: str = ""
    _turn: Direction = Direction.UNKNOWN

    def take(self, time: str, event: Event) -> None:
        """Take the next event of the day, with the time at which it happened."""
        if self.take_bank(time, event):
            return
        match event:
            case WheelInspected(wheel=wheel, ball=ball, level=level, findings=findings, person=person):
                found = findings or "apta"
                self.inspections.append((time, wheel, ball, level, found, person))
            case _:
                self._take_spin(time, event)

    def _take_spin(self, time: str, event: Event) -> None:
        match event:
            case BetsOpened(croupier=croupier):
                self._croupier, self._turn = croupier, Direction.UNKNOWN
            case BallLaunched(croupier=croupier, direction=direction):
                self._croupier, self._turn = croupier, direction
            case NumberEstablished(spin=spin, pocket=pocket, colour=colour, source=source):
                self._spun(spin, time, f"{pocket} {COLOURS[colour]}", SOURCES[source])
            case SpinVoided(spin=spin, cause=cause):
                self.voided += 1
                self._spun(spin, time, "nula", CAUSES[cause])
            case WinnersPaid():
                self.played += 1
            case TableStopped(spin=spin, dispute=dispute, cause=cause):
                why = DISPUTES[dispute] if cause is None else CAUSES[cause]
                self.stops.append((str(spin), time, str(why)))
            case _:
                pass

    def _spun(self, spin: int, time: str, number: str, said: str) -> None:
        self.spins.append((str(spin), time, self._croupier, _TURNS[self._turn], number, str(said)))
