"""What a step of bingo did, in figures: cards sold, handed out and taken back, prizes paid, verdicts.

Not responsible for the events of the house (``hallctl.outputs.result``), nor for markup.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, assert_never

from hallctl.games.bingo.desk.claims import wins
from hallctl.games.bingo.desk.missing import result_of_missing, taken_without
from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.calling import (
    CallerAccepted,
    CallerProposed,
    HallStood,
    WithoutHallProposed,
)
from hallctl.games.bingo.rules.events.claims import (
    AnyMoreAsked,
    CardVerified,
    ClaimRaised,
    DrawResumed,
    GameFinished,
    PrizeAwarded,
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
    SoldRange,
)
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.games.bingo.rules.missing import awaited, number
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.variants.variant import Variant
from hallctl.games.bingo.words import (
    any_more,
    ball_name,
    game_name,
    made_cards,
    prize_name,
    prize_title,
    special_name,
)
from hallctl.i18n.sentences import Sentence, _
from hallctl.i18n.words import doubt
from hallctl.outputs.chips import in_chips
from hallctl.outputs.result import CONFORMITY, Result, Sum, Tone, counted_sums
from hallctl.rules.events.base import Event
from hallctl.rules.text import series_name

_Material: TypeAlias = (
    SeriesRegistered
    | BallSetRegistered
    | BallSetMounted
    | BallSetRetired
    | BallsCounted
    | BallsLoaded
    | DrumFilled
)
_Sale: TypeAlias = (
    GameAnnounced
    | SecondSeriesAnnounced
    | CardsSold
    | CardsDelivered
    | CardsReturned
    | CloseAnnounced
    | SaleClosed
    | SaleRectified
    | SaleTakenBack
)
_Ball: TypeAlias = BallEntered | BallDrawn | BallDoubted | BallCorrected
_Draw: TypeAlias = (
    DrawStarted
    | ExtractionOrdered
    | BallCalled
    | ClaimRaised
    | CardVerified
    | AnyMoreAsked
    | CadenceStarted
    | CadenceStopped
)
_Closing: TypeAlias = (
    PrizePaid
    | CardsCollected
    | CardsMissing
    | MissingFound
    | MissingRefunded
    | CashCounted
    | RefundsPaid
    | GameVoided
    | GameSigned
)
_Decided: TypeAlias = (
    WrongCallNoted
    | WrongCallSettled
    | ManualProposed
    | MeansChanged
    | NoBingoProposed
    | BingoCarried
    | VoidProposed
    | ProposalWithdrawn
    | WithoutHallProposed
    | HallStood
)
_Day: TypeAlias = (
    LastGameAnnounced
    | MinimumDeclared
    | GameProgrammed
    | ProgrammedGameDropped
    | CallerProposed
    | CallerAccepted
)

_BESIDE: Final = (ExtractionOrdered, CadenceStopped)
"""What answers a step only where nothing else does: a ball said by a person was also ordered."""

_WITHDRAWN: Final = {
    "VoidProposed": _("Retirado: la partida no se anula"),
    "ManualProposed": _("Retirado: no se sigue a mano"),
    "NoBingoProposed": _("Retirado: la partida no se cierra sin bingo"),
    "WithoutHallProposed": _("Retirado: se espera a esa sala"),
}


def result(state: State, events: tuple[Event, ...]) -> Result | None:
    """Return what the events of a step of bingo did; None where none of them has a figure."""
    carried = any(isinstance(event, BingoCarried) for event in events)
    if not carried and any(isinstance(event, DrawResumed | GameFinished) for event in events):
        return _awarded(state, events)
    paid = [event for event in events if isinstance(event, PrizePaid)]
    if len(paid) > 1:
        return _all_paid(state, paid)
    told = sorted(events, key=lambda event: isinstance(event, _BESIDE))
    return next((found for event in told if (found := _of(state, event)) is not None), None)


def _of(state: State, event: Event) -> Result | None:
    if isinstance(event, _Sale):
        return _of_sale(state, event)
    if isinstance(event, _Draw):
        return _of_draw(state, event)
    if isinstance(event, _Ball):
        return _of_ball(state.rules.variant, event)
    if isinstance(event, _Decided):
        return _of_decided(state.rules, event)
    if isinstance(event, _Closing):
        return _of_closing(state, event)
    if isinstance(event, _Material):
        return _of_material(event)
    if isinstance(event, _Day):
        return _of_day(state, event)
    return None


def _of_sale(state: State, event: _Sale) -> Result:
    match event:
        case GameAnnounced(game=game, series=series, first=first, face_value=value):
            words = {"game": game, "series": series_name(series), "card": first}
            said = _("Partida {game}: serie {series} en venta desde el {card}", **words)
            special = state.rules.special(event.special)
            other = (_("Con {balls} bolas", balls=state.rules.universe),) if event.rule_set else ()
            kind = (*other, *(() if special is None else (special_name(special),)))
            return Result(said, (Sum(_("Cada cartón"), value),), kind)
        case SecondSeriesAnnounced(series=series, limit=limit):
            name = series_name(series)
            return Result(_("Segunda serie: {series}, del 1 al {limit}", series=name, limit=limit))
        case CardsSold(sold=sold):
            said = _("{count:Vendido|Vendidos} {count}: {cards}", count=sold.count, cards=ranges([sold]))
            return Result(said, (Sum(_("Cobre"), _worth(state, sold)),), _left(state, sold))
        case CardsDelivered(cards=cards, seller=seller):
            words = {"count": cards.count, "seller": seller, "cards": ranges([cards])}
            said = _("{count:Entregado|Entregados} {count} a {seller}: {cards}", **words)
            return Result(said, (Sum(_("Valen"), _worth(state, cards)),), _left(state, cards))
        case CardsReturned(cards=cards, seller=seller):
            words = {"count": cards.count, "seller": seller, "cards": ranges([cards])}
            said = _("{count:Recogido|Recogidos} {count} de {seller}: {cards}", **words)
            return Result(said, (Sum(_("Valen"), _worth(state, cards)),))
        case SaleTakenBack(cards=cards, amount=amount):
            said = _("Venta deshecha: {cards}", cards=ranges([cards]))
            return Result(said, (Sum(_("Devuelva"), amount),))
        case SaleClosed(cards=cards, sold=sold, collected=collected):
            said = _(
                "Venta cerrada: {count} {count:cartón|cartones}, {cards}", count=cards, cards=ranges(sold)
            )
            prizes = (Sum(prize_title(each.prize, state.rules), each.amount) for each in event.amounts)
            return Result(said, (Sum(_("Recaudado"), collected), *prizes))
        case CloseAnnounced(minutes=minutes):
            return Result(
                _("Anunciado: la venta cierra en {minutes} {minutes:minuto|minutos}", minutes=minutes)
            )
        case SaleRectified(announced=announced, cards=cards):
            said = _("Rectificado: se dijo {announced}, son {cards}", announced=announced, cards=cards)
            return Result(said)
        case _:
            assert_never(event)


def _worth(state: State, cards: SoldRange) -> int:
    return cards.count * state.series[cards.series].face_value


def _left(state: State, cards: SoldRange) -> tuple[Sentence, ...]:
    """Return a note where a series has run out."""
    left = state.series[cards.series].size - cards.last
    return () if left else (_("Serie {series} agotada", series=series_name(cards.series)),)


def _of_draw(state: State, event: _Draw) -> Result:
    match event:
        case DrawStarted(game=game):
            return Result(_("Comienza la partida {game}", game=game))
        case ExtractionOrdered(order=order):
            return Result(_("Pedida la bola {order}.ª", order=order))
        case BallCalled(ball=ball):
            called = 0 if state.game is None else state.game.called
            left = state.rules.universe - called
            said = _("Cantado el {ball}", ball=ball_name(state.rules.variant, ball))
            return Result(said, notes=(_progress(called, left),))
        case ClaimRaised(claim=claim):
            return Result(_("Sorteo parado: cantan {claim}", claim=prize_name(claim, state.rules)))
        case AnyMoreAsked(claim=claim):
            return Result(_("Preguntado: {question}", question=any_more(claim, state.rules)))
        case CardVerified():
            return verdict(state, event)
        case CadenceStarted(seconds=seconds):
            return Result(_("Salen solas: una bola cada {seconds} s", seconds=seconds))
        case CadenceStopped(balls=balls):
            coming = state.game is not None and state.game.pending is not None
            notes = [_("sacadas: {balls}", balls=balls)]
            notes += [_("la que está en camino sale todavía")] if coming else []
            return Result(_("Parado: ya no salen solas"), notes=tuple(notes))
        case _:
            assert_never(event)


def _of_ball(variant: Variant, event: _Ball) -> Result:
    match event:
        case BallEntered(ball=ball):
            said = _("Dicho el {ball}", ball=ball_name(variant, ball))
            return Result(said, notes=(_("vale cuando lo confirmen los otros testigos"),))
        case BallDrawn(ball=ball):
            return Result(
                _("Ha salido el {ball}", ball=ball_name(variant, ball)), notes=(_("falta cantarlo"),)
            )
        case BallDoubted(reason=reason):
            return Result(_("Bola dudosa: {why}", why=Sentence(doubt(reason))))
        case BallCorrected(named=named, ball=ball):
            words = {"named": ball_name(variant, named), "ball": ball_name(variant, ball)}
            said = _("Corregido: no salió el {named}, sino el {ball}", **words)
            return Result(said, notes=(_("falta cantarlo"),))
        case _:
            assert_never(event)


def _of_decided(rules: RuleSet, event: _Decided) -> Result:
    """Return what two people decide about a game, or one of them proposes."""
    match event:
        case WrongCallNoted(ball=ball, said=wrong, lines=lines, bingos=bingos, prizes=prizes):
            words = {"said": ball_name(rules.variant, wrong), "ball": ball_name(rules.variant, ball)}
            note = _("con el {said} tendrían premio: {won}", said=words["said"], won=len(lines) + len(bingos))
            by_prize = tuple(
                _("{prize}: {cards}", prize=prize_title(each.prize, rules), cards=made_cards(each))
                for each in prizes
            )
            return Result(_("Anotado: se cantó el {said} por el {ball}", **words), notes=(note, *by_prize))
        case WrongCallSettled():
            return Result(_("Se sigue: el error al cantar no cambió la partida"))
        case ManualProposed():
            return Result(_("Propuesto seguir a mano"), notes=(CONFORMITY,))
        case MeansChanged():
            return Result(_("Se sigue a mano, con las bolas que quedan"))
        case NoBingoProposed():
            return Result(_("Propuesto cerrar la partida sin bingo"), notes=(CONFORMITY,))
        case BingoCarried(amount=amount):
            said = _("Nadie cantó bingo: pasa a la próxima partida")
            return Result(said, (Sum(_("Bingo"), amount),))
        case WithoutHallProposed(hall=hall):
            return Result(_("Propuesto seguir sin {hall}", hall=hall), notes=(CONFORMITY,))
        case HallStood(hall=hall):  # what a person's step brings: the controller's is answered to nobody
            return Result(_("Se sigue sin {hall}", hall=hall))
        case VoidProposed():
            return Result(_("Propuesto anular la partida"), notes=(CONFORMITY,))
        case ProposalWithdrawn(proposal=proposal):
            return Result(_WITHDRAWN[proposal])
        case _:
            assert_never(event)


def _progress(called: int, left: int) -> Sentence:
    return _("{called:cantada|cantadas}: {called}; {left:queda|quedan} {left}", called=called, left=left)


def verdict(state: State, event: CardVerified) -> Result:
    """Return the verdict on a card: what it wins so far where it is good, else every reason why not."""
    claim = prize_name(event.claim, state.rules)
    if not event.good:
        said = _("Cartón {card}: {claim}, no es correcto", card=event.card, claim=claim)
        return Result(said, notes=event.faults, tone=Tone.BAD)
    sums = tuple(Sum(win.name, win.amount) for win in wins(state) if event.card in win.cards)
    chips = in_chips(state.rules, sums[0].amount) if sums else ()
    said = _("Cartón {card}: {claim}, correcto", card=event.card, claim=claim)
    return Result(said, sums, chips=chips, tone=Tone.GOOD)


def _awarded(state: State, events: Sequence[Event]) -> Result:
    """Return what each card won as play goes on or the game ends."""
    sums = tuple(Sum(_won(state, event), event.amount) for event in events if isinstance(event, PrizeAwarded))
    if any(isinstance(event, GameFinished) for event in events):
        return Result(_("Partida finalizada"), sums)
    return Result(_("Sigue el sorteo"), sums, () if sums else (_("ningún cartón correcto: mismas bolas"),))


def _all_paid(state: State, paid: Sequence[PrizePaid]) -> Result:
    """Return what is handed over for several prizes that were paid at once: all of it, then each."""
    total = Sum(_("Entregue"), sum(event.amount for event in paid))
    each = (Sum(_won(state, event), event.amount) for event in paid)
    return Result(_("Pagados {count} premios", count=len(paid)), (total, *each))


def _won(state: State, event: PrizeAwarded | PrizePaid) -> Sentence:
    prize = event.progressive or prize_name(event.claim, state.rules)
    return _("{prize}, cartón {card}", prize=prize, card=event.card)


def _of_closing(state: State, event: _Closing) -> Result:
    match event:
        case PrizePaid(claim=claim, progressive=pot, card=card, amount=amount):
            prize = pot or prize_name(claim, state.rules)
            said = _("Pagado: {prize}, cartón {card}", prize=prize, card=card)
            return Result(said, (Sum(_("Entregue"), amount),), chips=in_chips(state.rules, amount))
        case CardsMissing() | MissingFound() | MissingRefunded():
            return result_of_missing(event)
        case CardsCollected(count=count, missing=missing) if missing:
            return taken_without(count, number(missing))
        case CardsCollected(count=count):
            return Result(
                _("{count:Retirado|Retirados} {count} {count:cartón|cartones}: todo lo vendido", count=count)
            )
        case CashCounted(counted=counted, expected=expected):
            said = _("Efectivo contado: coincide") if counted == expected else _("Efectivo contado")
            return Result(said, counted_sums(counted, expected))
        case RefundsPaid(cards=cards, amount=amount):
            due = 0 if state.game is None else awaited(state.game)
            notes = (_("{due:queda|quedan} por devolver: {due}", due=due),)
            return Result(
                _("{cards:Devuelto|Devueltos} {cards} {cards:cartón|cartones}", cards=cards),
                (Sum(_("Entregue"), amount),),
                notes,
            )
        case GameVoided(game=game, refunded_cards=cards, refunded=refunded):
            said = _(
                "Partida {game} anulada: se {cards:devuelve|devuelven} {cards} {cards:cartón|cartones}",
                game=game,
                cards=cards,
            )
            return Result(said, (Sum(_("Se devuelve"), refunded),))
        case GameSigned(game=game, folio=folio):
            return Result(_("Partida {game} firmada: folio {folio}", game=game, folio=folio))
        case _:
            assert_never(event)


def _of_material(event: _Material) -> Result:
    match event:
        case SeriesRegistered(series=series):
            name = series_name(series.key)
            said = _(
                "Serie {series} registrada: {size} {size:cartón|cartones}", series=name, size=series.size
            )
            return Result(said, (Sum(_("Cada cartón"), series.face_value),))
        case BallSetRegistered(ball_set=name):
            return Result(_("Juego de bolas {name} registrado", name=name))
        case BallSetMounted(ball_set=name):
            return Result(_("Juego de bolas {name} montado", name=name))
        case BallSetRetired(ball_set=name):
            return Result(_("Juego de bolas {name} retirado", name=name))
        case BallsLoaded():
            return Result(_("Las bolas están en el aparato"))
        case DrumFilled():
            return Result(_("Todas las bolas están en el bombo"))
        case BallsCounted(count=count, ball_set=name):
            return Result(_("Contadas {count} bolas del juego {name}: están todas", count=count, name=name))
        case _:
            assert_never(event)


def _of_day(state: State, event: _Day) -> Result:
    match event:
        case GameProgrammed(programmed=programmed):
            return Result(_("Programada: {game}", game=game_name(programmed, state.rules)))
        case ProgrammedGameDropped(programmed=programmed):
            return Result(_("Fuera del programa: {game}", game=game_name(programmed, state.rules)))
        case CallerProposed(hall=hall):
            return Result(_("Propuesto: llama {hall}", hall=hall), (), (CONFORMITY,))
        case CallerAccepted(hall=hall):
            return Result(_("Aceptado: puede llamar {hall}", hall=hall))
        case LastGameAnnounced(game=game):
            return Result(_("Último juego: la partida {game}", game=game))
        case MinimumDeclared(cards=cards):
            return Result(_("Hoy se comienza desde {cards} {cards:cartón|cartones}", cards=cards))
        case _:
            assert_never(event)
