"""One hall's night: its session, games or rounds, prizes, ball sets, faults, alarms and newest entries.

Not responsible for markup.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from hallctl.office.web.database import Reading, Row

NEWEST: Final = 25
"""How many entries of a night are listed; the search has the rest."""


@dataclass(frozen=True, slots=True)
class Night:
    """What a page of a hall's day has.

    Attributes:
        day: The day, None where the hall never opened a session.
        days: All days of sessions, the newest first.
        totals: Of the day, empty without one.
        lists: The rows of each part by its name.
        head: How far its newest volume is verified, None without a book.
    """

    day: date | None
    days: Sequence[date]
    totals: Mapping[str, Any]
    lists: Mapping[str, Sequence[Row]]
    head: Row | None


_HERE: Final = "WHERE hall = %(hall)s AND day = %(day)s"
_OF_DAY: Final = {
    "sessions": f"SELECT * FROM books.sessions {_HERE} ORDER BY volume, session",
    "games": f"SELECT * FROM books.games {_HERE} ORDER BY volume DESC, game DESC",
    "rounds": f"""SELECT * FROM books.rounds {_HERE} ORDER BY volume DESC, round DESC
        LIMIT 40""",
    "banks": f"SELECT * FROM books.banks {_HERE} ORDER BY volume, entry",
    "prizes": f"SELECT * FROM books.prizes {_HERE} ORDER BY volume DESC, entry DESC",
    "faults": f"""SELECT * FROM books.faults {_HERE} ORDER BY volume DESC, entry DESC
        LIMIT 30""",
    "cash": f"SELECT * FROM books.cash {_HERE} ORDER BY volume, entry",
    "incidents": f"SELECT * FROM books.incidents {_HERE} ORDER BY volume, entry",
    "complaints": f"SELECT * FROM books.complaints {_HERE} ORDER BY volume, entry",
    "balls": f"""SELECT volume, game, array_agg(ball ORDER BY "order") AS balls FROM books.balls
        {_HERE} GROUP BY volume, game""",
}
_ALWAYS: Final = {
    "alarms": "SELECT * FROM alarms WHERE hall = %(hall)s AND ended IS NULL ORDER BY raised DESC LIMIT 20",
    "sets": """SELECT * FROM books.ball_sets WHERE hall = %(hall)s AND retired IS NULL AND volume =
        (SELECT max(volume) FROM heads WHERE hall = %(hall)s) ORDER BY games DESC""",
    "progressives": """SELECT DISTINCT ON (progressive) progressive, held, moved FROM books.progressives
        WHERE hall = %(hall)s AND volume = (SELECT max(volume) FROM heads WHERE hall = %(hall)s)
        ORDER BY progressive, entry DESC""",
    "entries": f"""SELECT hall, volume, number, time, kind, hash, line FROM entries
        WHERE hall = %(hall)s AND volume = (SELECT max(volume) FROM heads WHERE hall = %(hall)s)
        ORDER BY number DESC LIMIT {NEWEST}""",
}
_DAYS: Final = """SELECT DISTINCT day FROM books.placed WHERE hall = %(hall)s AND kind = 'SessionOpened'
    AND day IS NOT NULL ORDER BY day DESC LIMIT 400"""
_HEAD: Final = """SELECT h.*, u.problem, now() AS now, (SELECT note FROM notes AS n WHERE (n.hall, n.volume)
    = (h.hall, h.volume) ORDER BY size DESC LIMIT 1) AS note, l.view, l.received AS heard
    FROM heads AS h LEFT JOIN books.placed_until AS u USING (hall, volume) LEFT JOIN live AS l USING (hall)
    WHERE hall = %(hall)s ORDER BY volume DESC LIMIT 1"""


def night_of(connection: Reading, hall: str, asked: date | None) -> Night:
    """Read a hall's day; the newest where none is asked for that it has."""
    about: dict[str, Any] = {"hall": hall}
    days = [each["day"] for each in connection.execute(_DAYS, about)]
    day = asked if asked in days else next(iter(days), None)
    about["day"] = day
    questions = _ALWAYS | (_OF_DAY if day is not None else {})
    lists = {name: connection.execute(question, about).fetchall() for name, question in questions.items()}
    totals = connection.execute(f"SELECT * FROM books.days {_HERE}", about).fetchone()
    head = connection.execute(_HEAD, about).fetchone()
    return Night(day, days, totals or {}, {name: lists.get(name, []) for name in _OF_DAY | _ALWAYS}, head)
