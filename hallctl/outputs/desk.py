"""The desk's view: where the hall stands, and which steps are open to whom.

Not responsible for pages. Which steps are open is asked of the rules themselves, so that no page repeats one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from hallctl.outputs.aloud import aloud
from hallctl.outputs.words import ANY_MORE, CLAIM_NAMES, amount, prizes_sentence, sale_sentence, sold_formula
from hallctl.rules import commands as cmd
from hallctl.rules.codec import encode
from hallctl.rules.commands import Actor, Appointment, Claim, Command, Issued, Post
from hallctl.rules.decide import STEPS, decide
from hallctl.rules.folding.incidents import MANUAL, NO_BINGO
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Game, Phase, State


@dataclass(frozen=True, slots=True)
class Premises:
    """What the hall's configuration offers the desk.

    Attributes:
        opening: The opening diligence of the volume.
        series: The printed series that may be registered.
        ball_sets: The ball sets at hand.
        appointments: Who holds which post.
    """

    opening: cmd.OpenBook
    series: tuple[cmd.RegisterSeries, ...]
    ball_sets: tuple[str, ...]
    appointments: tuple[Appointment, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person has to enter for a step: ``kind`` is "number", "text" or "balls" (a tick for each)."""

    field: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One step a person can take now, or why not.

    Attributes:
        command: The name of the command.
        label: What its button says.
        post: The post that takes it.
        person: Who holds that post.
        body: The command's fields, as JSON values; questions have their default here.
        questions: The fields a person may change.
        refusal: Why the rules would refuse it now, None where they would not.
    """

    command: str
    label: str
    post: Post
    person: str
    body: dict[str, Any]
    questions: tuple[Question, ...]
    refusal: Refusal | None


_Candidate = tuple[Command, str, tuple[Question, ...]]


def offers(state: State, premises: Premises, now: int) -> tuple[Offer, ...]:
    """Return the steps that belong to where the hall stands, the next one to take first."""
    found = [_offer(state, premises, candidate, now) for candidate in _candidates(state, premises)]
    # Open steps come first; among them the order of the candidates is the order of a night.
    return tuple(sorted(found, key=lambda offer: offer.refusal is not None))


def _offer(state: State, premises: Premises, candidate: _Candidate, now: int) -> Offer:
    command, label, questions = candidate
    holders = {a.post: a.person for a in premises.appointments}
    if state.session is not None:
        holders = dict(state.session.posts)
    post = next(
        (post for post in STEPS[type(command)].posts if post in holders), STEPS[type(command)].posts[0]
    )
    person = holders.get(post, "")
    # Whether a step is open does not hang on what a person has yet to write.
    answer = decide(state, Issued(_filled(command, questions), Actor(person, post), ""), now)
    return Offer(
        command=type(command).__name__,
        label=label,
        post=post,
        person=person,
        body=encode(command),
        questions=questions,
        refusal=answer if isinstance(answer, Refusal) else None,
    )


def _filled(command: Command, questions: tuple[Question, ...]) -> Command:
    blanks = {q.field: "—" for q in questions if q.kind == "text" and not getattr(command, q.field)}
    return replace(command, **blanks)


def _step(command: Command, label: str = "", *questions: Question) -> _Candidate:
    return command, label or STEPS[type(command)].name, questions


def _candidates(state: State, premises: Premises) -> Iterator[_Candidate]:
    if state.book is None:
        yield _step(premises.opening)
        return
    if state.suspended:
        yield _step(cmd.ContinuePlay())
    for fault in state.faults:
        yield _step(cmd.AcknowledgeFault(fault.device, fault.code), f"Reconocer {fault.code}")
    if state.playing is not None:
        yield from _of_game(state, state.playing)
    else:
        yield from _between_games(state, premises)


def _between_games(state: State, premises: Premises) -> Iterator[_Candidate]:
    for series in premises.series:
        if f"{series.letter}-{series.identification}" not in state.series:
            yield _step(series, f"Registrar serie {series.letter} {series.identification}")
    for name in premises.ball_sets:
        if name not in state.ball_sets:
            yield _step(cmd.RegisterBallSet(name), f"Registrar bolas {name}")
        elif state.mounted is None:
            yield _step(cmd.MountBallSet(name), f"Montar bolas {name}")
    if state.session is None:
        yield _step(cmd.OpenSession(premises.appointments))
        return
    for item in state.rules.checks:
        if item not in state.session.passed:
            yield _step(cmd.PassCheck(item), f"Funciona: {item}")
    yield from _balls_and_announcement(state)


def _balls_and_announcement(state: State) -> Iterator[_Candidate]:
    session = state.session
    assert session is not None
    everything = tuple(range(1, state.rules.universe + 1))
    count = _step(cmd.CountBalls(everything, ()), "", Question("numbers", "Bolas contadas", "balls"))
    if not session.loaded:
        if not session.counted:
            yield count
        yield _step(cmd.LoadBalls())
    for key, series in state.series.items():
        if state.pointers[key] < series.size:
            yield _step(cmd.AnnounceGame(key), f"Anunciar serie {key} y precio")
    if session.loaded and not session.counted:
        yield (count[0], "Recuento final de bolas", count[2])
    yield _step(cmd.CloseSession())


def _of_game(state: State, game: Game) -> Iterator[_Candidate]:
    yield from _OF_PHASE[game.phase](state, game)
    yield from _to_agree(state, game)
    if game.phase not in {Phase.FINISHED, Phase.VOID}:
        if game.void_reason is None:
            reason = Question("reason", "Motivo", "text")
            yield _step(cmd.ProposeVoid("Error sustancial en el sorteo"), "", reason)
        else:
            yield _step(cmd.ApproveVoid())
    yield from _seldom(state, game)


def _to_agree(state: State, game: Game) -> Iterator[_Candidate]:
    """What one person has said and the Director has to answer."""
    if MANUAL in game.proposed:
        yield _step(cmd.ApproveManual())
    if NO_BINGO in game.proposed:
        yield _step(cmd.ApproveNoBingo())
    if game.wrong_call is not None:
        yield _step(cmd.KeepPlaying(""), "", Question("reason", "Motivo", "text"))
    for number in state.incidents:
        yield _step(cmd.ApproveIncident(number), f"Firmar incidencia {number}")
    for number in state.complaints:
        resolve = cmd.ResolveComplaint(number, "")
        yield _step(resolve, f"Resolver reclamación {number}", Question("decision", "Decisión", "text"))


def _seldom(state: State, game: Game) -> Iterator[_Candidate]:
    """What may be needed at any time and seldom is."""
    if game.phase is Phase.DRAW and game.called >= state.rules.universe:
        yield _step(cmd.ProposeNoBingo())
    if game.drawn and game.phase in {Phase.DRAW, Phase.CLAIM} and game.wrong_call is None:
        yield _step(
            cmd.NoteWrongCall(_still_in(state, game)), "", Question("said", "Número que se cantó", "number")
        )
    if game.phase is Phase.DRAW and not game.manual:
        yield _step(cmd.ProposeManual(""), "", Question("reason", "Motivo", "text"))
    yield _step(cmd.MinuteIncident(""), "", Question("text", "Qué ocurrió", "text"))
    complainant = (Question("claimant", "Nombre", "text"), Question("document", "Documento", "text"))
    yield _step(cmd.FileComplaint("", "", ""), "", *complainant, Question("text", "Reclamación", "text"))


def _sale(state: State, game: Game) -> Iterator[_Candidate]:
    how_many = Question("count", "Cartones", "number")
    yield _step(cmd.SellCards(6), "", how_many)
    yield _step(cmd.CloseSale())
    seller = state.session.posts.get(Post.VENDEDOR, "") if state.session is not None else ""
    who = Question("seller", "Vendedor", "text")
    yield _step(cmd.DeliverCards(seller, 12), "", who, how_many)
    if game.deliveries:
        last = game.deliveries[-1]
        yield _step(cmd.ReturnCards(last.seller, 1), "", who, how_many)
    for key, series in state.series.items():
        if key != game.series and not state.pointers[key] and series.face_value == game.face_value:
            yield _step(cmd.AnnounceSecondSeries(key), f"Anunciar segunda serie {key}")


def _closed(_: State, __: Game) -> Iterator[_Candidate]:
    yield _step(cmd.StartDraw())


def _still_in(state: State, game: Game) -> int:
    """Return some ball that is not drawn, so that a step is judged by more than an empty answer."""
    return next((n for n in range(1, state.rules.universe + 1) if n not in game.drawn), 1)


def _draw(state: State, game: Game) -> Iterator[_Candidate]:
    if game.doubt is not None:
        likely = next((n for n in game.doubt.candidates if n not in game.drawn), None)
        ball = likely if likely is not None else _still_in(state, game)
        yield _step(cmd.SettleBall(ball), "", Question("ball", "Número de la bola", "number"))
    if game.uncalled is not None:
        yield _step(cmd.CallBall(game.uncalled), f"Cantar el {game.uncalled}")
    if game.manual:
        yield _step(
            cmd.EnterBall(_still_in(state, game)), "", Question("ball", "Número de la bola", "number")
        )
    else:
        yield _step(cmd.DrawBall())
    if not game.line_awarded:
        yield _step(cmd.StopForClaim(Claim.LINE), "Parar: ¡línea!")
    yield _step(cmd.StopForClaim(Claim.BINGO), "Parar: ¡bingo!")


def _claim(state: State, game: Game) -> Iterator[_Candidate]:
    if game.doubt is not None:
        yield next(iter(_draw(state, game)))
    claim = game.stop or Claim.LINE
    asked = [Question("card", "Número de cartón", "number")]
    if game.second is not None:
        asked.insert(0, Question("series", "Serie", "text"))
    verify = _step(cmd.VerifyCard(claim, game.series, 0), f"Comprobar {CLAIM_NAMES[claim]}", *asked)
    if not game.verified:
        yield verify
    yield _step(cmd.AskAnyMore(), ANY_MORE[claim])
    if game.good(Claim.BINGO):
        yield _step(cmd.FinishGame())
    else:
        yield _step(cmd.ResumeDraw())
    if game.verified:
        yield verify


_WINNER: Final = (
    Question("winner", "Nombre", "text"),
    Question("document", "Documento", "text"),
    Question("phone", "Teléfono", "text"),
)
"""What a progressive's winner gives (AJ-21)."""


def _over(_: State, game: Game) -> Iterator[_Candidate]:
    for award in game.awards:
        prize = award.prize
        if not award.paid:
            what = prize.progressive or CLAIM_NAMES[prize.claim]
            pay = cmd.PayPrize(prize.claim, prize.series, prize.card, prize.progressive)
            yield _step(pay, f"Pagar {what}, cartón {prize.card}", *(_WINNER if prize.progressive else ()))
    if not game.cards_collected:
        yield _step(cmd.CollectCards(game.cards), "", Question("count", "Cartones retirados", "number"))
    yield _step(cmd.SignGame())
    if game.cash is None:
        yield _step(cmd.CountCash(0), "", Question("counted", "Efectivo, en centavos", "number"))
    if game.refunds_due:
        yield _step(cmd.PayRefunds(1), "", Question("cards", "Cartones", "number"))


_OF_PHASE: Final = {
    Phase.SALE: _sale,
    Phase.CLOSED: _closed,
    Phase.DRAW: _draw,
    Phase.CLAIM: _claim,
    Phase.FINISHED: _over,
    Phase.VOID: _over,
}


def script(state: State) -> str:
    """Return what the jefe de mesa reads aloud now; empty where there is nothing to read."""
    game = state.game
    if game is None:
        return ""
    if game.phase is Phase.SALE:
        return sale_sentence(state)
    if game.phase is Phase.CLOSED:
        prizes = prizes_sentence(game, state.rules.currency)
        root = f"Huella de los cartones vendidos: {aloud(game.root)}."
        return f"{sold_formula(game.sold)} {prizes} {root}"
    if game.phase is Phase.CLAIM and game.asked is not None:
        return ANY_MORE[game.asked]
    if game.phase is Phase.VOID:
        return f"Partida anulada: se devuelven {amount(game.refunded, state.rules.currency)}."
    return ""
