"""What each screen of the wall holds, made from the state, and which is shown when."""

import json
from dataclasses import replace

import pytest

from displays.views import KINDS, BoardView, CctvView
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import AnnounceLastGame, DeclareMinimum, LoadBalls
from hallctl.games.bingo.rules.commands.sale import AnnounceClose, AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.screens import between, play
from hallctl.games.bingo.screens.auto import AUTO, auto, moment
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.make import make
from hallctl.games.bingo.screens.recent import Recent
from hallctl.games.bingo.script import script
from hallctl.games.bingo.words import ANY_MORE, sold_formula
from hallctl.i18n.screen_texts import LANGUAGES, SPANISH
from hallctl.i18n.words import amount
from hallctl.outputs.screens.names import COMPLETE, MOMENTS, PLAY, SCREENS
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.running import ContinuePlay, ReportFault, StartController
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

WALL = Wall("Illimani", simulated=True)
POT = Progressive("pozo mayor", "bingo", 100_000, 200, 10_000_000, 45)
WITH_POT = replace(RULES, house_bp=RULES.house_bp - 200, progressives=(POT,))


def at(night, later=0):
    """The wall so many milliseconds later."""
    return replace(WALL, now=night.now + later)


def test_every_screen_that_can_be_named_can_be_made_and_drawn():
    assert {*SCREENS, "table", "cards"} == set(KINDS), "tables' are of other games"
    night = Night().open_session().start()
    for screen in SCREENS:
        view = make(screen, night.state, WALL)
        assert screen == view.KIND


def test_auto_follows_the_game():
    night = Night()
    assert auto(night.state) == "closed"
    night.open_session()
    assert auto(night.state) == "between"
    night.do(AnnounceLastGame())
    assert auto(night.state) == "last"
    night.sell(60)
    assert auto(night.state) == "sale"
    night.do(CloseSale())
    assert auto(night.state) == "board"
    night.do(StartDraw())
    night.call_card(5, rows=1)
    assert (moment(night.state), auto(night.state)) == ("draw", "board")
    night.claim(Claim.LINE, 5)
    assert auto(night.state) == "check"
    night.ask()
    night.do(ResumeDraw(), ReportFault("cámara", "CAMERA-BLACK", ""))
    assert auto(night.state) == "pause"


def test_auto_shows_the_prizes_and_then_what_stands_between_games():
    night = Night().open_session().finished()
    assert auto(night.state) == "prizes"
    night.settled()
    assert auto(night.state) == "between"


def test_the_halls_order_goes_before_auto_only_where_it_says_something():
    night = Night().open_session().start()
    assert auto(night.state, {"draw": "cctv"}) == "cctv"
    assert auto(night.state, {"sale": "board"}) == "board"


@pytest.mark.req("AJ-37")
def test_what_auto_shows_in_play_carries_the_four_fields():
    assert set(AUTO) == set(MOMENTS)
    assert {AUTO[moment] for moment in PLAY} <= COMPLETE
    night = Night().open_session().start(60)
    night.draw(7)
    for screen in COMPLETE:
        view = make(screen, night.state, WALL)
        assert (view.called, view.cards_sold, view.price) == ((7,), 60, "Bs 5,00")
        assert [prize.amount for prize in view.prizes] == ["Bs 30,00", "Bs 180,00"]


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I1")
def test_no_screen_has_a_ball_before_it_is_called():
    night = Night().open_session().start()
    night.do(ReportBall(night.order(), 42, ""))
    for screen in COMPLETE:
        assert make(screen, night.state, WALL).called == ()
    night.do(CallBall(42))
    for screen in COMPLETE:
        assert make(screen, night.state, WALL).called == (42,)


@pytest.mark.req("AJ-65")
def test_the_sale_shows_the_series_its_size_and_the_range_on_sale():
    night = Night().open_session().finished(60).settled()
    night.do(night.count(), LoadBalls()) if not night.state.session.loaded else None
    night.do(AnnounceGame("A-1042"))
    view = play.sale(night.state, at(night))
    (series,) = view.series
    assert (series.name, series.first, series.last, series.size) == ("A 1042", 61, 600, 600)
    assert view.closes_in is None


@pytest.mark.req("AJ-73")
def test_the_announced_close_of_the_sale_is_counted_down_and_closes_nothing():
    night = Night().open_session().sell(60)
    assert night.refused(AnnounceClose(0)) == "SALE-NOTICE"
    assert night.refused(AnnounceClose(61)) == "SALE-NOTICE"
    night.do(AnnounceClose(5))
    night.wait(30_500)
    night.do(AnnounceClose(2))
    night.wait(25_500)
    view = play.sale(night.state, at(night))
    assert (view.closes_in, view.notice) == (95, SPANISH.buy_now)
    night.wait(600_000)
    assert play.sale(night.state, at(night)).closes_in == 0
    night.do(SellCards(1), StartController("b2", "test", "again"))
    assert play.sale(night.state, at(night)).closes_in is None, "another boot has another clock (I22)"
    night.do(ContinuePlay(), CloseSale())
    assert night.refused(AnnounceClose(2)) == "SALE-PHASE"


@pytest.mark.req("AJ-79", "AJ-116")
def test_the_prizes_grow_as_cards_are_sold_to_what_the_close_announces():
    night = Night(WITH_POT).open_session().sell(10)
    few = [line.amount for line in play.sale(night.state, WALL).prizes]
    night.do(SellCards(50))
    many = play.sale(night.state, WALL).prizes
    assert few == ["Bs 5,00", "Bs 30,00", "Bs 1.001,00"]
    assert [line.amount for line in many] == ["Bs 30,00", "Bs 180,00", "Bs 1.006,00"]
    assert many[0].note == "hasta ahora · 10 % de lo vendido"
    night.do(CloseSale())
    assert [line.amount for line in board(night.state, WALL).prizes] == [line.amount for line in many]


@pytest.mark.req("AJ-98", "AJ-118")
def test_a_good_card_is_celebrated_with_what_all_good_cards_of_the_stop_win():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 6)
    bad = play.check(night.state, WALL)
    assert (bad.shout, bad.amount, bad.winners, bad.ringed) == ("", "", (), ())
    assert bad.missing == night.state.game.verified[-1].missing
    night.do(VerifyCard(Claim.LINE, "A-1042", 5))
    view = play.check(night.state, WALL)
    assert (view.tone, view.headline, view.shout, view.amount) == ("win", "¡LÍNEA!", "¡LÍNEA!", "Bs 30,00")
    assert [(won.prize, won.card, won.amount) for won in view.winners] == [("LÍNEA", 5, "Bs 30,00")]
    assert view.ringed == MATRIX.card(5).rows[0]
    assert view.missing == ()


@pytest.mark.req("AJ-118")
def test_every_winner_of_a_split_is_shown_with_what_is_then_awarded():
    night = Night().open_session().start()
    night.call_card(5)
    night.call_card(6)
    night.do(StopForClaim(Claim.BINGO))
    night.do(*(VerifyCard(Claim.BINGO, "A-1042", card) for card in (5, 6)))
    before = play.check(night.state, WALL)
    assert [(won.prize, won.card) for won in before.winners] == [
        ("LÍNEA", 5), ("LÍNEA", 6), ("BINGO", 5), ("BINGO", 6),
    ]  # fmt: skip
    assert before.ringed == tuple(sorted(before.ringed, key=before.cells.index))
    assert len(before.ringed) == 15
    night.ask()
    night.do(FinishGame())
    after = play.prizes(night.state, WALL)
    assert after.winners == before.winners
    assert (after.shout, after.amount) == ("¡BINGO!", "Bs 180,00")


def test_the_draw_says_what_is_played_for():
    night = Night().open_session().start()
    assert board(night.state, WALL).notice == "Se juega la línea"
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw())
    assert board(night.state, WALL).notice == "Se juega el bingo"


@pytest.mark.req("AJ-94", "AJ-95")
def test_the_check_shows_the_matrix_card_its_verdict_and_every_reason():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    waiting = play.check(night.state, WALL)
    assert (waiting.claim, waiting.card, waiting.cells, waiting.verdict) == ("LÍNEA", None, (), "none")
    night.do(VerifyCard(Claim.LINE, "A-1042", 5), VerifyCard(Claim.LINE, "A-1042", 6))
    view = play.check(night.state, WALL)
    assert (view.card, view.series, view.verdict) == (6, "A 1042", "bad")
    assert view.cells == MATRIX.card(6).cells
    faults = night.state.game.verified[-1].faults
    assert view.reasons == tuple(fault.removesuffix(" (D2)") for fault in faults)
    assert [(card.card, card.verdict) for card in view.queue] == [(5, "good")]


def test_a_card_that_is_not_of_the_series_has_no_cells():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 9999)
    assert play.check(night.state, WALL).cells == ()


@pytest.mark.req("AJ-100")
def test_the_time_left_to_sing_is_counted_from_the_question():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    assert play.check(night.state, at(night)).closes_in is None
    night.do(AskAnyMore())
    wait = night.state.rules.any_more_ms
    assert play.check(night.state, at(night)).closes_in == wait // 1000
    assert play.check(night.state, at(night, wait - 1)).closes_in == 1
    assert play.check(night.state, at(night, wait + 5000)).closes_in == 0


def test_no_name_and_no_document_of_a_player_is_on_any_screen():
    night = Night(replace(RULES, split_by="player")).open_session().start()
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    night.do(VerifyCard(Claim.LINE, "A-1042", 5, player="Zutano Pérez", document="LP-998877"))
    night.ask()
    night.do(ResumeDraw())
    night.call_card(5)
    night.do(StopForClaim(Claim.BINGO))
    night.do(VerifyCard(Claim.BINGO, "A-1042", 5, player="Zutano Pérez", document="LP-998877"))
    night.ask()
    night.do(FinishGame())
    assert "Zutano" in str(night.state)
    for screen in SCREENS:
        said = json.dumps(make(screen, night.state, WALL).to_json(), ensure_ascii=False)
        assert "Zutano" not in said
        assert "998877" not in said


def test_the_prizes_are_told_by_card():
    night = Night().open_session().finished(60)
    winners = play.prizes(night.state, WALL).winners
    assert [(w.prize, w.card, w.series, w.amount) for w in winners] == [
        ("LÍNEA", 5, "A 1042", "Bs 30,00"),
        ("BINGO", 5, "A 1042", "Bs 180,00"),
    ]


@pytest.mark.req("AJ-115", "PT-45")
def test_the_condition_of_every_progressive_is_on_every_screen_in_every_moment():
    night = Night(WITH_POT)
    states = [night.state, night.open_session().state, night.start(60).state]
    for state in states:
        for screen in SCREENS:
            view = make(screen, state, WALL)
            pots = view.prizes if screen in COMPLETE else view.progressives
            assert pots[-1].name == "POZO MAYOR"
            assert pots[-1].note == "bingo hasta la bola 45 · 2 %"


@pytest.mark.req("AJ-115", "AJ-118")
@pytest.mark.parametrize(
    ("language", "condition", "passed"),
    [
        ("es", "línea hasta la bola 5 · 2 %", "ya no: pasó la bola 5 · 2 %"),
        ("pt", "linha até à bola 5 · 2 %", "já não: passou a bola 5 · 2 %"),
        ("en", "line by ball 5 · 2%", "too late: ball 5 passed · 2%"),
    ],
)
def test_a_progressive_is_out_of_play_from_the_ball_after_its_last_one(language, condition, passed):
    early = replace(POT, claim="line", max_balls=5)
    night = Night(replace(WITH_POT, progressives=(early,))).open_session().start()
    wall = replace(WALL, language=language)
    for ball in range(1, 7):
        night.draw(ball)
        for screen in COMPLETE:
            pot = make(screen, night.state, wall).prizes[-1]
            assert (pot.out_of_play, pot.note) == ((True, passed) if ball > 5 else (False, condition))


@pytest.mark.req("AJ-115")
def test_a_progressive_that_was_won_is_the_next_games_again():
    night = Night(WITH_POT).open_session().finished()
    while_paid, again = play.prizes(night.state, WALL), between.between(night.settled().state, WALL)
    assert [winner.prize for winner in while_paid.winners][-1] == "POZO MAYOR"
    pot = while_paid.prizes[-1]
    assert (pot.out_of_play, pot.note) == (False, "próxima: bingo hasta la bola 45 · 2 %")
    assert again.progressives[-1].note == "bingo hasta la bola 45 · 2 %"


@pytest.mark.req("AJ-59")
def test_a_smaller_minimum_is_told_between_games():
    night = Night().open_session()
    night.do(DeclareMinimum(6))
    assert between.between(night.state, WALL).notice == script(night.state)


@pytest.mark.req("AJ-104")
def test_the_last_game_is_announced_large():
    night = Night().open_session()
    night.do(AnnounceLastGame())
    view = between.last(night.state, WALL)
    assert (view.headline, view.tone) == ("ÚLTIMO JUEGO", "attention")


@pytest.mark.req("AJ-65", "AJ-83", "AJ-100")
def test_the_wall_says_in_spanish_what_the_locutor_reads():
    night = Night().open_session()
    night.do(AnnounceLastGame())
    night.sell(60)
    assert board(night.state, Wall("", False)).notice in script(night.state)
    night.do(CloseSale())
    assert board(night.state, Wall("", False)).notice == sold_formula(night.state.game.sold)
    for claim, said in ((Claim.LINE, "any_line"), (Claim.BINGO, "any_bingo")):
        assert getattr(LANGUAGES["es"], said) == ANY_MORE[claim].upper()
    for minor in (0, 5, 123456789012, -250):
        assert LANGUAGES["es"].money(minor, "Bs") == amount(minor, "Bs")


@pytest.mark.req("PT-53")
@pytest.mark.parametrize("language", ["pt", "en"])
def test_another_language_leaves_no_spanish_on_the_wall(language):
    spanish, other = LANGUAGES["es"], LANGUAGES[language]
    night = Night(WITH_POT).open_session().sell(60)
    wall = replace(WALL, language=language)
    view = make("sale", night.state, wall)
    assert view.language == language
    assert view.headline == other.sale
    for word in ("cartones", "premios", "fichas de juego"):
        assert word not in view.notice
    same = {
        name
        for name in ("sung", "sale", "rules", "complaint", "last", "sold")
        if getattr(spanish, name) == getattr(other, name)
    }
    assert not same


def test_reasons_are_told_in_the_halls_language():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 6)
    wall = replace(WALL, translate=lambda said: f"<{said}>")
    faults = night.state.game.verified[-1].faults
    assert play.check(night.state, wall).reasons == tuple(f"<{fault}>" for fault in faults)


@pytest.mark.req("PT-51")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_and_how_to_complain_stand_between_games(language):
    night = Night().open_session().finished().settled()
    view = between.between(night.state, replace(WALL, language=language, complaint_qr="https://x.pt/"))
    texts = LANGUAGES[language]
    assert (view.rules, view.complaint, view.qr) == (texts.rules, texts.complaint, "https://x.pt/")
    assert len(view.rules) >= 5 and view.complaint


@pytest.mark.req("PT-07", "PT-50")
def test_the_last_three_games_are_kept_in_their_order_of_extraction():
    night, recent = Night().open_session(), Recent()
    drawn = []
    for _ in range(4):
        if not night.state.session.loaded or not night.state.session.counted:
            night.do(night.count(), LoadBalls())
        night.start(20)
        first = night.state.game.first
        night.call_card(first)
        night.claim(Claim.BINGO, first)
        night.ask()
        night.do(FinishGame())
        drawn.insert(0, (night.state.game.number, night.state.game.called_balls))
        night.settled()
    for event in night.events:
        recent.take(event)
    assert [(past.game, past.drawn) for past in recent.games] == drawn[:3]
    view = between.between(night.state, WALL, recent.games)
    assert [(game.game, game.called) for game in view.recent] == drawn[:3]
    assert [game.won for game in view.recent] == ["BINGO Bs 60,00"] * 3
    assert view.game is None


@pytest.mark.parametrize("source", ["AJ-107", "PT-61", "AJ-72, PT-22", "D3"])
def test_the_room_reads_reasons_without_the_requirement_and_shares_as_its_language_writes_them(source):
    wall = replace(WALL, translate=lambda said: f"{said} ({source})")
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 6)
    (reason,) = play.check(night.state, wall).reasons
    assert reason.startswith("números no cantados: ") and "(" not in reason
    assert [LANGUAGES[each].percent(25) for each in ("es", "pt", "en")] == ["0,25 %", "0,25 %", "0.25%"]


@pytest.mark.req("AJ-29", "AJ-37")
def test_where_no_camera_is_on_the_exit_its_screen_is_the_board_and_says_so():
    night = Night().open_session().start()
    night.draw(7)
    for language, said in (("es", "Sin cámara"), ("pt", "Sem câmara"), ("en", "No camera")):
        view = make("cctv", night.state, Wall("Sala", False, language, camera=False))
        assert isinstance(view, BoardView)
        assert view.notice.startswith(said)
        assert (view.called, view.corner) == ((7,), False)
    assert isinstance(make("cctv", night.state, Wall("Sala", False)), CctvView)
