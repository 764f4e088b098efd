"""How many folios the house's next document takes, which the rules must know before it is signed.

Not responsible for the documents themselves, nor for those of a game: a game makes a subclass.
"""

from dataclasses import replace

from hallctl.outputs.folios.closing import closing_sheets
from hallctl.outputs.folios.incident import incident_sheets
from hallctl.outputs.folios.opening import opening_sheets
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.volumes import CloseBook, OpenBook
from hallctl.rules.deciding.context import Context
from hallctl.rules.deciding.volumes import close_book, open_book
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import IncidentMinuted
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.events.volumes import BookClosed, BookOpened
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import GameState, State


class Paperwork:
    """Counts the folios of documents that are not written yet.

    It reads the events as they happen, and remembers only the incidents of the open session.
    """

    def __init__(self, letterhead: Letterhead) -> None:
        """Begin before the first event; the letterhead is that of the documents."""
        self._letterhead = letterhead
        self._incidents: dict[int, str] = {}

    def take(self, event: Event) -> None:
        """Take note of an event."""
        match event:
            case SessionOpened():
                self._incidents = {}
            case IncidentMinuted(number=number, text=text):
                self._incidents[number] = text
            case _:
                pass

    def planned(self, command: Command, state: GameState, context: Context) -> Command:
        """Put into a command how many folios its document takes."""
        who = context.actor.person
        match command:
            case OpenBook():
                answer = open_book(state, command, context)
                return command if isinstance(answer, Refusal) else self._bound(command, answer[0], state, who)
            case CloseBook():
                answer = close_book(state, command, context)
                return command if isinstance(answer, Refusal) else self._bound(command, answer[0], state, who)
            case MinuteIncident(text=text) if state.session is not None:
                return replace(command, sheets=self._incident(state, text) + self._waiting(state))
            case ApproveIncident(number=number) if number in self._incidents:
                return replace(command, sheets=self._incident(state, self._incidents[number]))
            case _:
                return command

    def _bound(self, command: OpenBook | CloseBook, event: Event, state: State, who: str) -> Command:
        """Put in the folios of a volume's own diligence, from its text."""
        if isinstance(event, BookOpened):
            return replace(command, sheets=opening_sheets(event, self._letterhead, who))
        assert isinstance(event, BookClosed)
        return replace(command, sheets=closing_sheets(state, event, self._letterhead, who))

    def _incident(self, state: State, text: str) -> int:
        return incident_sheets(state, text, self._letterhead)

    def _waiting(self, state: State) -> int:
        """Return the folios of the incidents that wait for the Director."""
        return sum(self._incident(state, self._incidents[number]) for number in state.incidents)
