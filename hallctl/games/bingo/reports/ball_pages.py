"""The reports on balls as pages: the life of the sets and the statistics of their balls.

Not responsible for the figures, nor for typesetting them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hallctl.games.bingo.reports.balls import LEAST_EXPECTED, LEVEL, BallFigure, SetStatistics
from hallctl.games.bingo.reports.ballsets import BallSetLife
from hallctl.games.bingo.variants.variant import Variant
from hallctl.games.bingo.words import ball_name
from hallctl.outputs import blocks as b
from hallctl.outputs.blocks import Block, Column
from hallctl.outputs.minuted import Minuted

WORST: Final = 10
LOUD: Final = 0.05
BANDS: Final = ((1.96, "1 de 20"), (3.26, "1 de 900"))
"""Beyond the first band lies one ball in twenty by chance, beyond the second one in nine hundred."""

_SERIAL: Final = {
    "neighbour": "La bola siguiente es vecina de la anterior",
    "same place": "La bola sale en el mismo lugar que en la partida anterior",
}
_METHOD: Final = (
    "En cada extracción, todas las bolas que quedan en el aparato tienen la misma probabilidad de salir. Lo "
    "esperado de cada bola es la suma de esas probabilidades mientras estuvo dentro; lo observado menos lo "
    "esperado se compara con su error típico (z). El juicio vale aunque la partida termine con el bingo; "
    "contar solo cuántas veces salió cada bola no valdría. Cada z tiene su probabilidad corregida por mirar "
    "todas las bolas a la vez (Holm). Las bolas sacadas a mano no se cuentan."
)


def sets_paper(entries: Sequence[Minuted], found: Sequence[BallSetLife]) -> dict[str, Any]:
    """Return the life of the ball sets as the document ``informe``."""
    return b.document(entries, "Vida de los juegos de bolas", "AJ-23 a AJ-28", _sets(found))


def _sets(found: Sequence[BallSetLife]) -> Iterator[Block]:
    at_hand = [life for life in found if life.retired is None]
    yield b.figures(
        ("Juegos registrados", str(len(found))),
        ("En servicio", str(len(at_hand))),
        ("Montado", next((life.name for life in found if life.mounted), b.DASH)),
        ("Retirados", str(len(found) - len(at_hand))),
    )
    limited = [life for life in found if life.limit]
    if limited:
        yield b.gauges(
            "Partidas jugadas de las que admite cada juego",
            [
                (life.name, life.games / (life.limit or 1), f"{life.games} de {b.decimal(life.limit, 0)}")
                for life in limited
            ],
        )
    yield b.table(
        "Juegos de bolas",
        [b.text("Juego"), b.text("Registrado")]
        + [Column(name) for name in ("Partidas", "Anuladas", "Quedan", "Montajes")]
        + [b.text("Fin previsto"), b.text("Estado", 1)],
        [_set_row(life) for life in found],
        note="fin previsto: al ritmo de sus últimos treinta días",
        marked=[i for i, life in enumerate(found) if life.left == 0 and life.retired is None],
    )
    yield b.table(
        "Montajes",
        [b.text("Fecha", 1), b.text("Juego", 1), Column("Llevaba", width=1), Column("Asiento", width=1)],
        [
            [f"{m.day:%d/%m/%Y}", life.name, str(m.games), str(m.entry)]
            for life in found
            for m in life.mountings
        ],
        empty="Ninguno.",
    )


def _set_row(life: BallSetLife) -> list[str]:
    left = b.DASH if life.left is None else str(life.left)
    end = f"{life.expected_end:%d/%m/%Y}" if life.expected_end else b.DASH
    counts = [str(life.games), str(life.void), left, str(len(life.mountings))]
    return [life.name, f"{life.registered:%d/%m/%Y}", *counts, end, _state(life)]


def _state(life: BallSetLife) -> str:
    if life.retired is not None:
        return f"retirado el {life.retired:%d/%m/%Y}: {life.reason}"
    if life.left == 0:
        return "agotado: hay que cambiarlo"
    return "montado" if life.mounted else "de reserva"


def balls_paper(
    entries: Sequence[Minuted],
    found: Sequence[SetStatistics],
    variant: Variant,
    variants: Mapping[str, Variant] | None = None,
) -> dict[str, Any]:
    """Return the statistics of the balls as the document ``informe``."""
    of = variants or {}
    parts = [block for one in found for block in _set(one, of.get(one.ball_set, variant))] or [
        b.paragraph("Todavía no ha salido ninguna bola.")
    ]
    return b.document(
        entries, "Estadística de las bolas", "Por juego de bolas", [*parts, b.paragraph(_METHOD)]
    )


def _set(found: SetStatistics, variant: Variant) -> Iterator[Block]:
    loud = [ball for ball in found.balls if ball.holm < LOUD]
    silent = [ball for ball in found.balls if ball.alarm]
    yield {"kind": "heading", "title": f"Juego {found.ball_set}"}
    yield b.figures(
        ("Partidas", str(found.games)),
        ("Extracciones", b.decimal(found.extractions, 0), f"{found.by_hand} a mano" if found.by_hand else ""),
        ("Desvío de conjunto", b.decimal(found.chi_square), f"se espera {found.freedom}"),
        ("Probabilidad", b.chance(found.p), "de un desvío así, por azar"),
    )
    yield _judgement(
        found,
        [ball_name(variant, ball.ball) for ball in loud],
        [ball_name(variant, ball.ball) for ball in silent],
    )
    yield b.dots(
        "Cada bola: observado menos esperado, en errores típicos",
        [(ball.ball, ball.z, ball.holm < LOUD or ball.alarm) for ball in found.balls],
        BANDS,
        note="fuera de la banda, por azar, 1 bola de cada 20 y de cada 900",
    )
    yield _worst(found, variant)
    yield _silences(found, variant)
    yield b.table(
        "Dependencias entre bolas",
        [b.text("", 1), *map(Column, ("Observado", "Esperado", "z", "Probabilidad"))],
        [
            [_SERIAL[c.name], str(c.observed), *map(b.decimal, (c.expected, c.z)), b.chance(c.p)]
            for c in found.serial
        ],
        marked=[i for i, c in enumerate(found.serial) if c.p < LEVEL],
    )


def _judgement(found: SetStatistics, loud: list[str], silent: list[str]) -> Block:
    if not found.enough and not silent:
        least = b.decimal(LEAST_EXPECTED, 0)
        return b.paragraph(f"Son pocas extracciones para juzgar: hacen falta {least} esperadas por bola.")
    said = []
    if loud and found.enough:
        said.append(f"Se apartan de lo esperado más de lo que explica el azar: {', '.join(loud)}.")
    if silent:
        said.append(f"Llevan demasiadas partidas sin salir: {', '.join(silent)}. Búsquelas.")
    if found.enough and found.p < LEVEL and not loud:
        said.append("El conjunto se aparta de lo esperado, sin que destaque ninguna bola.")
    return b.verdict(not said, " ".join(said) or "Nada se aparta de lo que explica el azar.")


def _worst(found: SetStatistics, variant: Variant) -> Block:
    worst = sorted(found.balls, key=lambda ball: (-abs(ball.z), ball.ball))[:WORST]
    names = ("Bola", "Observado", "Esperado", "Diferencia", "z", "Probabilidad", "Corregida (Holm)")
    return b.table(
        "Las que más se apartan",
        [Column(name, width=1) for name in names],
        [_worst_row(ball, variant) for ball in worst],
        marked=[i for i, ball in enumerate(worst) if ball.holm < LOUD],
    )


def _worst_row(ball: BallFigure, variant: Variant) -> list[str]:
    counts = [ball_name(variant, ball.ball), str(ball.observed), b.decimal(ball.expected)]
    off = [b.decimal(ball.observed - ball.expected), b.decimal(ball.z, 2)]
    return [*counts, *off, b.chance(ball.p), b.chance(ball.holm)]


def _silences(found: SetStatistics, variant: Variant) -> Block:
    quiet = sorted(found.balls, key=lambda ball: (ball.silent_p, ball.ball))[:5]
    quiet = [ball for ball in quiet if ball.silent]
    names = ("Bola", "Partidas", "Probabilidad", "Entre todas", "")
    return b.table(
        "Las que más llevan sin salir",
        [Column(name, width=1) for name in names],
        [_silence_row(ball, len(found.balls), variant) for ball in quiet],
        note=f"alarma: por debajo de {b.decimal(LEVEL, 2)} entre todas",
        empty="Todas salieron en la última partida.",
        marked=[i for i, ball in enumerate(quiet) if ball.alarm],
    )


def _silence_row(ball: BallFigure, balls: int, variant: Variant) -> list[str]:
    among_all = b.chance(min(1.0, ball.silent_p * balls))
    alarm = "ALARMA" if ball.alarm else ""
    return [ball_name(variant, ball.ball), str(ball.silent), b.chance(ball.silent_p), among_all, alarm]
