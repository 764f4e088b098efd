"""The session summary and the rules' ledger are two ways to the same cents."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.reports.game import Outcome, figures
from hallctl.games.bingo.reports.money_pages import session_paper
from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.reports.record import games, sessions
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.closing import CountCash
from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.outputs.reports import ReportError
from hallctl.rules.commands.incidents import FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import ContinuePlay, ReportFault, StartController
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.ledger import HOUSE, TILL
from tests.hallctl.games.bingo.reports.record import POTS, RULES, START, doctored, night, noted, two_volumes
from tests.hallctl.games.bingo.rules.night import RULES as NIGHT_RULES
from tests.hallctl.games.bingo.rules.night import Night


@pytest.mark.invariant("I7")
@pytest.mark.parametrize(
    ("seed", "rules"), [(seed, rules) for seed in range(4) for rules in (POTS, RULES)], ids=str
)
def test_every_account_of_random_nights_is_the_ledgers_to_the_cent(seed, rules):
    record = night(24, seed, rules)
    for session in sessions(record):
        found = summary(record, session.number, rules)
        assert found.accounts
        assert [(a.account, a.reported) for a in found.accounts] == [
            (a.account, a.booked) for a in found.accounts
        ]
        assert found.balances


@pytest.mark.invariant("I7")
def test_all_sessions_together_are_the_whole_ledger_of_the_book():
    record = night()
    state = fold(State(POTS), (entry.event for entry in record))
    found = [summary(record, session.number, POTS) for session in sessions(record)]
    assert [s.number for s in found] == [1, 2, 3]
    held = dict.fromkeys(state.ledger, 0)
    for session in found:
        for account in session.accounts:
            held[account.account] += account.reported
    assert held == dict(state.ledger)
    assert {pot.name: pot.closing for pot in found[-1].pots} == dict(state.progressives)
    assert [pot.opening for pot in found[1].pots] == [pot.closing for pot in found[0].pots]


def test_the_nights_hold_every_way_a_game_may_end_so_that_the_proof_is_of_all():
    outcomes = set()
    awarded = 0
    for seed in range(4):
        record = night(24, seed, POTS)
        played = [figures(game) for game in games(record)]
        outcomes |= {game.outcome for game in played}
        awarded += sum(game.pot_awards for game in played)
    assert outcomes >= {Outcome.FINISHED, Outcome.VOID, Outcome.CARRIED}
    assert awarded


@pytest.mark.invariant("I7")
def test_a_session_cut_off_anywhere_still_balances():
    record = night(6, 3)
    for end in range(40, len(record), 7):
        cut = record[:end]
        if sessions(cut):
            assert summary(cut, 1, POTS).balances, end


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (SaleClosed, lambda e: replace(e, house=e.house + 1)),
        (PrizeAwarded, lambda e: replace(e, amount=e.amount - 50, progressive="")),
        (SaleClosed, lambda e: replace(e, collected=e.collected + 500)),
    ],
)
def test_a_figure_that_was_changed_by_a_cent_does_not_balance(kind, change):
    record = doctored(night(6, 3, RULES), kind, change, 2)
    assert not summary(record, 1, RULES).balances


def test_totals_are_those_of_the_till_and_the_house():
    record = night(6, 3, RULES)
    found = summary(record, 1, RULES)
    moved = {account.account: account.booked for account in found.accounts}
    assert moved[TILL] == found.total("collected") - found.total("paid") - found.total("refunds_paid")
    assert -moved[HOUSE] == found.total("house")


@pytest.mark.req("AJ-88")
def test_intervals_are_those_of_the_orders_and_leave_out_claims_and_restarts():
    hall = Night(NIGHT_RULES).open_session().start()
    for wait, ball in ((0, 90), (500, 89), (0, 88)):
        hall.wait(wait)
        hall.draw(ball)
    hall.claim(Claim.LINE, 5)
    hall.wait(60_000)
    hall.do(ResumeDraw())
    hall.draw(87)
    hall.draw(86)
    hall.do(StartController("b2", "test", "died"), ContinuePlay())
    hall.wait(90_000)
    hall.draw(85)
    pace = figures(games(noted(hall.events))[0]).pace
    base = NIGHT_RULES.minimum_interval_ms / 1000
    assert pace.intervals == (base + 0.5, base, base)
    assert pace.median == base
    assert pace.balls == 6
    assert pace.seconds is None


@pytest.mark.req("AJ-11")
def test_cash_is_held_against_what_was_expected():
    hall = Night().open_session().start()
    hall.do(CountCash(60 * 500 - 20))
    (game,) = summary(noted(hall.events), 1, hall.state.rules).games
    assert (game.expected, game.cash, game.difference) == (30_000, 29_980, -20)
    assert game.cashier == "Rosa"


def test_prizes_are_made_up_of_the_chips_at_hand():
    hall = Night().open_session().finished().settled()
    record = noted(hall.events)
    found = summary(record, 1, hall.state.rules, (100, 10_000, 1000))
    amounts = [award.prize.amount for award in hall.state.game.awards]
    assert amounts == [3000, 18_000]
    assert [(c.value, c.count) for c in found.chips] == [(10_000, 1), (1000, 11), (100, 0)]
    assert found.without_chip == 0
    paid = summary(record, 1, hall.state.rules, (8000, 6000))
    assert [(c.value, c.count) for c in paid.chips] == [(8000, 0), (6000, 3)]
    assert paid.without_chip == 3000
    assert summary(record, 1, hall.state.rules).chips == ()


def test_faults_incidents_and_complaints_are_told_with_their_entries():
    hall = Night().open_session()
    hall.do(
        MinuteIncident("pelea"),
        ReportFault("cámara", "CAMERA-LOST", "sin imagen"),
        FileComplaint("Juan", "LP-1", "no oí el 7", signed=True),
        ResolveComplaint(1, "desestimada"),
    )
    record = noted(hall.events)
    found = summary(record, 1, hall.state.rules)
    assert [(r.kind, r.text) for r in found.remarks] == [
        ("IncidentMinuted", "Incidencia 1, anotada por Ana: pelea"),
        ("FaultLatched", "FALLO CAMERA-LOST: sin imagen"),
        ("ComplaintFiled", "Reclamación 1 de Juan, firmada, ante Ana: no oí el 7"),
        ("ComplaintResolved", "El Director resuelve la reclamación 1: desestimada"),
    ]
    assert all(type(record[r.entry - 1].event).__name__ == r.kind for r in found.remarks)
    assert dict(found.people)["jefe"] == "Ana"
    assert found.opened > START
    assert found.closed is None


def test_a_session_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(ReportError, match="no tiene la sesión 9; tiene de la 1 a la 3"):
        summary(night(), 9, POTS)
    with pytest.raises(ReportError, match="no tiene ninguna"):
        summary((), 1, POTS)


@pytest.mark.req("AJ-88")
def test_the_least_interval_is_drawn_only_where_the_book_was_played_by_that_rule_set():
    record = night(6, 3, RULES)
    practice = doctored(record, BookOpened, lambda e: replace(e, rule_set="aj-bolivia (práctica) 1"))
    for entries, at in ((record, 2.5), (practice, None)):
        paper = session_paper(entries, summary(entries, 1, RULES), RULES)
        (pace,) = [block for block in paper["blocks"] if block["kind"] == "lines"]
        assert (pace["reference"] or {}).get("at") == at


@pytest.mark.invariant("I7")
def test_a_second_volume_goes_on_where_the_first_ended_and_balances_by_itself():
    first, second = two_volumes()
    before = fold(State(POTS), (entry.event for entry in first))
    number = sessions(second)[0].number
    found = summary(second, number, POTS)
    assert number == before.sessions + 1
    assert found.balances
    assert found.accounts
    assert {pot.name: pot.opening for pot in found.pots} == dict(before.progressives)
    assert any(before.progressives.values())
    after = fold(State(POTS), (entry.event for entry in second))
    assert {pot.name: pot.closing for pot in found.pots} == dict(after.progressives)
    assert found.levels[-1].pots == tuple(after.progressives.items())
    assert [game.number for game in found.games] == [before.games + 1, before.games + 2]
    prizes = register(second).prizes
    assert sum(prize.amount for prize in prizes) == found.total("paid")
