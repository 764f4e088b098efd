"""Bets where the table knows them: held against its limits, settled by the rules, conserved (DR2)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.any_table.rules.ledger import LAYOUT, PLAYERS, TABLE
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed, SayStakes, Staked
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
)
from hallctl.games.roulette.rules.events.bets import BetsPlaced
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.rules.layout import TERMS, Chance, Position, positions
from hallctl.games.roulette.rules.ruleset import ChanceLimit
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER, Wheel
from hallctl.rules.commands.base import Post
from hallctl.rules.ledger import HOUSE
from tests.hallctl.games.roulette.table import RULES, TableDay

POSITIONS = replace(RULES, stakes="positions", player_maximum=500_000)
ALL = positions(Wheel("Cammegh", "37-001", SINGLE_ZERO_ORDER))
MOST = {
    Chance.STRAIGHT: "BET-PLENO",
    Chance.SPLIT: "BET-CAVALO",
    Chance.STREET: "BET-RUA",
    Chance.CORNER: "BET-QUADRO",
    Chance.SIX_LINE: "BET-LINHA",
    Chance.DOZEN: "BET-DUZIA",
    Chance.COLUMN: "BET-COLUNA",
    Chance.TWO_DOZENS: "BET-CAVALO-DUZIA",
    Chance.TWO_COLUMNS: "BET-CAVALO-COLUNA",
    Chance.RED: "BET-SIMPLE",
    Chance.EVEN: "BET-SIMPLE",
}


def placed(position: Position, amount: int) -> Placed:
    return Placed(position.chance, tuple(sorted(position.numbers)), amount)


def of(chance: Chance) -> Position:
    return next(each for each in ALL if each.chance is chance)


@pytest.mark.req("RO-44", "RO-45", "RO-46", "RO-47", "RO-48", "RO-49", "RO-50", "RO-51", "RO-52", "RO-53")
@pytest.mark.parametrize("chance", MOST)
def test_above_its_maximum_a_bet_is_refused_by_the_article_of_its_chance(chance: Chance) -> None:
    day = TableDay.opened(replace(POSITIONS, player_maximum=0))
    day.do(OpenBets())
    limits = RULES.table_limits
    most, step = limits.most(chance), TERMS[chance].units * limits.chip
    assert day.refused(PlaceBets("Ana", (placed(of(chance), most + step),))) == MOST[chance]
    day.do(PlaceBets("Ana", (placed(of(chance), most),)))
    assert day.refused(PlaceBets("Ana", (placed(of(chance), step),))) == MOST[chance], "with what lies there"
    day.do(PlaceBets("Eva", (placed(of(chance), most),)))
    answer = day.ask(PlaceBets("Ana", (placed(of(chance), step),)))
    assert answer.requirement == TERMS[chance].limit


@pytest.mark.req("RO-13", "RO-39")
def test_a_bet_lies_in_a_zone_of_the_layout_under_its_player_s_name_and_stays_in_the_book() -> None:
    day = TableDay.opened(POSITIONS)
    day.do(OpenBets())
    zone = placed(of(Chance.CORNER), 500)
    (event,) = day.do(PlaceBets("Ana", (zone,)))
    assert event == BetsPlaced(1, "Ana", (zone,), 500), "a dispute is settled by it, and by the camera"
    beside = Placed(Chance.CORNER, ("1", "2", "7", "8"), 500)
    assert day.refused(PlaceBets("Ana", (beside,))) == "BET-POSITION"
    assert [each.player for each in day.spin.bets] == ["Ana"]


@pytest.mark.req("RO-04", "RO-07", "RO-09", "RO-23", "RO-54", "RO-55", "RO-67")
def test_what_is_no_bet_of_the_table_is_refused() -> None:
    kept = tuple(limit for limit in RULES.limits if limit.chance is not Chance.TWO_DOZENS)
    day = TableDay.opened(replace(POSITIONS, limits=kept))
    assert day.refused(PlaceBets("Ana", (placed(of(Chance.RED), 500),))) == "SPIN-NONE"
    day.do(OpenBets())
    five = Placed(Chance.CORNER, ("0", "1", "2", "3", "4"), 500)
    for bets, code in (
        ((five,), "BET-POSITION"),
        ((placed(of(Chance.TWO_DOZENS), 500),), "BET-CHANCE"),
        ((placed(of(Chance.STRAIGHT), 200),), "BET-MINIMUM"),
        ((placed(of(Chance.STRAIGHT), 275),), "BET-STEP"),
        ((placed(of(Chance.STRAIGHT), -50),), "STAKES-NEGATIVE"),
        ((placed(of(Chance.RED), 260_000), placed(of(Chance.EVEN), 260_000)), "BET-TOTAL"),
        ((), "BET-PLAYER"),
    ):
        assert day.refused(PlaceBets("Ana", bets)) == code
    day.do(LaunchBall())
    day.do(PlaceBets("Ana", (placed(of(Chance.RED), 500),)))
    day.do(CloseBets())
    assert day.refused(PlaceBets("Ana", (placed(of(Chance.RED), 500),))) == "BET-PHASE"


def test_a_table_that_knows_no_bets_takes_no_amounts() -> None:
    day = TableDay.opened()
    day.closed()
    assert day.refused(PlaceBets("Ana", (placed(of(Chance.RED), 500),))) == "STAKES-UNKNOWN"
    assert day.refused(SayStakes(())) == "STAKES-UNKNOWN"
    day.sensed("1")
    day.do(EnterNumber("1"))
    day.do(PlaceMarker())
    assert day.refused(CollectLosers(50)) == "STAKES-UNKNOWN"


def test_totals_are_said_once_bets_are_closed_and_no_more_is_collected_than_was_staked() -> None:
    day = TableDay.opened(replace(RULES, stakes="totals"))
    day.do(OpenBets())
    said = SayStakes((Staked(Chance.RED, 1000), Staked(Chance.STRAIGHT, 500)))
    assert day.refused(said) == "STAKES-PHASE"
    day.do(LaunchBall())
    day.do(CloseBets())
    assert day.refused(SayStakes((Staked(Chance.RED, 5), Staked(Chance.RED, 5)))) == "STAKES-TWICE"
    assert day.refused(SayStakes((Staked(Chance.RED, -5),))) == "STAKES-NEGATIVE"
    day.do(SayStakes((Staked(Chance.RED, 900),)))
    day.do(said)
    assert day.state.ledger[LAYOUT] == 1500
    day.sensed("1")
    day.do(EnterNumber("1"))
    day.do(PlaceMarker())
    assert day.refused(CollectLosers(1501)) == "STAKES-TOO-MUCH"
    assert day.refused(CollectLosers(-1)) == "STAKES-NEGATIVE"
    day.do(CollectLosers(500))
    day.do(PayWinners(1000))
    assert (day.spin.collected, day.spin.kept, day.spin.paid) == (500, 1000, 1000)
    assert (day.state.ledger[LAYOUT], day.state.ledger[PLAYERS]) == (0, 0)
    assert day.state.ledger[HOUSE] == 500, "it lost 500"


@st.composite
def bets(draw: st.DrawFn) -> tuple[tuple[str, Placed], ...]:
    """Any bets of two players that the table takes."""
    limits, found = RULES.table_limits, []
    for player in ("Ana", "Eva"):
        for position in draw(st.lists(st.sampled_from(ALL), max_size=6, unique=True)):
            step = limits.chip * TERMS[position.chance].units
            least = limits.minimum[position.chance] // step
            found.append((player, placed(position, step * draw(st.integers(least, least + 20)))))
    return tuple(found)


@pytest.mark.req("RO-56", "RO-68", "RO-72", "RO-77", "RO-78")
@given(bets(), st.sampled_from(SINGLE_ZERO_ORDER), st.booleans())
def test_what_is_staked_is_kept_collected_or_given_back_and_nothing_is_left_on_the_layout(
    staked: tuple[tuple[str, Placed], ...], pocket: str, void: bool
) -> None:
    day = TableDay.opened(replace(POSITIONS, player_maximum=0))
    float_before = day.state.ledger[TABLE]
    day.do(OpenBets())
    for player, bet in staked:
        day.do(PlaceBets(player, (bet,)))
    total = sum(bet.amount for _, bet in staked)
    assert day.state.ledger.get(LAYOUT, 0) == total
    day.do(LaunchBall())
    if void:
        day.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), Post.JEFE)
        (voided,) = day.do(ApproveVoidSpin(), Post.DIRECTOR)
        assert voided.returned == total  # type: ignore[attr-defined]
    else:
        day.do(CloseBets())
        day.sensed(pocket)
        day.do(EnterNumber(pocket))
        day.do(PlaceMarker())
        assert not staked or day.refused(CollectLosers(50)) == "STAKES-COMPUTED"
        day.do(CollectLosers())
        day.do(PayWinners())
        assert day.spin.kept + day.spin.collected == total
        assert day.state.ledger[TABLE] == float_before + day.spin.collected - day.spin.paid
        assert day.state.ledger.get(HOUSE, 0) == day.spin.paid - day.spin.collected
    assert day.state.ledger.get(LAYOUT, 0) == day.state.ledger.get(PLAYERS, 0) == 0


@pytest.mark.req("RO-01", "RO-03", "RO-12", "RO-63")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pockets": 36}, "RO-15"),
        ({"stakes": "some"}, "DR2"),
        ({"number_by": ("camera",)}, "DR11"),
        ({"betting_ms": 0}, "RO-73"),
        ({"limits": (*RULES.limits, ChanceLimit(Chance.RED, 500))}, "RO-42"),
        ({"limits": RULES.limits[1:]}, "RO-40"),
        ({"limits": (replace(RULES.limits[0], maximum=250 * 30 + 50), *RULES.limits[1:])}, "RO-44"),
        ({"valid_from": "2026-13-01"}, "AJ-117"),
    ],
)
def test_a_rule_set_that_contradicts_the_regulation_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(RULES, **change)  # type: ignore[arg-type]
    assert RULES.approval.startswith("SEM APROVAÇÃO")
