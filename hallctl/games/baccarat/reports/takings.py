"""A table's takings against its floats, and its commission, day by day (BA-63, DB11, DB13).

Not responsible for the page (``kinds``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.baccarat.rules.events.people import RoundVoided
from hallctl.games.baccarat.rules.events.round import (
    DemonstrationOpened,
    LosersCollected,
    ResultEstablished,
    WinnersPaid,
)
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.session import SessionOpened


@dataclass(frozen=True, slots=True)
class TableTakings:
    """One opening of the table, amounts in cents.

    Attributes:
        session: The number of the day.
        rounds: How many had a result.
        void: How many were void.
        initial: The float.
        counted: What was there at the end.
        result: What the table won; negative where it lost.
        drop: What was staked and settled, where stakes are known; None where they are not.
        commission: What was taken of the banker bets' winnings; likewise.
        rest: What of it no chip was small enough for; likewise.
    """

    session: int
    day: str
    rounds: int
    void: int
    initial: int
    fills: int
    credits: int
    counted: int
    result: int
    drop: int | None
    commission: int | None
    rest: int | None


@dataclass
class _Day:
    """What a day came to, as it is read."""

    number: int = 0
    day: str = ""
    rounds: int = 0
    void: int = 0
    drop: int = 0
    commission: int = 0
    rest: int = 0
    known: bool = False
    shown: int = 0
    """The number of the last demonstration, which is no round of the table's."""

    def told(self, closed: TableClosed) -> TableTakings:
        """Return it with the count of the table."""
        return TableTakings(
            session=self.number,
            day=self.day,
            rounds=self.rounds,
            void=self.void,
            initial=closed.initial,
            fills=closed.fills,
            credits=closed.credits,
            counted=closed.counted,
            result=closed.result,
            drop=self.drop if self.known else None,
            commission=self.commission if self.known else None,
            rest=self.rest if self.known else None,
        )


def table_takings(entries: Iterable[Minuted], session: int | None = None) -> tuple[TableTakings, ...]:
    """Return every count of the table, of one day or of all."""
    return tuple(each for each in _counts(entries) if session in (None, each.session))


def _counts(entries: Iterable[Minuted]) -> Iterator[TableTakings]:
    held = _Day()
    for entry in entries:
        match entry.event:
            case SessionOpened(session=number, day=day):
                held = _Day(number, day)
            case DemonstrationOpened(round=shown):
                held.shown = shown
            case ResultEstablished(round=number) if number != held.shown:
                held.rounds += 1
            case RoundVoided():
                held.void += 1
            case LosersCollected(collected=collected):
                held.drop += collected
                held.known = held.known or collected > 0
            case WinnersPaid(prizes=prizes, commission=taken, rest=rest, kept=kept):
                held.drop, held.commission = held.drop + kept, held.commission + taken
                held.rest += rest
                held.known = held.known or prizes > 0
            case CommissionCollected(taken=taken, rest=rest):
                held.commission, held.rest = held.commission + taken, held.rest + rest
            case TableClosed() as closed:
                yield held.told(closed)
                held = _Day(held.number, held.day)
            case _:
                pass
