"""What a baccarat table has on paper, and what its book says of rounds and money (DB13, DB15, DB18)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from drivers.printer.pdf import render
from hallctl.games.any_table.rules.commands import CloseTable
from hallctl.games.baccarat.documents.documents import BaccaratActs, BaccaratPaperwork
from hallctl.games.baccarat.documents.register import deck_register
from hallctl.games.baccarat.narration import BaccaratEvent, narrate
from hallctl.games.baccarat.reports.kinds import BACCARAT_REPORTS
from hallctl.games.baccarat.reports.rounds import deck_rounds
from hallctl.games.baccarat.reports.shoe_page import shoes
from hallctl.games.baccarat.reports.shoes import days_of_shoes
from hallctl.games.baccarat.reports.takings import table_takings
from hallctl.games.baccarat.rules.commands.bets import Bet, PlaceBets
from hallctl.games.baccarat.rules.commands.decks import DestroyDecks, WithdrawDecks
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
)
from hallctl.games.baccarat.rules.commands.round import CloseBets, NoteExposed, OpenBets, OpenDemonstration
from hallctl.games.baccarat.rules.commands.shoe import ApproveShoe, CloseShoe, NoteCutCard
from hallctl.games.baccarat.rules.commands.table import NoteBreach
from hallctl.games.baccarat.rules.deciding.people import suggested
from hallctl.games.baccarat.rules.events.round import ResultEstablished
from hallctl.games.baccarat.rules.events.untold import UntoldAgreed
from hallctl.games.baccarat.rules.kinds import Breach, Kind
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import ReportError
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.deciding.context import Context
from tests.hallctl.games.baccarat.table import BANKER, LOT, NATURAL, PEOPLE, RULES, SIX, TIE, TableDay, chips

NIGHT = datetime(2026, 11, 21, 21, tzinfo=UTC)
LETTERHEAD = Letterhead("Calle 1", "Jefa de sala")


def minuted(day: TableDay) -> Sequence[Minuted]:
    return [Minuted(n, NIGHT, "jefe:Ana Quispe", "0" * 64, event) for n, event in enumerate(day.events, 1)]


@pytest.fixture(scope="module")
def played() -> TableDay:
    """A whole day: a demonstration, an error corrected, a void round, a last round, decks destroyed."""
    day = TableDay.opened(replace(RULES, stakes="positions"))
    day.do(OpenDemonstration())
    day.do(CloseBets())
    for card in NATURAL:
        day.told(card)
    day.settled()
    day.do(OpenBets())
    day.do(PlaceBets("Eva", (Bet(Kind.BANKER, 35_000),), 1))
    day.do(CloseBets())
    for card in BANKER:
        day.told(card)
    day.do(NoteExposed())
    day.settled()
    day.dealing(*NATURAL)
    day.told("7C")
    day.do(ProposeCorrection(" ".join(suggested(day.round)), "salió una de más"), Post.JEFE)
    day.do(ApproveCorrection(), Post.DIRECTOR)
    day.settled()
    day.dealing("4S", "2H")
    day.do(ProposeVoidRound("cartas mezcladas"), Post.JEFE)
    day.do(ApproveVoidRound(), Post.DIRECTOR)
    day.do(NoteBreach(Breach.STANDING, "junto al asiento 3"))
    for cards in (TIE, SIX):
        day.played(*cards)
    day.do(NoteCutCard())
    day.played(*NATURAL)
    day.do(CloseShoe(), Post.JEFE)
    day.do(ApproveShoe(), Post.DIRECTOR)
    day.do(WithdrawDecks(LOT, "gastadas"), Post.JEFE)
    day.do(DestroyDecks(LOT, "Inspector Chan"), Post.JEFE)
    day.do(CloseTable(chips(966_500)), Post.JEFE)
    day.do(CloseSession(), Post.JEFE)
    return day


def folios(day: TableDay) -> list[Folio]:
    """Every act of the book, as it is made while the book is read."""
    acts, state, found = BaccaratActs(), State(day.state.rules), []
    for entry in minuted(day):
        after = BACCARAT_RULES.evolve(state, entry.event)
        made = acts.add(entry, state, after, LETTERHEAD, Place(after.folios, "0" * 64, 1))
        found += [made] if made is not None else []
        state = after
    return found


@pytest.mark.req("BA-06", "BA-16", "BA-17", "BA-40", "BA-41")
def test_a_shoe_and_a_day_have_their_acts_with_every_round_and_two_signatures(played: TableDay) -> None:
    shoe, day = folios(played)
    assert (shoe.kind, day.kind) == ("partida", "acta-mesa")
    text = str(shoe.data)
    assert "4S 5D" in text
    assert "demostración" in text
    assert "nula" in text
    assert "se queman 7 de tréboles" in text
    assert "salió de cara" in text
    people = shoe.data["parts"]["signatures"]["people"]
    assert [each["name"].replace("\u200b", "") for each in people] == [
        PEOPLE[Post.JEFE],
        PEOPLE[Post.DIRECTOR],
    ]
    assert "Inspector Chan" in str(day.data)
    assert "una nula" in str(day.data)
    for folio in (shoe, day):
        assert render(folio.kind, folio.data, NIGHT).startswith(b"%PDF")


def test_the_folios_of_an_act_are_known_before_it_is_signed(played: TableDay) -> None:
    paperwork, state = BaccaratPaperwork(LETTERHEAD), State(played.state.rules)
    context = Context(Actor("Marta Suárez", Post.DIRECTOR), 0, "baccarat")
    seen = {}
    for entry in minuted(played):
        kind = {"ShoeApproved": ApproveShoe(0), "SessionClosed": CloseSession(0)}.get(
            type(entry.event).__name__
        )
        if kind is not None:
            seen[type(kind).__name__] = paperwork.planned(kind, state, context).sheets  # type: ignore[attr-defined]
        paperwork.take(entry.event)
        state = BACCARAT_RULES.evolve(state, entry.event)
    made = {folio.kind: folio.sheets for folio in folios(played)}
    assert seen == {"ApproveShoe": made["partida"], "CloseSession": made["acta-mesa"]}


@pytest.mark.req("BA-03", "BA-15")
def test_the_register_of_decks_says_where_each_lot_stands_and_what_was_done_with_it(
    played: TableDay,
) -> None:
    state = replace(played.state)
    folio = deck_register(state, minuted(played), LETTERHEAD, Place(1, "0" * 64, 1))
    text = str(folio.data)
    assert "destruido" in text
    assert "ante Inspector Chan" in text
    assert render(folio.kind, folio.data, NIGHT).startswith(b"%PDF")


def test_every_event_has_its_sentence_in_every_form(played: TableDay) -> None:
    own = [event for event in played.events if isinstance(event, BaccaratEvent)]
    assert len({type(event) for event in own}) > 25
    for event in own:
        said = narrate(event, "MOP")
        assert len(said) > 5, event
        assert "{" not in said


@pytest.mark.req("BA-42", "BA-51")
def test_rounds_are_held_against_their_exact_chances_without_void_ones_and_demonstrations(
    played: TableDay,
) -> None:
    (found,) = deck_rounds(minuted(played))
    assert (found.decks, found.shoes, found.rounds) == (8, 1, 5)
    assert {each.name: each.count for each in found.results} == {"banker": 1, "player": 3, "tie": 1}
    assert sum(each.expected for each in found.results) == pytest.approx(5)
    assert found.results[0].expected == pytest.approx(5 * 0.458597422633)
    assert found.pairs[0].expected == pytest.approx(5 * 31 / 415)
    assert found.p is None, "too few for χ²"


@pytest.mark.req("BA-63")
def test_takings_are_held_against_the_floats_and_the_commission_is_told(played: TableDay) -> None:
    (count,) = table_takings(minuted(played))
    assert (count.rounds, count.void, count.initial, count.result) == (5, 1, 1_000_000, -33_500)
    assert (count.drop, count.commission, count.rest) == (35_000, 1_500, 250)
    assert table_takings(minuted(played), 2) == ()


def test_the_shoes_of_each_day_are_told_with_their_pace_and_what_the_watch_found(played: TableDay) -> None:
    entries = [replace(each, time=NIGHT + timedelta(seconds=10 * each.number)) for each in minuted(played)]
    (day,) = days_of_shoes(entries)
    (shoe,) = day.shoes
    assert (shoe.number, shoe.lot, shoe.rounds, day.alarm) == (1, LOT, 6, "")
    ends = [each.number for each in entries if isinstance(each.event, ResultEstablished)]
    assert shoe.pace is not None
    assert shoe.pace.mean_s == pytest.approx(10 * (ends[-1] - ends[0]) / 5)
    assert day.cards == sum(day.ranks.values()) == sum(day.suits.values()) == 29
    assert set(day.times) == {"rank", "suit", "result", "pair"}
    assert days_of_shoes(entries, 9) == ()
    strange = Minuted(999, NIGHT, "controller:hallctl", "0" * 64, UntoldAgreed(1, (), ("AS",) * 9, "", "Eva"))
    (found,) = days_of_shoes([*entries, strange])
    assert (found.alarm, found.excess) == ("excess", ("AS",))
    report = shoes([*entries, strange], None, RULES, ())
    assert "A de picas" in str(report.paper())
    assert [post for each in BACCARAT_REPORTS if each.name == "shoes" for post in each.posts] == [
        Post.DIRECTOR
    ]


@pytest.mark.parametrize("kind", BACCARAT_REPORTS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("empty", [False, True], ids=["played", "empty"])
def test_each_report_has_figures_a_table_and_a_page(kind, empty, played) -> None:
    entries = minuted(TableDay() if empty else played)
    report = kind.make(entries, None, RULES, ())
    assert report.sheet.csv().count("\n") == len(report.sheet.rows) + 1
    assert report.paper()["blocks"]
    if kind.name in ("table", "shoes"):
        with pytest.raises(ReportError, match="la sesión 9"):
            kind.make(entries, 9, RULES, ())
