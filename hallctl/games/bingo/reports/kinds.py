"""Bingo's reports as the house is handed them.

Not responsible for what any of them says.
"""

from collections.abc import Sequence
from typing import Final

from hallctl.games.bingo.reports.ball_pages import balls_paper, sets_paper
from hallctl.games.bingo.reports.balls import ball_statistics
from hallctl.games.bingo.reports.ballsets import ball_sets, variants_of_sets
from hallctl.games.bingo.reports.money_pages import prizes_paper, reconciliation_paper, session_paper
from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.reports.session import find, summary
from hallctl.games.bingo.reports.sheets import (
    balls_sheet,
    games_sheet,
    prizes_sheet,
    sales_sheet,
    sets_sheet,
)
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.i18n.sentences import _
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Reach, Report, ReportKind
from hallctl.rules.commands.base import Post

Entries = Sequence[Minuted]


def _session(entries: Entries, session: int | None, rules: RuleSet, chips: Sequence[int]) -> Report:
    found = summary(entries, session or 1, rules, tuple(chips) or rules.chips)
    return Report(found, games_sheet(found), lambda: session_paper(entries, found, rules))


def _reconciled(entries: Entries, session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = reconcile(_picked(entries, session))
    subtitle = "Todo el libro" if session is None else f"Sesión n.º {session}"
    return Report(found, sales_sheet(found), lambda: reconciliation_paper(entries, found, rules, subtitle))


def _prizes(entries: Entries, session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = register(_picked(entries, session))
    subtitle = "AJ-55" if session is None else f"AJ-55 · sesión n.º {session}"
    return Report(found, prizes_sheet(found), lambda: prizes_paper(entries, found, rules, subtitle))


def _sets(entries: Entries, _session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    found = ball_sets(entries, rules)
    return Report(found, sets_sheet(found), lambda: sets_paper(entries, found))


def _balls(entries: Entries, _session: int | None, rules: RuleSet, _chips: Sequence[int]) -> Report:
    of = variants_of_sets(entries, rules)
    found = ball_statistics(entries, rules.universe, {name: each.universe for name, each in of.items()})
    return Report(found, balls_sheet(found), lambda: balls_paper(entries, found, rules.variant, of))


def _picked(entries: Entries, session: int | None) -> Entries:
    return entries if session is None else find(entries, session).entries


_LEADERS: Final = (Post.DIRECTOR, Post.JEFE)
_WITH_CASH: Final = (*_LEADERS, Post.CAJERO)

_ABOUT: Final = {
    "session": "Resume una sesión: partidas, recaudación, premios, pozos, sala, dinero, ritmo, incidencias.",
    "reconcile": "Concilia cartones y dinero: entregados − devueltos = vendidos = recaudado ÷ precio.",
    "prizes": "Escribe el registro de premios: cartones, importes, cuándo y quién los pagó.",
    "balls": "Juzga si las bolas de cada juego salen por azar.",
    "sets": "Dice la vida de cada juego de bolas: partidas jugadas, montajes, retiro, fin previsto.",
}
"""What each says, for the command line."""

BINGO_REPORTS: Final = (
    ReportKind("session", "sesion", _("Sesión"), Reach.SESSION, _LEADERS, _session, _ABOUT["session"]),
    ReportKind(
        "reconcile",
        "caja",
        _("Caja y conciliación"),
        Reach.EITHER,
        _WITH_CASH,
        _reconciled,
        _ABOUT["reconcile"],
    ),
    ReportKind(
        "prizes", "premios", _("Registro de premios"), Reach.EITHER, _WITH_CASH, _prizes, _ABOUT["prizes"]
    ),
    ReportKind(
        "balls", "bolas", _("Estadística de las bolas"), Reach.BOOK, _LEADERS, _balls, _ABOUT["balls"]
    ),
    ReportKind("sets", "juegos", _("Juegos de bolas"), Reach.BOOK, _LEADERS, _sets, _ABOUT["sets"]),
)
