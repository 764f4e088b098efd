"""A hall with an open volume, and one with three volumes."""

import pytest

from tests.hallctl.cli.book.hall import Hall


@pytest.fixture
def hall(tmp_path):
    return Hall.made(tmp_path).open()


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """A hall of three volumes, which the tests of a module only read."""
    return Hall.made(tmp_path_factory.mktemp("three")).three()
