"""The office's database: connections to PostgreSQL, and its tables.

Not responsible for what is stored: each part of the office writes its own tables.
"""

from importlib.resources import files
from typing import Any, Final

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

Connection = psycopg.Connection[tuple[Any, ...]]

UNKEPT: Final = (psycopg.DataError, psycopg.IntegrityError, psycopg.errors.ProgramLimitExceeded)
"""What the database raises of content that it does not keep: one hall's must not stop the others."""

_KEEPALIVES: Final = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
"""With these a connection whose network was cut is found dead within a minute; the address may say others."""
_SERVER_KEEPALIVES: Final = (
    "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4"
    " -c tcp_user_timeout=40000"
)
"""The same at the server, which else keeps the locks of who was cut off for hours."""
_SCHEMA: Final = "schema.sql"
_ONE_AT_A_TIME: Final = 0x6F66666963
"""The advisory lock of who makes tables: two offices that start together do not meet."""


def connect(url: str) -> Connection:
    """Open a connection whose statements each stand alone, until a transaction is begun.

    Args:
        url: As PostgreSQL has it, e.g. ``postgresql://office@127.0.0.1:5432/office``.

    Raises:
        psycopg.OperationalError: The server cannot be reached.
    """
    given = conninfo_to_dict(url)
    options = f"{_SERVER_KEEPALIVES} {given.get('options') or ''}".strip()
    told: dict[str, Any] = {**_KEEPALIVES, **given, "options": options}
    return psycopg.connect(autocommit=True, **told)


def make_tables(connection: Connection) -> None:
    """Make what is missing of the office's tables and views, from every ``.sql`` file of this package.

    Raises:
        psycopg.Error: The server refuses.
    """
    scripts = sorted(each.name for each in files(__package__).iterdir() if each.name.endswith(".sql"))
    ordered = [_SCHEMA, *(name for name in scripts if name != _SCHEMA)]
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        for name in ordered:
            text = files(__package__).joinpath(name).read_text("utf-8")
            connection.execute(text.encode())  # several statements at once: no arguments, no preparing


def add_partitions(connection: Connection, hall: str, volume: int) -> None:
    """Make the partitions that hold a volume of a hall; those that are there stay.

    A partition is made beside the table and then attached to it, for which nobody who reads has to wait.

    Raises:
        psycopg.Error: The server refuses.
    """
    of_hall, of_volume = f"entries_{hall}", f"entries_{hall}_{volume:04}"
    by_volume = sql.SQL(" PARTITION BY LIST (volume)")
    _attach(connection, of_hall, "entries", sql.Literal(hall), by_volume)
    _attach(connection, of_volume, of_hall, sql.Literal(volume), sql.SQL(""))


def _attach(
    connection: Connection, name: str, parent: str, value: sql.Literal, itself: sql.Composable
) -> None:
    """Make a partition of a table for one value, if it is not there."""
    row = connection.execute("SELECT to_regclass(quote_ident(%s)) IS NULL", (name,)).fetchone()
    if row is None or not row[0]:
        return
    table, of = sql.Identifier(name), sql.Identifier(parent)
    connection.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL){}").format(table, of, itself))
    connection.execute(
        sql.SQL("ALTER TABLE {} ATTACH PARTITION {} FOR VALUES IN ({})").format(of, table, value)
    )
