"""Makes clips with espeak-ng, which speaks without a network.

Not responsible for the words. A clip appears whole under its name or not at all.
"""

import subprocess
from pathlib import Path
from typing import Final

from drivers.voice.clips import VoiceError

PROGRAM: Final = "espeak-ng"
_PATIENCE_S: Final = 20.0
_VOICES: Final = {"es": "es-419", "pt": "pt", "en": "en-gb"}
_WORDS_A_MINUTE: Final = 140


def make_clip(path: Path, text: str, language: str, program: str = PROGRAM) -> None:
    """Write what a text sounds like.

    Args:
        path: Of the WAV file; one that is there is replaced.
        text: What is said.
        language: "es", "pt" or "en".
        program: What speaks.

    Raises:
        VoiceError: There is no such program, or it makes no sound of this.
    """
    draft = path.with_suffix(".draft")
    command = [program, "-v", _VOICES[language], "-s", str(_WORDS_A_MINUTE), "-w", str(draft), "--", text]
    try:
        subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=True)
        draft.replace(path)
    except FileNotFoundError as error:
        raise VoiceError(
            f"no está el programa «{program}»: instale espeak-ng, o ponga grabaciones"
        ) from error
    except subprocess.SubprocessError as error:
        raise VoiceError(f"«{program}» no dice «{text}»: {error}") from error
    finally:
        draft.unlink(missing_ok=True)
