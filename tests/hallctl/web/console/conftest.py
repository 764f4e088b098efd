"""The hall and its console, as nearly every test of this room needs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hallctl.web.console.hall import Hall, Serving
from tests.proxy import Proxy


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, range(1, 91)) as hall:
        yield hall


@pytest.fixture
def serving(hall: Hall) -> Iterator[Serving]:
    with Serving(hall) as serving:
        yield serving


@pytest.fixture
def line(serving: Serving) -> Iterator[Proxy]:
    """The line between the console and its pages, which can be cut."""
    with Proxy(serving.server.port) as line:
        yield line
