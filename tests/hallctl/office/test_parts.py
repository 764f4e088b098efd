"""A part that works again and again outlives every failure of the database, and no fault of its own."""

import threading
from contextlib import nullcontext

import psycopg
import pytest

from hallctl.minutes.threads import HallThread, ThreadDiedError, watched
from hallctl.office.parts import Office, Periodic, database_trouble

FAILURES = [
    psycopg.OperationalError("server closed the connection unexpectedly\nThis probably means"),
    psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction"),
    psycopg.errors.InFailedSqlTransaction(),
    psycopg.DataError("invalid byte sequence"),
    psycopg.InterfaceError(),
]


class Bare(Office):
    """An office whose database is there, and does whatever the work says."""

    def database(self):
        return nullcontext()


def bare(said) -> Bare:
    return Bare(None, None, said)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def no_rest(monkeypatch):
    monkeypatch.setattr("hallctl.office.parts.AGAIN_S", 0.0)


def test_every_failure_of_the_database_is_said_and_waited_for():
    sentences, left = [], [*FAILURES]

    def work(_):
        if left:
            raise left.pop(0)
        part.stop()

    part = Periodic(bare(sentences.append), "prueba", 0.0, work)
    part.run()
    assert sentences == [database_trouble(each) for each in FAILURES]
    assert sentences[2] == "Base de datos: InFailedSqlTransaction"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_nobody_foresaw_ends_the_office_and_is_named():
    deaths, ended = [], threading.Event()

    def work(_):
        raise ValueError("a bug")

    def died(error, cause):
        deaths.append((error, cause))
        ended.set()

    part = Periodic(bare(print), "prueba", 0.0, work)
    # What ends a real process that something holds up after a death would end the tests.
    with watched(died, leave=lambda _: None, patience_s=0.0):
        thread = HallThread(part.run, part.name, ended.is_set)
        thread.start()
        assert ended.wait(20)
        thread.join(20)
    ((error, cause),) = deaths
    assert isinstance(error, ThreadDiedError)
    assert isinstance(cause, ValueError)
