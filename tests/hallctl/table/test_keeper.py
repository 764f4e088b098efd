"""A command has one effect, however often it is asked for."""

import pytest

from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.commands.opening import RegisterBallSet
from hallctl.games.bingo.rules.state import State
from hallctl.minutes.book import Book
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Done
from tests.hallctl.bingo import Keeper
from tests.hallctl.evening import Evening
from tests.hallctl.games.bingo.rules.night import OPENING, RULES

DIRECTOR = Actor("Marta", Post.DIRECTOR)


@pytest.fixture
def keeper(tmp_path):
    with Book.create(tmp_path / "libro.sqlite") as book:
        yield Keeper(book, State(RULES), Evening(), "boot")


@pytest.mark.invariant("I17")
def test_the_same_request_again_has_the_same_answer_and_no_second_effect(keeper):
    first = keeper.submit(Issued(OPENING, DIRECTOR, "r1"))
    again = keeper.submit(Issued(OPENING, DIRECTOR, "r1"))
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert first.entries == again.entries == (1, 1)
    assert again.events == ()
    assert keeper.entry == 1


@pytest.mark.invariant("I17")
def test_a_request_known_from_the_book_is_answered_after_a_restart(keeper):
    keeper.submit(Issued(OPENING, DIRECTOR, "r1"))
    later = Keeper(keeper._book, keeper.state, Evening(), "boot2")
    assert later.submit(Issued(OPENING, DIRECTOR, "r1")) == Done((1, 1))


@pytest.mark.invariant("I17")
def test_a_request_used_again_for_something_else_is_refused(keeper):
    keeper.submit(Issued(OPENING, DIRECTOR, "r1"))
    other = keeper.submit(Issued(RegisterBallSet("J-01"), DIRECTOR, "r1"))
    assert isinstance(other, Refusal)
    assert (other.code, other.requirement) == ("REQUEST", "I17")


@pytest.mark.invariant("I17")
def test_a_refused_request_stays_refused_though_it_would_be_allowed_now(keeper):
    registered = Issued(RegisterBallSet("J-01"), DIRECTOR, "r1")
    assert keeper.submit(registered).code == "BOOK-NONE"
    keeper.submit(Issued(OPENING, DIRECTOR, "r2"))
    assert keeper.submit(registered).code == "BOOK-NONE"
    assert isinstance(keeper.submit(Issued(registered.command, DIRECTOR, "r3")), Done)


def test_a_refusal_leaves_no_entry(keeper):
    assert keeper.submit(Issued(DrawBall(), Actor("Ana", Post.JEFE), "r1")).code == "BOOK-NONE"
    assert keeper.entry == 0
