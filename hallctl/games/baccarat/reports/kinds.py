"""A baccarat table's reports as the house is handed them, with their pages and tables.

Not responsible for the figures.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hallctl.games.baccarat.reports.rounds import Counted, DeckRounds, deck_rounds
from hallctl.games.baccarat.reports.shoe_page import shoes
from hallctl.games.baccarat.reports.takings import TableTakings, table_takings
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.i18n.sentences import _
from hallctl.i18n.words import amount
from hallctl.outputs import blocks as b
from hallctl.outputs.blocks import Block, Column
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Reach, Report, ReportError, ReportKind, Sheet
from hallctl.rules.commands.base import Post

Entries = Sequence[Minuted]

_NAMES: Final = {
    "banker": "banca",
    "player": "jugador",
    "tie": "empate",
    "player pair": "par de jugador",
    "banker pair": "par de banca",
}
_METHOD: Final = (
    "Cuenta cada jugada con resultado; las nulas y las de demostración, no. Lo esperado es exacto para una "
    "partida entera de esas barajas. Nada de esto es un pronóstico: lo que salió no dice qué saldrá."
)


def _rounds(entries: Entries, _session: int | None, _rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = deck_rounds(entries)
    rows = [
        (each.decks, each.shoes, _NAMES[one.name], one.count, round(one.expected, 2))
        for each in found
        for one in (*each.results, *each.pairs)
    ]
    sheet = Sheet(("barajas", "partidas", "qué", "veces", "esperado"), tuple(rows))
    return Report(found, sheet, lambda: _rounds_paper(entries, found))


def _rounds_paper(entries: Entries, found: Sequence[DeckRounds]) -> dict[str, Any]:
    parts = [block for each in found for block in _of_decks(each)]
    nothing = [b.paragraph("Todavía no hay ninguna jugada con resultado.")]
    return b.document(entries, "Jugadas", "Por barajas", [*(parts or nothing), b.paragraph(_METHOD)])


def _of_decks(found: DeckRounds) -> Iterator[Block]:
    yield {"kind": "heading", "title": f"Partidas de {found.decks} barajas"}
    yield b.figures(
        ("Partidas", str(found.shoes)),
        ("Jugadas", str(found.rounds)),
        ("Probabilidad", b.DASH if found.p is None else b.chance(found.p), "de un desvío así, por azar"),
    )
    yield _table("Resultados", found.results, found.rounds)
    yield _table("Pares", found.pairs, found.rounds)


def _table(title: str, counted: Sequence[Counted], rounds: int) -> Block:
    rows = [
        (
            _NAMES[each.name],
            str(each.count),
            b.decimal(each.expected),
            b.decimal(100 * each.count / rounds if rounds else None),
        )
        for each in counted
    ]
    return b.table(title, [b.text("", 1), Column("Veces"), Column("Esperado"), Column("%")], rows)


def _takings(entries: Entries, session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = table_takings(entries, session)
    if session is not None and not found:
        raise ReportError(f"la sesión {session} no tiene ningún recuento de la mesa")
    heads = (
        "día",
        "jugadas",
        "nulas",
        "fondo",
        "reposiciones",
        "retiradas",
        "recuento",
        "resultado",
        "comisión",
    )
    rows = [
        (
            *(e.day, e.rounds, e.void, e.initial, e.fills, e.credits, e.counted, e.result),
            "" if e.commission is None else e.commission,
        )
        for e in found
    ]
    sheet = Sheet(heads, tuple(rows))
    return Report(found, sheet, lambda: _takings_paper(entries, found, rules.currency))


def _takings_paper(entries: Entries, found: Sequence[TableTakings], currency: str) -> dict[str, Any]:
    heads = ("Jugadas", "Nulas", "Fondo", "Reposiciones", "Retiradas", "Recuento", "Resultado", "Comisión")
    rows = [
        (
            each.day,
            str(each.rounds),
            str(each.void),
            *map(b.plain_amount, (each.initial, each.fills, each.credits, each.counted, each.result)),
            b.DASH if each.commission is None else b.plain_amount(each.commission),
        )
        for each in found
    ]
    known = [each for each in found if each.drop is not None]
    parts = [
        b.figures(
            ("Aperturas de la mesa", str(len(found))),
            ("Jugadas", str(sum(each.rounds for each in found))),
            ("Resultado", amount(sum(each.result for each in found), currency)),
            ("Apostado", b.DASH if not known else amount(sum(each.drop or 0 for each in known), currency)),
        ),
        b.table(
            f"Fondos y resultado, en {currency}",
            [b.text("Día", 1), *map(Column, heads)],
            rows,
            empty="La mesa no se ha cerrado ningún día.",
            note="resultado: recuento y retiradas, menos fondo y reposiciones",
        ),
    ]
    return b.document(entries, "Resultado de la mesa", "DB13", parts)


_LEADERS: Final = (Post.DIRECTOR, Post.JEFE)

_ABOUT: Final = {
    "table": "Dice el resultado de la mesa: fondo, reposiciones, retiradas, recuento y comisión de cada día.",
    "rounds": "Cuenta resultados y pares, junto a lo que da el azar con esas barajas.",
    "shoes": "Juzga día a día si las cartas salen por azar, y dice el ritmo de cada partida.",
}
"""What each says, for the command line."""

BACCARAT_REPORTS: Final = (
    ReportKind("table", "mesa", _("Resultado de la mesa"), Reach.EITHER, _LEADERS, _takings, _ABOUT["table"]),
    ReportKind("rounds", "jugadas", _("Jugadas y azar"), Reach.BOOK, _LEADERS, _rounds, _ABOUT["rounds"]),
    ReportKind(
        *("shoes", "partidas", _("Partidas y cartas"), Reach.EITHER),
        (Post.DIRECTOR,),
        shoes,
        _ABOUT["shoes"],
    ),
)
"""What a book of a table says; of the watch over its shoes the Director alone is told."""
