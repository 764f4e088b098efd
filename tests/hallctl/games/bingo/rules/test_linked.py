"""A jackpot that several halls play for: shown, absent, pending, reserved, lapsed; its money to the cent."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hallctl.games.bingo.documents.incidents import incident_text
from hallctl.games.bingo.files import BINGO_FILES
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrize,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.linked import AnswerJackpot, MissJackpot
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.deciding.linked import questions
from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    Missing,
)
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.ledger import chain, pot
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.games.bingo.screens.common import play
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.running import StartController
from tests.hallctl.games.bingo.rules.listed import CARD, FOUR, MATRIX, draw, finished, rules_of
from tests.hallctl.games.bingo.rules.night import Night

POT = Progressive(
    "Gordo",
    "full",
    seed=1000,
    share_bp=300,
    cap=500_000,
    max_balls=60,
    linked="gordo",
    at_once="first",
    answer_s=10,
    settle_min=15,
    instead=2000,
)
OWN = Progressive("Propio", "line", seed=0, share_bp=200, cap=500_000, max_balls=60)
CARDS, SHARE = 60, 30_000 * 300 // 10_000
MOMENT = "2026-11-30T21:04:00Z"


def selling(pot: Progressive = POT) -> Night:
    rules = rules_of(FOUR, (pot, OWN))
    night = Night(rules, MATRIX).open_session(MATRIX)
    return night.sell(CARDS)


def started(night: Night) -> Night:
    night.do(CloseSale(), StartDraw())
    return night


def said(night: Night, amount: int, **changes: Any) -> AnswerJackpot:
    answer = AnswerJackpot("gordo", night.state.game.number, False, amount, MOMENT, "first", 0, 1000, "nota")
    return replace(answer, **changes)


def shown(pot: Progressive = POT, amount: int = 77_777) -> Night:
    night = selling(pot)
    night.do(said(night, amount))
    return started(night)


def won(night: Night, *cards: int) -> Night:
    numbers = {number for card in cards for number in MATRIX.card(card).numbers}
    draw(night, sorted(numbers))
    finished(night, "full", *cards)
    return night


def due(night: Night) -> Command:
    step = BINGO_RULES.due(night.state, night.now)
    assert step is not None
    return step


def line(night: Night) -> tuple[str, str, bool]:
    prizes = play(night.state, Wall("x", simulated=True, language="es"))["prizes"]
    return next((each.amount, each.note, each.out_of_play) for each in prizes if each.name == "GORDO")


def last(night: Night, kind: type) -> Any:
    return next(event for event in reversed(night.events) if isinstance(event, kind))


def even(night: Night) -> bool:
    return sum(night.state.ledger.values()) == 0


@pytest.mark.req("AJ-114", "AJ-123")
def test_what_the_office_says_is_shown_with_its_time_and_the_sale_goes_to_it() -> None:
    night = selling()
    assert questions(night.state) == (("gordo", 1, False),)
    assert line(night) == ("—", "se pregunta a la oficina", False)
    night.do(said(night, 77_777))
    assert not questions(night.state)
    started(night)
    closed = last(night, SaleClosed).progressives[0]
    assert (closed.linked, closed.amount, closed.total) == ("gordo", SHARE, 77_777 + SHARE)
    assert line(night) == ("Bs 786,77", "cartón lleno hasta la bola 60 · 3 % · 21:04 UTC", False)
    assert night.state.ledger[chain("gordo")] == -SHARE
    assert "Gordo" not in night.state.progressives
    assert even(night)


@pytest.mark.req("AJ-114")
@pytest.mark.parametrize("why", Missing)
def test_without_the_office_the_game_is_played_without_it_and_nothing_goes_to_it(why: Missing) -> None:
    night = selling()
    if why is Missing.TERMS:
        night.do(said(night, 77_777, seed=5))
    else:
        assert BINGO_RULES.due(night.state, night.now + 9_999) is None
        night.wait(10_000)
        night.do(due(night))
    assert last(night, LinkedJackpotAbsent).why is why
    assert night.answer(said(night, 77_777)) == ()
    assert line(night) == ("—", "no en esta partida: sin conexión", True)
    started(night)
    assert [each.progressive for each in last(night, SaleClosed).progressives] == ["Propio"]
    won(night, CARD)
    assert not any(isinstance(event, LinkedJackpotClaimed) for event in night.events)
    assert chain("gordo") not in night.state.ledger
    assert even(night)


@pytest.mark.req("AJ-114")
def test_a_sale_that_closes_before_an_answer_does_without_it() -> None:
    night = selling()
    night.do(CloseSale())
    assert last(night, LinkedJackpotAbsent).why is Missing.SILENT
    assert night.answer(said(night, 77_777)) == ()
    assert even(night)


@pytest.mark.req("AJ-50", "AJ-51", "AJ-103", "AJ-118")
def test_a_claim_is_pending_until_the_office_reserves_and_then_paid_to_the_cent() -> None:
    night = won(shown(), CARD, CARD + 1, CARD + 2)
    assert questions(night.state) == (("gordo", 1, True),)
    assert line(night) == ("—", "ganado: pendiente de la oficina", False)
    assert not any(isinstance(event, PrizeAwarded) and event.progressive == "Gordo" for event in night.events)
    due = [each for each in night.events if isinstance(each, PrizeAwarded)]
    night.do(*(PayPrize(e.claim, e.series, e.card, e.progressive, "Ana", "LP-1") for e in due))
    night.do(CollectCards(CARDS))
    assert night.refused(SignGame()) == "SIGN-JACKPOT"
    night.do(said(night, 80_000, reserved=True))
    assert line(night) == ("Bs 800,00", "ganado: reservado a las 21:04 UTC", False)
    part = 80_000 // 3 // 50 * 50
    prizes = [e for e in night.events if isinstance(e, PrizeAwarded) and e.progressive == "Gordo"]
    assert [(each.card, each.amount) for each in prizes] == [(CARD + n, part) for n in range(3)]
    for again in (said(night, 80_000, reserved=True), said(night, 1, reserved=True)):
        assert night.answer(again) == ()
    assert night.state.ledger[chain("gordo")] == 80_000 - SHARE
    assert "Gordo" not in night.state.progressives
    assert night.state.ledger[pot("Gordo")] == 0
    for card in (CARD, CARD + 1, CARD + 2):
        night.do(PayPrize("full", "A-1042", card, "Gordo", "Ana Rojas", "LP-1"))
    night.do(SignGame())
    assert even(night)


@pytest.mark.req("AJ-114")
def test_a_claim_without_an_answer_lapses_in_its_time_and_is_never_paid_twice() -> None:
    night = won(shown(), CARD)
    night.do(StartController("b2", "hallctl", ""))
    assert night.answer(MissJackpot("gordo", 1)) == ()
    night.wait(15 * 60_000)
    night.do(due(night))
    assert last(night, LinkedJackpotLapsed).amount == 2000
    assert last(night, PrizeAwarded).amount == 2000
    assert night.answer(said(night, 80_000, reserved=True)) == ()
    assert line(night) == ("—", "la oficina no respondió", True)
    assert night.state.ledger[chain("gordo")] == -SHARE
    assert even(night)


def test_a_rule_set_mounted_meanwhile_without_it_leaves_no_game_unsigned() -> None:
    night = won(shown(), CARD)
    night.state = replace(night.state, rules=rules_of(FOUR, (OWN,)))
    night.do(due(night))
    assert last(night, LinkedJackpotLapsed).amount == 0
    assert not night.state.game.undecided
    assert even(night)


@pytest.mark.req("AJ-111")
def test_a_void_game_takes_its_contribution_back_unless_it_won() -> None:
    night = shown()
    night.do(ProposeVoid("avería"), ApproveVoid())
    assert night.state.ledger[chain("gordo")] == 0
    assert even(night)


def test_the_act_says_what_became_of_it() -> None:
    night = won(shown(), CARD)
    night.do(said(night, 80_000, reserved=True))
    assert last(night, LinkedJackpotReserved).moment == MOMENT
    found = [text for text in map(incident_text, night.events) if text]
    assert found == [
        "Pozo «gordo» de la oficina central: 777,77 a las 21:04 UTC. Está en juego.",
        "Gordo: premio pendiente de la oficina central (pozo «gordo»).",
        "Pozo «gordo» ganado: la oficina central reserva 800,00 a las 21:04 UTC.",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"linked": "El Gordo"},
        {"at_once": "both"},
        {"window_s": 5},
        {"answer_s": 0},
        {"settle_min": 0},
        {"instead": -1},
        {"linked": ""},
    ],
)
def test_a_rule_set_says_all_of_a_linked_progressive_and_nothing_else(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Gordo"):
        rules_of(FOUR, (replace(POT, **wrong), OWN))


def test_a_rule_set_without_one_is_written_as_before() -> None:
    def written(rules: RuleSet) -> str:
        return rules.text

    assert "linked" not in written(rules_of(FOUR, (OWN,)))
    assert '"linked":"gordo"' in written(rules_of(FOUR, (POT, OWN))).replace(" ", "")
    with pytest.raises(ValueError, match="dos pozos"):
        rules_of(FOUR, (POT, replace(POT, name="Otro"), OWN))


def test_a_hall_whose_rules_have_such_a_jackpot_needs_a_line_to_the_office():
    rules = rules_of(FOUR, (POT, OWN))
    values = {"series": [{}], "ball_sets": ["A"]}
    for section, told in (({}, 1), ({"chain": {"hall": "sala-1"}}, 0)):
        problems: list[str] = []
        BINGO_FILES.material(Path("hall.toml"), values | section, rules, problems)
        assert len(problems) == told, problems
        assert all("[chain]" in problem and "gordo" in problem for problem in problems)
