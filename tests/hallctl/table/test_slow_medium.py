"""A second medium that hangs, is slow, pulled out or full, on real file systems: nothing waits for it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.hallctl.table.slow_medium import TRIALS, WITH_ROOT

pytestmark = [pytest.mark.invariant("I1", "I3", "I13"), pytest.mark.timeout(300)]

Found = dict[str, dict[str, float] | str]
_SOME = ("goes on, held: all", "stops", "full tmpfs, continue")
"""Those of every day; ``make torture`` runs all of them."""


def run(root: Path, names: Sequence[str], *namespace: str) -> Found:
    module = "tests.hallctl.table.slow_medium"
    program: list[str | Path] = [*namespace, sys.executable, "-m", module, root, *names]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=280)
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip(f"no mounting here: {done.stderr.strip()[:200]}")
    found: Found = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Found:
    full = request.config.getoption("--torture")
    return run(tmp_path_factory.mktemp("medium"), [*TRIALS] if full else _SOME, "unshare", "-rm")


@pytest.mark.parametrize("name", TRIALS)
def test_a_hall_does_not_wait_for_its_second_medium_and_loses_nothing(name, found, full, capsys):
    if name not in found:
        pytest.skip("a long campaign: make torture")
    assert isinstance(found[name], dict), found[name]
    if full:
        with capsys.disabled():
            print(f"\n{name}: {found[name]}", flush=True)


@pytest.mark.parametrize("name", WITH_ROOT)
def test_a_real_disk_that_is_full_in_the_middle_of_a_commit_is_lost_and_completed(name, tmp_path, full):
    if not full:
        pytest.skip("a long campaign: make torture")
    if os.geteuid():
        pytest.skip("only root mounts a disk image")
    found = run(tmp_path, [name])
    assert isinstance(found[name], dict), found[name]
