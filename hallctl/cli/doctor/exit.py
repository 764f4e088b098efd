"""Whether the camera still sees the exit as it was learnt: empty, in the same light, from the same place.

Not responsible for taking the picture.
"""

from typing import Final

from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit, Unlike
from drivers.reader.picture import checked
from hallctl.cli.doctor.finding import Finding, advice, good, missing

EXIT: Final = "salida de bolas"

_AGAIN: Final = "Calibre de nuevo, con la salida vacía: «hallctl camera calibrate» (docs/camera.md)."


def check_exit(image: Image, empty: LearntExit) -> Finding:
    """Tell whether a BGR picture shows the empty exit that a hall learnt, and in what it differs."""
    found = empty.explained(checked(image))
    match found.unlike:
        case Unlike.NOTHING:
            return good(EXIT, "vacía, como se aprendió")
        case Unlike.LIGHT:
            said = f"la imagen es {found.light:.1f} veces tan clara como cuando se aprendió".replace(".", ",")
            return missing(EXIT, said, f"Ponga la luz y la exposición de entonces. {_AGAIN}")
        case Unlike.MOVED:
            said = f"la cámara se ha movido {found.moved:.0f} px desde que se aprendió"
            return missing(EXIT, said, f"Vuelva a ponerla donde estaba y sujétela. {_AGAIN}")
        case Unlike.SIZE:
            return missing(EXIT, "la imagen tiene otra forma que cuando se aprendió", _AGAIN)
        case _:
            return advice(EXIT, "no está vacía, o ya no es como se aprendió", f"Si está vacía: {_AGAIN}")


def unlearnt() -> Finding:
    """Tell that a hall's calibration learnt no exit: it knows only one that looks as the reader expects."""
    said = "ninguna calibración la aprendió: vacía solo se reconoce un agujero oscuro en un aro claro"
    return advice(EXIT, said, "«hallctl camera calibrate» la aprende (docs/camera.md).")
