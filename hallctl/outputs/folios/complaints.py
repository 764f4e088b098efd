"""The complaints book of a volume on paper: who complained of what, and what was decided (AJ-56).

Not responsible for the decision. It is a book of its own, beside the acts.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from hallctl.i18n.words import day, hour
from hallctl.outputs.folios.frame import extent, last_held, sectioned
from hallctl.outputs.folios.sections import signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.rounds import Rounds
from hallctl.rules.commands.base import Post
from hallctl.rules.events.incidents import ComplaintFiled, ComplaintResolved
from hallctl.rules.state import State

_BEFORE: Final = (("N.º", 10, "left"), ("Fecha y hora", 26, "left"))
_AFTER: Final = (
    ("Reclamante y documento", 32, "left"),
    ("Reclamación u observación", 45, "left"),
    ("Resolución del Director", 38, "left"),
)


def complaints_book(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the complaints book.

    Args:
        state: The state after the last entry.
        entries: Every entry of the volume.
        letterhead: What the configuration adds.
        place: Its first folio, counted in this book, and the hash of the one before.
    """
    book = state.book
    assert book is not None
    title = "Libro de reclamos u observaciones"
    document = {
        "title": title,
        "subtitle": extent(book.volume, entries),
        "short": f"Libro de reclamos del tomo {book.volume}",
    }
    director = last_held(entries, Post.DIRECTOR)
    rows = list(_rows(entries, letterhead.rounds))
    sections = [
        table(
            "complaints",
            "Reclamos y observaciones",
            (*_BEFORE, (letterhead.rounds.one.capitalize(), 13, "right"), *_AFTER),
            rows,
            empty="No hay reclamos ni observaciones.",
        ),
        signatures("signatures", "Firma", signature(director, letterhead.director, letterhead)),
    ]
    return sectioned("libro-reclamos", document, sections, entries, state, letterhead, place, title)


def _rows(entries: Sequence[Minuted], rounds: Rounds) -> Iterator[tuple[str, ...]]:
    decided = {
        entry.event.number: (entry, entry.event)
        for entry in entries
        if isinstance(entry.event, ComplaintResolved)
    }
    for entry in entries:
        if isinstance(entry.event, ComplaintFiled):
            yield _complaint(entry, entry.event, decided.get(entry.event.number), rounds)


def _complaint(
    entry: Minuted,
    filed: ComplaintFiled,
    resolved: tuple[Minuted, ComplaintResolved] | None,
    rounds: Rounds,
) -> tuple[str, ...]:
    late = f" (después del pago: no afecta a la {rounds.one})" if filed.late else ""
    decision = "pendiente"
    if resolved is not None:
        when = f"{day(resolved[0].time)}, {hour(resolved[0].time)}"
        decision = f"{resolved[1].decision} ({when}, asiento n.º {resolved[0].number})"
    return (
        str(filed.number),
        f"{day(entry.time)}, {hour(entry.time)}",
        str(filed.game) if filed.game else "—",
        f"{filed.claimant}, {filed.document}",
        filed.text + late,
        decision,
    )
