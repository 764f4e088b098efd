"""The part of the office that keeps the jackpots: takes facts, answers halls, shows what each jackpot holds.

It waits for a server that is away; a hall whose question has no answer asks again. Not responsible for what
is decided (``ledger``), nor for how it is kept (``store``).
"""

import asyncio
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import nats.errors
import psycopg
from nats.aio.client import Client
from nats.aio.msg import Msg

from hallctl.minutes.canonical import canonical
from hallctl.minutes.note import Verifier
from hallctl.minutes.wire.jackpots import ABOUT, Answer, Outcome, Question, jackpot_subject
from hallctl.minutes.wire.messages import WireError, demand_hall
from hallctl.office.database import Connection
from hallctl.office.jackpots import ledger, store
from hallctl.office.jackpots.ledger import AtOnce, Stage, Terms
from hallctl.office.jackpots.rebuilding import open_jackpots
from hallctl.office.parts import AGAIN_S, Office, database_trouble

_LOOK_S: Final = 10.0
"""How often it looks whether a jackpot that books are missing of can be opened, in seconds."""
_EVERY_S: Final = 0.1
"""How often it looks for new entries and closes windows, in seconds."""


class Jackpots:
    """Takes the halls' facts into the ledger and answers what they ask of it."""

    name = "pozos"

    def __init__(self, office: Office) -> None:
        """Prepare; nothing runs yet."""
        self._office = office
        self._stopped = threading.Event()
        self._shown: Mapping[str, int] = {}
        self._closed: list[str] = []

    def run(self) -> None:
        """Work until it is stopped."""
        while not self._stopped.is_set():
            try:
                asyncio.run(self._serve())
            except (OSError, nats.errors.Error) as error:
                self._office.said(f"Servidor de mensajes: {str(error) or type(error).__name__}")
            except psycopg.Error as error:
                self._office.said(database_trouble(error))
            self._stopped.wait(AGAIN_S)

    def stop(self) -> None:
        """End it."""
        self._stopped.set()

    async def _serve(self) -> None:
        # Answers stand alone, facts are taken in transactions: one connection for both, in one thread.
        with self._office.database() as connection:
            closed = self._open(connection)
            client = await self._office.messages()

            async def asked(question: Msg) -> None:
                await self._asked(connection, question)

            try:
                await client.subscribe(f"hall.*.ask.{ABOUT}", cb=asked)
                self._shown = {}
                looked = time.monotonic()
                while not self._stopped.is_set():
                    advance(connection, _now())
                    if closed and time.monotonic() - looked > _LOOK_S:
                        closed, looked = self._open(connection), time.monotonic()
                    await self._show(connection, client)
                    await asyncio.sleep(_EVERY_S)
            finally:
                await client.close()

    def _open(self, connection: Connection) -> list[str]:
        """Open the jackpots of the configuration; return why some stay closed, which is said once."""
        own, former = self._office.keys.verifier, self._office.setting.config.office.former_keys
        offices = [own, *(Verifier.read(each) for each in former)]
        closed = open_jackpots(connection, terms_of(self._office), offices, _now())
        for sentence in closed:
            if sentence not in self._closed:
                self._office.said(sentence)
        self._closed = closed
        return closed

    async def _asked(self, connection: Connection, asked: Msg) -> None:
        # An answer that cannot be given now is none: the hall asks again, or plays without.
        with suppress(WireError, psycopg.Error, nats.errors.Error):
            question = Question.read(asked.data)
            advance(connection, _now())
            answer = answer_to(connection, demand_hall(asked.subject.split(".")[1]), question, _now())
            keys = self._office.keys
            await asked.respond(answer.signed(keys.name, keys.cosigning).encode())

    async def _show(self, connection: Connection, client: Client) -> None:
        """Show what has changed; a hall that comes later reads the newest."""
        found = store.amounts(connection)
        for name, amount in found.items():
            if self._shown.get(name) != amount:
                shown = canonical({"amount": amount, "jackpot": name, "time": moment(_now())})
                await client.jetstream().publish(jackpot_subject(name), shown)
        self._shown = found


def terms_of(office: Office) -> list[Terms]:
    """Return the jackpots of the configuration."""
    return [
        Terms(each.name, each.seed, AtOnce(each.at_once), each.window_s * 1000)
        for each in office.setting.config.jackpots
    ]


def advance(connection: Connection, now: int) -> None:
    """Take every fact that is verified, and close the windows that are over.

    Raises:
        psycopg.Error: The server refuses.
    """
    still: set[str] = set()
    while (hall := store.next_behind(connection, still)) is not None:
        if not store.take(connection, hall, now):
            still.add(hall)
    store.close_windows(connection, now)


def answer_to(connection: Connection, hall: str, question: Question, now: int) -> Answer:
    """Answer a hall; of its claim the same however often it asks, once that is decided.

    Args:
        connection: To the database.
        hall: Who asks, as the message server knows it.
        question: What it asks.
        now: The office's clock, in milliseconds of POSIX time.

    Raises:
        psycopg.Error: The server refuses.
    """
    jackpot = store.read(connection, question.jackpot, (hall, question.game))
    if jackpot is None:
        return Answer(question.jackpot, hall, question.game, Outcome.NONE, 0, moment(now))
    outcome, amount, at = Outcome.HELD, jackpot.held, now
    if question.claim:
        claim = jackpot.claims.get((hall, question.game))
        found = ledger.reservation(jackpot, hall, question.game)
        gone = claim is not None and claim.stage is Stage.RELEASED
        outcome, amount = Outcome.NONE if gone else Outcome.WAIT, 0
        if found is not None:
            outcome, amount, at = Outcome.RESERVED, found.amount, found.decided
    terms = jackpot.terms
    by_rules = (terms.at_once.value, terms.window_ms // 1000, terms.seed)
    return Answer(question.jackpot, hall, question.game, outcome, amount, moment(at), *by_rules)


def moment(milliseconds: int) -> str:
    """Return a moment of POSIX time as answers have it."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _now() -> int:
    return time.time_ns() // 1_000_000
