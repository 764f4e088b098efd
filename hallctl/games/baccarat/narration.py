"""What a baccarat table's entries say: one Spanish sentence for each of its events.

Not responsible for the events of the house (``hallctl.outputs.narration``).
"""

from typing import Final, TypeAlias, assert_never

from hallctl.games.any_table.narration import narrate_bank
from hallctl.games.any_table.rules.events import BankEvent
from hallctl.games.baccarat.rules.events.bets import BetsChanged, BetsPlaced, BetsReturned, StakesSaid
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    DecksReceived,
    DecksWithdrawn,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.events.people import (
    CorrectionProposed,
    ProposalWithdrawn,
    RoundCorrected,
    RoundVoided,
    RoundVoidProposed,
)
from hallctl.games.baccarat.rules.events.round import (
    BetsClosed,
    BetsOpened,
    CardDealt,
    CardExposed,
    CardHeld,
    CardsReturned,
    CardsTurned,
    DemonstrationOpened,
    LosersCollected,
    ResultEstablished,
    ResultTold,
    TableStopped,
    WinnersPaid,
)
from hallctl.games.baccarat.rules.events.shoe import (
    CardBurnt,
    CardsBurnt,
    CardsCut,
    CardsShuffled,
    CommissionCollected,
    CutCardPlaced,
    CutCardSeen,
    ShoeApproved,
    ShoeBegun,
    ShoeClosed,
    ShoeLoaded,
)
from hallctl.games.baccarat.rules.events.table import BreachNoted, ShoeRegistered
from hallctl.games.baccarat.rules.events.untold import MessagesMissed, UntoldAgreed, UntoldProposed
from hallctl.games.baccarat.words import (
    BREACHES,
    BURNT,
    CUTTERS,
    DISPUTES,
    KINDS,
    RESULTS,
    SIDES,
    card_words,
    cards_words,
)
from hallctl.i18n.words import amount
from hallctl.rules.events.base import Event

_Table: TypeAlias = ShoeRegistered | BreachNoted
_Decks: TypeAlias = DecksReceived | DecksInspected | InspectionAgreed | DecksWithdrawn | DecksDestroyed
_Prepared: TypeAlias = (
    ShoeBegun | CardsShuffled | CardsCut | CutCardPlaced | ShoeLoaded | CardBurnt | CardsBurnt
)
_Ended: TypeAlias = CutCardSeen | ShoeClosed | ShoeApproved
_Round: TypeAlias = BetsOpened | DemonstrationOpened | BetsClosed | TableStopped | CardsReturned
_Cards: TypeAlias = CardDealt | CardHeld | CardExposed | CardsTurned
_Untold: TypeAlias = MessagesMissed | UntoldProposed | UntoldAgreed
_Settled: TypeAlias = ResultTold | ResultEstablished | LosersCollected | WinnersPaid | CommissionCollected
_People: TypeAlias = CorrectionProposed | RoundCorrected | RoundVoidProposed | RoundVoided | ProposalWithdrawn
_Bets: TypeAlias = BetsPlaced | BetsChanged | BetsReturned | StakesSaid
BaccaratEvent: TypeAlias = (
    BankEvent | _Table | _Decks | _Prepared | _Ended | _Round | _Cards | _Untold | _Settled | _People | _Bets
)

UNSHOWN: Final[tuple[type[Event], ...]] = (
    *(CardDealt, CardHeld, CardBurnt, ResultTold),
    *(CorrectionProposed, RoundCorrected, UntoldProposed, UntoldAgreed),
)
"""The events that tell a card before it is turned, or a result before it is established (BA-22, DB14)."""


def narrate(event: Event, currency: str) -> str:
    """Return the sentence of an event of a baccarat table, its amounts in a currency."""
    assert isinstance(event, BaccaratEvent)
    if isinstance(event, BankEvent):
        return narrate_bank(event, currency)
    if isinstance(event, _Table):
        return _table(event)
    if isinstance(event, _Decks):
        return _decks(event)
    if isinstance(event, _Prepared):
        return _prepared(event)
    if isinstance(event, _Ended):
        return _ended(event)
    if isinstance(event, _Round):
        return _round(event)
    if isinstance(event, _Cards):
        return _cards(event)
    if isinstance(event, _Untold):
        return _untold(event)
    if isinstance(event, _Settled):
        return _settled(event, currency)
    return _people(event, currency) if isinstance(event, _People) else _bets(event, currency)


def _table(event: _Table) -> str:
    match event:
        case ShoeRegistered(maker=maker, serial=serial, automatic=automatic, cut_cards=cut_cards):
            kind = "barajador-distribuidor automático" if automatic else "distribuidor"
            return f"Se registra el {kind} {maker} {serial}, con {cut_cards} cartas de corte."
        case BreachNoted(breach=breach, text=text):
            return f"Un jugador hizo lo que no se puede: {BREACHES[breach]}. {text}"
        case _:
            assert_never(event)


def _decks(event: _Decks) -> str:
    match event:
        case DecksReceived(lot=lot, maker=maker, decks=decks):
            return f"Se recibe el lote {lot} de {decks} barajas {maker}."
        case DecksInspected(lot=lot, cards=cards, findings=findings, person=person):
            found = f"No está bien: {findings}. No se juega con él." if findings else "Todo está bien."
            return f"{person} cuenta el lote {lot}: {cards} cartas. {found}"
        case InspectionAgreed(lot=lot, person=person):
            return f"{person} lo cuenta también: el lote {lot} está apto."
        case DecksWithdrawn(lot=lot, reason=reason, rounds=rounds):
            return f"Se retira y cancela el lote {lot} tras {rounds} jugadas: {reason}."
        case DecksDestroyed(lot=lot, witness=witness):
            return f"Se destruye el lote {lot} ante {witness}."
        case _:
            assert_never(event)


def _prepared(event: _Prepared) -> str:
    match event:
        case ShoeBegun(number=number, lot=lot, decks=decks, shoe=shoe, replaces=replaces):
            instead = f", en lugar del {replaces}" if replaces else ""
            return f"Empieza la partida {number}: lote {lot}, {decks} barajas, distribuidor {shoe}{instead}."
        case CardsShuffled(shuffler=shuffler, person=person):
            return f"Cartas barajadas por {shuffler or person}."
        case CardsCut(cutter=cutter):
            return f"Corta {CUTTERS[cutter]}."
        case CutCardPlaced(cards=cards):
            return f"La carta blanca va antes de las últimas {cards} cartas."
        case ShoeLoaded(shoe=shoe):
            return f"Las cartas están en el distribuidor {shoe}, cara abajo."
        case CardBurnt(card=card, why=why):
            return f"Se retira una carta {BURNT[why]}: {card_words(card)}."
        case CardsBurnt(count=count, first=first):
            said = f"; la primera es {card_words(first)}" if first else ""
            return f"Se retiran las primeras cartas: {count}{said}."
        case _:
            assert_never(event)


def _ended(event: _Ended) -> str:
    match event:
        case CutCardSeen(last=last):
            return f"Sale la carta blanca: la última jugada es la {last}."
        case ShoeClosed(number=number, rounds=rounds, reason=reason):
            why = f" antes de su última jugada: {reason}" if reason else ""
            return f"Termina la partida {number}, de {rounds} jugadas{why}."
        case ShoeApproved(number=number, person=person, folio=folio):
            return f"{person} firma la partida {number}; su acta va en el folio {folio}."
        case _:
            assert_never(event)


def _round(event: _Round) -> str:
    match event:
        case BetsOpened(round=number, croupier=croupier):
            return f"Jugada {number}, croupier {croupier}: «Façam as vossas apostas»."
        case DemonstrationOpened(round=number, croupier=croupier):
            return f"Jugada {number}, croupier {croupier}: de demostración, sin apuestas."
        case BetsClosed(player=player, banker=banker):
            holders = [
                f"{name} tiene las cartas de {side}"
                for name, side in ((player, "jugador"), (banker, "banca"))
                if name
            ]
            return ". ".join(("«Jogo feito, nada mais»", *holders)) + "."
        case TableStopped(dispute=dispute, reason=reason):
            return f"La mesa se detiene: {DISPUTES[dispute]}{f': {reason}' if reason else ''}."
        case CardsReturned(cards=cards):
            return f"Las {cards} cartas vuelven al aparato."
        case _:
            assert_never(event)


def _cards(event: _Cards) -> str:
    match event:
        case CardDealt(place=place, side=side, card=card):
            return f"Carta {place}, de {SIDES[side]}: {card_words(card)}."
        case CardHeld(card=card):
            return f"Sale una carta sin sitio en la jugada: {card_words(card)}."
        case CardExposed(place=place):
            return f"La carta {place} salió de cara: vale, y la jugada sigue."
        case CardsTurned(side=side, cards=cards):
            return f"Se vuelven las cartas de {SIDES[side]}: {cards_words(cards)}."
        case _:
            assert_never(event)


def _untold(event: _Untold) -> str:
    match event:
        case MessagesMissed(detail=detail):
            return f"No se oyó todo lo que dijo el distribuidor: {detail}."
        case UntoldProposed(person=person, cards=cards, reason=reason):
            return f"{person} dice qué cartas salieron del distribuidor: {_said(cards)}. {reason}"
        case UntoldAgreed(person=person, cards=cards, heard=heard, reason=reason):
            read = f" El distribuidor leyó: {cards_words(heard)}." if heard else ""
            return f"{person} da su conformidad: salieron {_said(cards)}.{read} {reason}"
        case _:
            assert_never(event)


def _said(cards: tuple[str, ...]) -> str:
    return cards_words(cards) if cards else "ninguna carta"


def _settled(event: _Settled, currency: str) -> str:
    match event:
        case ResultTold(result=result):
            return f"El distribuidor dice: {RESULTS[result]}."
        case ResultEstablished() as found:
            pairs = [
                said
                for pair, said in (
                    (found.player_pair, "par de jugador"),
                    (found.banker_pair, "par de banca"),
                )
                if pair
            ]
            said = f"Jugador {found.player}, banca {found.banker}: {RESULTS[found.result]}"
            return ", ".join((said, *pairs)) + "."
        case CommissionCollected(taken=taken, owed=owed):
            whose = ", ".join(each.player for each in owed if each.player)
            return f"Se cobran {amount(taken, currency)} de comisión{f' a {whose}' if whose else ''}."
        case LosersCollected(collected=0):
            return "Se recogen las apuestas perdedoras."
        case LosersCollected(collected=collected):
            return f"Se recogen las apuestas perdedoras: {amount(collected, currency)}."
        case WinnersPaid(round=number, prizes=0, standing=0):
            return f"Pagado: termina la jugada {number}."
        case WinnersPaid(round=number, prizes=prizes, owed=(_, *_) as owed):
            later = amount(sum(each.amount for each in owed), currency)
            paid = amount(prizes, currency)
            return f"Pagado: {paid} en premios; se deben {later} de comisión; termina la jugada {number}."
        case WinnersPaid(round=number, prizes=prizes, commission=commission, standing=standing):
            fee = f", menos {amount(commission, currency)} de comisión" if commission else ""
            left = f"; quedan {amount(standing, currency)} sobre la mesa" if standing else ""
            return f"Pagado: {amount(prizes, currency)} en premios{fee}{left}; termina la jugada {number}."
        case _:
            assert_never(event)


def _people(event: _People, currency: str) -> str:
    match event:
        case CorrectionProposed(person=person, cards=cards, reason=reason):
            return f"{person} dice que la jugada tiene: {_said(cards)}. {reason}"
        case RoundCorrected(person=person, cards=cards, burnt=burnt, round=number):
            out = f"; se queman {cards_words(burnt)}" if burnt else ""
            return f"{person} da su conformidad: la jugada {number} tiene {_said(cards)}{out}."
        case RoundVoidProposed(person=person, reason=reason):
            return f"{person} propone anular la jugada: {reason}."
        case RoundVoided(round=number, reason=reason, returned=returned):
            back = amount(returned, currency) if returned else "las apuestas"
            return f"La jugada {number} es nula: {reason}. Se devuelven {back}; sus cartas se queman."
        case ProposalWithdrawn(person=person):
            return f"{person} retira lo que había propuesto de la jugada."
        case _:
            assert_never(event)


def _bets(event: _Bets, currency: str) -> str:
    match event:
        case BetsPlaced(player=player, seat=seat, bets=bets, amount=staked):
            where = f"asiento {seat}" if seat else "de pie"
            each = ", ".join(f"{KINDS[bet.kind]} {amount(bet.amount, currency)}" for bet in bets)
            return f"{player}, {where}, apuesta {amount(staked, currency)}: {each}."
        case BetsChanged(player=player, bets=bets):
            each = ", ".join(f"{KINDS[bet.kind]} {amount(bet.amount, currency)}" for bet in bets)
            return f"Tras el empate {player} {f'deja: {each}' if each else 'retira sus apuestas'}."
        case BetsReturned(amount=back):
            return f"Se devuelve lo que quedaba tras el empate: {amount(back, currency)}."
        case StakesSaid(stakes=stakes, amount=staked):
            each = ", ".join(f"{KINDS[bet.kind]} {amount(bet.amount, currency)}" for bet in stakes)
            return f"En el tablero hay {amount(staked, currency)}: {each}." if stakes else "No hay apuestas."
        case _:
            assert_never(event)
