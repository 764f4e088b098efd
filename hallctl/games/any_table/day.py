"""The act of a table's day: its people, its money, what its game adds, its incidents (DR17, DB13).

Not responsible for the sections of a game, nor for where the rows come from (``day_rows``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.games.any_table.day_rows import BankRows
from hallctl.games.any_table.rules.state import TableState
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


@dataclass(frozen=True, slots=True)
class Day:
    """A day as its act tells it.

    Attributes:
        rows: What the day came to.
        before: What is done before play, e.g. "se cuentan el fondo de la mesa y las barajas".
        first: The game's sections before the money.
        sections: Those after it.
        with_what: What a round that counts has, e.g. "número".
    """

    rows: BankRows
    before: str
    first: Sequence[Section]
    sections: Sequence[Section]
    with_what: str


def day_act(
    state: TableState, day: Day, ends: tuple[Minuted, Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the act of a table's day.

    Args:
        state: The state before the day closed.
        day: What the day came to.
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
    ending = _ending(closed, session.number, day, day.rows.result, (first.number, last.number))
    parts = _sections(state, session, day, opened, ending, letterhead, last.number)
    return sectioned("acta-mesa", document, parts, ends, state, letterhead, place)


def day_sheets(state: TableState, day: Day, letterhead: Letterhead) -> int:
    """Return on how many folios the act of the open day will be at most, before it is closed."""
    session = state.session
    assert session is not None
    assert state.book is not None
    ending = _ending(f"A horas 00:00:00 del {LONGEST_DATE}", session.number, day, _LONGEST_SUM, (10**7,) * 2)
    opened = f"a horas 00:00:00 del {LONGEST_DATE}"
    parts = _sections(state, session, day, opened, ending, letterhead, 0)
    return len(planned(parts, state.book, letterhead))


def _sections(
    state: TableState,
    session: Session,
    day: Day,
    opened: str,
    ending: str,
    letterhead: Letterhead,
    entry: int,
) -> Sequence[Section]:
    assert state.book is not None
    said = (
        f"En {state.book.hall}, {opened}, se abre el día de mesa n.º {session.number}. "
        f"Antes de jugar {day.before}."
    )
    return [
        prose("declaration", "Diligencia de apertura", said),
        _people(session, letterhead),
        *day.first,
        _money(day.rows),
        *day.sections,
        _incidents(day.rows),
        signatures(
            "signatures",
            "Diligencia de cierre y firmas",
            signature(session.posts[Post.JEFE], "Jefe de Mesa", letterhead, entry),
            signature(session.posts[Post.DIRECTOR], letterhead.director, letterhead),
            said=ending,
        ),
    ]


def _people(session: Session, letterhead: Letterhead) -> Section:
    columns = (("Puesto", 60, "left"), ("Persona", 104, "left"))
    rows = [(post_name(post, letterhead), name) for post, name in session.holders]
    return table("people", "Personas y puestos", columns, rows, empty="Sin nombramientos.")


def _money(rows: BankRows) -> Section:
    columns = (
        ("Hora", 24, "left"),
        ("Movimiento", 60, "left"),
        ("Vale", 40, "left"),
        ("Importe", 40, "right"),
    )
    counted = rows.closed is not None
    total = ("", "Resultado de la mesa", "", amount(rows.result, rows.currency)) if counted else ()
    return table("money", "Fondo de la mesa", columns, rows.money, empty="No se abrió.", total=total)


def _incidents(rows: BankRows) -> Section:
    columns = (("N.º", 14, "left"), ("Hora", 20, "left"), ("Incidencia", 130, "left"))
    return table("incidents", "Incidencias", columns, rows.incidents, empty="Sin incidencias.")


def _ending(at: str, number: int, day: Day, result: int, entries: tuple[int, ...]) -> str:
    """Return the sentence that closes the day."""
    rows = day.rows
    rounds = "una jugada" if rows.played == 1 else f"{rows.played} jugadas"
    nulas = "una nula" if rows.voided == 1 else f"{rows.voided} nulas"
    void = f" y {nulas}" if rows.voided else ""
    sum_ = f"{amount(abs(result), rows.currency)} ({amount_in_words(abs(result), rows.currency)})"
    return (
        f"{at} se da por cerrado el día de mesa n.º {number}, con {rounds} con {day.with_what}{void}. "
        f"La mesa {'gana' if result >= 0 else 'pierde'} {sum_}. "
        f"El acta concuerda con los asientos {entries[0]} a {entries[1]} del libro."
    )
