"""The desk's view: where the hall stands, and which steps are open to whom.

Not responsible for pages. Which steps are open is asked of the rules themselves, so that no page repeats one.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from hallctl.outputs.words import ANY_MORE, CLAIM_NAMES
from hallctl.rules import commands as cmd
from hallctl.rules.codec import encode
from hallctl.rules.commands import Actor, Appointment, Claim, Command, Issued, Post
from hallctl.rules.decide import STEPS, decide
from hallctl.rules.deciding.claims import PAPER
from hallctl.rules.deciding.clock import clock_notice
from hallctl.rules.deciding.hand import by_hand, required
from hallctl.rules.deciding.waiting import waited_too_long
from hallctl.rules.folding.incidents import MANUAL, NO_BINGO
from hallctl.rules.folios import PENDING, PRINTING, RESERVE, folios_left, unprinted
from hallctl.rules.proposals import VOID_PROPOSED
from hallctl.rules.refusals import Refusal
from hallctl.rules.shown import shown
from hallctl.rules.state import Game, Phase, Session, State
from hallctl.rules.witnesses import Witness
from hallctl.sentences import Sentence, _


@dataclass(frozen=True, slots=True)
class Premises:
    """What the hall offers the desk: its configuration, and what day it is.

    Attributes:
        opening: The opening diligence of the volume.
        series: The printed series that may be registered.
        ball_sets: The ball sets at hand.
        appointments: Who holds which post.
        day: Today by the hall's clock, e.g. "2026-11-21"; a person may enter another.
    """

    opening: cmd.OpenBook
    series: tuple[cmd.RegisterSeries, ...]
    ball_sets: tuple[str, ...]
    appointments: tuple[Appointment, ...]
    day: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a person has to enter for a step.

    Attributes:
        field: The command's field.
        label: What is asked.
        kind: "number", "text", "card" (its number, or what its code says), "yes" (one tick), "balls" (a tick
            for each), "marks" (a tick for each of the choices) or "pieces" (how many of each note, coin and
            chip).
        choices: The values to tick, each with what it says.
    """

    field: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...] = ()


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
        seen: What the hall shows of what the step stands on, to be sent with it (I26); empty for a stop.
    """

    command: str
    label: str
    post: Post
    person: str
    body: dict[str, Any]
    questions: tuple[Question, ...]
    refusal: Refusal | None
    seen: str


_Candidate = tuple[Command, str, tuple[Question, ...]]


def offers(state: State, premises: Premises, now: int, actors: Collection[Actor] = ()) -> tuple[Offer, ...]:
    """Return the steps that belong to where the hall stands, the next one to take first.

    Args:
        state: Where the hall stands.
        premises: What the hall has.
        now: Monotonic milliseconds.
        actors: Who looks, in each of their posts: what they may take is offered to them.
    """
    found = [
        _offer(state, premises, candidate, now, actors) for candidate in _candidates(state, premises, now)
    ]
    # Open steps come first; among them the order of the candidates is the order of a night.
    return tuple(sorted(found, key=lambda offer: offer.refusal is not None))


def _offer(
    state: State, premises: Premises, candidate: _Candidate, now: int, actors: Collection[Actor]
) -> Offer:
    command, label, questions = candidate
    holders = _holders(state, premises, actors)
    posts = STEPS[type(command)].posts
    held = [post for post in posts if post in holders]
    own = [post for post in held if Actor(holders[post], post) in actors]
    post = next(iter(own or held or posts))
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
        seen=shown(state, type(command)),
    )


def _holders(state: State, premises: Premises, actors: Collection[Actor]) -> dict[Post, str]:
    """Return who holds which post; of several cashiers the one who looks, or else who has the till."""
    session = state.session
    if session is None:
        return {a.post: a.person for a in premises.appointments}
    holders = dict(session.posts)
    if session.shift is not None:
        holders[Post.CAJERO] = session.shift.cashier
    for name in session.cashiers:
        if Actor(name, Post.CAJERO) in actors:
            holders[Post.CAJERO] = name
    return holders


def _filled(command: Command, questions: tuple[Question, ...]) -> Command:
    blanks: dict[str, Any] = {
        q.field: "—" for q in questions if q.kind == "text" and not getattr(command, q.field)
    }
    ticks = {q.field: True for q in questions if q.kind == "yes"}
    return replace(command, **blanks, **ticks)


def _step(command: Command, label: str = "", *questions: Question) -> _Candidate:
    return command, label or STEPS[type(command)].name, questions


def _candidates(state: State, premises: Premises, now: int) -> Iterator[_Candidate]:
    if state.book is None:
        yield _step(replace(premises.opening, volume=state.volume + 1))
        return
    late = waited_too_long(state, now)
    if state.playing is not None and late:
        yield from _voiding(state.playing, "Avería antes de la primera bola")
    if state.suspended:
        yield _step(cmd.ContinuePlay())
    for fault in state.faults:
        yield _step(cmd.AcknowledgeFault(fault.device, fault.code), _("Reconocer {code}", code=fault.code))
    yield from _of_printing(state)
    if state.playing is not None:
        yield from _of_game(state, state.playing, late)
    else:
        yield from _between_games(state, premises)
    yield from _of_clock(state)  # last: it stops no ball, and takes the place of none


def _of_printing(state: State) -> Iterator[_Candidate]:
    """Folios that a queue did not print; and a failure of printing, which two people may set aside."""
    if any((notice.device, notice.code) == PENDING for notice in state.notices):
        yield _step(cmd.PrintPending())
        yield _step(cmd.ConfirmPrinted())
    if not any(fault.active and (fault.device, fault.code) == PRINTING for fault in state.faults):
        return
    if state.printing.proposer:
        yield _step(cmd.SuspendPrinting())
    else:
        yield _step(cmd.ProposePrintingSuspension(""), "", Question("reason", _("Motivo"), "text"))


def _of_clock(state: State) -> Iterator[_Candidate]:
    """What two people settle about a clock that jumped or is behind the book (I25)."""
    if state.reference is not None:
        yield _step(cmd.ApproveClockReference())
    elif clock_notice(state) is not None:
        yield _step(cmd.ProposeClockReference(""), "", Question("reason", _("Motivo"), "text"))


def _between_games(state: State, premises: Premises) -> Iterator[_Candidate]:
    for series in premises.series:
        if f"{series.letter}-{series.identification}" not in state.series:
            yield _step(
                series, _("Registrar serie {series}", series=f"{series.letter} {series.identification}")
            )
    for name in premises.ball_sets:
        if name not in state.ball_sets:
            yield _step(cmd.RegisterBallSet(name), _("Registrar bolas {set}", set=name))
        elif state.mounted is None:
            yield _step(cmd.MountBallSet(name), _("Montar bolas {set}", set=name))
    if state.session is None:
        yield from _between_sessions(state, premises)
        yield _copy(state)
        return
    # The sound and the monitors are among them (AJ-31, 38).
    for item in state.rules.checks:
        if item not in state.session.passed:
            yield _step(cmd.PassCheck(item), _("Funciona: {item}", item=Sentence(item)))
    yield from _balls_and_announcement(state)
    yield from _to_answer(state)
    yield from _of_the_day(state, state.session)
    if not state.rules.shifts or state.session.shift is not None:
        yield from _till(state)
    yield from _defective(state)
    yield from _to_write()
    yield _copy(state)


def _copy(state: State) -> _Candidate:
    """A folio printed again, as a copy that is minuted."""
    return _step(cmd.ReprintFolio(state.folios), "", Question("folio", _("Folio"), "number"))


def _between_sessions(state: State, premises: Premises) -> Iterator[_Candidate]:
    """The next session; or the end of the volume, which comes first once its folios run out."""
    label = _("Diligencia de cierre (quedan folios sin imprimir)") if unprinted(state) else ""
    close = _step(cmd.CloseBook(), label) if state.closing else _step(cmd.ProposeClosing())
    if folios_left(state) < RESERVE or state.closing:
        yield close
    day, asked = premises.day, Question("day", _("Fecha"), "text")
    yield _step(cmd.OpenSession(premises.appointments, state.day_agreed or day, None, day), "", asked)
    if not state.closing:
        yield close
    if state.day_proposed is not None:
        label = _("Conformar la fecha {day}", day=state.day_proposed.day)
        yield _step(cmd.ApproveSessionDay(), label)
    yield _step(cmd.ProposeSessionDay(day, ""), "", asked, Question("reason", _("Motivo"), "text"))


def _till(state: State) -> Iterator[_Candidate]:
    """The cashier takes the till over, or hands it over (AJ-11)."""
    blank = state.rules.blank_count
    if state.session is not None and state.session.shift is not None:
        yield _step(cmd.CloseShift(blank), "", Question("pieces", _("Todo lo que hay en la caja"), "pieces"))
    else:
        yield _step(cmd.OpenShift(blank), "", Question("pieces", _("Fondo de caja"), "pieces"))


def _defective(state: State) -> Iterator[_Candidate]:
    if state.mounted is not None:
        retire = cmd.RetireBallSet(state.mounted, "")
        why = Question("reason", _("Qué bola, y qué defecto"), "text")
        yield _step(retire, _("Retirar bolas {set}", set=state.mounted), why)


def _of_the_day(state: State, session: Session) -> Iterator[_Candidate]:
    """What is said of the whole session: its players, a smaller minimum, its last game."""
    yield _step(cmd.CountPlayers(session.players), "", Question("players", _("Jugadores"), "number"))
    smaller = state.rules.minimum_to_start - 1
    if not session.games and smaller:
        cards = Question("cards", _("Cartones para comenzar"), "number")
        yield _step(cmd.DeclareMinimum(session.minimum or smaller), "", cards)
    if session.last_game is None:
        yield _step(cmd.AnnounceLastGame())


def _balls_and_announcement(state: State) -> Iterator[_Candidate]:
    session = state.session
    assert session is not None
    count = _count(state, session)
    if not session.loaded:
        if not session.counted:
            yield count
        yield _step(cmd.LoadBalls())
    if state.rules.shifts and session.shift is None:
        yield from _till(state)
    for key, series in state.series.items():
        if state.pointers[key] < series.size:
            yield _step(cmd.AnnounceGame(key), _("Anunciar serie {series} y precio", series=key))
    if session.loaded and not session.counted and state.mounted is not None:
        yield (count[0], _("Recuento final de bolas"), count[2])
    yield _step(cmd.CloseSession())


def _count(state: State, session: Session) -> _Candidate:
    """The count of the balls; that of a manual extractor's says who is present (AJ-62)."""
    everything = tuple(range(1, state.rules.universe + 1))
    balls = Question("numbers", _("Bolas contadas"), "balls")
    if state.rules.operation != "manual":
        return _step(cmd.CountBalls(everything, ()), "", balls)
    count = cmd.CountBalls(everything, (), session.posts[Post.DIRECTOR])
    return _step(count, "", balls, *_PRESENT)


def _of_game(state: State, game: Game, late: bool) -> Iterator[_Candidate]:
    yield from _OF_PHASE[game.phase](state, game)
    yield from _to_agree(state, game)
    if game.phase not in {Phase.FINISHED, Phase.VOID} and not late:
        yield from _voiding(game, "Error sustancial en el sorteo")
    yield from _seldom(state, game)


def _voiding(game: Game, reason: str) -> Iterator[_Candidate]:
    if game.void_reason is None:
        yield _step(cmd.ProposeVoid(reason), "", Question("reason", _("Motivo"), "text"))
    else:
        yield _step(cmd.ApproveVoid())
        yield _step(cmd.WithdrawProposal(VOID_PROPOSED), _("Retirar la propuesta de anular"))


def _to_agree(state: State, game: Game) -> Iterator[_Candidate]:
    """What one person has said and the Director has to answer."""
    if MANUAL in game.proposed:
        yield _step(cmd.ApproveManual())
        yield _step(cmd.WithdrawProposal("ManualProposed"), _("Retirar la propuesta de seguir a mano"))
    if NO_BINGO in game.proposed:
        yield _step(cmd.ApproveNoBingo())
        yield _step(cmd.WithdrawProposal("NoBingoProposed"), _("Retirar la propuesta de cierre"))
    if game.wrong_call is not None:
        yield _step(cmd.KeepPlaying(""), "", Question("reason", _("Motivo"), "text"))
    yield from _to_answer(state)


def _to_answer(state: State) -> Iterator[_Candidate]:
    """What was written down and waits for the Director, during a game or between games."""
    for number in state.incidents:
        yield _step(cmd.ApproveIncident(number), _("Firmar incidencia {number}", number=number))
    for number in state.complaints:
        label, decision = _("Resolver reclamación {number}", number=number), _("Decisión")
        yield _step(cmd.ResolveComplaint(number, ""), label, Question("decision", decision, "text"))


def _seldom(state: State, game: Game) -> Iterator[_Candidate]:
    """What may be needed at any time and seldom is."""
    yield from _defective(state)
    if game.phase is Phase.DRAW and game.called >= state.rules.universe:
        yield _step(cmd.ProposeNoBingo())
    if game.drawn and game.phase in {Phase.DRAW, Phase.CLAIM} and game.wrong_call is None:
        said = Question("said", _("Número que se cantó"), "number")
        yield _step(cmd.NoteWrongCall(_still_in(state, game)), "", said)
    if game.phase is Phase.DRAW and not game.manual and (state.faults or not by_hand(state, game)):
        yield _step(cmd.ProposeManual(""), "", Question("reason", _("Motivo"), "text"))
    if game.phase in {Phase.CLOSED, Phase.DRAW, Phase.CLAIM} and not game.line_awarded:
        said = Question("announced", _("Cartones que se anunciaron"), "number")
        yield _step(cmd.RectifySale(0, ""), "", said, Question("reason", _("Motivo"), "text"))
    yield from _to_write()


def _to_write() -> Iterator[_Candidate]:
    """What may happen as long as a session is open (AJ-53, 56)."""
    yield _step(cmd.MinuteIncident(""), "", Question("text", _("Qué ocurrió"), "text"))
    yield _step(cmd.FileComplaint("", "", ""), "", *_COMPLAINT)


def _sale(state: State, game: Game) -> Iterator[_Candidate]:
    how_many = Question("count", _("Cartones"), "number")
    yield _step(cmd.SellCards(6), "", how_many)
    yield from _drum(state, game)
    yield _step(cmd.CloseSale())
    if state.session is not None:
        yield from _of_the_day(state, state.session)
    seller = state.session.posts.get(Post.VENDEDOR, "") if state.session is not None else ""
    who = Question("seller", _("Vendedor"), "text")
    yield _step(cmd.DeliverCards(seller, 12), "", who, how_many)
    if game.deliveries:
        last = game.deliveries[-1]
        yield _step(cmd.ReturnCards(last.seller, 1), "", who, how_many)
    for key, series in state.series.items():
        if key != game.series and not state.pointers[key] and series.face_value == game.face_value:
            yield _step(cmd.AnnounceSecondSeries(key), _("Anunciar segunda serie {series}", series=key))


def _closed(state: State, game: Game) -> Iterator[_Candidate]:
    yield from _drum(state, game)
    yield _step(cmd.StartDraw())


def _drum(state: State, game: Game) -> Iterator[_Candidate]:
    """A manual drum cannot say that every ball is back: the jefe de mesa does."""
    if state.rules.operation == "manual" and not game.filled:
        yield _step(cmd.FillDrum())


def _still_in(state: State, game: Game) -> int:
    """Return some ball that is not drawn, so that a step is judged by more than an empty answer."""
    return next((n for n in range(1, state.rules.universe + 1) if n not in game.drawn), 1)


def _draw(state: State, game: Game) -> Iterator[_Candidate]:
    if game.doubt is not None:
        likely = next((n for n in game.doubt.candidates if n not in game.drawn), None)
        ball = likely if likely is not None else _still_in(state, game)
        yield _step(cmd.SettleBall(ball), "", _BALL)
    if game.uncalled is not None:
        yield _step(cmd.CallBall(game.uncalled), _("Cantar el {ball}", ball=game.uncalled))
    asked = Witness.CALLER in required(state, game)
    if by_hand(state, game) or (asked and game.pending is not None and game.doubt is None):
        label = "" if by_hand(state, game) else _("Decir qué bola es")
        yield _step(cmd.EnterBall(_still_in(state, game)), label, _BALL)
    else:
        yield _step(cmd.DrawBall())
    if not game.line_awarded:
        yield _step(cmd.StopForClaim(Claim.LINE), _("Parar: ¡línea!"))
    yield _step(cmd.StopForClaim(Claim.BINGO), _("Parar: ¡bingo!"))


_BALL: Final = Question("ball", _("Número de la bola"), "number")

_PRESENT: Final = (
    Question("director", _("Director presente"), "text"),
    Question("witness_asked", _("El público pide presenciarlo"), "yes"),
    Question("witness", _("Testigo del público y documento"), "text"),
)
"""Who sees the balls of a manual extractor counted (AJ-62)."""

_COMPLAINT: Final = (
    Question("claimant", _("Nombre"), "text"),
    Question("document", _("Documento"), "text"),
    Question("text", _("Reclamación"), "text"),
    Question("signed", _("Firmó el papel"), "yes"),
)
"""What a complaint is made of (AJ-56, D14)."""

_PRESENTER: Final = (
    Question("player", _("Nombre de quien lo presenta"), "text"),
    Question("document", _("Documento"), "text"),
)
"""Who presents a card, where prizes are split by player (D4)."""


def _claim(state: State, game: Game) -> Iterator[_Candidate]:
    if game.doubt is not None:
        yield next(iter(_draw(state, game)))
    claim = game.stop or Claim.LINE
    asked = [Question("card", _("Número de cartón"), "card")]
    if game.second is not None:
        asked.insert(0, Question("series", _("Serie"), "text"))
    if state.rules.split_by == "player":
        asked += _PRESENTER
    label = _("Comprobar {claim}", claim=Sentence(CLAIM_NAMES[claim]))
    verify = _step(cmd.VerifyCard(claim, game.series, 0), label, _PAPER, *asked)
    if not game.verified:
        yield verify
    yield _step(cmd.AskAnyMore(), ANY_MORE[claim])
    if game.good(Claim.BINGO):
        yield _step(cmd.FinishGame())
    else:
        yield _step(cmd.ResumeDraw())
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


def _over(state: State, game: Game) -> Iterator[_Candidate]:
    for award in game.awards:
        prize = award.prize
        if not award.paid:
            what = prize.progressive or Sentence(CLAIM_NAMES[prize.claim])
            pay = cmd.PayPrize(prize.claim, prize.series, prize.card, prize.progressive)
            label = _("Pagar {prize}, cartón {card}", prize=what, card=prize.card)
            yield _step(pay, label, *(_WINNER if prize.progressive else ()))
    if state.rules.shifts and state.session is not None and state.session.shift is None:
        yield from _till(state)
    if not game.cards_collected:
        yield _step(cmd.CollectCards(game.cards), "", Question("count", _("Cartones retirados"), "number"))
    yield _step(cmd.SignGame())
    if game.cash is None:
        yield _step(cmd.CountCash(pieces=state.rules.blank_count), "", _CASH)
    if game.refunds_due:
        yield _step(cmd.PayRefunds(1), "", Question("cards", _("Cartones"), "number"))


_OF_PHASE: Final = {
    Phase.SALE: _sale,
    Phase.CLOSED: _closed,
    Phase.DRAW: _draw,
    Phase.CLAIM: _claim,
    Phase.FINISHED: _over,
    Phase.VOID: _over,
}
