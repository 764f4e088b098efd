"""What an entry says in the words of a hall: one Spanish sentence for each event.

The house narrates its own events; each game narrates its own. Not responsible for the act or the screens;
this is how a log, a demonstration and ``book tail`` read.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from hallctl.i18n.words import amount, pieces_in_words
from hallctl.outputs.papers import changes
from hallctl.outputs.rounds import GAMES, Rounds
from hallctl.rules.events.base import Event
from hallctl.rules.events.clock import (
    ClockJumped,
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
from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.events.printing import (
    FolioSealed,
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingResumed,
    PrintingSuspended,
    PrintingSuspensionProposed,
)
from hallctl.rules.events.running import (
    ControllerStarted,
    ControllerStopped,
    DeviceSettled,
    FaultAcknowledged,
    FaultEnded,
    FaultLatched,
    NoticeEnded,
    NoticeRaised,
    PlayContinued,
    RulesAdopted,
)
from hallctl.rules.events.session import (
    CheckPassed,
    DualPostNoted,
    PlayersCounted,
    SessionClosed,
    SessionOpened,
)
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.events.volumes import (
    BookClosed,
    BookOpened,
    ClosingProposed,
    EntrySigned,
    FolioReprinted,
    MediumCompleted,
    MediumLost,
    MediumRepaired,
    MediumRestored,
    RepairProposed,
    ShorterAccepted,
    SignatoryEnrolled,
)

Narration = Callable[[Event, str], str]
"""Returns the sentence of a game's own event; amounts are in the currency, e.g. "Bs"."""

_ENDED: Final = {
    "first": "por primera vez",
    "order": "tras un cierre en orden",
    "died": "tras una interrupción",
}

_Book: TypeAlias = (
    BookOpened | ClosingProposed | BookClosed | SignatoryEnrolled | EntrySigned | FolioReprinted
)
_Media: TypeAlias = (
    MediumCompleted | MediumLost | MediumRestored | RepairProposed | MediumRepaired | ShorterAccepted
)
_Session: TypeAlias = SessionOpened | CheckPassed | DualPostNoted | PlayersCounted | SessionClosed
_Incident: TypeAlias = IncidentMinuted | IncidentApproved | ComplaintFiled | ComplaintResolved
_Running: TypeAlias = RulesAdopted | ControllerStarted | ControllerStopped | PlayContinued | DeviceSettled
_Trouble: TypeAlias = NoticeRaised | NoticeEnded | FaultLatched | FaultEnded | FaultAcknowledged
_Clock: TypeAlias = (
    ClockJumped | ClockReferenceProposed | ClockReferenceSet | SessionDayProposed | SessionDayAgreed
)
_Printing: TypeAlias = (
    FolioSealed
    | PendingPrintOrdered
    | PendingPrintConfirmed
    | PrintingSuspensionProposed
    | PrintingSuspended
    | PrintingResumed
)
_Shift: TypeAlias = ShiftOpened | ShiftClosed
_Paper: TypeAlias = PaperReceived | PaperAdopted | PaperRefused
HouseEvent: TypeAlias = (
    _Book | _Media | _Session | _Incident | _Running | _Trouble | _Clock | _Printing | _Shift | _Paper
)
"""Every event of the house."""


def narrate(event: Event, currency: str, game: Narration, rounds: Rounds = GAMES) -> str:
    """Return the sentence of an event of the house or of a game.

    Args:
        event: What happened.
        currency: What amounts are in.
        game: Narrates the game's own events.
        rounds: How the game calls its rounds.
    """
    return narrate_house(event, currency, rounds) if isinstance(event, HouseEvent) else game(event, currency)


def narrate_house(event: HouseEvent, currency: str = "", rounds: Rounds = GAMES) -> str:
    """Return the sentence of an event of the house."""
    if isinstance(event, _Book):
        return _of_book(event, currency, rounds)
    if isinstance(event, _Media):
        return _of_media(event)
    if isinstance(event, _Session):
        return _of_session(event, rounds)
    if isinstance(event, _Incident):
        return _of_incident(event, rounds)
    if isinstance(event, _Running):
        return _of_running(event)
    if isinstance(event, _Trouble):
        return _of_trouble(event)
    if isinstance(event, _Clock):
        return _of_clock(event)
    if isinstance(event, _Printing):
        return _of_printing(event)
    if isinstance(event, _Paper):
        return _of_paper(event)
    if isinstance(event, _Shift):
        return _of_shift(event, currency)
    assert_never(event)


def _of_book(event: _Book, currency: str, rounds: Rounds) -> str:
    match event:
        case BookOpened(hall=hall, volume=volume, folios=folios, notary=notary):
            return f"Diligencia de apertura: {hall}, tomo {volume}, {folios} folios, ante {notary}."
        case ClosingProposed(person=person):
            return f"{person} propone cerrar el tomo."
        case BookClosed(volume=volume, games=games, voids=voids, collected=collected, folio=folio):
            voided = f"{voids} de ellas anuladas"
            played = f"{games} {rounds.many}, {voided}, y {amount(collected, currency)} recaudados"
            return f"Diligencia de cierre del tomo {volume}: {played}; folio {folio}."
        case SignatoryEnrolled(person=person):
            return f"{person} tiene un certificado nuevo."
        case EntrySigned(entry=entry, person=person):
            return f"{person} firma el asiento {entry}."
        case FolioReprinted(folio=folio, copy=copy):
            return f"Se imprime la copia {copy} del folio {folio}."
        case _:
            assert_never(event)


def _of_media(event: _Media) -> str:
    match event:
        case MediumCompleted(size=size):
            return f"Tras el corte se completa el segundo soporte con {size} octetos."
        case MediumLost(entry=entry):
            return (
                f"Falla el segundo soporte: tiene los asientos hasta el {entry}, y los demás solo el libro."
            )
        case MediumRestored():
            return "El segundo soporte vuelve a tener todos los asientos."
        case RepairProposed(person=person, reason=reason):
            return f"{person} propone reparar el libro: {reason}."
        case MediumRepaired(medium=medium, volume=volume, entries=entries, reason=reason, person=person):
            what = f"Se escribe de nuevo el {medium} del tomo {volume}, con {entries} asientos"
            return f"{what}; lo decide {person}: {reason}."
        case ShorterAccepted(size=size, folio=folio, reason=reason, person=person):
            seen = f"se vieron {size} asientos y hay impresos {folio} folios"
            return f"El libro perdió sus últimos asientos: {seen}; lo acepta {person}: {reason}."
        case _:
            assert_never(event)


def _of_session(event: _Session, rounds: Rounds) -> str:
    match event:
        case SessionOpened(session=session, day=day):
            return f"Se abre la sesión {session}, del {day}."
        case CheckPassed(item=item):
            return f"Comprobado: {item}."
        case DualPostNoted(person=person):
            return f"{person} vende cartones y paga premios: queda constancia."
        case PlayersCounted(players=players):
            return f"Hay {players} jugadores en la sala."
        case SessionClosed(session=session, games=games):
            played = f"una {rounds.one}" if games == 1 else f"{games} {rounds.many}"
            return f"Se cierra la sesión {session}, con {played}."
        case _:
            assert_never(event)


def _of_incident(event: _Incident, rounds: Rounds) -> str:
    match event:
        case IncidentMinuted(number=number, text=text, author=author, corrects=entry) if entry:
            return f"Incidencia {number}, salvedad del asiento {entry}, anotada por {author}: {text}"
        case IncidentMinuted(number=number, text=text, author=author):
            return f"Incidencia {number}, anotada por {author}: {text}"
        case IncidentApproved(number=number, approver=approver):
            return f"{approver} firma la incidencia {number}."
        case ComplaintFiled(number=number, claimant=claimant, text=text, late=late, taken_by=taken_by):
            after = f" (después del pago: no afecta a la {rounds.one})" if late else ""
            return f"Reclamación {number} de {claimant}, firmada, ante {taken_by}{after}: {text}"
        case ComplaintResolved(number=number, decision=decision):
            return f"El Director resuelve la reclamación {number}: {decision}"
        case _:
            assert_never(event)


def _of_running(event: _Running) -> str:
    match event:
        case RulesAdopted(rule_set=rule_set, approval=approval, valid_from=first, valid_until=last):
            return f"Rigen desde ahora las reglas {rule_set} ({approval}), aprobadas del {first} al {last}."
        case ControllerStarted(program=program, ended=ended):
            return f"Arranca {program}, {_ENDED.get(ended, ended)}."
        case ControllerStopped():
            return "El sistema se cierra en orden."
        case PlayContinued():
            return "El Jefe de Mesa pulsa «Continuar»."
        case DeviceSettled(device=device, settings=settings):
            return f"Ajustes de {device}: {settings}."
        case _:
            assert_never(event)


def _of_trouble(event: _Trouble) -> str:
    match event:
        case NoticeRaised(code=code, detail=detail):
            return f"Aviso {code}: {detail.removesuffix('.')}."
        case NoticeEnded(code=code):
            return f"Termina el aviso {code}."
        case FaultLatched(code=code, detail=detail):
            return f"FALLO {code}: {detail}"
        case FaultEnded(code=code):
            return f"Termina la causa del fallo {code}; falta reconocerlo."
        case FaultAcknowledged(code=code):
            return f"El Jefe de Mesa reconoce el fallo {code}."
        case _:
            assert_never(event)


def _of_clock(event: _Clock) -> str:
    match event:
        case ClockJumped(before=before, after=after):
            return f"El reloj saltó: en vez de {before} marca {after}."
        case ClockReferenceProposed(person=person, reason=reason):
            return f"{person} propone seguir con la hora que marca el reloj: {reason}"
        case ClockReferenceSet(person=person, jefe=jefe, reason=reason, before=before):
            ahead = f" El libro tenía un asiento de {before}." if before else ""
            return f"{person} y {jefe} dan por buena la hora que marca el reloj: {reason}.{ahead}"
        case SessionDayProposed(person=person, day=day, reason=reason):
            return f"{person} propone que la próxima sesión lleve la fecha {day}: {reason}"
        case SessionDayAgreed(person=person, jefe=jefe, day=day, reason=reason):
            return f"{person} y {jefe} acuerdan que la próxima sesión lleve la fecha {day}: {reason}"
        case _:
            assert_never(event)


def _of_printing(event: _Printing) -> str:
    match event:
        case FolioSealed(name=name, data=data):
            return f"{name} queda compuesto; huella {data[:16]}…"
        case PendingPrintOrdered(person=person, detail=detail):
            return f"{person} ordena imprimir lo pendiente: {detail.removesuffix('.')}."
        case PendingPrintConfirmed(person=person, detail=detail):
            return f"{person} da por impreso lo pendiente: {detail.removesuffix('.')}."
        case PrintingSuspensionProposed(person=person, reason=reason):
            return f"{person} propone seguir sin imprimir: {reason}"
        case PrintingSuspended(person=person, reason=reason):
            return f"Se sigue sin imprimir ({reason}); conforme, {person}. Los folios se imprimen después."
        case PrintingResumed():
            return "Vuelve a imprimirse: todos los folios están en papel."
        case _:
            assert_never(event)


def _of_paper(event: _Paper) -> str:
    """Return the sentence of a paper of the head office."""
    match event:
        case PaperReceived(paper=paper):
            return f"Llega de la oficina y espera al Director. {changes(paper)}"
        case PaperAdopted(paper=paper, person=person):
            return f"{person} adopta lo que dice la oficina. {changes(paper)}"
        case PaperRefused(paper_kind=kind, number=number, reason=reason, person=person) if person:
            return f"{person} rechaza el papel n.º {number} de la oficina ({kind}): {reason}"
        case PaperRefused(paper_kind=kind, number=number, reason=reason, signer=signer):
            what = f"el papel n.º {number} ({kind}), a nombre de {signer or 'nadie'}"
            return f"La sala rechaza {what}: {reason}."
        case _:
            assert_never(event)


def _of_shift(event: _Shift, currency: str) -> str:
    """Return the sentence of a cashier's shift that began or ended."""
    if isinstance(event, ShiftOpened):
        before = "" if event.left is None else f"; el anterior dejó {amount(event.left, currency)}"
        initial = f"{amount(event.initial, currency)}{pieces_in_words(event.pieces)}"
        return f"{event.cashier} abre el turno de caja {event.shift} con un fondo de {initial}{before}."
    off = event.counted - event.expected
    said = f"faltan {amount(-off, currency)}" if off < 0 else f"sobran {amount(off, currency)}"
    counted = f"{amount(event.counted, currency)}{pieces_in_words(event.pieces)}"
    held = f"debía haber {amount(event.expected, currency)} y hay {counted}"
    who = f"el turno de caja {event.shift}, de {event.cashier}"
    return f"Se cierra {who}: {held}; {said if off else 'cuadra'}."
