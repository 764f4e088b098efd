"""How many folios the next document of bingo takes, which the rules must know before it is signed.

Not responsible for the documents. It reads the events as they happen, and remembers of the open session only
the texts that its acts will contain.
"""

from dataclasses import replace

from hallctl.games.bingo.documents.act import sheets
from hallctl.games.bingo.documents.ball_change import ball_change_sheets
from hallctl.games.bingo.documents.incidents import incident_text
from hallctl.games.bingo.documents.session import session_sheets
from hallctl.games.bingo.rules.commands.closing import SignGame
from hallctl.games.bingo.rules.commands.opening import RetireBallSet
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.commands.wrong_calls import KeepPlaying
from hallctl.games.bingo.rules.events.missing import MissingRefunded
from hallctl.games.bingo.rules.events.opening import BallsCounted, BallSetRetired
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.events.wrong_calls import WrongCallSettled
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import State
from hallctl.outputs.folios.paperwork import Paperwork
from hallctl.outputs.folios.sections import longest_name
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.incidents import FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.till import OpenShift
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import ComplaintFiled, ComplaintResolved
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.folding.changes import with_session


class BingoPaperwork(Paperwork):
    """Counts the folios of the house's documents and of bingo's."""

    def __init__(self, letterhead: Letterhead) -> None:
        """Begin before the first event; the letterhead is that of the documents."""
        super().__init__(letterhead)
        self._notes: list[str] = []
        self._counts: list[BallsCounted] = []
        self._late = False

    def take(self, event: Event) -> None:
        """Take note of an event."""
        super().take(event)
        match event:
            case SessionOpened():
                self._notes, self._counts, self._late = [], [], False
            case GameAnnounced():
                self._notes = []
            case BallsCounted():
                self._counts.append(event)
            case MissingRefunded():
                self._late = True
            case _:
                pass
        note = incident_text(event)
        if note is not None:
            self._notes.append(note)

    def planned(self, command: Command, state: State, context: Context) -> Command:
        """Put into a command how many folios its document takes."""
        match command:
            case RetireBallSet(ball_set=name, reason=reason) if name in state.ball_sets:
                change = BallSetRetired(name, state.ball_sets[name].games, reason, 0, 1)
                director = context.actor.person
                return replace(command, sheets=ball_change_sheets(state, change, self._letterhead, director))
            case AnnounceGame() if state.session is not None:
                return replace(command, sheets=self._session(state, state.session.games + 1))
            case MinuteIncident(text=text) if state.session is not None:
                return replace(command, sheets=self._with_incident(state, text))
            case FileComplaint() | ResolveComplaint() | KeepPlaying() if playing(state) is not None:
                return replace(command, sheets=self._with_note(state, _note(state, command)))
            case OpenShift() if state.session is not None:
                return replace(command, sheets=self._with_shift(state))
            case SignGame() if playing(state) is not None:
                return replace(command, sheets=self._game(state))
            case CloseSession() if state.session is not None:
                return replace(command, sheets=self._session(state, state.session.games))
            case _:
                return super().planned(command, state, context)

    def _session(self, state: State, games: int, *incidents: str) -> int:
        """Return the folios of the session's act after so many games and these further incidents."""
        texts = [*self._incidents.values(), *incidents]
        return session_sheets(state, games, self._counts, texts, self._letterhead, late=self._late)

    def _game(self, state: State, *notes: str) -> int:
        """Return the folios of the act of the game, if one is played, with these further notes."""
        return 0 if playing(state) is None else sheets(state, [*self._notes, *notes], self._letterhead)

    def _with_shift(self, state: State) -> int:
        """Return the folios of the acts still to come, with another shift in that of the session."""
        session = state.session
        assert session is not None
        after = with_session(state, shifts=session.shifts + 1)
        return self._waiting(state) + self._game(state) + self._session(after, session.games)

    def _with_incident(self, state: State, text: str) -> int:
        """Return the folios of an incident, of those that wait, and of the acts that will contain it."""
        session = self._session(state, 0 if state.session is None else state.session.games, text)
        return self._incident(state, text) + self._waiting(state) + self._game(state, text) + session

    def _with_note(self, state: State, note: str) -> int:
        """Return the folios of the acts still to come, with another note in that of the game."""
        games = 0 if state.session is None else state.session.games
        return self._waiting(state) + self._game(state, note) + self._session(state, games)


def _note(state: State, command: FileComplaint | ResolveComplaint | KeepPlaying) -> str:
    """Return the longest text that the act of the game may contain about a step."""
    match command:
        case FileComplaint(claimant=claimant, document=document, text=text):
            number, game = state.complaint + 1, state.games
            event: Event = ComplaintFiled(number, game, claimant, document, text, late=False, taken_by="")
        case ResolveComplaint(number=number, decision=decision):
            event = ComplaintResolved(number, decision)
        case KeepPlaying(reason=reason):
            event = WrongCallSettled(reason, longest_name(state))
    return incident_text(event) or ""
