"""What only the book and the keys know: ends of volumes, signatures, checkpoints, folios of a document.

Not responsible for deciding, nor for when an entry is written. Used by the deciding thread alone, but for the
unlocking of keys, which any thread may do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.book import Book
from hallctl.minutes.entry import Draft, Entry
from hallctl.minutes.note import Checkpoint, Note, Verifier, sign, verifier_of
from hallctl.minutes.opening import Opening
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signed import KINDS
from hallctl.minutes.signing.signers import Unlocked
from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.outputs.folios.paperwork import Paperwork
from hallctl.rules.binding import Binding, LogEnd, Signatory, VolumeEnd
from hallctl.rules.commands.base import Command, Issued
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.commands.volumes import CloseBook, EnrolSignatory, OpenBook
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.events.running import ControllerStarted, ControllerStopped
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookClosed, BookOpened
from hallctl.rules.state import State
from hallctl.table.standing import UnfitError, counts, der_of, unfit

_CHECKPOINTS: Final = (
    BookOpened,
    SessionOpened,
    SessionClosed,
    BookClosed,
    ControllerStarted,
    ControllerStopped,
    FolioSealed,
)
"""After which events of the house the state of the book is signed: wherever it may rest."""

UNBOUND_MS: Final = 60_000
"""For how long at most entries stand that neither a person's signature nor a checkpoint binds."""


@dataclass(frozen=True)
class Keys:
    """The hall's keys as the table uses them.

    Attributes:
        origin: What the checkpoints call the book, e.g. "sala.example/libro"; the controller's key bears it.
        controller: The key that signs checkpoints.
        authority: The certificate of the hall's authority, DER in base64.
        people: Reads who has a certificate.
        unlocked: The keys that people unlocked.
    """

    origin: str
    controller: Ed25519PrivateKey
    authority: str
    people: Callable[[], tuple[Signatory, ...]]
    unlocked: Unlocked

    @property
    def verifier(self) -> Verifier:
        """The key that checks the hall's checkpoints."""
        return verifier_of(self.origin, self.controller)


class Registrar:
    """Stands between the table and the book where keys and volumes are concerned."""

    def __init__(
        self,
        shelf: Shelf,
        keys: Keys | None,
        program: str,
        clock_quality: Callable[[], str],
        paperwork: Paperwork,
        offer: Callable[[Note], None] = lambda _: None,
        heard: Callable[[Event], None] = lambda _: None,
        security: Callable[[], LogEnd | None] = lambda: None,
        signed: tuple[str, ...] = KINDS,
    ) -> None:
        """Take the keys to the book.

        Args:
            shelf: The book.
            keys: The hall's keys, None where it has none.
            program: Which program this is.
            clock_quality: Returns what is known of the clock.
            paperwork: Counts folios.
            offer: Given every new checkpoint, for the witness.
            heard: Called with every event once it is durable.
            security: Returns where the security log ends, None where that is not known.
            signed: The kinds of entries that people sign in a volume of the game.
        """
        self._signed = signed
        self._security = security
        self._shelf = shelf
        self._offer = offer
        self._heard = heard
        self._paperwork = paperwork
        self._keys = keys
        self._program = program
        self._clock_quality = clock_quality
        self._unbound_since: int | None = None
        self._noted: tuple[Book, bool] | None = None

    def complete(self, issued: Issued, state: State, now: int, moment: datetime) -> Issued:
        """Put into a command what only book, keys and paper know, whatever was asked.

        Args:
            issued: The command with its actor.
            state: Where the hall stands.
            now: Monotonic milliseconds.
            moment: When its entries are stamped.

        Raises:
            MinutesError: The book cannot be read.
        """
        bound = self._bound(issued.command, moment)
        planned = self._paperwork.planned(bound, state, Context(issued.actor, now))
        return issued if planned is issued.command else replace(issued, command=planned)

    def _bound(self, command: Command, moment: datetime) -> Command:
        match command:
            case OpenBook():
                self.newest()  # the volume before keeps a checkpoint of its end, also after a power cut
                return replace(command, binding=self._binding(moment))
            case CloseBook():
                end = self._shelf.ending()
                if end is None:
                    return command
                return replace(command, entries=end.entries, root=end.root, hash=end.hash)
            case OpenSession() | CloseSession():
                return replace(command, security=self._security())
            case _:
                return command

    def countersign(self, entry: Entry, state: State, now: int, within: int | None) -> Draft | None:
        """Sign an entry as the person who acted.

        Args:
            entry: The entry, which is not written yet.
            state: Where the hall stands before it.
            now: Monotonic milliseconds.
            within: How many milliseconds ago the person may have authenticated at most; None: any.

        Raises:
            SigningError: The person's key is locked, was unlocked too long ago, or does not answer.
            UnfitError: A verifier of the book would not take the signature.
        """
        if self._keys is None:
            return None
        authority, named = _named(entry, state)
        if not authority:
            return None  # a volume that was opened without keys is closed without them
        post, _, person = entry.actor.partition(":")
        message = signed_message(entry.hash)
        signer, signature = self._keys.unlocked.sign(person, message, now, within)
        refusal = unfit(authority, signer.certificate, person, post, datetime.fromisoformat(entry.time))
        if refusal is not None or der_of(named.get(person, "")) != signer.certificate:
            raise UnfitError(refusal)
        if der_of(self._held_by(person)) != signer.certificate:
            raise UnfitError(None)
        return signature_draft(entry, person, signer.fingerprint, signer.algorithm, signature)

    def _held_by(self, person: str) -> str:
        """Return a person's certificate as the store has it now, which another program may change (I29)."""
        assert self._keys is not None
        return next((each.certificate for each in self._keys.people() if each.person == person), "")

    def enrolments(self, state: State, moment: datetime) -> tuple[EnrolSignatory, ...]:
        """Return every certificate that counts as the command that makes the book know it.

        Args:
            state: Where the hall stands; what it names already is decided by the rules.
            moment: When they would be enrolled.
        """
        if self._keys is None or state.book is None:
            return ()
        people = [each for each in self._keys.people() if counts(state.book.authority, each, moment)]
        return tuple(EnrolSignatory(p.person, p.posts, p.certificate, p.accredited) for p in people)

    def forget(self, person: str) -> None:
        """Lock a person's key."""
        if self._keys is not None:
            self._keys.unlocked.lock(person)

    def settle(self, events: tuple[Event, ...], rests: bool) -> Note | None:
        """Take note of what is durable; sign the state of the book where an event calls for it, and keep it.

        Args:
            events: What is durable.
            rests: Whether the game rests after it.

        Raises:
            MinutesError: The checkpoint may not be durable: the hall stops.
        """
        for event in events:
            self._paperwork.take(event)
            self._heard(event)
        book = self._shelf.book
        if book is None or not (rests or any(isinstance(event, _CHECKPOINTS) for event in events)):
            return None
        return self._sign(book) if self._notes(book) else None

    def newest(self) -> Note | None:
        """Return the checkpoint of the open volume as it stands, signed now where there is none of it yet.

        Raises:
            MinutesError: It may not be durable.
        """
        book = self._shelf.book
        if book is None or book.last() is None or not self._notes(book):
            return None
        note, end = book.note, book.checkpoint("")
        if note is not None and Checkpoint.read(note.text).size == end.size:
            return note
        return self._sign(book)

    def bind(self, now: int) -> None:
        """Sign the state of the book once its newest entries have been unbound for a minute.

        Args:
            now: Monotonic milliseconds.

        Raises:
            MinutesError: The checkpoint may not be durable: the hall stops.
        """
        book = self._shelf.book
        if book is None or not book.unbound or not self._notes(book):
            self._unbound_since = None
        elif self._unbound_since is None:
            self._unbound_since = now
        elif now - self._unbound_since >= UNBOUND_MS:
            self._sign(book)

    def cosigned(self, note: Note) -> None:
        """Keep a checkpoint that the witness cosigned, unless a newer one is on its way to it already.

        Raises:
            MinutesError: It may not be durable.
        """
        book = self._shelf.book
        if book is not None and book.note is not None and book.note.text == note.text:
            book.keep_note(note)

    def _notes(self, book: Book) -> bool:
        """Return whether the hall's key is the one whose checkpoints the volume asks for.

        Every ball asks, and the opening diligence stays as it is: it is read once.
        """
        if self._noted is None or self._noted[0] is not book:
            opening = Opening.read(next(book.entries(1, 1)))
            self._noted = book, self._keys is not None and opening.controller == self._keys.verifier
        return self._noted[1]

    def _sign(self, book: Book) -> Note:
        assert self._keys is not None
        checkpoint = book.checkpoint(self._origin(self._shelf.volume))
        note = sign(self._keys.origin, self._keys.controller, checkpoint.text)
        book.keep_note(note)
        self._offer(note)
        return note

    def _origin(self, volume: int) -> str:
        assert self._keys is not None
        return f"{self._keys.origin}/{volume_name(volume).removesuffix('.sqlite')}"

    def _binding(self, moment: datetime) -> Binding:
        end = self._shelf.ending()
        binding = Binding(
            program=self._program,
            clock=self._clock_quality(),
            previous=None if end is None else VolumeEnd(end.volume, end.entries, end.root, end.hash),
        )
        if self._keys is None:
            return binding
        volume = 1 if end is None else end.volume + 1
        return replace(
            binding,
            origin=self._origin(volume),
            controller=str(self._keys.verifier),
            authority=self._keys.authority,
            people=tuple(p for p in self._keys.people() if counts(self._keys.authority, p, moment)),
            signed=self._signed,
        )


def _named(entry: Entry, state: State) -> tuple[str, Mapping[str, str]]:
    """Return the authority and the certificates that an entry's volume names; an opening names its own."""
    if entry.kind != BookOpened.__name__:
        return "" if state.book is None else state.book.authority, state.certificates
    opened = entry.body
    return opened["authority"], {each["person"]: each["certificate"] for each in opened["people"]}
