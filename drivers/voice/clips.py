"""A folder of clips, one WAV file for each thing that is said.

Not responsible for playing them. A hall may put its own recordings in; what is not a WAV of sound is told
before the hall depends on it.
"""

import wave
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SUFFIX: Final = ".wav"
_SHORTEST_S: Final = 0.1
_LONGEST_S: Final = 15.0


class VoiceError(OSError):
    """A clip or a program is missing or unusable; the message says which, and what to do."""


class Clips:
    """The clips of a folder.

    Attributes:
        folder: Where they are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """Return where the clip of a key is, whether there is one or not."""
        return self.folder / f"{key}{SUFFIX}"

    def problems(self, keys: Iterable[str]) -> list[str]:
        """Return a sentence for each clip that is missing or cannot be played."""
        return [problem for key in keys if (problem := self._problem(key))]

    def _problem(self, key: str) -> str:
        path = self.path(key)
        try:
            with wave.open(str(path), "rb") as clip:
                seconds = clip.getnframes() / clip.getframerate()
        except FileNotFoundError:
            return f"{path}: falta"
        except (wave.Error, EOFError, OSError, ZeroDivisionError) as error:
            return f"{path}: no es un WAV que se pueda oír ({error})"
        if not _SHORTEST_S <= seconds <= _LONGEST_S:
            return f"{path}: dura {seconds:.1f} s, no de {_SHORTEST_S} a {_LONGEST_S:.0f}"
        return ""
