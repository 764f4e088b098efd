"""What the steps of a roulette table ask.

Not responsible for when they are offered (``candidates``).
"""

from typing import Final

from hallctl.games.roulette.rules.kinds import Cause, Direction
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.words import CAUSES
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Question

CAUSE: Final = Question(
    "cause", _("Qué se vio"), "choice", tuple((cause.value, CAUSES[cause]) for cause in Cause)
)
"""What may make a spin void (DR10)."""

NUMBER_REASON: Final = Question(
    "reason",
    _("Por qué consta"),
    "motive",
    tuple(
        (str(each), each)
        for each in (
            _("Se ve la bola en su casilla"),
            _("Lo muestra la imagen de la cámara"),
            _("Se ve la bola, y nadie apostó después"),
        )
    ),
)
"""By what two people say a number (DR9, DR11)."""

_TURNS: Final = (
    (Direction.CLOCKWISE.value, _("como el reloj")),
    (Direction.COUNTER.value, _("al revés")),
    (Direction.UNKNOWN.value, _("no anotado")),
)


def number(state: State) -> Question:
    """The number, one of the wheel's, picked on the layout or typed."""
    wheel = state.wheel
    pockets = () if wheel is None else tuple(sorted(wheel.pockets, key=lambda each: (int(each), each)))
    return Question("pocket", _("Número"), "board", tuple((each, each) for each in pockets))


def direction() -> Question:
    """Which way the rotor turns."""
    return Question("direction", _("Plato"), "choice", _TURNS)


def inspection(state: State) -> tuple[Question, ...]:
    """What an inspection of wheel and ball says (DR17)."""
    wheels = tuple((serial, f"{wheel.maker} {serial}") for serial, wheel in state.wheels.items())
    return (
        Question("wheel", _("Ruleta"), "choice", wheels),
        Question("ball", _("Bola"), "text"),
        Question("level", _("Lo que marcó el nivel"), "text"),
        Question("findings", _("Lo que no está bien (vacío si todo está bien)"), "text"),
    )


def sum_of(state: State, field: str, label: Sentence) -> tuple[Question, ...]:
    """An amount, where the table says totals; nothing where nobody counts or the rules do (DR2)."""
    return (Question(field, label, "number"),) if state.rules.stakes == "totals" else ()
