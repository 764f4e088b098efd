"""A baccarat table's documents as the house is handed them, and how many folios they take.

Not responsible for what they say.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.any_table.day import day_act, day_sheets
from hallctl.games.baccarat.documents.day import baccarat_day
from hallctl.games.baccarat.documents.register import deck_register
from hallctl.games.baccarat.documents.rows import NO_TIME, DayRows, ShoeRows
from hallctl.games.baccarat.documents.shoe import shoe_act, shoe_sheets
from hallctl.games.baccarat.rules.commands.shoe import ApproveShoe
from hallctl.games.baccarat.rules.events.shoe import ShoeApproved, ShoeBegun
from hallctl.games.baccarat.rules.state import State
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


class BaccaratActs:
    """Remembers the open day and the open shoe, and nothing of those before."""

    def __init__(self) -> None:
        """Begin before the first entry of a volume."""
        self._day, self._shoe = DayRows(""), ShoeRows()
        self._opened: Minuted | None = None
        self._begun: Minuted | None = None

    def add(
        self, entry: Minuted, before: State, state: State, letterhead: Letterhead, place: Place
    ) -> Folio | None:
        """Read the next entry; return the act of the shoe or of the day that it closes, if it does."""
        event, time = entry.event, hour(entry.time)
        if isinstance(event, SessionOpened):
            self._day, self._opened = DayRows(before.rules.currency), entry
        if isinstance(event, ShoeBegun):
            self._shoe, self._begun = ShoeRows(), entry
        self._day.take(time, event)
        self._shoe.take(time, event)
        if isinstance(event, ShoeApproved) and self._begun is not None:
            return shoe_act(state, self._shoe, (self._begun, entry), letterhead, place)
        if isinstance(event, SessionClosed) and self._opened is not None:
            return day_act(before, baccarat_day(self._day), (self._opened, entry), letterhead, place)
        return None


class BaccaratPaperwork(Paperwork):
    """Counts the folios of the house's documents, of a shoe and of a table's day."""

    def __init__(self, letterhead: Letterhead) -> None:
        """Begin before the first event; the letterhead is that of the documents."""
        super().__init__(letterhead)
        self._day, self._shoe = DayRows(""), ShoeRows()

    def take(self, event: Event) -> None:
        """Take note of an event."""
        super().take(event)
        if isinstance(event, SessionOpened):
            self._day = DayRows("")
        if isinstance(event, ShoeBegun):
            self._shoe = ShoeRows()
        self._day.take(NO_TIME, event)
        self._shoe.take(NO_TIME, event)

    def planned(self, command: Command, state: State, context: Context) -> Command:
        """Put into a command how many folios its document takes."""
        match command:
            case ApproveShoe() if state.session is not None:
                return replace(command, sheets=shoe_sheets(state, self._shoe, self._letterhead))
            case CloseSession() if state.session is not None:
                return replace(command, sheets=self._of_day(state))
            case MinuteIncident(text=text) if state.session is not None:
                sheets = self._incident(state, text) + self._waiting(state) + self._of_day(state)
                return replace(command, sheets=sheets)
            case _:
                return super().planned(command, state, context)

    def _of_day(self, state: State) -> int:
        """Return the folios of the act of the day as it stands."""
        self._day.currency = state.rules.currency
        return day_sheets(state, baccarat_day(self._day), self._letterhead)


BACCARAT_DOCUMENTS: Final = Documents(
    acts=BaccaratActs, paperwork=BaccaratPaperwork, annexes=(deck_register,), purpose="Jugadas de bacará"
)
"""What a baccarat table has on paper."""
