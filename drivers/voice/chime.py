"""Makes the chime that is heard before a ball: two bells, a third apart.

Not responsible for when it is heard; a hall may put its own sound under the same name.
"""

import wave
from array import array
from math import exp, pi, sin
from pathlib import Path
from typing import Final

_RATE: Final = 22_050
_BELLS: Final = ((0.0, 880.0), (0.22, 1108.73))
"""When each begins, in seconds, and its pitch in Hz."""

_LASTS_S: Final = 0.75
_LOUD: Final = 11_000
_FADES: Final = 7.0


def make_chime(path: Path) -> None:
    """Write the chime, a WAV file; one that is there is replaced.

    Raises:
        OSError: If it cannot be written.
    """
    samples = array("h", (round(_LOUD * _level(n / _RATE)) for n in range(round(_LASTS_S * _RATE))))
    draft = path.with_suffix(".draft")
    with wave.open(str(draft), "wb") as clip:
        clip.setnchannels(1)
        clip.setsampwidth(samples.itemsize)
        clip.setframerate(_RATE)
        clip.writeframes(samples.tobytes())
    draft.replace(path)


def _level(t: float) -> float:
    """Return how loud it is at a second, -1 to 1 for each bell."""
    return sum(
        exp(-_FADES * (t - start)) * (0.8 * sin(2 * pi * pitch * t) + 0.2 * sin(4 * pi * pitch * t))
        for start, pitch in _BELLS
        if t >= start
    )
