"""Random exits, random balls: each exit is known as empty once it was learnt, no ball is taken for it."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from drivers.reader.exit import LearntExit, learnt
from drivers.reader.place import measured
from tests.drivers.exits import drawn

LIGHTS = (0.97, 1.0, 1.03)


@pytest.mark.timeout(3 * 3600)
def test_no_ball_is_taken_for_an_empty_exit_and_every_empty_one_is_known(
    full: bool, tell: Callable[[str], None]
) -> None:
    found: Counter[str] = Counter()
    for seed in range(10_000 if full else 4):
        there, light = drawn(5000 + seed), np.random.default_rng(seed)
        empty = learnt([there.seen(at, ball=False, light=LIGHTS[at % 3]) for at in range(6)])
        assert isinstance(empty, LearntExit), seed
        vacant = there.seen(100, ball=False, light=float(light.uniform(0.95, 1.05)))
        ball = there.seen(200, ball=True, light=float(light.uniform(0.95, 1.05)))
        place = measured(empty, ball)
        placed = empty if place is None else empty.with_place(place)
        off = 1.0 if place is None else abs(place.diameter / there.diameter - 1)
        found["exits"] += 1
        found["measured"] += off < 0.08
        found["empty, not known"] += not (empty.compared(vacant).empty and placed.compared(vacant).empty)
        found["ball, taken for empty"] += empty.compared(ball).empty or placed.compared(ball).empty
    tell(str(dict(found)))
    assert found["empty, not known"] == found["ball, taken for empty"] == 0
    assert found["measured"] >= 0.96 * found["exits"]
