"""The steps that are open during a session, in a game and between games.

Not responsible for whether one is open (``desk`` asks the rules).
"""

from collections.abc import Iterator
from typing import Final

from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.opening import AnnounceLastGame, DeclareMinimum, RetireBallSet
from hallctl.rules.commands.session import CountPlayers
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.state import Session, State


def till_steps(state: State) -> Iterator[Candidate]:
    """The cashier takes the till over, or hands it over (AJ-11)."""
    blank = state.rules.blank_count
    if state.session is not None and state.session.shift is not None:
        yield step(CloseShift(blank), "", Question("pieces", _("Todo lo que hay en la caja"), "pieces"))
    else:
        yield step(OpenShift(blank), "", Question("pieces", _("Fondo de caja"), "pieces"))


def steps_of_defective_balls(state: State) -> Iterator[Candidate]:
    """Yield the step that retires the mounted ball set for a defect."""
    if state.mounted is not None:
        retire = RetireBallSet(state.mounted, "")
        why = Question("reason", _("Qué bola, y qué defecto"), "text")
        yield step(retire, _("Retirar bolas {set}", set=state.mounted), why)


def steps_of_the_day(state: State, session: Session) -> Iterator[Candidate]:
    """What is said of the whole session: its players, a smaller minimum, its last game."""
    yield step(CountPlayers(session.players), "", Question("players", _("Jugadores"), "number"))
    smaller = state.rules.minimum_to_start - 1
    if not session.games and smaller:
        cards = Question("cards", _("Cartones para comenzar"), "number")
        yield step(DeclareMinimum(session.minimum or smaller), "", cards)
    if session.last_game is None:
        yield step(AnnounceLastGame())


def steps_to_answer(state: State) -> Iterator[Candidate]:
    """What was written down and waits for the Director, during a game or between games."""
    for number in state.incidents:
        yield step(ApproveIncident(number), _("Firmar incidencia {number}", number=number))
    for number in state.complaints:
        label, decision = _("Resolver reclamación {number}", number=number), _("Decisión")
        yield step(ResolveComplaint(number, ""), label, Question("decision", decision, "text"))


def steps_to_write() -> Iterator[Candidate]:
    """What may happen as long as a session is open (AJ-53, 56)."""
    yield step(MinuteIncident(""), "", Question("text", _("Qué ocurrió"), "text"))
    yield step(FileComplaint("", "", ""), "", *_COMPLAINT)


PRESENT: Final = (
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
