"""How often what is learnt from comes.

These run where torch is, which only training needs: docs/reader.md says how.
"""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from drivers.reader.network import GLANCE  # noqa: E402
from tools.reader.pairs import Pairs  # noqa: E402
from tools.reader.shuffle import PairShuffler  # noqa: E402


class SaysOne(torch.nn.Module):
    """Takes every picture for one ball."""

    def forward(self, pictures: "torch.Tensor") -> "torch.Tensor":
        return torch.full((len(pictures), 1), -9.0)


def shares_of_two(net: "torch.nn.Module | None") -> float:
    """The part of the batches that shows two balls, where one of ten pictures does."""
    two = np.arange(1000) % 10 == 0
    shuffler = PairShuffler(Pairs(np.zeros((1000, *GLANCE, 3), np.uint8), two), 1, net)
    return float(torch.cat([batch.two for batch in shuffler.batches(20)]).mean())


def test_pictures_come_alike_often_where_no_network_was_before() -> None:
    assert shares_of_two(None) == pytest.approx(0.1, abs=0.02)


def test_what_the_network_before_found_hard_comes_up_to_four_times_as_often() -> None:
    assert shares_of_two(SaysOne()) == pytest.approx(0.4 / 1.3, abs=0.08)
