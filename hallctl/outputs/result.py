"""What a step did, in figures: the answer that a desk gives to who took it.

The house answers for its own events; each game answers for its own. Not responsible for markup, nor for
refusals. It is made of the events that the step caused and of the state that they led to, of nothing else.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.chips import Pile
from hallctl.outputs.papers import changes
from hallctl.outputs.rounds import GAMES, Rounds
from hallctl.rules.events.base import Event
from hallctl.rules.events.clock import (
    ClockReferenceProposed,
    ClockReferenceSet,
    SessionDayAgreed,
    SessionDayProposed,
)
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.events.papers import PaperAdopted, PaperRefused
from hallctl.rules.events.printing import (
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingSuspended,
    PrintingSuspensionProposed,
)
from hallctl.rules.events.running import FaultAcknowledged, PlayContinued
from hallctl.rules.events.session import CheckPassed, PlayersCounted, SessionClosed, SessionOpened
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.events.volumes import (
    BookClosed,
    BookOpened,
    ClosingProposed,
    FolioReprinted,
    MediumRepaired,
    RepairProposed,
    ShorterAccepted,
)
from hallctl.rules.state import GameState, State

_Shift: TypeAlias = ShiftOpened | ShiftClosed
_Paper: TypeAlias = PaperAdopted | PaperRefused
_Incident: TypeAlias = IncidentMinuted | IncidentApproved | ComplaintFiled | ComplaintResolved
_Session: TypeAlias = (
    SessionOpened | SessionClosed | CheckPassed | PlayersCounted | FaultAcknowledged | PlayContinued
)
_Book: TypeAlias = BookOpened | ClosingProposed | BookClosed | FolioReprinted
_Repair: TypeAlias = RepairProposed | MediumRepaired | ShorterAccepted
_Clock: TypeAlias = ClockReferenceProposed | ClockReferenceSet | SessionDayProposed | SessionDayAgreed
_Printing: TypeAlias = (
    PendingPrintOrdered | PendingPrintConfirmed | PrintingSuspensionProposed | PrintingSuspended
)

CONFORMITY: Final = _("falta la conformidad del Director")
"""What is said of a proposal."""


class Tone(StrEnum):
    """How an answer looks: what was done, or the verdict on a card."""

    DONE = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount of money in an answer, in minor units, with what it is."""

    label: Sentence | str
    amount: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a step did.

    Attributes:
        headline: What was done, with its count and its ranges.
        sums: The money that goes with it, what is to be handed over first.
        notes: What else has to be known, e.g. why a card is not good.
        chips: What makes up the first sum; None where no chips do, none where it is not paid in chips.
        tone: Whether it is a verdict.
    """

    headline: Sentence
    sums: tuple[Sum, ...] = ()
    notes: tuple[str, ...] = ()
    chips: tuple[Pile, ...] | None = ()
    tone: Tone = Tone.DONE


Results = Callable[[GameState, tuple[Event, ...]], Result | None]
"""Returns what a game's own events did, given the state that they led to; None where none of them counts."""


def result(state: State, events: tuple[Event, ...], game: Results, rounds: Rounds = GAMES) -> Result | None:
    """Return what the events of one step did; None where none of them is what a person does.

    Args:
        state: The state that they led to.
        events: The events of the step, in their order.
        game: Answers for the game's own.
        rounds: How the game calls its rounds.
    """
    return game(state, events) or _first(_of_house(event, rounds) for event in events)


def _first(found: Iterable[Result | None]) -> Result | None:
    return next((each for each in found if each is not None), None)


def _of_house(event: Event, rounds: Rounds) -> Result | None:
    if isinstance(event, _Shift):
        return _of_shift(event)
    if isinstance(event, _Incident):
        return _of_incident(event)
    if isinstance(event, _Book):
        return _of_book(event)
    if isinstance(event, _Repair):
        return _of_repair(event)
    if isinstance(event, _Clock):
        return _of_clock(event)
    if isinstance(event, _Paper):
        return _of_paper(event)
    if isinstance(event, _Printing):
        return _of_printing(event)
    return _of_session(event, rounds) if isinstance(event, _Session) else None


def _of_book(event: _Book) -> Result:
    match event:
        case BookOpened(volume=volume, folios=folios):
            return Result(_("Volumen {volume} abierto, de {folios} folios", volume=volume, folios=folios))
        case ClosingProposed():
            return Result(_("Propuesto cerrar el volumen"), notes=(CONFORMITY,))
        case BookClosed(volume=volume, folio=folio):
            return Result(_("Volumen {volume} cerrado: folio {folio}", volume=volume, folio=folio))
        case FolioReprinted(folio=folio, copy=copy):
            return Result(_("Va a la impresora la copia {copy} del folio {folio}", copy=copy, folio=folio))
        case _:
            assert_never(event)


def _of_repair(event: _Repair) -> Result:
    match event:
        case RepairProposed():
            return Result(_("Propuesto reparar el libro"), notes=(CONFORMITY,))
        case MediumRepaired(medium=medium, entries=entries):
            words = {"medium": Sentence(medium), "entries": entries}
            return Result(_("Escrito de nuevo: {medium}, con {entries} asientos", **words))
        case ShorterAccepted():
            return Result(_("Se sigue con el libro sin sus últimos asientos"))
        case _:
            assert_never(event)


def _of_clock(event: _Clock) -> Result:
    match event:
        case ClockReferenceProposed():
            return Result(_("Propuesto seguir con la hora que marca el reloj"), notes=(CONFORMITY,))
        case ClockReferenceSet():
            return Result(_("Vale la hora que marca el reloj"))
        case SessionDayProposed(day=day):
            said = _("Propuesta la fecha {day} para la próxima sesión", day=day)
            return Result(said, notes=(CONFORMITY,))
        case SessionDayAgreed(day=day):
            return Result(_("La próxima sesión lleva la fecha {day}", day=day))
        case _:
            assert_never(event)


def _of_printing(event: _Printing) -> Result:
    match event:
        case PendingPrintOrdered():
            return Result(_("Lo pendiente va de nuevo a la impresora"))
        case PendingPrintConfirmed():
            return Result(_("Lo pendiente consta como impreso"))
        case PrintingSuspensionProposed():
            return Result(_("Propuesto seguir sin imprimir"), notes=(CONFORMITY,))
        case PrintingSuspended():
            return Result(_("Se sigue sin imprimir"), notes=(_("los folios se imprimen después"),))
        case _:
            assert_never(event)


def _of_session(event: _Session, rounds: Rounds) -> Result:
    match event:
        case SessionOpened(session=session, day=day):
            return Result(_("Sesión {session} abierta, del {day}", session=session, day=day))
        case SessionClosed(session=session, games=games):
            played = rounds.counted(games)
            return Result(_("Sesión {session} cerrada, con {played}", session=session, played=played))
        case CheckPassed(item=item):
            return Result(_("Comprobado: {item}", item=Sentence(item)))
        case PlayersCounted(players=players):
            return Result(_("Jugadores en la sala: {players}", players=players))
        case FaultAcknowledged(code=code):
            return Result(_("Fallo {code} reconocido", code=code))
        case PlayContinued():
            return Result(_("El juego sigue en el punto en que estaba"))
        case _:
            assert_never(event)


def _of_paper(event: _Paper) -> Result:
    match event:
        case PaperAdopted(paper=paper):
            return Result(_("Papel n.º {number} adoptado", number=paper.number), notes=(changes(paper),))
        case PaperRefused(number=number):
            return Result(_("Papel n.º {number} rechazado", number=number))
        case _:
            assert_never(event)


def _of_incident(event: _Incident) -> Result:
    match event:
        case IncidentMinuted(number=number):
            return Result(_("Incidencia {number} anotada", number=number))
        case IncidentApproved(number=number):
            return Result(_("Incidencia {number} firmada", number=number))
        case ComplaintFiled(number=number):
            return Result(_("Reclamación {number} anotada", number=number))
        case ComplaintResolved(number=number):
            return Result(_("Reclamación {number} resuelta", number=number))
        case _:
            assert_never(event)


def _of_shift(event: _Shift) -> Result:
    if isinstance(event, ShiftOpened):
        said = _("Turno de caja {shift} abierto", shift=event.shift)
        return Result(said, (Sum(_("Fondo"), event.initial),))
    said = _("Turno de caja {shift} cerrado", shift=event.shift)
    return Result(said, counted_sums(event.counted, event.expected))


def no_results(_state: State, _events: tuple[Event, ...]) -> Result | None:
    """Answer for no event: the game's steps are answered by their names."""
    return None


def counted_sums(counted: int, expected: int) -> tuple[Sum, ...]:
    """Return what was counted against what there should be, with the difference where there is one."""
    off = counted - expected
    difference = (Sum(_("Sobran") if off > 0 else _("Faltan"), abs(off)),) if off else ()
    return (Sum(_("Contado"), counted), *difference, Sum(_("Debía haber"), expected))
