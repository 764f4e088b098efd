"""A shoe up to its second signature, and the decks from receipt to destruction (BA-03..16, DB15)."""

from dataclasses import replace

import pytest

from hallctl.games.any_table.rules.commands import CloseTable, OpenTable
from hallctl.games.baccarat.rules.carried import Carried
from hallctl.games.baccarat.rules.commands.decks import (
    AgreeInspection,
    DestroyDecks,
    InspectDecks,
    ReceiveDecks,
    WithdrawDecks,
)
from hallctl.games.baccarat.rules.commands.people import StopTable
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    ConfirmResult,
    EnterCard,
    OpenBets,
    OpenDemonstration,
    ReportCard,
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
    ReportCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.table import RegisterShoe
from hallctl.games.baccarat.rules.events.decks import DecksWithdrawn
from hallctl.games.baccarat.rules.events.shoe import CardBurnt, CardsBurnt, ShoeBegun
from hallctl.games.baccarat.rules.kinds import Cutter, Lot, Phase, Stage
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.session import CloseSession
from tests.hallctl.games.baccarat.table import CARDS, LOT, NATURAL, PEOPLE, RULES, SHOE, TableDay, chips

BURNT = {"2H": 1, "9S": 1, "KD": 1}
BY_DECKS = replace(RULES, burn="decks")
AUTOMATIC = replace(RULES, dealing="automatic", shoe_result=False)


@pytest.mark.req("BA-04", "BA-05")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (replace(SHOE, maker=" "), "DEVICE-NAME"),
        (replace(SHOE, serial="S-2", cut_cards=0), "DEVICE-CUT"),
        (replace(SHOE, serial="S-2", automatic=True), "DEVICE-KIND"),
        (SHOE, "DEVICE-KNOWN"),
    ],
)
def test_a_shoe_of_the_rule_set_s_kind_is_registered_with_its_cut_cards(
    command: RegisterShoe, code: str
) -> None:
    assert TableDay.begun().refused(command, Post.JEFE) == code


@pytest.mark.req("BA-03")
def test_decks_are_as_many_as_the_shoe_has_and_52_cards_each_counted_by_two() -> None:
    day = TableDay.begun()
    for decks in (5, 6, 9, 13):
        assert day.refused(ReceiveDecks("L-2", "Angel", decks), Post.JEFE) == "DECKS-COUNT"
    assert day.refused(ReceiveDecks(" ", "Angel", 8), Post.JEFE) == "DECKS-NAME"
    assert day.refused(ReceiveDecks(LOT, "Angel", 8), Post.JEFE) == "DECKS-KNOWN"
    day.do(ReceiveDecks("L-2", "Angel", 8), Post.JEFE)
    assert day.refused(BeginShoe("L-2", "S-1")) == "DECKS-UNFIT"
    assert day.refused(AgreeInspection("L-2"), Post.DIRECTOR) == "DECKS-STANDING"
    assert day.refused(InspectDecks("L-2", CARDS - 1), Post.JEFE) == "DECKS-CARDS"
    day.do(InspectDecks("L-2", CARDS - 1, "falta el 7 de copas"), Post.JEFE)
    assert day.refused(AgreeInspection("L-2"), Post.DIRECTOR) == "DECKS-STANDING", "they are not fit"
    day.do(InspectDecks("L-2", CARDS), Post.JEFE)
    day.do(AgreeInspection("L-2"), Post.DIRECTOR)
    assert day.state.lots["L-2"].standing is Lot.FIT


@pytest.mark.req("BA-15")
def test_decks_go_from_receipt_to_destruction_and_never_back_into_a_shoe() -> None:
    day = TableDay.opened()
    assert day.refused(WithdrawDecks(LOT, "marcadas"), Post.JEFE) == "DECKS-STANDING", "they are in the shoe"
    day.played(*NATURAL)
    day.do(CloseShoe("fin del día"), Post.JEFE)
    assert day.state.lots[LOT].rounds == 1
    assert day.refused(DestroyDecks(LOT, "Inspector Chan"), Post.JEFE) == "DECKS-STANDING"
    assert day.refused(WithdrawDecks(LOT, " "), Post.JEFE) == "DECKS-REASON"
    (withdrawn,) = day.do(WithdrawDecks(LOT, "gastadas"), Post.JEFE)
    assert withdrawn == DecksWithdrawn(LOT, "gastadas", 1)
    day.do(ApproveShoe(), Post.DIRECTOR)
    assert day.refused(BeginShoe(LOT, "S-1")) == "DECKS-UNFIT"
    assert day.refused(DestroyDecks(LOT, " "), Post.JEFE) == "DECKS-WITNESS"
    day.do(DestroyDecks(LOT, "Inspector Chan"), Post.JEFE)
    assert day.state.lots[LOT].standing is Lot.DESTROYED
    assert day.refused(InspectDecks(LOT, CARDS), Post.JEFE) == "DECKS-STANDING"
    assert day.refused(InspectDecks("?", CARDS), Post.JEFE) == "DECKS-UNKNOWN"


STEPS: tuple[Command, ...] = (
    ShuffleCards("DeckMate 7"),
    CutCards(Cutter.CROUPIER),
    PlaceCutCard(12),
    LoadShoe(),
    BurnCards(8),
)


@pytest.mark.req("BA-06", "BA-08", "BA-09", "BA-10")
def test_shuffle_cut_white_card_load_burn_in_this_order_and_none_is_skipped() -> None:
    day = TableDay.begun(BY_DECKS)
    for step in STEPS:
        assert day.refused(step) == "SHOE-NONE"
    day.do(BeginShoe(LOT, "S-1"))
    for at, step in enumerate(STEPS):
        for other in (*STEPS[:at], *STEPS[at + 1 :]):
            assert day.refused(other) == "SHOE-ORDER"
        assert day.refused(OpenBets()) == "SHOE-ORDER"
        day.do(step)
    assert day.shoe.stage is Stage.OPEN
    assert day.shoe.left == CARDS - 8
    day.do(OpenBets())


@pytest.mark.req("BA-08")
def test_the_white_card_is_before_about_twelve_cards() -> None:
    day = TableDay.begun(BY_DECKS)
    day.do(BeginShoe(LOT, "S-1"))
    for step in STEPS[:2]:
        day.do(step)
    for cards in (9, 17):
        assert day.refused(PlaceCutCard(cards)) == "SHOE-CUT-CARD"
    day.do(PlaceCutCard(14))


@pytest.mark.req("BA-10", "BA-11")
@pytest.mark.parametrize(
    ("rules", "command", "code"),
    [
        (BY_DECKS, BurnCards(7), "BURN-COUNT"),
        (BY_DECKS, BurnCards(8), ""),
        (RULES, BurnCards(8), "BURN-FIRST"),
        (RULES, BurnCards(8, "XX"), "CARD-CODE"),
        (RULES, BurnCards(7, "7H"), "BURN-BY-FIRST"),
        (RULES, BurnCards(8, "7H"), ""),
        (RULES, BurnCards(2, "AS"), ""),
        (RULES, BurnCards(11, "TD"), ""),
        (RULES, BurnCards(11, "QC"), ""),
        (RULES, BurnCards(1, "QC"), "BURN-BY-FIRST"),
    ],
)
def test_as_many_cards_are_burnt_as_decks_or_as_the_first_card_says(
    rules: object, command: BurnCards, code: str
) -> None:
    day = TableDay.begun(rules)  # type: ignore[arg-type]
    day.do(BeginShoe(LOT, "S-1"))
    for step in STEPS[:4]:
        day.do(step)
    if code:
        assert day.refused(command) == code
    else:
        (burnt,) = day.do(command)
        assert isinstance(burnt, CardsBurnt)
        assert day.shoe.left == CARDS - burnt.count


@pytest.mark.req("BA-11")
def test_what_the_shoe_read_while_cards_are_burnt_is_counted_and_must_agree() -> None:
    day = TableDay.begun()
    day.do(BeginShoe(LOT, "S-1"))
    for step in STEPS[:4]:
        day.do(step)
    for card in ("2H", "9S", "KD"):
        assert isinstance(day.told(card)[0], CardBurnt)
    assert day.refused(BurnCards(5, "4C")) == "BURN-OTHER", "the shoe read a two first"
    day.told("6C")
    assert day.refused(BurnCards(3)) == "BURN-READ"
    day.state = replace(day.state, shoe=replace(day.shoe, burning=day.shoe.burning[:3], drawn=BURNT))
    day.do(BurnCards(3))
    assert day.shoe.drawn == BURNT


@pytest.mark.req("BA-12")
def test_three_rounds_are_demonstrated_at_most_and_before_the_first_with_bets() -> None:
    day = TableDay.opened()
    for _ in range(3):
        day.do(OpenDemonstration())
        day.do(CloseBets())
        for card in NATURAL:
            day.told(card)
        day.settled()
        assert day.round.phase is Phase.PAID
    assert day.refused(OpenDemonstration()) == "DEMO-MANY"
    assert day.state.past == (), "no road shows them"
    assert day.shoe.left == CARDS - 2 - 12, "their cards are out of the shoe"
    day.played(*NATURAL)
    assert day.refused(OpenDemonstration()) == "DEMO-LATE"
    assert len(day.state.past) == 1


@pytest.mark.req("BA-05", "BA-13", "BA-23")
def test_the_automatic_device_needs_no_cut_no_white_card_no_burn_and_takes_the_cards_back() -> None:
    day = TableDay.begun(AUTOMATIC)
    day.do(BeginShoe(LOT, "S-1"))
    for step in STEPS:
        assert day.refused(step) == "SHOE-AUTOMATIC"
    for step in (NoteCutCard(), TurnCards()):
        assert day.refused(step) in ("SHOE-AUTOMATIC", "ROUND-NONE")
    for _ in range(12):
        day.dealing()
        day.told("4S")
        assert [each.card for each in day.round.shown] == ["4S"], "shown at once"
        for card in NATURAL[1:]:
            day.told(card)
        assert day.refused(TurnCards()) == "TURN-NONE"
        day.settled()
        assert day.refused(OpenBets()) == "ROUND-BACK"
        day.do(ReturnCards())
        assert day.refused(ReturnCards()) == "ROUND-BACK-NONE"
    day.do(OpenBets())
    assert day.shoe.drawn == {}, "the composition starts whole"
    assert day.refused(CloseShoe(), Post.JEFE) == "SHOE-ROUND"


@pytest.mark.req("BA-14", "BA-15")
@pytest.mark.parametrize(
    ("when", "rules", "more"),
    [
        ("between", RULES, 1),
        ("bets", RULES, 0),
        ("dealing", RULES, 0),
        ("cards", RULES, 1),
        ("between", replace(RULES, white_card="end"), 1),
        ("cards", replace(RULES, white_card="end"), 0),
    ],
)
def test_after_the_white_card_the_last_round_is_known_and_nothing_is_dealt_after_it(
    when: str, rules: object, more: int
) -> None:
    day = TableDay.opened(rules)  # type: ignore[arg-type]
    day.played(*NATURAL)
    if when != "between":
        day.do(OpenBets())
    if when in ("dealing", "cards"):
        day.do(CloseBets())
    if when == "cards":
        day.told(NATURAL[0])
    assert not day.state.last_round
    day.do(ReportCutCard(900, "cut"), Post.CONTROLLER)
    assert day.do(ReportCutCard(900, "cut"), Post.CONTROLLER) == ()
    assert day.refused(NoteCutCard()) == "CUT-CARD-TWICE"
    assert day.shoe.last == day.state.games + more
    if day.state.playing is not None:
        if when == "bets":
            day.do(CloseBets())
        for card in NATURAL[1 if when == "cards" else 0 :]:
            day.told(card)
        day.settled()
    for _ in range(more):
        assert day.state.last_round
        day.played(*NATURAL)
    for _ in range(2):
        assert day.refused(OpenBets()) == "SHOE-OVER"
    assert day.refused(ReportCard(901, None, "4S", ""), Post.CONTROLLER) == "SHOE-OVER"
    day.do(CloseShoe(), Post.JEFE)
    assert day.refused(OpenBets()) == "SHOE-NONE"
    assert day.refused(BeginShoe(LOT, "S-1")) == "SHOE-SIGN"
    day.do(ApproveShoe(), Post.DIRECTOR)
    day.loaded()
    assert day.shoe.drawn == {"AS": 1, "": 1}
    assert day.state.past == ()


@pytest.mark.req("BA-16")
def test_a_shoe_is_changed_only_between_shoes_and_both_are_minuted() -> None:
    day = TableDay.opened()
    day.do(replace(SHOE, serial="S-2"), Post.JEFE)
    day.received("L-2")
    assert day.refused(BeginShoe("L-2", "S-2")) == "SHOE-OPEN"
    day.played(*NATURAL)
    assert day.refused(CloseShoe(), Post.JEFE) == "SHOE-REASON"
    day.do(CloseShoe("distribuidor averiado"), Post.JEFE)
    assert day.refused(CloseTable(chips(0)), Post.JEFE) == "BANK-SHOE"
    assert day.refused(ApproveShoe(), Post.CROUPIER) == "POST"
    day.do(ApproveShoe(), Post.DIRECTOR)
    assert day.refused(BeginShoe("L-2", "S-3")) == "DEVICE-UNKNOWN"
    (begun,) = day.do(BeginShoe("L-2", "S-2"))
    assert isinstance(begun, ShoeBegun)
    assert (begun.number, begun.shoe, begun.replaces) == (2, "S-2", "S-1")


@pytest.mark.req("BA-56")
def test_decks_that_players_held_are_withdrawn_after_the_shoe() -> None:
    day = TableDay.opened(replace(RULES, handling=True))
    day.played(*NATURAL)
    closed, withdrawn = day.do(CloseShoe("fin"), Post.JEFE)
    assert isinstance(withdrawn, DecksWithdrawn)
    assert withdrawn.rounds == 1
    assert day.state.lots[LOT].standing is Lot.WITHDRAWN
    assert closed.number == 1  # type: ignore[attr-defined]


@pytest.mark.req("BA-15")
def test_a_shoe_without_cards_for_a_round_opens_none() -> None:
    day = TableDay.opened(replace(RULES, burn_each=True))
    day.state = replace(day.state, shoe=replace(day.shoe, drawn={"": CARDS - 6}))
    assert day.refused(OpenBets()) == "SHOE-EMPTY"


def test_the_day_ends_once_the_shoe_is_signed_and_the_table_counted_and_registers_are_handed_on() -> None:
    day = TableDay.opened()
    day.played(*NATURAL)
    assert day.refused(CloseSession(), Post.JEFE) == "SESSION-BANK"
    day.do(CloseShoe("fin"), Post.JEFE)
    day.do(ApproveShoe(2), Post.DIRECTOR)
    folios = day.state.folios
    day.do(CloseTable(chips(1_000_000)), Post.JEFE)
    day.do(CloseSession(), Post.JEFE)
    assert day.state.folios == folios + 1
    carried = BACCARAT_RULES.carry(day.state)
    assert isinstance(carried, Carried)
    assert ([each.serial for each in carried.devices], carried.shoes) == (["S-1"], 1)
    assert [(each.lot, each.rounds) for each in carried.lots] == [(LOT, 1)]
    assert decode(Carried, encode(carried)) == carried


def test_a_demonstration_ends_with_its_result_and_pays_nothing() -> None:
    day = TableDay.opened()
    day.do(OpenDemonstration())
    day.do(CloseBets())
    for card in NATURAL:
        day.told(card)
    assert day.refused(ConfirmResult()) == "RESULT-CARDS", "nothing is turned"
    day.settled()
    assert day.state.playing is None


@pytest.mark.invariant("I16")
def test_no_one_person_inspects_twice_or_signs_a_shoe_alone() -> None:
    day = TableDay.begun()
    day.do(ReceiveDecks("L-2", "Angel", 8), Post.JEFE)
    day.do(InspectDecks("L-2", CARDS), Post.JEFE)
    day.loaded()
    day.do(CloseShoe("fin"), Post.JEFE)
    both = {Post.DIRECTOR: PEOPLE[Post.JEFE]}
    day.state = replace(day.state, session=replace(day.state.session, posts=both))  # type: ignore[type-var]
    assert day.refused(AgreeInspection("L-2"), Post.DIRECTOR, PEOPLE[Post.JEFE]) == "DECKS-SAME"
    assert day.refused(ApproveShoe(), Post.DIRECTOR, PEOPLE[Post.JEFE]) == "SHOE-SAME"


def test_one_table_and_one_round_are_open_at_a_time() -> None:
    day = TableDay.opened()
    assert day.refused(OpenTable(chips(500)), Post.JEFE) == "BANK-OPEN"
    day.do(OpenBets())
    assert day.refused(OpenBets()) == "ROUND-OPEN"
    assert day.refused(StopTable("x")) == "STOP-NONE"
    by_hand = TableDay.opened(replace(RULES, cards_by="croupier"))
    by_hand.do(OpenBets())
    assert by_hand.refused(EnterCard("4S")) == "CARD-PHASE"
