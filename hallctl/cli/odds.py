"""The commands ``hallctl cards odds`` and ``hallctl cards shapes``: what wins on a variant's cards, how soon.

Not responsible for the odds themselves (``hallctl.games.bingo.variants.odds``).
"""

from collections.abc import Iterator
from typing import Annotated, Final

import typer

from hallctl.games.bingo.variants.combination import LINES, Combination, CombinationError, Way
from hallctl.games.bingo.variants.counts import count_cards, count_number_sets
from hallctl.games.bingo.variants.library import VARIANTS, shapes, variant
from hallctl.games.bingo.variants.odds import odds_of
from hallctl.games.bingo.variants.shapes import ShapeError
from hallctl.games.bingo.variants.variant import Variant

COMMON: Final = (
    ("una fila", Combination((Way.ROWS,))),
    ("una columna", Combination((Way.COLUMNS,))),
    ("una diagonal", Combination((Way.DIAGONALS,))),
    ("una línea cualquiera", Combination(LINES)),
    ("dos filas", Combination((Way.ROWS,), lines=2)),
    ("dos líneas cualesquiera", Combination(LINES, lines=2)),
    ("cuatro esquinas", Combination((Way.CORNERS,))),
    ("cartón lleno", Combination((Way.FULL,))),
)
"""What halls give prizes for, shapes apart."""

_WIDTH: Final = 26


def known_variant(key: str) -> str:
    """Return the key of a variant that there is.

    Raises:
        typer.BadParameter: There is none of that key; the text says which there are.
    """
    if key not in VARIANTS:
        raise typer.BadParameter(f"no existe; hay: {', '.join(VARIANTS)}")
    return key


Key = Annotated[str, typer.Argument(help=f"La variante: {', '.join(VARIANTS)}.", callback=known_variant)]
Balls = Annotated[list[int] | None, typer.Option(min=1, max=90, help="En cuántas bolas; se repite.")]


def odds(key: Key, balls: Balls = None) -> None:
    """Dice cuántas bolas necesita un cartón para cada combinación y cada figura."""
    played = variant(key)
    asked = balls or [played.universe * quarter // 4 for quarter in (1, 2, 3)]
    if max(asked) > played.universe:
        raise typer.BadParameter(f"«{key}» se juega con {played.universe} bolas", param_hint="--balls")
    size = f"{played.rows} × {len(played.columns)} con {played.numbers} números"
    typer.echo(f"{key}: {played.universe} bolas, cartones de {size}")
    typer.echo(
        f"{count_cards(played)} cartones distintos, {count_number_sets(played)} con otros números (PT-22)"
    )
    heads = "".join(f"{f'en {n}':>17}" for n in asked)
    typer.echo(f"\n{'':{_WIDTH}}{'mínimo':>8}{'formas':>8}{'media':>9}{heads}")
    for name, combination in _combinations(played):
        found = odds_of(played, combination)
        chances = "".join(f"{_percent(float(found.within(n))):>17}" for n in asked)
        forms, mean = len(combination.needed(played)), _comma(f"{float(found.mean):.3f}")
        typer.echo(f"{name:{_WIDTH}}{combination.least(played):>8}{forms:>8}{mean:>9}{chances}")


def list_shapes() -> None:
    """Dibuja las figuras que vienen con el programa, para cartones de 5 × 5."""
    for shape in shapes():
        posed = {"girada": shape.turned, "en espejo": shape.mirrored, "en cualquier sitio": shape.shifted}
        said = ", ".join(pose for pose, holds in posed.items() if holds)
        typer.echo(f"{shape.key}: {shape.es}" + (f" ({said})" if said else ""))
        typer.echo("\n".join(f"  {row.replace('.', '·').replace('X', '■')}" for row in shape.rows) + "\n")


def _combinations(played: Variant) -> Iterator[tuple[str, Combination]]:
    """Yield what can win on the cards of a variant, with its name."""
    offered = [*COMMON, *((shape.es, Combination(shapes=(shape,))) for shape in shapes())]
    for name, combination in offered:
        try:
            combination.forms(played)
        except (CombinationError, ShapeError):
            continue
        yield name, combination


def _percent(chance: float) -> str:
    """Write a probability so that a rare one does not become nothing."""
    if chance == 0 or chance >= 0.001:
        return f"{_comma(f'{100 * chance:.2f}')} %"
    times = 1 / chance
    if times < 1_000_000:
        return f"1 en {f'{times:,.0f}'.replace(',', '.')}"
    digits, power = f"{times:.1e}".split("e+")
    return f"1 en {_comma(digits)}·10^{int(power)}"


def _comma(figure: str) -> str:
    return figure.replace(".", ",")
