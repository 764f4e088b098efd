"""A step takes effect only on what its page showed, and within its time (I26)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, PayPrize
from hallctl.games.bingo.rules.commands.draw import DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.incidents import FileComplaint
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import State
from hallctl.table.press import SILENCE_MS, TAKEN_MS, Press, too_late
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving

MOMENTS = st.integers(0, 10**9)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, range(1, 91)) as hall:
        yield hall


@pytest.fixture
def drawing(hall: Hall) -> Iterator[Serving]:
    with Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=12)
        serving.play("Cerrar venta", "Comienzo de la partida")
        yield serving


def ask(
    hall: Hall, command: Command, request: str, seen: State, until: int, post: Post = Post.JEFE
) -> object:
    """Take a step as somebody before a page of another moment; return the code, or the entries."""
    person = JEFE if post is Post.JEFE else LOCUTOR
    press = Press(BINGO_RULES.shown(seen, type(command)), until)
    outcome = hall.ask(Issued(command, Actor(person, post), request), press)
    return outcome.code if isinstance(outcome, Refusal) else outcome.entries


@pytest.mark.invariant("I26")
@given(heard=MOMENTS, age=st.integers(-(10**6), 10**9), now=MOMENTS)
def test_a_page_is_not_believed_beyond_its_silence_nor_about_the_future(
    heard: int, age: int, now: int
) -> None:
    press = Press.heard("", heard, age, now)
    if heard > now:
        assert press.until < now, "a stamp of another boot"
    else:
        assert heard + TAKEN_MS <= press.until <= heard + SILENCE_MS + TAKEN_MS
        assert press.until - TAKEN_MS <= heard + max(age, 0)


@pytest.mark.invariant("I26")
def test_no_step_but_a_stop_is_taken_after_its_time_nor_by_who_says_nothing(hall: Hall) -> None:
    state, now = hall.newest().state, hall.now()
    for kind in (DrawBall, CloseSale, OpenBook, StopForClaim, PayPrize):
        step = STEPS[kind]
        shown = BINGO_RULES.shown(state, kind)
        late = too_late(Press(shown, now - 1), step, shown, now)
        silent = too_late(Press("", now + 1), step, shown, now)
        assert (late is None) is (silent is None) is (kind is StopForClaim), kind
        assert too_late(Press(shown, now), step, shown, now) is None


@pytest.mark.invariant("I26")
def test_every_step_but_a_stop_stands_on_the_game_and_its_phase() -> None:
    night = Night().open_session()
    moments = [night.state]
    for step_of_night in (AnnounceGame("A-1042"), CloseSale(), StartDraw()):
        night.do(step_of_night)
        moments.append(night.state)
        if isinstance(step_of_night, AnnounceGame):
            night.do(ReportFilled(), SellCards(60))
    for kind, step in STEPS.items():
        seen = {BINGO_RULES.shown(state, kind) for state in moments}
        assert len(seen) == (1 if step.stops else len(moments)), kind


@pytest.mark.invariant("I17", "I26")
def test_a_press_that_waited_too_long_is_refused_by_the_deciding_loop_and_stays_refused(
    hall: Hall, drawing: Serving
) -> None:
    state, entry = hall.newest().state, hall.newest().entry
    assert ask(hall, DrawBall(), "late", state, hall.now() - 1) == "STEP-LATE"
    assert ask(hall, DrawBall(), "late", state, hall.now() + 1000) == "STEP-LATE", "the same request"
    assert hall.newest().entry == entry
    taken = ask(hall, DrawBall(), "in time", state, hall.now() + 1000)
    assert isinstance(taken, tuple)
    assert ask(hall, DrawBall(), "in time", state, hall.now() - 1) == taken, "it was taken, and is told so"


@pytest.mark.invariant("I26")
def test_two_who_draw_at_the_same_moment_draw_one_ball(hall: Hall, drawing: Serving) -> None:
    state = hall.newest().state
    assert isinstance(ask(hall, DrawBall(), "r-1", state, hall.now() + 1000), tuple)
    hall.wait_for_ball()
    drawing.play("Cantar el 1")
    assert ask(hall, DrawBall(), "r-2", state, hall.now() + 1000, Post.LOCUTOR) == "STEP-STALE"
    game = hall.state.game
    assert game is not None
    assert game.order == 1


@pytest.mark.invariant("I26")
def test_who_sells_or_writes_is_not_refused_for_what_others_do_and_a_stop_never(hall: Hall) -> None:
    with Serving(hall) as serving:
        serving.play_until("Vender cartones")
        before = hall.newest().state
        serving.play("Vender cartones", count=12)
        until = hall.now() + 10_000
        sold = ask(hall, SellCards(6), "r-1", before, until, Post.LOCUTOR)
        assert isinstance(sold, tuple), "another sold meanwhile"
        serving.play("Cerrar venta")
        assert ask(hall, SellCards(6), "r-2", before, until, Post.LOCUTOR) == "SALE-PHASE"
        serving.play("Comienzo de la partida")
        drawn = hall.newest().state
        serving.play("Extraer bola")
        hall.wait_for_ball()
        complaint = FileComplaint("Eva", "CI 1", "Cantó tarde", signed=True)
        assert isinstance(ask(hall, complaint, "r-3", drawn, until), tuple)
        assert isinstance(ask(hall, StopForClaim(Claim.LINE), "r-5", before, 0), tuple)


@pytest.mark.invariant("I16", "I26")
def test_the_second_person_agrees_to_the_words_that_she_saw_and_to_no_others(
    hall: Hall, drawing: Serving
) -> None:
    serving = drawing
    serving.play("Proponer anulación", reason="Se cayó el bombo")
    seen = hall.newest().state
    serving.play("Retirar la propuesta de anular")
    serving.play("Proponer anulación", reason="Otra cosa")
    director = serving.bearer("Marta Suárez")
    said = {"request": "r-1", "post": "director", "command": "ApproveVoid", "body": {}}
    said |= {"seen": BINGO_RULES.shown(seen, ApproveVoid), "heard": hall.now()}  # type: ignore[dict-item]
    assert serving.client.post("/api/proof", json={"secret": "271828"}, headers=director).status_code == 200
    answer = serving.client.post("/api/commands", json=said, headers=director)
    assert answer.json()["refusal"]["code"] == "STEP-STALE"
