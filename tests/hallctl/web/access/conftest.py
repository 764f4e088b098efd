from collections.abc import Iterator
from pathlib import Path

import pytest

from hallctl.web.access.auth import AuthService
from tests.hallctl.web.access.doors import Time, door_at, furnish


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def auth(tmp_path: Path, time: Time) -> Iterator[AuthService]:
    with door_at(tmp_path, time) as auth:
        furnish(auth)
        yield auth
