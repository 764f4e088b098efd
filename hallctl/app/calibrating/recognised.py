"""What the recogniser learns from the pictures that a calibration kept: balls that it knows, and its file.

Not responsible for taking pictures (``guide``), nor for how it learns (`drivers.recogniser`).
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from drivers.reader.exit import LEAST_KEPT
from drivers.recogniser.calibration import Calibration, CalibrationError, Noticed, Shown, calibrate
from hallctl.app.calibrating.calibration import SetReport, Verdict
from hallctl.app.calibrating.folder import LEAST_POSES, BallFolder, load_picture, load_pictures
from hallctl.i18n.sentences import Sentence, _

_ROOT: Final = Path(__file__).parents[3]
_GLANCE_S: Final = 0.2
_POLITE: Final = 10
_UNKNOWN: Final = frozenset({Noticed.NO_BALL, Noticed.NO_PRINT, Noticed.OTHER_LABEL, Noticed.MIRRORED})
_UNSURE: Final = frozenset({Noticed.UNSURE, Noticed.OTHER_LABEL, Noticed.MIRRORED})


@dataclass(frozen=True, slots=True)
class Recognised:
    """What the recogniser knows of a set.

    Attributes:
        calibration: That, to be read or written.
        highest: The highest number of the set.
    """

    calibration: Calibration
    highest: int

    @property
    def whole(self) -> bool:
        """Whether it knows every ball of the set: one that it does not know it could take for another."""
        return self.calibration.numbers == tuple(range(1, self.highest + 1))

    @property
    def lacking(self) -> frozenset[int]:
        """The balls that another look may teach it."""
        found = {each for remark in self._remarks(_UNKNOWN) for each in remark}
        return frozenset(found | set(range(1, self.highest + 1)).difference(self.calibration.numbers))

    @property
    def asked(self) -> frozenset[int]:
        """The balls that go to a person, or may: unknown, alike or not certain."""
        found = {each for remark in self._remarks(_UNSURE) for each in remark}
        return self.lacking.union(found, *self.calibration.pairs)

    def reads_better(self, report: SetReport) -> bool:
        """Whether it is to read the set in play: it is whole, and leaves a person no more balls."""
        unread = set(report.of(*(set(Verdict) - {Verdict.CLEAR}))) | set(report.always_ask)
        return self.whole and len(self.asked) <= len(unread)

    def content(self) -> bytes:
        """Return its file."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "recogniser"
            self.calibration.save(file)
            return file.read_bytes()

    def _remarks(self, kinds: frozenset[Noticed]) -> Iterator[tuple[int, ...]]:
        return (each.numbers for each in self.calibration.remarks if each.what in kinds)


def recognised(path: Path, highest: int) -> Calibration | None:
    """Learn what the pictures of a folder show; None where they are too few, or teach nothing.

    Raises:
        ConfigError: A picture cannot be read.
    """
    folder = BallFolder.at(path)
    enough = _in_poses(folder, highest)
    if not enough:
        return None
    shown = (
        Shown(each.number, each.pose, load_picture(each.path))
        for each in folder.pictures
        if each.number in enough
    )
    try:
        return calibrate(list(load_pictures(folder.empties)), shown)
    except CalibrationError:
        return None


def recognised_apart(path: Path, highest: int, stopped: Callable[[], bool]) -> Recognised | None:
    """Learn in a process of its own: a minute of a processor, which a hall's own process must not give.

    Args:
        path: The folder of pictures.
        highest: The highest number of the set.
        stopped: Whether nobody waits for it any more.

    Raises:
        ConfigError: A picture's name says neither empty nor ball.
        OSError: No process can be started.
    """
    if not _in_poses(BallFolder.at(path), highest):
        return None
    with TemporaryDirectory() as folder:
        file = Path(folder) / "recogniser"
        command = [sys.executable, "-m", __name__, str(path.resolve()), str(highest), str(file)]
        with subprocess.Popen(command, cwd=_ROOT, process_group=0) as process:
            while process.poll() is None:
                if stopped():
                    process.kill()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_GLANCE_S)
        return Recognised(Calibration.load(file), highest) if process.returncode == 0 else None


def _in_poses(folder: BallFolder, highest: int) -> frozenset[int]:
    """Return the balls that were shown in enough poses; none where the empty exit was not."""
    if len(folder.empties) < LEAST_KEPT:
        return frozenset()
    poses = Counter(number for number, _pose in folder.poses() if number <= highest)
    return frozenset(number for number, seen in poses.items() if seen >= LEAST_POSES)


def recognised_text(known: Recognised | None, *, used: bool) -> Sentence:
    """Say what the recogniser learnt, and whether it reads the set in play."""
    if known is None:
        return _("El reconocedor no aprendió nada: hacen falta la salida vacía y dos posturas de cada bola.")
    surely = known.highest - len(known.asked)
    if used:
        return _(
            "El reconocedor conoce {known} de las {highest} bolas con certeza y lee este juego.",
            known=surely,
            highest=known.highest,
        )
    return _(
        "El reconocedor conoce {known} de las {highest} bolas con certeza: este juego lo lee el lector.",
        known=surely,
        highest=known.highest,
    )


def _main(folder: str, highest: str, file: str) -> int:
    os.nice(_POLITE)
    learnt = recognised(Path(folder), int(highest))
    if learnt is None:
        return 1
    learnt.save(Path(file))
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
