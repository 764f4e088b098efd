"""What a roulette table's entries say: one Spanish sentence for each of its events.

Not responsible for the events of the house (``hallctl.outputs.narration``).
"""

from typing import Final, TypeAlias, assert_never

from hallctl.games.any_table.narration import narrate_bank
from hallctl.games.any_table.rules.events import BankEvent
from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.events.people import (
    NumberApproved,
    NumberProposed,
    ProposalWithdrawn,
    SpinVoided,
    SpinVoidProposed,
)
from hallctl.games.roulette.rules.events.spin import (
    BallLaunched,
    BetsClosed,
    BetsOpened,
    DirectionRepeated,
    LosersCollected,
    MarkerPlaced,
    NumberEntered,
    NumberEstablished,
    NumberSensed,
    PictureKept,
    TableStopped,
    WinnersPaid,
)
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.games.roulette.rules.kinds import Source
from hallctl.games.roulette.words import CAUSES, CHANCES, COLOURS, DIRECTIONS, DISPUTES, SOURCES, calls
from hallctl.i18n.words import amount
from hallctl.rules.events.base import Event

_Table: TypeAlias = WheelRegistered | WheelInspected
_Running: TypeAlias = BetsOpened | BallLaunched | DirectionRepeated | BetsClosed
_Number: TypeAlias = NumberSensed | NumberEntered | NumberEstablished | PictureKept | TableStopped
_Settled: TypeAlias = MarkerPlaced | LosersCollected | WinnersPaid
_People: TypeAlias = NumberProposed | NumberApproved | SpinVoidProposed | SpinVoided | ProposalWithdrawn
_Bets: TypeAlias = BetsPlaced | StakesSaid
RouletteEvent: TypeAlias = BankEvent | _Table | _Running | _Number | _Settled | _People | _Bets

UNSHOWN: Final[tuple[type[Event], ...]] = (NumberSensed, NumberEntered, NumberProposed)
"""The events that tell a number before it is established (DR11)."""


def narrate(event: Event, currency: str) -> str:
    """Return the sentence of an event of a roulette table, its amounts in a currency."""
    assert isinstance(event, RouletteEvent)
    if isinstance(event, BankEvent):
        return narrate_bank(event, currency)
    if isinstance(event, _Table):
        return _table(event)
    if isinstance(event, _Running):
        return _running(event)
    if isinstance(event, _Number):
        return _number(event)
    if isinstance(event, _Settled):
        return _settled(event, currency)
    if isinstance(event, _People):
        return _people(event, currency)
    return _bets(event, currency)


def _table(event: _Table) -> str:
    match event:
        case WheelRegistered(maker=maker, serial=serial, pockets=pockets):
            return f"Se registra la ruleta {maker} {serial}, de {len(pockets)} casillas."
        case WheelInspected(wheel=wheel, ball=ball, level=level, findings=findings):
            found = f"No está bien: {findings}. No se juega con ella." if findings else "Todo está bien."
            return f"Se inspecciona la ruleta {wheel} con la bola {ball}: nivel {level}. {found}"
        case _:
            assert_never(event)


def _running(event: _Running) -> str:
    match event:
        case BetsOpened(spin=spin, croupier=croupier):
            return f"Jugada {spin}, croupier {croupier}: «{calls('pt').bets}»."
        case BallLaunched(croupier=croupier, direction=direction):
            return f"{croupier} lanza la bola; el plato gira {DIRECTIONS[direction]}."
        case DirectionRepeated():
            return "El plato gira en el mismo sentido que en la jugada anterior."
        case BetsClosed(source=source):
            return f"«{calls('pt').closed}»: {_CLOSED[source]}."
        case _:
            assert_never(event)


_CLOSED: Final = {**SOURCES, Source.SENSOR: "lo avisa el aparato"}


def _number(event: _Number) -> str:
    match event:
        case NumberSensed(pocket=""):
            return "El sensor no dice el número."
        case NumberSensed(pocket=pocket):
            return f"El sensor dice el {pocket}."
        case NumberEntered(pocket=pocket):
            return f"El croupier dice el {pocket}."
        case NumberEstablished(pocket=pocket, colour=colour, source=source):
            return f"Sale el {pocket}, {COLOURS[colour]}: lo dicen {SOURCES[source]}."
        case PictureKept():
            return "Se guarda la imagen de la cámara."
        case TableStopped(dispute=dispute, cause=cause):
            return f"La mesa se detiene: {DISPUTES[dispute] if cause is None else CAUSES[cause]}."
        case _:
            assert_never(event)


def _settled(event: _Settled, currency: str) -> str:
    match event:
        case MarkerPlaced(pocket=pocket):
            return f"El marcador está sobre el {pocket}."
        case LosersCollected(collected=0):
            return "Se recogen las apuestas perdedoras."
        case LosersCollected(collected=collected):
            return f"Se recogen las apuestas perdedoras: {amount(collected, currency)}."
        case WinnersPaid(spin=spin, paid=0):
            return f"Pagado: termina la jugada {spin}."
        case WinnersPaid(spin=spin, paid=paid):
            return f"Pagado: {amount(paid, currency)} en premios; termina la jugada {spin}."
        case _:
            assert_never(event)


def _people(event: _People, currency: str) -> str:
    match event:
        case NumberProposed(person=person, pocket=pocket, reason=reason):
            return f"{person} dice que la bola está en el {pocket}: {reason}."
        case NumberApproved(person=person, pocket=pocket):
            return f"{person} da su conformidad al {pocket}."
        case SpinVoidProposed(person=person, cause=cause, reason=reason):
            return f"{person} propone anular la jugada: {CAUSES[cause]}. {reason}"
        case SpinVoided(spin=spin, cause=cause, returned=returned):
            back = (
                f"; se devuelven {amount(returned, currency)}" if returned else "; se devuelven las apuestas"
            )
            return f"La jugada {spin} es nula: {CAUSES[cause]}{back}."
        case ProposalWithdrawn(person=person):
            return f"{person} retira lo que había propuesto de la jugada."
        case _:
            assert_never(event)


def _bets(event: _Bets, currency: str) -> str:
    match event:
        case BetsPlaced(player=player, bets=bets, amount=staked):
            return f"{player} apuesta {amount(staked, currency)} en {len(bets)} posiciones."
        case StakesSaid(stakes=stakes, amount=staked):
            each = ", ".join(f"{CHANCES[s.chance]} {amount(s.amount, currency)}" for s in stakes)
            return f"En el tablero hay {amount(staked, currency)}: {each}." if stakes else "No hay apuestas."
        case _:
            assert_never(event)
