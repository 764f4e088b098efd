"""The report on shoes as the house is handed it: its page and its table, for the Director alone.

Not responsible for the figures (``shoes``).
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hallctl.games.baccarat.reports.shoes import DayOfShoes, days_of_shoes
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.watch import ALARM
from hallctl.games.baccarat.words import card_words
from hallctl.outputs import blocks as b
from hallctl.outputs.blocks import Block, Column
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Report, ReportError, Sheet

Entries = Sequence[Minuted]

_PREFERS: Final = {
    "rank": "unas cartas por su valor",
    "suit": "unos palos",
    "result": "un resultado",
    "pair": "pares, o pocos",
    "excess": "una carta más veces de las que la tienen sus barajas",
}
_SUITS: Final = {"S": "picas", "H": "corazones", "D": "diamantes", "C": "tréboles"}
_METHOD: Final = (
    "Se tiene en cuenta cada carta leída y cada jugada con resultado, con las probabilidades exactas de las "
    "cartas que quedaban; una carta sin leer no cuenta. Cada día empieza de nuevo. El aviso no depende de "
    "cuántas veces se mire: con partidas bien barajadas lo da, como mucho, 1 día de cada "
    f"{round(1 / ALARM)}. Nada de esto es un pronóstico."
)


def shoes(entries: Entries, session: int | None, _rules: RuleSet, _chips: Sequence[int]) -> Report:
    """Return the report on the shoes of a day or of the whole book."""
    found = days_of_shoes(entries, session)
    if session is not None and not found:
        raise ReportError(f"la sesión {session} no tiene ninguna partida")
    heads = ("día", "partida", "lote", "distribuidor", "jugadas", "segundos entre jugadas", "la más larga")
    rows = [
        (
            *(day.day, each.number, each.lot, each.device, each.rounds),
            *(("", "") if each.pace is None else (round(each.pace.mean_s, 1), round(each.pace.longest_s, 1))),
        )
        for day in found
        for each in day.shoes
    ]
    return Report(found, Sheet(heads, tuple(rows)), lambda: _paper(entries, found))


def _paper(entries: Entries, found: Sequence[DayOfShoes]) -> dict[str, Any]:
    parts = [block for each in found for block in _of_day(each)]
    nothing = [b.paragraph("Todavía no hay ninguna partida.")]
    return b.document(entries, "Partidas y cartas", "Por días", [*(parts or nothing), b.paragraph(_METHOD)])


def _of_day(day: DayOfShoes) -> Iterator[Block]:
    yield {"kind": "heading", "title": day.day}
    yield b.figures(
        ("Partidas", str(len(day.shoes))),
        ("Jugadas con resultado", str(sum(each.rounds for each in day.shoes))),
        ("Cartas leídas", str(day.cards)),
    )
    if day.alarm:
        named = ", ".join(str(card_words(card)) for card in dict.fromkeys(day.excess))
        which = f": {named}" if named else ""
        yield b.verdict(
            False, f"Sale {_PREFERS[day.alarm]}{which}, más de lo que da el azar. Revise barajas."
        )
    else:
        yield b.verdict(True, "Nada se aparta de lo que explica el azar.")
    yield _pace(day)
    evidence = [(_PREFERS[name], b.decimal(times, 2)) for name, times in day.times.items()]
    yield b.table(
        "Cuántas veces mejor que el azar lo explica una preferencia",
        [b.text("Se prefiere", 1), Column("Veces")],
        evidence,
        note=f"el aviso se da cuando su media, en algún momento del día, llega a {round(1 / ALARM)}",
    )
    yield _came("Cartas por valor", {name.replace("T", "10"): n for name, n in day.ranks.items()})
    yield _came("Cartas por palo", {_SUITS[name]: n for name, n in day.suits.items()})


def _pace(day: DayOfShoes) -> Block:
    rows = [
        (
            *(str(each.number), each.lot, each.device, str(each.rounds)),
            *(
                (b.DASH, b.DASH)
                if each.pace is None
                else (b.decimal(each.pace.mean_s), b.decimal(each.pace.longest_s))
            ),
        )
        for each in day.shoes
    ]
    columns = [Column("Partida"), b.text("Lote", 1), b.text("Distribuidor", 1), Column("Jugadas")]
    return b.table("Ritmo", [*columns, Column("Segundos por jugada"), Column("La más larga")], rows)


def _came(title: str, counts: dict[str, int]) -> Block:
    whole = sum(counts.values())
    expected = b.decimal(whole / len(counts))
    rows = [(name, str(n), expected) for name, n in counts.items()]
    return b.table(title, [b.text("", 1), Column("Veces"), Column("Esperado")], rows)
