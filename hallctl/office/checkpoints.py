"""The checkpoints that halls send: compared with the entries that are here, cosigned, and that remembered.

Not responsible for entries (``intake``), nor for the form of a checkpoint (``cosign``).
"""

from collections.abc import Callable
from dataclasses import replace

from hallctl.office import store
from hallctl.office.cosign import Sent, cosigned, fault_of, read_note
from hallctl.office.database import Connection
from hallctl.office.keys import OfficeKeys
from hallctl.office.progress import HallIntake
from hallctl.office.roots import Roots
from hallctl.office.verification import FORK, Finding, VolumeCheck, shown


class Checkpoints:
    """Takes checkpoints in, inside the transaction of their batch."""

    def __init__(self, connection: Connection, keys: OfficeKeys, clock: Callable[[], float]) -> None:
        """Take the connection, the office's keys, and what gives seconds of POSIX time."""
        self._connection = connection
        self._keys = keys
        self._clock = clock

    def take(
        self, known: HallIntake, volume: int, content: bytes, checked: Callable[[HallIntake], VolumeCheck]
    ) -> None:
        """Take a checkpoint, or find what is wrong with it.

        Args:
            known: Of the hall that sent it.
            volume: Of which volume the hall sent it.
            content: What it sent.
            checked: Returns the verification of the hall's newest volume.

        Raises:
            psycopg.Error: The database fails.
        """
        sent = read_note(content, volume)
        if isinstance(sent, Finding):
            known.findings.append(replace(sent, refuses=False))
            return
        newest, size = known.place
        if volume != newest:
            return  # of a volume that ended, or is not here yet: the hall sends its newest again
        fault = fault_of(sent, checked(known).opening, volume)
        if fault is not None:
            known.findings.append(replace(fault, refuses=False))
        elif sent.checkpoint.size > size:
            known.waiting[volume, sent.checkpoint.size] = sent
            known.notes.append((volume, sent.checkpoint.size, sent.note))
        else:
            self.compare(known, volume, sent)

    def compare(self, known: HallIntake, volume: int, sent: Sent) -> None:
        """Take a checkpoint of entries that are here to be cosigned, or find that it is of another history.

        Raises:
            psycopg.Error: The database fails.
        """
        size, hall = sent.checkpoint.size, known.hall.hall
        root = known.roots.at(size)
        if root is None and store.has_note(self._connection, hall, volume, sent):
            return  # it came before and was compared then
        if root is None:
            stored = store.lines_of(self._connection, hall, volume, size)
            root = Roots.of((*stored, *(each.line for each in known.fresh)), size)
        if root != sent.checkpoint.root:
            sentence = f"la sala firmó otros {size} asientos que los que envió"
            evidence = shown(str(sent.note).encode(), root.hex().encode())
            known.findings.append(Finding(FORK, sentence, volume, size, evidence))
            return
        known.noted = True
        if size < known.head.cosigned:
            if known.head.cosigned == store.NEVER_AGAIN:
                known.notes.append((volume, size, sent.note))
            return
        known.head = replace(known.head, cosigned=size)
        known.notes.append((volume, size, sent.note))
        known.newest = len(known.notes) - 1, sent

    def sign_newest(self, known: HallIntake) -> None:
        """Cosign the newest checkpoint of this batch: it vouches for all before it. Its entries are stored.

        Raises:
            psycopg.Error: The database fails.
        """
        if known.newest is None:
            return
        at, sent = known.newest
        note = cosigned(sent, self._keys, int(self._clock()))
        known.notes[at] = (*known.notes[at][:2], note)
        known.note, known.newest = str(note), None
        # In the same transaction: what was signed is never forgotten, or another history could be signed.
        store.keep_cosigned(self._connection, known.hall.hall, known.notes[at][0], sent.checkpoint.size)
