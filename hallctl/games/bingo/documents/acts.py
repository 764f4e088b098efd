"""Bingo's documents as its volume is read: what each needs of the entries before it, and when it is complete.

Not responsible for what a document says.
"""

from collections.abc import Mapping

from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.documents.ball_change import ball_change
from hallctl.games.bingo.documents.session import READ, session_act
from hallctl.games.bingo.rules.events.closing import GameSigned
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRetired
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.state import State
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.session import SessionClosed, SessionOpened


class BingoActs:
    """Remembers the open game and the open session, and nothing of those before."""

    def __init__(self) -> None:
        """Begin before the first entry of a volume."""
        self._game: list[Minuted] = []
        self._session: list[Minuted] = []
        self._folios: dict[int, int] = {}
        self._progressives: Mapping[str, int] = {}

    def add(
        self, entry: Minuted, before: State, state: State, letterhead: Letterhead, place: Place
    ) -> Folio | None:
        """Read the next entry; return the document that it completes, if it does."""
        self._remember(entry, before)
        match entry.event:
            case GameSigned(game=game):
                self._folios[game] = place.folio
                return game_act(state, self._game, letterhead, place)
            case BallSetMounted() | BallSetRetired():
                return ball_change(state, [entry], letterhead, place)
            case SessionClosed():
                held = self._progressives
                return session_act(before, self._session, letterhead, place, self._folios, held)
            case _:
                return None

    def _remember(self, entry: Minuted, before: State) -> None:
        match entry.event:
            case SessionOpened():
                self._session, self._folios, self._progressives = [], {}, before.progressives
            case GameAnnounced():
                self._game = []
            case _:
                pass
        self._game.append(entry)
        # Not every ball of a night: two hundred games have thirty thousand entries of those (I20).
        if isinstance(entry.event, READ):
            self._session.append(entry)
