"""A night of bingo 75 from the opening of its book to both of its verifiers, in virtual time.

Three games: one in four parts with a split line and a consolation, a special that the programme has, and one
whose jackpot has grown and is split.
"""

import sqlite3
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest

from hallctl.config.rules import rule_set
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import LoadBalls
from hallctl.games.bingo.rules.commands.programme import ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES, fold
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.session import CloseSession
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.listed import MATRIX, draw, finished, form_of, resumed
from tests.hallctl.games.bingo.rules.night import Night

RULES = rule_set(str(Path(__file__).parents[4] / "fixtures/config/rules-75.toml"), RuleSet, pace={})
CARDS, SEED, POT = 20, 50_000, "Acumulado"
ADDED = CARDS * 500 * 3 // 4 * 3 // 100
"""What a game adds to the jackpot: 3 % of the 75 % that go to prizes."""


def announced(night: Night, special: str = "") -> None:
    night.do(
        AnnounceGame("A-1042", special=special), ReportFilled(), SellCards(CARDS), CloseSale(), StartDraw()
    )


def others(*cards: int) -> list[int]:
    """Return the balls that none of some cards has."""
    return [ball for ball in range(1, 76) if not any(ball in MATRIX.card(card).numbers for card in cards)]


def four_parts(night: Night) -> None:
    """Corners, a split line and the letter X are sung in their order; the full card comes after ball 55."""
    announced(night)
    draw(night, form_of(night, "corners", 5))
    resumed(night, "corners", 5)
    draw(night, [*form_of(night, "line", 5), *form_of(night, "line", 6)])
    resumed(night, "line", 5, 6)
    draw(night, form_of(night, "letter-x", 7))
    resumed(night, "letter-x", 7)
    draw(night, [*others(5), *sorted(MATRIX.card(5).numbers)])
    finished(night, "bingo", 5)
    night.settled()


def special(night: Night) -> None:
    """The letter H ends the game, too late for the jackpot."""
    night.do(night.count(), LoadBalls())
    announced(night, "letter-h")
    draw(night, form_of(night, "corners", 25))
    resumed(night, "corners", 25)
    draw(night, [*others(25), *form_of(night, "bingo", 25)])
    finished(night, "bingo", 25)
    night.settled()


def jackpot(night: Night) -> None:
    """Two cards are full by ball 57, two more than the jackpot began with."""
    night.do(night.count(), LoadBalls())
    announced(night)
    numbers = sorted({*MATRIX.card(45).numbers, *MATRIX.card(46).numbers})
    draw(night, [*others(45, 46)[: 57 - len(numbers)], *numbers])
    finished(night, "bingo", 45, 46)
    night.settled()


@pytest.fixture(scope="module")
def night() -> Night:
    night = Night(RULES, MATRIX).open_session(MATRIX)
    night.do(ProgrammeGame("A-1042", "letter-h"), ProgrammeGame("A-1042"))
    for game in (four_parts, special, jackpot):
        game(night)
    night.do(night.count(), CloseSession())
    return night


@pytest.fixture(scope="module")
def book(night: Night, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("75") / "libro.sqlite", noted(night.events))


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.execute(query))


@pytest.mark.req("PT-34", "PT-43", "PT-44", "PT-62", "PT-63")
@pytest.mark.invariant("I7")
def test_the_book_says_who_won_what_in_each_game(book: Path) -> None:
    found = rows(book, "SELECT game, claim, progressive, card, amount FROM prizes ORDER BY entry")
    assert {game: [row[1:] for row in group] for game, group in groupby(found, lambda row: row[0])} == {
        1: [
            ("corners", "", 5, 500),
            ("line", "", 5, 500),
            ("line", "", 6, 500),
            ("letter-x", "", 7, 1500),
            ("bingo", "", 5, 4100),
            ("consolation", "", 5, 150),
        ],
        2: [("corners", "", 25, 1200), ("bingo", "", 25, 6050)],
        3: [
            *(("corners", "", card, 250) for card in (45, 46)),
            *(("line", "", card, 500) for card in (45, 46)),
            *(("letter-x", "", card, 750) for card in (45, 46)),
            *(("bingo", "", card, 2050) for card in (45, 46)),
            *(("bingo", POT, card, 25_350) for card in (45, 46)),
        ],
    }


@pytest.mark.req("PT-42", "PT-43")
def test_the_jackpot_grows_with_each_game_in_money_and_in_balls_until_it_is_won(
    night: Night, book: Path
) -> None:
    held = rows(book, "SELECT game, sum(amount), max(held) FROM progressives GROUP BY game ORDER BY entry")
    left, consoled = 25, CARDS * 500 * 150 // 10_000
    assert held == [
        (None, SEED, SEED),
        (1, ADDED + left, SEED + ADDED + left),
        (2, ADDED + left, SEED + 2 * (ADDED + left)),
        (3, SEED + consoled - 2 * 25_350 + ADDED + left, SEED + 3 * (ADDED + left)),
    ]
    closed = [event for event in night.events if isinstance(event, SaleClosed)]
    assert [each.balls for event in closed for each in event.progressives] == [55, 56, 57]


@pytest.mark.invariant("I10")
def test_both_verifiers_find_the_book_whole_and_it_folds_to_the_state_that_was(
    book: Path, night: Night
) -> None:
    assert verify(book).ok
    report = notary.verify(book)
    assert (report.whole, report.findings) == (True, [])
    read = [BINGO_RULES.event(entry.kind, entry.body) for entry in read_entries(book)]
    assert read == night.events
    assert fold(State(RULES, matrices={MATRIX.digest: MATRIX}), read) == night.state


@pytest.mark.invariant("I7")
def test_not_a_cent_is_lost(night: Night) -> None:
    record = noted(night.events)
    found = reconcile(record)
    assert len(found.games) == 3 and found.inequalities == ()
    assert sum(night.state.ledger.values()) == 0
    assert night.state.ledger[f"pozo {POT}"] == -night.state.progressives[POT]
    assert not any(night.state.ledger.get(f"premio {prize.key}", 0) for prize in RULES.every_prize)
