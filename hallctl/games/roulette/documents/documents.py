"""A roulette table's documents as the house is handed them, and how many folios they take.

Not responsible for what they say.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.any_table.day import day_act, day_sheets
from hallctl.games.roulette.documents.day import roulette_day
from hallctl.games.roulette.documents.register import wheel_register
from hallctl.games.roulette.documents.rows import NO_TIME, DayRows
from hallctl.games.roulette.rules.state import State
from hallctl.i18n.words import hour
from hallctl.outputs.folios.documents import Documents
from hallctl.outputs.folios.paperwork import Paperwork
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionClosed, SessionOpened


class RouletteActs:
    """Remembers the open day, and nothing of those before."""

    def __init__(self) -> None:
        """Begin before the first entry of a volume."""
        self._rows = DayRows("")
        self._first: Minuted | None = None

    def add(
        self, entry: Minuted, before: State, _: State, letterhead: Letterhead, place: Place
    ) -> Folio | None:
        """Read the next entry; return the act of the day that it closes, if it does."""
        if isinstance(entry.event, SessionOpened):
            self._rows, self._first = DayRows(before.rules.currency), entry
        self._rows.take(hour(entry.time), entry.event)
        if not isinstance(entry.event, SessionClosed) or self._first is None:
            return None
        return day_act(before, roulette_day(self._rows), (self._first, entry), letterhead, place)


class RoulettePaperwork(Paperwork):
    """Counts the folios of the house's documents and of a table's day."""

    def __init__(self, letterhead: Letterhead) -> None:
        """Begin before the first event; the letterhead is that of the documents."""
        super().__init__(letterhead)
        self._rows = DayRows("")

    def take(self, event: Event) -> None:
        """Take note of an event."""
        super().take(event)
        if isinstance(event, SessionOpened):
            self._rows = DayRows("")
        self._rows.take(NO_TIME, event)

    def planned(self, command: Command, state: State, context: Context) -> Command:
        """Put into a command how many folios its document takes."""
        match command:
            case CloseSession() if state.session is not None:
                return replace(command, sheets=self._day(state))
            case MinuteIncident(text=text) if state.session is not None:
                sheets = self._incident(state, text) + self._waiting(state) + self._day(state)
                return replace(command, sheets=sheets)
            case _:
                return super().planned(command, state, context)

    def _day(self, state: State) -> int:
        """Return the folios of the act of the day as it stands."""
        self._rows.currency = state.rules.currency
        return day_sheets(state, roulette_day(self._rows), self._letterhead)


ROULETTE_DOCUMENTS: Final = Documents(
    acts=RouletteActs, paperwork=RoulettePaperwork, annexes=(wheel_register,), purpose="Jugadas de ruleta"
)
"""What a roulette table has on paper."""
