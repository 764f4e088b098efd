"""The house's steps that are open during a session, in a game and between games.

Not responsible for whether one is open (``desk`` asks the rules).
"""

from collections.abc import Iterator
from typing import Final

from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
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


def step_of_players(session: Session) -> Candidate:
    """How many players there are, which is said of the whole session."""
    return step(CountPlayers(session.players), "", Question("players", _("Jugadores"), "number"))


def steps_to_answer(state: State) -> Iterator[Candidate]:
    """What was written down and waits for the Director, during a game or between games."""
    for number in state.incidents:
        yield step(ApproveIncident(number), _("Firmar incidencia {number}", number=number))
    for number in state.complaints:
        label = _("Resolver reclamación {number}", number=number)
        yield step(ResolveComplaint(number, ""), label, _DECISION)


def steps_to_write() -> Iterator[Candidate]:
    """What may happen as long as a session is open (AJ-53, 56)."""
    yield step(MinuteIncident(""), "", Question("text", _("Qué ocurrió"), "text"))
    yield step(FileComplaint("", "", ""), "", *_COMPLAINT)


_DECISION: Final = Question(
    "decision",
    _("Decisión"),
    "motive",
    tuple(
        (str(each), each)
        for each in (
            _("Se atiende"),
            _("No procede"),
            _("Queda anotada: los premios ya se pagaron (AJ-102)"),
        )
    ),
)
"""What the Director may decide; none is chosen before they do (AJ-05)."""


_COMPLAINT: Final = (
    Question("claimant", _("Nombre"), "text"),
    Question("document", _("Documento"), "text"),
    Question("text", _("Reclamación"), "text"),
    Question("signed", _("Firmó el papel"), "yes"),
)
"""What a complaint is made of (AJ-56, D14)."""
