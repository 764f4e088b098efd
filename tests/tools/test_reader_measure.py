"""Pictures are made some at a time and read in a row, and told of in the order of their seeds."""

import pytest

from tools.reader import measure
from tools.reader.fonts import Side


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_read_in_rows_comes_in_the_order_of_its_seeds_the_last_row_too(
    workers: int, monkeypatch
) -> None:
    monkeypatch.setattr(measure, "_ROW", 2)
    seeds = range(70_000_000, 70_000_005)
    results = measure.read_many(seeds, Side.LEARNT, workers)
    assert [each.seed for each in results] == list(seeds)
    assert all(each.milliseconds > 0 for each in results)
