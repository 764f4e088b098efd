"""What an entry says in the words of a hall: one Spanish sentence for each event.

Not responsible for the act or the screens; this is how a log, a demonstration and ``book tail`` read.
"""

from typing import Any

from hallctl.i18n.words import (
    ANY_MORE,
    CLAIM_NAMES,
    amount,
    doubt,
    minutes,
    pieces_in_words,
    series_name,
    sold_formula,
    witnesses,
)
from hallctl.rules import events as ev
from hallctl.rules.commands import Claim

_ENDED = {"first": "por primera vez", "order": "tras un cierre en orden", "died": "tras una interrupción"}
_SUNG = {Claim.LINE: "¡Línea!", Claim.BINGO: "¡Bingo!"}

_WITHDRAWN = {
    "VoidProposed": "anular la partida",
    "ManualProposed": "seguir a mano",
    "NoBingoProposed": "cerrar la partida sin bingo",
}


def narrate(event: ev.Event, currency: str) -> str:
    """Return the sentence of an event."""
    match event:
        case ev.BallDrawn() | ev.BallDoubted() | ev.BallCalled() | ev.ExtractionOrdered() | ev.BallEntered():
            return _of_ball(event)
        case ev.ClaimRaised() | ev.CardVerified() | ev.AnyMoreAsked() | ev.DrawResumed():
            return _of_claim(event)
        case ev.ProgressiveSeeded() | ev.CashCounted() | ev.RefundsPaid():
            return _of_money(event, currency)
        case ev.ShiftOpened() | ev.ShiftClosed():
            return of_shift(event, currency)
        case ev.IncidentMinuted() | ev.IncidentApproved() | ev.ComplaintFiled() | ev.ComplaintResolved():
            return _of_incident(event)
        case ev.WrongCallNoted() | ev.WrongCallSettled() | ev.ManualProposed() | ev.MeansChanged():
            return _of_incident(event)
        case ev.NoBingoProposed() | ev.SaleRectified():
            return _of_incident(event)
        case ev.BingoCarried(amount=left):
            return f"Nadie cantó bingo: {amount(left, currency)} pasan a la próxima partida."
        case ev.PrizeAwarded() | ev.RemainderBooked() | ev.PrizePaid() | ev.SaleClosed() | ev.GameVoided():
            return _of_money(event, currency)
        case ev.NoticeRaised() | ev.NoticeEnded() | ev.DeviceSettled():
            return _of_running(event)
        case ev.FaultLatched() | ev.FaultEnded() | ev.FaultAcknowledged() | ev.WaitBegan() | ev.WaitEnded():
            return _of_running(event)
        case ev.RulesAdopted(rule_set=rule_set, approval=approval, valid_from=first, valid_until=last):
            return f"Rigen desde ahora las reglas {rule_set} ({approval}), aprobadas del {first} al {last}."
        case ev.ControllerStarted() | ev.ControllerStopped() | ev.PlayContinued():
            return _of_running(event)
        case ev.BookOpened() | ev.SeriesRegistered() | ev.GameAnnounced():
            return _of_papers(event, currency)
        case ev.ClosingProposed() | ev.BookClosed() | ev.SignatoryEnrolled() | ev.EntrySigned():
            return _of_volume(event, currency)
        case ev.RepairProposed() | ev.MediumRepaired() | ev.ShorterAccepted():
            return _of_repair(event)
        case ev.ClockJumped() | ev.ClockReferenceProposed() | ev.ClockReferenceSet():
            return _of_clock(event)
        case ev.SessionDayProposed() | ev.SessionDayAgreed():
            return _of_clock(event)
        case ev.MediumCompleted() | ev.MediumLost() | ev.MediumRestored() | ev.FolioReprinted():
            return _of_volume(event, currency)
        case (
            ev.FolioSealed()
            | ev.PendingPrintOrdered()
            | ev.PendingPrintConfirmed()
            | ev.PrintingSuspensionProposed()
            | ev.PrintingSuspended()
            | ev.PrintingResumed()
        ):
            return _of_printing(event)
        case _:
            return _of_session(event)


def _of_ball(event: Any) -> str:
    match event:
        case ev.ExtractionOrdered(order=order):
            return f"Se pide la bola {order}.ª."
        case ev.BallEntered(ball=ball):
            return f"El locutor dice que es el {ball}."
        case ev.BallDrawn(ball=ball, readings=readings) if readings:
            return f"Sale el {ball} ({witnesses(readings)})."
        case ev.BallDrawn(ball=ball, reader=reader):
            by = "la lee la cámara" if reader == "camera" else "la lee una persona"
            return f"Sale el {ball} ({by})."
        case ev.BallDoubted(reason=reason, readings=readings) if readings:
            return f"Bola dudosa: {doubt(reason)} ({witnesses(readings)}). Decide una persona."
        case ev.BallDoubted(reason=reason):
            return f"La cámara duda: {doubt(reason)}. Decide una persona."
        case ev.BallCalled(ball=ball):
            return f"«El {ball}»"
        case _:
            raise TypeError(event)


def _of_claim(event: Any) -> str:
    match event:
        case ev.ClaimRaised(claim=claim):
            return f"{_SUNG[claim]} Se detiene el sorteo."
        case ev.CardVerified(good=True, claim=claim, card=card):
            return (
                f"Cartón {card}: {CLAIM_NAMES[claim]} correcta."
                if claim is Claim.LINE
                else (f"Cartón {card}: bingo correcto.")
            )
        case ev.CardVerified(claim=claim, card=card, faults=faults):
            return f"Cartón {card}: {CLAIM_NAMES[claim]} no válida ({'; '.join(faults)})."
        case ev.AnyMoreAsked(claim=claim):
            return f"«{ANY_MORE[claim]}»"
        case ev.DrawResumed():
            return "Continúa el sorteo."
        case _:
            raise TypeError(event)


def _of_incident(event: Any) -> str:
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
        case ev.SaleRectified(announced=announced, cards=cards, reason=reason):
            return f"«Rectificación: se anunciaron {announced} cartones vendidos; son {cards}.» {reason}"
        case ev.ComplaintResolved(number=number, decision=decision):
            return f"El Director resuelve la reclamación {number}: {decision}"
        case ev.WrongCallNoted(ball=ball, said=said, lines=lines, bingos=bingos):
            won = len(lines) + len(bingos)
            return f"Se cantó el {said} por el {ball}; con él tendrían premio {won} cartones."
        case ev.WrongCallSettled(reason=reason, approver=approver):
            return f"{approver} acuerda seguir tras el error de canto: {reason}"
        case ev.ManualProposed(reason=reason, proposer=proposer):
            return f"{proposer} propone seguir a mano: {reason}"
        case ev.MeansChanged(reason=reason, approver=approver):
            return f"Se sigue a mano con las bolas no extraídas ({reason}); conforme, {approver}."
        case ev.NoBingoProposed(proposer=proposer):
            return f"{proposer} propone cerrar la partida sin bingo."
        case _:
            raise TypeError(event)


def _of_money(event: Any, currency: str) -> str:
    match event:
        case ev.SaleClosed(sold=sold, collected=collected, line=line, bingo=bingo):
            prizes = f"Línea, {amount(line, currency)}; bingo, {amount(bingo, currency)}."
            return f"«{sold_formula(sold)}» Recaudado {amount(collected, currency)}. {prizes}"
        case ev.PrizeAwarded(progressive=pot, card=card, amount=won) if pot:
            return f"{pot} al cartón {card}: {amount(won, currency)}."
        case ev.ProgressiveSeeded(progressive=pot, amount=seed):
            return f"La sala pone {amount(seed, currency)} en {pot}."
        case ev.PrizeAwarded(claim=claim, card=card, amount=won):
            return f"Premio de {CLAIM_NAMES[claim]} al cartón {card}: {amount(won, currency)}."
        case ev.RemainderBooked(amount=left, account=account):
            return f"A {account or 'redondeo'}: {amount(left, currency)}."
        case ev.CashCounted(cashier=cashier, expected=expected, counted=counted, pieces=pieces):
            said = "cuadra" if counted == expected else f"diferencia {amount(counted - expected, currency)}"
            return f"{cashier} cuenta {amount(counted, currency)}{pieces_in_words(pieces)}: {said}."
        case ev.RefundsPaid(cards=cards, amount=paid):
            return f"Devueltos {cards} cartones: {amount(paid, currency)}."
        case ev.PrizePaid(progressive=pot, card=card, amount=paid, winner=winner) if pot:
            return f"Pagado {pot} del cartón {card} a {winner}: {amount(paid, currency)}."
        case ev.PrizePaid(claim=claim, card=card, amount=paid):
            return f"Pagado el premio de {CLAIM_NAMES[claim]} del cartón {card}: {amount(paid, currency)}."
        case ev.GameVoided(game=game, reason=reason, refunded=refunded):
            return f"Partida {game} anulada ({reason}). Se devuelven {amount(refunded, currency)}."
        case _:
            raise TypeError(event)


def of_shift(event: ev.ShiftOpened | ev.ShiftClosed, currency: str) -> str:
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


def _of_running(event: Any) -> str:
    match event:
        case ev.NoticeRaised(code=code, detail=detail):
            return f"Aviso {code}: {detail.removesuffix('.')}."
        case ev.NoticeEnded(code=code):
            return f"Termina el aviso {code}."
        case ev.DeviceSettled(device=device, settings=settings):
            return f"Ajustes de {device}: {settings}."
        case ev.FaultLatched(code=code, detail=detail):
            return f"FALLO {code}: {detail}"
        case ev.FaultEnded(code=code):
            return f"Termina la causa del fallo {code}; falta reconocerlo."
        case ev.FaultAcknowledged(code=code):
            return f"El Jefe de Mesa reconoce el fallo {code}."
        case ev.ControllerStarted(program=program, ended=ended):
            return f"Arranca {program}, {_ENDED.get(ended, ended)}."
        case ev.ControllerStopped():
            return "El sistema se cierra en orden."
        case ev.PlayContinued():
            return "El Jefe de Mesa pulsa «Continuar»."
        case ev.WaitBegan(most_ms=most, again=again):
            since = "tras el reinicio se cuentan de nuevo" if again else "se cuentan desde ahora"
            return f"La primera bola se espera {minutes(most)} como máximo: {since}."
        case ev.WaitEnded(game=game):
            return f"Termina la espera por la primera bola de la partida {game}."
        case _:
            raise TypeError(event)


def _of_papers(event: Any, currency: str) -> str:
    match event:
        case ev.BookOpened(hall=hall, volume=volume, folios=folios, notary=notary):
            return f"Diligencia de apertura: {hall}, tomo {volume}, {folios} folios, ante {notary}."
        case ev.SeriesRegistered(series=series):
            size, value = series.size, amount(series.face_value, currency)
            return f"Serie {series_name(series.key)} registrada: {size} cartones de {value}."
        case ev.GameAnnounced(game=game, series=series, size=size, face_value=value):
            price = amount(value, currency)
            name = series_name(series)
            return f"«Partida {game}: se vende la serie {name}, de {size} cartones, a {price} cada uno.»"
        case _:
            raise TypeError(event)


def _of_volume(event: Any, currency: str) -> str:
    match event:
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
        case ev.MediumCompleted(size=size):
            return f"Tras el corte se completa el segundo soporte con {size} octetos."
        case ev.MediumLost(entry=entry):
            return (
                f"Falla el segundo soporte: tiene los asientos hasta el {entry}, y los demás solo el libro."
            )
        case ev.MediumRestored():
            return "El segundo soporte vuelve a tener todos los asientos."
        case ev.FolioReprinted(folio=folio, copy=copy):
            return f"Se imprime la copia {copy} del folio {folio}."
        case _:
            raise TypeError(event)


def _of_repair(event: Any) -> str:
    match event:
        case ev.RepairProposed(person=person, reason=reason):
            return f"{person} propone reparar el libro: {reason}."
        case ev.MediumRepaired(medium=medium, volume=volume, entries=entries, reason=reason, person=person):
            what = f"Se escribe de nuevo el {medium} del tomo {volume}, con {entries} asientos"
            return f"{what}; lo decide {person}: {reason}."
        case ev.ShorterAccepted(size=size, folio=folio, reason=reason, person=person):
            seen = f"se vieron {size} asientos y hay impresos {folio} folios"
            return f"El libro perdió sus últimos asientos: {seen}; lo acepta {person}: {reason}."
        case _:
            raise TypeError(event)


def _of_clock(event: Any) -> str:
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
            raise TypeError(event)


def _of_printing(event: Any) -> str:
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
            raise TypeError(event)


def _of_session(event: ev.Event) -> str:
    match event:
        case ev.BallSetRetired(ball_set=name, reason=reason):
            return f"Se retira el juego de bolas {name}: {reason}."
        case ev.BallSetRegistered(ball_set=name):
            return f"Juego de bolas {name} registrado."
        case ev.BallSetMounted(ball_set=name, games=games):
            return f"Se monta el juego de bolas {name} ante el Director; lleva {games} partidas."
        case ev.SessionOpened(session=session, day=day):
            return f"Se abre la sesión {session}, del {day}."
        case ev.CheckPassed(item=item):
            return f"Comprobado: {item}."
        case ev.BallsCounted(count=count, ball_set=name, director=director, witness=witness):
            before = " y ".join(who for who in (director, witness and f"{witness} (público)") if who)
            present = f"; ante {before}" if before else ""
            return f"Recuento: las {count} bolas del juego {name}, en buen estado{present}."
        case ev.BallsLoaded():
            return "Las bolas entran en el aparato."
        case ev.DualPostNoted(person=person):
            return f"{person} vende cartones y paga premios: queda constancia."
        case ev.MinimumDeclared(cards=cards):
            return f"«Hoy se puede comenzar con {cards} cartones vendidos.»"
        case ev.PlayersCounted(players=players):
            return f"Hay {players} jugadores en la sala."
        case ev.SessionClosed(session=session, games=games):
            played = "una partida" if games == 1 else f"{games} partidas"
            return f"Se cierra la sesión {session}, con {played}."
        case _:
            return _of_game(event)


def _of_game(event: ev.Event) -> str:
    match event:
        case ev.DrumFilled():
            return "Todas las bolas están en el bombo."
        case ev.CardsDelivered(cards=cards, seller=seller):
            return f"Se entregan a {seller} {cards.count} cartones, del {cards.first} al {cards.last}."
        case ev.CardsReturned(cards=cards, seller=seller):
            return f"{seller} devuelve {cards.count} cartones, del {cards.first} al {cards.last}."
        case ev.SecondSeriesAnnounced(series=series, limit=limit):
            return f"«Segunda serie: la {series_name(series)}, del 1 al {limit}.»"
        case ev.CardsSold(sold=sold, seller=seller):
            return f"{seller} vende {sold.count} cartones, del {sold.first} al {sold.last}."
        case ev.DrawStarted(game=game):
            return f"«Comienza la partida {game}.» Diligencia de comienzo firmada."
        case ev.LastGameAnnounced(game=game):
            return f"«Último juego»: la partida {game}."
        case ev.GameFinished(game=game):
            return f"Finaliza la partida {game}."
        case ev.CardsCollected(count=count):
            return f"Retirados los {count} cartones jugados."
        case ev.VoidProposed(reason=reason, proposer=proposer):
            return f"{proposer} propone anular la partida: {reason}."
        case ev.ProposalWithdrawn(proposal=proposal, person=person):
            return f"{person} retira su propuesta de {_WITHDRAWN.get(proposal, proposal)}: no se hizo."
        case ev.GameSigned(game=game, folio=folio):
            return f"El Jefe de Mesa firma la partida {game}: folio {folio}."
        case _:
            raise TypeError(event)
