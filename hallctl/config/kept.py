"""Where a hall keeps the calibrations of its ball sets: with its data, found by the set's name.

Not responsible for what a calibration says (`hallctl.config.reader`).
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = "calibraciones"
"""In the hall's directory."""

_ODD: Final = re.compile(r"[^\w.-]+")


def stem_of(ball_set: str) -> str:
    """Return how the files of a ball set are called; no two sets' files are called alike."""
    plain = _ODD.sub("-", ball_set)
    return plain if plain == ball_set else f"{plain}-{sha256(ball_set.encode()).hexdigest()[:6]}"


def file_name(ball_set: str) -> str:
    """Return the name of the file that says what was found out about a ball set."""
    return f"bolas-{stem_of(ball_set)}.toml"


def kept_file(directory: Path, ball_set: str) -> Path:
    """Return where a hall keeps the calibration of a ball set."""
    return directory / FOLDER / file_name(ball_set)


def kept_files(directory: Path) -> list[Path]:
    """Return the calibrations that a hall keeps, whole or damaged."""
    return sorted((directory / FOLDER).glob("bolas-*.toml"))
