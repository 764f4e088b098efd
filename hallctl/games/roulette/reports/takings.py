"""A table's takings against its floats, day by day (DR17).

Not responsible for the page (``pages``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.roulette.rules.events.people import SpinVoided
from hallctl.games.roulette.rules.events.spin import LosersCollected, NumberEstablished, WinnersPaid
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.session import SessionOpened


@dataclass(frozen=True, slots=True)
class TableTakings:
    """One opening of the table, amounts in cents.

    Attributes:
        session: The number of the day.
        day: The day.
        spins: How many numbers there were.
        void: How many spins were void.
        initial: The float.
        fills: What was brought.
        credits: What was taken.
        counted: What was there at the end.
        result: What the table won; negative where it lost.
        known: What the spins brought, where stakes are known; None where they are not.
    """

    session: int
    day: str
    spins: int
    void: int
    initial: int
    fills: int
    credits: int
    counted: int
    result: int
    known: int | None


def table_takings(entries: Iterable[Minuted], session: int | None = None) -> tuple[TableTakings, ...]:
    """Return every count of the table, of one day or of all."""
    return tuple(each for each in _counts(entries) if session in (None, each.session))


def _counts(entries: Iterable[Minuted]) -> Iterator[TableTakings]:
    number, day, spins, void, known = 0, "", 0, 0, False
    for entry in entries:
        match entry.event:
            case SessionOpened(session=number, day=day):
                spins, void, known = 0, 0, False
            case NumberEstablished():
                spins += 1
            case SpinVoided():
                void += 1
            case LosersCollected(collected=amount) | WinnersPaid(paid=amount):
                known = known or amount > 0
            case TableClosed() as closed:
                yield TableTakings(
                    session=number,
                    day=day,
                    spins=spins,
                    void=void,
                    initial=closed.initial,
                    fills=closed.fills,
                    credits=closed.credits,
                    counted=closed.counted,
                    result=closed.result,
                    known=closed.won if known else None,
                )
                spins, void, known = 0, 0, False
            case _:
                pass
