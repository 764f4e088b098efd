"""Papers of the head office: none counts before the hall's Director adopts it, minuted."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.carried import carried_forward
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, SellCards
from hallctl.games.bingo.rules.events.sale import CardsSold, GameAnnounced, SoldRange
from hallctl.games.bingo.rules.tables import decide, evolve
from hallctl.outputs.narration import narrate_house
from hallctl.outputs.papers import changes, steps_of_papers
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Actor, Appointment, Issued, Post
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.commands.papers import AdoptPaper, DeclinePaper, ReceivePaper, RejectPaper
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.papers import CardRange, Paper, PaperKind
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import DAY, MATRIX, OPENING, Night

HEAD = ("oficina.example/papeles", "2026-11-01")


def series(number=1, digest="ab" * 32, *ranges):
    return Paper(PaperKind.SERIES, number, digest, *HEAD, ranges=ranges or (CardRange("A-1042", 101, 160),))


PEOPLE = Paper(PaperKind.PEOPLE, 4, "cd" * 32, *HEAD, people=(Appointment(Post.JEFE, "Eva Rojas"),))
RULE_SET = Paper(PaperKind.RULES, 2, "ef" * 32, *HEAD, "aj-bolivia", "3", "RA 08-00999-26")
PROGRAM = Paper(PaperKind.PROGRAM, 3, "01" * 32, *HEAD, "hallctl", "9.1")


def adopted(*papers):
    night = Night()
    night.do(OPENING)
    for paper in papers:
        night.do(ReceivePaper(paper), AdoptPaper(paper.kind, paper.number, paper.digest, DAY))
    return night


@pytest.mark.req("AJ-20", "AJ-117")
def test_a_paper_waits_until_the_director_adopts_it_and_is_minuted_with_who_did():
    night, paper = adopted(), series()
    assert night.do(ReceivePaper(paper)) == (PaperReceived(paper),)
    assert night.do(ReceivePaper(paper)) == (), "what waits says nothing new"
    assert night.state.papers.adopted == {}
    adopt = AdoptPaper(paper.kind, paper.number, paper.digest, DAY)
    for post in (Post.JEFE, Post.CONTROLLER):
        assert night.refused(adopt, post) == "POST"
    assert night.refused(replace(adopt, digest="00" * 32)) == "PAPER-NONE"
    assert night.refused(replace(adopt, today="2026-10-31")) == "PAPER-EARLY"
    assert night.do(adopt) == (PaperAdopted(paper, "Marta"),)
    assert night.state.papers.adopted == {PaperKind.SERIES: paper}
    assert night.refused(adopt) == "PAPER-NONE", "it is adopted once"
    assert night.do(ReceivePaper(paper)) == ()


@pytest.mark.req("AJ-05")
def test_what_the_director_refuses_stays_refused_and_nothing_older_comes_after():
    night, paper = adopted(), series(7)
    night.do(ReceivePaper(paper))
    decline = DeclinePaper(paper.kind, 7, paper.digest, "los cartones no llegaron")
    assert night.refused(replace(decline, reason=" ")) == "AGREE-REASON"
    assert night.refused(replace(decline, number=6)) == "PAPER-NONE"
    (event,) = night.do(decline)
    said = ("series", 7, paper.digest, paper.signer, decline.reason, "Marta")
    assert event == PaperRefused(*said)
    assert night.do(ReceivePaper(paper)) == ()
    for late in (series(6), series(7, "00" * 32)):
        (rejected,) = night.do(ReceivePaper(late))
        assert isinstance(rejected, PaperRefused)
        assert (rejected.digest, rejected.person) == (late.digest, "")
        assert night.do(ReceivePaper(late)) == (), "the same one is minuted once"
    assert night.do(ReceivePaper(series(8))) == (PaperReceived(series(8)),)


def test_what_is_no_paper_for_this_hall_is_minuted_once_and_keeps_no_later_one_out():
    night = adopted()
    forged = RejectPaper("series", 10**6, "00" * 32, "otra.example", "la firma no es de la oficina")
    assert night.do(forged) == (
        PaperRefused("series", 10**6, "00" * 32, "otra.example", "la firma no es de la oficina", ""),
    )
    assert night.do(forged) == ()
    assert night.do(ReceivePaper(series(1))) == (PaperReceived(series(1)),)


@pytest.mark.req("AJ-117")
def test_no_paper_is_adopted_during_a_session_and_none_comes_in_without_a_book():
    for command in (ReceivePaper(PEOPLE), RejectPaper("x", 1, "", "", "y")):
        assert Night().refused(command) == "BOOK-NONE"
    night = Night().open_session()
    night.do(ReceivePaper(RULE_SET))
    adopt = AdoptPaper(RULE_SET.kind, RULE_SET.number, RULE_SET.digest, DAY)
    assert night.refused(adopt) == "PAPER-SESSION"
    night.do(night.count(), CloseSession())
    night.do(adopt)


@pytest.mark.req("AJ-20", "AJ-66")
def test_only_the_cards_that_the_adopted_paper_gives_the_hall_are_registered_and_sold():
    night = adopted(series())
    assert night.refused(RegisterSeries("B", 7, 500, MATRIX.digest)) == "SERIES-RANGE"
    refusal = night.answer(RegisterSeries("B", 7, 500, MATRIX.digest))
    assert isinstance(refusal, Refusal)
    assert refusal.requirement == "AJ-20"
    night = Night().open_session()
    night.do(night.count(), CloseSession())
    night.do(ReceivePaper(series()), AdoptPaper(PaperKind.SERIES, 1, "ab" * 32, DAY))
    resumed = _session(night)
    announced = resumed.only(GameAnnounced, AnnounceGame("A-1042"))
    assert announced.first == 101, "the pointer stands before the hall's first card"
    assert resumed.only(CardsSold, SellCards(59)).sold == SoldRange("A-1042", 101, 159)
    assert resumed.refused(SellCards(2)) == "SALE-RANGE"
    assert resumed.only(CardsSold, SellCards(1)).sold == SoldRange("A-1042", 160, 160)
    assert resumed.refused(SellCards(1)) == "SALE-RANGE"


def _session(night):
    """Open another session, with all that comes before a game."""
    opened = Night()
    opened.open_session()
    again = [each for each in opened.events if type(each).__name__ in _AGAIN]
    for event in again:
        night.state = evolve(
            night.state, replace(event, session=2) if isinstance(event, SessionOpened) else event
        )
    return night


_AGAIN = {"SessionOpened", "CheckPassed", "BallsCounted", "BallsLoaded"}


@pytest.mark.req("AJ-20")
def test_a_series_of_another_hall_is_not_announced_and_a_spent_range_is_spent():
    elsewhere = CardRange("B-7", 1, 5)
    for given, code in ((elsewhere, "SERIES-RANGE"), (CardRange("A-1042", 1, 60), "SERIES-SPENT")):
        night = Night().open_session()
        night.state = replace(night.state, pointers={"A-1042": 60})
        night.state = evolve(night.state, PaperAdopted(series(1, "ab" * 32, given), "Marta"))
        assert night.refused(AnnounceGame("A-1042")) == code


@pytest.mark.req("AJ-39")
def test_the_next_volume_knows_what_was_adopted_and_what_was_not_wanted():
    night = adopted(series(), RULE_SET)
    night.do(ReceivePaper(PEOPLE), DeclinePaper(PEOPLE.kind, 4, PEOPLE.digest, "no"))
    handed = carried_forward(night.state)
    assert decode(type(handed), encode(handed)) == handed
    assert handed.papers == (series(), RULE_SET)
    plain = carried_forward(Night().open_session().state)
    assert not {"papers", "declined"} & encode(plain).keys(), "a book without papers has no word of them"


def test_the_desk_offers_what_waits_with_what_it_changes_and_sentences_say_all_of_it():
    night = adopted()
    for paper in (series(), RULE_SET, PEOPLE, PROGRAM):
        night.do(ReceivePaper(paper))
    found = [*steps_of_papers(night.state)]
    assert len(found) == 8
    said = [str(changes(paper)) for paper in (series(), RULE_SET, PEOPLE, PROGRAM)]
    assert [str(each.notice) for each in found[::2]] == said
    for part, sentence in zip(
        ("del 101 al 160", "RA 08-00999-26", "Eva Rojas (Jefe de Mesa)", "hallctl 9.1"), said, strict=True
    ):
        assert part in sentence
    assert said[0] in narrate_house(PaperAdopted(series(), "Marta"))
    for event in (PaperReceived(PEOPLE), PaperRefused("people", 4, "", "", "otra sala", "")):
        assert "papel n.º 4" in narrate_house(event).lower()


def test_adopting_stands_on_the_paper_that_was_shown():
    night = adopted()
    night.do(ReceivePaper(series()))
    held = AdoptPaper(PaperKind.SERIES, 1, "ab" * 32)
    answer = decide(night.state, Issued(held, Actor("Marta", Post.DIRECTOR), ""), 0)
    assert not isinstance(answer, Refusal)
    night.do(ReceivePaper(series(2, "cd" * 32)))
    assert night.refused(held) == "PAPER-NONE"
    assert night.refused(MinuteIncident("x")) == "SESSION-NONE"
