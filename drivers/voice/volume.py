"""Clips made quieter: a copy of each, kept for as long as the voice speaks.

Players differ in how they set a volume, a file does not. Not responsible for how loud the amplifier is.
"""

import wave
from array import array
from pathlib import Path
from typing import Final

FULL: Final = 100
_SIXTEEN_BITS: Final = 2


def quieter(clip: Path, percent: int, folder: Path) -> Path:
    """Return a copy of a clip at a share of its loudness, made once a share.

    What is no WAV of 16 bits stays as it is: it is heard too loud rather than not at all.

    Args:
        clip: The clip.
        percent: Of its loudness, 0 to 100.
        folder: Where copies are kept.
    """
    copy = folder / f"{clip.stem}-{percent}{clip.suffix}"
    if percent >= FULL or copy.exists():
        return clip if percent >= FULL else copy
    try:
        with wave.open(str(clip), "rb") as whole:
            parameters, frames = whole.getparams(), whole.readframes(whole.getnframes())
        if parameters.sampwidth != _SIXTEEN_BITS:
            return clip
        samples = array("h", frames)
        draft = copy.with_suffix(".draft")
        with wave.open(str(draft), "wb") as quiet:
            quiet.setparams(parameters)
            quiet.writeframes(array("h", (sample * percent // FULL for sample in samples)).tobytes())
        draft.replace(copy)
    except (OSError, EOFError, ValueError, wave.Error):
        return clip  # its player says what is wrong with it
    return copy
