"""Compares the balls that a hall took of another's calls with that hall's own book, as the office has both.

Each book is right by itself; here one of the two says otherwise than the other. Not responsible for which of
them is wrong: that is found out in the halls.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.office import alarms
from hallctl.office.database import Connection
from hallctl.office.parts import Office, Periodic
from hallctl.office.verification import Finding

CALLS: Final = "OFFICE-CALLS"
EVERY_S: Final = 5.0

_GIVEN_UP: Final = "SELECT count(*) FROM superseded"
_FOLLOWING: Final = """
SELECT h.hall, max(d.volume) FROM halls h JOIN heads d USING (hall) WHERE h.caller <> '' GROUP BY h.hall
"""
_NEW: Final = """
SELECT volume, number, kind, body FROM entry_bodies
WHERE hall = %s AND (volume, number) > (%s, %s) AND kind IN ('GameAnnounced', 'BallDrawn')
ORDER BY volume, number
"""
_THERE: Final = """
SELECT d.number >= %s, e.kind, e.hash, e.body, e.entry::text FROM heads d
LEFT JOIN entry_bodies e ON e.hall = d.hall AND e.volume = d.volume AND e.number = %s
WHERE d.hall = %s AND d.volume = %s
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """A ball that a hall took of another's calls, and where its book says that the other's has it."""

    hall: str
    volume: int
    number: int
    ball: int
    caller: str
    caller_volume: int
    entry: int
    hash: str


class Comparison:
    """What is compared since this office started: of each hall its newest volume, and what follows it.

    A ball whose caller's book is not that far waits. After a person gave up a history all begins anew.
    """

    def __init__(self) -> None:
        self._given_up = 0
        self._read: dict[str, tuple[int, int]] = {}
        self._callers: dict[str, tuple[str, int]] = {}
        self._waiting: list[Taken] = []

    def look(self, connection: Connection) -> None:
        """Compare what came, and raise an alarm for each ball that differs.

        Raises:
            psycopg.Error: The database fails.
        """
        ((given_up,),) = connection.execute(_GIVEN_UP).fetchall()
        if given_up != self._given_up:
            self._given_up = given_up
            self._read, self._callers, self._waiting = {}, {}, []
        for hall, volume in connection.execute(_FOLLOWING).fetchall():
            self._take(connection, hall, volume)
        self._waiting = [each for each in self._waiting if not _compared(connection, each)]

    def _take(self, connection: Connection, hall: str, newest: int) -> None:
        """Read which balls a hall took since the last look."""
        before = self._read.get(hall, (newest, 0))
        for volume, number, kind, body in connection.execute(_NEW, (hall, *before)).fetchall():
            self._read[hall] = volume, number
            if kind == "GameAnnounced":
                self._callers[hall] = body.get("caller", ""), body.get("caller_volume", 0)
                continue
            caller, of = self._callers.get(hall, ("", 0))
            if caller:
                said = body["ball"], caller, of, body.get("entry", 0), body.get("hash", "")
                self._waiting.append(Taken(hall, volume, number, *said))


def _compared(connection: Connection, taken: Taken) -> bool:
    """Compare a ball; return whether the caller's book is here as far as that takes."""
    place = taken.entry, taken.entry, taken.caller, taken.caller_volume
    row = connection.execute(_THERE, place).fetchone()
    if row is None or not row[0]:
        return False
    _, kind, digest, body, entry = row
    if (kind, digest) == ("BallCalled", taken.hash) and body["ball"] == taken.ball:
        return True
    said = f"el {body['ball']}" if kind == "BallCalled" else "otra cosa"
    where = f"el asiento {taken.entry} del tomo {taken.caller_volume} de «{taken.caller}»"
    sentence = f"tomó el {taken.ball} por {where}, que en su libro es {said}, o tiene otra huella"
    finding = Finding(CALLS, sentence, taken.volume, taken.number, f"{taken}\n{entry}", refuses=False)
    alarms.raise_alarm(connection, taken.hall, finding)
    return True


def start_calls(office: Office) -> Periodic:
    """Return the part."""
    return Periodic(office, "calls", EVERY_S, Comparison().look)
