"""The reports as tables for a spreadsheet: comma-separated, UTF-8, amounts with a decimal point.

Not responsible for the figures, nor for how cells are written (``spreadsheet``). Heads are in Spanish.
"""

from collections.abc import Iterable, Sequence

from hallctl.games.bingo.reports.balls import SetStatistics
from hallctl.games.bingo.reports.ballsets import BallSetLife
from hallctl.games.bingo.reports.money_pages import OUTCOMES
from hallctl.games.bingo.reports.prizes import PrizeRegister
from hallctl.games.bingo.reports.reconcile import Reconciliation
from hallctl.games.bingo.reports.session import SessionSummary
from hallctl.i18n.spreadsheet import Cell
from hallctl.outputs.reports import Sheet
from hallctl.rules.text import series_name


def money(minor: int | None) -> str:
    """Return minor units as a number with two decimals, exactly; nothing for None."""
    if minor is None:
        return ""
    return f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def _sheet(heads: str, rows: Iterable[tuple[Cell, ...]]) -> Sheet:
    return Sheet(tuple(heads.split()), tuple(rows))


def games_sheet(found: SessionSummary) -> Sheet:
    """Return a row for each game of a session."""
    heads = (
        "partida hora resultado cartones precio recaudado acarreo_recibido linea_adjudicada bingo_adjudicado "
        "repartos redondeo a_pozos de_pozos acarreo_dejado sala devuelto pagado esperado contado diferencia "
        "cajero bolas segundos mediana_entre_bolas"
    )
    return _sheet(
        heads,
        (
            (
                *(g.number, g.announced.isoformat(timespec="seconds"), OUTCOMES[g.outcome], g.cards),
                *map(money, (g.face_value, g.collected, g.carried_in, g.line_awarded, g.bingo_awarded)),
                *map(money, (g.remainders, g.rounding, g.contributions, g.pot_awards, g.carried_out)),
                *map(money, (g.house, g.refunded, g.paid, g.expected, g.cash, g.difference)),
                *(g.cashier, g.pace.balls, g.pace.seconds, g.pace.median),
            )
            for g in found.games
        ),
    )


def sales_sheet(found: Reconciliation) -> Sheet:
    """Return a row for each game and seller, and the inequalities of the game on each of them."""
    off: dict[int, list[str]] = {}
    for one in found.inequalities:
        off.setdefault(one.game, []).append(f"{one.what}: {one.left} ≠ {one.right}")
    return _sheet(
        "partida vendedor entregados devueltos vendidos ingreso desigualdades",
        (
            (
                s.game,
                s.seller,
                s.delivered,
                s.returned,
                s.sold,
                money(s.income),
                "; ".join(off.get(s.game, ())),
            )
            for s in found.sellers
        ),
    )


def prizes_sheet(found: PrizeRegister) -> Sheet:
    """Return a row for each award."""
    heads = (
        "asiento partida premio serie carton tras_bola importe adjudicado pagado pagado_por ganador documento"
    )
    return _sheet(
        heads,
        (
            (
                *(p.entry, p.game, p.prize, series_name(p.series), p.card, p.after, money(p.amount)),
                p.awarded.isoformat(timespec="seconds"),
                p.paid.isoformat(timespec="seconds") if p.paid else None,
                *(p.paid_by, p.winner, p.document),
            )
            for p in found.prizes
        ),
    )


def sets_sheet(found: Sequence[BallSetLife]) -> Sheet:
    """Return a row for each ball set."""
    return _sheet(
        "juego registrado partidas anuladas limite quedan montajes montado retirado motivo fin_previsto",
        (
            (
                *(s.name, s.registered.isoformat(), s.games, s.void, s.limit, s.left, len(s.mountings)),
                *("sí" if s.mounted else "no", s.retired.isoformat() if s.retired else None, s.reason),
                s.expected_end.isoformat() if s.expected_end else None,
            )
            for s in found
        ),
    )


def balls_sheet(found: Sequence[SetStatistics]) -> Sheet:
    """Return a row for each ball of each set."""
    return _sheet(
        "juego bola observado esperado z p holm partidas_sin_salir p_silencio alarma",
        (
            (
                *(one.ball_set, b.ball, b.observed, round(b.expected, 6), round(b.z, 6), round(b.p, 9)),
                *(round(b.holm, 9), b.silent, round(b.silent_p, 9), "sí" if b.alarm else "no"),
            )
            for one in found
            for b in one.balls
        ),
    )
