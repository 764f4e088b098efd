"""The desk's hands and pad of cards: none face up too soon, none to press that cannot come any more."""

from dataclasses import replace

import pytest

from hallctl.games.baccarat.desk.candidates import candidates
from hallctl.games.baccarat.desk.shown import Shown
from hallctl.games.baccarat.rules.cards import DECK
from hallctl.games.baccarat.rules.commands.round import CloseBets, EnterCard, OpenBets, TurnCards
from hallctl.outputs.offer import Premises
from tests.hallctl.games.baccarat.table import NATURAL, OPENING, RULES, TableDay

PREMISES = Premises(OPENING, (), (), (), "2026-11-21")


@pytest.mark.req("BA-22")
def test_the_desk_shows_no_card_before_it_is_turned() -> None:
    day = TableDay.opened()
    day.dealing(*NATURAL)
    hands = Shown(day.state).hands
    assert [[each.face for each in hand.cards] for hand in hands] == [["", ""], ["", ""]]
    day.do(TurnCards())
    player, banker = Shown(day.state).hands
    assert [each.face for each in player.cards] == ["4♠", "5♦"]
    assert (player.points, banker.points) == (9, None)
    assert [each.colour for each in player.cards] == ["black", "red"]
    assert (Shown(day.state).won, Shown(day.state).stopped) == (None, None)


@pytest.mark.req("BA-03")
def test_the_pad_has_every_card_and_one_that_cannot_come_any_more_is_not_pressed() -> None:
    day = TableDay.opened(replace(RULES, cards_by="croupier"))
    day.do(OpenBets())
    day.do(CloseBets())
    assert len(Shown(day.state).pad) == len(DECK)
    offered = candidates(day.state, PREMISES, False)
    (asked,) = (each for each in offered if isinstance(each.command, EnterCard))
    (question,) = asked.questions
    assert question.kind == "board"
    assert {code for code, _ in question.choices} == {each.code for each in Shown(day.state).pad if each.left}
    shoe = day.shoe
    empty = replace(day.state, shoe=replace(shoe, drawn={**shoe.drawn, "KH": shoe.decks}))
    assert [each.code for each in Shown(empty).pad if not each.left] == ["KH"]
    assert Shown(replace(day.state, round=None)).hands == ()
