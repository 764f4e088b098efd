"""Command in, durable entries out: decide, append, evolve, in that order and nowhere else (AJ-41).

Not responsible for devices or screens. Used by the deciding thread alone.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Final, Protocol

from hallctl.minutes.book import Countersign
from hallctl.minutes.canonical import canonical
from hallctl.minutes.companion import Loss
from hallctl.minutes.entry import Draft, Entry, Stamp
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import Note
from hallctl.minutes.signing.errors import SigningError
from hallctl.rules.admission import admitted, made_printable, nothing_uncovered
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.clock import ApproveClockReference, ProposeClockReference
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.commands.papers import AdoptPaper
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.commands.volumes import EnrolSignatory, ReportMediumLost
from hallctl.rules.deciding.context import Answer
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import MediumLost
from hallctl.rules.game_rules import GameRules
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Calibrated, State
from hallctl.rules.text import Uncovered
from hallctl.table.clock import UNKNOWN, Clock
from hallctl.table.messages import Done, Outcome
from hallctl.table.press import Press, too_late
from hallctl.table.reference import RESET, Reference
from hallctl.table.standing import UnfitError

CONTROLLER: Final = Actor("hallctl", Post.CONTROLLER)
_REMEMBERED: Final = 1000

OutcomeListener = Callable[[Issued, Outcome, float], None]
"""Called with every command that was decided, what became of it and how many seconds that took."""


class BookPort(Protocol):
    """What the keeper asks of the book."""

    @property
    def form(self) -> int:
        """The format in which it is written."""

    def append(
        self, drafts: list[Draft], stamp: Stamp, countersign: Countersign | None = None
    ) -> tuple[Entry, ...]:
        """Make entries durable, all or none, each with the signature it needs."""

    @property
    def loss(self) -> Loss | None:
        """What is wrong with the second medium; None where nothing is."""

    def append_alone(self, drafts: list[Draft], stamp: Stamp) -> None:
        """Make entries durable on the first medium, once the second one has failed and stopped the book."""

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Return the entries of a request."""

    def last(self) -> Entry | None:
        """Return the last entry."""

    def latest_time(self, since: str) -> str:
        """Return the latest time of the entries from the newest of a kind on; empty where there are none."""


class RegistrarPort(Protocol):
    """What the keeper asks of whoever knows the keys and the volumes."""

    def complete(self, issued: Issued, state: State, now: int, moment: datetime) -> Issued:
        """Put into a command what only book, keys and paper know."""

    def countersign(self, entry: Entry, state: State, now: int, within: int | None) -> Draft | None:
        """Sign an entry as the person who acted, who authenticated within so many milliseconds.

        Raises:
            SigningError: The person's key is locked.
            UnfitError: The signature would not count.
        """

    def enrolments(self, state: State, moment: datetime) -> tuple[EnrolSignatory, ...]:
        """Return every certificate that counts as the command that makes the book know it."""

    def forget(self, person: str) -> None:
        """Lock a person's key."""

    def cosigned(self, note: Note) -> None:
        """Keep a checkpoint that a witness cosigned."""

    def settle(self, events: tuple[Event, ...], rests: bool) -> object:
        """Take note of what is durable, and of whether the game rests after it."""

    def bind(self, now: int) -> None:
        """Sign the state of the book once its newest entries have been unbound for too long."""


class Keeper:
    """Keeps the book and the state that is its fold."""

    def __init__(
        self,
        game: GameRules,
        book: BookPort,
        state: State,
        clock: Clock,
        boot: str,
        registrar: RegistrarPort | None = None,
        heard: OutcomeListener = lambda *_: None,
        uncovered: Uncovered = nothing_uncovered,
        built: datetime | None = None,
    ) -> None:
        """Keep a book.

        Args:
            game: The rules of the game, and through them those of the house.
            book: The book.
            state: The fold of what is in it.
            clock: Returns the time.
            boot: Names this run of the controller.
            registrar: Knows the keys and the volumes.
            heard: Called with every command that was decided.
            uncovered: Returns the characters that no font at hand shows (I24).
            built: When the program was made: a clock from before that is wrong (I25).
        """
        self._game = game
        self._uncovered = uncovered
        self._book = book
        self._registrar = registrar
        self._clock = clock
        self._boot = boot
        self._heard = heard
        self._reference = Reference(book.latest_time(RESET), built)
        self._without_entry: OrderedDict[str, tuple[str, Outcome]] = OrderedDict()
        self.state = state

    @property
    def entry(self) -> int:
        """The number of the last entry; 0 in an empty book."""
        last = self._book.last()
        return last.number if last is not None else 0

    @property
    def form(self) -> int:
        """The format in which the book is written."""
        return self._book.form

    def moves_machine(self, command: Command) -> bool:
        """Return whether a step moves the machine: no fault may stand when it is taken (I14)."""
        return not self._game.all_steps[type(command)].faulty

    def due(self) -> Command | None:
        """Return the step of the controller that the game has it take now; None where none is due."""
        return self._game.due(self.state, self._clock.now())

    def submit(self, issued: Issued, press: Press | None = None) -> Outcome:
        """Decide a command and make its events durable; the same request again has no second effect (I17).

        Args:
            issued: The command.
            press: What the step was taken on: what comes too late for that is refused
                (I26). None for the controller's own.

        Raises:
            MinutesError: If the book could not take the entries: the hall stops.
        """
        began = perf_counter()
        taken: Issued | Refusal | None = self._game.wrong_post(issued)
        taken = admitted(issued, self._uncovered) if taken is None else taken
        self._keep_loss()
        outcome = taken if isinstance(taken, Refusal) else self._submit(taken, press)
        self._heard(issued, outcome, perf_counter() - began)
        return outcome

    def _submit(self, issued: Issued, press: Press | None) -> Outcome:
        digest = _digest(issued)
        known = self._answered(issued.request, digest)
        if known is not None:
            return known
        moment = self._clock.wall()
        answer = self._decided(issued, moment)
        if press is not None and answer and not isinstance(answer, Refusal):
            step = self._game.all_steps[type(issued.command)]
            shown = self._game.shown(self.state, type(issued.command))
            answer = too_late(press, step, shown, self._clock.now()) or answer
        if isinstance(answer, Refusal) or not answer:
            outcome = answer if isinstance(answer, Refusal) else Done(None)
            self._remember(issued.request, digest, outcome)
            return outcome
        signed = {type(event) for event in answer} & self._game.all_signed.keys()
        wrong = self._reference.against(moment, signed)
        if wrong is not None:
            return wrong
        try:
            return self._append(issued, digest, answer, moment)
        except SigningError as error:
            return _unsigned(issued.actor, error)
        except UnfitError as error:
            return error.refusal or self._once_named(issued, press)

    def _once_named(self, issued: Issued, press: Press | None) -> Outcome:
        """Take a step again once the book names the new certificate of who takes it."""
        assert self._registrar is not None
        before = self.entry
        for enrolment in self._registrar.enrolments(self.state, self._clock.wall()):
            self.report(enrolment)
        if self.entry > before:
            return self._submit(issued, press)
        # The key in memory is of a certificate that was replaced: the new one's passphrase is asked for.
        self._registrar.forget(issued.actor.person)
        return refuse("SIGN-LOCKED", person=issued.actor.person)

    def report(self, command: Command) -> Outcome:
        """Submit a command of the controller itself, its text from devices made printable."""
        return self.submit(Issued(made_printable(command, self._uncovered), CONTROLLER, ""))

    def know(self, ball_sets: Mapping[str, Calibrated] | None) -> None:
        """Take note of the ball sets that the camera knows now: like the rules they stand beside the book."""
        self.state = replace(self.state, calibrated=ball_sets)

    def enrol(self) -> None:
        """Have the book name every certificate that counts and that it does not name yet."""
        if self._registrar is not None:
            for enrolment in self._registrar.enrolments(self.state, self._clock.wall()):
                self.report(enrolment)

    def wrong_clock(self) -> Refusal | None:
        """Return why nobody can sign under the clock as it is now; None where the clock is good (I25)."""
        return self._reference.wrong(self._clock.wall())

    def cosigned(self, note: Note) -> None:
        """Keep a checkpoint that the witness cosigned.

        Raises:
            MinutesError: It may not be durable: the hall stops.
        """
        if self._registrar is not None:
            self._registrar.cosigned(note)

    def bind(self) -> None:
        """Sign the state of the book once its newest entries have been unbound for too long.

        Raises:
            MinutesError: It may not be durable: the hall stops.
        """
        if self._registrar is not None:
            self._registrar.bind(self._clock.now())

    def minute_loss(self) -> None:
        """Minute on the first medium alone that the second one failed and stopped the book (I1).

        The volume is completed by it at the next start. Nothing is minuted where the first medium fails too,
        or the volume was closed with the entry that failed.
        """
        loss = self._book.loss
        if loss is None or self.state.book is None or self.state.medium_lost is not None:
            return
        event = MediumLost(loss.code, loss.sentence, loss.entry)
        actor = f"{CONTROLLER.post}:{CONTROLLER.person}"
        stamp = Stamp.at(self._clock.wall(), self._clock.quality(), self._boot)
        with suppress(MinutesError):
            self._book.append_alone([Draft(type(event).__name__, encode(event), actor)], stamp)

    def _append(self, issued: Issued, digest: str, events: tuple[Event, ...], moment: datetime) -> Done:
        actor = f"{issued.actor.post}:{issued.actor.person}"
        caused = (issued.request, digest if issued.request else "")
        drafts = [Draft(type(event).__name__, encode(event), actor, *caused) for event in events]
        stamp = Stamp.at(moment, self._clock.quality(), self._boot)
        entries = self._book.append(drafts, stamp, self._countersign)
        self._reference.take(entries)
        self.state = self._game.fold(self.state, events)
        self._keep_loss()
        if self._registrar is not None:
            self._registrar.settle(events, any(isinstance(event, self._game.rests) for event in events))
        return Done((entries[0].number, entries[-1].number), events, self.state)

    def _keep_loss(self) -> None:
        """Minute that the second medium was lost, before anybody hears of what only the first one holds (I1).

        A kill before it leaves no more missing there than the newest entries, which the next start completes.
        """
        loss = self._book.loss
        if loss is None or self.state.book is None or self.state.medium_lost is not None:
            return
        lost = ReportMediumLost(loss.code, loss.sentence, loss.entry)
        issued = Issued(made_printable(lost, self._uncovered), CONTROLLER, "")
        answer = self._game.decide(self.state, issued, self._clock.now(), self._uncovered)
        if answer and not isinstance(answer, Refusal):
            self._append(issued, "", answer, self._clock.wall())

    def _decided(self, issued: Issued, moment: datetime) -> Answer:
        command = issued.command
        if isinstance(command, MinuteIncident) and command.corrects > self.entry:
            return refuse("INCIDENT-ENTRY", entry=command.corrects)
        issued = replace(issued, command=self._timed(command, moment))
        if self._registrar is not None:
            issued = self._registrar.complete(issued, self.state, self._clock.now(), moment)
        return self._game.decide(self.state, issued, self._clock.now(), self._uncovered)

    def _timed(self, command: Command, moment: datetime) -> Command:
        """Put into a command what only the clock knows, whatever was asked."""
        match command:
            case OpenSession():
                sure = self._clock.quality() != UNKNOWN
                return replace(command, today=moment.date().isoformat(), sure=sure)
            case AdoptPaper():
                return replace(command, today=moment.date().isoformat())
            case ProposeClockReference() | ApproveClockReference():
                return replace(command, before=self._reference.behind(moment))
            case _:
                return command

    def _countersign(self, entry: Entry) -> Draft | None:
        signed = self._game.signed_within
        if self._registrar is None or entry.kind not in signed:
            return None
        return self._registrar.countersign(entry, self.state, self._clock.now(), signed[entry.kind])

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


def event_of(game: GameRules, entry: Entry) -> Event:
    """Return the event that an entry of a book of this game carries.

    Raises:
        KeyError: If the entry is of a kind this program does not know.
        CodecError: If its body does not fit its kind.
    """
    return game.event(entry.kind, entry.body)


def _unsigned(actor: Actor, error: SigningError) -> Refusal:
    """Return why a step that needs a signature was not taken: nothing was written."""
    if error.code == "KEY-LOCKED":
        return refuse("SIGN-LOCKED", person=actor.person)
    if error.code == "KEY-AGAIN":
        return refuse("SIGN-AGAIN", person=actor.person)
    return refuse("SIGN-FAILED", person=actor.person, fault=error.code)


def _digest(issued: Issued) -> str:
    request = {
        "actor": encode(issued.actor),
        "command": type(issued.command).__name__,
        "body": encode(issued.command),
    }
    return hashlib.sha256(canonical(request)).hexdigest()
