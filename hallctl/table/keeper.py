"""Command in, durable entries out: decide, append, evolve, in that order and nowhere else.

Not responsible for devices or screens. Used by the deciding thread alone.
"""

import hashlib
from collections import OrderedDict
from datetime import datetime, timedelta, timezone
from typing import Final, Protocol

from hallctl.minutes.canonical import canonical
from hallctl.minutes.entry import Draft, Entry, Stamp
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands import Actor, Command, Issued, Post
from hallctl.rules.decide import decide
from hallctl.rules.events import Event
from hallctl.rules.evolve import EVENTS, fold
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import State
from hallctl.table.clock import Clock
from hallctl.table.messages import Done, Outcome

CONTROLLER: Final = Actor("hallctl", Post.CONTROLLER)
_REMEMBERED: Final = 1000


class BookPort(Protocol):
    """What the keeper asks of the book."""

    def append(self, drafts: list[Draft], stamp: Stamp) -> tuple[Entry, ...]:
        """Make entries durable, all or none."""

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Return the entries of a request."""

    def last(self) -> Entry | None:
        """Return the last entry."""


class Keeper:
    """Keeps the book and the state that is its fold."""

    def __init__(self, book: BookPort, state: State, clock: Clock, boot: str) -> None:
        self._book = book
        self._clock = clock
        self._boot = boot
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
        digest = _digest(issued)
        known = self._answered(issued.request, digest)
        if known is not None:
            return known
        answer = decide(self.state, issued, self._clock.now())
        if isinstance(answer, Refusal) or not answer:
            outcome = answer if isinstance(answer, Refusal) else Done(None)
            self._remember(issued.request, digest, outcome)
            return outcome
        return self._append(issued, digest, answer)

    def report(self, command: Command) -> Outcome:
        """Submit a command of the controller itself."""
        return self.submit(Issued(command, CONTROLLER, ""))

    def _append(self, issued: Issued, digest: str, events: tuple[Event, ...]) -> Done:
        actor = f"{issued.actor.post}:{issued.actor.person}"
        drafts = [
            Draft(type(event).__name__, encode(event), actor, issued.request, digest) for event in events
        ]
        stamp = Stamp.at(self._clock.wall(), self._clock.quality(), self._boot)
        entries = self._book.append(drafts, stamp)
        self.state = fold(self.state, events)
        return Done((entries[0].number, entries[-1].number), events)

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


def _digest(issued: Issued) -> str:
    said = {
        "actor": encode(issued.actor),
        "command": type(issued.command).__name__,
        "body": encode(issued.command),
    }
    return hashlib.sha256(canonical(said)).hexdigest()
