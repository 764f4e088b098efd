"""The line between halls of which one calls for all, on either side.

A device of the hall's own, by its own configuration: the balls that another hall called reach the deciding
loop as those of an extractor with its camera do. Not responsible for what follows from what is heard
(``rules.calls``), nor for what the hall makes of it: its rules say so.
"""

import asyncio
import logging
import math
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import nats.errors
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client
from nats.aio.msg import Msg

from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import Verifier
from hallctl.minutes.reader import read_entries
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.calls import Letter, calls_subject
from hallctl.minutes.wire.connection import connect
from hallctl.minutes.wire.messages import WireError
from hallctl.readings.calls import CallUse
from hallctl.rules.calls import (
    Calling,
    Following,
    GameId,
    Lose,
    Newest,
    Place,
    conduct,
    follow,
    offer,
)
from hallctl.rules.commands.base import Command
from hallctl.table import messages as msg
from hallctl.table.snapshot import Snapshot
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "otras salas"
LOST: Final = "CALLS-LOST"

TICK_S: Final = 0.05
"""How often the line looks whether anything has changed."""

BEAT_S: Final = 0.5
"""How often at least a side says where it stands."""

_AGAIN_S: Final = 0.5
_ANSWER_S: Final = 3.0
_LONGEST_MS: Final = 999_999
_LOG: Final = logging.getLogger(__name__)
FAILURES: Final = (OSError, nats.errors.Error, MinutesError, SigningError, WireError)


@dataclass(frozen=True, slots=True)
class Halls:
    """Who this hall is to others, whom it hears, and how.

    Attributes:
        hall: What the chain calls it.
        servers: The addresses of the message servers.
        credentials: Reads its key for them, and with what they are checked.
        signer: The name and the key of its controller.
        others: By hall the key of its controller: the one that calls, or those that may follow.
        calls: Whether this hall calls and the others follow it.
    """

    hall: str
    servers: Sequence[str]
    credentials: Callable[[], tuple[Ed25519PrivateKey, ssl.SSLContext | None]]
    signer: tuple[str, Ed25519PrivateKey]
    others: Mapping[str, Verifier]
    calls: bool


class CallBook:
    """Reads from the hall's own book what it called, with the entries that say so."""

    def __init__(self, folder: Path, use: CallUse) -> None:
        self._folder = folder
        self._use = use
        self._read = (0, 0)
        self._calls: tuple[Any, ...] = ()

    def calls(self, volume: int, last: int) -> tuple[Any, ...]:
        """Return what was called up to an entry.

        Raises:
            MinutesError: The volume cannot be read.
        """
        known, number = self._read
        calls = self._calls
        if known != volume:
            number, calls = 0, ()
        if number < last:
            # Together at the end: what could be read in part only is read again.
            for entry in read_entries(self._folder / volume_name(volume), number + 1, last):
                calls = self._use.calls(calls, entry.kind, entry.body, entry.number, entry.hash)
            self._read, self._calls = (volume, last), calls
        return calls


class Talk:
    """What this side knows and says; without a line, so that a test hands messages over itself.

    Attributes:
        delay_ms: By hall how long the line took there and back, last.
    """

    def __init__(self, halls: Halls, book: CallBook, use: CallUse, report: Callable[[Command], None]) -> None:
        self._halls = halls
        self._book = book
        self._use = use
        self._report = report
        self._number = 0
        self._sent: dict[Place, float] = {}
        self._heard: dict[str, Newest[Any]] = {}
        self._seen_at: dict[str, float] = {}
        self._said: tuple[Any, float] = (None, 0.0)
        self._followed: GameId | None = None
        self._known: tuple[GameId | None, float] | None = None
        self._reported: dict[Command, tuple[int, float]] = {}
        self.delay_ms: dict[str, int] = {}

    def hear(self, hall: str, message: bytes, now: float) -> None:
        """Take a message of a hall.

        Raises:
            WireError: Its controller has not signed it, or it has another form.
        """
        letter = Letter.read(message, self._halls.others[hall])
        known = self._heard.get(hall)
        content = letter.content
        if letter.hall != hall or isinstance(content, Calling) is self._halls.calls:
            raise WireError("not what this hall is to say")
        if isinstance(content, Calling) and content.game.hall != hall:
            raise WireError("the game of another hall")
        if known is None:
            return
        place, held = letter.answers.get(self._halls.hall, (None, 0))
        sent = None if place is None else self._sent.get(place)
        after = known.hear(content, letter.place, place, None if sent is None else round(sent * 1000))
        if after.seen != known.seen:
            self._seen_at[hall] = now
        if sent is not None and after.place != known.place:
            self.delay_ms[hall] = min(max(0, round((now - sent) * 1000) - held), _LONGEST_MS)
        self._heard[hall] = after

    def turn(self, snapshot: Snapshot, now: float) -> bytes | None:
        """Report what follows, and return what is to be said now; None for nothing.

        Raises:
            MinutesError: The book cannot be read.
        """
        state = snapshot.state
        volume = 0 if state.book is None else state.book.volume
        if not volume:
            return None
        here = Place(volume, snapshot.entry, 0)
        for hall in self._halls.others:
            self._heard.setdefault(hall, Newest(here, round(now * 1000)))
        said: Calling | Following | None
        if self._halls.calls:
            calls = self._book.calls(volume, snapshot.entry)
            said = self._use.calling(state, self._halls.hall, volume, calls)
        else:
            said = self._use.following(state, self._halls.hall)
        if isinstance(said, Calling):
            self._conduct(snapshot, said, round(now * 1000))
        else:
            self._follow(snapshot, said, round(now * 1000))
        return None if said is None else self._say(said, here, now, self._use.patience(state) / 1000)

    def _conduct(self, snapshot: Snapshot, mine: Calling, now: int) -> None:
        """Report where the halls stand that follow."""
        patience = self._use.patience(snapshot.state)
        for stand in conduct(mine, self._heard, now, patience):
            self._once(self._use.stand(snapshot.state, stand), snapshot, now)

    def _follow(self, snapshot: Snapshot, mine: Following | None, now: int) -> None:
        """Report a game that may be followed, a ball of the one that is, or that it is lost."""
        state, use, patience = snapshot.state, self._use, self._use.patience(snapshot.state)
        wanted = use.wanted(state)
        if wanted is not None:
            heard = self._heard.get(wanted[0])
            offered = None if heard is None else offer(heard, wanted[1], now, patience)
            followed = mine is not None and mine.game == wanted[1]  # this hall has that one already
            due = self._due(wanted[1], now, patience)
            if due and offered != wanted[1] and (offered is not None or not followed):
                self._once(use.hear(wanted[0], offered), snapshot, now)
        if mine is None:
            return
        hall, here = mine.game.hall, Place(state.volume, snapshot.entry, 0)
        if mine.game != self._followed:
            # Before the announcement nobody was asked: neither silence nor what was said then ends this game.
            known = self._heard.get(hall, Newest(here, now))
            self._followed, self._heard[hall] = mine.game, known.anew(here, now)
        step = follow(mine, self._heard[hall], now, patience)
        if isinstance(step, Lose):
            self._once(use.lose(state, step), snapshot, now)
        elif step is not None:
            self._once(use.take(step, self.delay_ms.get(hall, 0)), snapshot, now)

    def _due(self, known: GameId | None, now: int, patience: int) -> bool:
        """Return whether the book may take note of another game: it grows by what a hall says no faster."""
        if self._known is None or self._known[0] != known:
            self._known = known, -math.inf if self._known is None else now
        return now - self._known[1] >= patience

    def _once(self, command: Command, snapshot: Snapshot, now: int) -> None:
        """Report a step once for where the hall stands; again after a while, where nothing came of it."""
        entry, at = self._reported.get(command, (-1, 0.0))
        if entry == snapshot.entry and now - at < _AGAIN_S * 1000:
            return
        self._reported = {command: (snapshot.entry, now)} | dict(list(self._reported.items())[:9])
        self._report(command)

    def _say(self, content: Calling | Following, here: Place, now: float, kept_s: float) -> bytes | None:
        said, at = self._said
        if said == content and now - at < BEAT_S:
            return None
        self._said = content, now
        self._number += 1
        place = replace(here, number=self._number)
        self._sent = {old: sent for old, sent in self._sent.items() if now - sent <= kept_s} | {place: now}
        answers = {
            hall: (each.seen, round((now - self._seen_at[hall]) * 1000))
            for hall, each in self._heard.items()
            if each.seen is not None
        }
        return Letter(self._halls.hall, place, answers, content).signed(*self._halls.signer)


class RemoteCaller(Worker):
    """Keeps the line to the other halls, in a thread with a loop of its own."""

    def __init__(
        self, halls: Halls, folder: Path, use: CallUse, inbox: Inbox, newest: Callable[[], Snapshot]
    ) -> None:
        """Prepare the line; nothing is opened yet.

        Args:
            halls: Who this hall is to others, and whom it hears.
            folder: Where the volumes are.
            use: The game's part.
            inbox: Where steps and troubles go.
            newest: Returns where the hall stands.
        """
        self.halls = halls
        self._inbox = inbox
        self._newest = newest
        self.talk = Talk(halls, CallBook(folder, use), use, lambda step: inbox.put(msg.Reported(step)))
        self._trouble: str | None = None
        self._client: Client | None = None
        super().__init__("remote-caller")

    def _run(self) -> None:
        asyncio.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        """Decide and say until the hall ends; what the clock alone decides needs no line."""
        line = asyncio.create_task(self._stay())
        while not self._stopping.is_set():
            try:
                await self._turn()
            except FAILURES as error:
                self._tell(_why(error))
            except Exception as error:  # noqa: BLE001 - nothing that is said or wrong here ends a hall
                self._failed(error)
            await asyncio.sleep(TICK_S)
        line.cancel()
        await asyncio.wait((line,), timeout=_ANSWER_S)

    async def _turn(self) -> None:
        message, client = self.talk.turn(self._newest(), monotonic()), self._client
        if message is not None and client is not None and client.is_connected:
            await client.publish(calls_subject(self.halls.hall), message)

    async def _stay(self) -> None:
        """Connect for ever."""
        while not self._stopping.is_set():
            try:
                await self._connected()
            except FAILURES as error:
                self._tell(_why(error))
            except Exception as error:  # noqa: BLE001 - likewise
                self._failed(error)
            await asyncio.sleep(_AGAIN_S)

    async def _connected(self) -> None:
        """Hear until the connection is lost.

        Raises:
            OSError, nats.errors.Error, SigningError: Why it is, or never was.
        """
        key, tls = self.halls.credentials()
        client = await connect(self.halls.servers, key, self.halls.hall, tls=tls, timeout_s=_ANSWER_S)
        try:
            for hall in self.halls.others:
                await client.subscribe(calls_subject(hall), cb=self._heard_of(hall))
            self._client = client
            while client.is_connected:
                await client.flush(round(_ANSWER_S))
                self._tell("")
                await asyncio.sleep(_AGAIN_S)
            raise OSError("se perdió la conexión")
        finally:
            self._client = None
            async with asyncio.timeout(_ANSWER_S):
                await client.close()

    def _heard_of(self, hall: str) -> Callable[[Msg], Any]:
        async def heard(message: Msg) -> None:
            try:
                self.talk.hear(hall, message.data, monotonic())
            except WireError as error:
                _LOG.warning("remote-caller: %s: %s", hall, error)

        return heard

    def _failed(self, error: Exception) -> None:
        """Tell of a failure that nobody foresaw, and keep where it was for who mends the program."""
        _LOG.error("remote-caller: %s", type(error).__name__, exc_info=error)
        self._tell(f"fallo interno ({type(error).__name__}); el registro dice dónde")

    def _tell(self, detail: str) -> None:
        """Report that the line is lost once, and its end once."""
        if (self._trouble is None or bool(self._trouble) != bool(detail)) and not self._stopping.is_set():
            self._trouble = detail
            report = msg.Trouble(DEVICE, LOST, detail) if detail else msg.Recovered(DEVICE, LOST)
            self._inbox.put(report)


def _why(error: Exception) -> str:
    return getattr(error, "sentence", "") or str(error) or type(error).__name__
