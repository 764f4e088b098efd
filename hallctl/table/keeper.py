"""Command in, durable entries out: decide, append, evolve, in that order and nowhere else (AJ-41).

Not responsible for devices or screens. Used by the deciding thread alone.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from time import perf_counter
from typing import Final, Protocol

from hallctl.minutes.book import Countersign
from hallctl.minutes.canonical import canonical
from hallctl.minutes.entry import Draft, Entry, Stamp
from hallctl.minutes.note import Note
from hallctl.rules.admission import admitted, made_printable, nothing_uncovered
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands import Actor, Command, Issued, MinuteIncident, Post
from hallctl.rules.decide import decide
from hallctl.rules.deciding.context import Answer
from hallctl.rules.events import Event
from hallctl.rules.evolve import EVENTS, fold
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import State
from hallctl.rules.text import Uncovered
from hallctl.signing.errors import SigningError
from hallctl.table.clock import Clock
from hallctl.table.messages import Done, Outcome

CONTROLLER: Final = Actor("hallctl", Post.CONTROLLER)
_REMEMBERED: Final = 1000

Heard = Callable[[Issued, Outcome, float], None]
"""Told every command that was decided, what became of it and how many seconds that took."""


class BookPort(Protocol):
    """What the keeper asks of the book."""

    def append(
        self, drafts: list[Draft], stamp: Stamp, countersign: Countersign | None = None
    ) -> tuple[Entry, ...]:
        """Make entries durable, all or none, each with the signature it needs."""

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Return the entries of a request."""

    def last(self) -> Entry | None:
        """Return the last entry."""


class RegistrarPort(Protocol):
    """What the keeper asks of whoever knows the keys and the volumes."""

    def complete(self, issued: Issued, state: State, now: int) -> Issued:
        """Put into a command what only book, keys and paper know."""

    def countersign(self, entry: Entry, now: int) -> Draft | None:
        """Sign an entry that needs it; raise SigningError where the person's key is locked."""

    def cosigned(self, note: Note) -> None:
        """Keep a checkpoint that a witness cosigned."""

    def settle(self, events: tuple[Event, ...]) -> object:
        """Take note of what is durable."""


class Keeper:
    """Keeps the book and the state that is its fold."""

    def __init__(
        self,
        book: BookPort,
        state: State,
        clock: Clock,
        boot: str,
        registrar: RegistrarPort | None = None,
        heard: Heard = lambda *_: None,
        uncovered: Uncovered = nothing_uncovered,
    ) -> None:
        """Keep a book.

        Args:
            book: The book.
            state: The fold of what is in it.
            clock: Tells the time.
            boot: Names this run of the controller.
            registrar: Knows the keys and the volumes.
            heard: Told of every command that was decided.
            uncovered: Says which characters no font at hand shows (I24).
        """
        self._uncovered = uncovered
        self._book = book
        self._registrar = registrar
        self._clock = clock
        self._boot = boot
        self._heard = heard
        self._without_entry: OrderedDict[str, tuple[str, Outcome]] = OrderedDict()
        self.state = state

    @property
    def entry(self) -> int:
        """The number of the last entry; 0 in an empty book."""
        last = self._book.last()
        return last.number if last is not None else 0

    def submit(self, issued: Issued) -> Outcome:
        """Decide a command and make its events durable; the same request again has no second effect (I17).

        Raises:
            MinutesError: If the book could not take the entries: the hall stops.
        """
        began = perf_counter()
        taken = admitted(issued, self._uncovered)
        outcome = taken if isinstance(taken, Refusal) else self._submit(taken)
        self._heard(issued, outcome, perf_counter() - began)
        return outcome

    def _submit(self, issued: Issued) -> Outcome:
        digest = _digest(issued)
        known = self._answered(issued.request, digest)
        if known is not None:
            return known
        answer = self._decided(issued)
        if isinstance(answer, Refusal) or not answer:
            outcome = answer if isinstance(answer, Refusal) else Done(None)
            self._remember(issued.request, digest, outcome)
            return outcome
        try:
            return self._append(issued, digest, answer)
        except SigningError as error:
            return _unsigned(issued.actor, error)

    def report(self, command: Command) -> Outcome:
        """Submit a command of the controller itself, made printable whatever a device says."""
        return self.submit(Issued(made_printable(command, self._uncovered), CONTROLLER, ""))

    def cosigned(self, note: Note) -> None:
        """Keep a checkpoint that the witness cosigned.

        Raises:
            MinutesError: It may not be durable: the hall stops.
        """
        if self._registrar is not None:
            self._registrar.cosigned(note)

    def _append(self, issued: Issued, digest: str, events: tuple[Event, ...]) -> Done:
        actor = f"{issued.actor.post}:{issued.actor.person}"
        drafts = [
            Draft(type(event).__name__, encode(event), actor, issued.request, digest) for event in events
        ]
        stamp = Stamp.at(self._clock.wall(), self._clock.quality(), self._boot)
        entries = self._book.append(drafts, stamp, self._countersign)
        self.state = fold(self.state, events)
        if self._registrar is not None:
            self._registrar.settle(events)
        return Done((entries[0].number, entries[-1].number), events)

    def _decided(self, issued: Issued) -> Answer:
        command = issued.command
        if isinstance(command, MinuteIncident) and command.corrects > self.entry:
            return refuse("INCIDENT-ENTRY", entry=command.corrects)
        if self._registrar is not None:
            issued = self._registrar.complete(issued, self.state, self._clock.now())
        return decide(self.state, issued, self._clock.now(), self._uncovered)

    def _countersign(self, entry: Entry) -> Draft | None:
        return None if self._registrar is None else self._registrar.countersign(entry, self._clock.now())

    def _answered(self, request: str, digest: str) -> Outcome | None:
        if not request:
            return None
        remembered = self._without_entry.get(request)
        if remembered is not None:
            return remembered[1] if remembered[0] == digest else refuse("REQUEST", request=request)
        entries = self._book.by_request(request)
        if not entries:
            return None
        if entries[0].digest != digest:
            return refuse("REQUEST", request=request)
        return Done((entries[0].number, entries[-1].number))

    def _remember(self, request: str, digest: str, outcome: Outcome) -> None:
        if not request:
            return
        self._without_entry[request] = (digest, outcome)
        if len(self._without_entry) > _REMEMBERED:
            self._without_entry.popitem(last=False)


def event_of(entry: Entry) -> Event:
    """Return the event that an entry carries.

    Raises:
        KeyError: If the entry is of a kind this program does not know.
        CodecError: If its body does not fit its kind.
    """
    return decode(EVENTS[entry.kind], dict(entry.body))


def local_time(entry: Entry) -> datetime:
    """Return the entry's time as the hall's clocks showed it."""
    moment = datetime.fromisoformat(entry.time)
    return moment.astimezone(timezone(timedelta(minutes=entry.offset_minutes)))


def _unsigned(actor: Actor, error: SigningError) -> Refusal:
    """Say why a step that needs a signature was not taken: nothing was written."""
    if error.code == "KEY-LOCKED":
        return refuse("SIGN-LOCKED", person=actor.person)
    if error.code == "KEY-AGAIN":
        return refuse("SIGN-AGAIN", person=actor.person)
    return refuse("SIGN-FAILED", person=actor.person, fault=error.code)


def _digest(issued: Issued) -> str:
    said = {
        "actor": encode(issued.actor),
        "command": type(issued.command).__name__,
        "body": encode(issued.command),
    }
    return hashlib.sha256(canonical(said)).hexdigest()
