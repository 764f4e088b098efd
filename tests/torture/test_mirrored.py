"""Balls of whole sets, with anything over them, before a camera that mirrors and one that does not."""

import numpy as np
import pytest

from drivers.reader.patterns import Patterns
from drivers.reader.reader import Reader
from hallctl.devices.mirror import MirrorWatch
from tools.reader.fonts import Side, has_faces
from tools.reader.halls import calibrated, drawn
from tools.reader.maker import Picture

HALLS = (100, 104)
SIDE = Side.LEARNT
STEP = 6


def balls(hall: int) -> list[tuple[int, Picture]]:
    return [(number, next(drawn(hall, number, SIDE, turns=False))) for number in range(1, 91, STEP)]


def played(known: Patterns, shown: list[tuple[int, Picture]], mirrored: bool) -> tuple[int | None, int, int]:
    """Return at which ball the camera was told of, and how many were read, and falsely."""
    reader, watch, told, read, false = Reader(patterns=[known]), MirrorWatch(), None, 0, 0
    for order, (number, picture) in enumerate(shown, 1):
        image = np.ascontiguousarray(picture.image[:, ::-1]) if mirrored else picture.image
        sighting = reader.read(image, ask_mirror=watch.asks(order))
        if watch.see(order, sighting) and told is None:
            told = order
        read += sighting.alone is not None
        false += sighting.alone not in (None, number)
    return told, read, false


@pytest.mark.invariant("I15")
@pytest.mark.parametrize("hall", HALLS)
def test_a_mirrored_camera_is_told_within_a_few_balls_and_no_other_ever_is(hall: int, full: bool) -> None:
    if not full:
        pytest.skip("a set is calibrated first, which takes minutes: --torture")
    if not has_faces(SIDE):
        pytest.skip("no fonts: apt-get install $(python -m tools.reader.fonts --packages)")
    known = calibrated(hall, SIDE)
    assert known is not None
    shown = balls(hall)
    told, read, false = played(known, shown, mirrored=False)
    assert (told, false) == (None, 0)
    assert read > len(shown) / 2
    told, _, false = played(known, shown, mirrored=True)
    assert told is not None
    assert told <= 6
    assert false == 0
