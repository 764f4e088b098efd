"""The ledger in PostgreSQL: each fact once, the same answer to the same question, the accounts even."""

import random

import psycopg
import pytest

from hallctl.minutes.wire.jackpots import Outcome, Question
from hallctl.office import database
from hallctl.office.jackpots import ledger, store
from hallctl.office.jackpots.ledger import AtOnce, Jackpot, Terms, applied
from hallctl.office.jackpots.part import advance, answer_to
from hallctl.office.jackpots.rebuilding import open_jackpots
from tests.hallctl.office.jackpots.books import Book, balances
from tests.hallctl.office.jackpots.model import hall_writes, name

FIRST = Terms("pozo", 1000)
PARTS = Terms("pozo", 1000, AtOnce.PARTS, 2000)


@pytest.fixture
def office(office_url):
    with database.connect(office_url) as connection:
        yield connection


def asked(office, hall, game, now=0):
    answer = answer_to(office, hall, Question("pozo", game, claim=True), now)
    return answer.outcome, answer.amount


def test_the_first_that_is_verified_has_it_all_and_the_next_the_seed(office):
    open_jackpots(office, [FIRST])
    one, two = Book(office, "sala-1"), Book(office, "sala-2")
    one.sale(70)
    two.sale(50)
    two.claims()
    assert asked(office, "sala-2", 1) == (Outcome.WAIT, 0)
    advance(office, 1)
    one.claims()
    for again in range(3):
        advance(office, 2 + again)
        assert asked(office, "sala-2", 1) == (Outcome.RESERVED, 1120)
        assert asked(office, "sala-1", 1) == (Outcome.RESERVED, 1000)
    two.announces(1120)
    one.lapses()
    advance(office, 9)
    assert balances(office) == {"held": 1000, "reserved": 0, "seeded": 2000, "added": 120, "paid": 1120}
    assert asked(office, "sala-1", 1) == (Outcome.NONE, 0)
    assert asked(office, "sala-2", 1) == (Outcome.RESERVED, 1120)
    assert not office.execute("SELECT 1 FROM alarms").fetchall()


def test_those_within_the_window_share_to_the_cent(office):
    open_jackpots(office, [PARTS])
    books = [Book(office, f"sala-{n}") for n in range(3)]
    for book in books:
        book.sale(3)
    for now, book in enumerate(books):
        book.claims()
        advance(office, now)
        assert asked(office, book.hall, 1) == (Outcome.WAIT, 0)
    advance(office, 2000)
    assert [asked(office, book.hall, 1) for book in books] == [(Outcome.RESERVED, 336)] * 3
    assert balances(office)["held"] == 1000 + 1009 - 3 * 336


def test_a_void_game_takes_back_what_it_had_added(office):
    open_jackpots(office, [Terms("pozo", 0)])
    one, two = Book(office, "sala-1"), Book(office, "sala-2")
    one.sale(70)
    two.sale(5)
    two.claims()
    advance(office, 0)
    one.void(70)
    advance(office, 1)
    assert balances(office) == {"held": 0, "reserved": 75, "seeded": 70, "added": 5, "paid": 0}


def test_what_no_true_hall_states_is_an_alarm_and_moves_nothing(office):
    open_jackpots(office, [FIRST])
    book = Book(office, "sala-1")
    book.claims(game=7)
    book.sale(10)
    book.announces(500)
    book.lapses()
    book.sale(10, jackpot="otro")
    for _ in range(2):
        advance(office, 0)
    assert balances(office) == {"held": 1010, "reserved": 0, "seeded": 1000, "added": 10, "paid": 0}
    assert [row[0] for row in office.execute("SELECT code FROM alarms")] == [store.OBJECTION] * 4


def test_a_book_that_has_another_history_is_not_read_on(office):
    open_jackpots(office, [FIRST])
    book = Book(office, "sala-1")
    book.sale(10)
    advance(office, 0)
    office.execute("UPDATE entries SET hash = 'x' WHERE number = 2")
    book.claims()
    advance(office, 1)
    assert asked(office, "sala-1", 1) == (Outcome.WAIT, 0)
    assert office.execute("SELECT count(*) FROM alarms").fetchone() == (1,)


def test_what_is_no_fact_is_an_alarm_and_stops_no_hall(office):
    open_jackpots(office, [FIRST])
    odd, true = Book(office, "sala-1"), Book(office, "sala-2")
    odd.sale(10)
    for kind, body in (
        ("GameAnnounced", {"game": "2"}),
        ("SaleClosed", {"progressives": {}}),
        ("SaleClosed", {"progressives": [{"linked": "pozo", "amount": "10"}]}),
        ("GameVoided", {"game": 2**40, "reversed": []}),
        ("LinkedJackpotClaimed", {"game": 1}),
        ("LinkedJackpotReserved", {"game": 1, "jackpot": "pozo", "amount": 2**52}),
    ):
        odd.minute(kind, **body)
    odd.claims()
    true.sale(5)
    advance(office, 0)
    assert [row[0] for row in office.execute("SELECT code FROM alarms")] == [store.OBJECTION] * 6
    assert asked(office, "sala-1", 1)[0] is Outcome.RESERVED
    assert balances(office)["added"] == 15


def test_who_claimed_first_has_it_whatever_it_is_called(office):
    open_jackpots(office, [FIRST])
    one, two = Book(office, "andes"), Book(office, "zenit")
    one.sale(10)
    two.sale(10)
    two.claims()
    one.claims()
    advance(office, 0)
    assert asked(office, "zenit", 1) == (Outcome.RESERVED, 1020)
    assert asked(office, "andes", 1) == (Outcome.RESERVED, 1000)


def test_after_a_settled_fork_the_ledger_goes_on_and_counts_nothing_twice(office):
    open_jackpots(office, [FIRST])
    book = Book(office, "sala-1")
    book.sale(10)
    advance(office, 0)
    office.execute("DELETE FROM entries WHERE number > 1")
    office.execute("UPDATE heads SET number = 1, hash = 'sala-1/1'")
    store.put_back(office, "sala-1", 1, 1)
    book.number = 1
    book.minute("SaleClosed", progressives=[{"progressive": "P", "amount": 10, "linked": "pozo"}])
    book.claims()
    advance(office, 1)
    assert asked(office, "sala-1", 1) == (Outcome.RESERVED, 1010)
    assert balances(office)["added"] == 10


def test_the_server_itself_refuses_what_is_not_even_or_changed(office):
    open_jackpots(office, [FIRST])
    made = "INSERT INTO jackpot_transfers (jackpot, kind) VALUES ('pozo', 'x') RETURNING transfer"
    posting = "INSERT INTO jackpot_postings VALUES (%s, 'pozo', %s, %s)"
    for postings in ([("pozo", -5)], [("pozo", 2000), ("semilla", -2000)]):
        with pytest.raises(psycopg.errors.CheckViolation), office.transaction():
            transfer = office.execute(made).fetchone()[0]
            for account, amount in postings:
                office.execute(posting, (transfer, account, amount))
    for change in ("DELETE FROM jackpot_postings", "UPDATE jackpot_postings SET amount = 1"):
        with pytest.raises(psycopg.errors.RestrictViolation):
            office.execute(change)


@pytest.mark.parametrize("terms", [FIRST, PARTS], ids=["first", "parts"])
def test_any_order_of_facts_gives_what_the_pure_ledger_gives(office, terms):
    open_jackpots(office, [terms])
    chance, pure = random.Random(terms.at_once), applied(Jackpot(terms), ledger.opened(terms))
    books = [Book(office, name(at)) for at in range(3)]
    facts = [[] for _ in books]
    for now in range(0, 60_000, 700):
        at = chance.randrange(3)
        world = type("World", (), {"books": tuple(map(tuple, facts))})
        choices = [*hall_writes(world, at, 10**6, chance.randrange(100))]
        for pending in [key for key in pure.claims if key[0] == name(at)]:
            found = ledger.reservation(pure, *pending)
            if found is not None and found.stage is ledger.Stage.RESERVED:
                choices.append(ledger.Confirmed(*pending, found.amount))
        fact = chance.choice(choices)
        facts[at].append(fact)
        write(books[at], fact)
        advance(office, now)
        pure = applied(pure, ledger.closing(pure, now))
        pure = applied(pure, ledger.decide(pure, fact, now))
    rows = office.execute("SELECT account, balance FROM jackpot_accounts").fetchall()
    assert dict(rows) == {
        account: balance for account, balance in pure.balances.items() if account in dict(rows)
    }
    assert len([claim for claim in pure.claims.values() if claim.stage is ledger.Stage.PAID]) > 1
    for hall, game in pure.claims:
        found = ledger.reservation(pure, hall, game)
        assert (asked(office, hall, game)[0] == Outcome.RESERVED) == (found is not None)


def write(book, fact):
    match fact:
        case ledger.Contributed(amount=amount):
            book.sale(amount)
        case ledger.Reversed(amount=amount):
            book.void(amount)
        case ledger.Claimed(game=game):
            book.claims(game)
        case ledger.Confirmed(game=game, amount=amount):
            book.announces(amount, game)
        case ledger.Lapsed(game=game):
            book.lapses(game)
