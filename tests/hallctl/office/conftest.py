"""One nats-server and one PostgreSQL for the tests of a worker, and an empty database for each test."""

import uuid

import pytest

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


@pytest.fixture
def office_url(postgres):
    with database(postgres, f"oficina_{uuid.uuid4().hex[:12]}") as url:
        yield url
