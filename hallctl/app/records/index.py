"""Which folios and sessions a book has, read on as it grows.

A read-only connection looks at the few kinds of entries that say so, and lets go at once: the one that writes
waits for nobody. Not responsible for the files of the folios.
"""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Final

from hallctl.minutes.errors import named_trouble
from hallctl.minutes.reader import read_only
from hallctl.rules.events.incidents import IncidentApproved, IncidentMinuted
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import EntrySigned
from hallctl.web.records import FolioRow, SessionRow

GAME_BEGUN: Final = "GameAnnounced"
"""The kind of the entry that begins a game, as the view ``placed`` of the book has it."""

_ACT: Final = "acta"
_HOUSE: Final = (SessionOpened, SessionClosed, EntrySigned, IncidentMinuted, IncidentApproved, FolioSealed)
_KINDS: Final = (GAME_BEGUN, *(kind.__name__ for kind in _HOUSE))
_COMING: Final = (
    f"SELECT number, kind, body, time, offset_minutes FROM entries WHERE number > ? "
    f"AND kind IN ({', '.join('?' * len(_KINDS))}) ORDER BY number"
)
_MOMENT: Final = "SELECT time, offset_minutes FROM entries WHERE number = ?"


@dataclass(slots=True)
class _Volume:
    """What is known of one volume: where sessions and games begin, and who signed which entry."""

    read: int = 0
    session: SessionRow | None = None
    game: int | None = None
    places: list[tuple[int, int | None, int | None]] = field(default_factory=list)
    sessions: list[SessionRow] = field(default_factory=list)
    signers: dict[int, str] = field(default_factory=dict)
    incidents: dict[int, int] = field(default_factory=dict)
    minuted: dict[int, int] = field(default_factory=dict)

    def take(self, number: int, kind: str, body: Mapping[str, Any], moment: datetime, volume: int) -> None:
        """Take the next entry of those kinds, but for a folio's."""
        match kind:
            case SessionOpened.__name__:
                self.session = SessionRow(volume, body["session"], moment, 0, False)
                self.sessions.append(self.session)
                self._begin(number, None)
            case SessionClosed.__name__ if self.session is not None:
                self._renew(replace(self.session, closed=True))
            case "GameAnnounced" if self.session is not None:
                self._renew(replace(self.session, games=self.session.games + 1))
                self._begin(number, body["game"])
            case EntrySigned.__name__:
                self.signers[body["entry"]] = body["person"]
            case IncidentMinuted.__name__:
                self.incidents[body["number"]] = number
            case IncidentApproved.__name__:
                self.minuted[number] = self.incidents.get(body["number"], number)
            case _:
                pass

    def _renew(self, session: SessionRow) -> None:
        self.session = self.sessions[-1] = session

    def _begin(self, number: int, game: int | None) -> None:
        self.places.append((number, None if self.session is None else self.session.number, game))

    def place_of(self, entry: int) -> tuple[int | None, int | None]:
        """Return in which session and game an entry is."""
        found = next((place for place in reversed(self.places) if place[0] <= entry), None)
        return (None, None) if found is None else found[1:]

    def signers_of(self, entry: int) -> tuple[str, ...]:
        """Return who signed the document that ends with an entry: an incident's two entries are signed."""
        entries = dict.fromkeys((self.minuted.get(entry, entry), entry))
        return tuple(self.signers[each] for each in entries if each in self.signers)


class BookIndex:
    """The folios and sessions of a book; thread-safe."""

    def __init__(self, volumes: Callable[[], Sequence[tuple[int, Path]]]) -> None:
        """Begin; nothing is read yet.

        Args:
            volumes: Returns the volumes that there are, with their numbers, in order.
        """
        self._volumes = volumes
        self._known: dict[int, _Volume] = {}
        self._folios: dict[str, FolioRow] = {}
        self._reading = threading.Lock()

    def folios(self) -> tuple[FolioRow, ...]:
        """Return every folio with a file, the newest first.

        Raises:
            MinutesError: The book cannot be read.
        """
        with self._reading:
            self._read_on()
            return tuple(reversed(self._folios.values()))

    def sessions(self) -> tuple[SessionRow, ...]:
        """Return every session, the newest first.

        Raises:
            MinutesError: The book cannot be read.
        """
        with self._reading:
            self._read_on()
            return tuple(each for known in self._known.values() for each in known.sessions)[::-1]

    def _read_on(self) -> None:
        paths = dict(self._volumes())
        for volume, path in paths.items():
            known = self._known.setdefault(volume, _Volume())
            with named_trouble(path), read_only(path) as connection:
                rows = connection.execute(_COMING, (known.read, *_KINDS)).fetchall()
            for number, kind, body, time, offset in rows:
                said, moment = json.loads(body), _local(time, offset)
                if kind == FolioSealed.__name__:
                    self._seal(said, moment, paths)
                else:
                    known.take(number, kind, said, moment, volume)
                known.read = number

    def _seal(self, said: Mapping[str, Any], moment: datetime, paths: Mapping[int, Path]) -> None:
        """Take a folio: a later one of the same name takes the place of the earlier."""
        volume, entry = said["volume"], said["entry"]
        known = self._known.get(volume, _Volume())
        session, game = known.place_of(entry)
        path = paths.get(volume)
        if path is not None:
            with named_trouble(path), read_only(path) as connection:
                found = connection.execute(_MOMENT, (entry,)).fetchone()
            moment = moment if found is None else _local(*found)
        self._folios.pop(said["name"], None)
        self._folios[said["name"]] = FolioRow(
            volume=volume,
            document=said["document"],
            folio=said["folio"],
            sheets=said["sheets"],
            copy=said["copy"],
            entry=entry,
            time=moment,
            name=said["name"],
            data=said["data"],
            pdf=said["pdf"],
            session=session,
            game=game if said["document"] == _ACT else None,
            signers=known.signers_of(entry),
        )


def _local(time: str, offset: int) -> datetime:
    return datetime.fromisoformat(time).astimezone(timezone(timedelta(minutes=offset)))
