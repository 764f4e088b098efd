"""A game by the real rules, its entries in the office's database, its questions answered: to the cent."""

import asyncio

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.devices.office_jackpots import JackpotQuestions
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.events.linked import LinkedJackpotReserved, LinkedJackpotShown
from hallctl.games.bingo.rules.ledger import chain
from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.jackpots import ABOUT, Question
from hallctl.office import database
from hallctl.office.jackpots.ledger import Terms
from hallctl.office.jackpots.part import advance, answer_to
from hallctl.office.jackpots.rebuilding import open_jackpots
from hallctl.rules.codec import encode
from tests.hallctl.games.bingo.rules.listed import CARD
from tests.hallctl.games.bingo.rules.test_linked import POT, SHARE, selling, started, won
from tests.hallctl.office.jackpots.books import Book, balances

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
NAME = "cadena.example/oficina"


class Hall:
    """A hall whose night is written into the office's database, and that asks the office."""

    def __init__(self, connection):
        self.connection, self.night, self.sent = connection, selling(), 0
        self.book = Book(connection, "sala-1")
        office = verifier_of(NAME, KEY, COSIGNATURE)
        self.questions = JackpotQuestions(
            "sala-1", office, BINGO.jackpots, lambda: self.night.state, self.reported
        )

    def reported(self, message):
        self.night.do(message.command)

    def send(self):
        """Send what was minuted since."""
        for event in self.night.events[self.sent :]:
            self.book.minute(type(event).__name__, **encode(event))
        self.sent = len(self.night.events)
        advance(self.connection, 0)

    async def ask(self, about, question, _, key=KEY):
        assert about == ABOUT
        return answer_to(self.connection, "sala-1", Question.read(question), 0).signed(NAME, key).encode()

    def turn(self, ask=None):
        before = len(self.night.events)
        asyncio.run(self.questions.turn(ask or self.ask))
        return self.night.events[before:]


async def forged(hall, about, question, seconds):
    return await hall.ask(about, question, seconds, key=OTHER)


async def broken(*_):
    return b"\xff"


@pytest.mark.req("AJ-114", "AJ-123")
def test_a_game_wins_the_jackpot_and_both_ledgers_agree(office_url):
    with database.connect(office_url) as connection:
        open_jackpots(connection, [Terms("gordo", POT.seed)])
        hall = Hall(connection)
        for wrong in (broken, lambda *asked: forged(hall, *asked)):
            assert not hall.turn(wrong)
        (shown,) = hall.turn()
        assert isinstance(shown, LinkedJackpotShown)
        assert shown.amount == POT.seed
        assert not hall.turn()
        won(started(hall.night), CARD)
        assert not hall.turn()
        hall.send()
        reserved, *_ = hall.turn()
        assert isinstance(reserved, LinkedJackpotReserved)
        assert reserved.amount == POT.seed + SHARE
        assert not hall.turn()
        hall.send()
        total = POT.seed + SHARE
        expected = {"held": POT.seed, "reserved": 0, "seeded": 2 * POT.seed, "added": SHARE, "paid": total}
        assert balances(connection) == expected
        assert hall.night.state.ledger[chain("gordo")] == total - SHARE
        assert not connection.execute("SELECT 1 FROM alarms").fetchall()
