"""Plays clips one after the other in a thread of its own; what is newer than what waits is said, in order.

Not responsible for what is said. It never holds up who asks: too much at once is dropped, the oldest first,
since a number nobody waits for any more must not be called.
"""

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from drivers.voice.clips import VoiceError

PLAYER: Final = ("aplay", "-q")
MOST: Final = 8
"""How many clips wait at most: a claim, its verdict, and the ball behind it with its chime."""

_PATIENCE_S: Final = 20.0


class Speaker:
    """The loudspeakers, for any thread."""

    def __init__(
        self,
        on_trouble: Callable[[str], None],
        on_sound: Callable[[], None],
        player: Sequence[str] = PLAYER,
        on_played: Callable[[Path], None] = lambda _: None,
    ) -> None:
        """Begin to wait for clips.

        Args:
            on_trouble: Told in the speaker's thread why a clip was not heard.
            on_sound: Told there when one was heard again after a trouble.
            player: The program and its options; the path of the clip is put behind.
            on_played: Told there of each clip that was heard to its end.
        """
        self._on_trouble = on_trouble
        self._on_sound = on_sound
        self._player = tuple(player)
        self._on_played = on_played
        self._waiting: deque[Path] = deque(maxlen=MOST)
        self._changed = threading.Condition()
        self._closed = False
        self._playing: subprocess.Popen[bytes] | None = None
        self._troubled = self._busy = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, *clips: Path) -> None:
        """Play some clips after those that wait; returns at once."""
        with self._changed:
            self._waiting.extend(clips)
            self._changed.notify_all()

    def silence(self) -> None:
        """Break off, and forget what waits: something else is being said in the hall."""
        with self._changed:
            self._waiting.clear()
            if self._playing is not None:
                with suppress(ProcessLookupError):
                    os.killpg(self._playing.pid, signal.SIGTERM)  # a player may have started another program

    def finish(self) -> None:
        """Wait until everything that was asked for has been played."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not (self._waiting or self._busy))

    def close(self) -> None:
        """Break off and end the thread; twice does no harm."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.silence()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._play_all()
        finally:
            # Whoever waits for the end of what is said must not wait for a thread that died.
            with self._changed:
                self._closed = True
                self._changed.notify_all()

    def _play_all(self) -> None:
        while (clip := self._next()) is not None:
            try:
                whole = self._play(clip)
            except VoiceError as error:
                self._troubled = True
                self._on_trouble(str(error))
            else:
                if self._troubled:
                    self._troubled = False
                    self._on_sound()
                if whole:
                    self._on_played(clip)

    def _next(self) -> Path | None:
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._waiting)
            self._busy = not self._closed
            return None if self._closed else self._waiting.popleft()

    def _play(self, clip: Path) -> bool:
        """Play a clip; return whether it was heard to its end, and not broken off."""
        playing = self._begin(clip)
        if playing is None:
            return False
        try:
            _, said = playing.communicate(timeout=_PATIENCE_S)
        except subprocess.TimeoutExpired as error:
            playing.kill()
            playing.communicate()
            raise VoiceError(f"{clip.name}: no termina de oírse") from error
        finally:
            with self._changed:
                self._playing = None
        # Below zero: it was broken off.
        if playing.returncode > 0:
            why = said.decode("utf-8", "replace").strip() or str(playing.returncode)
            raise VoiceError(f"{clip.name}: no se oye: {why}")
        return playing.returncode == 0

    def _begin(self, clip: Path) -> subprocess.Popen[bytes] | None:
        """Start the player, unless the speaker is closed already."""
        command = [*self._player, str(clip)]
        with self._changed:
            if self._closed:
                return None
            try:
                self._playing = subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
                )
            except FileNotFoundError as error:
                raise VoiceError(f"no está el programa «{self._player[0]}»: instale alsa-utils") from error
            return self._playing
