"""The decks' register on paper: each lot from its receipt to its destruction (DB15).

Not responsible for what may be done with a lot (``rules.deciding.decks``).
"""

from collections.abc import Sequence
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
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.words import STANDINGS
from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import extent, last_held, sectioned
from hallctl.outputs.folios.sections import Section, signature, signatures, table
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
    parts = [
        _lots(state),
        _moves(entries),
        signatures(
            "signatures",
            "Firmas",
            signature(last_held(entries, Post.JEFE), "Jefe de Mesa", letterhead),
            signature(last_held(entries, Post.DIRECTOR), letterhead.director, letterhead),
        ),
    ]
    return sectioned("registro-barajas", document, parts, entries, state, letterhead, place, _TITLE)


def _lots(state: State) -> Section:
    columns = (
        ("Lote", 44, "left"),
        ("Fabricante", 44, "left"),
        ("Barajas", 20, "right"),
        ("Jugadas", 20, "right"),
        ("Estado", 36, "left"),
    )
    rows = [
        (lot.lot, lot.maker, str(lot.decks), str(lot.rounds), str(STANDINGS[lot.standing]))
        for lot in state.lots.values()
    ]
    return table("lots", "Lotes", columns, rows, empty="Ninguno.")


def _moves(entries: Sequence[Minuted]) -> Section:
    """Every move of this volume, lot by lot: a reader follows one from its receipt to its destruction."""
    moves: dict[str, list[tuple[str, ...]]] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, _MOVES):
            row = f"{date(entry.time)}, {hour(entry.time)}", narrate(event, "")
            moves.setdefault(event.lot, []).append(row)
    return table(
        "moves",
        "Movimientos",
        (("Día y hora", 64, "left"), ("Qué se hizo", 100, "left")),
        [row for rows in moves.values() for row in rows],
        empty="Ninguno.",
        groups=[f"Lote {lot}" for lot, rows in moves.items() for _ in rows],
    )
