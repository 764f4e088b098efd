"""Games whose rule set lists its prizes: who may sing what, who wins, and where every cent is."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.config.rules import RuleSetError, rule_set
from hallctl.games.bingo.desk.claims import Unsung, wins
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.narration import narrate_bingo
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveNoBingo, NoteWrongCall, ProposeNoBingo
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.events.wrong_calls import BingoCarried, MadeWinners, WrongCallNoted
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.prizes import Prize
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Post
from tests.hallctl.games.bingo.rules.listed import (
    CARD,
    CORNERS,
    FOUR,
    FULL,
    LATE,
    LINE,
    MATRIX,
    PATTERN,
    POT,
    draw,
    finished,
    form_of,
    resumed,
    rules_of,
    started,
)
from tests.hallctl.games.bingo.rules.night import PEOPLE, Night


def won(night: Night) -> list[tuple[str, int, str]]:
    awards = [event for event in night.events if isinstance(event, PrizeAwarded)]
    return [(each.claim, each.card, each.progressive) for each in awards]


def conserved(night: Night) -> None:
    """Every cent of the game is in a prize, with the house or in a progressive, and the accounts say so."""
    state, game = night.state, night.state.game
    parts = [each.amount for each in (*game.contributions, *game.prizes)]
    assert game.collected + game.carried_in == sum(parts) + game.house + game.refunded
    assert sum(state.ledger.values()) == 0
    for name, held in state.progressives.items():
        assert state.ledger.get(f"pozo {name}", 0) == -held


def test_four_prizes_are_won_one_after_the_other_and_the_last_ends_the_game() -> None:
    night = started(pots=(POT,))
    closed = next(event for event in night.events if isinstance(event, SaleClosed))
    assert [(each.prize, each.amount) for each in closed.amounts] == [
        ("corners", 1500),
        ("line", 3000),
        ("pattern", 4500),
        ("full", 13_500),
    ]
    assert (closed.line, closed.bingo) == (0, 0)
    for prize in ("corners", "line", "pattern"):
        draw(night, form_of(night, prize))
        resumed(night, prize, CARD)
        assert night.refused(StopForClaim(prize)) in {"CLAIM-AWARDED", "CLAIM-LINE"}
        conserved(night)
    draw(night, sorted(MATRIX.card(CARD).numbers))
    night.claim("full", CARD)
    night.ask()
    assert night.refused(ResumeDraw()) == "RESUME-BINGO"
    assert [win.amount for win in wins(night.state)] == [13_500, 1900]
    night.do(FinishGame())
    assert won(night) == [
        ("corners", CARD, ""),
        ("line", CARD, ""),
        ("pattern", CARD, ""),
        ("full", CARD, ""),
        ("full", CARD, "Acumulado"),
    ]
    assert {night.state.ledger[f"premio {key}"] for key in ("corners", "pattern", "full")} == {0}
    conserved(night)


@pytest.mark.req("AJ-90")
def test_a_later_prize_wins_what_its_card_holds_of_those_before_it_and_nothing_else() -> None:
    night = started()
    draw(night, form_of(night, "pattern"))
    resumed(night, "pattern", CARD)
    # An X has the corners and both diagonals.
    assert [prize for prize, _, _ in won(night)] == ["corners", "line", "pattern"]
    other = started()
    draw(other, form_of(other, "line"))  # the first row has two corners only
    resumed(other, "line", CARD)
    assert [prize for prize, _, _ in won(other)] == ["line"]
    other.do(StopForClaim("corners"))


def test_a_full_card_takes_all_that_nobody_sang_and_a_split_is_each_prizes_own() -> None:
    night = started()
    draw(night, sorted({*MATRIX.card(CARD).numbers, *MATRIX.card(CARD + 1).numbers}))
    finished(night, "full", CARD, CARD + 1)
    assert won(night) == [(prize.key, card, "") for prize in FOUR for card in (CARD, CARD + 1)]
    conserved(night)


@pytest.mark.req("AJ-96")
def test_a_card_that_lacks_numbers_is_told_those_of_its_best_form() -> None:
    night = started()
    corners = form_of(night, "corners")
    draw(night, corners[:3])
    night.claim("corners", CARD)
    (verified,) = night.state.game.verified
    assert (verified.good, verified.row, verified.missing) == (False, 0, corners[3:])
    full = night.only(CardVerified, VerifyCard("full", "A-1042", CARD))
    assert full.missing == tuple(sorted(MATRIX.card(CARD).numbers - {*corners[:3]}))
    night.do(ResumeDraw())
    draw(night, corners)
    night.claim("corners", CARD)
    (verified,) = night.state.game.verified
    assert (verified.good, verified.row) == (True, 1)


def test_the_count_of_unsung_cards_is_of_the_prize_the_room_is_asked_for() -> None:
    night = started()
    draw(night, [*form_of(night, "corners"), *form_of(night, "corners", CARD + 1)])
    night.claim("corners", CARD)
    night.ask()
    assert (Unsung().count(night.state) or 0) >= 1


@pytest.mark.req("AJ-110")
def test_a_wrong_call_names_the_cards_it_would_have_made_win() -> None:
    night = started()
    *held, lacking = form_of(night, "corners")
    other = next(n for n in range(1, 76) if n not in MATRIX.card(CARD).numbers)
    draw(night, [*held, other])
    noted = night.only(WrongCallNoted, NoteWrongCall(lacking))
    (made,) = noted.prizes
    assert CARD in noted.lines and made == MadeWinners("corners", noted.lines, "A-1042")
    assert noted.bingos == ()
    found = result(night.state, (noted,))
    assert found is not None and "Cuatro esquinas: serie A 1042, cart" in str(found.notes[1])
    said = narrate_bingo(noted, "Bs", night.state.rules)
    assert "con él tendrían premio: cuatro esquinas, serie A 1042, cart" in said
    plain = Night().open_session().start(60)
    plain.draw(1)
    assert "prizes" not in encode(plain.only(WrongCallNoted, NoteWrongCall(2)))


def test_what_nobody_sang_goes_to_the_last_prize_of_the_next_game() -> None:
    night = started()
    draw(night, form_of(night, "corners"))
    resumed(night, "corners", CARD)
    draw(night, range(1, 76))
    night.do(ProposeNoBingo())
    answer = night.answer(ApproveNoBingo(), Post.DIRECTOR, PEOPLE[Post.DIRECTOR])
    (carried,) = night.do(ApproveNoBingo())
    assert isinstance(carried, BingoCarried)
    assert answer == (carried,)
    assert carried.amount == 3000 + 4500 + 13_500
    night.settled().do(night.count())
    assert night.state.carried == carried.amount
    assert sum(night.state.ledger.values()) == 0


@settings(max_examples=40)
@given(
    shares=st.lists(st.integers(1, 2000), min_size=4, max_size=4),
    fixed=st.integers(0, 4),
    pot=st.integers(1, 500),
    sung=st.lists(st.sampled_from(["corners", "line", "pattern"]), unique=True),
    together=st.integers(1, 3),
    end=st.sampled_from(["full", "void", "carried"]),
    late=st.integers(0, 300),
    hangs_on=st.sampled_from(["full", "line"]),
    max_balls=st.sampled_from([4, 15, 75]),
)
@pytest.mark.invariant("I7")
@pytest.mark.invariant("I8")
def test_money_is_conserved_to_the_cent_for_any_list(
    shares: list[int],
    fixed: int,
    pot: int,
    sung: list[str],
    together: int,
    end: str,
    late: int,
    hangs_on: str,
    max_balls: int,
) -> None:
    prizes = [replace(prize, share_bp=share) for prize, share in zip(FOUR, shares, strict=True)]
    if fixed < len(prizes):
        prizes[fixed] = replace(prizes[fixed], share_bp=0, amount=777)
    if late:
        wins_it = next(prize for prize in prizes if prize.key == hangs_on)
        prizes.insert(0, replace(LATE, combination=wins_it.combination, share_bp=late))
    night = started(prizes, (replace(POT, claim=hangs_on, share_bp=pot, max_balls=max_balls),))
    conserved(night)
    cards = [CARD + at for at in range(together)]
    for prize in sung:
        if not night.state.game.is_awarded(prize):
            draw(night, [ball for card in cards for ball in form_of(night, prize, card)])
            resumed(night, prize, *cards)
            conserved(night)
    if end == "void":
        night.do(ProposeVoid("error"), ApproveVoid())
    else:
        draw(night, range(1, 76))
        if end == "full":
            finished(night, "full", *cards)
        else:
            night.do(ProposeNoBingo(), ApproveNoBingo())
    game = night.state.game
    assert sum(night.state.ledger.values()) == 0
    accounts = [f"premio {prize.key}" for prize in prizes] + ["premio de línea"]
    assert {night.state.ledger[account] for account in accounts if account in night.state.ledger} <= {0}
    if end != "carried":
        conserved(night)
    assert not any(one == other for one, other in pairwise(sorted(award.key for award in game.awards)))


def test_a_sale_that_does_not_reach_for_a_fixed_amount_stays_open() -> None:
    prizes = (CORNERS, LINE, PATTERN, replace(FULL, share_bp=0, amount=40_000))
    night = Night(rules_of(prizes), MATRIX).open_session(MATRIX).sell(60)
    assert night.refused(CloseSale()) == "SALE-FIXED"


def test_a_list_is_kept_in_the_book_and_one_that_is_implied_leaves_no_trace_there() -> None:
    closed = next(event for event in started().events if isinstance(event, SaleClosed))
    assert encode(closed)["prizes"][0] == {"prize": "corners", "amount": 1500}
    assert decode(SaleClosed, encode(closed)) == closed
    implied = next(e for e in Night().open_session().start().events if isinstance(e, SaleClosed))
    assert "prizes" not in encode(implied)
    assert [each.amount for each in implied.amounts] == [implied.line, implied.bingo]


FILE = """
base = "aj-bolivia"
universe = 75
variant = "pt-bingo-75"
line_bp = 0
bingo_bp = 0
house_bp = 2500
law = "portugal"
language = "pt"
currency = "€"
{prizes}
"""
_LISTED = """
[[prizes]]
key = "corners"
es = "Cuatro esquinas"
pt = "Quatro cantos"
en = "Four corners"
wins = ["corners"]
share_bp = 500
[[prizes]]
key = "pattern"
es = "Letra X"
pt = "Letra X"
en = "Letter X"
shapes = ["letter-x"]
share_bp = 1500
[[prizes]]
key = "full"
es = "Cartón lleno"
pt = "Cartão cheio"
en = "Full card"
wins = ["full"]
share_bp = 5500
"""


def read(tmp_path, listed: str) -> RuleSet:
    (tmp_path / "own.toml").write_text(FILE.format(prizes=listed), "utf-8")
    return rule_set("own.toml", RuleSet, folder=tmp_path)


@pytest.mark.req("AJ-117", "PT-35", "PT-62")
def test_a_file_lists_the_prizes_and_the_digest_is_over_their_cells(tmp_path) -> None:
    found = read(tmp_path, _LISTED)
    assert [prize.key for prize in found.listed] == ["corners", "pattern", "full"]
    assert found.last == "full"
    renamed = replace(found.prizes[1], es="Aspa")
    assert found.digest != replace(found, prizes=(found.prizes[0], renamed, found.prizes[2])).digest
    assert "X...X" in found.text, "which cells the pattern takes is part of what was approved"


@pytest.mark.req("AJ-116", "PT-35", "PT-41", "PT-63")
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("share_bp = 5500", "share_bp = 5400", "add up to 9900"),
        ('shapes = ["letter-x"]', 'shapes = ["letter-q"]', "no existe la figura «letter-q»"),
        ('key = "pattern"', 'key = "corners"', "la misma clave"),
        ('key = "pattern"', 'key = "Letra X"', "letras de la a a la z"),
        ('wins = ["full"]', 'wins = ["rows"]', "quedaría sin ganador"),
        ('pt = "Letra X"', 'pt = ""', "nombre en los tres idiomas"),
        ("share_bp = 1500", "share_bp = 1500\namount = 5", "share_bp o amount"),
        ('key = "full"', 'wrong = 1\nkey = "full"', "campo desconocido"),
    ],
)
def test_a_list_that_contradicts_itself_is_no_rule_set(tmp_path, before: str, after: str, why: str) -> None:
    with pytest.raises(RuleSetError, match=why):
        read(tmp_path, _LISTED.replace(before, after))


@pytest.mark.req("PT-35", "PT-41")
@pytest.mark.parametrize(
    ("prizes", "article"),
    [
        ((CORNERS, replace(FULL, share_bp=6000)), "PT-35"),
        ((replace(CORNERS, share_bp=4000), replace(FULL, share_bp=3500)), "PT-41"),
        ((PATTERN, replace(FULL, share_bp=6000)), "PT-63"),
    ],
)
def test_a_list_that_breaks_the_law_it_is_under_is_refused(prizes: tuple[Prize, ...], article: str) -> None:
    assert rules_of(prizes).listed == prizes
    with pytest.raises(ValueError, match=article):
        replace(rules_of(prizes), law="portugal")


def test_shares_are_said_once_and_a_progressive_hangs_on_a_prize_of_the_list() -> None:
    with pytest.raises(ValueError, match="line_bp y bingo_bp son 0"):
        replace(rules_of(), line_bp=100, house_bp=rules_of().house_bp - 100)
    with pytest.raises(ValueError, match="claim es corners o line o pattern o full"):
        rules_of(pots=(replace(POT, claim="bingo"),))
