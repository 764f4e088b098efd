"""All halls at a glance: where each stands by its verified book, what it says live, who needs a person first.

What is verified is never mixed with what is live: each has its own age. Not responsible for markup.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Any, Final

from hallctl.app.games import GAMES
from hallctl.config.rules import RuleSetError, rule_set
from hallctl.i18n.sentences import Sentence, _
from hallctl.office.web.database import Reading, Row

LATE: Final = timedelta(minutes=5)
"""After how long without a word a hall whose session is open is shown as late."""


class Need(IntEnum):
    """How much a hall needs a person."""

    CLOSED = 0
    CALM = 1
    LOOK = 2
    ACT = 3


@dataclass(frozen=True, slots=True)
class Live:
    """What a hall said of itself, a hint for people.

    Attributes:
        age: How long ago it was said.
        phase: Where it stands; empty where it does not say, or in words that this program does not know.
        round: Its game or round, 0 for none.
        balls: How many balls are called.
        faults: The codes of what does not work.
    """

    age: timedelta
    phase: Sentence
    round: int
    balls: int
    faults: tuple[str, ...]


PHASES: Final = {
    "sale": _("Venta de cartones"),
    "closed": _("Venta cerrada"),
    "draw": _("Sorteo en curso"),
    "claim": _("Han cantado"),
    "finished": _("Pago de premios"),
    "void": _("Anulada"),
    "signed": _("Partida firmada"),
    "bets": _("Apuestas abiertas"),
    "launched": _("Bola lanzada"),
    "no more": _("No va más"),
    "dealing": _("No va más: se reparte"),
    "disputed": _("Mesa detenida"),
    "number": _("Número"),
    "marked": _("Recogida de perdedoras"),
    "result": _("Resultado"),
    "collected": _("Pago de ganadoras"),
    "paid": _("Pagado"),
}
"""What a hall's own word for where it stands means; "closed" of a table are its bets."""


@dataclass(frozen=True, slots=True)
class HallRow:
    """A hall on the page of all halls.

    Attributes:
        hall: Its name in the chain.
        name: What people call it.
        plays: What it plays.
        currency: What its money is in.
        need: How much it needs a person; ``why`` says what for.
        state: Where it stands by its book.
        running: Whether its session is open.
        round: Its newest game or round of the session.
        day: Of its newest session, None before one.
        income: What its sales took that day, or what its table won.
        entries: How many entries of its newest volume are verified.
        age: How long ago the office took the newest in; None without any.
        live: What it says of itself, None where it never did.
        alarms: How many alarms stand open.
        faults: How many devices of it have a fault that nobody acknowledged.
    """

    hall: str
    name: str
    plays: str
    currency: str
    need: Need
    why: Sentence | None
    state: Sentence
    running: bool
    round: int | None
    day: date | None
    income: int
    entries: int
    age: timedelta | None
    live: Live | None
    alarms: int
    faults: int


@dataclass(frozen=True, slots=True)
class Glance:
    """All halls, those that need a person first.

    Attributes:
        halls: In their order.
        income: What came in in the sessions that are open, by currency.
        now: When this was so.
    """

    halls: tuple[HallRow, ...]
    income: Mapping[str, int]
    now: datetime
    alarms: int = field(init=False)
    running: int = field(init=False)
    troubled: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alarms", sum(each.alarms for each in self.halls))
        object.__setattr__(self, "running", sum(each.running for each in self.halls))
        object.__setattr__(self, "troubled", sum(each.need >= Need.LOOK for each in self.halls))


_HALLS: Final = """
SELECT h.hall, h.name, h.game AS plays, d.volume, d.number, d.received, u.session, u.day, u.game,
    coalesce(u.problem, '') AS problem, l.view, l.received AS heard, b.body ->> 'rule_set' AS rules,
    coalesce(a.open, 0) AS alarms, coalesce(a.unseen, 0) AS unseen, a.codes, now() AS now
FROM halls AS h
LEFT JOIN LATERAL (SELECT volume, number, received FROM heads WHERE heads.hall = h.hall
    ORDER BY volume DESC LIMIT 1) AS d ON true
LEFT JOIN books.placed_until AS u ON (u.hall, u.volume) = (h.hall, d.volume)
LEFT JOIN books.placed AS b ON (b.hall, b.volume, b.number) = (h.hall, d.volume, 1)
LEFT JOIN live AS l ON l.hall = h.hall
LEFT JOIN LATERAL (SELECT count(*) AS open, count(*) FILTER (WHERE acknowledged IS NULL) AS unseen,
    string_agg(DISTINCT code, ' ' ORDER BY code) AS codes
    FROM alarms WHERE alarms.hall = h.hall AND ended IS NULL) AS a ON true
WHERE h.retired IS NULL ORDER BY h.name"""
_SESSIONS: Final = """SELECT hall, volume, session, closed, rounds FROM books.sessions
WHERE day = ANY(%s) AND closed IS NULL"""
_GAMES: Final = """SELECT DISTINCT ON (hall) hall, volume, session, game, outcome, cards, draw_started, balls
FROM books.games WHERE day = ANY(%s) ORDER BY hall, volume DESC, game DESC"""
_DAYS: Final = "SELECT hall, day, income, bank, games, rounds FROM books.days WHERE day = ANY(%s)"
_FAULTS: Final = "SELECT hall, volume, count(*) AS faults FROM books.open_faults GROUP BY hall, volume"


def glance(connection: Reading) -> Glance:
    """Read where every hall stands."""
    rows = connection.execute(_HALLS).fetchall()
    days = sorted({each["day"] for each in rows if each["day"] is not None})
    found = {
        name: connection.execute(question, (days,)).fetchall()
        for name, question in (("sessions", _SESSIONS), ("games", _GAMES), ("days", _DAYS))
    }
    opened = {(each["hall"], each["volume"], each["session"]): each for each in found["sessions"]}
    games = {each["hall"]: each for each in found["games"]}
    taken = {(each["hall"], each["day"]): each for each in found["days"]}
    faults = {(each["hall"], each["volume"]): each["faults"] for each in connection.execute(_FAULTS)}
    halls = [_hall(each, opened, games, taken, faults) for each in rows]
    halls.sort(key=lambda each: (-each.need, each.name))
    income: dict[str, int] = {}
    for each in halls:
        if each.running:
            income[each.currency] = income.get(each.currency, 0) + each.income
    now = rows[0]["now"] if rows else connection.execute("SELECT now()").fetchall()[0]["now"]
    return Glance(tuple(halls), income, now)


def _hall(
    row: Row,
    opened: Mapping[Any, Row],
    games: Mapping[str, Row],
    taken: Mapping[Any, Row],
    faults: Mapping[Any, int],
) -> HallRow:
    session = opened.get((row["hall"], row["volume"], row["session"]))
    game = games.get(row["hall"])
    if game is not None and (game["volume"], game["session"]) != (row["volume"], row["session"]):
        game = None
    day = taken.get((row["hall"], row["day"]), {})
    broken = faults.get((row["hall"], row["volume"]), 0)
    age = None if row["received"] is None else row["now"] - row["received"]
    live = live_of(row)
    need, why = _need(row, broken, session is not None, age, live)
    return HallRow(
        hall=row["hall"],
        name=row["name"],
        plays=row["plays"],
        currency=currency_of(row["plays"], row["rules"] or ""),
        need=need,
        why=why,
        state=_state(row, session, game),
        running=session is not None,
        round=game["game"] if game else (session["rounds"] or None) if session else None,
        day=row["day"],
        income=day.get("bank", 0) if row["plays"] != "bingo" else day.get("income", 0),
        entries=row["number"] or 0,
        age=age,
        live=live,
        alarms=row["alarms"],
        faults=broken,
    )


def live_of(row: Row) -> Live | None:
    """Return what a hall says of itself; what it says is believed of nothing."""
    view = row["view"]
    if not isinstance(view, dict):
        return None
    key = view.get("phase")
    if key == "closed" and view.get("game") != "bingo":
        key = "no more"
    phase = PHASES.get(key, Sentence("")) if isinstance(key, str) else Sentence("")
    if view.get("halted") is True:
        phase = _("Detenida")
    numbers = (view.get(each) for each in ("round", "balls"))
    round_, balls = (each if type(each) is int else 0 for each in numbers)
    faults = view.get("faults")
    codes = [each[:40] for each in faults if isinstance(each, str)][:5] if isinstance(faults, list) else []
    return Live(row["now"] - row["heard"], phase, round_, balls, tuple(codes))


def _need(
    row: Row, faults: int, running: bool, age: timedelta | None, live: Live | None
) -> tuple[Need, Sentence | None]:
    if row["unseen"]:
        return Need.ACT, Sentence(row["codes"])
    if row["alarms"]:
        return Need.LOOK, Sentence(row["codes"])
    if row["problem"]:
        return Need.LOOK, _("Su libro no se entiende")
    if faults:
        return Need.LOOK, _("Averías: {count}", count=faults) if faults > 1 else _("Avería")
    heard = min((each for each in (age, live.age if live else None) if each is not None), default=None)
    if running and heard is not None and heard > LATE:
        return Need.LOOK, _("Sin noticias")
    return (Need.CALM if running else Need.CLOSED), None


def _state(row: Row, session: Row | None, game: Row | None) -> Sentence:
    if row["number"] is None:
        return _("Sin libro")
    if session is None:
        return _("Cerrada")
    if row["plays"] != "bingo":
        return _("Mesa abierta")
    if game is None:
        return _("Sesión abierta")
    if game["outcome"] != "open":
        return _("Entre partidas")
    if game["draw_started"] is not None:
        return _("Sorteo")
    return _("Venta") if game["cards"] is None else _("Venta cerrada")


_CURRENCIES: Final[dict[tuple[str, str], str]] = {}


def currency_of(plays: str, rules: str) -> str:
    """Return in what the money of a hall is, by the rule set that its book names; empty if unknown."""
    game = GAMES.get(plays)
    if game is None or not rules:
        return ""
    known = _CURRENCIES.get((plays, rules))
    if known is None:
        try:
            known = rule_set(rules.rpartition(" ")[0], game.files.rules, {}).currency
        except RuleSetError:
            known = ""
        _CURRENCIES[plays, rules] = known
    return known


@dataclass(frozen=True, slots=True)
class Known:
    """A hall by its name, for what needs no more of it."""

    hall: str
    name: str
    plays: str
    currency: str


def known_halls(connection: Reading) -> dict[str, Known]:
    """Read which halls there are, also those that are retired, by name."""
    rows: Iterable[Row] = connection.execute(
        """SELECT h.hall, h.name, h.game AS plays, (SELECT body ->> 'rule_set' FROM books.placed AS b
        WHERE b.hall = h.hall AND b.kind = 'BookOpened' ORDER BY volume DESC LIMIT 1) AS rules
        FROM halls AS h ORDER BY h.name"""
    )
    return {
        each["hall"]: Known(
            each["hall"], each["name"], each["plays"], currency_of(each["plays"], each["rules"] or "")
        )
        for each in rows
    }
