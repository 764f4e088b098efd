"""Whether the camera still sees the exit as it was learnt: empty, in the same light, from the same place.

Not responsible for taking the picture.
"""

from typing import Final

from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit, Unlike
from drivers.reader.picture import checked
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.i18n.sentences import _, listed

EXIT: Final = _("salida de bolas")

_AGAIN: Final = _("Calibre de nuevo, con la salida vacía: «hallctl camera calibrate» (docs/camera.md).")


def check_exit(image: Image, empty: LearntExit) -> Finding:
    """Tell whether a BGR picture shows the empty exit that a hall learnt, and in what it differs."""
    found = empty.explained(checked(image))
    match found.unlike:
        case Unlike.NOTHING:
            return good(EXIT, _("vacía, como se aprendió"))
        case Unlike.LIGHT:
            times = f"{found.light:.1f}".replace(".", ",")
            said = _("la imagen es {times} veces tan clara como cuando se aprendió", times=times)
            return missing(EXIT, said, listed([_("Ponga la luz y la exposición de entonces."), _AGAIN], " "))
        case Unlike.MOVED:
            said = _("la cámara se ha movido {pixels} px desde que se aprendió", pixels=f"{found.moved:.0f}")
            return missing(EXIT, said, listed([_("Vuelva a ponerla donde estaba y sujétela."), _AGAIN], " "))
        case Unlike.SIZE:
            return missing(EXIT, _("la imagen tiene otra forma que cuando se aprendió"), _AGAIN)
        case Unlike():
            said = _("no está vacía, o ya no es como se aprendió")
            return advice(EXIT, said, listed([_("Si está vacía:"), _AGAIN], " "))


def unlearnt() -> Finding:
    """Tell that a hall's calibration learnt no exit: it knows only one that looks as the reader expects."""
    said = _("ninguna calibración la aprendió: vacía solo se reconoce un agujero oscuro en un aro claro")
    return advice(EXIT, said, _("«hallctl camera calibrate» la aprende (docs/camera.md)."))
