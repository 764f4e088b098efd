"""The verification of a hall's newest volume taken up again from what is stored, and what that takes kept.

Not responsible for what a snapshot holds (``snapshots``), nor for verifying.
"""

from hallctl.minutes.entry import sealed_of
from hallctl.office import snapshots, store
from hallctl.office.database import Connection
from hallctl.office.keys import OfficeKeys
from hallctl.office.progress import HallIntake
from hallctl.office.verification import VolumeCheck


def resume(connection: Connection, keys: OfficeKeys, known: HallIntake) -> VolumeCheck:
    """Return the verification of a hall's newest volume, as far as it is stored.

    Raises:
        psycopg.Error: The database fails.
    """
    head, hall = known.head, known.hall
    begun = _snapshot(connection, keys, hall.hall, head.volume)
    known.kept = 0 if begun is None else begun.last.number
    lines = store.lines_of(connection, hall.hall, head.volume, after=known.kept)
    return VolumeCheck.resumed(head.volume, hall.controller, lines, head.peaks, begun)


def _snapshot(connection: Connection, keys: OfficeKeys, hall: str, volume: int) -> snapshots.Snapshot | None:
    """Return the snapshot of a volume; None where there is none at an entry that is stored."""
    stored = store.snapshot_of(connection, hall, volume)
    found = snapshots.opened(keys, hall, volume, stored) if stored else None
    if found is None:
        return None
    number, hash_ = found.last.number, found.last.hash
    lines = store.lines_at(connection, hall, volume, [number])
    return found if number in lines and sealed_of(lines[number])[0].hash == hash_ else None


def keep_snapshot(connection: Connection, keys: OfficeKeys, known: HallIntake, check: VolumeCheck) -> None:
    """Keep a snapshot now and then.

    Args:
        connection: Inside the transaction that stores all that was verified.
        keys: The office's.
        known: The hall, of which nothing was refused.
        check: The verification of its newest volume.

    Raises:
        psycopg.Error: The database fails.
    """
    if check.size - known.kept < snapshots.EVERY:
        return
    snapshot, hall, known.kept = check.snapshot(), known.hall.hall, check.size
    content = None if snapshot is None else snapshots.sealed(keys, hall, check.volume, snapshot)
    if content is not None:
        store.keep_snapshot(connection, hall, check.volume, content)
