"""The watch over shoes: known answers, no alarm of fair shoes, and packs that are not whole found."""

from random import Random

import pytest

from hallctl.games.baccarat.rules.cards import DECK, Card, Rank
from hallctl.games.baccarat.rules.tableau import Result, Side, next_card, outcome
from hallctl.games.baccarat.watch import Preference, Timing, Watch, timing


def dealt(watch: Watch, pack: list[Card], least: int = 20) -> int:
    """Deal rounds from a pack to its end; return how many."""
    rounds = 0
    while len(pack) >= least and watch.alarm is None:
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        drawn = []
        while (side := next_card(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
            drawn.append(pack.pop())
            hands[side].append(drawn[-1])
        ended = outcome(hands[Side.PLAYER], hands[Side.BANKER])
        watch.round(drawn, ended.result, ended.player_pair, ended.banker_pair)
        rounds += 1
    return rounds


def played(shoes: int, seed: int, kept: float = 1.0) -> tuple[Watch, int]:
    """Deal shoes; of figures as many are in the pack as `kept`, and low cards in place of the others."""
    luck, watch, rounds = Random(seed), Watch(), 0
    low = [card for card in DECK if card.rank in (Rank.ACE, Rank.TWO, Rank.THREE)]
    for _ in range(shoes):
        pack = [luck.choice(low) if card.value == 0 and luck.random() > kept else card for card in DECK * 8]
        luck.shuffle(pack)
        watch.shoe(8)
        rounds += dealt(watch, pack)
    return watch, rounds


def test_fair_shoes_raise_no_alarm_however_often_one_looks(full: bool) -> None:
    watch, rounds = played(150 if full else 2, seed=3)
    assert watch.alarm is None
    assert rounds > 150
    assert all(value < 5.3 for value in watch.evidence.values())
    assert watch.excess == ()


def test_a_pack_with_figures_taken_out_is_found_before_its_first_shoe_is_over() -> None:
    watch, rounds = played(1, seed=4, kept=0.6)
    assert watch.alarm in (Preference.RANK, Preference.EXCESS)
    assert rounds < 80


def test_a_card_that_came_oftener_than_its_decks_have_it_is_an_alarm_at_once() -> None:
    watch = Watch()
    watch.shoe(6)
    ace = Card.of("AS")
    for _ in range(6):
        watch.card(ace)
    assert (watch.alarm, watch.left[ace]) == (None, 0)
    watch.card(ace)
    assert watch.alarm.value == Preference.EXCESS
    assert watch.excess == (ace,)


def test_the_evidence_of_results_has_its_known_answer() -> None:
    watch = Watch()
    watch.shoe(8)
    watch.round((), Result.TIE, False, False)
    assert watch.evidence[Preference.RESULT] == pytest.approx(0, abs=1e-6), "before anything came all is fair"
    for _ in range(60):
        watch.round((), Result.TIE, True, True)
    assert watch.alarm in (Preference.RESULT, Preference.PAIR)


def test_the_timing_of_a_shoe_is_the_time_from_round_to_round() -> None:
    assert timing([0, 30_000, 90_000]) == Timing(3, 45.0, 60.0)
    assert timing([5]) is None
