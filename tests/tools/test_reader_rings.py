"""What is measured of rings on the maker's balls: none opens where it does not."""

from math import degrees, pi, remainder, tau

import numpy as np

from drivers.reader.disc import any_ring
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.prints import facing, find_prints
from drivers.reader.view import View
from tools.reader.fonts import Side
from tools.reader.maker import Picture, picture


def rings(shown: Picture) -> list[tuple[str, float | None]]:
    """Of each print that is found the mark, and how many degrees off what is below it its ring opens."""
    ball = find_ball(thumbnail(quartered(shown.image)), shown.image)
    if ball is None or shown.kind != "ball" or not shown.stamps:
        return []
    found, view = [], View(shown.image, ball)
    for each in find_prints(view):
        facing_it = [float(stamp.frame[2] @ each.towards) for stamp in shown.stamps]
        stamp = shown.stamps[int(np.argmax(facing_it))]
        right, down, _ = facing(each.towards).T
        below = float(np.arctan2(stamp.frame[0] @ down, stamp.frame[0] @ right)) + pi / 2
        ring = any_ring(view, each)
        found.append((stamp.mark, None if ring is None else abs(degrees(remainder(ring.opens - below, tau)))))
    return found


def test_every_ring_that_is_measured_opens_below_its_number_and_no_other_print_has_one(
    full: bool,
) -> None:
    seeds = range(40_000, 40_200 if full else 40_080)
    found = [each for seed in seeds for each in rings(picture(seed, Side.LEARNT))]
    ringed = [off for mark, off in found if mark == "ring"]
    measured = [off for off in ringed if off is not None]
    print(f"{len(measured)} of {len(ringed)} rings, {len(found) - len(ringed)} other prints")
    assert len(measured) > len(ringed) / 4 > (5 if full else 1)
    assert max(measured) < 20
    assert all(off is None for mark, off in found if mark != "ring")
