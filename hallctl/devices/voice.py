"""The hall's voice: follows the durable state and speaks what belongs to it.

What is spoken is in the book already (I1). Not responsible for the words (``Game.speech``), nor for
what is shown: the locutor confirms a call, and calls where there is no sound.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from drivers.voice.clips import Clips
from drivers.voice.speaker import PLAYER, Speaker
from hallctl.outputs.speech import Speech
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "megafonía"
SILENT: Final = "VOICE-SILENT"
_POLL_S: Final = 0.25


class Voice(Worker):
    """Speaks balls and turns of the game, in a thread of its own."""

    def __init__(
        self,
        speech: Speech,
        folder: Path,
        bulletin: Bulletin,
        inbox: Inbox,
        player: Sequence[str] = PLAYER,
    ) -> None:
        """Prepare to speak.

        Args:
            speech: What the game says.
            folder: Of the clips.
            bulletin: The durable state as it changes.
            inbox: Receives the message that nothing is heard: a notice, which stops nothing.
            player: The program that plays a clip.
        """
        self._interrupting = speech.interrupting
        self._clips = Clips(folder)
        self._bulletin = bulletin
        self._inbox = inbox
        self._player = player
        self._snapshot = bulletin.newest()
        self._announcer = speech.announcer(self._snapshot.state)
        super().__init__("voice-news")

    def _run(self) -> None:
        speaker = Speaker(self._on_trouble, self._on_sound, self._player)
        try:
            while not self._stopping.is_set():
                newer = self._bulletin.after(self._snapshot.sequence, _POLL_S)
                if newer is not None:
                    self._snapshot = newer
                    self._speak(self._announcer.take(newer.state), speaker)
        finally:
            speaker.close()

    def _speak(self, keys: Sequence[str], speaker: Speaker) -> None:
        if self._interrupting.intersection(keys):
            speaker.silence()
        speaker.say(*(self._clips.path(key) for key in keys))

    def _on_trouble(self, why: str) -> None:
        self._inbox.put(msg.Trouble(DEVICE, SILENT, why))

    def _on_sound(self) -> None:
        self._inbox.put(msg.Recovered(DEVICE, SILENT))
