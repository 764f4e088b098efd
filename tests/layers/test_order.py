"""Tests run in an order of chance, which is told and can be had again."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def ran(*options: str) -> tuple[list[str], str]:
    """Run two short files; return their tests in the order in which they ran, and the seed of that order."""
    files = "tests/fonts/test_chain.py", "tests/layers/test_sampling.py"
    command = [sys.executable, "-m", "pytest", "-v", *files, *options]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    told = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True).stdout
    tests = [line for line in told.splitlines() if " PASSED " in line]
    (again,) = re.findall(r"^The same order again: --order (\d+)$", told, re.MULTILINE)
    return [name for line in tests for name in re.findall(r"::(test_\w+)", line)], again


def test_a_worker_runs_in_the_order_that_is_told_and_has_it_again() -> None:
    by_chance, seed = ran("-n", "1", "--torture")
    assert int(seed) > 0
    assert len(by_chance) > 3
    assert ran("--order", seed) == (by_chance, seed)
