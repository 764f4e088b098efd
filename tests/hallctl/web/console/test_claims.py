"""What the desk sees of a claim: the matrix card, what is won, and, the jefe alone, what is unsung."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from hallctl.games.bingo.desk.claimed_card import rows
from hallctl.games.bingo.desk.claims import Unsung, wins
from hallctl.games.bingo.desk.moments import called_at
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, VerifyCard
from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.i18n.words import hour
from hallctl.minutes.book import Book
from hallctl.minutes.entry import local_time
from hallctl.minutes.reader import read_entries
from hallctl.rules.commands.base import Actor, Issued, Post
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night, full_line_of
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, Hall, Serving

BOTH = (3, 29)
"""Cards whose lines the last of these balls completes."""

TO_THE_LINE = (9, 57, 60, 73, 32, 90, 16)
UNSUNG = "sin cantar"


def night(cards: int = 60, **rules: object) -> Night:
    """Return a night whose draw stands at a ball that completes two lines."""
    played = Night(replace(RULES, **rules)).open_session().start(cards)  # type: ignore[arg-type]
    for ball in TO_THE_LINE:
        played.draw(ball)
    return played


def test_what_is_unsung_is_counted_while_the_room_is_asked_and_no_longer() -> None:
    played, watch = night(), Unsung()
    assert watch.count(played.state) is None
    played.claim(Claim.LINE, BOTH[0])
    assert watch.count(played.state) is None, "the room is not asked yet"
    played.ask()
    assert watch.count(played.state) == 1
    played.do(VerifyCard(Claim.LINE, "A-1042", 5))
    assert watch.count(played.state) == 1, "a bad card leaves it as it is"
    played.do(VerifyCard(Claim.LINE, "A-1042", BOTH[1]))
    assert watch.count(played.state) == 0
    played.do(ResumeDraw())
    assert watch.count(played.state) is None


def test_a_card_that_nobody_bought_is_not_counted() -> None:
    played = night(cards=28)
    played.claim(Claim.LINE, BOTH[0])
    played.ask()
    assert Unsung().count(played.state) == 0


@pytest.mark.req("D2")
@pytest.mark.parametrize("strict", [False, True])
def test_a_line_that_comes_too_late_is_not_counted(strict: bool) -> None:
    played = night(line_needs_last_ball=strict)
    played.call_card(5, rows=1)
    called = played.state.game.called_balls
    full = {n: full_line_of(MATRIX.card(n), called) for n in range(1, 61)}
    held = {
        n for n, row in full.items() if row and (not strict or called[-1] in MATRIX.card(n).rows[row - 1])
    }
    assert held.issuperset(BOTH) is not strict
    played.claim(Claim.LINE, 5)
    played.ask()
    assert Unsung().count(played.state) == len(held - {5})


@pytest.mark.parametrize("seed", range(3))
def test_the_count_is_that_of_the_rules_card_by_card(seed: int) -> None:
    """One watch follows a game from claim to claim, and starts again with the next."""
    watch, dice = Unsung(), random.Random(seed)
    played = Night().open_session().start(600)
    balls = dice.sample(range(1, 91), 60)
    for ball in balls:
        played.draw(ball)
    called = played.state.game.called_balls
    held = [n for n in range(1, 601) if full_line_of(MATRIX.card(n), called)]
    assert held
    played.claim(Claim.LINE, held[0])
    played.ask()
    assert watch.count(played.state) == len(held) - 1
    played.do(ResumeDraw())
    for ball in set(range(1, 91)) - set(balls):
        played.draw(ball)
    played.claim(Claim.BINGO, 7)
    played.ask()
    assert watch.count(played.state) == 599


@pytest.mark.req("AJ-118")
@pytest.mark.parametrize("sung", [BOTH, BOTH[:1]])
def test_what_the_desk_says_is_won_is_what_is_awarded(sung: tuple[int, ...]) -> None:
    played = night()
    played.claim(Claim.LINE, 5)
    assert wins(played.state) == ()
    played.do(*(VerifyCard(Claim.LINE, "A-1042", card) for card in sung))
    said = {(win.name, card, win.amount) for win in wins(played.state) for card in win.cards}
    played.ask()
    awarded = [event for event in played.do(ResumeDraw()) if isinstance(event, PrizeAwarded)]
    assert said == {("línea", event.card, event.amount) for event in awarded} != set()


def test_a_bingo_with_no_line_before_it_wins_both() -> None:
    played = Night().open_session().start()
    played.call_card(5)
    played.claim(Claim.BINGO, 5)
    game = played.state.game
    assert {(win.name, win.amount) for win in wins(played.state)} == {
        ("bingo", game.bingo),
        ("línea", game.line),
    }


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, TO_THE_LINE) as hall:
        yield hall


@pytest.fixture
def asked(serving: Serving) -> Serving:
    """A hall whose room is asked for another line, while one more card holds it."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Comienzo de la partida")
    for ball in TO_THE_LINE:
        serving.play("Extraer bola")
        serving.hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
    serving.play("Parar: ¡línea!")
    serving.play("Comprobar línea", card=BOTH[0])
    serving.play("¿Alguna línea más?")
    return serving


@pytest.mark.invariant("I16")
def test_only_the_jefe_knows_what_is_unsung(asked: Serving) -> None:
    for person in (DIRECTOR, LOCUTOR, CAJERO):
        for path in ("/", "/panel"):
            text = asked.client.get(path, headers=asked.bearer(person)).text
            assert f"Cartón-matriz {BOTH[0]}" in text, "the card is on the wall anyway"
            assert UNSUNG not in text
    jefe = asked.client.get("/panel", headers=asked.bearer(JEFE)).text
    assert "<b>1</b> cartón vendido tiene línea sin cantar" in jefe
    assert "unsung" not in asked.client.get("/api/desk", headers=asked.bearer(JEFE)).text


def test_a_panel_is_of_one_moment_though_the_table_goes_on_while_it_is_drawn(
    hall: Hall, asked: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = hall.called_at()

    def resumed() -> Mapping[int, datetime]:
        hall.ask(Issued(ResumeDraw(), Actor(JEFE, Post.JEFE), "meanwhile"))
        return called

    monkeypatch.setattr(hall, "called_at", resumed)
    answer = asked.client.get("/panel", headers=asked.bearer(JEFE))
    state = hall.state
    assert state.game is not None
    assert state.game.asked is None, "the draw goes on"
    assert answer.status_code == 200
    assert "<b>1</b> cartón vendido tiene línea sin cantar" in answer.text


@pytest.mark.req("AJ-94")
def test_the_matrix_card_says_of_every_number_which_ball_it_was_and_when_by_the_book(
    hall: Hall, asked: Serving
) -> None:
    state, called = hall.state, hall.called_at()
    book = {e.body["ball"]: local_time(e) for e in read_entries(hall._path) if e.kind == "BallCalled"}
    assert called == book
    assert list(called) == list(TO_THE_LINE)
    assert state.game is not None
    found = rows(state, state.game.verified[0], called)
    for row, numbers in zip(found, MATRIX.card(BOTH[0]).rows, strict=True):
        assert [cell.number for cell in row if cell.number] == list(numbers)
        for cell in row:
            lit = cell.number in TO_THE_LINE
            assert cell.order == (TO_THE_LINE.index(cell.number) + 1 if lit else 0)
            assert cell.at == (hour(called[cell.number]) if lit else "")
    html = asked.client.get("/panel", headers=asked.bearer(JEFE)).text
    assert (
        f"<b>16</b><small>7.ª</small><small><i>{hour(called[16])[:3]}</i>{hour(called[16])[3:]}</small>"
        in html
    )


def test_a_book_that_cannot_be_read_leaves_the_times_out(tmp_path: Path) -> None:
    assert called_at(tmp_path / "none.sqlite", 5) == {}
    (tmp_path / "broken.sqlite").write_bytes(b"x" * 5000)
    assert called_at(tmp_path / "broken.sqlite", 5) == {}
    with Book.create(tmp_path / "empty.sqlite"):
        assert called_at(tmp_path / "empty.sqlite", 0) == {}


def test_a_card_that_there_is_not_has_no_matrix_card() -> None:
    played = night()
    played.claim(Claim.LINE, 601)
    assert rows(played.state, played.state.game.verified[0], {}) == ()
