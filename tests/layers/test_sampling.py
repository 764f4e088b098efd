"""How much there is of a campaign is known wherever its tests run."""

import pytest

from tests.sampling import in_full


def test_full_counts_are_those_of_a_run_in_full(request: pytest.FixtureRequest) -> None:
    """So in a worker of xdist too, which has no --torture among its arguments (test_order.py)."""
    assert in_full(2, 1) == (2 if request.config.getoption("--torture") else 1)
