"""What is paid in the place of a progressive, and of what a progressive takes its share."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.desk.claims import wins
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, PayPrize, ProposeVoid
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveNoBingo, ProposeNoBingo
from hallctl.games.bingo.rules.events.claims import PrizeAwarded, ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.common import play
from hallctl.games.bingo.variants.prizes import Base
from hallctl.outputs.screens.wall import Wall
from tests.hallctl.games.bingo.rules.listed import (
    CARD,
    CORNERS,
    FULL,
    LATE,
    LINE,
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

PRIZES = (CORNERS, LINE, LATE, FULL)
CONSOLED = 30_000 * 200 // 10_000


def full(night: Night, cards: tuple[int, ...] = (CARD,), *, late: bool) -> None:
    """Play to the full card, before or after the last ball of the progressive."""
    numbers = {number for card in cards for number in MATRIX.card(card).numbers}
    others = [ball for ball in range(1, 76) if ball not in numbers]
    draw(night, [*(others[:37] if late else []), *sorted(numbers)])
    finished(night, "full", *cards)


def awards(night: Night) -> list[tuple[str, int, int, str]]:
    found = [event for event in night.events if isinstance(event, PrizeAwarded)]
    return [(each.claim, each.card, each.amount, each.progressive) for each in found[-4:]]


def lines(night: Night, language: str = "es") -> dict[str, tuple[str, str, bool]]:
    prizes = play(night.state, Wall("x", simulated=True, language=language))["prizes"]
    return {prize.name: (prize.amount, prize.note, prize.out_of_play) for prize in prizes}


@pytest.mark.req("AJ-103", "AJ-115", "PT-44")
@pytest.mark.invariant("I7")
def test_who_is_too_late_for_the_progressive_has_the_consolation_and_the_pot_stays() -> None:
    night = started(PRIZES, (POT,))
    assert night.state.game.offered("late") == CONSOLED
    assert lines(night)["CONSUELO"] == ("Bs 6,00", "cartón lleno pasada la bola 60", False)
    held = night.state.progressives["Acumulado"]
    full(night, late=True)
    assert ("late", CARD, CONSOLED, "") in awards(night)
    assert not any(progressive for *_, progressive in awards(night))
    assert night.state.progressives["Acumulado"] == held
    assert night.state.ledger["premio late"] == 0
    assert night.do(PayPrize("late", "A-1042", CARD))[0].amount == CONSOLED  # type: ignore[attr-defined]


@pytest.mark.req("AJ-103", "PT-43", "PT-44")
@pytest.mark.invariant("I7")
def test_where_the_progressive_is_won_its_consolation_goes_into_it() -> None:
    night = started(PRIZES, (POT,))
    held = night.state.progressives["Acumulado"]
    full(night, late=False)
    assert ("full", CARD, held, "Acumulado") in awards(night)
    assert not any(claim == "late" for claim, *_ in awards(night))
    seeded, into = night.events[-3], night.events[-2]
    assert seeded == ProgressiveSeeded("Acumulado", POT.seed)
    assert into == RemainderBooked("late", "", CONSOLED, "Acumulado")
    assert night.state.progressives["Acumulado"] == POT.seed + CONSOLED
    assert night.state.ledger["premio late"] == 0
    assert lines(night)["CONSUELO"][1:] == ("va a Acumulado", True)
    assert lines(night, "pt")["CONSOLAÇÃO"][1:] == ("vai para Acumulado", True)


@pytest.mark.req("AJ-118", "AJ-121")
def test_a_consolation_is_split_as_any_prize_and_the_desk_says_so_beforehand() -> None:
    night = started(PRIZES, (POT,))
    draw(night, range(1, 76))
    night.claim("full", CARD, CARD + 1, CARD + 2)
    night.ask()
    said = [(str(win.name), win.amount, win.cards) for win in wins(night.state)]
    assert ("consuelo", CONSOLED // 3 // 50 * 50, (CARD, CARD + 1, CARD + 2)) in said


@pytest.mark.req("AJ-84")
def test_nobody_sings_a_consolation_and_no_card_is_verified_for_it() -> None:
    night = started(PRIZES, (POT,))
    draw(night, form_of(night, "corners"))
    assert night.refused(StopForClaim("late")) == "CLAIM-UNSUNG"
    night.do(StopForClaim("corners"))
    assert night.refused(VerifyCard("late", "A-1042", CARD)) == "CLAIM-UNSUNG"
    assert "Consuelo" not in board(night.state, Wall("x", simulated=True)).notice


@pytest.mark.req("AJ-111", "PT-06")
@pytest.mark.invariant("I7")
@pytest.mark.parametrize("carried", [False, True])
def test_a_line_progressive_won_before_the_game_ends_otherwise_keeps_its_consolation(
    *, carried: bool
) -> None:
    early = Progressive("Línea", "line", seed=1000, share_bp=300, cap=500_000, max_balls=10)
    console = replace(LINE, key="late-line", share_bp=200, consoles="Línea")
    night = started((CORNERS, LINE, console, FULL), (early,))
    draw(night, form_of(night, "line"))
    resumed(night, "line", CARD)
    assert night.state.progressives["Línea"] == 1000 + CONSOLED
    if carried:
        draw(night, range(1, 76))
        night.do(ProposeNoBingo(), ApproveNoBingo())
        assert night.state.carried == 30_000 * (500 + 4500) // 10_000
    else:
        night.do(ProposeVoid("error"), ApproveVoid())
    assert night.state.progressives["Línea"] == 1000 + CONSOLED
    assert sum(night.state.ledger.values()) == 0
    assert {night.state.ledger.get(f"premio {key}", 0) for key in ("corners", "late-line", "full")} == {0}


def test_a_rule_set_without_consolation_or_base_has_its_old_text() -> None:
    plain = rules_of(pots=(POT,))
    assert "consoles" not in plain.text and '"base"' not in plain.text
    assert '"consoles": "Acumulado"' in rules_of(PRIZES, (POT,)).text
    assert '"base": "prizes"' in rules_of(PRIZES, (replace(POT, share_bp=2000, base=Base.PRIZES),)).text


@pytest.mark.req("AJ-115")
@pytest.mark.parametrize(
    ("prizes", "why"),
    [
        ((CORNERS, LINE, replace(LATE, consoles="Otro"), FULL), "ningún acumulado «Otro»"),
        ((CORNERS, LINE, replace(LATE, combination=LINE.combination), FULL), "se gana con lo mismo"),
        ((CORNERS, LATE, replace(LATE, key="later"), FULL), "un solo premio que lo sustituye"),
        ((CORNERS, FULL, LATE), "nunca es el último"),
    ],
)
def test_a_consolation_that_contradicts_its_progressive_is_no_rule_set(
    prizes: tuple[object, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        rules_of(prizes, (POT,))  # type: ignore[arg-type]


@pytest.mark.req("PT-42", "AJ-116")
def test_a_progressive_takes_its_share_of_the_sales_or_of_what_goes_to_prizes() -> None:
    of_prizes = replace(POT, share_bp=2000, base=Base.PRIZES)
    night = Night(rules_of(PRIZES, (of_prizes,)), MATRIX).open_session(MATRIX).sell(60)
    closed = night.only(SaleClosed, CloseSale())
    fund = closed.collected - closed.house
    assert closed.progressives[0].amount * 5 == fund
    assert fund == sum(each.amount for each in closed.prizes) * 5 // 4
    assert "20 % de premios" in lines(night)["ACUMULADO"][1]
    with pytest.raises(ValueError, match="add up to 9640"):
        replace(rules_of(PRIZES, (replace(POT, share_bp=2000),)), progressives=(of_prizes,))


@pytest.mark.req("PT-42")
def test_portugal_counts_a_consolation_with_the_progressive_it_goes_into() -> None:
    def lawful(late: int) -> RuleSet:
        prizes = (CORNERS, LINE, replace(LATE, share_bp=late), replace(FULL, share_bp=6000 - late))
        return replace(rules_of(prizes, (replace(POT, share_bp=300),)), law="portugal")

    assert lawful(90).law
    with pytest.raises(ValueError, match="PT-42"):
        lawful(91)
