"""What the board may show, and when."""

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import AskAnyMore, ResumeDraw
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import AnnounceLastGame, DeclareMinimum
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.script import script
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.running import ReportFault, StartController
from tests.hallctl.games.bingo.rules.night import Night


def shown(night):
    return board(night.state, Wall("Illimani", simulated=True))


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I1")
def test_a_ball_is_on_the_board_only_when_it_is_called():
    night = Night().open_session().start()
    night.do(ReportBall(night.order(), 42, ""))
    assert shown(night).called == ()
    night.do(CallBall(42))
    assert shown(night).called == (42,)


@pytest.mark.req("AJ-33", "AJ-34", "AJ-35", "AJ-36", "AJ-37", "PT-09", "PT-12")
def test_the_four_mandatory_fields_are_there_through_the_whole_draw():
    night = Night().open_session().start(60)
    night.draw(7)
    views = [shown(night)]
    night.claim(Claim.LINE, 3)
    views.append(shown(night))
    night.do(ResumeDraw(), ReportFault("cámara", "CAMERA-BLACK", ""))
    views.append(shown(night))
    for view in views:
        assert view.called == (7,)
        assert (view.cards_sold, view.price) == (60, "Bs 5,00")
        assert [(prize.name, prize.amount) for prize in view.prizes] == [
            ("LÍNEA", "Bs 30,00"),
            ("BINGO", "Bs 180,00"),
        ]
    assert [view.tone for view in views] == ["play", "attention", "stop"]


@pytest.mark.req("AJ-65", "AJ-83", "AJ-84", "AJ-121", "AJ-122")
def test_the_announcements_use_the_words_of_the_regulation():
    night = Night().open_session().sell(60)
    assert shown(night).notice == (
        "Se vende la serie A 1042, de 600 cartones, a Bs 5,00 cada uno. "
        "Los premios se pagan en fichas de juego."
    )
    night.do(CloseSale())
    assert shown(night).notice == "Cartones vendidos 60, de la serie A 1042 del número 1 al 60."
    assert script(night.state).startswith(
        "Cartones vendidos 60, de la serie A 1042 del número 1 al 60. "
        "El premio de línea es de Bs 30,00 y el de bingo, de Bs 180,00."
    )


@pytest.mark.req("AJ-59")
def test_a_smaller_minimum_is_on_the_wall_when_the_day_begins():
    night = Night().open_session()
    night.do(DeclareMinimum(6))
    assert shown(night).notice == "Hoy las partidas comienzan desde 6 cartones vendidos."
    assert script(night.state) == shown(night).notice


@pytest.mark.req("AJ-104")
def test_the_last_game_is_announced_on_the_wall_from_its_sale_to_its_last_ball():
    night = Night().open_session()
    night.do(AnnounceLastGame())
    night.sell(12)
    assert shown(night).notice.startswith("Último juego. Se vende la serie A 1042")
    assert script(night.state).startswith("Partida 1. Último juego. Se vende")
    night.do(CloseSale(), StartDraw())
    night.draw(7)
    assert shown(night).notice == "Último juego. Se juega la línea"


@pytest.mark.req("AJ-105")
def test_players_see_the_series_and_then_the_numbers_in_play_before_the_draw():
    night = Night().open_session().sell(60)
    assert "la serie A 1042" in shown(night).notice
    night.do(CloseSale())
    assert "de la serie A 1042 del número 1 al 60" in shown(night).notice
    assert shown(night).called == ()


@pytest.mark.req("AJ-100")
def test_the_question_any_more_is_on_the_wall():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    assert shown(night).notice == "El cartón 5 es correcto"
    night.do(AskAnyMore())
    assert shown(night).headline == "¿ALGUNA LÍNEA MÁS?"


def test_every_phase_has_its_headline():
    night = Night()
    seen = [shown(night).headline]
    night.open_session()
    seen.append(shown(night).headline)
    night.finished()
    seen.append(shown(night).headline)
    night.settled()
    seen.append(shown(night).headline)
    night.start().do(StartController("b9", "test", "died"))
    seen.append(shown(night).headline)
    night.do(ProposeVoid("corte de luz"), ApproveVoid())
    seen.append(shown(night).headline)
    assert seen == [
        "SALA CERRADA",
        "PREPARANDO LA SESIÓN",
        "PARTIDA FINALIZADA",
        "PARTIDA CERRADA",
        "PAUSA TÉCNICA",
        "PARTIDA ANULADA",
    ]
