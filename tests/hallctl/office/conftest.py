"""One nats-server and one PostgreSQL for the tests of a worker, and a database for each test."""

import uuid

import pytest

from hallctl.office.database import connect, make_tables
from tests.hallctl.office.servers import Nats, Postgres, database


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory):
    server = Nats(tmp_path_factory.mktemp("nats"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    server = Postgres(tmp_path_factory.mktemp("postgres"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def tables(postgres):
    """The name of a database with the office's tables: to copy it is cheaper than to make them."""
    with database(postgres, "tablas") as url:
        with connect(url) as connection:
            make_tables(connection)
        yield "tablas"


@pytest.fixture
def office_url(postgres, tables):
    """A database with the office's tables."""
    with database(postgres, new_name(), tables) as url:
        yield url


@pytest.fixture
def empty_url(postgres):
    """A database with nothing."""
    with database(postgres, new_name()) as url:
        yield url


def new_name():
    return f"oficina_{uuid.uuid4().hex[:12]}"
