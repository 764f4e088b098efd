"""The whole book on paper: every folio in its order, each with the hash of the one before.

Not responsible for reading the book, nor for typesetting.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hallctl.outputs.folios.closing import closing_diligence
from hallctl.outputs.folios.documents import Documents
from hallctl.outputs.folios.frame import fingerprint
from hallctl.outputs.folios.incident import incident_diligence
from hallctl.outputs.folios.opening import opening_diligence
from hallctl.outputs.folios.values import NO_HASH, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.binding import Signatory
from hallctl.rules.events.incidents import IncidentApproved, IncidentMinuted
from hallctl.rules.events.volumes import BookClosed, BookOpened, ClosingProposed, SignatoryEnrolled
from hallctl.rules.game_rules import GameRules
from hallctl.rules.state import State


class Binder:
    """Reads a book entry by entry, and gives each document as soon as its last entry is read.

    It remembers the incidents that wait for the Director; the game's ``Acts`` remember what they need.
    """

    def __init__(self, game: GameRules, documents: Documents, empty: State, letterhead: Letterhead) -> None:
        """Begin before the first entry of a volume of a game: ``empty`` is the state then."""
        self._game = game
        self._acts = documents.acts()
        self._state = empty
        self._letterhead = letterhead
        self._previous = NO_HASH
        self._minuted: dict[int, Minuted] = {}
        self._proposed: Minuted | None = None

    def add(self, entry: Minuted) -> Folio | None:
        """Read the next entry; return the document that it completes, if it does."""
        before, self._state = self._state, self._game.evolve(self._state, entry.event)
        self._remember(entry)
        place = Place(getattr(entry.event, "folio", 0), self._previous, getattr(entry.event, "sheets", 0))
        of_game = self._acts.add(entry, before, self._state, self._letterhead, place)
        folio = of_game or self._document(entry, before, place)
        if folio is not None:
            self._previous = folio.hash
        return folio

    def _remember(self, entry: Minuted) -> None:
        match entry.event:
            case IncidentMinuted(number=number):
                self._minuted[number] = entry
            case ClosingProposed():
                self._proposed = entry
            case BookOpened(people=people, previous=previous):
                self._previous = NO_HASH if previous is None else previous.root
                self._know(people)
            case SignatoryEnrolled(person=person, posts=posts, certificate=certificate):
                self._know((Signatory(person, posts, certificate),))
            case _:
                pass

    def _know(self, people: Sequence[Signatory]) -> None:
        """Take note of certificates: who signs with which."""
        known = {one.person: fingerprint(one.certificate) for one in people}
        self._letterhead = replace(self._letterhead, fingerprints={**self._letterhead.fingerprints, **known})

    def _document(self, entry: Minuted, before: State, place: Place) -> Folio | None:
        """Return the house's document that an entry completes."""
        state, letterhead = self._state, self._letterhead
        match entry.event:
            case BookOpened():
                return opening_diligence(state, [entry], letterhead, place)
            case IncidentApproved(number=number, sheets=sheets) if sheets:
                return incident_diligence(state, [self._minuted.pop(number), entry], letterhead, place)
            case BookClosed():
                assert self._proposed is not None
                return closing_diligence(before, [self._proposed, entry], letterhead, place)
            case _:
                return None


def folios(
    game: GameRules, documents: Documents, empty: State, entries: Iterable[Minuted], letterhead: Letterhead
) -> Iterator[Folio]:
    """Return every folio of a book, in order.

    Args:
        game: The rules of the game.
        documents: What it has on paper.
        empty: The state before the first entry.
        entries: The entries of the volume.
        letterhead: What the configuration adds.
    """
    binder = Binder(game, documents, empty, letterhead)
    return (folio for entry in entries if (folio := binder.add(entry)) is not None)
