"""What an entry says in the words of a hall: one Spanish sentence for each event.

The house narrates its own events; each game narrates its own. Not responsible for the act or the screens;
this is how a log, a demonstration and ``book tail`` read.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from hallctl.i18n.words import amount, pieces_in_words
from hallctl.rules import events as ev

Narration = Callable[[ev.Event, str], str]
"""Returns the sentence of a game's own event; amounts are in the currency, e.g. "Bs"."""

_ENDED: Final = {
    "first": "por primera vez",
    "order": "tras un cierre en orden",
    "died": "tras una interrupción",
}

_Book: TypeAlias = (
    ev.BookOpened
    | ev.ClosingProposed
    | ev.BookClosed
    | ev.SignatoryEnrolled
    | ev.EntrySigned
    | ev.FolioReprinted
)
_Media: TypeAlias = (
    ev.MediumCompleted
    | ev.MediumLost
    | ev.MediumRestored
    | ev.RepairProposed
    | ev.MediumRepaired
    | ev.ShorterAccepted
)
_Session: TypeAlias = (
    ev.SessionOpened | ev.CheckPassed | ev.DualPostNoted | ev.PlayersCounted | ev.SessionClosed
)
_Incident: TypeAlias = ev.IncidentMinuted | ev.IncidentApproved | ev.ComplaintFiled | ev.ComplaintResolved
_Running: TypeAlias = (
    ev.RulesAdopted | ev.ControllerStarted | ev.ControllerStopped | ev.PlayContinued | ev.DeviceSettled
)
_Trouble: TypeAlias = (
    ev.NoticeRaised | ev.NoticeEnded | ev.FaultLatched | ev.FaultEnded | ev.FaultAcknowledged
)
_Clock: TypeAlias = (
    ev.ClockJumped
    | ev.ClockReferenceProposed
    | ev.ClockReferenceSet
    | ev.SessionDayProposed
    | ev.SessionDayAgreed
)
_Printing: TypeAlias = (
    ev.FolioSealed
    | ev.PendingPrintOrdered
    | ev.PendingPrintConfirmed
    | ev.PrintingSuspensionProposed
    | ev.PrintingSuspended
    | ev.PrintingResumed
)
_Shift: TypeAlias = ev.ShiftOpened | ev.ShiftClosed
HouseEvent: TypeAlias = (
    _Book | _Media | _Session | _Incident | _Running | _Trouble | _Clock | _Printing | _Shift
)
"""Every event of the house."""


def narrate(event: ev.Event, currency: str, game: Narration) -> str:
    """Return the sentence of an event of the house or of a game.

    Args:
        event: What happened.
        currency: What amounts are in.
        game: Narrates the game's own events.
    """
    return narrate_house(event, currency) if isinstance(event, HouseEvent) else game(event, currency)


def narrate_house(event: HouseEvent, currency: str = "") -> str:
    """Return the sentence of an event of the house."""
    if isinstance(event, _Book):
        return _of_book(event, currency)
    if isinstance(event, _Media):
        return _of_media(event)
    if isinstance(event, _Session):
        return _of_session(event)
    if isinstance(event, _Incident):
        return _of_incident(event)
    if isinstance(event, _Running):
        return _of_running(event)
    if isinstance(event, _Trouble):
        return _of_trouble(event)
    if isinstance(event, _Clock):
        return _of_clock(event)
    if isinstance(event, _Printing):
        return _of_printing(event)
    if isinstance(event, _Shift):
        return _of_shift(event, currency)
    assert_never(event)


def _of_book(event: _Book, currency: str) -> str:
    match event:
        case ev.BookOpened(hall=hall, volume=volume, folios=folios, notary=notary):
            return f"Diligencia de apertura: {hall}, tomo {volume}, {folios} folios, ante {notary}."
        case ev.ClosingProposed(person=person):
            return f"{person} propone cerrar el tomo."
        case ev.BookClosed(volume=volume, games=games, voids=voids, collected=collected, folio=folio):
            played = (
                f"{games} partidas, {voids} de ellas anuladas, y {amount(collected, currency)} recaudados"
            )
            return f"Diligencia de cierre del tomo {volume}: {played}; folio {folio}."
        case ev.SignatoryEnrolled(person=person):
            return f"{person} tiene un certificado nuevo."
        case ev.EntrySigned(entry=entry, person=person):
            return f"{person} firma el asiento {entry}."
        case ev.FolioReprinted(folio=folio, copy=copy):
            return f"Se imprime la copia {copy} del folio {folio}."
        case _:
            assert_never(event)


def _of_media(event: _Media) -> str:
    match event:
        case ev.MediumCompleted(size=size):
            return f"Tras el corte se completa el segundo soporte con {size} octetos."
        case ev.MediumLost(entry=entry):
            return (
                f"Falla el segundo soporte: tiene los asientos hasta el {entry}, y los demás solo el libro."
            )
        case ev.MediumRestored():
            return "El segundo soporte vuelve a tener todos los asientos."
        case ev.RepairProposed(person=person, reason=reason):
            return f"{person} propone reparar el libro: {reason}."
        case ev.MediumRepaired(medium=medium, volume=volume, entries=entries, reason=reason, person=person):
            what = f"Se escribe de nuevo el {medium} del tomo {volume}, con {entries} asientos"
            return f"{what}; lo decide {person}: {reason}."
        case ev.ShorterAccepted(size=size, folio=folio, reason=reason, person=person):
            seen = f"se vieron {size} asientos y hay impresos {folio} folios"
            return f"El libro perdió sus últimos asientos: {seen}; lo acepta {person}: {reason}."
        case _:
            assert_never(event)


def _of_session(event: _Session) -> str:
    match event:
        case ev.SessionOpened(session=session, day=day):
            return f"Se abre la sesión {session}, del {day}."
        case ev.CheckPassed(item=item):
            return f"Comprobado: {item}."
        case ev.DualPostNoted(person=person):
            return f"{person} vende cartones y paga premios: queda constancia."
        case ev.PlayersCounted(players=players):
            return f"Hay {players} jugadores en la sala."
        case ev.SessionClosed(session=session, games=games):
            played = "una partida" if games == 1 else f"{games} partidas"
            return f"Se cierra la sesión {session}, con {played}."
        case _:
            assert_never(event)


def _of_incident(event: _Incident) -> str:
    match event:
        case ev.IncidentMinuted(number=number, text=text, author=author, corrects=entry) if entry:
            return f"Incidencia {number}, salvedad del asiento {entry}, anotada por {author}: {text}"
        case ev.IncidentMinuted(number=number, text=text, author=author):
            return f"Incidencia {number}, anotada por {author}: {text}"
        case ev.IncidentApproved(number=number, approver=approver):
            return f"{approver} firma la incidencia {number}."
        case ev.ComplaintFiled(number=number, claimant=claimant, text=text, late=late, taken_by=taken_by):
            after = " (después del pago: no afecta a la partida)" if late else ""
            return f"Reclamación {number} de {claimant}, firmada, ante {taken_by}{after}: {text}"
        case ev.ComplaintResolved(number=number, decision=decision):
            return f"El Director resuelve la reclamación {number}: {decision}"
        case _:
            assert_never(event)


def _of_running(event: _Running) -> str:
    match event:
        case ev.RulesAdopted(rule_set=rule_set, approval=approval, valid_from=first, valid_until=last):
            return f"Rigen desde ahora las reglas {rule_set} ({approval}), aprobadas del {first} al {last}."
        case ev.ControllerStarted(program=program, ended=ended):
            return f"Arranca {program}, {_ENDED.get(ended, ended)}."
        case ev.ControllerStopped():
            return "El sistema se cierra en orden."
        case ev.PlayContinued():
            return "El Jefe de Mesa pulsa «Continuar»."
        case ev.DeviceSettled(device=device, settings=settings):
            return f"Ajustes de {device}: {settings}."
        case _:
            assert_never(event)


def _of_trouble(event: _Trouble) -> str:
    match event:
        case ev.NoticeRaised(code=code, detail=detail):
            return f"Aviso {code}: {detail.removesuffix('.')}."
        case ev.NoticeEnded(code=code):
            return f"Termina el aviso {code}."
        case ev.FaultLatched(code=code, detail=detail):
            return f"FALLO {code}: {detail}"
        case ev.FaultEnded(code=code):
            return f"Termina la causa del fallo {code}; falta reconocerlo."
        case ev.FaultAcknowledged(code=code):
            return f"El Jefe de Mesa reconoce el fallo {code}."
        case _:
            assert_never(event)


def _of_clock(event: _Clock) -> str:
    match event:
        case ev.ClockJumped(before=before, after=after):
            return f"El reloj saltó: en vez de {before} marca {after}."
        case ev.ClockReferenceProposed(person=person, reason=reason):
            return f"{person} propone seguir con la hora que marca el reloj: {reason}"
        case ev.ClockReferenceSet(person=person, jefe=jefe, reason=reason, before=before):
            ahead = f" El libro tenía un asiento de {before}." if before else ""
            return f"{person} y {jefe} dan por buena la hora que marca el reloj: {reason}.{ahead}"
        case ev.SessionDayProposed(person=person, day=day, reason=reason):
            return f"{person} propone que la próxima sesión lleve la fecha {day}: {reason}"
        case ev.SessionDayAgreed(person=person, jefe=jefe, day=day, reason=reason):
            return f"{person} y {jefe} acuerdan que la próxima sesión lleve la fecha {day}: {reason}"
        case _:
            assert_never(event)


def _of_printing(event: _Printing) -> str:
    match event:
        case ev.FolioSealed(name=name, data=data):
            return f"{name} queda compuesto; huella {data[:16]}…"
        case ev.PendingPrintOrdered(person=person, detail=detail):
            return f"{person} ordena imprimir lo pendiente: {detail.removesuffix('.')}."
        case ev.PendingPrintConfirmed(person=person, detail=detail):
            return f"{person} da por impreso lo pendiente: {detail.removesuffix('.')}."
        case ev.PrintingSuspensionProposed(person=person, reason=reason):
            return f"{person} propone seguir sin imprimir: {reason}"
        case ev.PrintingSuspended(person=person, reason=reason):
            return f"Se sigue sin imprimir ({reason}); conforme, {person}. Los folios se imprimen después."
        case ev.PrintingResumed():
            return "Vuelve a imprimirse: todos los folios están en papel."
        case _:
            assert_never(event)


def _of_shift(event: _Shift, currency: str) -> str:
    """Return the sentence of a cashier's shift that began or ended."""
    if isinstance(event, ev.ShiftOpened):
        before = "" if event.left is None else f"; el anterior dejó {amount(event.left, currency)}"
        initial = f"{amount(event.initial, currency)}{pieces_in_words(event.pieces)}"
        return f"{event.cashier} abre el turno de caja {event.shift} con un fondo de {initial}{before}."
    off = event.counted - event.expected
    said = f"faltan {amount(-off, currency)}" if off < 0 else f"sobran {amount(off, currency)}"
    counted = f"{amount(event.counted, currency)}{pieces_in_words(event.pieces)}"
    held = f"debía haber {amount(event.expected, currency)} y hay {counted}"
    who = f"el turno de caja {event.shift}, de {event.cashier}"
    return f"Se cierra {who}: {held}; {said if off else 'cuadra'}."
