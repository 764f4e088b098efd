"""The desk's view: where the hall stands, and which steps are open to whom.

Not responsible for pages. Which steps are open is asked of the rules themselves, so that no page repeats one.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.game_steps import steps_of_game, voiding
from hallctl.outputs.offer import Candidate, Offer, Premises, Question, step
from hallctl.outputs.session_steps import (
    PRESENT,
    steps_of_defective_balls,
    steps_of_the_day,
    steps_to_answer,
    steps_to_write,
    till_steps,
)
from hallctl.rules import commands as cmd
from hallctl.rules.codec import encode
from hallctl.rules.commands import Actor, Command, Issued, Post
from hallctl.rules.deciding.clock import clock_notice
from hallctl.rules.folios import PENDING, PRINTING, RESERVE, folios_left, unprinted
from hallctl.rules.game_rules import GameRules
from hallctl.rules.refusals import Refusal
from hallctl.rules.shown import shown
from hallctl.rules.state import Session, State


def offers(
    game: GameRules, state: State, premises: Premises, now: int, actors: Collection[Actor] = ()
) -> tuple[Offer, ...]:
    """Return the steps that belong to where the hall stands, the next one to take first.

    Args:
        game: The rules of the game, and through them those of the house.
        state: Where the hall stands.
        premises: What the hall has.
        now: Monotonic milliseconds.
        actors: Who looks, in each of their posts: what they may take is offered to them.
    """
    found = [
        _offer(game, state, premises, candidate, now, actors)
        for candidate in _candidates(game, state, premises, now)
    ]
    # Open steps come first; among them the order of the candidates is the order of a night.
    return tuple(sorted(found, key=lambda offer: offer.refusal is not None))


def _offer(
    game: GameRules,
    state: State,
    premises: Premises,
    candidate: Candidate,
    now: int,
    actors: Collection[Actor],
) -> Offer:
    command, label, questions = candidate
    holders = _holders(state, premises, actors)
    row = game.all_steps[type(command)]
    posts = row.posts
    held = [post for post in posts if post in holders]
    own = [post for post in held if Actor(holders[post], post) in actors]
    post = next(iter(own or held or posts))
    person = holders.get(post, "")
    # Whether a step is open does not hang on what a person has yet to write.
    answer = game.decide(state, Issued(_filled(command, questions), Actor(person, post), ""), now)
    return Offer(
        command=type(command).__name__,
        label=label or row.name,
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


def _candidates(game: GameRules, state: State, premises: Premises, now: int) -> Iterator[Candidate]:
    if state.book is None:
        yield step(replace(premises.opening, volume=state.volume + 1))
        return
    late = game.too_late(state, now) is not None
    if state.playing is not None and late:
        yield from voiding(state.playing, "Avería antes de la primera bola")
    if state.suspended:
        yield step(cmd.ContinuePlay())
    for fault in state.faults:
        yield step(cmd.AcknowledgeFault(fault.device, fault.code), _("Reconocer {code}", code=fault.code))
    yield from _of_printing(state)
    if state.playing is not None:
        yield from steps_of_game(state, state.playing, late)
    else:
        yield from _between_games(state, premises)
    yield from _of_clock(state)  # last: it stops no ball, and takes the place of none


def _of_printing(state: State) -> Iterator[Candidate]:
    """Folios that a queue did not print; and a failure of printing, which two people may set aside."""
    if any((notice.device, notice.code) == PENDING for notice in state.notices):
        yield step(cmd.PrintPending())
        yield step(cmd.ConfirmPrinted())
    if not any(fault.active and (fault.device, fault.code) == PRINTING for fault in state.faults):
        return
    if state.printing.proposer:
        yield step(cmd.SuspendPrinting())
    else:
        yield step(cmd.ProposePrintingSuspension(""), "", Question("reason", _("Motivo"), "text"))


def _of_clock(state: State) -> Iterator[Candidate]:
    """What two people settle about a clock that jumped or is behind the book (I25)."""
    if state.reference is not None:
        yield step(cmd.ApproveClockReference())
    elif clock_notice(state) is not None:
        yield step(cmd.ProposeClockReference(""), "", Question("reason", _("Motivo"), "text"))


def _between_games(state: State, premises: Premises) -> Iterator[Candidate]:
    for series in premises.series:
        if f"{series.letter}-{series.identification}" not in state.series:
            yield step(
                series, _("Registrar serie {series}", series=f"{series.letter} {series.identification}")
            )
    for name in premises.ball_sets:
        if name not in state.ball_sets:
            yield step(cmd.RegisterBallSet(name), _("Registrar bolas {set}", set=name))
        elif state.mounted is None:
            yield step(cmd.MountBallSet(name), _("Montar bolas {set}", set=name))
    if state.session is None:
        yield from _between_sessions(state, premises)
        yield _copy(state)
        return
    # The sound and the monitors are among them (AJ-31, 38).
    for item in state.rules.checks:
        if item not in state.session.passed:
            yield step(cmd.PassCheck(item), _("Funciona: {item}", item=Sentence(item)))
    yield from _balls_and_announcement(state)
    yield from steps_to_answer(state)
    yield from steps_of_the_day(state, state.session)
    if not state.rules.shifts or state.session.shift is not None:
        yield from till_steps(state)
    yield from steps_of_defective_balls(state)
    yield from steps_to_write()
    yield _copy(state)


def _copy(state: State) -> Candidate:
    """A folio printed again, as a copy that is minuted."""
    return step(cmd.ReprintFolio(state.folios), "", Question("folio", _("Folio"), "number"))


def _between_sessions(state: State, premises: Premises) -> Iterator[Candidate]:
    """The next session; or the end of the volume, which comes first once its folios run out."""
    label = _("Diligencia de cierre (quedan folios sin imprimir)") if unprinted(state) else ""
    close = step(cmd.CloseBook(), label) if state.closing else step(cmd.ProposeClosing())
    if folios_left(state) < RESERVE or state.closing:
        yield close
    day, asked = premises.day, Question("day", _("Fecha"), "text")
    yield step(cmd.OpenSession(premises.appointments, state.day_agreed or day, None, day), "", asked)
    if not state.closing:
        yield close
    if state.day_proposed is not None:
        label = _("Conformar la fecha {day}", day=state.day_proposed.day)
        yield step(cmd.ApproveSessionDay(), label)
    yield step(cmd.ProposeSessionDay(day, ""), "", asked, Question("reason", _("Motivo"), "text"))


def _balls_and_announcement(state: State) -> Iterator[Candidate]:
    session = state.session
    assert session is not None
    count = _count(state, session)
    if not session.loaded:
        if not session.counted:
            yield count
        yield step(cmd.LoadBalls())
    if state.rules.shifts and session.shift is None:
        yield from till_steps(state)
    for key, series in state.series.items():
        if state.pointers[key] < series.size:
            yield step(cmd.AnnounceGame(key), _("Anunciar serie {series} y precio", series=key))
    if session.loaded and not session.counted and state.mounted is not None:
        yield (count[0], _("Recuento final de bolas"), count[2])
    yield step(cmd.CloseSession())


def _count(state: State, session: Session) -> Candidate:
    """The count of the balls; that of a manual extractor's says who is present (AJ-62)."""
    everything = tuple(range(1, state.rules.universe + 1))
    balls = Question("numbers", _("Bolas contadas"), "balls")
    if state.rules.operation != "manual":
        return step(cmd.CountBalls(everything, ()), "", balls)
    count = cmd.CountBalls(everything, (), session.posts[Post.DIRECTOR])
    return step(count, "", balls, *PRESENT)
