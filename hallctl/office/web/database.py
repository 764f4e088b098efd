"""The database as the pages ask it: off the event loop, over a few connections that only read.

Not responsible for any question.
"""

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import psycopg
from anyio import CapacityLimiter, to_thread
from psycopg.rows import dict_row

T = TypeVar("T")
Row = dict[str, Any]
Reading = psycopg.Connection[Row]

AT_ONCE: Final = 3
_LONGEST_MS: Final = 10_000
"""After how long a question is given up: who asks less gets an answer."""


class TooMuchError(Exception):
    """What was asked for takes too long."""


class AwayError(Exception):
    """The database does not answer."""


class Database:
    """Answers questions of the pages; from any thread."""

    def __init__(self, url: str) -> None:
        """Be ready; nothing is opened yet."""
        self._url = url
        self._free: queue.SimpleQueue[Reading] = queue.SimpleQueue()
        self._hands = CapacityLimiter(AT_ONCE)

    async def ask(self, question: Callable[[Reading], T]) -> T:
        """Return what a function reads over a connection, run in a worker thread.

        Raises:
            TooMuchError: It takes too long.
            AwayError: The database does not answer.
        """
        return await to_thread.run_sync(lambda: self.read(question), limiter=self._hands)

    def read(self, question: Callable[[Reading], T]) -> T:
        """Return what a function reads over a connection; all its questions see the same moment."""
        with self._connection() as connection, connection.transaction():
            return question(connection)

    def close(self) -> None:
        """Close what is open."""
        while not self._free.empty():
            self._free.get_nowait().close()

    @contextmanager
    def _connection(self) -> Iterator[Reading]:
        connection = None
        try:
            connection = self._taken()
            yield connection
        except psycopg.errors.QueryCanceled as error:
            raise TooMuchError(str(error)) from error
        except psycopg.OperationalError as error:
            raise AwayError(str(error)) from error
        finally:
            if connection is not None and not connection.closed:
                self._free.put(connection)

    def _taken(self) -> Reading:
        while not self._free.empty():
            connection = self._free.get_nowait()
            if not connection.closed:
                return connection
        options = f"-c default_transaction_read_only=on -c statement_timeout={_LONGEST_MS}"
        options += " -c default_transaction_isolation=repeatable\\ read"
        return psycopg.connect(self._url, autocommit=True, row_factory=dict_row, options=options)
