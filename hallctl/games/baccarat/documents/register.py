"""The decks' register on paper: each lot from its receipt to its destruction (DB15).

Not responsible for what may be done with a lot (``rules.deciding.decks``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from hallctl.games.baccarat.narration import narrate
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    DecksReceived,
    DecksWithdrawn,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.events.shoe import ShoeBegun
from hallctl.games.baccarat.rules.state import Decks, State
from hallctl.games.baccarat.words import STANDINGS
from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import extent, last_held, sectioned
from hallctl.outputs.folios.sections import Section, fields, signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post

_TITLE: Final = "Registro de barajas"
_MOVES: Final = (
    DecksReceived,
    DecksInspected,
    InspectionAgreed,
    ShoeBegun,
    DecksWithdrawn,
    DecksDestroyed,
)


def deck_register(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the register of decks as a volume leaves it."""
    book = state.book
    assert book is not None
    document = {
        "title": _TITLE,
        "subtitle": extent(book.volume, entries),
        "short": f"{_TITLE} del tomo {book.volume}",
    }
    columns = (("Día y hora", 46, "left"), ("Lote", 28, "left"), ("Qué se hizo", 90, "left"))
    parts = [
        *(_lot(number, lot) for number, lot in enumerate(state.lots.values(), 1)),
        table("moves", "Movimientos", columns, list(_rows(entries)), empty="Ninguno."),
        signatures(
            "signatures",
            "Firmas",
            signature(last_held(entries, Post.JEFE), "Jefe de Mesa", letterhead),
            signature(last_held(entries, Post.DIRECTOR), letterhead.director, letterhead),
        ),
    ]
    return sectioned("registro-barajas", document, parts, entries, state, letterhead, place, _TITLE)


def _lot(number: int, lot: Decks) -> Section:
    return fields(
        f"lot-{number}",
        f"Lote {lot.lot}",
        ("Fabricante", lot.maker),
        ("Barajas", str(lot.decks)),
        ("Jugadas", str(lot.rounds)),
        ("Estado", str(STANDINGS[lot.standing])),
    )


def _rows(entries: Sequence[Minuted]) -> Iterator[tuple[str, ...]]:
    for entry in entries:
        event = entry.event
        if isinstance(event, _MOVES):
            yield f"{date(entry.time)}, {hour(entry.time)}", event.lot, narrate(event, "")
