"""The reports on money as pages: the session, the reconciliation and the prize register.

Not responsible for the figures, nor for typesetting them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple
from typing import Any, Final

from hallctl.games.bingo.reports.game import GameFigures, Outcome
from hallctl.games.bingo.reports.prizes import PrizeLine, PrizeRegister
from hallctl.games.bingo.reports.reconcile import GameLine, Reconciliation
from hallctl.games.bingo.reports.session import SessionSummary
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.words import prize_title
from hallctl.i18n.words import amount, date, hour
from hallctl.outputs import blocks as b
from hallctl.outputs.blocks import Block, Column, plain_amount
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.running import RulesAdopted
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.text import series_name

OUTCOMES: Final = {
    Outcome.FINISHED: "terminada",
    Outcome.VOID: "anulada",
    Outcome.CARRIED: "sin bingo",
    Outcome.OPEN: "abierta",
}
_OF_SELLERS: Final = ("Entregados", "Devueltos", "Vendidos", "Ingreso")


def session_paper(entries: Sequence[Minuted], found: SessionSummary, rules: RuleSet) -> dict[str, Any]:
    """Return the summary of a session as the document ``informe``."""
    began, ended = hour(found.opened), found.closed
    hours = f"de {began} a {hour(ended)}" if ended else f"desde las {began}, sesión abierta"
    subtitle = f"{date(found.opened)}, {hours}"
    parts = (
        *_session_head(found, rules),
        *_session_plots(found, rules, _played_by(entries)),
        *_session_tables(found, rules),
    )
    return b.document(entries, f"Sesión n.º {found.number}", subtitle, parts)


def _session_head(found: SessionSummary, rules: RuleSet) -> Iterator[Block]:
    prizes = found.total("line_awarded") + found.total("bingo_awarded") + found.total("pot_awards")
    intervals = sorted(i for game in found.games for i in game.pace.intervals)
    middle = intervals[len(intervals) // 2] if intervals else None
    void = sum(game.outcome is Outcome.VOID for game in found.games)
    waiting = found.total("waiting")
    lacking = f"sin {amount(waiting, rules.currency)} de cartones que faltaban" if waiting else ""
    yield b.figures(
        ("Partidas", str(len(found.games)), f"{void} anuladas" if void else ""),
        ("Cartones vendidos", b.decimal(found.total("cards"), 0)),
        ("Recaudado", amount(found.total("collected"), rules.currency)),
        ("Premios adjudicados", amount(prizes, rules.currency)),
        ("Comisión de la sala", amount(found.total("house"), rules.currency)),
        ("Devuelto", amount(found.total("refunded") - waiting + found.late, rules.currency), lacking),
        ("Jugadores", str(found.players) if found.players is not None else b.DASH),
        ("Entre bola y bola", f"{b.decimal(middle)} s" if middle else b.DASH, "mediana de la sesión"),
    )
    off = [a.account for a in found.accounts if a.reported != a.booked]
    yield b.verdict(
        found.balances,
        "Las cifras de este informe y las cuentas del libro coinciden al centavo."
        if found.balances
        else f"Las cifras no coinciden con las cuentas del libro: {', '.join(off) or 'vea las partidas'}.",
    )
    yield b.paragraph("; ".join(f"{post}, {person}" for post, person in found.people) + ".", "Personas")


def _session_plots(found: SessionSummary, rules: RuleSet, played_by: str) -> Iterator[Block]:
    if not found.games:
        return
    yield b.bars(
        "Recaudación de cada partida y a qué fue",
        (*(name.lower() for name in _columns(rules)), "pozos", "sala", "devuelto"),
        [(str(game.number), _where_it_went(game)) for game in found.games],
        rules.currency,
        note="bajo cada barra, el número de la partida",
    )
    pace = [(float(g.number), g.pace.median) for g in found.games if g.pace.median is not None]
    if pace:
        least = rules.minimum_interval_ms / 1000
        alike = {each.minimum_interval_ms for each in rules.of_games.values()} == {rules.minimum_interval_ms}
        known = alike and played_by == f"{rules.name} {rules.version}"
        minimum = (least, f"mínimo {b.decimal(least)} s") if known else None
        yield b.lines(
            "Ritmo de la noche: segundos entre bola y bola, mediana de cada partida",
            [("", pace)],
            lambda value: b.decimal(value, 0 if float(value).is_integer() else 1),
            x_name="partida",
            reference=minimum,
        )
    if found.levels and found.levels[0].pots:
        series = [(pot.name, _level(found, pot.name)) for pot in found.pots]
        yield b.lines(
            "Pozos progresivos al final de cada partida",
            series,
            lambda value: amount(round(value), rules.currency).removesuffix(",00"),
            x_name="partida",
            step=True,
        )


def _played_by(entries: Sequence[Minuted]) -> str:
    """Return the rule set in force, with its version; a practice hall's has another pace than its profile."""
    adopted = [e.event for e in entries if isinstance(e.event, (BookOpened, RulesAdopted))]
    return adopted[-1].rule_set if adopted else ""


def _where_it_went(game: GameFigures) -> tuple[int, ...]:
    line, bingo = game.line_awarded + game.held_line, game.bingo_awarded + game.held_bingo
    return (line, bingo + game.carried_out, game.contributions + game.remainders, game.house, game.refunded)


def _columns(rules: RuleSet) -> tuple[str, str]:
    """Return what the two columns of prizes are called: the last of a list has its own."""
    whole = rules.of_games.values()
    others = "Otros premios" if any(each.prizes for each in whole) else "Línea"
    return (
        others,
        str(prize_title(rules.last, rules)) if len({r.last for r in whole}) == 1 else "Último premio",
    )


def _level(found: SessionSummary, name: str) -> list[tuple[float, float]]:
    return [(float(level.game), float(dict(level.pots)[name])) for level in found.levels]


def _session_tables(found: SessionSummary, rules: RuleSet) -> Iterator[Block]:
    yield _games_table(found, rules)
    yield _pace_and_cash(found, rules)
    if found.pots:
        yield b.table(
            f"Pozos progresivos, en {rules.currency}",
            [
                b.text("Pozo", 1),
                *map(Column, ("Al abrir", "Puesto por la sala", "De las partidas", "De repartos")),
                *map(Column, ("Adjudicado", "Al cerrar")),
            ],
            [[p.name, *map(plain_amount, astuple(p)[1:])] for p in found.pots],
        )
    if found.chips:
        yield b.table(
            "Fichas para pagar los premios",
            [b.text("Ficha", 1), Column("Cuántas"), Column("Importe")],
            [
                [amount(c.value, rules.currency), str(c.count), amount(c.value * c.count, rules.currency)]
                for c in found.chips
            ],
            note=f"queda sin ficha {amount(found.without_chip, rules.currency)}"
            if found.without_chip
            else "",
        )
    yield b.table(
        f"Movimiento de las cuentas, en {rules.currency}",
        [b.text("Cuenta", 1), Column("Según el informe"), Column("Según el libro")],
        [[a.account, plain_amount(a.reported), plain_amount(a.booked)] for a in found.accounts],
        total=("Suma", *_sums(found)),
        note="debe, positivo",
        marked=[i for i, a in enumerate(found.accounts) if a.reported != a.booked],
    )
    yield b.table(
        "Fallos, incidencias y reclamaciones",
        [b.text("Asiento"), b.text("Hora"), b.text("", 1)],
        [[str(r.entry), hour(r.time), r.text] for r in found.remarks],
        empty="Ninguno.",
    )


def _sums(found: SessionSummary) -> tuple[str, str]:
    reported, booked = sum(a.reported for a in found.accounts), sum(a.booked for a in found.accounts)
    return amount(reported, "").strip(), amount(booked, "").strip()


def _games_table(found: SessionSummary, rules: RuleSet) -> Block:
    names = ("Cartones", "Recaudado", "Acarreo", *_columns(rules), "A pozos", "Sala", "Devuelto", "De pozos")
    money = (
        *("collected", "carried_in", "line_awarded", "bingo_awarded"),
        *("contributions", "house", "refunded", "pot_awards"),
    )
    return b.table(
        f"Partidas, en {rules.currency}",
        [Column("N.º"), b.text("Hora"), *(Column(name, width=1) for name in names), b.text("Resultado", 1)],
        [
            [str(g.number), f"{g.announced:%H:%M}", str(g.cards)]
            + [plain_amount(getattr(g, name)) for name in money]
            + [OUTCOMES[g.outcome]]
            for g in found.games
        ],
        total=("", "", str(found.total("cards")), *(plain_amount(found.total(name)) for name in money), ""),
        note=f"{' y '.join(name.lower() for name in _columns(rules))}, lo adjudicado",
        marked=[i for i, g in enumerate(found.games) if not g.whole],
    )


def _pace_and_cash(found: SessionSummary, rules: RuleSet) -> Block:
    names = ("Bolas", "Duración", "Menor, s", "Mediano, s", "Mayor, s")
    cash = (f"Esperado, {rules.currency}", "Contado", "Diferencia")
    return b.table(
        "Ritmo y dinero contado",
        [Column("N.º"), *(Column(n, width=2) for n in names), b.text("Cajero", 3)]
        + [Column(n, width=2) for n in cash],
        [_pace_and_cash_row(game) for game in found.games],
        note="intervalos reales entre orden y orden, sin las paradas por cantos (AJ-88)",
        marked=[i for i, game in enumerate(found.games) if game.difference],
    )


def _pace_and_cash_row(game: GameFigures) -> list[str]:
    pace = game.pace
    spread = (min(pace.intervals), pace.median, max(pace.intervals)) if pace.intervals else (None,) * 3
    row = [str(game.number), str(pace.balls), b.minutes(pace.seconds), *map(b.decimal, spread)]
    if game.cash is None:
        return [*row, "sin recuento", b.DASH, b.DASH, b.DASH]
    cash = (game.expected or 0, game.cash, game.difference or 0)
    return [*row, game.cashier, *map(plain_amount, cash)]


def reconciliation_paper(
    entries: Sequence[Minuted], found: Reconciliation, rules: RuleSet, subtitle: str
) -> dict[str, Any]:
    """Return a reconciliation as the document ``informe``."""
    return b.document(entries, "Conciliación", subtitle, _reconciliation(found, rules))


def _reconciliation(found: Reconciliation, rules: RuleSet) -> Iterator[Block]:
    off = len(found.inequalities)
    yield b.figures(
        ("Entregados", b.decimal(sum(g.delivered for g in found.games), 0)),
        ("Devueltos", b.decimal(sum(g.returned for g in found.games), 0)),
        ("Vendidos", b.decimal(sum(g.sold for g in found.games), 0)),
        ("Recaudado", amount(sum(g.collected for g in found.games), rules.currency)),
    )
    good = "En todas las partidas, entregados − devueltos = vendidos = recaudado ÷ precio."
    yield b.verdict(
        not off, good if not off else f"Lo que debía ser igual y no lo es: {off}. Nada se corrige; se lista."
    )
    if found.sellers:
        sellers = tuple(dict.fromkeys(line.seller for line in found.sellers))
        yield b.bars(
            "Recaudación de cada partida, por vendedor",
            sellers,
            [(str(game.game), _income_of(found, game.game, sellers)) for game in found.games],
            rules.currency,
            note="bajo cada barra, el número de la partida",
        )
    if off:
        yield b.table(
            "Desigualdades",
            [Column("Partida"), b.text("Lo que debía ser igual", 1), Column("Izquierda"), Column("Derecha")],
            [[str(i.game), i.what, b.decimal(i.left, 0), b.decimal(i.right, 0)] for i in found.inequalities],
            note="dinero, en centavos",
            marked=range(off),
        )
    yield b.table(
        f"Por vendedor, en {rules.currency}",
        [b.text("Vendedor", 2), *(Column(name, width=1) for name in ("Partidas", *_OF_SELLERS))],
        _by_seller(found),
    )
    wrong = {one.game for one in found.inequalities}
    cards = ("Entregados", "Devueltos", "Vendidos", "Anunciados")
    names = (*cards, "Precio", "Recaudado", "Retirados", "Contado")
    yield b.table(
        f"Por partida, en {rules.currency}",
        [Column("N.º"), *(Column(name, width=1) for name in names)],
        [_game_line(game) for game in found.games],
        marked=[i for i, game in enumerate(found.games) if game.game in wrong],
    )
    yield b.table(
        f"Por partida y vendedor, en {rules.currency}",
        [Column("Partida"), b.text("Vendedor", 2), *(Column(name, width=1) for name in _OF_SELLERS)],
        [
            [str(s.game), s.seller, *map(str, (s.delivered, s.returned, s.sold)), plain_amount(s.income)]
            for s in found.sellers
        ],
    )


def _income_of(found: Reconciliation, game: int, sellers: Sequence[str]) -> list[int]:
    """Return what each seller took in a game, in minor units."""
    return [
        sum(line.income for line in found.sellers if (line.game, line.seller) == (game, seller))
        for seller in sellers
    ]


def _game_line(game: GameLine) -> list[str]:
    cards = [*map(str, (game.game, game.delivered, game.returned, game.sold)), _known(game.announced)]
    counted = b.DASH if game.counted is None else plain_amount(game.counted)
    money = [plain_amount(game.price), plain_amount(game.collected)]
    return [*cards, *money, _known(game.taken_back), counted]


def _by_seller(found: Reconciliation) -> list[list[str]]:
    rows = []
    for seller in dict.fromkeys(line.seller for line in found.sellers):
        lines = [line for line in found.sellers if line.seller == seller]
        cards = [
            str(sum(getattr(line, name) for line in lines)) for name in ("delivered", "returned", "sold")
        ]
        rows.append([seller, str(len(lines)), *cards, plain_amount(sum(line.income for line in lines))])
    return rows


def _known(count: int | None) -> str:
    return b.DASH if count is None else str(count)


def prizes_paper(
    entries: Sequence[Minuted], found: PrizeRegister, rules: RuleSet, subtitle: str = "AJ-55"
) -> dict[str, Any]:
    """Return the prize register as the document ``informe``."""
    return b.document(entries, "Registro de premios", subtitle, _prizes(found, rules))


def _prizes(found: PrizeRegister, rules: RuleSet) -> Iterator[Block]:
    yield b.figures(
        ("Premios", str(len(found.prizes))),
        ("Adjudicado", amount(found.awarded, rules.currency)),
        ("Pagado", amount(found.paid, rules.currency)),
        ("Por pagar", amount(found.awarded - found.paid, rules.currency)),
    )
    if found.prizes:
        names = tuple(dict.fromkeys(_prize_name(prize, rules) for prize in found.prizes))
        yield b.bars(
            "Premios de cada partida",
            names,
            [
                (str(game), _won_in(found, game, names, rules))
                for game in sorted({p.game for p in found.prizes})
            ],
            rules.currency,
            note="bajo cada barra, el número de la partida",
        )
    numbers = map(Column, ("Cartón", "Tras bola", "Importe"))
    payment = (b.text("Pagado"), b.text("Por"), b.text("Ganador y documento", 1))
    yield b.table(
        f"Premios, en {rules.currency}",
        [Column("Partida"), b.text("Premio"), b.text("Serie"), *numbers, *payment],
        [_prize_row(prize, rules) for prize in found.prizes],
        total=("", "", "", "", "", plain_amount(found.awarded), "", "", ""),
        empty="No se adjudicó ningún premio.",
        marked=[i for i, prize in enumerate(found.prizes) if prize.paid is None],
    )
    yield b.table(
        "Cantos no válidos",
        [Column("Partida"), b.text("Hora"), b.text("Canto"), b.text("Cartón"), b.text("Por qué", 1)],
        [
            [str(c.game), hour(c.time), _title(c.claim, rules), _card(c.series, c.card), "; ".join(c.faults)]
            for c in found.claims
            if not c.good
        ],
        empty="Ninguno.",
    )


def _card(series: str, card: int) -> str:
    return f"{series_name(series)}, n.º {card}"


def _title(key: str, rules: RuleSet) -> str:
    return str(prize_title(key, rules))


def _prize_name(prize: PrizeLine, rules: RuleSet) -> str:
    return _title(prize.claim, rules) if prize.prize == prize.claim else prize.prize


def _won_in(found: PrizeRegister, game: int, names: Sequence[str], rules: RuleSet) -> list[int]:
    """Return what was won of each prize in a game, in minor units."""
    won = [(_prize_name(prize, rules), prize.amount) for prize in found.prizes if prize.game == game]
    return [sum(money for name, money in won if name == each) for each in names]


def _prize_row(prize: PrizeLine, rules: RuleSet) -> list[str]:
    name = _prize_name(prize, rules)
    won = [str(prize.card), _known(prize.after), plain_amount(prize.amount)]
    paid = f"{prize.paid:%d/%m %H:%M}" if prize.paid else "por pagar"
    winner = f"{prize.winner}, {prize.document}" if prize.winner else ""
    payer = prize.paid_by.partition(":")[2]
    return [str(prize.game), name, series_name(prize.series), *won, paid, payer, winner]
