"""What is set up before the balls of a calibration: framing, focus and light, and how each is measured.

Pure. Not responsible for leading anybody through them (``guide``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.camera.quality import BLIND
from drivers.reader.exit import DIAMETERS
from drivers.reader.place import OFF_CENTRE, USUAL
from hallctl.app.calibrating.inspection import GLARE, LEVELS, SHARP, Inspection, decimal
from hallctl.app.calibrating.talk import FRAMING_KEYS, STEP_KEYS, Keys, Stage
from hallctl.i18n.sentences import Sentence, _


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to set up before the balls.

    Attributes:
        name: What it is called.
        advice: What to do.
        says: What the newest look shows of it.
        good: Whether that is good enough.
        part: How far it is, 0..1; None where there is no scale.
        keys: What may be answered.
    """

    name: Sentence
    advice: tuple[Sentence, ...]
    says: Callable[[Inspection], Sentence]
    good: Callable[[Inspection], bool]
    part: Callable[[Inspection], float | None] = lambda _: None
    keys: Keys = STEP_KEYS


@dataclass(frozen=True, slots=True)
class Measured:
    """How a step was left.

    Attributes:
        name: The step.
        said: What was measured last.
        good: Whether that was good enough.
    """

    name: Sentence
    said: Sentence
    good: bool


def _framing(look: Inspection) -> Sentence:
    if look.box is None:
        return _("no se ve ninguna bola")
    size, off = f"{look.diameter:.0f}", f"{look.off_centre:.0f}"
    return _("bola de {size} px, a {off} px del centro", size=size, off=off)


def _focus(look: Inspection) -> Sentence:
    edge = look.quality.edge
    return _("bordes de {edge} px", edge=decimal(edge)) if edge < BLIND else _("no se ve ningún borde")


def _sharpness(look: Inspection) -> float | None:
    return 1 - (look.quality.edge - 1) / 3 if look.quality.edge < BLIND else None


def _light(look: Inspection) -> Sentence:
    level, glare = f"{look.quality.level:.0f}", decimal(100 * look.glare)
    return _("nivel {level}, reflejo {glare} %", level=level, glare=glare)


EMPTY: Final = _("Salida vacía")
"""The part in which the exit is learnt."""

VACANT: Final = Stage(1, EMPTY, (_("Deje la salida como queda entre dos bolas: vacía y sin nada delante."),))

LEARNING: Final = Stage(6, _("Aprender"), (_("El programa aprende las bolas de sus imágenes: espere."),))

FRAMING: Final = Step(
    _("Encuadre"),
    (
        _(
            "Ponga una bola en la salida. Que mida de {least} a {most} px y se vea entera, en cualquier"
            " sitio.",
            least=f"{DIAMETERS[0]:.0f}",
            most=f"{DIAMETERS[1]:.0f}",
        ),
        _("Si al ponerla no se ve ninguna, la salida no estaba vacía: apréndala otra vez."),
    ),
    _framing,
    lambda look: look.framed,
    keys=FRAMING_KEYS,
)

FRAMING_UNLEARNT: Final = Step(
    _("Encuadre"),
    (
        _(
            "Ponga una bola en la salida. Que mida de {least} a {most} px y quede a menos de {off} px del"
            " centro.",
            least=f"{USUAL[0]:.0f}",
            most=f"{USUAL[1]:.0f}",
            off=f"{OFF_CENTRE:.0f}",
        ),
    ),
    _framing,
    lambda look: look.framed,
)

STEPS: Final = (
    Step(
        _("Enfoque"),
        (
            _(
                "Gire el objetivo hasta que la barra crezca lo más posible: bordes de {edge} px o menos.",
                edge=decimal(SHARP),
            ),
        ),
        _focus,
        lambda look: look.focused,
        _sharpness,
    ),
    Step(
        _("Luz"),
        (
            _(
                "Nivel de {least} a {most}, y menos de un {glare} % de reflejo en ella.",
                least=f"{LEVELS[0]:.0f}",
                most=f"{LEVELS[1]:.0f}",
                glare=f"{100 * GLARE:.0f}",
            ),
        ),
        _light,
        lambda look: look.lit,
        lambda look: look.quality.level / 255,
    ),
)
