"""What bingo's entries say in the words of a hall: one Spanish sentence for each of its events.

Not responsible for the events of the house (``hallctl.outputs.narration``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias, assert_never

from hallctl.games.bingo.calling_narration import CallingEvent, narrate_calling
from hallctl.games.bingo.linked_narration import LinkedEvent, narrate_linked
from hallctl.games.bingo.missing_narration import MissingEvent, narrate_missing
from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.claims import (
    AnyMoreAsked,
    CardVerified,
    ClaimRaised,
    DrawResumed,
    GameFinished,
    PrizeAwarded,
    ProgressiveSeeded,
    RemainderBooked,
)
from hallctl.games.bingo.rules.events.closing import (
    CardsCollected,
    CashCounted,
    GameSigned,
    GameVoided,
    PrizePaid,
    ProposalWithdrawn,
    RefundsPaid,
    VoidProposed,
)
from hallctl.games.bingo.rules.events.draw import (
    BallCalled,
    BallCorrected,
    BallDoubted,
    BallDrawn,
    BallEntered,
    DrawStarted,
    DrumFilled,
    ExtractionOrdered,
)
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.games.bingo.rules.events.opening import (
    BallsCounted,
    BallSetMounted,
    BallSetRegistered,
    BallSetRetired,
    BallsLoaded,
    LastGameAnnounced,
    MinimumDeclared,
    SeriesRegistered,
)
from hallctl.games.bingo.rules.events.programme import GameProgrammed, ProgrammedGameDropped
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    CloseAnnounced,
    GameAnnounced,
    SaleClosed,
    SaleRectified,
    SaleTakenBack,
    SecondSeriesAnnounced,
)
from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.words import (
    any_more,
    ball_name,
    counted_balls,
    ending,
    made_cards,
    prize_name,
    prize_title,
    sold_formula,
)
from hallctl.i18n.words import amount, doubt, minutes, pieces_in_words, witnesses
from hallctl.outputs.narration import Narration
from hallctl.rules.events.base import Event
from hallctl.rules.text import series_name

_SUNG: Final[Mapping[str, str]] = {Claim.LINE: "¡Línea!", Claim.BINGO: "¡Bingo!"}
_WITHDRAWN: Final = {
    "VoidProposed": "anular la partida",
    "ManualProposed": "seguir a mano",
    "NoBingoProposed": "cerrar la partida sin bingo",
    "WithoutHallProposed": "seguir sin una sala",
}

_Balls: TypeAlias = (
    BallSetRegistered | BallSetMounted | BallSetRetired | BallsCounted | BallsLoaded | DrumFilled
)
_Programme: TypeAlias = GameProgrammed | ProgrammedGameDropped
_Sale: TypeAlias = (
    SeriesRegistered
    | MinimumDeclared
    | GameAnnounced
    | LastGameAnnounced
    | SecondSeriesAnnounced
    | CardsDelivered
    | CardsReturned
    | CardsSold
    | CloseAnnounced
    | SaleRectified
    | SaleTakenBack
    | SaleClosed
)
_Draw: TypeAlias = (
    DrawStarted | ExtractionOrdered | BallEntered | BallDrawn | BallDoubted | BallCorrected | BallCalled
)
_Pause: TypeAlias = WaitBegan | WaitEnded | DrawResumed
_Cadence: TypeAlias = CadenceStarted | CadenceStopped
_Claim: TypeAlias = ClaimRaised | CardVerified | AnyMoreAsked
_WrongCall: TypeAlias = WrongCallNoted | WrongCallSettled | ManualProposed | MeansChanged | NoBingoProposed
_Prize: TypeAlias = PrizeAwarded | ProgressiveSeeded | RemainderBooked | BingoCarried | PrizePaid
_Closing: TypeAlias = (
    CashCounted
    | RefundsPaid
    | MissingEvent
    | GameFinished
    | CardsCollected
    | VoidProposed
    | ProposalWithdrawn
    | GameVoided
    | GameSigned
)
BingoEvent: TypeAlias = (
    _Balls
    | _Programme
    | _Sale
    | _Draw
    | _Pause
    | _Cadence
    | _Claim
    | _WrongCall
    | _Prize
    | _Closing
    | LinkedEvent
    | CallingEvent
)
"""Every event of bingo."""


@dataclass(frozen=True, slots=True)
class _Told:
    """By what a sentence names amounts, prizes, specials and balls; without rules, by what the book has."""

    currency: str
    rules: RuleSet | None

    def amount(self, minor: int) -> str:
        return amount(minor, self.currency)

    def prize(self, key: str) -> str:
        return prize_name(key, self.rules)

    def ball(self, ball: int) -> str:
        return str(ball) if self.rules is None else ball_name(self.rules.variant, ball)

    def by(self, rule_set: str) -> "_Told":
        """Return the same for a game that is played by another rule set of the hall."""
        return self if self.rules is None else _Told(self.currency, self.rules.for_game(rule_set))

    def special(self, key: str) -> str:
        special = None if self.rules is None else self.rules.special(key)
        return f"«{key}»" if special is None else f"«{special.es}»"


def narrate(event: Event, currency: str, rules: RuleSet | None = None) -> str:
    """Return the sentence of an event of bingo; by a rule set, prizes and balls have their names.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(event, BingoEvent):
        raise TypeError(event)
    return narrate_bingo(event, currency, rules)


def narration_by(rules: RuleSet) -> Narration:
    """Return the narration of a hall's own rule set."""
    return partial(narrate, rules=rules)


def narrate_bingo(event: BingoEvent, currency: str = "", rules: RuleSet | None = None) -> str:
    """Return the sentence of an event that is known to be of bingo."""
    told = _Told(currency, rules)
    if isinstance(event, _Balls):
        return _of_balls(event)
    if isinstance(event, _Programme):
        return _of_programme(event, told)
    if isinstance(event, _Sale):
        return _of_sale(event, told)
    if isinstance(event, _Draw):
        return _of_draw(event, told)
    if isinstance(event, _Pause | _Cadence):
        return _of_pause(event) if isinstance(event, _Pause) else _of_cadence(event)
    if isinstance(event, _Claim):
        return _of_claim(event, told)
    if isinstance(event, _WrongCall):
        return _of_wrong_call(event, told)
    if isinstance(event, _Prize):
        return _of_prize(event, told)
    if isinstance(event, LinkedEvent | CallingEvent):
        return _of_others(event, told)
    if isinstance(event, _Closing):
        return _of_closing(event, told)
    assert_never(event)


def _of_others(event: LinkedEvent | CallingEvent, told: _Told) -> str:
    """Return what is said of the office's jackpots, and of other halls."""
    return narrate_calling(event) if isinstance(event, CallingEvent) else narrate_linked(event, told.amount)


def _of_balls(event: _Balls) -> str:
    match event:
        case BallSetRegistered(ball_set=name, calibration=file, prints=prints, rule_set=of):
            known = f", calibrado por {file} (huella {prints[:16]})" if file else ""
            return f"Juego de bolas {name} registrado{known}{f', de las reglas «{of}»' if of else ''}."
        case BallSetMounted(ball_set=name, games=games):
            return f"Se monta el juego de bolas {name} ante el Director; lleva {games} partidas."
        case BallSetRetired(ball_set=name, reason=reason):
            return f"Se retira el juego de bolas {name}: {reason}."
        case BallsCounted(count=count, ball_set=name, director=director, witness=witness):
            before = " y ".join(who for who in (director, witness and f"{witness} (público)") if who)
            present = f"; ante {before}" if before else ""
            return f"Recuento: las {count} bolas del juego {name}, en buen estado{present}."
        case BallsLoaded():
            return "Las bolas entran en el aparato."
        case DrumFilled():
            return "Todas las bolas están en el bombo."
        case _:
            assert_never(event)


def _of_programme(event: _Programme, told: _Told) -> str:
    series, special = series_name(event.programmed.series), event.programmed.special
    told = told.by(event.programmed.rule_set)
    game = f"especial {told.special(special)}, serie {series}" if special else f"serie {series}"
    game += f", por las reglas «{event.programmed.rule_set}»" if event.programmed.rule_set else ""
    match event:
        case GameProgrammed():
            return f"Al programa: {game}."
        case ProgrammedGameDropped(place=place):
            return f"Fuera del programa: la {place}.ª, {game}."
        case _:
            assert_never(event)


def _of_sale(event: _Sale, told: _Told) -> str:
    match event:
        case SeriesRegistered(series=series):
            size, value = series.size, told.amount(series.face_value)
            return f"Serie {series_name(series.key)} registrada: {size} cartones de {value}."
        case MinimumDeclared(cards=cards):
            return f"«Hoy se puede comenzar con {cards} cartones vendidos.»"
        case GameAnnounced(
            game=game, series=series, size=size, face_value=value, special=special, rule_set=rules
        ):
            price = told.amount(value)
            by = f" Por las reglas {rules} {event.version}, aprobadas: {event.approval}." if rules else ""
            name, kind = series_name(series), f", especial {told.special(special)}" if special else ""
            sold = f"se vende la serie {name}, de {size} cartones, a {price} cada uno"
            if event.caller:
                by += f" Llama la sala «{event.caller}», su partida {event.caller_game}."
            return f"«Partida {game}{kind}: {sold}.»{by}"
        case LastGameAnnounced(game=game):
            return f"«Último juego»: la partida {game}."
        case SecondSeriesAnnounced(series=series, limit=limit):
            return f"«Segunda serie: la {series_name(series)}, del 1 al {limit}.»"
        case CardsDelivered() | CardsReturned() | CardsSold():
            return _of_cards(event)
        case CloseAnnounced(minutes=minutes):
            unit = "minuto" if minutes == 1 else "minutos"
            return f"Se anuncia que la venta se cierra en {minutes} {unit}."
        case SaleTakenBack(seller=seller, cards=cards, amount=back):
            sold = f"{cards.count} cartones, del {cards.first} al {cards.last}"
            return f"{seller} deshace su última venta ({sold}) y devuelve {told.amount(back)}."
        case SaleRectified(announced=announced, cards=cards, reason=reason):
            return f"«Rectificación: se anunciaron {announced} cartones vendidos; son {cards}.» {reason}"
        case SaleClosed(sold=sold, collected=collected):
            said = (f"{told.prize(each.prize)}, {told.amount(each.amount)}" for each in event.amounts)
            prizes = "; ".join(said)
            listed = f"{prizes[:1].upper()}{prizes[1:]}."
            return f"«{sold_formula(sold)}» Recaudado {told.amount(collected)}. {listed}"
        case _:
            assert_never(event)


def _of_cards(event: CardsDelivered | CardsReturned | CardsSold) -> str:
    match event:
        case CardsDelivered(cards=cards, seller=seller):
            return f"Se entregan a {seller} {cards.count} cartones, del {cards.first} al {cards.last}."
        case CardsReturned(cards=cards, seller=seller):
            return f"{seller} devuelve {cards.count} cartones, del {cards.first} al {cards.last}."
        case CardsSold(sold=sold, seller=seller):
            return f"{seller} vende {sold.count} cartones, del {sold.first} al {sold.last}."
        case _:
            assert_never(event)


_READERS: Final = {"camera": "la lee la cámara", "hall": "la cantó la sala que llama"}


def _of_draw(event: _Draw, told: _Told) -> str:
    match event:
        case DrawStarted(game=game):
            return f"«Comienza la partida {game}.» Diligencia de comienzo firmada."
        case ExtractionOrdered(order=order):
            return f"Se pide la bola {order}.ª."
        case BallEntered(ball=ball):
            return f"El locutor dice que es el {told.ball(ball)}."
        case BallDrawn(ball=ball, readings=readings) if readings:
            return f"Sale el {told.ball(ball)} ({witnesses(readings)})."
        case BallDrawn(ball=ball, reader=reader):
            return f"Sale el {told.ball(ball)} ({_READERS.get(reader, 'la lee una persona')})."
        case BallDoubted(reason=reason, readings=readings) if readings:
            return f"Bola dudosa: {doubt(reason)} ({witnesses(readings)}). Decide una persona."
        case BallDoubted(reason=reason):
            return f"La cámara duda: {doubt(reason)}. Decide una persona."
        case BallCorrected(named=named, ball=ball):
            said = f"no salió el {told.ball(named)}, sino el {told.ball(ball)}"
            return f"Salvedad: {said}; aún no se había cantado."
        case BallCalled(ball=ball):
            return f"«El {told.ball(ball)}»"
        case _:
            assert_never(event)


def _of_pause(event: _Pause) -> str:
    match event:
        case WaitBegan(most_ms=most, again=again):
            since = "tras el reinicio se cuentan de nuevo" if again else "se cuentan desde ahora"
            return f"La primera bola se espera {minutes(most)} como máximo: {since}."
        case WaitEnded(game=game):
            return f"Termina la espera por la primera bola de la partida {game}."
        case DrawResumed():
            return "Continúa el sorteo."
        case _:
            assert_never(event)


def _of_cadence(event: _Cadence) -> str:
    match event:
        case CadenceStarted(seconds=seconds, person=person):
            return f"{person} pone a la sala a sacar bolas sola, una cada {seconds} s."
        case CadenceStopped(balls=balls, why=why, person=person):
            return f"La sala ya no saca bolas sola, tras {counted_balls(balls)}: {ending(why, person)}."
        case _:
            assert_never(event)


def _of_claim(event: _Claim, told: _Told) -> str:
    match event:
        case ClaimRaised(claim=claim):
            return f"{_SUNG.get(claim, f'¡{prize_title(claim, told.rules)}!')} Se detiene el sorteo."
        case CardVerified(good=True, claim=claim, card=card):
            return f"Cartón {card}, {told.prize(claim)}: es correcto."
        case CardVerified(claim=claim, card=card, faults=faults):
            return f"Cartón {card}, {told.prize(claim)}: no es correcto ({'; '.join(faults)})."
        case AnyMoreAsked(claim=claim):
            return f"«{any_more(claim, told.rules)}»"
        case _:
            assert_never(event)


def _of_wrong_call(event: _WrongCall, told: _Told) -> str:
    match event:
        case WrongCallNoted(ball=ball, said=said, lines=lines, bingos=bingos, prizes=prizes):
            called = f"Se cantó el {told.ball(said)} por el {told.ball(ball)}"
            if prizes:
                by_prize = "; ".join(f"{told.prize(each.prize)}, {made_cards(each)}" for each in prizes)
                return f"{called}; con él tendrían premio: {by_prize}."
            return f"{called}; con él tendrían premio {len(lines) + len(bingos)} cartones."
        case WrongCallSettled(reason=reason, approver=approver):
            return f"{approver} acuerda seguir tras el error de canto: {reason}"
        case ManualProposed(reason=reason, proposer=proposer):
            return f"{proposer} propone seguir a mano: {reason}"
        case MeansChanged(reason=reason, approver=approver):
            return f"Se sigue a mano con las bolas no extraídas ({reason}); conforme, {approver}."
        case NoBingoProposed(proposer=proposer):
            return f"{proposer} propone cerrar la partida sin bingo."
        case _:
            assert_never(event)


def _of_prize(event: _Prize, told: _Told) -> str:
    match event:
        case PrizeAwarded(progressive=pot, card=card, amount=won) if pot:
            return f"{pot} al cartón {card}: {told.amount(won)}."
        case PrizeAwarded(claim=claim, card=card, amount=won):
            return f"Premio de {told.prize(claim)} al cartón {card}: {told.amount(won)}."
        case ProgressiveSeeded(progressive=pot, amount=seed):
            return f"La sala pone {told.amount(seed)} en {pot}."
        case RemainderBooked(amount=left, account=account):
            return f"A {account or 'redondeo'}: {told.amount(left)}."
        case BingoCarried(amount=left):
            return f"Nadie cantó bingo: {told.amount(left)} pasan a la próxima partida."
        case PrizePaid(progressive=pot, card=card, amount=paid, winner=winner) if pot:
            return f"Pagado {pot} del cartón {card} a {winner}: {told.amount(paid)}."
        case PrizePaid(claim=claim, card=card, amount=paid):
            return f"Pagado el premio de {told.prize(claim)} del cartón {card}: {told.amount(paid)}."
        case _:
            assert_never(event)


def _of_closing(event: _Closing, told: _Told) -> str:
    match event:
        case CashCounted(cashier=cashier, expected=expected, counted=counted, pieces=pieces):
            said = "cuadra" if counted == expected else f"diferencia {told.amount(counted - expected)}"
            return f"{cashier} cuenta {told.amount(counted)}{pieces_in_words(pieces)}: {said}."
        case RefundsPaid(cards=cards, amount=paid):
            return f"Devueltos {cards} cartones: {told.amount(paid)}."
        case GameFinished(game=game):
            return f"Finaliza la partida {game}."
        case CardsCollected(count=count, missing=missing) if missing:
            return f"Retirados {count} cartones jugados; faltan {ranges(missing)}."
        case CardsCollected(count=count):
            return f"Retirados los {count} cartones jugados."
        case CardsMissing() | MissingFound() | MissingRefunded():
            return narrate_missing(event, told.amount)
        case VoidProposed(reason=reason, proposer=proposer):
            return f"{proposer} propone anular la partida: {reason}."
        case ProposalWithdrawn(proposal=proposal, person=person):
            return f"{person} retira su propuesta de {_WITHDRAWN.get(proposal, proposal)}: no se hizo."
        case GameVoided(game=game, reason=reason, refunded=refunded):
            return f"Partida {game} anulada ({reason}). Se devuelven {told.amount(refunded)}."
        case GameSigned(game=game, folio=folio):
            return f"El Jefe de Mesa firma la partida {game}: folio {folio}."
        case _:
            assert_never(event)
