"""The steps of a game at the desk, from its sale to its end.

Not responsible for whether one is open (``desk`` asks the rules), nor for the steps between games.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from hallctl.games.bingo.desk.ball_sets import steps_of_defective_balls
from hallctl.games.bingo.desk.day_steps import steps_of_the_day
from hallctl.games.bingo.desk.missing import steps_of_missing, steps_of_owed
from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.allotted import before_first
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.calling import ApproveWithoutHall, ProposeWithoutHall
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    CorrectBall,
    DrawBall,
    EnterBall,
    FillDrum,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceClose,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
    TakeBackSale,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.hand import by_hand, called_by_voice, required
from hallctl.games.bingo.rules.missing import absent, awaited, number
from hallctl.games.bingo.rules.playing import holding
from hallctl.games.bingo.rules.proposals import MANUAL, NO_BINGO, VOID_PROPOSED, WITHOUT_HALL
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.words import any_more, ball_name, prize_name, prize_title
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.outputs.session_steps import steps_to_answer, steps_to_write, till_steps
from hallctl.rules.claim_faults import PAPER
from hallctl.rules.commands.base import Post
from hallctl.rules.text import series_name
from hallctl.rules.witnesses import Witness

_PROPOSED: Final = 6
"""Cards that a sale has as the desk proposes it: a strip."""


def steps_of_game(state: State, game: Game, voiding_first: bool) -> Iterator[Candidate]:
    """Yield the steps of a game, the next one first; those of voiding were yielded before where they are."""
    yield from _OF_PHASE[game.phase](state, game)
    yield from _to_agree(state, game)
    if game.phase not in {Phase.FINISHED, Phase.VOID} and not voiding_first:
        yield from voiding(game)
    yield from _seldom(state, game)


_FEW: Final = _("No se llega al mínimo de cartones (AJ-57)")
_DOWN: Final = _("Avería antes de la primera bola (D8)")
_BAD_BALL: Final = _("Bola defectuosa o que falta (D9)")
_BEFORE: Final = (_FEW, _DOWN, _BAD_BALL, _("Se anunció mal la serie, el precio o lo vendido (AJ-83)"))
_DRAWING: Final = (
    _("Error al anunciar un número que afecta al juego (AJ-110)"),
    _BAD_BALL,
    _("Avería que no deja terminar la partida (PT-46)"),
)


def voiding(game: Game) -> Iterator[Candidate]:
    """Yield the step that proposes to void a game; no motive is given before somebody chooses it."""
    if game.void_reason is None:
        motives = _DRAWING if game.drawn else _BEFORE
        choices = tuple((str(each), each) for each in motives)
        yield step(ProposeVoid(""), "", Question("reason", _("Motivo"), "motive", choices))
    else:
        yield step(ApproveVoid())
        yield step(WithdrawProposal(VOID_PROPOSED), _("Retirar la propuesta de anular"))


def _to_agree(state: State, game: Game) -> Iterator[Candidate]:
    """What one person has said and the Director has to answer."""
    if MANUAL in game.proposed:
        yield step(ApproveManual())
        yield step(WithdrawProposal("ManualProposed"), _("Retirar la propuesta de seguir a mano"))
    if NO_BINGO in game.proposed:
        yield step(ApproveNoBingo())
        yield step(WithdrawProposal("NoBingoProposed"), _("Retirar la propuesta de cierre"))
    if WITHOUT_HALL in game.proposed:
        hall = game.without
        yield step(ApproveWithoutHall(), _("Conformar seguir sin {hall}", hall=hall))
        undo = _("Retirar la propuesta de seguir sin {hall}", hall=hall)
        yield step(WithdrawProposal("WithoutHallProposed"), undo)
    if game.wrong_call is not None:
        yield step(KeepPlaying(""), "", Question("reason", _("Motivo"), "text"))
    yield from steps_to_answer(state)


def _seldom(state: State, game: Game) -> Iterator[Candidate]:
    """What may be needed at any time and seldom is."""
    yield from steps_of_defective_balls(state)
    yield from steps_of_owed(state)
    for hall in () if WITHOUT_HALL in game.proposed else holding(state, game):
        label = _("Proponer seguir sin {hall}", hall=hall)
        yield step(ProposeWithoutHall(hall, ""), label, Question("reason", _("Motivo"), "text"))
    if game.phase is Phase.DRAW and game.called >= state.rules.universe:
        yield step(ProposeNoBingo())
    if game.drawn and game.phase in {Phase.DRAW, Phase.CLAIM} and game.wrong_call is None:
        said = Question("said", _("Número que se cantó"), "number")
        yield step(NoteWrongCall(_still_in(state, game)), "", said)
    own = game.phase is Phase.DRAW and game.caller is None
    if own and not game.manual and (state.faults or not by_hand(state, game)):
        yield step(ProposeManual(""), "", Question("reason", _("Motivo"), "text"))
    if game.phase in {Phase.CLOSED, Phase.DRAW, Phase.CLAIM} and not game.awards:
        said = Question("announced", _("Cartones que se anunciaron"), "number")
        yield step(RectifySale(0, ""), "", said, Question("reason", _("Motivo"), "text"))
    yield from steps_to_write()


def _sale(state: State, game: Game) -> Iterator[Candidate]:
    how_many = Question("count", _("Cartones"), "quantity", each=game.face_value)
    most = state.rules.most_cards or _PROPOSED
    yield step(SellCards(min(_PROPOSED, most)), "", replace(how_many, usual=state.rules.usual_sale))
    last = game.deliveries[-1] if game.deliveries else None
    if last is not None and last.desk:
        undo = _("Deshacer la última venta: {cards}", cards=ranges([last.cards]))
        yield step(TakeBackSale(last.cards.first), undo)
    yield from _drum(state, game)
    yield step(CloseSale())
    yield step(AnnounceClose(2), "", Question("minutes", _("Minutos hasta el cierre"), "number"))
    if state.session is not None:
        yield from steps_of_the_day(state, state.session)
    seller = state.session.posts.get(Post.VENDEDOR, "") if state.session is not None else ""
    who = Question("seller", _("Vendedor"), "text")
    yield step(DeliverCards(seller, 12), "", who, how_many)
    if last is not None:
        yield step(ReturnCards(last.seller, 1), "", who, how_many)
    for key, series in state.series.items():
        begun = state.pointers[key] > before_first(state, key)
        if key != game.series and not begun and series.face_value == game.face_value:
            yield step(
                AnnounceSecondSeries(key), _("Anunciar segunda serie {series}", series=series_name(key))
            )


def _closed(state: State, game: Game) -> Iterator[Candidate]:
    yield from _drum(state, game)
    yield step(StartDraw())


def _drum(state: State, game: Game) -> Iterator[Candidate]:
    """A manual drum cannot say that every ball is back: the jefe de mesa does."""
    if state.rules.operation == "manual" and not game.filled:
        yield step(FillDrum())


def _still_in(state: State, game: Game) -> int:
    """Return some ball that is not drawn, so that a step is judged by more than an empty answer."""
    return next((n for n in range(1, state.rules.universe + 1) if n not in game.drawn), 1)


def _draw(state: State, game: Game) -> Iterator[Candidate]:
    if game.doubt is not None:
        likely = next((n for n in game.doubt.candidates if n not in game.drawn), None)
        ball = likely if likely is not None else _still_in(state, game)
        yield step(SettleBall(ball), "", _BALL)
    if game.uncalled is not None and not (game.cadence is not None and called_by_voice(state)):
        named = ball_name(state.rules.variant, game.uncalled)
        yield step(CallBall(game.uncalled), _("Cantar el {ball}", ball=named))
        if game.named:
            other = _("Corregir: no es el {ball}", ball=named)
            yield step(CorrectBall(_still_in(state, game)), other, _BALL)
    if game.cadence is not None:
        yield step(StopCadence())
    asked = Witness.CALLER in required(state, game)
    by_person = by_hand(state, game) and game.caller is None
    if by_person or (asked and game.pending is not None and game.doubt is None):
        label = "" if by_hand(state, game) else _("Decir qué bola es")
        yield step(EnterBall(_still_in(state, game)), label, _BALL)
    elif game.is_awarded(state.rules.last) and not game.followed:
        yield step(FinishGame())
    elif game.cadence is None and game.caller is None:
        # It keeps its place while ball or pace hold it back: a cadence is never the next step.
        plain = game.wrong_call is None and not (state.faults or state.suspended)
        yield step(DrawBall())._replace(waited=plain)
        yield from _cadence(state)
    yield from _stops(state, game)


_STOPS: Final[Mapping[str, Sentence]] = {Claim.LINE: _("Parar: ¡línea!"), Claim.BINGO: _("Parar: ¡bingo!")}


def _stops(state: State, game: Game) -> Iterator[Candidate]:
    """Stop for each prize that may still be won; the first and the last of a list have the keys of two."""
    first, last = state.rules.sung[0].key, state.rules.last
    for prize in state.rules.sung:
        if not game.is_awarded(prize.key):
            known = _STOPS.get(prize.key)
            label = (
                known if known is not None else _("Parar: {claim}", claim=prize_name(prize.key, state.rules))
            )
            key = "F4" if prize.key == last else "F3" if prize.key == first else ""
            yield step(StopForClaim(prize.key), label).by(key)


def _cadence(state: State) -> Iterator[Candidate]:
    """Let the hall draw by itself, where the rules allow some pace."""
    paces = state.rules.paces
    if paces:
        choices = tuple((str(each), f"{each} s") for each in paces)
        usual = min(paces, key=lambda each: abs(each - _USUAL_PACE_S))
        yield step(StartCadence(usual), "", Question("seconds", _("Una bola cada"), "choice", choices))


_USUAL_PACE_S: Final = 5

_BALL: Final = Question("ball", _("Número de la bola"), "ball")


_PRESENTER: Final = (
    Question("player", _("Nombre de quien lo presenta"), "text"),
    Question("document", _("Documento"), "text"),
)
"""Who presents a card, where prizes are split by player (D4)."""


def _claim(state: State, game: Game) -> Iterator[Candidate]:
    if game.doubt is not None:
        yield next(iter(_draw(state, game)))
    claim = game.stop or state.rules.sung[0].key
    asked = [Question("card", _("Número de cartón"), "card")]
    if game.second is not None:
        asked.insert(0, Question("series", _("Serie"), "text"))
    if state.rules.split_by == "player":
        asked += _PRESENTER
    others = tuple(
        (prize.key, prize_title(prize.key, state.rules))
        for prize in (state.rules.sung if state.rules.prizes else ())
        if not game.is_awarded(prize.key)
    )
    label: str = _("Comprobar {claim}", claim=prize_name(claim, state.rules))
    if len(others) > 1:
        # Of a list several may be sung at one stop.
        asked.append(Question("claim", _("Premio"), "choice", others))
        label = ""
    verify = step(VerifyCard(claim, game.series, 0), label, _PAPER, *asked)
    if not game.verified:
        yield verify
    yield step(AskAnyMore(), any_more(claim, state.rules))
    if game.good(state.rules.last) and not game.followed:
        yield step(FinishGame())
    else:
        yield step(ResumeDraw())
    if game.verified:
        yield verify


_PAPER: Final = Question(
    "marks", _("Defectos del cartón"), "marks", tuple((mark.value, fault) for mark, fault in PAPER.items())
)
"""What the jefe de mesa looks for on the original of a sung card (AJ-95, 106..109)."""


_WINNER: Final = (
    Question("winner", _("Nombre"), "text"),
    Question("document", _("Documento"), "text"),
    Question("phone", _("Teléfono"), "text"),
)
"""What a progressive's winner gives (AJ-21)."""


_CASH: Final = Question("pieces", _("Efectivo de la partida, pieza a pieza"), "pieces")
"""What the cashier counts; its sum is the rules' (AJ-11)."""


def _over(state: State, game: Game) -> Iterator[Candidate]:
    at_once = [award.prize for award in game.awards if not award.paid and not award.prize.progressive]
    if len(at_once) > 1:
        yield step(PayPrizes(), _("Pagar los {count} premios", count=len(at_once)))
    for award in game.awards:
        prize = award.prize
        if not award.paid:
            what = prize.progressive or prize_name(prize.claim, state.rules)
            pay = PayPrize(prize.claim, prize.series, prize.card, prize.progressive)
            label = _("Pagar {prize}, cartón {card}", prize=what, card=prize.card)
            yield step(pay, label, *(_WINNER if prize.progressive else ()))
    if state.rules.shifts and state.session is not None and state.session.shift is None:
        yield from till_steps(state)
    # Before the cards are counted each comes back against its price (AJ-111), but for those that are missing.
    if awaited(game):
        yield _refunds(game)
    if not game.cards_collected:
        back = Question("count", _("Cartones retirados"), "number")
        yield step(CollectCards(game.cards - number(absent(game))), "", back)
        yield from steps_of_missing(game)
    yield step(SignGame())
    if game.cash is None:
        yield step(CountCash(pieces=state.rules.blank_count), "", _CASH)


def _refunds(game: Game) -> Candidate:
    due = awaited(game)
    label = _("Cartones: {due:queda|quedan} {due}", due=due)
    return step(PayRefunds(due), "", Question("cards", label, "number"))


_OF_PHASE: Final = {
    Phase.SALE: _sale,
    Phase.CLOSED: _closed,
    Phase.DRAW: _draw,
    Phase.CLAIM: _claim,
    Phase.FINISHED: _over,
    Phase.VOID: _over,
}
