"""The prize register holds every award once, with its payment where there was one."""

import pytest

from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.closing import PayPrize
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import PrizePaid
from tests.hallctl.games.bingo.reports.record import night, noted
from tests.hallctl.games.bingo.rules.night import Night


@pytest.mark.req("AJ-55")
def test_every_award_of_random_nights_is_there_and_paid_to_the_cent():
    record = night()
    found = register(record)
    awards = [e.event for e in record if isinstance(e.event, PrizeAwarded)]
    payments = [e for e in record if isinstance(e.event, PrizePaid)]
    assert [(p.series, p.card, p.amount) for p in found.prizes] == [
        (a.series, a.card, a.amount) for a in awards
    ]
    assert found.paid == found.awarded == sum(e.event.amount for e in payments)
    assert {p.paid_entry for p in found.prizes} == {e.number for e in payments}
    assert {p.paid_by for p in found.prizes} == {"cajero:Rosa"}
    verified = [e for e in record if isinstance(e.event, CardVerified)]
    assert [c.entry for c in found.claims] == [e.number for e in verified]
    assert any(not c.good and c.faults for c in found.claims)


@pytest.mark.req("AJ-21", "AJ-113")
def test_a_name_stands_only_where_the_record_has_one():
    prizes = register(night()).prizes
    named = [p for p in prizes if p.winner]
    assert named
    assert all(p.prize not in {"line", "bingo"} and p.document for p in named)
    assert all(p.winner for p in prizes if p.prize.startswith("Pozo"))


def test_what_is_not_paid_yet_is_owed():
    hall = Night().open_session().finished()
    hall.do(PayPrize(Claim.LINE, "A-1042", 5, ""))
    line, bingo = register(noted(hall.events)).prizes
    assert line.paid is not None
    assert (bingo.paid, bingo.paid_by, bingo.paid_entry) == (None, "", None)
    assert (line.after, bingo.after) == (5, 15)
