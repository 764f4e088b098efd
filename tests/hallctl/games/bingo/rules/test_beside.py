"""Two rule sets in one hall: what each keeps for itself, and what they may not differ in."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.carried import CarriedSet, carried_forward
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.programme import ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveNoBingo, ProposeNoBingo
from hallctl.games.bingo.rules.events.claims import ProgressiveSeeded
from hallctl.games.bingo.rules.events.sale import PrizeAmount, SaleClosed
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.codec import encode
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.running import AdoptRules
from tests.hallctl.games.bingo.rules.listed import MATRIX as SQUARE
from tests.hallctl.games.bingo.rules.listed import POT, rules_of
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

OTHER = replace(rules_of(pots=(POT,)), name="setenta y cinco")
WHOLE = replace(RULES, beside=(OTHER,))
BALLS = tuple(range(1, 76))


def opened(whole: RuleSet = WHOLE, ball_sets: tuple[str, ...] = ("K-01", "K-02")) -> Night:
    """A session with cards and balls of both, those of 90 in the machine."""
    night = Night(whole)
    night.state = State(whole, matrices={each.digest: each for each in (MATRIX, SQUARE)})
    night.open_session()
    night.do(RegisterSeries("Q", 75, 500, SQUARE.digest))
    night.do(*(RegisterBallSet(name, OTHER.name) for name in ball_sets))
    return night


@pytest.mark.req("AJ-117")
def test_a_rule_set_whose_days_are_over_plays_no_game() -> None:
    over = replace(OTHER, valid_from="2019-01-01", valid_until="2020-12-31")
    night = opened(replace(RULES, beside=(over,)))
    assert night.refused(AnnounceGame("Q-75", rule_set=OTHER.name)) == "RULES-VALIDITY"
    assert night.refused(ProgrammeGame("Q-75", rule_set=OTHER.name)) == "RULES-VALIDITY"


@pytest.mark.req("AJ-117")
def test_a_rule_set_without_balls_of_its_own_plays_no_game() -> None:
    night = opened(ball_sets=())
    assert night.refused(AnnounceGame("Q-75", rule_set=OTHER.name)) == "SET-OTHER"
    assert night.refused(ProgrammeGame("Q-75", rule_set=OTHER.name)) == "SET-OTHER"


def mounted(night: Night, name: str) -> None:
    night.do(
        MountBallSet(name), CountBalls(BALLS if name[0] == "K" else tuple(range(1, 91)), ()), LoadBalls()
    )


def sold(night: Night, of: str) -> SaleClosed:
    series = "Q-75" if of else "A-1042"
    night.do(AnnounceGame(series, rule_set=of), ReportFilled(), SellCards(20))
    return night.only(SaleClosed, CloseSale())


def unwon(night: Night) -> None:
    """Draw every ball of the game, and close it without a bingo."""
    night.do(StartDraw())
    for ball in range(1, night.state.rules.universe + 1):
        night.draw(ball)
    night.do(ProposeNoBingo(), ApproveNoBingo())
    night.settled()


@pytest.mark.invariant("I7")
def test_what_a_game_without_a_bingo_leaves_waits_for_a_game_of_its_own_rule_set() -> None:
    night = opened()
    mounted(night, "K-01")
    sold(night, OTHER.name)
    prizes: tuple[PrizeAmount, ...] = night.state.game.prizes
    left = sum(each.amount for each in prizes)
    unwon(night)
    assert (night.state.carried, dict(night.state.carried_of)) == (0, {OTHER.name: left})
    mounted(night, "J-01")
    closed = sold(night, "")
    assert closed.carried == 0
    night.do(ProposeVoid("un fallo del bombo"), ApproveVoid())
    night.settled()
    mounted(night, "K-02")
    closed = sold(night, OTHER.name)
    assert closed.carried == left
    night.do(ProposeVoid("un fallo del bombo"), ApproveVoid())
    night.settled()
    assert (night.state.carried, night.state.carried_of) == (0, {OTHER.name: left}), "given back to its own"
    ledger: dict[str, int] = dict(night.state.ledger)
    assert (-ledger["acarreo"], sum(ledger.values())) == (left, 0)
    assert fold(State(WHOLE, matrices=night.state.matrices), night.events) == night.state


def test_the_pots_of_every_rule_set_are_seeded_and_grow_by_their_own_games() -> None:
    night = opened()
    assert [event for event in night.events if isinstance(event, ProgressiveSeeded)] == [
        ProgressiveSeeded("Acumulado", 1000)
    ]
    assert sold(night, "").progressives == ()


def test_a_game_of_another_rule_set_changes_nothing_of_what_the_book_has_in_force() -> None:
    night = opened()
    mounted(night, "K-01")
    sold(night, OTHER.name)
    assert night.state.rules.universe == 75
    assert night.answer(AdoptRules()) == ()
    assert night.state.emptied().rules == WHOLE
    assert night.refused(ProgrammeGame("Q-75")) == "SERIES-VARIANT"


def test_what_a_volume_hands_on_says_whose_balls_and_whose_reserve_it_is() -> None:
    night = opened()
    carried = carried_forward(replace(night.state, carried_of={OTHER.name: 70}))
    assert carried.ball_sets[-1] == CarriedSet("K-02", 0, False, OTHER.name)
    assert encode(carried)["carried_of"] == [{"name": OTHER.name, "amount": 70}]
    plain = encode(carried_forward(Night().open_session().state))
    assert "carried_of" not in plain and "rule_set" not in plain["ball_sets"][0]


RENAMED = tuple(replace(prize, es="Raya") if prize.key == "line" else prize for prize in OTHER.prizes)


@pytest.mark.req("AJ-117")
@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([replace(OTHER, name=RULES.name)], "su propio nombre"),
        ([replace(OTHER, seats=RULES.seats + 1)], "difiere de «aj-bolivia» en seats"),
        ([replace(OTHER, checks=())], "difiere de «aj-bolivia» en checks"),
        ([replace(OTHER, beside=(replace(RULES, name="z"),))], "a su vez otras reglas"),
        ([OTHER, replace(OTHER, name="otras")], "un pozo del mismo nombre"),
        ([replace(OTHER, prizes=RENAMED)], "el premio «line» de «setenta y cinco» tiene otro nombre"),
    ],
)
def test_rule_sets_that_are_not_of_one_hall_are_refused(others: list[RuleSet], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(RULES, beside=tuple(others))
