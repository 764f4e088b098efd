"""One volume of one hall's book, verified entry after entry before anything of it is stored.

All that a verifier of the book sees: form, hash, link, tree, signatures, diligences, the volume before; then
what the entries mean. Pure; it can go on from what is stored. Not responsible for storing, nor for notes.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hallctl.minutes.chain import Audit, Problem
from hallctl.minutes.diligences import DiligenceAudit
from hallctl.minutes.entry import Entry, EntryError, sealed_of
from hallctl.minutes.opening import OPENED, Opening, Previous, form_of
from hallctl.minutes.signatures import SignatureAudit
from hallctl.office.folding import Fold, FoldFault
from hallctl.office.snapshots import Snapshot

FORK: Final = "OFFICE-FORK"
GAP: Final = "OFFICE-GAP"
LATE: Final = "OFFICE-LATE"
CLOCK: Final = "OFFICE-CLOCK"
UNVERIFIED: Final = "OFFICE-UNVERIFIED"
NOTE: Final = "OFFICE-NOTE"

_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
MOST_KIND: Final = 64
"""How many characters the kind of an entry has at most: it is in indexes, whose rows are bounded."""
MOST_EVIDENCE: Final = 100_000
"""How many characters of what a hall sent an alarm keeps."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with what a hall sent.

    Attributes:
        code: The alarm's.
        sentence: What, in Spanish.
        volume: Of which volume; 0 where that is not known.
        number: At which entry; 0 likewise.
        evidence: What was sent, and where it proves a lie what it contradicts.
        refuses: Whether what was sent is not taken.
    """

    code: str
    sentence: str
    volume: int = 0
    number: int = 0
    evidence: str = ""
    refuses: bool = True


@dataclass(frozen=True, slots=True)
class Verified:
    """An entry that was found right, as it is stored.

    Attributes:
        entry: The entry.
        line: The line that the hall sent.
    """

    entry: Entry
    line: bytes


@dataclass(frozen=True, slots=True)
class Before:
    """What the volume before hands on to the verification of the next.

    Attributes:
        end: Its end, as the next opening has to name it.
        form: Its format.
        keyed: Whether it names keys.
        authority: The authority that its people's certificates are of.
        closed: Whether it is closed.
    """

    end: Previous
    form: int
    keyed: bool
    authority: str
    closed: bool


def read_sent(line: bytes) -> tuple[Entry, bytes] | Finding:
    """Read a line that a hall sent: the entry with what its hash covers, or why it is none."""
    try:
        if b"u0000" in line and _NUL.search(line):
            raise EntryError("it holds the character NUL, which no database keeps")
        entry, text = sealed_of(line)
        if len(entry.kind) > MOST_KIND:
            raise EntryError("its kind is longer than any")
        return entry, text
    except EntryError as error:
        sentence = f"lo que llegó no tiene la forma de un asiento: {error!s:.200}"
        return Finding(UNVERIFIED, sentence, evidence=shown(line))


def shown(*lines: bytes) -> str:
    """Return what was sent as a text that the database takes."""
    text = "\n".join(line.decode("utf-8", "backslashreplace").rstrip("\n") for line in lines)
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:MOST_EVIDENCE]


class VolumeCheck:
    """The verification of one volume, as far as it has come; after a finding that refuses it is void."""

    def __init__(self, volume: int, controller: str, before: Before | None, *, first: bool) -> None:
        """Begin before the first entry.

        Args:
            volume: Its number.
            controller: The key that the office knows as the hall's, as text.
            before: The volume before, None where the office has none.
            first: Whether the office has the hall's book from this volume on.
        """
        self.volume = volume
        self.chain = Audit()
        self.opening = Opening(0)
        self.fold = Fold(None, None, exact=False)
        self._controller = controller
        self._before = before
        self._first = first
        self._signatures = SignatureAudit()
        self._diligences = DiligenceAudit(3)
        self._opened: Entry | None = None

    @classmethod
    def resumed(
        cls,
        volume: int,
        controller: str,
        lines: Iterable[bytes],
        peaks: Iterable[bytes],
        begun: Snapshot | None = None,
    ) -> "VolumeCheck":
        """Go on after entries that were verified and stored.

        Args:
            volume: Its number.
            controller: The key that the office knows as the hall's.
            lines: The stored lines of the volume, in order, after the snapshot; there is an entry at least.
            peaks: The peaks of the tree over all of them.
            begun: What there was at some entry; None before the first.

        Raises:
            ValueError: The stored lines are not entries, or not as many as the peaks are of.
        """
        check = cls(volume, controller, None, first=False)
        last = None if begun is None else check._begin_at(begun)
        for line in lines:
            last, _ = sealed_of(line)
            check._walk(last)
        if last is None:
            raise ValueError("no entry is stored")
        check.chain = Audit.after(last, peaks, check.opening.form)
        # What was wrong was told when it came; from here on only what is new counts.
        check._signatures.problems.clear()
        check._diligences.problems.clear()
        return check

    def _begin_at(self, begun: Snapshot) -> Entry:
        self.opening, self._opened = begun.opening, begun.first
        self._signatures, self._diligences = begun.signatures, begun.diligences
        self.fold = Fold.again(begun.first, begun.state, going=begun.going)
        return begun.last

    def snapshot(self) -> Snapshot | None:
        """Return what `resumed` goes on from; None before the first entry."""
        first, last = self._opened, self.chain.last
        if first is None or last is None:
            return None
        audits = self._signatures, self._diligences
        return Snapshot(first, last, self.opening, *audits, self.fold.state, self.fold.going)

    @property
    def size(self) -> int:
        """How many entries were found right."""
        return self.chain.tree.size

    @property
    def last(self) -> Entry | None:
        """The newest of them."""
        return self.chain.last

    @property
    def closed(self) -> bool:
        """Whether the volume is closed."""
        return self._diligences.closed

    @property
    def controller(self) -> str:
        """The key that signs this volume's checkpoints, as text; empty where it names none."""
        return str(self.opening.controller or "")

    def before_next(self) -> Before:
        """Return what the next volume is verified against."""
        last = self.chain.last
        end = Previous(
            self.volume, self.size, self.chain.tree.root().hex(), last.hash if last is not None else ""
        )
        opening = self.opening
        return Before(end, opening.form, opening.keyed, opening.authority, self.closed)

    def take(self, entry: Entry, text: bytes, line: bytes) -> Finding | None:
        """Verify the next entry; return what is wrong, None where all is right.

        Args:
            entry: The entry, as `read_sent` gives it.
            text: What its hash covers.
            line: The line that was sent.
        """
        if entry.number == 1:
            self.chain.form = form_of(entry.body)
        problems = self.chain.problems
        self.chain.take_sealed(entry, text)
        if not problems:
            fold = self._walk(entry)
            problems = [*self._signatures.problems, *self._diligences.problems]
            if entry.number == 1:
                problems += self._bound(entry)
            if not problems and fold is None:
                return None
            if not problems and fold is not None:
                return Finding(
                    UNVERIFIED, fold.sentence, self.volume, entry.number, shown(line), refuses=fold.proved
                )
        first = problems[0]
        code = FORK if first.code == "MIN-LINK" and len(problems) == 1 and entry.number > 1 else UNVERIFIED
        sentence = f"{first.code}: {first.sentence}"
        return Finding(code, sentence, self.volume, entry.number, shown(line))

    def _walk(self, entry: Entry) -> FoldFault | None:
        """Take an entry whose place in the chain is right."""
        if entry.number == 1:
            self._opened = entry
            self._diligences.form = form_of(entry.body)
            opening = self._diligences.open(entry)
            if opening is not None:
                self.opening = opening
                self._signatures.begin(entry, opening)
            self.fold = Fold.begin(entry)
        self._signatures.take(entry)
        self._diligences.take(entry)
        return self.fold.take(entry)

    def _bound(self, entry: Entry) -> list[Problem]:
        """Return how the volume does not follow the one before, or is not of the hall's key."""
        opening, before, sentences = self.opening, self._before, []
        if entry.kind != OPENED:
            sentences.append("no empieza por su diligencia de apertura")
        elif opening.volume != self.volume:
            sentences.append(f"dice ser el tomo {opening.volume}")
        elif not opening.keyed:
            sentences.append("no nombra la clave del controlador")
        elif before is not None:
            sentences += _not_following(opening, before)
        elif not self._first:
            sentences.append("no es el primero que se espera de la sala")
        if before is None and opening.keyed and self.controller != self._controller:
            sentences.append("lo firma otro controlador que el dado de alta")
        return [Problem(1, "MIN-OPEN", f"el tomo {self.volume} {sentence}") for sentence in sentences]


def _not_following(opening: Opening, before: Before) -> list[str]:
    """Return how an opening does not follow the volume before; a new key of the hall's own authority may."""
    sentences = []
    if opening.previous != before.end:
        sentences.append("no nombra en su apertura el final del tomo anterior")
    if opening.form < before.form:
        sentences.append(f"es del formato {opening.form}, y el anterior del {before.form}")
    if opening.authority != before.authority:
        sentences.append("nombra otra autoridad que el tomo anterior")
    return sentences
