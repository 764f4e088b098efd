"""The prize register of a volume on paper: a book of its own, beside the acts (AJ-55).

Not responsible for the register as data (``register``). Names and documents stand where the record
has them: for progressives (AJ-21), since other cards are transferable (AJ-113).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from hallctl.games.bingo.documents.register import RegisteredPrize, prize_register
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.words import prize_title
from hallctl.i18n.words import amount, day, hour
from hallctl.outputs.folios.frame import extent, last_held, sectioned
from hallctl.outputs.folios.numbers import amount_in_words
from hallctl.outputs.folios.sections import fields, signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.text import series_name

_COLUMNS: Final = (
    ("Asiento", 16, "left"),
    ("Hora", 19, "left"),
    ("Partida", 14, "right"),
    ("Premio", 26, "left"),
    ("Serie y cartón", 28, "left"),
    ("Cantidad", 24, "right"),
    ("Ganador y documento", 37, "left"),
)


def prize_book(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the prize register.

    Args:
        state: The state after the last entry.
        entries: Every entry of the volume.
        letterhead: What the configuration adds.
        place: Its first folio, counted in the register, and the hash of the one before.
    """
    book, currency = state.book, state.rules.currency
    assert book is not None
    prizes = list(prize_register(entries))
    total = sum(prize.amount for prize in prizes)
    document = {
        "title": "Registro de premios",
        "subtitle": extent(book.volume, entries),
        "short": f"Registro de premios del tomo {book.volume}",
    }
    rows = [_row(prize, state.rules) for prize in prizes]
    sections = [
        table(
            "prizes",
            "Premios pagados",
            _COLUMNS,
            rows,
            empty="No se pagó ningún premio.",
            groups=[day(datetime.fromisoformat(prize.time)) for prize in prizes],
        ),
        fields(
            "total",
            "Total",
            ("Premios pagados", str(len(prizes))),
            ("Cantidad total", f"{amount(total, currency)} ({amount_in_words(total, currency)})"),
        ),
        signatures(
            "signatures",
            "Firmas",
            signature(last_held(entries, Post.JEFE), "Jefe de Mesa", letterhead),
            signature(last_held(entries, Post.DIRECTOR), "Director de Bingo", letterhead),
        ),
    ]
    title = "Registro de premios"
    return sectioned("registro-premios", document, sections, entries, state, letterhead, place, title)


def _row(prize: RegisteredPrize, rules: RuleSet) -> tuple[str, ...]:
    return (
        str(prize.entry),
        hour(datetime.fromisoformat(prize.time)),
        str(prize.game),
        str(prize_title(prize.prize, rules)),
        f"{series_name(prize.series)}, n.º {prize.card}",
        amount(prize.amount, rules.currency),
        f"{prize.winner}, {prize.document}" if prize.winner else "al portador",
    )
