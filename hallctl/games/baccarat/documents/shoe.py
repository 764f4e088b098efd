"""The act of a shoe: how it began, every round with its cards, how it ended, two signatures (DB18).

Not responsible for where its rows come from (``rows``).
"""

from collections.abc import Sequence

from hallctl.games.baccarat.documents.rows import ShoeRows
from hallctl.games.baccarat.rules.state import State
from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import planned, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.sections import Section, prose, signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post


def shoe_act(
    state: State, rows: ShoeRows, ends: tuple[Minuted, Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the act of a shoe.

    Args:
        state: The state once it is signed.
        rows: What it came to.
        ends: Its first and its last entry.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    first, last = ends
    title = f"Acta de la partida n.º {rows.number}"
    document = {
        "title": title,
        "subtitle": date(first.time)[:1].upper() + date(first.time)[1:],
        "short": title,
    }
    opened = f"A horas {hour(first.time)} del {date(first.time)}"
    closed = f"A horas {hour(last.time)} del {date(last.time)}"
    parts = _sections(state, rows, opened, closed, letterhead, (first.number, last.number))
    return sectioned("partida", document, parts, ends, state, letterhead, place)


def shoe_sheets(state: State, rows: ShoeRows, letterhead: Letterhead) -> int:
    """Return on how many folios the act of the shoe will be, before it is signed."""
    assert state.book is not None
    when = f"A horas 00:00:00 del {LONGEST_DATE}"
    return len(
        planned(_sections(state, rows, when, when, letterhead, (10**7, 10**7)), state.book, letterhead)
    )


def _sections(
    state: State,
    rows: ShoeRows,
    opened: str,
    closed: str,
    letterhead: Letterhead,
    entries: tuple[int, int],
) -> Sequence[Section]:
    session = state.session
    assert session is not None
    rounds = 0 if rows.closed is None else rows.closed.rounds
    ending = (
        f"{closed} se da por terminada la partida n.º {rows.number}, con {rounds} jugadas con resultado. El "
        f"acta concuerda con los asientos {entries[0]} a {entries[1]} del libro."
    )
    return [
        prose("declaration", "Diligencia de apertura", f"{opened} empieza la partida n.º {rows.number}."),
        table(
            "beginning",
            "Barajas, corte y carta blanca",
            (("Hora", 22, "left"), ("Diligencia", 142, "left")),
            rows.beginning,
            empty="Nada consta.",
        ),
        _rounds(rows),
        table(
            "noted",
            "Errores, correcciones, cartas quemadas y sin leer",
            (("Jugada", 16, "right"), ("Hora", 20, "left"), ("Qué ocurrió", 128, "left")),
            rows.noted,
            empty="Nada.",
        ),
        signatures(
            "signatures",
            "Diligencia de cierre y firmas",
            signature(session.posts[Post.JEFE], "Jefe de Mesa", letterhead),
            signature(session.posts[Post.DIRECTOR], letterhead.director, letterhead, entries[1]),
            said=ending,
        ),
    ]


def _rounds(rows: ShoeRows) -> Section:
    columns = (
        ("Jugada", 16, "right"),
        ("Hora", 20, "left"),
        ("Jugador", 30, "left"),
        ("Banca", 30, "left"),
        ("Puntos", 16, "center"),
        ("Resultado", 52, "left"),
    )
    return table("rounds", "Jugadas", columns, rows.rounds, empty="No se jugó.")
