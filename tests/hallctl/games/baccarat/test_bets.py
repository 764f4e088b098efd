"""Bets where the table knows them, what they win to the cent, and the rule set (BA-44..65, DB9..13)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable
from hallctl.games.any_table.rules.ledger import LAYOUT, PLAYERS, TABLE
from hallctl.games.baccarat.rules.commands.bets import Bet, ChangeBets, PlaceBets, SayStakes
from hallctl.games.baccarat.rules.commands.people import ApproveVoidRound, ProposeVoidRound
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    CollectLosers,
    ConfirmResult,
    OpenBets,
    OpenDemonstration,
    PayWinners,
)
from hallctl.games.baccarat.rules.commands.shoe import ApproveShoe, CloseShoe, CollectCommission
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.events.bets import BetsReturned
from hallctl.games.baccarat.rules.events.round import BetsClosed, Owes, WinnersPaid
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.games.baccarat.rules.kinds import SIDES, Kind
from hallctl.games.baccarat.rules.ledger import COMMISSION, ROUNDING
from hallctl.games.baccarat.rules.ledger import OWED as LEDGER_OWED
from hallctl.games.baccarat.rules.ruleset import Authorised, Option, working_days
from hallctl.games.baccarat.rules.settlement import commission, settle
from hallctl.games.baccarat.rules.tableau import Result
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.ledger import HOUSE
from tests.hallctl.games.baccarat.table import (
    BANKER,
    DAY,
    HELD,
    NATURAL,
    OPENING,
    RULES,
    TIE,
    TableDay,
    chips,
    shuffled,
)

POSITIONS = replace(RULES, stakes="positions", shoe_result=False)
TOTALS = replace(RULES, stakes="totals", shoe_result=False)
STRICT = replace(POSITIONS, tie_lessen=False, tie_move=False)
P, B, T = Kind.PLAYER, Kind.BANKER, Kind.TIE
BIG = 100_000


def bets(draw: st.DrawFn) -> tuple[Bet, ...]:
    kinds = draw(st.lists(st.sampled_from(Kind), max_size=6))
    return tuple(Bet(kind, 500 * draw(st.integers(1, 400))) for kind in kinds)


any_bets = st.composite(bets)()


@pytest.mark.req("BA-44", "BA-60", "BA-61", "BA-62", "BA-63")
@given(any_bets, st.sampled_from(Result), st.booleans(), st.booleans(), st.sampled_from((1, 5, 500, 700)))
def test_money_is_conserved_for_any_bets(
    placed: tuple[Bet, ...], result: Result, one: bool, other: bool, chip: int
) -> None:
    found = settle(placed, result, player_pair=one, banker_pair=other, chip=chip)
    staked = sum(bet.amount for bet in placed)
    assert found.kept + found.standing + found.collected == staked
    players = found.kept + found.standing + found.prizes - found.commission - staked
    assert players + found.house == 0, "what the house gains a player loses"
    alone = [settle([bet], result, player_pair=one, banker_pair=other, chip=chip) for bet in placed]
    assert found.house == sum(each.house for each in alone), "each bet by itself"
    banker = sum(bet.amount for bet in placed if bet.kind is B) if result is Result.BANKER else 0
    assert found.commission % chip == 0
    assert found.commission <= found.commission + found.rest <= banker * 5 // 100
    if result is Result.TIE:
        assert found.standing == sum(bet.amount for bet in placed if bet.kind in SIDES)


@pytest.mark.req("BA-47", "BA-48", "BA-49", "BA-50", "BA-60", "BA-61", "BA-62", "BA-63")
@pytest.mark.parametrize(
    ("kind", "result", "pair", "prize", "taken"),
    [
        (P, Result.PLAYER, False, 1000, 0),
        (B, Result.BANKER, False, 1000, 50),
        (T, Result.TIE, False, 8000, 0),
        (Kind.PLAYER_PAIR, Result.TIE, True, 11000, 0),
        (Kind.BANKER_PAIR, Result.PLAYER, True, 11000, 0),
    ],
)
def test_each_kind_pays_what_the_text_says(
    kind: Kind, result: Result, pair: bool, prize: int, taken: int
) -> None:
    found = settle([Bet(kind, 1000)], result, player_pair=pair, banker_pair=pair, chip=50)
    assert (found.kept, found.prizes, found.commission, found.collected) == (1000, prize, taken, 0)
    other = Result.BANKER if result is not Result.BANKER else Result.PLAYER
    lost = settle([Bet(kind, 1000)], other, player_pair=False, banker_pair=False, chip=50)
    assert (lost.kept, lost.collected) == (0, 1000)


@pytest.mark.req("BA-63")
def test_the_commission_is_rounded_down_to_the_smallest_chip_and_its_rest_is_booked() -> None:
    assert commission(30_000, 500) == (1500, 0)
    assert commission(35_000, 500) == (1500, 250)
    assert commission(9_000, 500) == (0, 450)
    day = TableDay.opened(POSITIONS)
    day.do(OpenBets())
    day.do(PlaceBets("Eva", (Bet(B, 35_000),), 1))
    day.do(CloseBets())
    for card in BANKER:
        day.told(card)
    day.settled()
    assert (day.state.ledger[COMMISSION], day.state.ledger[ROUNDING]) == (-1750, 250)
    assert day.state.ledger[TABLE] == 1_000_000 - 35_000 + 1500
    assert day.state.ledger[HOUSE] == 35_000


OWED = replace(POSITIONS, commission="end of shoe", checks=())


def paid_banker(day: TableDay, **amounts: int) -> WinnersPaid:
    """Play a round that the banker wins, with what players have on it; return its payment."""
    day.do(OpenBets())
    for player, amount in amounts.items():
        day.do(PlaceBets(player, (Bet(B, amount),), 1))
    day.do(CloseBets())
    for card in BANKER:
        day.told(card)
    day.settled()
    paid = day.events[-1]
    assert isinstance(paid, WinnersPaid)
    return paid


@pytest.mark.req("BA-63")
def test_the_commission_may_be_owed_until_the_end_of_the_shoe_and_is_rounded_once() -> None:
    day = TableDay.opened(OWED)
    paid = paid_banker(day, Eva=35_000, Ana=30_000)
    assert (paid.commission, paid.rest) == (0, 0)
    assert paid.owed == (Owes("Eva", 1750), Owes("Ana", 1500))
    assert day.state.ledger[TABLE] == 1_000_000 - 65_000
    assert paid_banker(day, Eva=35_000).owed == (Owes("Eva", 1750),)
    assert (day.state.ledger[LEDGER_OWED], day.state.ledger[COMMISSION]) == (5000, -5000)
    assert day.refused(CloseShoe("fin"), Post.JEFE) == "SHOE-COMMISSION"
    assert day.refused(CollectCommission("Eva", 500)) == "SETTLE-COMPUTED"
    day.do(OpenBets())
    assert day.refused(CollectCommission()) == "SHOE-ROUND"
    day.do(ProposeVoidRound("x"), Post.JEFE)
    day.do(ApproveVoidRound(), Post.DIRECTOR)
    (eva,) = day.do(CollectCommission("Eva"))
    assert eva == CommissionCollected(1, (Owes("Eva", 3500),), 3500, 0), "a win at a time it had been 3000"
    day.do(CollectCommission())
    assert day.refused(CollectCommission()) == "COMMISSION-NONE"
    assert (day.state.ledger[LEDGER_OWED], day.state.ledger[TABLE]) == (0, 1_000_000 - 100_000 + 5000)
    day.do(CloseShoe("fin"), Post.JEFE)
    assert day.refused(CollectCommission()) == "SHOE-NONE"


@pytest.mark.req("BA-63")
def test_of_totals_the_table_says_what_it_took_of_the_commission_that_was_owed() -> None:
    day = TableDay.opened(replace(OWED, stakes="totals"))
    day.do(OpenBets())
    day.do(CloseBets())
    for card in BANKER:
        day.told(card)
    day.do(SayStakes((Bet(B, 35_000),)))
    day.turned()
    day.do(ConfirmResult())
    day.do(CollectLosers())
    assert day.refused(PayWinners(1500)) == "SETTLE-COMPUTED"
    day.do(PayWinners())
    assert day.shoe.owed == {"": 1750}
    assert day.refused(CollectCommission("", 1751)) == "SETTLE-COMMISSION"
    day.do(CollectCommission("", 1500))
    assert (day.state.ledger[LEDGER_OWED], day.state.ledger[ROUNDING]) == (0, 250)


def test_an_event_without_owed_commission_is_written_as_before_and_a_rule_set_without_it_too() -> None:
    assert "owed" not in encode(WinnersPaid(1, 0, 0, 0, 0, 0))
    assert "each win" not in RULES.text
    assert "end of shoe" in OWED.text


@pytest.mark.req("BA-53", "BA-54", "BA-55", "BA-57")
def test_what_is_no_bet_of_the_table_is_refused() -> None:
    day = TableDay.opened(replace(POSITIONS, differential=50_000))
    assert day.refused(PlaceBets("Ana", (Bet(P, 30_000),))) == "ROUND-NONE"
    day.do(OpenBets())
    for player, placed, seat, code in (
        ("Ana", (Bet(P, 29_500),), 0, "STAKE-MINIMUM"),
        ("Ana", (Bet(T, 3_000_500),), 0, "STAKE-MAXIMUM"),
        ("Ana", (Bet(P, 30_100),), 0, "STAKE-CHIP"),
        ("Ana", (Bet(P, -500),), 0, "STAKE-NEGATIVE"),
        ("Ana", (), 0, "STAKE-PLAYER"),
        (" ", (Bet(P, 30_000),), 0, "STAKE-PLAYER"),
        ("Ana", (Bet(P, 30_000),), 10, "STAKE-SEAT"),
        ("Ana", (Bet(P, 60_000),), 1, "STAKE-DIFFERENTIAL"),
    ):
        assert day.refused(PlaceBets(player, placed, seat)) == code
    day.do(PlaceBets("Ana", (Bet(P, 30_000), Bet(Kind.PLAYER_PAIR, 5_000)), 3))
    assert day.refused(PlaceBets("Ana", (Bet(P, 30_000_000),), 3)) == "STAKE-MAXIMUM", "with what lies there"
    day.do(PlaceBets("Eva", (Bet(B, 60_000),), 2))
    day.do(CloseBets())
    assert day.refused(PlaceBets("Ana", (Bet(P, 30_000),), 3)) == "STAKE-PHASE"


@pytest.mark.req("BA-56", "BA-57")
@pytest.mark.parametrize("handling", [True, False])
def test_the_highest_seated_bet_holds_the_cards_where_the_table_lets_it(handling: bool) -> None:
    day = TableDay.opened(replace(POSITIONS, handling=handling))
    day.do(OpenBets())
    day.do(PlaceBets("Ana", (Bet(P, 90_000),), 0))
    day.do(PlaceBets("Eva", (Bet(P, 60_000),), 5))
    day.do(PlaceBets("Lin", (Bet(P, 60_000),), 2))
    (closed,) = day.do(CloseBets())
    assert isinstance(closed, BetsClosed)
    assert (closed.player, closed.banker) == (("Lin" if handling else ""), "")


def tied(rules: object = POSITIONS) -> TableDay:
    """A table after a tie, where Ana has bets on both sides and on the tie."""
    day = TableDay.opened(rules)  # type: ignore[arg-type]
    day.do(OpenBets())
    day.do(PlaceBets("Ana", (Bet(P, 100_000), Bet(T, 10_000)), 1))
    day.do(CloseBets())
    assert day.refused(ChangeBets("Ana", ())) == "TIE-NONE"
    for card in TIE:
        day.told(card)
    day.settled()
    return day


@pytest.mark.req("BA-44")
def test_at_a_tie_bets_on_both_sides_stand_and_the_tie_is_paid_at_once() -> None:
    day = tied()
    paid = day.events[-1]
    assert isinstance(paid, WinnersPaid)
    assert (paid.prizes, paid.kept, paid.standing) == (80_000, 10_000, 100_000)
    assert day.state.ledger[LAYOUT] == 100_000
    day.do(OpenBets())
    assert day.round.staked == 100_000
    day.do(CloseBets())
    assert day.refused(ChangeBets("Ana", ())) == "TIE-NONE"
    for card in NATURAL:
        day.told(card)
    day.settled()
    assert day.state.ledger[LAYOUT] == 0
    assert day.state.ledger[HOUSE] == 180_000


@pytest.mark.req("BA-44", "BA-45", "BA-46")
@pytest.mark.parametrize(
    ("wanted", "free", "strict"),
    [
        ((), "", ""),
        ((Bet(P, 100_000),), "", ""),
        ((Bet(P, 150_000),), "", ""),
        ((Bet(P, 50_000),), "", "TIE-LESS"),
        ((Bet(B, 100_000),), "", "TIE-MOVE"),
        ((Bet(B, 50_000),), "", "TIE-MOVE"),
        ((Bet(P, 20_000),), "STAKE-MINIMUM", "TIE-LESS"),
        ((Bet(T, 10_000),), "TIE-KIND", "TIE-KIND"),
        ((Bet(P, -500),), "STAKE-NEGATIVE", "STAKE-NEGATIVE"),
    ],
)
@pytest.mark.parametrize("opened", [False, True])
def test_after_a_tie_bets_are_withdrawn_kept_or_changed_as_the_rule_set_lets_them(
    wanted: tuple[Bet, ...], free: str, strict: str, opened: bool
) -> None:
    for rules, code in ((POSITIONS, free), (STRICT, strict)):
        day = tied(rules)
        if opened:
            day.do(OpenBets())
        assert day.refused(ChangeBets("Eva", ())) == "STAKE-PLAYER"
        if code:
            assert day.refused(ChangeBets("Ana", wanted)) == code
        else:
            day.do(ChangeBets("Ana", wanted))
            assert day.state.ledger[LAYOUT] == sum(bet.amount for bet in wanted) == day.round.staked


@pytest.mark.req("BA-45", "BA-46")
def test_a_bet_that_moves_and_is_lessened_needs_both_options() -> None:
    day = tied(replace(POSITIONS, tie_lessen=False))
    assert day.refused(ChangeBets("Ana", (Bet(B, 50_000),))) == "TIE-LESS"
    day.do(ChangeBets("Ana", (Bet(P, 50_000), Bet(B, 50_000))))


@pytest.mark.req("BA-12", "BA-44")
def test_what_stands_after_a_tie_goes_back_where_no_round_follows_it() -> None:
    day = tied()
    day.do(CloseShoe("fin"), Post.JEFE)
    day.do(ApproveShoe(), Post.DIRECTOR)
    day.loaded()
    assert day.refused(OpenDemonstration()) == "STAKE-DEMO"
    day.do(CloseShoe("fin"), Post.JEFE)
    day.do(ApproveShoe(), Post.DIRECTOR)
    returned, _ = day.do(CloseTable(chips(1_000_000)), Post.JEFE)
    assert returned == BetsReturned(1, 100_000)
    assert day.state.ledger[LAYOUT] == day.state.ledger[PLAYERS] == 0


@pytest.mark.req("BA-41")
def test_every_bet_of_a_void_round_goes_back_whole() -> None:
    day = tied()
    day.do(OpenBets())
    day.do(PlaceBets("Eva", (Bet(Kind.BANKER_PAIR, 10_000),), 2))
    day.do(ProposeVoidRound("cartas mezcladas"), Post.JEFE)
    (voided,) = day.do(ApproveVoidRound(), Post.DIRECTOR)
    assert voided.returned == 110_000  # type: ignore[attr-defined]
    assert day.state.ledger[LAYOUT] == 0


def test_a_table_that_knows_no_bets_takes_no_amounts() -> None:
    day = TableDay.opened()
    day.do(OpenBets())
    assert day.refused(PlaceBets("Ana", (Bet(P, 30_000),))) == "STAKE-UNKNOWN"
    assert day.refused(ChangeBets("Ana", ())) == "STAKE-UNKNOWN"
    assert day.refused(SayStakes(())) == "STAKE-UNKNOWN"
    day.do(CloseBets())
    for card in BANKER:
        day.told(card)
    day.turned()
    day.result(Result.BANKER)
    day.do(ConfirmResult())
    day.do(CollectLosers())
    assert day.refused(PayWinners(500)) == "SETTLE-COMPUTED"
    day.do(PayWinners())


@pytest.mark.req("BA-53", "BA-63")
def test_totals_are_said_anew_and_their_commission_is_what_was_taken() -> None:
    day = TableDay.opened(TOTALS)
    assert day.refused(SayStakes(())) == "ROUND-NONE"
    day.do(OpenBets())
    said = SayStakes((Bet(B, 100_000), Bet(P, 40_000)))
    assert day.refused(said) == "STAKE-SAID"
    day.do(CloseBets())
    assert day.refused(SayStakes((Bet(P, 5), Bet(P, 5)))) == "STAKE-TWICE"
    assert day.refused(SayStakes((Bet(P, -5),))) == "STAKE-NEGATIVE"
    day.do(SayStakes((Bet(P, 900),)))
    day.do(said)
    assert day.state.ledger[LAYOUT] == 140_000
    for card in BANKER:
        day.told(card)
    day.turned()
    day.do(ConfirmResult())
    day.do(CollectLosers())
    for wrong in (-1, 5_001):
        assert day.refused(PayWinners(wrong)) == "SETTLE-COMMISSION"
    day.do(PayWinners(4_500))
    assert (day.round.collected, day.round.prizes, day.round.commission) == (40_000, 100_000, 4_500)
    assert (day.state.ledger[COMMISSION], day.state.ledger[ROUNDING]) == (-5_000, 500)
    assert day.state.ledger[TABLE] == 1_000_000 + 40_000 - 95_500


def test_a_demonstration_takes_no_bets() -> None:
    day = TableDay.opened(POSITIONS)
    day.do(OpenDemonstration())
    assert day.refused(PlaceBets("Ana", (Bet(P, 30_000),))) == "STAKE-DEMO"
    day = TableDay.opened(TOTALS)
    day.do(OpenDemonstration())
    day.do(CloseBets())
    assert day.refused(SayStakes(())) == "STAKE-DEMO"


@pytest.mark.req("BA-44", "BA-60", "BA-61", "BA-62", "BA-63")
@settings(max_examples=40, deadline=None)
@given(st.lists(any_bets, min_size=1, max_size=3), st.integers(0, 10**6))
def test_a_table_settles_any_bets_to_the_cent_and_nothing_is_left_on_the_layout(
    players: list[tuple[Bet, ...]], seed: int
) -> None:
    day = TableDay.opened(POSITIONS)
    day.do(OpenBets())
    for seat, placed in enumerate(players, 1):
        day.ask(PlaceBets(f"jugador {seat}", placed, seat))
    staked = day.round.staked
    day.do(CloseBets())
    cards = iter(shuffled(seed))
    while day.round.expected is not None:
        day.told(next(cards))
    tie = computed(day.round) is Result.TIE
    day.settled()
    paid = day.events[-1]
    assert isinstance(paid, WinnersPaid)
    assert paid.kept + paid.standing + day.round.collected == staked
    assert tie or paid.standing == 0
    assert day.state.ledger.get(LAYOUT, 0) == -day.state.ledger.get(PLAYERS, 0) == paid.standing
    assert day.state.ledger[TABLE] == 1_000_000 + day.round.collected - paid.prizes + paid.commission
    assert day.state.table is not None
    assert day.state.ledger[TABLE] == day.state.table.expected


def test_the_table_s_money_is_what_went_in_and_out_and_its_result_what_is_left() -> None:
    day = TableDay.opened()
    day.played(*NATURAL)
    assert day.refused(FillTable(" ", chips(500)), Post.JEFE) == "BANK-SLIP"
    day.do(FillTable("V-1", chips(200_000)), Post.JEFE)
    day.do(CreditTable("V-2", chips(50_000)), Post.JEFE)
    day.do(CloseShoe("fin"), Post.JEFE)
    day.do(ApproveShoe(), Post.DIRECTOR)
    (closed,) = day.do(CloseTable(chips(1_300_000)), Post.JEFE)
    assert closed.result == 150_000  # type: ignore[attr-defined]
    assert (day.state.totals.collected, day.state.totals.paid) == (150_000, 0)
    assert day.refused(CloseTable(chips(0)), Post.JEFE) == "BANK-CLOSED"
    known = TableDay.opened(POSITIONS)
    assert known.refused(CreditTable("V", chips(1_000_500)), Post.JEFE) == "BANK-SHORT"


def option(requested: str, adopted: str, reference: str = "DICJ 1") -> tuple[Authorised, ...]:
    """The four options, the tie's as it is said."""
    others = tuple(each for each in RULES.options if each.option is not Option.TIE)
    return (*others, Authorised(Option.TIE, reference, requested, adopted))


@pytest.mark.req(
    "BA-01",
    "BA-02",
    "BA-03",
    "BA-05",
    "BA-07",
    "BA-08",
    "BA-12",
    "BA-14",
    "BA-45",
    "BA-46",
    "BA-54",
    "BA-56",
    "BA-64",
    "BA-65",
)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"decks": 5}, "BA-03"),
        ({"decks": 13}, "BA-03"),
        ({"layouts": 3}, "BA-07"),
        ({"seats": 6}, "BA-07"),
        ({"dealing": "hand"}, "BA-05"),
        ({"burn": "none"}, "BA-10, BA-11"),
        ({"white_card": "two more"}, "BA-14"),
        ({"cut_before": 17}, "BA-08"),
        ({"demonstrations": 4}, "BA-12"),
        ({"stakes": "some"}, "DB13"),
        ({"cards_by": "camera"}, "DB14"),
        ({"dealing": "automatic", "handling": True}, "BA-23"),
        ({"chip": 0}, "DB11"),
        ({"limits": RULES.limits[1:]}, "BA-47"),
        ({"limits": (*RULES.limits, RULES.limits[0])}, "BA-47"),
        ({"limits": (replace(RULES.limits[0], maximum=500), *RULES.limits[1:])}, "BA-54"),
        ({"limits": (replace(RULES.limits[0], minimum=30_001), *RULES.limits[1:])}, "DB11"),
        ({"options": RULES.options[1:]}, "BA-64"),
        ({"options": option("2020-01-01", "2020-01-31", " ")}, "BA-64"),
        ({"options": option("2020-01-32", "2020-02-31")}, "BA-65"),
        ({"options": option("2026-11-27", "2026-12-01")}, "BA-65"),
        ({"holidays": ("mañana",)}, "BA-65"),
        ({"valid_from": "2026-13-01"}, "AJ-117"),
    ],
)
def test_a_rule_set_that_contradicts_the_regulation_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(RULES, **change)  # type: ignore[arg-type]


@pytest.mark.req("BA-01", "BA-66")
def test_the_rule_set_names_the_dispatch_what_it_revoked_and_where_the_official_text_is() -> None:
    for each in ("55/2004", "169/75/M", "48/86/M", "274/96/M", "70/2000"):
        assert each in RULES.approval
    assert "Boletim Oficial" in RULES.official


@pytest.mark.req("BA-65")
def test_three_working_days_are_counted_without_weekends_and_holidays() -> None:
    assert working_days("2026-11-23", "2026-11-26", ()) == 3, "Monday to Thursday"
    assert working_days("2026-11-26", "2026-11-30", ()) == 2, "Thursday to Monday"
    assert working_days("2026-11-26", "2026-12-01", ()) == 3
    assert working_days("2026-11-26", "2026-12-01", ("2026-11-27",)) == 2
    assert working_days("2026-11-26", "2026-11-26", ()) == 0
    assert working_days("2026-11-26", "2026-11-20", ()) == 0
    replace(RULES, options=option("2026-11-23", "2026-11-26"))


@pytest.mark.req("BA-02", "BA-64", "BA-65")
def test_no_day_begins_before_the_first_day_of_an_option_nor_outside_the_validity() -> None:
    for rules, code in (
        (replace(RULES, options=option("2026-11-01", "2026-11-25")), "OPTION-EARLY"),
        (replace(RULES, valid_from="2026-11-25"), "SESSION-VALIDITY"),
    ):
        day = TableDay(TableDay().state.empty(rules))
        day.do(OPENING, Post.DIRECTOR)
        assert day.refused(OpenSession(HELD, DAY), Post.JEFE) == code
