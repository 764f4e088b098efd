"""``hallctl read``: what the reader makes of pictures, films and cameras, frame by frame.

Not responsible for voting: each frame stands for itself.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drivers.camera.source import CameraError, SizeError, is_live, named, open_feed, pictures_of
from hallctl.app.calibrating.inspection import Reads
from hallctl.i18n.words import doubt
from hallctl.readings.outcomes import Doubt

Image = Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What one frame gave.

    Attributes:
        source: The file or camera.
        frame: Counts the frames of a source from 1.
        number: What was read, None where nothing was surely.
        scores: How sure each possible number is, 0..1, the likeliest first.
        reason: Why there is no number; empty where there is one.
    """

    source: str
    frame: int
    number: int | None
    scores: dict[int, float]
    reason: str

    def as_json(self) -> str:
        """Return it as one line of JSON."""
        return json.dumps(
            {
                "source": self.source,
                "frame": self.frame,
                "number": self.number,
                "scores": {str(number): round(score, 4) for number, score in self.scores.items()},
                "reason": self.reason,
            },
            ensure_ascii=False,
        )

    def as_text(self) -> str:
        """Return it as one line for a person."""
        scores = "  ".join(f"{number}: {score:.4f}" for number, score in list(self.scores.items())[:4])
        said = f"{self.number:>3}  {scores}" if self.number is not None else f"  —  {doubt(self.reason)}"
        more = f"  ({scores})" if self.number is None and scores else ""
        return f"{self.source} {self.frame:>4}  {said}{more}"


def read_all(
    sources: Sequence[str],
    reader: Reads,
    confidence: float,
    frames: int,
    report: Callable[[Reading], None],
    refused: Callable[[str], None],
) -> int:
    """Read every source and return 0 if each frame gave a number, 1 if not, 2 if something was no picture.

    Args:
        sources: Pictures, folders, patterns, films, addresses, camera numbers.
        reader: The reader.
        confidence: How sure a number must be, 0..1.
        frames: How many frames to read of a live camera.
        report: Receives each reading.
        refused: Gets a sentence for each source that cannot be read.
    """
    ended = 0
    for source in sources:
        for found in _each(source, frames):
            if isinstance(found, str):
                refused(found)
                ended = 2
                continue
            name, count, image = found
            try:
                reading = _read(name, count, image, reader, confidence)
            except ValueError as error:
                refused(f"{name} {count}: {error}")
                ended = 2
                continue
            report(reading)
            ended = max(ended, 1 if reading.number is None else 0)
    return ended


def _read(name: str, count: int, image: Image, reader: Reads, confidence: float) -> Reading:
    sighting = reader.read(image)
    scores = dict(sorted(sighting.scores.items(), key=lambda item: (-item[1], item[0])))
    best = next(iter(scores), None)
    if best is None:
        return Reading(name, count, None, scores, str(sighting.reason))
    if scores[best] < confidence:
        return Reading(name, count, None, scores, Doubt.UNSURE)
    return Reading(name, count, best, scores, "")


def _each(source: str, frames: int) -> Iterator[tuple[str, int, Image] | str]:
    """Give every frame of a source, or a sentence where there is none."""
    try:
        files = None if is_live(source) or source.isdigit() else pictures_of(source)
    except CameraError as error:
        yield str(error)
        return
    for part in [source] if files is None else map(str, files):
        yield from _frames(part, frames)


def _frames(source: str, frames: int) -> Iterator[tuple[str, int, Image] | str]:
    name = named(source)
    if "://" not in source and not source.isdigit() and not is_live(source) and not Path(source).exists():
        yield f"{name}: no existe"
        return
    try:
        feed = open_feed(int(source) if source.isdigit() else source)
    except OSError as error:
        yield _error_of(name, error)
        return
    try:
        count = 0
        while feed.interval or count < frames:
            image = feed.read()
            if image is None:
                yield f"{name}: la cámara calla"
                return
            count += 1
            yield name, count, image
    except OSError as error:
        if count == 0 or not feed.interval or isinstance(error, SizeError):
            yield _error_of(name, error)
    finally:
        feed.close()


def _error_of(name: str, error: OSError) -> str:
    return str(error) if str(error).startswith(name) else f"{name}: {error}"
