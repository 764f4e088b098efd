"""``hallctl camera calibrate --from``: a calibration of the recogniser from a folder, without a person.

Not responsible for taking the pictures, nor for what is learnt from them (`drivers.recogniser`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit
from drivers.reader.picture import ImageError
from drivers.reader.reader import Reader
from drivers.recogniser.calibration import CalibrationError, Noticed, Remark, Shown, Unfit, calibrate
from hallctl.app.calibrating.folder import BallFolder, balls, load_picture, load_pictures, unusable
from hallctl.app.calibrating.mirror import MirrorCheck, MirroredError
from hallctl.config.problems import ConfigError

SUFFIX: Final = ".calibracion"
"""Of the file of a calibration, beside the folder that it was made from."""

_NOTICED: Final = {
    Noticed.NO_BALL: "bolas {balls}: hay imágenes en las que no se encuentra ninguna bola",
    Noticed.NO_PRINT: "bolas {balls}: ningún número se vio entero; muéstrelas de nuevo, en más posiciones",
    Noticed.ALIKE: "bolas {balls}: no se distinguen entre sí; las leerá una persona",
    Noticed.OTHER_LABEL: "bolas {balls}: hay imágenes que parecen de otra bola; compruebe los nombres",
    Noticed.MIRRORED: "bolas {balls}: hay imágenes que solo coinciden vistas en un espejo",
    Noticed.UNSURE: "bolas {balls}: no se reconocen con certeza por sus otras imágenes; compruébelas",
}
_UNFIT: Final = {
    Unfit.NO_PICTURES: "no hay imágenes de bolas",
    Unfit.NO_BALL: "no se encuentra una bola en ninguna de las imágenes",
    Unfit.NO_PRINT: "en ninguna bola se ve un número entero",
    Unfit.UNUSABLE: "hay una imagen que no sirve",
    Unfit.NO_EXIT: "la salida vacía no se puede aprender: hacen falta más imágenes, y quietas",
    Unfit.OTHER_SHAPE: "las imágenes de bolas tienen otro tamaño que las de la salida vacía",
    Unfit.NO_CALIBRATION: "el archivo no es de una calibración",
}
_SURE: Final = 0.995


def default_file(folder: Path) -> Path:
    """Return where the calibration of a folder is written unless somebody says otherwise."""
    whole = folder.resolve()
    return whole.with_name(whole.name + SUFFIX)


def calibrate_folder(folder: Path, file: Path, say: Callable[[str], None]) -> bool:
    """Learn an exit and a set of balls from a folder and write what was learnt.

    Args:
        folder: As `hallctl.app.calibrating.folder` lists it.
        file: What to write.
        say: Takes each sentence for the person.

    Returns:
        Whether every ball of the set can be read.

    Raises:
        ConfigError: The folder does not calibrate; nothing was written.
        OSError: The file cannot be written.
    """
    shown = BallFolder.at(folder)
    shown.check_calibrates()
    if not file.parent.is_dir():
        raise ConfigError([f"no existe la carpeta {file.parent}"])
    try:
        learnt = calibrate(list(load_pictures(shown.empties)), _shown(shown))
    except CalibrationError as error:
        raise ConfigError([f"{folder}: no se puede calibrar: {_UNFIT[error.why]} ({error})"]) from error
    _check_mirror(shown, learnt.finder.exit)
    learnt.save(file)
    remarks = [remark_text(each) for each in learnt.remarks]
    if shown.missing:
        remarks.append(f"bolas {balls(shown.missing)}: no hay imágenes de ellas; una sala las necesita todas")
    for each in remarks:
        say(f"   {each}")
    known = set(learnt.numbers).difference(*learnt.pairs)
    whole = len(shown.numbers) + len(shown.missing)
    say(f"{file}: {len(known)} de {whole} bolas se reconocen")
    return len(known) == whole


def remark_text(remark: Remark) -> str:
    """Return what a calibration noticed, for people."""
    return _NOTICED[remark.what].format(balls=balls(remark.numbers))


def _shown(folder: BallFolder) -> Iterator[Shown]:
    for each in folder.pictures:
        yield Shown(each.number, each.pose, load_picture(each.path))


def _check_mirror(folder: BallFolder, empty: LearntExit) -> None:
    """Ask the reader of any number whether balls are read in a mirror alone: one picture of each.

    Raises:
        ConfigError: They are.
    """
    reader, check = Reader(empty=empty), MirrorCheck(_SURE)
    first = {number: pictures[0] for (number, _), pictures in reversed(folder.poses().items())}
    try:
        for number, each in sorted(first.items()):
            picture: Image = load_picture(each.path)
            check.see(number, reader.read(picture).scores, reader.read_in_a_mirror(picture).scores)
    except ImageError as error:
        raise unusable(each.path, error) from error
    except MirroredError as error:
        raise ConfigError([f"{folder.path}: {error}"]) from error
