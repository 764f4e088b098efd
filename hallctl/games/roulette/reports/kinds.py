"""A roulette table's reports as the house is handed them, with their pages and tables.

Not responsible for the figures.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final

from hallctl.games.roulette.reports.last import PastSpin, last_spins
from hallctl.games.roulette.reports.spins import LEAST_EXPECTED, Group, WheelSpins, wheel_spins
from hallctl.games.roulette.reports.takings import TableTakings, table_takings
from hallctl.games.roulette.rules.kinds import Cause, Source
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.words import CAUSES, COLOURS, SOURCES
from hallctl.i18n.sentences import _
from hallctl.i18n.words import amount, hour
from hallctl.outputs import blocks as b
from hallctl.outputs.blocks import Block, Column
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Reach, Report, ReportError, ReportKind, Sheet
from hallctl.rules.commands.base import Post

Entries = Sequence[Minuted]

_TURNS: Final = {
    "clockwise": "sentido del reloj",
    "counterclockwise": "contra el reloj",
    "unknown": "no anotado",
}
_PREFERS: Final = {
    "pocket": "alguna casilla",
    "third": "un lado de la rueda",
    "direction": "un lado según el sentido del plato",
    "croupier": "un lado según el croupier",
}
_BANDS: Final = ((1.96, "1 de 20"), (3.26, "1 de 900"))
_METHOD: Final = (
    "Cada jugada con número cuenta; las nulas, no. Con otra ruleta, otra bola u otro nivel se empieza de "
    "nuevo. El aviso no depende de cuántas veces se mire: en una ruleta sin preferencias lo da, como mucho, "
    "1 de cada 100. Nada de esto es un pronóstico: cada jugada es independiente."
)


def _spins(entries: Entries, _session: int | None, _rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = wheel_spins(entries)
    rows = [(each.wheel, each.ball, pocket, n) for each in found for pocket, n in each.pockets.items()]
    sheet = Sheet(("ruleta", "bola", "número", "veces"), tuple(rows))
    return Report(found, sheet, lambda: _spins_paper(entries, found))


def _spins_paper(entries: Entries, found: Sequence[WheelSpins]) -> dict[str, Any]:
    parts = [block for each in found for block in _of_wheel(each)]
    nothing = [b.paragraph("Todavía no hay ninguna jugada con número.")]
    subtitle = "Por ruleta, bola y nivel (DR15)"
    return b.document(entries, "Jugadas", subtitle, [*(parts or nothing), b.paragraph(_METHOD)])


def _of_wheel(found: WheelSpins) -> Iterator[Block]:
    expected = found.spins / len(found.pockets)
    yield {"kind": "heading", "title": f"Ruleta {found.wheel}, bola {found.ball}, nivel {found.level}"}
    few = found.p is None
    yield b.figures(
        ("Jugadas", str(found.spins)),
        ("Desvío de conjunto", b.decimal(found.chi_square), f"se espera {len(found.pockets) - 1}"),
        ("Probabilidad", b.DASH if found.p is None else b.chance(found.p), "de un desvío así, por azar"),
        ("Se inclina a un lado", b.chance(found.lean), "por azar"),
    )
    if found.alarm:
        yield b.verdict(False, f"La ruleta prefiere {_PREFERS[found.alarm]}. Que la revise su fabricante.")
    else:
        least = LEAST_EXPECTED * len(found.pockets)
        said = f"Son pocas jugadas para el desvío: hacen falta {least}. " if few else ""
        yield b.verdict(True, f"{said}Nada se aparta de lo que explica el azar.")
    off = sqrt(expected * (1 - 1 / len(found.pockets)))
    values = [(n, (count - expected) / off) for n, count in enumerate(found.pockets.values(), 1)]
    yield b.dots(
        "Cada casilla desde el 0: lo que pasa de lo esperado, en errores típicos",
        [(n, z, abs(z) > _BANDS[1][0]) for n, z in values],
        _BANDS,
        note="fuera de la banda, por azar, 1 casilla de cada 20 y de cada 900",
    )
    yield b.paragraph(f"En el orden de la rueda: {' '.join(found.pockets)}.")
    yield _table("Por tercios de la rueda, desde el 0", found.thirds)
    yield _table("Por sentido del plato", found.directions)
    yield _table("Por croupier", found.croupiers)


def _table(title: str, groups: Sequence[Group]) -> Block:
    rows = [
        (_TURNS.get(each.name, each.name) or b.DASH, str(each.spins), b.decimal(each.expected))
        for each in groups
    ]
    return b.table(title, [b.text("", 1), Column("Jugadas"), Column("Esperado")], rows)


def _takings(entries: Entries, session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = table_takings(entries, session)
    if session is not None and not found:
        raise ReportError(f"la sesión {session} no tiene ningún recuento de la mesa")
    heads = ("día", "jugadas", "nulas", "fondo", "reposiciones", "retiradas", "recuento", "resultado")
    rows = [(e.day, e.spins, e.void, e.initial, e.fills, e.credits, e.counted, e.result) for e in found]
    sheet = Sheet(heads, tuple(rows))
    return Report(found, sheet, lambda: _takings_paper(entries, found, rules.currency))


def _takings_paper(entries: Entries, found: Sequence[TableTakings], currency: str) -> dict[str, Any]:
    total = sum(each.result for each in found)
    heads = ("Jugadas", "Nulas", "Fondo", "Reposiciones", "Retiradas", "Recuento", "Resultado", "Por jugadas")
    rows = [
        (
            each.day,
            str(each.spins),
            str(each.void),
            *map(b.plain_amount, (each.initial, each.fills, each.credits, each.counted, each.result)),
            b.DASH if each.known is None else b.plain_amount(each.known),
        )
        for each in found
    ]
    parts = [
        b.figures(
            ("Aperturas de la mesa", str(len(found))),
            ("Jugadas", str(sum(each.spins for each in found))),
            ("Resultado", amount(total, currency)),
        ),
        b.table(
            f"Fondos y resultado, en {currency}",
            [b.text("Día", 1), *map(Column, heads)],
            rows,
            empty="La mesa no se ha cerrado ningún día.",
            note="resultado: recuento y retiradas, menos fondo y reposiciones",
        ),
    ]
    return b.document(entries, "Resultado de la mesa", "DR17", parts)


def _last(entries: Entries, session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = last_spins(entries, session)
    heads = (
        *("sesión", "jugada", "abierta", "número", "color", "croupier", "sensor", "dice el croupier"),
        *("línea", "imagen", "apostado", "recogido", "pagado", "nula"),
    )
    rows = [
        (
            *(e.session, e.spin, e.opened.isoformat(), e.pocket, e.colour, e.croupier, e.sensed, e.entered),
            *(e.line, e.picture, e.staked, e.collected, e.paid, e.void),
        )
        for e in found
    ]
    return Report(found, Sheet(heads, tuple(rows)), lambda: _last_paper(entries, found, rules))


def _last_paper(entries: Entries, found: Sequence[PastSpin], rules: RuleSet) -> dict[str, Any]:
    pictured = [each for each in found if each.picture and each.pocket][:_PICTURES]
    gallery = b.gallery(
        "Imágenes de la cámara",
        [(each.picture, _result(each), _when(each)) for each in pictured],
        "la bola en su casilla, de las últimas jugadas",
    )
    columns = [Column("Jugada"), b.text("Hora"), b.text("Resultado", 2), b.text("Lo dicen", 1)]
    columns += [b.text("Croupier", 1), b.text("Imagen")]
    counted = rules.stakes != "none"
    columns += (
        [Column(f"Apostado, {rules.currency}"), Column("Recogido"), Column("Pagado")] if counted else []
    )
    rows = [
        (
            *(
                str(each.spin),
                _when(each),
                _result(each),
                _said_by(each),
                each.croupier,
                each.picture[:8] or b.DASH,
            ),
            *(map(b.plain_amount, (each.staked, each.collected, each.paid)) if counted else ()),
        )
        for each in found
    ]
    table = b.table("Las jugadas, la más nueva primero", columns, rows, empty="No hay ninguna jugada.")
    return b.document(entries, "Últimas jugadas", "RO-81", [gallery, table])


def _when(spin: PastSpin) -> str:
    return hour(spin.at or spin.opened)


def _result(spin: PastSpin) -> str:
    if spin.void:
        return f"nula: {CAUSES[Cause(spin.void)]}"
    return f"{spin.pocket}, {COLOURS[spin.colour]}" if spin.pocket else "sin número todavía"


def _said_by(spin: PastSpin) -> str:
    return str(SOURCES[Source(spin.source)]) if spin.source else b.DASH


_PICTURES: Final = 20

_LEADERS: Final = (Post.DIRECTOR, Post.JEFE)

_ABOUT: Final = {
    "table": "Dice el resultado de la mesa: fondo, reposiciones, retiradas y recuento de cada día.",
    "last": "Da las jugadas una por una: número, quién lo dijo, imagen, y lo que se sabe de las apuestas.",
    "spins": "Cuenta las jugadas por casilla, sector, sentido y croupier, y juzga si la ruleta es justa.",
}
"""What each says, for the command line."""

ROULETTE_REPORTS: Final = (
    ReportKind("table", "mesa", _("Resultado de la mesa"), Reach.EITHER, _LEADERS, _takings, _ABOUT["table"]),
    ReportKind("last", "ultimas", _("Últimas jugadas"), Reach.EITHER, _LEADERS, _last, _ABOUT["last"]),
    ReportKind(
        "spins", "jugadas", _("Jugadas y ruleta"), Reach.BOOK, (Post.DIRECTOR,), _spins, _ABOUT["spins"]
    ),
)
"""What a book of a table says; of the watch over its wheel the Director alone is told (DR15)."""
