"""The recogniser of a hall's own balls, in the place of the reader of any number.

Not responsible for recognising (`drivers.recogniser`), nor for combining pictures (`hallctl.readings.vote`).
"""

from pathlib import Path
from types import MappingProxyType

from drivers.camera.quality import Image
from drivers.reader.sighting import RECOGNISED, Reason, Sighting, unread
from drivers.recogniser.calibration import Calibration, CalibrationError
from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.recognition import Recognition
from hallctl.config.problems import ConfigError
from hallctl.config.reader import RecogniserFile


def calibration_at(file: Path) -> Calibration:
    """Return the calibration of a file.

    Raises:
        ConfigError: It cannot be read, or is no calibration of the recogniser.
    """
    try:
        return Calibration.load(file)
    except OSError as error:
        raise ConfigError([f"{file}: no se puede leer: {error.strerror}"]) from error
    except CalibrationError as error:
        made = "«hallctl camera calibrate --from»"
        raise ConfigError([f"{file}: no es un archivo de {made} de esta versión, o está dañado"]) from error


def calibration_of(known: RecogniserFile, highest: int) -> Calibration:
    """Return the calibration of a ball set that can be used in play: it knows each ball, and no other.

    A ball that it does not know could be told as one that it knows.

    Args:
        known: Its file.
        highest: The highest number of the set.

    Raises:
        ConfigError: It cannot be read, is no calibration, or is not of such a set.
    """
    calibration = calibration_at(known.path)
    whole, numbers = set(range(1, highest + 1)), set(calibration.numbers)
    where, again = f"{known.path}: juego «{known.ball_set}»", "«hallctl camera calibrate --from»"
    if missing := whole - numbers:
        raise ConfigError([f"{where}: no conoce las bolas {_listed(missing)}; muéstrelas en {again}"])
    if strange := numbers - whole:
        raise ConfigError(
            [f"{where}: las bolas {_listed(strange)} no son de este juego, que acaba en {highest}"]
        )
    return calibration


def _listed(numbers: set[int]) -> str:
    return ", ".join(str(each) for each in sorted(numbers))


class BallRecogniser:
    """Reads pictures as `drivers.reader.reader.Reader` does.

    Args:
        recogniser: What knows the hall's balls.
    """

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser = recogniser

    def prepare(self) -> bool:
        """Do nothing and return False: a recogniser is ready when it is made."""
        return False

    def read(self, image: Image, *, ask_mirror: bool = True) -> Sighting:
        """Say what one BGR picture shows.

        Args:
            image: The picture.
            ask_mirror: Taken as the reader takes it; a recogniser always asks.

        Raises:
            ImageError: It is no picture that can be read.
        """
        del ask_mirror
        return sighting_of(self._recogniser.look(image))


def sighting_of(found: Recognition) -> Sighting:
    """Return what the recogniser found as the vote takes it.

    A recognised ball counts as a print that is its pattern does; one that is not recognised gives no score.
    """
    if found.number is not None:
        return Sighting(
            ball=True, empty=False, scores=MappingProxyType({found.number: RECOGNISED}), reason=Reason.NONE
        )
    return unread(Reason(str(found.reason)), ball=found.disc is not None, empty=found.empty)
