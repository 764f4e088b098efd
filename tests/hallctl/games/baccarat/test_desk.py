"""The desk offers each step at its moment, and tells no card nor result too soon (BA-09, 22, 40)."""

from dataclasses import replace

import pytest

from hallctl.games.any_table.rules.commands import CloseTable, OpenTable
from hallctl.games.baccarat.desk.candidates import candidates
from hallctl.games.baccarat.desk.pending import pending
from hallctl.games.baccarat.desk.phase import phase
from hallctl.games.baccarat.desk.stage import told
from hallctl.games.baccarat.rules.commands.decks import (
    AgreeInspection,
    DestroyDecks,
    InspectDecks,
    ReceiveDecks,
    WithdrawDecks,
)
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
)
from hallctl.games.baccarat.rules.commands.round import (
    BurnRoundCard,
    CloseBets,
    CollectLosers,
    ConfirmResult,
    EnterCard,
    NoteExposed,
    OpenBets,
    OpenDemonstration,
    PayWinners,
    ReturnCards,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import (
    ApproveShoe,
    BeginShoe,
    BurnCards,
    CloseShoe,
    CutCards,
    LoadShoe,
    NoteCutCard,
    PlaceCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.outputs.offer import Candidate, Premises
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.step import Place
from tests.hallctl.games.baccarat.table import DAY, HELD, LOT, OPENING, RULES, SHOE, TableDay, chips

PREMISES = Premises(OPENING, (SHOE,), (), HELD, DAY)
NINE = ("4S", "2H", "5D", "KC")


def offered(day: TableDay) -> tuple[Candidate, ...]:
    return tuple(candidates(day.state, PREMISES, False))


def next_step(day: TableDay) -> Command:
    """Return the first step in the order of the day, as the desk fills it in."""
    steps = [each.command for each in offered(day)]
    buttons = [(each, BACCARAT_RULES.all_steps[type(each)].button) for each in steps]
    return next(each for each, button in buttons if button is not None and button.place is Place.IN_ORDER)


def take(day: TableDay, kind: type[Command], **changes: object) -> None:
    """Take the step that the desk offers next, with what a person enters."""
    command = next_step(day)
    assert type(command) is kind
    post = BACCARAT_RULES.all_steps[kind].posts[0]
    day.do(replace(command, **changes), post)


def seldom(day: TableDay, kind: type[Command], **changes: object) -> None:
    """Take a step that the desk has beside the next one."""
    command = next(each.command for each in offered(day) if type(each.command) is kind)
    day.do(replace(command, **changes), BACCARAT_RULES.all_steps[kind].posts[0])


@pytest.mark.req("BA-08", "BA-09", "BA-10", "BA-14", "BA-15", "BA-22", "BA-42")
def test_a_whole_day_is_played_by_the_steps_that_the_desk_offers() -> None:
    day = TableDay()
    day.do(OPENING, Post.DIRECTOR)
    take(day, type(SHOE))
    take(day, OpenSession)
    for _ in RULES.checks:
        take(day, PassCheck)
    take(day, OpenTable, pieces=chips(1_000_000))
    seldom(day, ReceiveDecks, lot=LOT, maker="Angel")
    seldom(day, InspectDecks)
    assert len([*pending(day.state)]) == 1
    take(day, AgreeInspection)
    for beginning in (BeginShoe, ShuffleCards, CutCards, PlaceCutCard, LoadShoe):
        take(day, beginning)
    for card in ("2H", "9S", "KD"):
        day.told(card)
    take(day, BurnCards)
    seldom(day, OpenDemonstration)
    for number in range(3):
        if number:
            take(day, OpenBets)
        take(day, CloseBets)
        for card in NINE:
            day.told(card)
        take(day, TurnCards)
        take(day, TurnCards)
        day.result(computed(day.round))
        take(day, ConfirmResult)
        if number:
            take(day, CollectLosers)
            take(day, PayWinners)
        if number == 1:
            seldom(day, NoteCutCard)
            assert "última" in str(next(each.notice for each in offered(day) if each.notice))
    seldom(day, CloseShoe)
    take(day, ApproveShoe)
    seldom(day, WithdrawDecks, reason="gastadas")
    seldom(day, DestroyDecks, witness="Inspector Chan")
    seldom(day, CloseTable, pieces=chips(1_000_000))
    seldom(day, CloseSession)
    assert day.state.session is None
    assert [*pending(day.state)] == []


@pytest.mark.req("BA-40", "BA-41")
def test_at_a_stopped_table_the_correction_that_the_rules_suggest_is_offered_and_then_the_second_word() -> (
    None
):
    day = TableDay.opened()
    day.dealing(*NINE)
    day.told("7C")
    take(day, ProposeCorrection, reason="salió una de más")
    assert day.round.proposal is not None
    assert day.round.proposal.cards == NINE
    (item,) = pending(day.state)
    assert "7 de tréboles" not in str(item.text)
    assert type(next_step(day)) is ApproveCorrection
    take(day, ApproveCorrection)
    seldom(day, ProposeVoidRound, reason="cartas mezcladas")
    assert len([*pending(day.state)]) == 1
    seldom(day, ApproveVoidRound)
    shown = phase(day.state)
    assert shown is not None
    assert shown.key == "void"


@pytest.mark.req("BA-23", "BA-24")
def test_by_hand_the_desk_asks_for_each_card_and_the_automatic_device_wants_its_cards_back() -> None:
    rules = replace(RULES, cards_by="croupier", shoe_result=False, burn_each=True, checks=())
    day = TableDay.opened(rules)
    take(day, OpenBets)
    take(day, BurnRoundCard)
    take(day, CloseBets)
    for card in NINE:
        choices = next(each for each in offered(day) if type(each.command) is EnterCard).questions[0].choices
        assert len(choices) == 52
        take(day, EnterCard, card=card)
    automatic = TableDay.opened(replace(RULES, dealing="automatic", shoe_result=False, checks=()))
    automatic.played(*NINE)
    take(automatic, ReturnCards)
    assert type(next_step(automatic)) is OpenBets


@pytest.mark.req("BA-22", "BA-42")
def test_programs_are_told_no_card_before_it_is_turned_and_no_result_before_it_is_established() -> None:
    day = TableDay.opened()
    assert phase(day.state) is None
    assert told(day.state)["round"] is None
    day.dealing(*NINE)
    hidden = told(day.state)["round"]
    assert (hidden["player"], hidden["banker"], hidden["drawn"], hidden["result"]) == ([], [], 4, "")
    day.do(TurnCards())
    assert told(day.state)["round"]["player"] == ["4S", "5D"]
    assert told(day.state)["round"]["banker"] == []
    day.settled()
    assert told(day.state)["round"]["result"] == "player"
    assert told(day.state)["results"] == ["player"]
    assert day.round.phase is Phase.PAID


@pytest.mark.req("BA-03", "BA-11", "BA-40")
def test_a_step_with_answers_to_write_is_open_before_they_are_written() -> None:
    day = TableDay.begun(replace(RULES, cards_by="croupier", checks=()))
    for kind in (BeginShoe, ShuffleCards, CutCards, PlaceCutCard, LoadShoe, BurnCards, OpenBets, CloseBets):
        take(day, kind)
    take(day, EnterCard)
    early = TableDay.opened(replace(RULES, checks=()))
    early.do(OpenBets())
    early.told("4S")
    take(early, ProposeCorrection, reason="salió antes")
    take(early, ApproveCorrection)
    assert early.round.phase is Phase.BETS


@pytest.mark.invariant("I26")
def test_a_press_on_an_older_page_turns_or_enters_no_other_card() -> None:
    def seen(day: TableDay, kind: type[Command]) -> str:
        return BACCARAT_RULES.shown(day.state, kind)

    day = TableDay.opened()
    day.dealing("2S", "3H", "KD", "QC")
    turn, exposed = seen(day, TurnCards), seen(day, NoteExposed)
    day.told("4H")
    assert seen(day, TurnCards) == turn, "the shoe may tell a card while the croupier presses"
    assert seen(day, NoteExposed) != exposed, "it would be said of another card"
    day.do(TurnCards())
    assert seen(day, TurnCards) != turn, "pressed twice, it turns one side's"
    by_hand = TableDay.opened(replace(RULES, cards_by="croupier"))
    by_hand.dealing()
    entered = seen(by_hand, EnterCard)
    by_hand.do(EnterCard("4S"))
    assert seen(by_hand, EnterCard) != entered
