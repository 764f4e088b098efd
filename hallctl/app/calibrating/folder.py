"""A folder of pictures of a set of balls: ``empty-*.png`` and ``NUMBER-POSE-FRAME.png``.

Not responsible for what the pictures show.
"""

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.camera.quality import Image
from drivers.reader.exit import LEAST_KEPT
from drivers.reader.picture import ImageError, Unusable
from hallctl.app.whole_file import write_whole
from hallctl.config.kept import stem_of
from hallctl.config.problems import ConfigError

LEAST_POSES: Final = 2
"""Ways of lying without which a ball's prints cannot be compared with each other."""

TOPS: Final = (75, 80, 90)
"""The highest numbers of the sets that are sold."""

_EMPTY: Final = re.compile(r"empty-[^/]+")
_BALL: Final = re.compile(r"(?P<number>[1-9]\d?)-(?P<pose>\d+)-(?P<frame>\d+)")
_UNUSABLE: Final = {
    Unusable.FORM: "no es una imagen en color de 8 bits",
    Unusable.SHAPE: "la imagen es demasiado pequeña o alargada para mostrar una bola: use 640×480 o más",
    Unusable.SIZE: "la imagen tiene demasiados píxeles",
}
_NAMED: Final = 4  # files and balls that a sentence names; the others are counted
_FORM: Final = "«empty-….png» y «NÚMERO-POSE-IMAGEN.png» (por ejemplo «42-0-1.png»)"


@dataclass(frozen=True, slots=True, order=True)
class BallPicture:
    """A picture of a ball.

    Attributes:
        number: Of the ball, as the file is named.
        pose: Which way it lies.
        frame: Of the pictures of that.
        path: The file.
    """

    number: int
    pose: int
    frame: int
    path: Path


@dataclass(frozen=True, slots=True)
class BallFolder:
    """The pictures of a folder.

    Attributes:
        path: The folder.
        empties: Pictures of the empty exit.
        pictures: Pictures of balls, by number, pose and frame.
    """

    path: Path
    empties: tuple[Path, ...]
    pictures: tuple[BallPicture, ...]

    @classmethod
    def at(cls, path: Path) -> "BallFolder":
        """List a folder; files other than PNG are left alone.

        Raises:
            ConfigError: It is no folder, or a picture's name says neither empty nor ball.
        """
        if not path.is_dir():
            raise ConfigError([f"no existe la carpeta {path}"])
        files = sorted(each for each in path.iterdir() if each.suffix.lower() == ".png")
        empties, pictures, strange = list[Path](), list[BallPicture](), list[str]()
        for file in files:
            named = _BALL.fullmatch(file.stem)
            if named is not None:
                pictures.append(
                    BallPicture(int(named["number"]), int(named["pose"]), int(named["frame"]), file)
                )
            elif _EMPTY.fullmatch(file.stem):
                empties.append(file)
            else:
                strange.append(file.name)
        if strange:
            raise ConfigError([f"{path}: {_some(strange)}: los nombres deben ser {_FORM}"])
        return cls(path, tuple(empties), tuple(sorted(pictures)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The balls that are shown, in order."""
        return tuple(sorted({each.number for each in self.pictures}))

    @property
    def missing(self) -> tuple[int, ...]:
        """The balls that are not shown of the smallest set sold that holds all that are."""
        shown = self.numbers
        top = next((each for each in TOPS if not shown or shown[-1] <= each), max(shown, default=0))
        return tuple(number for number in range(1, top + 1) if number not in shown)

    def poses(self) -> dict[tuple[int, int], list[BallPicture]]:
        """Return the pictures of each number and pose, in order."""
        found: defaultdict[tuple[int, int], list[BallPicture]] = defaultdict(list)
        for each in self.pictures:
            found[each.number, each.pose].append(each)
        return dict(found)

    def check_calibrates(self) -> None:
        """Check that there is enough to calibrate from.

        Raises:
            ConfigError: There is not; every problem at once.
        """
        problems = []
        if len(self.empties) < LEAST_KEPT:
            problems.append(
                f"{self.path}: hay {len(self.empties)} imágenes de la salida vacía («empty-….png»);"
                f" hacen falta {LEAST_KEPT}"
            )
        if not self.pictures:
            problems.append(f"{self.path}: no hay imágenes de bolas; los nombres deben ser {_FORM}")
        poses = [number for number, _ in self.poses()]
        few = [number for number in self.numbers if poses.count(number) < LEAST_POSES]
        if few:
            problems.append(
                f"{self.path}: las bolas {balls(few)} se muestran en menos de {LEAST_POSES} poses;"
                " muestre cada una en tres"
            )
        if problems:
            raise ConfigError(problems)


class FolderWriter:
    """Keeps pictures of a calibration as a folder that can be calibrated from; without a folder, nothing.

    Args:
        path: The folder, which is made where it is missing.
        resume: Whether pictures of the same set may be in it, with which the calibration goes on.

    Raises:
        ConfigError: There is something in it, or to go on with what is no picture of a calibration.
        OSError: It cannot be made.
    """

    def __init__(self, path: Path | None, *, resume: bool = False) -> None:
        self.path = path
        self._before: dict[int, list[BallPicture]] = {}
        if path is None:
            return
        path.mkdir(parents=True, exist_ok=True)
        if resume:
            for each in BallFolder.at(path).pictures:
                self._before.setdefault(each.number, []).append(each)
        elif any(path.iterdir()):
            raise ConfigError([f"{path}: no está vacía; las imágenes se guardan en una carpeta vacía"])

    def kept(self, number: int) -> Iterator[tuple[int, Image]]:
        """Yield the pictures of a ball that were in the folder before, each with its pose.

        Raises:
            ConfigError: One is none.
        """
        for each in self._before.get(number, ()):
            yield each.pose, load_picture(each.path)

    def keep_empties(self, pictures: Sequence[Image]) -> None:
        """Keep pictures of the empty exit in the place of those that were kept before."""
        for count, each in enumerate(pictures):
            self._keep(f"empty-{count}.png", each)

    def keep_ball(self, number: int, pose: int, picture: Image) -> None:
        """Keep a picture of a ball."""
        self._keep(f"{number}-{pose}-0.png", picture)

    def drop_ball(self, number: int, first: int = 0) -> None:
        """Drop the pictures of a ball from a pose on: it is shown anew."""
        self._before.pop(number, None)
        if self.path is not None:
            for each in BallFolder.at(self.path).pictures:
                if each.number == number and each.pose >= first:
                    each.path.unlink()

    def clear(self) -> None:
        """Drop all pictures, and the folder where nothing else is in it."""
        self._before.clear()
        if self.path is not None:
            shown = BallFolder.at(self.path)
            for each in (*shown.empties, *(picture.path for picture in shown.pictures)):
                each.unlink()
            if not any(self.path.iterdir()):
                self.path.rmdir()

    def _keep(self, name: str, picture: Image) -> None:
        if self.path is not None:
            packed = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
            write_whole(self.path / name, packed.tobytes())


def turns_folder(folder: Path, ball_set: str) -> Path:
    """Return where the pictures of a set are kept until its calibration is written."""
    return folder / f"vueltas-{stem_of(ball_set)}"


def put_away(folder: Path, ball_set: str) -> None:
    """Keep the pictures of a set that is calibrated in the place of those of the time before."""
    turns, done = turns_folder(folder, ball_set), _done_folder(folder, ball_set)
    if turns.is_dir():
        shutil.rmtree(done, ignore_errors=True)
        turns.rename(done)


def take_out(folder: Path, ball_set: str) -> None:
    """Take the pictures by which a set was calibrated once more: what was written of it is damaged."""
    turns, done = turns_folder(folder, ball_set), _done_folder(folder, ball_set)
    if done.is_dir() and not turns.is_dir():
        done.rename(turns)


def _done_folder(folder: Path, ball_set: str) -> Path:
    return folder / f"hechas-{stem_of(ball_set)}"


def load_picture(path: Path) -> Image:
    """Read a picture, BGR.

    Raises:
        ConfigError: It is none, or cannot be read.
    """
    try:
        packed = np.fromfile(path, np.uint8)
    except OSError as error:
        raise ConfigError([f"{path}: no se puede leer: {error.strerror}"]) from error
    picture = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    if picture is None:
        raise ConfigError([f"{path}: no es una imagen"])
    return np.asarray(picture, np.uint8)


def unusable(path: Path, error: ImageError) -> ConfigError:
    """Return, for people, why a picture of a folder cannot be looked at."""
    return ConfigError([f"{path}: {_UNUSABLE[error.why]}"])


def load_pictures(paths: Sequence[Path]) -> Iterator[Image]:
    """Read pictures one after the other.

    Raises:
        ConfigError: One is none.
    """
    return map(load_picture, paths)


def balls(numbers: Sequence[int]) -> str:
    """Return numbers of balls as a list for people, e.g. "3, 14 y 41"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} y {last}" if first else last


def _some(names: Sequence[str]) -> str:
    listed = ", ".join(f"«{each}»" for each in names[:_NAMED])
    more = len(names) - _NAMED
    return f"{listed} y {more} más" if more > 0 else listed
