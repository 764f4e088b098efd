"""What was heard of a shoe is not all that happened: people say the rest (BA-10, 11, 14, 17, 24, 40)."""

from dataclasses import replace

import pytest

from hallctl.games.baccarat.desk.candidates import candidates
from hallctl.games.baccarat.desk.pending import pending
from hallctl.games.baccarat.documents.rows import ShoeRows
from hallctl.games.baccarat.findings import ShoeFindings
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
    WithdrawRoundProposal,
)
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    NoteExposed,
    OpenBets,
    ReportShoeTrouble,
)
from hallctl.games.baccarat.rules.commands.shoe import (
    BeginShoe,
    BurnCards,
    CloseShoe,
    CutCards,
    LoadShoe,
    NoteCutCard,
    PlaceCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold, ProposeUntold
from hallctl.games.baccarat.rules.events.people import RoundCorrected
from hallctl.games.baccarat.rules.events.round import CardExposed
from hallctl.games.baccarat.rules.events.shoe import CutCardSeen, ShoeBegun
from hallctl.games.baccarat.rules.events.untold import MessagesMissed, UntoldAgreed
from hallctl.games.baccarat.rules.folding.shoe import identified
from hallctl.games.baccarat.rules.kinds import Cutter, Dispute, Phase, Source, Stage
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.outputs.offer import Premises
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.step import Place
from tests.hallctl.games.baccarat.table import CARDS, DAY, HELD, LOT, NATURAL, OPENING, RULES, TableDay

BY_DECKS = replace(RULES, burn="decks")


def loaded(rules: RuleSet = RULES) -> TableDay:
    """Return a table whose first cards are to be burnt."""
    day = TableDay.begun(replace(rules, checks=()))
    day.do(BeginShoe(LOT, "S-1"))
    for command in (ShuffleCards(), CutCards(Cutter.PLAYER), PlaceCutCard(12), LoadShoe()):
        day.do(command)
    return day


def missed(day: TableDay) -> tuple[object, ...]:
    """Let the line to the shoe tell that messages were not heard."""
    return day.do(ReportShoeTrouble(day.sequence + 5, "falta alguno", "x", True), Post.CONTROLLER)


def said(day: TableDay, cards: str) -> UntoldAgreed:
    """Let two people say which cards left the shoe."""
    day.do(ProposeUntold(cards, "la sala estaba parada"), Post.JEFE)
    (found,) = day.do(ApproveUntold(), Post.DIRECTOR)
    assert isinstance(found, UntoldAgreed)
    return found


def first_offer(day: TableDay) -> Command:
    """Return the next step: what the table waits for, or the first in order."""
    offered = [*candidates(day.state, Premises(OPENING, (), (), HELD, DAY), False)]
    steps = BACCARAT_RULES.all_steps
    buttons = [(each, steps[type(each.command)].button) for each in offered]
    order = [each.command for each, button in buttons if button and button.place is Place.IN_ORDER]
    return next(each for each in (*(each.command for each in offered if each.waited), *order))


@pytest.mark.req("BA-10", "BA-11")
@pytest.mark.invariant("I16")
def test_where_the_first_burnt_card_was_missed_two_people_say_all_and_play_goes_on() -> None:
    day = loaded()
    for card in ("9S", "KD"):  # after a two that nobody heard
        day.told(card)
    assert day.refused(BurnCards(3, "2H")) == "BURN-OTHER"
    (noted,) = missed(day)
    assert isinstance(noted, MessagesMissed)
    assert missed(day) == (), "said once"
    assert day.refused(BurnCards(3, "2H")) == "SHOE-MISSED"
    assert type(first_offer(day)) is ProposeUntold
    for cards, code in (
        ("—", "BURN-FIRST"),
        ("? 9S KD", "BURN-FIRST"),
        ("2H 9S", "BURN-BY-FIRST"),
        ("2X 9S KD", "CARD-CODE"),
    ):
        assert day.refused(ProposeUntold(cards, "x"), Post.JEFE) == code
    assert day.refused(ProposeUntold("2H 9S KD", " "), Post.JEFE) == "ROUND-REASON"
    assert day.refused(ApproveUntold(), Post.DIRECTOR) == "UNTOLD-NONE"
    day.do(ProposeUntold("2H ? KD", "se paró la sala"), Post.JEFE)
    assert day.refused(ProposeUntold("2H ? KD", "x"), Post.JEFE) == "ROUND-PROPOSED"
    alone = replace(day.state.session, posts={Post.DIRECTOR: "Ana Quispe"})  # type: ignore[type-var]
    together, day.state = day.state, replace(day.state, session=alone)
    assert day.refused(ApproveUntold(), Post.DIRECTOR, "Ana Quispe") == "ROUND-SAME"
    day.state = together
    assert len([*pending(day.state)]) == 1
    assert type(first_offer(day)) is ApproveUntold
    day.do(WithdrawRoundProposal(), Post.JEFE)
    assert said(day, "2h ? kd").heard == ("9S", "KD")
    assert day.shoe.drawn == {"2H": 1, "9S": 1, "KD": 1}, "the one they could not read, the shoe did"
    asked = first_offer(day)
    assert asked == BurnCards(3, "2H")
    day.do(asked)
    assert (day.shoe.stage, day.shoe.left) == (Stage.OPEN, CARDS - 3)
    day.played(*NATURAL)


@pytest.mark.req("BA-10", "BA-11")
def test_cards_that_nobody_read_stay_unknown_and_are_out_of_the_shoe() -> None:
    day = loaded()
    day.told("9S")
    missed(day)
    said(day, "TD" + " ?" * 10)
    assert day.shoe.drawn == {"TD": 1, "9S": 1, "": 9}
    day.do(BurnCards(11, "TD"))
    assert day.shoe.left == CARDS - 11
    by_decks = loaded(BY_DECKS)
    by_decks.told("9S")
    assert by_decks.refused(BurnCards(8)) == "BURN-READ"
    assert by_decks.refused(ProposeUntold("? ?", "x"), Post.JEFE) == "BURN-COUNT"
    assert by_decks.refused(ProposeUntold("AS " * 9, "x"), Post.JEFE) == "BURN-COUNT"
    said(by_decks, "? " * 8)
    by_decks.do(BurnCards(8))
    assert by_decks.shoe.drawn == {"9S": 1, "": 7}


@pytest.mark.req("BA-10", "BA-11")
@pytest.mark.parametrize("rules", [RULES, BY_DECKS])
@pytest.mark.parametrize("heard", [(), ("KD",), ("", "9S"), ("2H", "9S", "4C", "5C")])
def test_what_the_desk_offers_to_say_of_burnt_cards_is_open_whatever_was_heard(
    rules: RuleSet, heard: tuple[str, ...]
) -> None:
    day = loaded(rules)
    for card in heard:
        day.told(card)
    missed(day)
    asked = first_offer(day)
    assert isinstance(asked, ProposeUntold)
    day.do(replace(asked, reason="se paró la sala"), Post.JEFE)


@pytest.mark.req("BA-03")
@pytest.mark.parametrize(
    ("cards", "heard", "found"),
    [
        (("2H", "", ""), ("9S",), ("2H", "9S", "")),
        (("2H", "", ""), ("2H", "9S", ""), ("2H", "9S", "")),
        (("2H", "KD"), ("9S",), ("2H", "KD")),
        (("",), (), ("",)),
    ],
)
def test_what_the_shoe_told_fills_in_for_cards_that_people_could_not_read(
    cards: tuple[str, ...], heard: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert identified(cards, heard) == found


@pytest.mark.req("BA-03", "BA-41")
def test_between_rounds_two_people_say_what_left_the_shoe_and_is_noted_nowhere() -> None:
    day = TableDay.opened(replace(RULES, checks=()))
    day.dealing("4S")
    assert day.refused(ProposeUntold("?", "x"), Post.JEFE) == "SHOE-ROUND"
    missed(day)
    assert day.round.dispute is Dispute.UNREAD
    assert missed(day) == (), "the table is stopped already"
    day.do(ProposeVoidRound("no se sabe qué salió"), Post.JEFE)
    day.do(ApproveVoidRound(), Post.DIRECTOR)
    left = day.shoe.left
    assert said(day, "? KD").heard == ()
    assert (day.shoe.left, day.shoe.drawn["KD"]) == (left - 2, 1)
    missed(day)
    assert day.refused(OpenBets()) == "SHOE-MISSED"
    assert type(first_offer(day)) is ProposeUntold
    assert day.refused(ProposeUntold("KD " * 8, "x"), Post.JEFE) == "CORRECT-CARD"
    day.state = replace(day.state, shoe=replace(day.shoe, drawn={"": CARDS - 1}))
    assert day.refused(ProposeUntold("? ?", "x"), Post.JEFE) == "UNTOLD-MANY"
    day.state = replace(day.state, shoe=replace(day.shoe, drawn={}))
    said(day, "—")
    assert type(first_offer(day)) is OpenBets
    day.do(CloseShoe("fin"), Post.JEFE)
    assert day.refused(ProposeUntold("?", "x"), Post.JEFE) == "SHOE-NONE"


def test_of_the_automatic_device_nothing_is_said_and_nothing_of_a_shoe_that_is_not_loaded() -> None:
    automatic = TableDay.opened(replace(RULES, dealing="automatic", shoe_result=False))
    assert automatic.refused(ProposeUntold("?", "x"), Post.JEFE) == "UNTOLD-STAGE"
    assert missed(automatic) == (), "its cards go back"
    day = TableDay.begun()
    day.do(BeginShoe(LOT, "S-1"))
    assert missed(day) == ()
    assert day.refused(ProposeUntold("?", "x"), Post.JEFE) == "UNTOLD-STAGE"


@pytest.mark.req("BA-24", "BA-40")
def test_where_messages_are_missed_before_the_deal_no_card_is_taken_for_the_burnt_one() -> None:
    day = TableDay.opened(replace(RULES, burn_each=True))
    day.do(OpenBets())
    missed(day)
    day.told("4S")
    assert (day.round.held, day.round.burnt) == (("4S",), False)
    day.do(ProposeCorrection("—", "es la retirada"), Post.JEFE)
    day.do(ApproveCorrection(), Post.DIRECTOR)
    assert (day.round.phase, day.round.burnt, day.shoe.drawn["4S"]) == (Phase.BETS, True, 1)
    day.do(CloseBets())
    day.told("2H")
    assert len(day.round.cards) == 1


@pytest.mark.req("BA-40")
def test_a_card_too_many_that_nobody_read_is_burnt_as_one_that_is_not_known() -> None:
    day = TableDay.opened()
    day.dealing(*NATURAL)
    left = day.shoe.left
    day.told("")
    day.do(ProposeCorrection(" ".join(NATURAL), "salió una de más"), Post.JEFE)
    (found,) = day.do(ApproveCorrection(), Post.DIRECTOR)
    assert isinstance(found, RoundCorrected)
    assert (found.burnt, day.shoe.left) == (("",), left - 1)


@pytest.mark.req("BA-14")
@pytest.mark.parametrize(
    ("white_card", "number", "last"),
    [("end", 1, 1), ("one more", 1, 2), ("end", 0, 2), ("one more", 0, 3)],
)
def test_a_white_card_that_was_missed_is_said_of_the_round_in_which_it_came(
    white_card: str, number: int, last: int
) -> None:
    day = TableDay.opened(replace(RULES, white_card=white_card))
    day.played(*NATURAL)
    day.dealing("4S")
    for wrong in (3, -1):
        assert day.refused(NoteCutCard(wrong)) == "CUT-CARD-ROUND"
    assert day.do(NoteCutCard(number)) == (CutCardSeen(Source.CROUPIER, last),)


@pytest.mark.req("BA-17")
def test_an_exposed_card_is_noted_by_its_place_also_where_others_followed() -> None:
    day = TableDay.opened()
    day.dealing("4S", "2H")
    assert day.do(NoteExposed(1)) == (CardExposed(1, 1),)
    assert day.do(NoteExposed()) == (CardExposed(1, 2),)
    for place in (3, -1):
        assert day.refused(NoteExposed(place)) == "CARD-EXPOSED"


def test_the_act_tells_what_was_missed_and_said_and_the_watch_takes_each_card_once() -> None:
    day = loaded()
    day.told("9S")
    missed(day)
    said(day, "2H 9S ?")
    rows, watch = ShoeRows(), ShoeFindings()
    watch.take(ShoeBegun(1, LOT, 1, "S-1", "", False))
    for event in day.events:
        rows.take("21:00:00", event)
        watch.take(event)
    assert "No se oyó todo" in rows.noted[0][2]
    assert "salieron 2 de corazones, 9 de picas, carta sin leer" in rows.noted[1][2]
    assert watch.found == (), "of one deck there is one nine of spades"
    watch.take(UntoldAgreed(1, (), ("9S",) * 8, "", "Eva"))
    assert len(watch.found) == 1
