"""Two halls win in the same instant, as real processes over a real PostgreSQL; one asks over NATS."""

import asyncio
import multiprocessing
import threading
import time
from itertools import count
from types import SimpleNamespace
from typing import Any

import nats.errors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.jackpots import ABOUT, Answer, Outcome, Question, jackpot_subject
from hallctl.minutes.wire.messages import WireError, question_subject, read_object
from hallctl.office import database
from hallctl.office.config import JackpotSection
from hallctl.office.jackpots.ledger import AtOnce, Terms
from hallctl.office.jackpots.part import Jackpots, advance, answer_to
from hallctl.office.jackpots.rebuilding import open_jackpots
from hallctl.office.keys import OfficeKeys
from tests.hallctl.office.jackpots.books import Book, balances

SEED, ADDED, ROUNDS = 1000, (37, 64), 6
WINDOW_MS = 120
TOGETHER = multiprocessing.get_context("spawn")


def play(url, hall, added, together, meeting):
    """Sell, meet the other hall, claim, ask until it is decided, announce; until so many were together.

    Some rounds at least, and where none has to be together no luck is needed on a machine at work.
    """
    with database.connect(url) as connection:
        book = Book(connection, hall)
        for game in count(1):
            if game > ROUNDS and game % ROUNDS == 1 and len(within_a_millisecond(connection)) >= together:
                break
            book.sale(added)
            advance(connection, now())
            meeting.wait(60)
            book.claims()
            advance(connection, now())
            while (answer := asked(connection, hall, game)).outcome is not Outcome.RESERVED:
                time.sleep(WINDOW_MS / 4000)
                advance(connection, now())
            book.announces(answer.amount)
            advance(connection, now())
            meeting.wait(60)


def within_a_millisecond(connection):
    """The games whose two claims began so."""
    query = """SELECT body->>'game' FROM entry_bodies WHERE kind = 'LinkedJackpotClaimed'
        GROUP BY 1 HAVING max(time) - min(time) < interval '1 millisecond'"""
    return connection.execute(query).fetchall()


def asked(connection, hall, game):
    return answer_to(connection, hall, Question("pozo", game, claim=True), now())


def now():
    return time.time_ns() // 1_000_000


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("at_once", AtOnce)
def test_two_halls_claim_in_the_same_instant(office_url, at_once, full):
    """Six rounds, however close the two come; under --torture as many as meet 500 times in a millisecond."""
    with database.connect(office_url) as connection:
        window = WINDOW_MS if at_once is AtOnce.PARTS else 0
        open_jackpots(connection, [Terms("pozo", SEED, at_once, window)])
        meeting = TOGETHER.Barrier(2)
        halls = [
            TOGETHER.Process(target=play, args=(office_url, f"sala-{n}", added, 500 if full else 0, meeting))
            for n, added in enumerate(ADDED)
        ]
        for hall in halls:
            hall.start()
        for hall in halls:
            hall.join()
        assert [hall.exitcode for hall in halls] == [0, 0]
        shared, held, paid = 0, SEED, 0
        (rounds,) = connection.execute("SELECT max(game) FROM jackpot_claims").fetchone() or (0,)
        for game in range(1, rounds + 1):
            rows = "SELECT amount, decided, stage FROM jackpot_claims WHERE game = %s ORDER BY amount"
            (less, then, _), (more, when, _) = found = connection.execute(rows, (game,)).fetchall()
            assert {row[2] for row in found} == {"paid"}
            held += sum(ADDED)
            paid += less + more
            if at_once is AtOnce.PARTS and then == when:
                shared += 1
                assert less == more == held // 2
                held = held % 2 + SEED
            else:
                assert (less, more) == (SEED, held)
                held = SEED
        assert balances(connection)["paid"] == paid
        assert (balances(connection)["held"], balances(connection)["reserved"]) == (held, 0)
        assert not connection.execute("SELECT 1 FROM alarms").fetchall()
        assert rounds >= ROUNDS
        assert at_once is AtOnce.FIRST or shared or not full
        print(f"{rounds} games, {len(within_a_millisecond(connection))} within a millisecond")


def test_a_hall_asks_over_the_line_and_knows_the_office_by_its_signature(office_url, nats_server):
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    jackpots = [JackpotSection(name="pozo", seed=SEED, currency="Bs")]
    config = SimpleNamespace(jackpots=jackpots, office=SimpleNamespace(former_keys=[]))
    office: Any = SimpleNamespace(
        setting=SimpleNamespace(config=config),
        keys=OfficeKeys("cadena.example/oficina", key, key),
        said=print,
        database=lambda: database.connect(office_url),
        messages=lambda: connect([nats_server.url], key, "office"),
    )
    verifier = verifier_of(office.keys.name, key, COSIGNATURE)

    async def ask(client, claim):
        question = Question("pozo", 1, claim=claim).encode()
        for _ in range(100):
            try:
                found = await client.request(question_subject("sala-1", ABOUT), question, timeout=2)
            except nats.errors.Error:  # the office has not subscribed yet
                await asyncio.sleep(0.05)
                continue
            answer = Answer.read(found.data.decode(), verifier)
            with pytest.raises(WireError):
                Answer.read(found.data.decode(), verifier_of(office.keys.name, other, COSIGNATURE))
            if answer.outcome is not Outcome.WAIT:
                return answer
        raise TimeoutError

    async def night(book):
        client = await connect([nats_server.url], other, "sala-1")
        await make_streams(client, 1 << 20)
        part = Jackpots(office)
        thread = threading.Thread(target=part.run)
        thread.start()
        try:
            held = await ask(client, claim=False)
            book.sale(70)
            book.claims()
            won = await ask(client, claim=True)
            part.stop()
            await asyncio.to_thread(thread.join)
            shown = await client.jetstream().get_last_msg("LATEST", jackpot_subject("pozo"))
            return held, won, read_object(shown.data or b"")
        finally:
            part.stop()
            await asyncio.to_thread(thread.join)
            await client.close()

    with database.connect(office_url) as connection:
        held, won, shown = asyncio.run(night(Book(connection, "sala-1")))
    assert (held.outcome, held.amount, held.seed, held.at_once) == (Outcome.HELD, SEED, SEED, "first")
    assert (won.outcome, won.amount, won.hall, won.game) == (Outcome.RESERVED, SEED + 70, "sala-1", 1)
    assert shown["amount"] in (SEED, SEED + 70)
    assert shown["jackpot"] == "pozo"
