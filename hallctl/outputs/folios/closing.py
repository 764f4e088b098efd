"""The closing diligence of a volume: its last folio (AJ-39, 40).

Not responsible for its figures, which the rules minuted.
"""

from collections.abc import Sequence
from dataclasses import replace

from hallctl.i18n.words import amount, date, hour, written_day
from hallctl.outputs.folios.frame import planned, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.numbers import amount_in_words, in_words
from hallctl.outputs.folios.sections import Section, fields, prose, signature, signatures
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.rounds import Rounds
from hallctl.rules.events.volumes import BookClosed, BookOpened, ClosingProposed
from hallctl.rules.state import State


def closing_diligence(
    state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the closing diligence.

    Args:
        state: The state before the close.
        entries: The entry that proposed it and the one that closes the volume.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    book, (proposed, last) = state.book, entries
    proposal, closed = proposed.event, last.event
    assert book is not None
    assert isinstance(proposal, ClosingProposed)
    assert isinstance(closed, BookClosed)
    document = {
        "title": "Diligencia de cierre",
        "subtitle": f"Tomo {book.volume} del Libro de Actas",
        "short": f"Diligencia de cierre del tomo {book.volume}",
    }
    director = last.actor.partition(":")[2]
    signed = signatures(
        "signatures",
        "Firmas",
        signature(proposal.person, "Jefe de Mesa", letterhead, proposed.number),
        signature(director, letterhead.director, letterhead, last.number),
        signature("", f"Notario de fe pública · {book.notary}", letterhead),
    )
    when = f"a horas {hour(last.time)} del {date(last.time)}"
    sections = [*_sections(book, closed, when, letterhead, state.rules.currency), signed]
    return sectioned("diligencia-cierre", document, sections, entries, state, letterhead, place)


def closing_sheets(state: State, closed: BookClosed, letterhead: Letterhead, director: str) -> int:
    """Return on how many folios the closing diligence will be at most.

    Args:
        state: The state before the close.
        closed: What the close will say; how many folios it says does not matter.
        letterhead: What the configuration adds.
        director: Who closes it.
    """
    book, when = state.book, f"a horas 00:00:00 del {LONGEST_DATE}"
    assert book is not None
    signed = signatures(
        "signatures",
        "Firmas",
        signature(state.closing, "Jefe de Mesa", letterhead),
        signature(director, letterhead.director, letterhead),
        signature("", f"Notario de fe pública · {book.notary}", letterhead),
    )
    sections = _sections(book, replace(closed, sheets=1), when, letterhead, state.rules.currency)
    return len(planned([*sections, signed], book, letterhead))


def _sections(
    book: BookOpened, closed: BookClosed, when: str, letterhead: Letterhead, currency: str
) -> list[Section]:
    return [
        _declaration(book, closed, when, letterhead),
        _extent(book, closed),
        _played(closed, letterhead.rounds),
        _money(closed, currency, letterhead.rounds),
    ]


def _declaration(book: BookOpened, closed: BookClosed, when: str, letterhead: Letterhead) -> Section:
    last = closed.folio + closed.sheets - 1
    entry = closed.entries + 1
    said = (
        f"En {letterhead.place}, {when}, se cierra el presente "
        f"tomo {book.volume} ({in_words(book.volume)}) del Libro de Actas de {book.hall}, en su folio "
        f"{last} ({in_words(last)}) y en su asiento {entry} ({in_words(entry)}). {_unused(last, book.folios)}"
    )
    return prose("declaration", "Diligencia", said)


def _unused(last: int, folios: int) -> str:
    """Say what becomes of the folios after the last one."""
    match folios - last:
        case 0:
            return "No quedan folios sin utilizar."
        case 1:
            return f"El folio siguiente, el {folios}, queda inutilizado."
        case left:
            span = f"del {last + 1} al {folios}"
            return f"Los {left} ({in_words(left)}) folios siguientes, {span}, quedan inutilizados."


def _extent(book: BookOpened, closed: BookClosed) -> Section:
    last = closed.folio + closed.sheets - 1
    return fields(
        "extent",
        "Extensión",
        ("Último folio", f"{last} de {book.folios}"),
        ("Asientos anteriores a este", str(closed.entries)),
        ("Huella del último de ellos", closed.hash),
        ("Raíz del árbol de esos asientos", closed.root),
        ("Notario de la apertura", f"{book.notary}, {written_day(book.notarised_on)}"),
    )


def _played(closed: BookClosed, rounds: Rounds) -> Section:
    return fields(
        "played",
        "Lo jugado",
        ("Sesiones", str(closed.sessions)),
        (rounds.many.capitalize(), f"{closed.games} (anuladas: {closed.voids})"),
        ("Incidencias", str(closed.incidents)),
        ("Reclamos", str(closed.complaints)),
    )


def _money(closed: BookClosed, currency: str, rounds: Rounds) -> Section:
    def said(minor: int) -> str:
        return f"{amount(minor, currency)} ({amount_in_words(minor, currency)})"

    return fields(
        "money",
        "Cantidades del tomo",
        ("Recaudado", said(closed.collected)),
        ("Pagado en premios", said(closed.paid)),
        (f"Devuelto por {rounds.many} anuladas", said(closed.refunded)),
    )
