"""The command ``hallctl cards prizes``: what a list of prizes pays, how soon, and where it breaks its law.

Not responsible for any of that (``hallctl.games.bingo.variants``): it reads the file and shows it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.games.bingo.scan.first import first_balls
from hallctl.games.bingo.variants import portugal
from hallctl.games.bingo.variants.library import VARIANTS, shapes, variant
from hallctl.games.bingo.variants.odds import OddsError, odds_of
from hallctl.games.bingo.variants.prizes import PlanError, PrizePlan, WrittenPlan
from hallctl.i18n.words import amount
from hallctl.rules.codec import CodecError, decode

GAMES: Final = 200
"""How many games are drawn for the mean of the first winner."""

_LAWS: Final = ("", "portugal")
_WIDTH: Final = 24

File = Annotated[Path, typer.Argument(help="El archivo con los premios (TOML).")]
Cards = Annotated[int, typer.Option(min=1, max=20_000, help="Cuántos cartones se venden.")]


def prizes(file: File, cards: Cards = 600) -> None:
    """Dice cuánto paga cada premio de un archivo y con qué bola sale; termina con 2 si tiene alguna falta."""
    try:
        written = decode(WrittenPlan, _listed(read_toml(file)))
        plan = _plan(written)
        collected = cards * written.price
        found = [*portugal.faults(plan, collected)] if written.law else []
        shares = plan.share_out(collected)
    except OSError as error:
        raise _refused(f"{file}: {error.strerror}") from error
    except (TomlFileError, CodecError, PlanError, OddsError) as error:
        raise _refused(f"{file}: {error}") from error
    combinations = [prize.combination for prize in plan.prizes]
    first = first_balls(plan.variant, combinations, cards, GAMES, seed=1)
    sold = f"{cards} cartones a {amount(written.price, written.currency)}"
    typer.echo(f"{written.variant}: {sold}, {amount(collected, written.currency)} recaudados")
    typer.echo(f"\n{'':{_WIDTH}}{'números':>8}{'importe':>16}{'un cartón':>12}{'el primero':>12}")
    for prize, money, balls in zip(plan.prizes, shares.prizes, first, strict=True):
        mean = float(odds_of(plan.variant, prize.combination).mean)
        figures = f"{prize.combination.least(plan.variant):>8}{amount(money, written.currency):>16}"
        typer.echo(f"{prize.es:{_WIDTH}}{figures}{_decimal(mean):>12}{_decimal(sum(balls) / GAMES):>12}")
    for growing, money in zip(plan.growing, shares.growing, strict=True):
        typer.echo(f"{growing.key:{_WIDTH}}{'':>8}{amount(money, written.currency):>16}")
    typer.echo(f"{'sala':{_WIDTH}}{'':>8}{amount(shares.house, written.currency):>16}")
    if found:
        raise _refused("\n".join(found))


def _plan(written: WrittenPlan) -> PrizePlan:
    if written.variant not in VARIANTS:
        raise PlanError(f"no existe la variante «{written.variant}»; hay: {', '.join(VARIANTS)}")
    if written.law not in _LAWS:
        raise PlanError('law es "portugal", o falta')
    if written.price < 1:
        raise PlanError("price es mayor que 0")
    return written.plan(variant(written.variant), shapes())


def _listed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file says; without prizes it has none."""
    return {"prize": [], **values}


def _refused(why: str) -> typer.Exit:
    typer.echo(why, err=True)
    return typer.Exit(2)


def _decimal(figure: float) -> str:
    return f"{figure:.2f}".replace(".", ",")
