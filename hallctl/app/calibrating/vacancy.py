"""The empty exit as a calibration learns it: pictures of it go in; the exit, or what is wrong, comes out.

Pure. Not responsible for talking to anybody, nor for how an exit is learnt (`drivers.reader.exit`).
"""

from collections.abc import Sequence
from statistics import median
from typing import Final

from drivers.camera.pace import MOST, PaceMeter
from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit, Place, Unlearnt, learnt
from drivers.reader.sighting import Sighting
from hallctl.app.calibrating.inspection import decimal
from hallctl.i18n.sentences import Sentence, _

PICTURES: Final = 30
"""Of the empty exit, from which it is learnt: a second of a usual camera."""

_BALL: Final = 0.5
WHY: Final = {
    Unlearnt.TOO_FEW: _("llegaron muy pocas imágenes"),
    Unlearnt.SIZES: _("las imágenes cambian de tamaño: fije la resolución de la cámara"),
    Unlearnt.TOO_DARK: _("la imagen está a oscuras: dé luz o más exposición"),
    Unlearnt.TOO_BRIGHT: _("más de un 10 % de la imagen está quemado: baje la luz o la exposición"),
    Unlearnt.FLICKERS: _(
        "la luz parpadea de una imagen a otra: ponga otra lámpara, o una exposición que sea múltiplo de 10 ms"
        " (red de 50 Hz)"
    ),
    Unlearnt.MOVES: _(
        "algo se mueve en la imagen: quite las manos, espere a que pare el bombo, sujete la cámara"
    ),
}
"""What a person is told of pictures that teach no exit."""

STILL: Final = _(
    "con la salida quieta la imagen no cambia en más de {seconds} s: ponga MJPEG, tasa de bits constante"
    " (CBR), o una imagen clave por segundo",
    seconds=decimal(MOST),
)
"""What a person is told of a camera that cannot be told from one that froze."""


def vacancy(
    pictures: Sequence[Image], sightings: Sequence[Sighting], pace: PaceMeter
) -> LearntExit | Sentence:
    """Learn the empty exit, or say to a person why it cannot be learnt.

    Args:
        pictures: BGR, of one camera.
        sightings: What a reader that knows no exit says of each.
        pace: How often the camera showed meanwhile that it lives.
    """
    numbered = sum(bool(each.scores) for each in sightings)
    if sightings and numbered >= _BALL * len(sightings):
        return _("hay una bola en la salida: levántela")
    if not pace.shows_freezing:
        return STILL
    found = learnt(pictures)
    return WHY[found] if isinstance(found, Unlearnt) else found


def middle(places: Sequence[Place]) -> Place | None:
    """Where a ball lies that was measured in several pictures; None where it was in none."""
    if not places:
        return None
    x, y, diameter = (median(each) for each in zip(*((p.x, p.y, p.diameter) for p in places), strict=True))
    return Place(x, y, diameter)
