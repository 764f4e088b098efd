"""The simulated shoe deals as cards come: results, pairs and rounds a shoe as they are known exactly."""

from collections import Counter
from math import sqrt

import pytest

from drivers.garble import GarbledLineError
from drivers.shoe.dealing import points, to_whom, winner
from drivers.shoe.frames import FrameSplitter
from drivers.shoe.machine import SimulatedShoe
from drivers.shoe.readings import Side, Winner

KNOWN = {
    Winner.BANKER: 2292252566437888 / 4998398275503360,
    Winner.PLAYER: 2230518282592256 / 4998398275503360,
    Winner.TIE: 475627426473216 / 4998398275503360,
    "pair": 31 / 415,
}
"""How probable each is with eight decks."""

ROUNDS = 81.61, 1.48
"""Of eight decks, one round after the white card: the mean and its deviation, of 700 shoes."""


def played(shoe):
    """Play a shoe to its end: the round of the white card, and one more (DB5)."""
    shoe.load()
    shoe.burn(8)
    while not shoe.deal().cut:
        pass
    shoe.deal()
    shoe._saying.clear()  # nobody listens
    return shoe.rounds


def counted(shoes, seed):
    """Count what many shoes came to, and how many rounds each had."""
    shoe, counts, lengths = SimulatedShoe(seed), Counter(), []
    for _ in range(shoes):
        rounds = played(shoe)
        lengths.append(len(rounds))
        for dealt in rounds:
            counts[winner(dealt.player, dealt.banker)] += 1
            counts["pair"] += dealt.player[0][0] == dealt.player[1][0]
    return counts, lengths


def judge(shoes, seed):
    """Hold the counts of many shoes against what is known, within four standard errors."""
    counts, lengths = counted(shoes, seed)
    rounds = sum(lengths)
    for what, share in KNOWN.items():
        error = sqrt(rounds * share * (1 - share))
        assert abs(counts[what] - rounds * share) < 4 * error, (what, counts[what], rounds)
    mean, deviation = ROUNDS
    assert abs(rounds / shoes - mean) < 4 * deviation * sqrt(1 / shoes + 1 / 700)
    return rounds


@pytest.mark.req("BA-14", "BA-42")
def test_simulated_shoes_come_to_what_is_known() -> None:
    assert judge(60, seed=552004) > 4500


@pytest.mark.campaign
@pytest.mark.timeout(1800)
def test_a_million_simulated_rounds_come_to_what_is_known() -> None:
    assert judge(12_300, seed=1) > 10**6


def test_every_round_follows_the_third_cards_and_its_frames_say_it_in_order() -> None:
    shoe, frames = SimulatedShoe(3), FrameSplitter()
    shoe.pass_time(2.0)
    assert len(shoe.burn()) >= 2
    for _ in range(40):
        dealt = shoe.deal()
        assert to_whom(dealt.player, dealt.banker) is None
        said = []
        while shoe.talking:
            for line in frames.feed(shoe.pass_time(0.5)):
                assert not isinstance(line, GarbledLineError)
                if not said or said[-1] != line:
                    said.append(line)
        begin = next(at for at, line in enumerate(said) if line[2:] == "S")
        told = [line[5:][::-1] for line in said[begin:] if line[2] == "C"]
        assert told == dealt.drawn
        sides = "".join(line[3] for line in said[begin:] if line[2] == "C")
        assert sides.startswith("PBPB")
        assert said[-1][2] == "R"


def test_naturals_come_first_and_a_banker_of_three_stands_on_eight() -> None:
    assert to_whom(["4S", "4H"], ["2S", "TS"]) is None
    assert to_whom(["2S", "KS"], ["9S", "KS"]) is None
    assert to_whom(["2S", "KS", "8S"], ["3S", "KS"]) is None
    assert to_whom(["2S", "KS", "9S"], ["3S", "KS"]) is Side.BANKER
    assert to_whom(["6S", "KS"], ["5S", "KS"]) is Side.BANKER
    assert points(["TS", "JH", "AS"]) == 1


def test_what_is_asked_to_go_wrong_does_in_the_next_round_alone() -> None:
    shoe = SimulatedShoe(5)
    shoe.fail_next(says="9D", result="T", side=True, unread=True, extra=True, error="07")
    for wrong in (True, False):
        shoe._saying.clear()
        dealt = shoe.deal()
        said = [bytes(frame[3:-3]).decode() for frame in shoe._saying]
        assert ("E07" in said) is wrong
        assert any(line[0] == "C" and line[3:] == "D9" for line in said) is wrong
        assert ("CP1??" in said) is wrong
        assert (f"CP2{dealt.drawn[1][::-1]}" in said) is wrong
        assert (sum(line[0] == "C" for line in said) > len(dealt.drawn)) is wrong
    shoe.lock(True)
    shoe.draw()
    assert [frame[3:4] for frame in shoe._saying][-2:] == [b"L", b"C"]
