"""The act of a table's day: its people, its money, its shoes, its decks (DB13, DB15, DB18).

Not responsible for where its rows come from (``rows``).
"""

from collections.abc import Sequence
from typing import Final

from hallctl.games.baccarat.documents.rows import DayRows
from hallctl.games.baccarat.rules.state import State
from hallctl.i18n.words import amount, date, hour
from hallctl.outputs.folios.frame import planned, post_name, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.numbers import amount_in_words
from hallctl.outputs.folios.sections import Section, prose, signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.state import Session

_LONGEST_SUM: Final = 4_545_445_499
"""No sum below a hundred millions takes more words; a page with a greater one is set smaller."""


def day_act(
    state: State, rows: DayRows, ends: tuple[Minuted, Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the act of a table's day.

    Args:
        state: The state before the day closed.
        rows: What the day came to.
        ends: Its first and its last entry.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    session = state.session
    assert session is not None
    first, last = ends
    title = f"Acta del día de mesa n.º {session.number}"
    document = {
        "title": title,
        "subtitle": date(first.time)[:1].upper() + date(first.time)[1:],
        "short": title,
    }
    opened = f"a horas {hour(first.time)} del {date(first.time)}"
    closed = f"A horas {hour(last.time)} del {date(last.time)}"
    result = 0 if rows.closed is None else rows.closed.result
    ending = _ending(closed, session.number, rows, result, (first.number, last.number))
    parts = _sections(state, session, rows, opened, ending, letterhead, last.number)
    return sectioned("acta-mesa", document, parts, ends, state, letterhead, place)


def day_sheets(state: State, rows: DayRows, letterhead: Letterhead) -> int:
    """Return on how many folios the act of the open day will be at most, before it is closed."""
    session = state.session
    assert session is not None
    assert state.book is not None
    ending = _ending(f"A horas 00:00:00 del {LONGEST_DATE}", session.number, rows, _LONGEST_SUM, (10**7,) * 2)
    opened = f"a horas 00:00:00 del {LONGEST_DATE}"
    parts = _sections(state, session, rows, opened, ending, letterhead, 0)
    return len(planned(parts, state.book, letterhead))


def _sections(
    state: State,
    session: Session,
    rows: DayRows,
    opened: str,
    ending: str,
    letterhead: Letterhead,
    entry: int,
) -> Sequence[Section]:
    assert state.book is not None
    said = (
        f"En {state.book.hall}, {opened}, se abre el día de mesa n.º {session.number}. Antes de jugar se "
        "cuentan el fondo de la mesa y las barajas."
    )
    people = [(post_name(post, letterhead), name) for post, name in session.holders]
    return [
        prose("declaration", "Diligencia de apertura", said),
        table(
            "people",
            "Personas y puestos",
            (("Puesto", 60, "left"), ("Persona", 104, "left")),
            people,
            empty="Sin nombramientos.",
        ),
        _money(rows),
        _shoes(rows),
        table(
            "decks",
            "Barajas",
            (("Hora", 22, "left"), ("Movimiento", 142, "left")),
            rows.decks,
            empty="Sin movimientos.",
        ),
        table(
            "incidents",
            "Incidencias",
            (("N.º", 14, "left"), ("Hora", 20, "left"), ("Incidencia", 130, "left")),
            rows.incidents,
            empty="Sin incidencias.",
        ),
        signatures(
            "signatures",
            "Diligencia de cierre y firmas",
            signature(session.posts[Post.JEFE], "Jefe de Mesa", letterhead, entry),
            signature(session.posts[Post.DIRECTOR], letterhead.director, letterhead),
            said=ending,
        ),
    ]


def _money(rows: DayRows) -> Section:
    columns = (
        ("Hora", 24, "left"),
        ("Movimiento", 60, "left"),
        ("Vale", 40, "left"),
        ("Importe", 40, "right"),
    )
    closed = rows.closed
    total = () if closed is None else ("", "Resultado de la mesa", "", amount(closed.result, rows.currency))
    return table("money", "Fondo de la mesa", columns, rows.money, empty="No se abrió.", total=total)


def _shoes(rows: DayRows) -> Section:
    columns = (
        ("Partida", 20, "right"),
        ("Terminó", 24, "left"),
        ("Jugadas", 20, "right"),
        ("Por qué terminó", 100, "left"),
    )
    return table("shoes", "Partidas", columns, rows.shoes, empty="No se jugó.")


def _ending(at: str, number: int, rows: DayRows, result: int, entries: tuple[int, ...]) -> str:
    """Return the sentence that closes the day."""
    rounds = "una jugada" if rows.played == 1 else f"{rows.played} jugadas"
    nulas = "una nula" if rows.voided == 1 else f"{rows.voided} nulas"
    void = f" y {nulas}" if rows.voided else ""
    sum_ = f"{amount(abs(result), rows.currency)} ({amount_in_words(abs(result), rows.currency)})"
    return (
        f"{at} se da por cerrado el día de mesa n.º {number}, con {rounds} con resultado{void}. La mesa "
        f"{'gana' if result >= 0 else 'pierde'} {sum_}. El acta concuerda con los asientos {entries[0]} a "
        f"{entries[1]} del libro."
    )
