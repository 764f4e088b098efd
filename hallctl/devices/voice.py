"""The hall's voice: follows the durable state and speaks what belongs to it.

What is spoken is in the book already (I1). Not responsible for the words (``Game.speech``), nor for
what is shown: the locutor confirms a call, and calls where there is no sound.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from drivers.voice.clips import Clips
from drivers.voice.speaker import PLAYER, Speaker
from drivers.voice.volume import FULL, quieter
from hallctl.outputs.screens.names import Moment
from hallctl.outputs.speech import CHIME, TEST, Speech
from hallctl.rules.voice import VOICE
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE, SILENT = VOICE
_POLL_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class Sound:
    """How a hall sounds.

    Attributes:
        player: The program that plays a clip.
        chime: Whether a chime is heard before a number.
        volume: In percent, by moment; full where none is named.
    """

    player: Sequence[str] = PLAYER
    chime: bool = True
    volume: Mapping[Moment, int] = field(default_factory=dict)


class Voice(Worker):
    """Speaks balls and turns of the game, in a thread of its own."""

    def __init__(
        self, speech: Speech, folder: Path, bulletin: Bulletin, inbox: Inbox, sound: Sound | None = None
    ) -> None:
        """Prepare to speak.

        Args:
            speech: What the game says.
            folder: Of the clips.
            bulletin: The durable state as it changes.
            inbox: Receives the message that nothing is heard: a notice, which stops nothing.
            sound: How it sounds.
        """
        self._speech = speech
        self._clips = Clips(folder)
        self._bulletin = bulletin
        self._inbox = inbox
        self._sound = sound or Sound()
        self._snapshot = bulletin.newest()
        self._announcer = speech.announcer(self._snapshot.state)
        self._tested = threading.Event()
        self._keys: dict[Path, str] = {}
        super().__init__("voice-news")

    def test(self) -> None:
        """Let the chime and the sound test be heard (AJ-38), as loud as in a draw; from any thread."""
        self._tested.set()

    def _run(self) -> None:
        speaker = Speaker(self._on_trouble, self._on_sound, self._sound.player, self._on_played)
        with TemporaryDirectory(prefix="hallctl-voice-") as quiet:
            try:
                while not self._stopping.is_set():
                    newer = self._bulletin.after(self._snapshot.sequence, _POLL_S)
                    if newer is not None:
                        self._snapshot = newer
                        keys = self._announcer.take(newer.state)
                        self._speak(keys, self._speech.moment(newer.state), speaker, Path(quiet))
                    if self._tested.is_set():
                        self._tested.clear()
                        self._speak((TEST,), "draw", speaker, Path(quiet))
            finally:
                speaker.close()

    def _speak(self, keys: Sequence[str], moment: Moment, speaker: Speaker, quiet: Path) -> None:
        if self._speech.interrupting.intersection(keys):
            speaker.silence()
        percent = self._sound.volume.get(moment, FULL)
        for key in keys:
            chimed = self._sound.chime and (self._speech.chimed(key) or key == TEST)
            said = (CHIME, key) if chimed else (key,)
            clips = {quieter(self._clips.path(each), percent, quiet): each for each in said}
            self._keys |= clips
            speaker.say(*clips)

    def _on_played(self, clip: Path) -> None:
        self._inbox.put(msg.Spoken(self._keys[clip]))

    def _on_trouble(self, why: str) -> None:
        self._inbox.put(msg.Trouble(DEVICE, SILENT, why))

    def _on_sound(self) -> None:
        self._inbox.put(msg.Recovered(DEVICE, SILENT))
