"""A line on which anything may happen: no wrong card is told, none twice, none out of its order.

The rounds are those of a few words of this file, not of our simulator: what a shoe says is written here once
more, from the form's description alone.
"""

from random import Random

import pytest

from drivers.shoe.events import Odd, OddCode, Told
from drivers.shoe.frames import FrameSplitter
from drivers.shoe.profiles import FrameProfile
from drivers.shoe.readings import Kind
from drivers.shoe.tracker import Tracker

REPEATS = 5


def frame(text: str) -> bytes:
    """Return a frame as the description has it."""
    total = 0
    for letter in text + "\x03":
        total ^= ord(letter)
    return f"\x05{text}\x03{total:02X}".encode()


def said_of_a_round(luck):
    """What is said of one round, without its numbers: sides as they come, whatever the points."""
    found, dealt = ["S"], {"P": 0, "B": 0}
    for side in "PBPBPB"[: luck.choice((4, 5, 6))]:
        dealt[side] += 1
        found.append(f"C{side}{dealt[side]}{luck.choice('SHDC')}{luck.choice('A23456789TJQK')}")
    if luck.random() < 0.05:
        found.insert(luck.randrange(len(found)), "W")
    return [*found, "R" + luck.choice("PBT")]


def spoiled(luck, data, earlier):
    """One of the ways in which a frame comes out wrong."""
    at, to = sorted((luck.randrange(len(data)), luck.randrange(len(data))))
    bit = bytes([1 << luck.randrange(7)])
    return luck.choice(
        (
            lambda: data[:at] + luck.randbytes(1) + data[at + 1 :],
            lambda: data[:at] + luck.choice((b"\x05", b"\x03", b"A", b"0", b"\x0500S")) + data[at:],
            lambda: data[:at] + data[to:],
            lambda: data[:at],
            lambda: data[at:],
            lambda: b"",
            lambda: data + data,
            lambda: luck.randbytes(luck.randrange(120)),
            lambda: luck.choice(earlier) if earlier else b"",
            lambda: data[:at] + data[at:to][::-1] + data[to:],
            data.swapcase,
            lambda: bytes(byte ^ bit[0] if place in (at, to) else byte for place, byte in enumerate(data)),
        )
    )()


def played(seed, wanted, share):
    """Play until so many frames were spoiled; return what was told wrongly, and counts of all else."""
    luck, tracker, splitter = Random(seed), Tracker(FrameProfile()), FrameSplitter()
    tracker.connected(0.0)
    said, heard, wrong, earlier = [], -1, [], []
    now, done, told, missed = 0.0, 0, 0, 0
    while done < wanted:
        for what in said_of_a_round(luck):
            text = f"{len(said) % 100:02d}{what}"
            said.append(text)
            for _ in range(REPEATS):
                now += 0.25
                data = frame(text)
                if luck.random() < share:
                    data, done = spoiled(luck, data, earlier), done + 1
                earlier = [*earlier[-40:], frame(text)]
                for each in splitter.feed(data):
                    for event in tracker.take(each, now):
                        missed += isinstance(event, Odd) and event.code is OddCode.MISSED
                        if not isinstance(event, Told):
                            continue
                        told += 1
                        after = [at for at in range(heard + 1, len(said)) if said[at] == event.message.line]
                        if not after or (event.message.kind is Kind.CARD and event.message.card == ""):
                            wrong.append((text, event))
                        heard = after[0] if after else heard
                tracker.tick(now)
    return wrong, told, len(said), missed, tracker.health


@pytest.mark.parametrize("seed", range(3))
def test_of_mutated_frames_no_wrong_card_is_told_and_nothing_raises(seed):
    wrong, told, said, missed, health = played(seed, 1200, share=0.1 + 0.2 * seed)
    assert wrong == []
    assert sum(health.counts.values()) > 200
    assert told + missed <= said
    if seed == 0:
        assert told > 0.95 * said


@pytest.mark.campaign
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10))
def test_of_a_million_mutated_frames_no_wrong_card_is_told(seed):
    wrong, _, _, _, _ = played(100 + seed, 100_000, share=(0.05, 0.1, 0.2, 0.4, 0.8)[seed % 5])
    assert wrong == []


def test_without_noise_every_message_is_told():
    luck, tracker, splitter = Random(5), Tracker(FrameProfile()), FrameSplitter()
    said, told, now = [], [], 0.0
    for _ in range(200):
        for what in said_of_a_round(luck):
            said.append(f"{len(said) % 100:02d}{what}")
            for _ in range(2):
                now += 0.25
                for each in splitter.feed(frame(said[-1])):
                    told += [e.message.line for e in tracker.take(each, now) if isinstance(e, Told)]
    assert told == said
