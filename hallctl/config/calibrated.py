"""Whether a hall's camera knows the ball sets that it is to read, by calibrations of its own.

Not responsible for calibrating (`hallctl.app.calibrating`), nor for reading what a calibration wrote.
"""

from collections.abc import Iterator, Mapping

from hallctl.config.hall import Setting
from hallctl.config.kept import FOLDER
from hallctl.config.reader import Made
from hallctl.rules.state import Calibrated


def calibrated(setting: Setting) -> Mapping[str, Calibrated] | None:
    """Return the ball sets whose prints the camera of a real hall knows; None where it need know none."""
    if _needs_none(setting):
        return None
    known = setting.calibrations
    made = (each for each in known.made if each.patterns is not None)
    read = {each.ball_set: Calibrated(each.file, each.patterns or "") for each in made}
    return read | {each.ball_set: Calibrated(each.path.name, each.digest) for each in known.recognisers}


def uncalibrated(setting: Setting) -> Iterator[str]:
    """Yield the ball sets at hand whose prints the camera of a real hall does not know.

    Votes on balls that were not calibrated are false or refused several times as often (docs/reader.md).
    """
    if _needs_none(setting):
        return
    known = {each.ball_set for each in setting.calibrations.sheets}
    known |= {each.ball_set for each in setting.calibrations.recognisers}
    yield from (ball_set for ball_set in setting.config.every_ball_set if ball_set not in known)


def damaged(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each calibration that the hall keeps and cannot use, and why, with what to do."""
    for each in setting.calibrations.damaged:
        yield each.file, f"{each.why}; calibre el juego de nuevo, o quite el archivo de «{FOLDER}»"


def minuted(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield what the book says of each calibration in use: a name as of a device, its file and its digest."""
    known = setting.calibrations
    prints = {each.ball_set: (each.file, each.patterns or "") for each in known.made}
    prints |= {each.ball_set: (each.path.name, each.digest) for each in known.recognisers}
    for ball_set, (file, digest) in prints.items():
        yield f"calibración del juego {ball_set}", f"{file}, huella {digest}" if digest else file


def foreign(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each calibration of a real hall that is not one of its own sets', and why, with what to do."""
    if _needs_none(setting):
        return
    patterns: dict[str, Made] = {}
    sets: dict[str, Made] = {}
    for made in setting.calibrations.made:
        why = _why(setting, made, sets.setdefault(made.ball_set, made))
        first = made if made.patterns is None else patterns.setdefault(made.patterns, made)
        if not why and first.ball_set != made.ball_set:
            why = f"tiene los patrones del juego «{first.ball_set}»: es una copia; calibre cada juego"
        if why:
            yield made.file, why
    yield from _foreign_recognisers(setting)


def _foreign_recognisers(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield each recogniser's file that is of no set of the hall, or of another one."""
    first: dict[str, str] = {}
    kept = {each.ball_set for each in setting.calibrations.made if each.kept}
    for each in setting.calibrations.recognisers:
        of = first.setdefault(each.digest, each.ball_set)
        if each.ball_set not in kept.union(setting.config.every_ball_set):
            yield each.path.name, f"es del juego «{each.ball_set}», que no está en ball_sets"
        elif of != each.ball_set:
            yield each.path.name, f"es una copia del archivo del juego «{of}»: calibre cada juego"


def _why(setting: Setting, made: Made, first: Made) -> str:
    hall, again = setting.config.hall, f"«hallctl camera calibrate --ball-set {made.ball_set}»"
    if made.ball_set not in setting.config.every_ball_set and not made.kept:
        return (
            f"es del juego «{made.ball_set}», que no está en ball_sets: quítelo de [reader] calibrations y"
            " calibre los juegos de esta sala"
        )
    if made.hall is None:
        return f"no dice en qué sala se hizo (es de una versión anterior): {again}"
    name, licence = made.hall
    if name != hall.name and licence != hall.licence:
        return f"se hizo en la sala «{name}», con otras bolas: {again}"
    if first is not made:
        return (
            f"es otra vez el juego «{made.ball_set}», como {first.file}: deje solo la calibración más nueva"
        )
    return ""


def _needs_none(setting: Setting) -> bool:
    return setting.config.camera is None or setting.config.simulated
