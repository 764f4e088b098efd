"""Orders on their way to a machine, by a clock that the test turns."""

import pytest

from drivers.extractor import wire
from drivers.extractor.orders import OrderQueue


@pytest.mark.invariant("I17")
def test_an_order_is_said_four_times_under_its_number_and_the_next_waits() -> None:
    queue = OrderQueue(answer_s=1.0, resends=3)
    queue.add(wire.Draw(1), 0xFFFF)
    queue.add(wire.Reload(), 1)
    said = [queue.due(now / 2) for now in range(10)]
    assert [each for each in said if each] == [(wire.Draw(1), 0xFFFF)] * 4
    assert queue.settle(3) is None
    assert queue.expired(3.9) is None
    assert queue.expired(4.0) == wire.Draw(1)
    assert queue.due(4.0) == (wire.Reload(), 1)
    assert queue.settle(1) == wire.Reload()
    assert queue.first is None


def test_a_number_that_was_not_said_yet_is_not_settled_by_an_answer_from_before() -> None:
    queue = OrderQueue(answer_s=1.0, resends=3)
    queue.add(wire.Draw(1), 1)
    assert queue.settle(1) is None
    assert queue.due(0.0) is not None
    assert queue.settle(1) == wire.Draw(1)
    for number in (2, 3):
        queue.add(wire.Reset(), number)
    assert queue.clear() == [wire.Reset(), wire.Reset()]
    assert queue.due(9.0) is None
