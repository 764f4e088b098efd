"""What walls, desk, voice, script, act and report say of a game whose rule set lists four prizes."""

import pytest

from displays.views import PrizeLine
from drivers.printer.pdf import render
from hallctl.games.bingo.announcer import BINGO_SPEECH, Announcer
from hallctl.games.bingo.desk.game_steps import steps_of_game
from hallctl.games.bingo.desk.phase import phase
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.desk.stage import Shown
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.narration import narrate_bingo
from hallctl.games.bingo.presses import pressed
from hallctl.games.bingo.reports.money_pages import prizes_paper, session_paper
from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.events.sale import GameAnnounced, SaleClosed
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.play import check, prizes
from hallctl.games.bingo.script import script
from hallctl.games.bingo.words import prizes_sentence
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.outputs.folios.values import NO_HASH, Place
from hallctl.outputs.screens.wall import Wall
from hallctl.readings.contacts import Button
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, START
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.listed import (
    CARD,
    FOUR,
    MATRIX,
    POT,
    draw,
    finished,
    form_of,
    resumed,
    rules_of,
    started,
)
from tests.hallctl.games.bingo.rules.night import Night

WALL = Wall("Tejo", simulated=False)


def played() -> Night:
    """A game in which each of the four prizes is won by itself."""
    night = started(pots=(POT,))
    for prize in ("corners", "line", "pattern"):
        draw(night, form_of(night, prize))
        resumed(night, prize, CARD)
    draw(night, sorted(MATRIX.card(CARD).numbers))
    finished(night, "full", CARD)
    return night


@pytest.mark.req("AJ-36", "AJ-116")
def test_a_wall_has_each_prize_with_its_name_in_the_language_of_the_wall() -> None:
    night = Night(rules_of(), MATRIX).open_session(MATRIX).sell(60)
    assert [(line.name, line.amount) for line in board(night.state, WALL).prizes] == [
        ("CUATRO ESQUINAS", "Bs 15,00"),
        ("LÍNEA", "Bs 30,00"),
        ("LETRA X", "Bs 45,00"),
        ("CARTÓN LLENO", "Bs 135,00"),
    ]
    night = started()
    draw(night, form_of(night, "corners"))
    night.do(StopForClaim("corners"))
    assert board(night.state, WALL).headline == "HAN CANTADO CUATRO ESQUINAS"
    night.do()
    assert board(night.state, Wall("", False, language="pt")).headline == "CANTARAM QUATRO CANTOS"


@pytest.mark.req("AJ-36")
def test_a_wall_rings_the_form_that_won_and_names_what_is_still_to_be_won() -> None:
    night = started()
    draw(night, form_of(night, "corners"))
    night.claim("corners", CARD)
    view = check(night.state, WALL)
    assert (view.claim, view.shout, view.ringed) == (
        "CUATRO ESQUINAS",
        "¡CUATRO ESQUINAS!",
        form_of(night, "corners"),
    )
    night.ask()
    assert board(night.state, WALL).headline == "¿ALGUIEN MÁS: CUATRO ESQUINAS?"
    night = started()
    draw(night, form_of(night, "corners"))
    resumed(night, "corners", CARD)
    assert board(night.state, WALL).notice == "Se juega: Línea, Letra X, Cartón lleno"
    shown = board(night.state, WALL).prizes[0]
    assert isinstance(shown, PrizeLine)
    assert shown.note == f"cartón {CARD}"


def test_the_screen_of_prizes_celebrates_the_last_one() -> None:
    view = prizes(played().state, WALL)
    assert view.shout == "¡CARTÓN LLENO!"
    assert [winner.prize for winner in view.winners][:3] == ["CUATRO ESQUINAS", "LÍNEA", "LETRA X"]


def test_the_desk_stops_for_each_prize_the_first_and_the_last_by_the_keys_of_line_and_bingo() -> None:
    night = started()
    assert night.state.game is not None
    stops = [
        (each.label, each.key)
        for each in steps_of_game(night.state, night.state.game, voiding_first=False)
        if isinstance(each.command, StopForClaim)
    ]
    assert stops == [
        ("Parar: cuatro esquinas", "F3"),
        ("Parar: ¡línea!", ""),
        ("Parar: letra X", ""),
        ("Parar: cartón lleno", "F4"),
    ]
    assert pressed(Button.LINE, night.state) == StopForClaim("corners")
    assert pressed(Button.BINGO, night.state) == StopForClaim("full")
    events = night.do(StopForClaim("pattern"))
    found, shown = result(night.state, events), phase(night.state)
    assert found is not None and found.headline == "Sorteo parado: cantan letra X"
    assert shown is not None and shown.name == "Han cantado: letra X"
    assert [name for name, _, _ in Shown(night.state).prizes] == [prize.es for prize in FOUR]
    portuguese = Phrasebook("pt")
    assert [portuguese(name) for name, _, _ in Shown(night.state).prizes] == [prize.pt for prize in FOUR]
    assert portuguese(shown.name) == "Cantaram: letra X"
    assert Phrasebook("en")(found.headline) == "Draw stopped: letter X claimed"


def test_at_a_stop_a_card_may_be_checked_for_any_prize_that_is_still_to_be_won() -> None:
    night = started()
    draw(night, form_of(night, "corners"))
    resumed(night, "corners", CARD)
    night.do(StopForClaim("line"))
    assert night.state.game is not None
    steps = steps_of_game(night.state, night.state.game, voiding_first=False)
    verify = next(each for each in steps if isinstance(each.command, VerifyCard))
    assert verify.command == VerifyCard("line", "A-1042", 0)
    assert verify.questions[-1].choices == (
        ("line", "Línea"),
        ("pattern", "Letra X"),
        ("full", "Cartón lleno"),
    )


@pytest.mark.req("AJ-84")
def test_the_jefe_reads_every_prize_and_the_book_says_what_was_announced() -> None:
    night = Night(rules_of(), MATRIX).open_session(MATRIX).sell(60)
    (closed,) = night.do(CloseSale())
    assert night.state.game is not None
    said = prizes_sentence(night.state.game, night.state.rules)
    assert said in script(night.state)
    assert said == (
        "El premio de cuatro esquinas es de Bs 15,00, el de línea, de Bs 30,00, el de letra X, de Bs 45,00 y "
        "el de cartón lleno, de Bs 135,00."
    )
    assert isinstance(closed, SaleClosed)
    assert "Corners, Bs 15,00; línea, Bs 30,00" in (narrate_bingo(closed, "Bs") or "")


@pytest.mark.req("AJ-38")
@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_everything_that_the_voice_says_has_its_words(language: str) -> None:
    texts, heard = BINGO_SPEECH.texts(language, rules_of()), []
    night = started()
    announcer = Announcer(night.state)
    draw(night, form_of(night, "corners"))
    for step in (lambda: night.claim("corners", CARD), night.ask):
        step()
        heard += announcer.take(night.state)
    assert [key for key in heard if not key.isdigit()] == [
        *("canto", "premio-corners", "correcta", "gana-corners", "alguien-corners")
    ]
    assert {*heard} <= {*texts}
    assert BINGO_SPEECH.interrupting & {*heard}


@pytest.mark.req("AJ-45", "AJ-48", "AJ-49", "AJ-50")
def test_the_act_has_every_prize_and_is_typeset() -> None:
    night = played().settled()
    entries = noted(night.events)
    first = next(at for at, entry in enumerate(entries) if isinstance(entry.event, GameAnnounced))
    act = game_act(night.state, entries[first:], LETTERHEAD, Place(3, NO_HASH))
    won = act.data["prizes"]
    assert "line" not in won
    assert [(prize["name"], prize["offered"]) for prize in won["listed"]] == [
        ("Cuatro esquinas", "Bs 15,00"),
        ("Línea", "Bs 30,00"),
        ("Letra X", "Bs 45,00"),
        ("Cartón lleno", "Bs 135,00"),
    ]
    assert all(prize["winners"] for prize in won["listed"])
    assert [claim["kind"] for claim in act.data["claims"]] == [prize.es for prize in FOUR]
    assert render(act.kind, act.data, START).startswith(b"%PDF")


@pytest.mark.invariant("I7")
def test_reports_agree_with_the_accounts_and_name_every_prize() -> None:
    night = played().settled()
    entries, rules = noted(night.events), night.state.rules
    found = summary(entries, 1, rules)
    assert found.balances
    (game,) = found.games
    assert game.whole
    assert [(each.prize, each.offered) for each in game.prizes] == [
        *(("corners", 1500), ("line", 3000), ("pattern", 4500), ("full", 13_500))
    ]
    assert (game.line_awarded, game.bingo_awarded) == (9000, 13_500)
    assert session_paper(entries, found, rules)
    won = register(entries)
    assert [line.prize for line in won.prizes] == ["corners", "line", "pattern", "full", "Acumulado"]
    assert prizes_paper(entries, won, rules)


@pytest.mark.req("PT-65")
def test_a_narration_by_the_halls_rules_says_names_and_calls_and_without_them_the_keys() -> None:
    night = started()
    draw(night, form_of(night, "corners"))
    night.claim("corners", CARD)
    night.ask()
    night.do(ResumeDraw())
    told = [BINGO.narrate(event, "€", night.state.rules) for event in night.events]
    bare = [BINGO.narrate(event, "€") for event in night.events]
    ball = night.state.rules.variant.call(form_of(night, "corners")[0])
    for said in (
        "¡Cuatro esquinas! Se detiene el sorteo.",
        f"Cartón {CARD}, cuatro esquinas: es correcto.",
        "«¿Alguien más: cuatro esquinas?»",
        f"Premio de cuatro esquinas al cartón {CARD}: € 15,00.",
        f"«El {ball}»",
    ):
        assert said in told and said not in bare
    assert "-" in ball and f"«El {ball.partition('-')[2]}»" in bare
    assert not any("corners" in said for said in told)
    assert any("corners" in said for said in bare)
