"""What each post has to look at beside the game is counted from the state."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.desk import stage
from hallctl.games.bingo.desk.pending import pending
from hallctl.games.bingo.desk.stage import Seller
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, DeliverCards, ReturnCards
from hallctl.games.bingo.rules.events.closing import VoidProposed
from hallctl.games.bingo.rules.state import Game, State
from hallctl.i18n.sentences import Sentence
from hallctl.outputs.pending import PendingItem
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.till import OpenShift
from hallctl.web.console import inbox, posts
from tests.hallctl.games.bingo.rules.night import Night


def selling() -> Night:
    night = Night()
    night.open_session()
    night.do(AnnounceGame("A-1042"), ReportFilled())
    return night


def game(night: Night) -> Game:
    assert night.state.game is not None
    return night.state.game


def owed(state: State) -> tuple[PendingItem, ...]:
    return inbox.owed(state, pending(state))


@pytest.mark.req("AJ-66")
def test_a_seller_owes_for_every_card_in_her_hands_and_none_that_came_back() -> None:
    night = selling()
    assert stage.sellers(game(night)) == stage.sellers(None) == ()
    for seller, count in (("Luis", 12), ("Eva", 6), ("Luis", 6)):
        night.do(DeliverCards(seller, count))
    price = game(night).face_value
    assert stage.sellers(game(night)) == (
        Seller("Luis", 18, Sentence("1 al 12, 19 al 24"), 18 * price),
        Seller("Eva", 6, Sentence("13 al 18"), 6 * price),
    )
    night.do(ReturnCards("Luis", 2))
    assert stage.sellers(game(night))[0] == Seller("Luis", 16, Sentence("1 al 12, 19 al 22"), 16 * price)


def test_the_director_is_told_what_waits_for_her_and_nothing_once_it_is_answered() -> None:
    night = selling()
    assert owed(night.state) == ()
    night.do(MinuteIncident("Se fue la luz"))
    night.do(ProposeVoid("avería"))
    incident, void = (f"Incidencia {night.state.incident}", "Anulación")
    assert [each.kind for each in owed(night.state)] == [void, incident]
    said = f"{night.state.game.void_proposer}: avería"
    assert PendingItem(void, said, (ApproveVoid,), (VoidProposed, 0)) in owed(night.state)
    night.do(ApproveIncident(night.state.incident), ApproveVoid())
    assert owed(night.state) == ()


def test_the_ball_is_large_for_who_calls_it_and_does_not_lead_the_table() -> None:
    assert posts.calls({Post.LOCUTOR})
    assert posts.calls({Post.LOCUTOR, Post.VENDEDOR})
    assert not posts.calls({Post.LOCUTOR, Post.JEFE})
    assert not posts.calls({Post.VENDEDOR})


def test_prizes_are_due_until_they_are_paid() -> None:
    night = Night()
    night.open_session()
    night.finished()
    awards = game(night).awards
    assert awards
    assert stage.due(game(night)) == tuple(award for award in awards if not award.paid)
    night.settled()
    assert stage.due(night.state.game) == ()


@pytest.mark.req("AJ-11")
def test_the_till_is_shown_to_those_who_answer_for_its_money() -> None:
    night = selling()
    assert posts.till(night.state, {Post.CAJERO}) is None
    night.do(ProposeVoid("avería"), ApproveVoid(), OpenShift(night.state.rules.blank_count))
    for post in (Post.CAJERO, Post.DIRECTOR):
        assert posts.till(night.state, {post, Post.LOCUTOR}) == night.state.session.shift
    assert posts.till(night.state, {Post.VENDEDOR, Post.JEFE}) is None


@pytest.mark.req("AJ-121")
def test_each_prize_that_is_due_has_its_chips_where_it_is_paid_in_chips() -> None:
    night = Night()
    night.open_session()
    night.finished()
    owing = stage.due(game(night))
    found = stage.chips(night.state)
    assert list(found) == [award.key for award in owing]
    for award in owing:
        piles = found[award.key]
        assert piles is not None
        assert sum(pile.value * pile.count for pile in piles) == award.prize.amount
    odd, none = (replace(night.state, rules=replace(night.state.rules, chip=7, chips=c)) for c in ((7,), ()))
    assert set(stage.chips(odd).values()) == {None}
    assert stage.chips(none) == {}
    in_money = replace(night.state, rules=replace(night.state.rules, payment="dinero"))
    assert stage.chips(in_money) == {}
    night.settled()
    assert stage.chips(night.state) == {}
