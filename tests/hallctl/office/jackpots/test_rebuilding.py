"""An office that lost its database has the same ledger again by the halls' books."""

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.jackpots import Outcome, Question
from hallctl.office import database
from hallctl.office.config import JackpotSection
from hallctl.office.jackpots.ledger import AtOnce, Terms
from hallctl.office.jackpots.part import Jackpots, advance, answer_to
from hallctl.office.jackpots.rebuilding import open_jackpots
from hallctl.office.keys import OfficeKeys
from tests.hallctl.office.jackpots.books import Book, balances

NAME = "cadena/oficina"
KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
OFFICES = [verifier_of(NAME, OTHER, COSIGNATURE), verifier_of(NAME, KEY, COSIGNATURE)]
TERMS = {"first": Terms("pozo", 1000), "parts": Terms("pozo", 1000, AtOnce.PARTS, 2000)}
LOST = (
    "TRUNCATE jackpots, jackpot_transfers, jackpot_postings, jackpot_accounts, jackpot_contributions,"
    " jackpot_claims, jackpot_cursors, alarms CASCADE"
)
CLAIMS = (
    "SELECT hall, game, stage, CASE stage WHEN 'released' THEN 0 ELSE amount END"
    " FROM jackpot_claims ORDER BY hall, game"
)
"""What had been reserved for a claim that lapsed is in no book, and nothing follows from it."""
BEGUN = 1_800_000_000


@pytest.fixture
def office(office_url):
    with database.connect(office_url) as connection:
        yield connection


class Night:
    """Halls that play for a jackpot, and the office that keeps it; seconds pass between any two steps."""

    def __init__(self, connection, terms, halls=3):
        self.connection, self.seconds = connection, BEGUN
        self.books = [Book(connection, f"sala-{at + 1}") for at in range(halls)]
        self.claimed, self.played = {}, {book.hall: {0} for book in self.books}
        open_jackpots(connection, [terms], OFFICES)

    def passes(self, seconds):
        self.seconds += seconds
        for book in self.books:
            book.at = self.seconds
        advance(self.connection, self.seconds * 1000)

    def answered(self, book, game):
        question = Question("pozo", game, claim=True)
        return answer_to(self.connection, book.hall, question, self.seconds * 1000)

    def confirms(self, book, game):
        answer = self.answered(book, game)
        if answer.outcome is Outcome.RESERVED:
            book.announces(answer.amount, game, answer.signed(NAME, KEY))
            del self.claimed[book.hall]

    def step(self, dice):
        book = dice.choice(self.books)
        game = self.claimed.get(book.hall)
        if game is not None:
            self.confirms(book, game) if dice.random() < 0.8 else self.lapses(book, game)
        elif book.game not in self.played[book.hall] and dice.random() < 0.3:
            book.claims()
            self.claimed[book.hall] = book.game
            self.played[book.hall].add(book.game)
        else:
            book.sale(dice.randrange(200))
        self.passes(dice.randrange(1, 6))

    def lapses(self, book, game):
        book.lapses(game)
        del self.claimed[book.hall]


def loses_all(connection):
    """The office is made anew; all the books are here again."""
    connection.execute(LOST)


def state(connection):
    return balances(connection), connection.execute(CLAIMS).fetchall()


@pytest.mark.parametrize("at_once", TERMS)
def test_the_ledger_is_the_same_by_the_books_alone(office, at_once):
    night, dice = Night(office, TERMS[at_once]), random.Random(at_once)
    for _ in range(60):
        night.step(dice)
    for book in night.books:
        if book.hall in night.claimed:
            night.lapses(book, night.claimed[book.hall])
    night.passes(10)
    before = state(office)
    assert not office.execute("SELECT FROM alarms").fetchall()
    assert len([stage for _, _, stage, _ in before[1] if stage == "paid"]) > 2
    loses_all(office)
    advance(office, night.seconds * 1000)
    assert {row[0] for row in office.execute("SELECT detail FROM alarms")} == {
        "Pozo «pozo»: la sala juega por un pozo que la oficina no tiene."
    }
    assert open_jackpots(office, [TERMS[at_once]], OFFICES, night.seconds * 1000) == []
    assert state(office) == before
    assert office.execute("SELECT hall, detail FROM alarms WHERE ended IS NULL").fetchall() == []


def test_it_stays_closed_while_a_book_is_missing_and_goes_on_when_it_came(office):
    night = Night(office, TERMS["first"])
    one, two, _ = night.books
    for book in night.books:
        book.at = BEGUN
        book.sale(100)
    night.passes(5)
    one.claims()
    night.claimed[one.hall] = 1
    night.passes(5)
    night.confirms(one, 1)
    night.passes(5)
    two.claims()
    night.passes(5)
    reserved = night.answered(two, 1).amount
    before = state(office)
    office.execute("CREATE TABLE away AS SELECT * FROM heads WHERE hall = 'sala-3'")
    office.execute("DELETE FROM heads WHERE hall = 'sala-3'")
    loses_all(office)
    advance(office, 0)
    (why,) = open_jackpots(office, [TERMS["first"]], OFFICES)
    assert "reservado a sala-1" in why
    assert night.answered(two, 1).outcome is Outcome.NONE, "halls play without it"
    office.execute("INSERT INTO heads SELECT * FROM away")
    advance(office, 0)
    assert open_jackpots(office, [TERMS["first"]], OFFICES) == []
    assert state(office) == before
    assert night.answered(two, 1).amount == reserved, "what was pending is taken at the end"


UNSIGNED: dict[str, dict[str, Any]] = {
    "sala-1": {"amount": 1},
    "sala-2": {"hall": "sala-1"},
    "sala-3": {"game": 2},
    "sala-4": {"jackpot": "otro"},
    "sala-5": {"outcome": Outcome.HELD},
    "sala-6": {},
}
"""What the note says instead that each hall minutes; the last hall's is of a key that is no office's."""


def test_what_no_office_signed_counts_for_nothing(office):
    night = Night(office, TERMS["first"], len(UNSIGNED))
    for book in night.books:
        book.sale(100)
        book.claims()
        night.passes(5)
        answer = night.answered(book, 1)
        assert answer.outcome is Outcome.RESERVED
        key = KEY if UNSIGNED[book.hall] else Ed25519PrivateKey.generate()
        book.announces(answer.amount, 1, replace(answer, **UNSIGNED[book.hall]).signed(NAME, key))
    loses_all(office)
    advance(office, 0)
    assert open_jackpots(office, [TERMS["first"]], OFFICES) == []
    found = office.execute("SELECT hall, detail FROM alarms WHERE ended IS NULL").fetchall()
    assert {hall for hall, detail in found if "lo que no se le reservó" in detail} == {*UNSIGNED}
    assert balances(office)["paid"] == 0


def test_what_the_office_signed_with_a_former_key_counts(office):
    night = Night(office, TERMS["first"])
    book = night.books[0]
    book.sale(100)
    book.claims()
    night.passes(5)
    answer = night.answered(book, 1)
    book.announces(answer.amount, 1, answer.signed(NAME, OTHER))
    night.passes(5)
    before = state(office)
    loses_all(office)
    advance(office, 0)
    jackpots = [JackpotSection(name="pozo", seed=TERMS["first"].seed, currency="Bs")]
    former = SimpleNamespace(former_keys=[str(verifier_of(NAME, OTHER, COSIGNATURE))])
    setting = SimpleNamespace(config=SimpleNamespace(jackpots=jackpots, office=former))
    said = list[str]()
    of: Any = SimpleNamespace(setting=setting, keys=OfficeKeys(NAME, KEY, KEY), said=said.append)
    part = Jackpots(of)
    assert part._open(office) == said == []
    assert state(office) == before and balances(office)["paid"] == answer.amount


def test_a_clock_that_was_put_back_changes_no_order_and_nothing_counts_twice(office):
    night = Night(office, TERMS["first"])
    book = night.books[0]
    book.at = BEGUN + 100
    book.sale(100)
    book.at = BEGUN
    book.void(40)
    night.passes(5)
    before = state(office)
    loses_all(office)
    advance(office, 0)
    book.sale(50)  # it comes before the jackpot is open, and is looked at afterwards
    assert open_jackpots(office, [TERMS["first"]], OFFICES) == []
    assert state(office) == before
    advance(office, 0)
    assert balances(office)["held"] == before[0]["held"] + 50
    assert office.execute("SELECT hall, detail FROM alarms WHERE ended IS NULL").fetchall() == []
