from collections.abc import Iterator
from pathlib import Path

import pytest

from hallctl.access.door import Door
from tests.hallctl.access.doors import Time, door_at, furnish


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def door(tmp_path: Path, time: Time) -> Iterator[Door]:
    with door_at(tmp_path, time) as door:
        furnish(door)
        yield door
