"""What halls sent, verified and stored: batch after batch, all of a batch in one transaction.

An entry is taken once, in its place, and only where it is right. What is in memory goes on from what is
stored, and is let go of when a transaction fails. Not responsible for the message server (``ingest``).
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from hallctl.minutes.entry import Entry
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.wire.messages import Have, WireError, parts_of
from hallctl.office import alarms, live, store
from hallctl.office.bodies import BROKEN
from hallctl.office.checkpoints import Checkpoints
from hallctl.office.cosign import Sent
from hallctl.office.database import UNKEPT, Connection
from hallctl.office.enrolment import Hall, halls_of
from hallctl.office.keys import OfficeKeys
from hallctl.office.pauses import LONGEST_S, Pauses
from hallctl.office.progress import NONE, HallIntake
from hallctl.office.resuming import keep_snapshot, resume
from hallctl.office.roots import Roots
from hallctl.office.verification import (
    CLOCK,
    FORK,
    GAP,
    NOTE,
    UNVERIFIED,
    Finding,
    Verified,
    VolumeCheck,
    read_sent,
    shown,
)

UNSEEN_S: Final = 2 * LONGEST_S
"""After how long what has no number counts as over, in seconds: a pause may lie between two of it."""
GAP_S: Final = 20.0
"""How long entries may be missing before it is an alarm, in seconds: the hall sends them again meanwhile.

It is named within a minute also where the office and its servers are started anew in between.
"""

Clock = Callable[[], float]
Message = tuple[str, bytes]
"""Subject and content."""


class Intake:
    """Takes what halls sent into the database; for one thread, with a connection of its own."""

    def __init__(
        self, connection: Connection, keys: OfficeKeys, clock_s: int, clock: Clock = time.time
    ) -> None:
        """Begin with what is stored.

        Args:
            connection: To the office's database.
            keys: The office's keys.
            clock_s: By how many seconds a hall's clock may be ahead.
            clock: Gives seconds of POSIX time.
        """
        self._connection = connection
        self._keys = keys
        self._checkpoints = Checkpoints(connection, keys, clock)
        self._clock_s = clock_s
        self._clock = clock
        self._known: dict[str, HallIntake] = {}
        self._enrolled: dict[str, Hall] = {}
        self._forked: set[str] = set()
        self._alarmed: set[tuple[str, str]] = set()
        self._pauses = Pauses(clock)
        self.entries = 0

    def refresh(self) -> list[str]:
        """Read again which halls there are, and of which nothing is taken; return those of which it changed.

        Raises:
            psycopg.Error: The database fails.
        """
        known = self._enrolled.keys()
        self._enrolled = {hall.hall: hall for hall in halls_of(self._connection)}
        forked = alarms.forked_halls(self._connection)
        news = (self._enrolled.keys() - known) | ((forked ^ self._forked) & self._enrolled.keys())
        for hall in self._forked - forked:
            self._known.pop(hall, None)  # a person may have settled it by another history
            self._pauses.forget(hall)
        self._forked = forked
        return sorted(news | (self._pauses.ended() & self._enrolled.keys()))

    def have(self, hall: str) -> Have:
        """Return what the office has of a hall's book.

        Raises:
            psycopg.Error: The database fails.
        """
        known = self._of(self._enrolled[hall])
        refused = FORK if hall in self._forked else UNVERIFIED if self._pauses.hold(hall) else ""
        volume = known.head.volume or known.hall.first_volume  # where the hall begins
        missing = known.missing_since is not None
        return Have(volume, known.head.number, known.head.hash, known.note, refused, missing)

    def take(self, messages: Sequence[Message]) -> list[str]:
        """Verify and store what was sent; return the halls of which something came.

        Raises:
            psycopg.Error: The database fails; nothing of it is stored, and this object is of no more use.
        """
        sent = dict[str, list[tuple[str, int, bytes]]]()
        for subject, content in messages:
            try:
                hall, what, volume = parts_of(subject)
            except WireError:
                continue
            if hall in self._enrolled and hall not in self._forked:
                sent.setdefault(hall, []).append((what, volume, content))
        with self._connection.transaction():
            self._alarmed = alarms.lasting(self._connection)
            taken = [self._take_of(self._enrolled[hall], its) for hall, its in sent.items()]
        self._settle(known for known in taken if known is not None)
        return [*sent]

    def _take_of(self, hall: Hall, sent: Sequence[tuple[str, int, bytes]]) -> HallIntake | None:
        """Verify and store what one hall sent; None where that cannot be done, which is its alone."""
        try:
            with self._connection.transaction():  # a savepoint
                known = self._of(hall)
                for what, volume, content in sent:
                    self._take_one(known, what, volume, content)
                self._finish(known)
                return known
        except (*BROKEN, *UNKEPT) as error:
            self._enrolled[hall.hall] = hall
            self._known.pop(hall.hall, None)
            self._pauses.begin(hall.hall)
            sentence = f"lo que llegó no se puede guardar ({type(error).__name__})"
            evidence = shown(str(error).encode("utf-8", "replace"))
            finding = Finding(UNVERIFIED, sentence, sent[0][1], 0, evidence)
            alarms.raise_alarm(self._connection, hall.hall, finding)
            return None

    def watch(self) -> None:
        """Raise and end what only time tells: entries that are missing still, and what comes no more.

        Raises:
            psycopg.Error: The database fails.
        """
        alarms.end_unseen(self._connection, UNSEEN_S)
        for known in self._known.values():
            since = known.missing_since
            if since is not None and self._clock() - since >= GAP_S:
                head = known.head
                sentence = (
                    f"faltan asientos desde el {head.number + 1}: la sala envía los que siguen y no esos"
                )
                found = Finding(GAP, sentence, max(head.volume, 1), head.number + 1)
                alarms.raise_alarm(self._connection, known.hall.hall, found)

    def _of(self, hall: Hall) -> HallIntake:
        """Return what is known of a hall, read from the database where it is not at hand."""
        known = self._known.get(hall.hall)
        if known is None:
            head = next(iter(store.newest_heads(self._connection, hall.hall)), NONE)
            note = store.newest_note(self._connection, hall.hall, self._keys.verifier)
            since = store.missing_since(self._connection, hall.hall)
            known = self._known[hall.hall] = HallIntake(hall, head, note=note, missing_since=since)
            for text in store.waiting_notes(self._connection, hall.hall, head.volume, head.number):
                sent = Note.read(text)
                checkpoint = Checkpoint.read(sent.text)
                known.waiting[head.volume, checkpoint.size] = Sent(sent, checkpoint)
        known.hall = hall
        return known

    def _checked(self, known: HallIntake) -> VolumeCheck:
        """Return the verification of the hall's newest volume, gone on from what is stored where need be."""
        if known.check is None:
            known.check = resume(self._connection, self._keys, known)
            known.roots.add(known.check.chain.tree)
        return known.check

    def _take_one(self, known: HallIntake, what: str, volume: int, content: bytes) -> None:
        if known.refused or self._pauses.hold(known.hall.hall):
            if what != "notes":
                _take_again(known, volume, content)
            return
        try:
            if what == "notes":
                self._checkpoints.take(known, volume, content, self._checked)
            else:
                self._take_entry(known, volume, content)
        except BROKEN as error:
            sentence = f"lo que llegó no se puede comprobar ({type(error).__name__})"
            known.findings.append(Finding(UNVERIFIED, sentence, volume, 0, shown(content)))

    def _take_entry(self, known: HallIntake, volume: int, line: bytes) -> None:
        read = read_sent(line)
        if isinstance(read, Finding):
            known.findings.append(replace(read, volume=volume))
            return
        entry, text = read
        newest, size = known.place
        if volume < newest or (volume == newest and entry.number <= size):
            known.old.append((volume, entry, line))
        elif volume == newest and entry.number == size + 1:
            self._take_next(known, self._checked(known), entry, text, line)
        elif entry.number == 1 and self._may_begin(known, newest, volume, entry):
            self._begin(known, volume)
            assert known.check is not None
            self._take_next(known, known.check, entry, text, line)
        else:
            known.ahead = max(known.ahead, (volume, entry.number))

    def _may_begin(self, known: HallIntake, newest: int, volume: int, opening: Entry) -> bool:
        """Return whether a volume begins now: the one before is here to its end."""
        if newest == 0:
            return volume == known.hall.first_volume
        check, previous = self._checked(known), opening.body.get("previous")
        entries = previous.get("entries") if isinstance(previous, dict) else None
        more = isinstance(entries, int) and entries > check.size  # its last signatures and folios come first
        return volume == newest + 1 and check.closed and not more

    def _begin(self, known: HallIntake, volume: int) -> None:
        """Begin a volume; what came of the one before is stored first."""
        if known.check is not None or known.head.volume:
            known.before = self._checked(known).before_next()
            self._store(known)
            self._checkpoints.sign_newest(known)
            known.head = replace(known.head, cosigned=0)
        first = known.head.volume == 0
        known.check = VolumeCheck(volume, known.hall.controller, known.before, first=first)
        known.roots = Roots()
        known.kept, known.begun = 0, True

    def _take_next(
        self, known: HallIntake, check: VolumeCheck, entry: Entry, text: bytes, line: bytes
    ) -> None:
        found = check.take(entry, text, line)
        if found is not None:
            if found.code == FORK:
                last = store.lines_at(self._connection, known.hall.hall, check.volume, [entry.number - 1])
                found = replace(found, evidence=shown(line, *last.values()))
            known.findings.append(found)
            if found.refuses:
                return
        known.fresh.append(Verified(entry, line))
        known.roots.add(check.chain.tree)
        waiting = known.waiting.pop((check.volume, entry.number), None) if known.waiting else None
        if waiting is not None:
            self._checkpoints.compare(known, check.volume, waiting)

    def _finish(self, known: HallIntake) -> None:
        """Store what of a hall's batch is right, and say what is wrong."""
        hall = known.hall.hall
        self._compare(known)
        self._store(known)
        if known.ahead > known.place and known.missing_since is None:  # it may have come again since
            self._miss(known, self._clock())
        self._checkpoints.sign_newest(known)
        store.keep_notes(self._connection, hall, known.notes)
        if known.noted and (hall, NOTE) in self._alarmed:
            alarms.end_alarms(self._connection, hall, NOTE)
        for finding in known.findings:
            alarms.raise_alarm(self._connection, hall, finding)

    def _compare(self, known: HallIntake) -> None:
        """See that entries which came again are those that are stored."""
        fresh = {each.entry.number: each.line for each in known.fresh}
        newest, _ = known.place
        for volume in {volume for volume, _, _ in known.old}:
            sent = [(entry, line) for of, entry, line in known.old if of == volume]
            numbers = [entry.number for entry, _ in sent]
            stored = store.lines_at(self._connection, known.hall.hall, volume, numbers)
            for entry, line in sent:
                mine = stored.get(entry.number, fresh.get(entry.number) if volume == newest else None)
                if mine is not None and mine != line:
                    sentence = f"la sala envió otro asiento {entry.number} que el que había enviado"
                    known.findings.append(Finding(FORK, sentence, volume, entry.number, shown(mine, line)))
                    return

    def _store(self, known: HallIntake) -> None:
        check, fresh, hall = known.check, known.fresh, known.hall.hall
        if check is None or not fresh or check.last is None:
            return
        if known.begun:
            store.begin_volume(self._connection, hall, check.volume)
            self._adopt_key(known, check)
        store.keep_entries(self._connection, hall, check.volume, fresh)
        last = fresh[-1].entry
        # A finding that refuses an entry has taken the verification beyond what is stored.
        tree, closed = known.roots.newest, check.closed and not known.refused
        head = store.Head(check.volume, last.number, last.hash, tree, known.head.cosigned, closed)
        store.keep_head(self._connection, hall, head, last.time)
        if not known.refused:
            keep_snapshot(self._connection, self._keys, known, check)
        if self._alarmed & {(hall, GAP), (hall, UNVERIFIED)}:
            alarms.end_reached(self._connection, hall, check.volume, fresh[0].entry.number, last.number)
        self._see_clock(hall, last)
        self.entries += len(fresh)
        known.head, known.fresh, known.begun, known.stored = head, [], False, True
        if known.missing_since is not None:
            self._miss(known, None)

    def _miss(self, known: HallIntake, since: float | None) -> None:
        """Note since when entries are missing, also for an office that is started anew meanwhile."""
        known.missing_since = since
        store.keep_missing(self._connection, known.hall.hall, since)

    def _adopt_key(self, known: HallIntake, check: VolumeCheck) -> None:
        """Know the hall by the key of its newest volume, which the one before vouches for."""
        if check.controller != known.hall.controller:
            self._connection.execute(
                "UPDATE halls SET controller = %s WHERE hall = %s", (check.controller, known.hall.hall)
            )
            known.hall = replace(known.hall, controller=check.controller)
            self._enrolled[known.hall.hall] = known.hall

    def _see_clock(self, hall: str, last: Entry) -> None:
        """Find a clock that is ahead: an entry of a moment that has not come yet."""
        ahead = _seconds(last.time) - self._clock()
        wrong = ahead > self._clock_s
        if not wrong and (hall, CLOCK) not in self._alarmed:
            return
        if live.shows(self._connection, hall):
            return
        if wrong:
            sentence = f"el reloj de la sala adelanta {round(ahead)} s: anotó {last.time}"
            alarms.raise_alarm(self._connection, hall, Finding(CLOCK, sentence))
        else:
            alarms.end_alarms(self._connection, hall, CLOCK)

    def _settle(self, touched: Iterable[HallIntake]) -> None:
        """Take note of what is stored now."""
        for known in touched:
            if any(finding.code == FORK for finding in known.findings):
                self._forked.add(known.hall.hall)
            if known.stored:
                self._pauses.forget(known.hall.hall)
            if known.refused:
                del self._known[known.hall.hall]  # verification is beyond what is stored: from there again
                self._pauses.begin(known.hall.hall)
            known.begin()


def _take_again(known: HallIntake, volume: int, line: bytes) -> None:
    """Take of a hall that is not looked at now what shows a fork by itself: entries that are stored."""
    with suppress(*BROKEN):
        read = read_sent(line)
        if not isinstance(read, Finding):
            entry, _ = read
            if (volume, entry.number) <= (known.head.volume, known.head.number):
                known.old.append((volume, entry, line))


def _seconds(time_: str) -> float:
    return datetime.fromisoformat(time_).timestamp()
