"""What simulated games come to: counted event by event, reported in figures, written as a table.

Not responsible for playing them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import GameVoided, PrizePaid
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.ledger import ROUNDING
from hallctl.games.bingo.rules.state import State
from hallctl.i18n.words import amount
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import HOUSE


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error, None where there are too few values for one."""

    values: int
    mean: float | None
    error: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """What the games came to; amounts in minor units.

    Attributes:
        cards: The cards sold in all games.
        names: The prizes by their keys, in their order.
        won: For each prize, called balls when it was awarded.
        held: For each, balls until one card has it, in the mean over a game's cards: of 90 balls 64.63 for a
            line and 85.3125 for the full card in the long run.
        good: Cards that were sung and won.
        bad: Cards that were sung and had nothing, or were not sold.
        late: Songs that came when the prize was gone.
        unsung: Prizes that nobody sang while they were to be won.
        happened: How many events there were of each kind.
        paid: What was paid for each claim, and for each progressive by its name.
        progressives: What each progressive holds at the end.
        ledger: The sum of all accounts, which is 0 (I7).
        refusals: The refusals that were provoked on purpose, by code.
    """

    games: int
    cards: int
    commands: int
    names: Mapping[str, str]
    won: Mapping[str, Estimate]
    held: Mapping[str, Estimate]
    good: int
    bad: int
    late: int
    unsung: int
    happened: Mapping[str, int]
    collected: int
    paid: Mapping[str, int]
    refunded: int
    carried: int
    house: int
    rounding: int
    progressives: Mapping[str, int]
    ledger: int
    refusals: Mapping[str, int]


@dataclass(slots=True)
class Tally:
    """Counts while games are played."""

    commands: int = 0
    late: int = 0
    unsung: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    _happened: Counter[str] = field(default_factory=Counter)
    _paid: Counter[str] = field(default_factory=Counter)
    _verdicts: Counter[bool] = field(default_factory=Counter)
    _cards: int = 0
    _collected: int = 0
    _refunded: int = 0
    _won_at: dict[tuple[int, str], int] = field(default_factory=dict)
    _card_balls: dict[str, list[float]] = field(default_factory=dict)

    def note(self, event: Event, state: State) -> None:
        """Count an event; ``state`` is the state after it."""
        self._happened[type(event).__name__] += 1
        match event:
            case SaleClosed():
                self._cards += event.cards
                self._collected += event.collected
            case GameVoided():
                self._refunded += event.refunded
            case CardVerified():
                self._verdicts[event.good] += 1
            case PrizePaid():
                self._paid[event.progressive or event.claim] += event.amount
            case PrizeAwarded() if state.game is not None:
                self._won_at.setdefault((state.games, event.claim), state.game.called)

    def means(self, means: Mapping[str, float]) -> None:
        """Count after how many balls the cards of a game would have won, in the mean."""
        for claim, balls in means.items():
            self._card_balls.setdefault(claim, []).append(balls)

    def report(self, state: State) -> Report:
        """Return the figures up to here."""
        names = {prize.key: prize.es for prize in state.rules.sung}
        return Report(
            games=state.games,
            cards=self._cards,
            commands=self.commands,
            names=names,
            won={key: self._balls(key) for key in names},
            held={key: estimate(self._card_balls.get(key, [])) for key in names},
            good=self._verdicts[True],
            bad=self._verdicts[False],
            late=self.late,
            unsung=self.unsung,
            happened=dict(sorted(self._happened.items())),
            collected=self._collected,
            paid=dict(sorted(self._paid.items())),
            refunded=self._refunded,
            carried=state.carried + sum(state.carried_of.values()),
            house=-state.ledger.get(HOUSE, 0),
            rounding=-state.ledger.get(ROUNDING, 0),
            progressives=dict(sorted(state.progressives.items())),
            ledger=sum(state.ledger.values()),
            refusals=dict(sorted(self.refusals.items())),
        )

    def _balls(self, claim: str) -> Estimate:
        return estimate([balls for (_, won), balls in self._won_at.items() if won == claim])


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of the values and its standard error."""
    if len(values) < 2:
        return Estimate(len(values), values[0] if values else None, None)
    return Estimate(len(values), fmean(values), stdev(values) / sqrt(len(values)))


def table(report: Report, currency: str) -> Iterator[str]:
    """Yield the report line by line, for people."""
    sections = list(_sections(report, currency))
    wide = max(_NAME, *(len(name) + 1 for _, rows in sections for name, _ in rows))
    for title, rows in sections:
        yield title
        for name, value in rows:
            yield f"  {name:<{wide}}{value:>{_VALUE}}"


_NAME: Final = 34
_VALUE: Final = 20
_EVENTS: Final = {
    "BingoCarried": "cerradas sin bingo",
    "GameVoided": "anuladas",
    "SecondSeriesAnnounced": "con segunda serie",
    "MeansChanged": "terminadas a mano",
    "WrongCallNoted": "errores al cantar la bola",
    "BallDoubted": "bolas dudosas",
}
_PRIZES: Final = {"line": "premios de línea", "bingo": "premios de bingo"}

_Section = tuple[str, list[tuple[str, str]]]


def _sections(report: Report, currency: str) -> Iterator[_Section]:
    def money(minor: int) -> str:
        return amount(minor, currency)

    yield (
        f"Partidas: {report.games}",
        [
            ("cartones vendidos", _count(report.cards)),
            ("órdenes", _count(report.commands)),
            *((name, _count(report.happened.get(kind, 0))) for kind, name in _EVENTS.items()),
        ],
    )
    yield (
        "Bolas (media ± error típico)",
        [
            *((_awarded(report, key), _mean(balls)) for key, balls in report.won.items()),
            *((_on_a_card(report, key), _mean(balls)) for key, balls in report.held.items()),
        ],
    )
    yield (
        "Cantos",
        [
            ("correctos", _count(report.good)),
            ("incorrectos", _count(report.bad)),
            ("tardíos", _count(report.late)),
            ("callados", _count(report.unsung)),
        ],
    )
    yield (
        "Dinero",
        [
            ("recaudado", money(report.collected)),
            *((_paid(report, name), money(paid)) for name, paid in report.paid.items()),
            ("devoluciones", money(report.refunded)),
            ("acarreado", money(report.carried)),
            ("sala", money(report.house)),
            ("redondeo", money(report.rounding)),
            *((f"pozo {name}", money(held)) for name, held in report.progressives.items()),
            ("suma de las cuentas", money(report.ledger)),
        ],
    )
    yield "Rechazos provocados", [(code, _count(times)) for code, times in report.refusals.items()]


def _awarded(report: Report, key: str) -> str:
    known = {"line": "hasta adjudicar la línea", "bingo": "hasta el bingo"}
    return known.get(key, f"hasta adjudicar «{report.names[key]}»")


def _on_a_card(report: Report, key: str) -> str:
    known = {"line": "hasta la línea de un cartón", "bingo": "hasta el bingo de un cartón"}
    return known.get(key, f"hasta «{report.names[key]}» de un cartón")


def _paid(report: Report, name: str) -> str:
    return _PRIZES.get(name, f"premios de {report.names.get(name, name)}")


def _count(number: int) -> str:
    return f"{number:,}".replace(",", ".")


def _mean(estimate: Estimate) -> str:
    if estimate.mean is None:
        return "–"
    error = "" if estimate.error is None else f" ± {estimate.error:.2f}"
    return f"{estimate.mean:.2f}{error}".replace(".", ",")
