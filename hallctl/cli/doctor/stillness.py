"""Whether a camera that looks at nothing but a still exit can be told from one that froze.

Not responsible for taking pictures, nor for judging a camera at work (`drivers.camera.health`).
"""

from typing import Final

from drivers.camera.pace import FOUND, LATE, PaceMeter
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.i18n.sentences import _, listed

_SET: Final = _("En la cámara: MJPEG, o H.264 con tasa de bits constante (CBR) (docs/camera.md).")


def look_at_pace(part: str, pace: PaceMeter, calibrated: float | None) -> Finding:
    """Tell how often a camera shows that it lives, and what to set where that is too seldom.

    Args:
        part: What the camera is called.
        pace: What was measured of it.
        calibrated: What its calibration measured, None where it has none.
    """
    seconds = f"{pace.seconds:.1f} s".replace(".", ",")
    if not pace.shows_freezing:
        said = _(
            "quieta, su imagen no cambia en {seconds}: no se distingue de una detenida (CAMERA-FROZEN)",
            seconds=seconds,
        )
        return missing(part, said, listed([_SET, _("Si no, una imagen clave por segundo.")], " "))
    if not pace.seconds:
        return good(part, _("quieta, cada imagen es otra: una detenida se nota enseguida"))
    said = _("quieta, su imagen solo cambia cada {seconds}", seconds=seconds)
    if calibrated is not None and pace.seconds > LATE * calibrated:
        was = _("{said}, y al calibrarla no era así", said=said)
        return missing(part, was, listed([_SET, _("Después, calibre de nuevo.")], " "))
    late = f"{FOUND * pace.seconds:.0f}"
    return advice(
        part, _("{said}: una detenida puede tardar {late} s en notarse", said=said, late=late), _SET
    )
