"""A line on which anything may happen: no wrong number is told, none twice, and nothing raises.

The spins are those of a few words of this file, not of our simulator: what a sensor says is written here once
more, from the form's description alone.
"""

from collections import Counter
from random import Random

import pytest

from drivers.lines import LineSplitter
from drivers.wheel.events import NumberFixed, NumberUnseen
from drivers.wheel.profiles import RimProfile
from drivers.wheel.tracker import Tracker

STATES = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5)


def lines_of(luck, game, number, before):
    """The lines of one spin, half a second each; some sensors say the number by itself too."""
    found = []
    for at, state in enumerate(STATES):
        speed = 200 - at + luck.randrange(3)
        shown = number if state == 5 else before
        bare = f"{number:>2}\r\n" if state == 5 and STATES[at - 1] == 4 and game % 2 else ""
        found.append(f"{bare}*X;{state};{game:03};{shown:>2};0;{speed:03};{game % 2}\r\n".encode())
    return found


def spoiled(luck, line, earlier):
    """One of the ways in which a line comes out wrong."""
    at, to = sorted((luck.randrange(len(line)), luck.randrange(len(line))))
    return luck.choice(
        (
            lambda: line[:at] + luck.randbytes(1) + line[at + 1 :],
            lambda: line[:at] + b"%d" % luck.randrange(10) + line[at + 1 :],
            lambda: line[:at] + luck.choice((b"\r", b"\n", b"*", b";", b"0", b"*X;5;")) + line[at:],
            lambda: line[:at] + line[to:],
            lambda: line[:at],
            lambda: line[at:],
            lambda: b"",
            lambda: line + line,
            lambda: luck.randbytes(luck.randrange(200)),
            lambda: luck.choice(earlier) if earlier else b"",
            lambda: line[:at] + line[at:to][::-1] + line[to:],
            line.swapcase,
        )
    )()


def played(seed, wanted, share):
    """Play until so many lines were spoiled; return what was told wrongly, what was told, and the health."""
    luck, tracker, splitter = Random(seed), Tracker(RimProfile()), LineSplitter("*")
    tracker.connected(0.0)
    truth, told, wrong = (
        {},
        Counter(),
        [],
    )  # truth by game: the spin and its number; a replay may tell it late
    game, spin, number, now, done = 1, 0, "0", 0.0, 0
    earlier = []
    while done < wanted:
        before, number = number, str(luck.randrange(37))
        spin += 1
        truth[game] = spin, number
        for line in lines_of(luck, game, number, before):
            now += 0.5
            data = line
            if luck.random() < share:
                data, done = spoiled(luck, line, earlier), done + 1
            earlier = [*earlier[-60:], line]
            for each in splitter.feed(data):
                for event in tracker.take(each, now):
                    if isinstance(event, NumberFixed):
                        told["fixed"] += 1
                        played_as, came = truth.get(event.game, (0, ""))
                        if came != event.number:
                            wrong.append((game, number, event))
                        told[played_as] += 1
                    told["unseen"] += isinstance(event, NumberUnseen)
            tracker.tick(now)
        game = game % 999 + 1
    told["spins"] = spin
    twice = [each for each, times in told.items() if isinstance(each, int) and times > 1]
    return [*wrong, *twice], told, tracker.health


@pytest.mark.parametrize("seed", range(3))
def test_of_mutated_lines_no_wrong_number_is_told_and_nothing_raises(seed):
    wrong, told, health = played(seed, 3000, share=0.1 + 0.2 * seed)
    assert wrong == []
    assert sum(health.counts.values()) > 1000
    if seed == 0:
        assert told["fixed"] > 0.9 * told["spins"]


@pytest.mark.campaign
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10))
def test_of_a_million_mutated_lines_no_wrong_number_is_told(seed):
    wrong, _, _ = played(100 + seed, 100_000, share=(0.05, 0.1, 0.2, 0.4, 0.8)[seed % 5])
    assert wrong == []


def test_without_noise_every_number_is_told():
    luck, tracker, splitter = Random(5), Tracker(RimProfile()), LineSplitter("*")
    tracker.connected(0.0)
    numbers, said, now = [], [], 0.0
    for game in range(1, 1001):
        numbers.append(str(luck.randrange(37)))
        for line in lines_of(luck, (game - 1) % 999 + 1, numbers[-1], "0"):
            now += 0.5
            for each in splitter.feed(line):
                said += [e.number for e in tracker.take(each, now) if isinstance(e, NumberFixed)]
    assert said == numbers
