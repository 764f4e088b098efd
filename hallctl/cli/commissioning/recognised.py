"""``hallctl read --calibration``: what the recogniser makes of pictures, alone and together.

Not responsible for recognising, nor for how a vote is counted (`hallctl.readings.vote`).
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from drivers.reader.picture import ImageError
from drivers.reader.sighting import Sighting
from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.recognition import Recognition
from hallctl.app.calibrating.folder import BallFolder, load_picture, unusable
from hallctl.devices.recogniser import sighting_of
from hallctl.i18n.words import doubt
from hallctl.readings.outcomes import BallRead, Doubtful, NoBall, Outcome, Pending
from hallctl.readings.vote import Vote, VotePolicy

_RATE: Final = 30  # pictures a second, as a camera gives them
_AFTER: Final = 5.0  # seconds after which a vote waits for nothing more


@dataclass(frozen=True, slots=True)
class PictureLine:
    """What one picture gave.

    Attributes:
        source: The file.
        found: What the recogniser found.
        milliseconds: How long it took.
    """

    source: Path
    found: Recognition
    milliseconds: float

    def as_json(self) -> str:
        """Return it as one line of JSON."""
        values = {
            "kind": "picture",
            "source": str(self.source),
            "number": self.found.number,
            "reason": str(self.found.reason),
            "empty": self.found.empty,
            "margin": round(self.found.margin, 4),
            "ms": round(self.milliseconds, 2),
        }
        return json.dumps(values, ensure_ascii=False)

    def as_text(self) -> str:
        """Return it as one line for a person."""
        shown = _number_or_doubt(self.found.number, str(self.found.reason))
        return f"{self.source.name:<24} {shown:<60} {self.milliseconds:6.1f} ms"


@dataclass(frozen=True, slots=True)
class VoteLine:
    """What the pictures of one ball that lies still gave together.

    Attributes:
        source: The folder, and NUMBER-POSE.
        pictures: How many there were.
        number: The ball's; None where it is not certain.
        reason: Why it is not.
    """

    source: str
    pictures: int
    number: int | None
    reason: str

    def as_json(self) -> str:
        """Return it as one line of JSON."""
        values = {
            "kind": "vote",
            "source": self.source,
            "pictures": self.pictures,
            "number": self.number,
            "reason": self.reason,
        }
        return json.dumps(values, ensure_ascii=False)

    def as_text(self) -> str:
        """Return it as one line for a person."""
        return f"{f'  voto de {self.pictures}':<24} {_number_or_doubt(self.number, self.reason)}"


def read_folders(
    folders: Sequence[str], recogniser: Recogniser, say: Callable[[str], None], *, as_json: bool
) -> int:
    """Read folders of pictures.

    Args:
        folders: As `hallctl.app.calibrating.folder` lists them.
        recogniser: What knows the balls.
        say: Takes each line.
        as_json: Whether lines are JSON.

    Returns:
        0 where each vote gave a number and each empty exit was empty, 1 where one did not.

    Raises:
        ConfigError: A folder cannot be read, or what it holds is no picture.
    """
    ended = 0
    for folder in map(Path, folders):
        for line in _lines(BallFolder.at(folder), recogniser):
            say(line.as_json() if as_json else line.as_text())
            empty = isinstance(line, PictureLine) and line.source.stem.startswith("empty-")
            if (isinstance(line, VoteLine) and line.number is None) or (empty and not _is_empty(line)):
                ended = 1
    return ended


def vote_of(sightings: Sequence[Sighting], policy: VotePolicy) -> Outcome:
    """Return what pictures of one ball give together, as the hall votes while a draw waits."""
    vote = Vote(frozenset(), armed=True, started_at=0.0, policy=policy)
    for count, sighting in enumerate(sightings):
        vote = vote.see(sighting, count + 1, count / _RATE)
        outcome = vote.outcome((count + 0.5) / _RATE)
        if not isinstance(outcome, Pending):
            return outcome
    return vote.outcome(_AFTER)


def _lines(folder: BallFolder, recogniser: Recogniser) -> Iterator[PictureLine | VoteLine]:
    for path in folder.empties:
        yield _looked(path, recogniser)
    for (number, pose), pictures in folder.poses().items():
        lines = [_looked(each.path, recogniser) for each in pictures]
        yield from lines
        outcome = vote_of([sighting_of(each.found) for each in lines], VotePolicy())
        read = outcome.number if isinstance(outcome, BallRead) else None
        reason = str(outcome.reason) if isinstance(outcome, Doubtful | NoBall) else ""
        yield VoteLine(str(folder.path / f"{number}-{pose}"), len(lines), read, reason)


def _looked(path: Path, recogniser: Recogniser) -> PictureLine:
    picture = load_picture(path)
    began = time.perf_counter()
    try:
        found = recogniser.look(picture)
    except ImageError as error:
        raise unusable(path, error) from error
    return PictureLine(path, found, (time.perf_counter() - began) * 1000)


def _is_empty(line: PictureLine | VoteLine) -> bool:
    return isinstance(line, PictureLine) and line.found.empty


def _number_or_doubt(number: int | None, reason: str) -> str:
    return f"{number:>3}" if number is not None else f"  —  {doubt(reason)}"
