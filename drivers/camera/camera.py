"""Follows a camera or a recording, in threads of its own, and opens it again when it was lost.

The newest picture wins: what queued up while nobody looked is thrown away, never shown late. It is NOT
responsible for what is in a picture, for latching a fault or for stopping a draw; reconnecting resumes
pictures and nothing else.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from drivers.camera.backlog import Backlog
from drivers.camera.health import CameraFault, Health
from drivers.camera.limits import HealthLimits
from drivers.camera.proof import Unproven
from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings, Wanted
from drivers.camera.silence import SLICE, Silence
from drivers.camera.source import OPEN_TIMEOUT, Feed, SizeError, is_live, named, open_feed
from drivers.patience import thread_busy

__all__ = ["OPEN_TIMEOUT", "Camera", "Frame"]

RETRIES: Final = (0.5, 1.0, 2.0, 5.0)
"""Seconds to the next attempt to open a source, one after the other; the last again and again."""

_BUSY: Final = 0.25  # of the time in which it was opened in vain, and the machine worked all the while
_MOST_PATIENT: Final = 8.0  # times as long as usual may opening take


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture; nobody can write into it.

    Attributes:
        sequence: Counts the pictures read by one camera object from 1, across reconnections; pictures thrown
            away because a newer one came leave gaps.
        at_monotonic: When the picture was there, in seconds of the camera's clock.
        image: BGR, 8 bits, read-only.
    """

    sequence: int
    at_monotonic: float
    image: Image


@dataclass(frozen=True, slots=True)
class _Lost:
    detail: str
    for_good: bool
    unfit: bool


class _Slot:
    """What is between the thread that reads and the thread that hands out: frames, then perhaps an end."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frames = Backlog[Frame]()
        self._lost: _Lost | None = None
        self._closed = False

    def keep(self, keeps: bool) -> None:
        """Keep frames that a newer one follows, or no more."""
        with self._changed:
            self._frames.keep(keeps)

    def put(self, thing: Frame | _Lost, *, replacing: bool) -> None:
        """Leave a thing; with `replacing`, a frame that nobody took makes room, else wait for room."""
        with self._changed:
            if isinstance(thing, _Lost):
                # An end is told soon, not after all that a slow reader has before it.
                self._frames.keep(False)
            self._changed.wait_for(lambda: self._closed or self._has_room(replacing))
            if isinstance(thing, Frame):
                self._frames.put(thing)
            else:
                self._lost = thing
            self._changed.notify_all()

    def _has_room(self, replacing: bool) -> bool:
        return self._lost is None and (replacing or not self._frames.waiting)

    @property
    def waiting(self) -> int:
        """How many frames nobody took yet."""
        return self._frames.waiting

    def take(self, patience: float) -> Frame | _Lost | None:
        """The oldest thing, or None after so many seconds or when closed."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._frames.waiting or self._lost is not None, patience
            )
            taken: Frame | _Lost | None = self._frames.take()
            if taken is None:
                taken, self._lost = self._lost, None
            self._changed.notify_all()
            return None if self._closed else taken

    def close(self) -> None:
        """Let go of whoever waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Camera:
    """Follows one source from construction until `close`.

    One thread reads without ever waiting for anybody, another hands out the newest picture and notices
    silence; all callbacks run in the latter, one at a time, and must not call `close`. A slow callback loses
    pictures and never makes later ones late. Only pictures that can be trusted are handed out: while a fault
    lasts there are none, and a picture equal to the one before is no picture (I15), or waits for the next
    that lives where the camera has a pace (`HealthLimits.pace`). A live source is opened
    again until it comes back, ever less often, and says CAMERA-LOST once and CAMERA-BACK once. A recording
    plays at its own or a given rate without losing pictures, and its end is CAMERA-LOST for good: its
    pictures never come a second time.

    Args:
        source: See `drivers.camera.source.open_feed`.
        on_frame: Gets each picture.
        on_fault: Gets each fault, and CAMERA-BACK.
        clock: Monotonic seconds.
        limits: When the picture counts as frozen, black, burnt or blurred.
        wanted: The exposure, focus and white balance to hold.
        rate: Pictures a second of a recording, None for its own.
        on_settings: Gets what the camera accepted, each time it was opened.
    """

    def __init__(
        self,
        source: str | int,
        on_frame: Callable[[Frame], None],
        on_fault: Callable[[CameraFault], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        limits: HealthLimits | None = None,
        wanted: Wanted | None = None,
        rate: float | None = None,
        on_settings: Callable[[CameraSettings], None] = lambda _: None,
    ) -> None:
        self._source = source
        self._on_frame = on_frame
        self._on_fault = on_fault
        self._on_settings = on_settings
        self._clock = clock
        self._limits = limits or HealthLimits()
        self._wanted = wanted
        self._rate = rate
        self._latest: Frame | None = None
        self._settings: CameraSettings | None = None
        self._silence = Silence(self._limits.silence, self._limits.stall)
        self._patience = 1.0
        self._slot = _Slot()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, name="camera-read", daemon=True),
            threading.Thread(target=self._hand_out, name="camera-hand-out", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def live(self) -> bool:
        """Whether the source is a camera rather than a recording."""
        return is_live(self._source)

    @property
    def waiting(self) -> int:
        """How many pictures wait for a slow callback."""
        return self._slot.waiting

    @property
    def settings(self) -> CameraSettings | None:
        """What the camera accepted when it was last opened, None before that."""
        return self._settings

    def latest(self) -> Frame | None:
        """The newest picture, or None before the first; look at its time before trusting it."""
        return self._latest

    def keep(self, keeps: bool) -> None:
        """Hand out the first pictures from now on that a slow callback would lose too, or no more of them."""
        self._slot.keep(keeps)

    def close(self) -> None:
        """Stop and wait for the threads: about `OPEN_TIMEOUT` at most, over RTSP `RTSP_TIMEOUT`.

        A machine that was too busy to open it in that time gives each next opening twice as long, up to eight
        times; each that succeeds halves that again.
        """
        self._stopping.set()
        self._slot.close()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            before = self._latest
            error = self._read_once()
            if error is None or self._stopping.is_set():
                continue
            failures = 0 if self._latest is not before else failures
            for_good = not self.live and self._latest is not None
            why = error if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
            lost = _Lost(named(f"{self._source}: {why}"), for_good, isinstance(error, SizeError))
            self._slot.put(lost, replacing=False)
            if for_good:
                return
            self._stopping.wait(RETRIES[min(failures, len(RETRIES) - 1)])
            failures += 1

    def _read_once(self) -> Exception | None:
        """Open and read until the source ends; return why, or None if it only fell silent."""
        try:
            self._follow(self._open())
        except Exception as error:  # noqa: BLE001 - of OpenCV, a maker's library or ours: it is opened again
            return error
        return None

    def _open(self) -> Feed:
        """Open the source, the next time for longer where the machine was too slow.

        Raises:
            OSError: It cannot be opened.
        """
        began, busy = time.monotonic(), thread_busy()
        try:
            feed = open_feed(self._source, self._limits, self._wanted, self._rate, self._patience)
        except OSError:
            # Who waits for a camera needs no core: a machine that worked, or gave it none, was too slow.
            if thread_busy() - busy > _BUSY * (time.monotonic() - began):
                self._patience = min(2 * self._patience, _MOST_PATIENT)
            raise
        self._patience = max(1.0, self._patience / 2)
        return feed

    def _follow(self, feed: Feed) -> None:
        """Read until the source ends, and let go of it."""
        try:
            self._settings = feed.settings
            self._silence.opened()
            self._read_until_end(feed)
        finally:
            feed.close()

    def _read_until_end(self, feed: Feed) -> None:
        """Read until told to stop or until a live source falls silent.

        Raises:
            OSError: The source ended, or sends what cannot be used.
        """
        while not self._stopping.wait(feed.interval):
            began = time.thread_time()
            image = feed.read()
            worked = time.thread_time() - began
            if image is None:
                return
            misfit = self._limits.misfit(image.shape[1], image.shape[0])
            if misfit:
                raise SizeError(misfit)
            image.flags.writeable = False
            sequence = 1 if self._latest is None else self._latest.sequence + 1
            self._latest = frame = Frame(sequence, self._clock(), image)
            self._silence.arrived(frame.at_monotonic, worked)
            self._slot.put(frame, replacing=self.live)

    def _hand_out(self) -> None:
        health, silence = Health(self._limits), self._silence
        unproven = Unproven[Frame]()
        came = False
        told: CameraSettings | None = None
        while not self._stopping.is_set():
            asked = self._clock()
            taken = self._slot.take(SLICE)
            if taken is not None:
                silence.ended()
            if isinstance(taken, Frame):
                if self._settings is not None and self._settings is not told:
                    told = self._settings
                    self._on_settings(told)
                came = True
                self._report(health.frame(taken.image, taken.at_monotonic))
                self._pass_on(taken, health, unproven)
            elif isinstance(taken, _Lost):
                unproven.take()
                gone = health.unfit if taken.unfit else health.lost
                self._report(gone(self._clock(), taken.detail))
                if taken.for_good:
                    return
            elif came and self.live and not self._stopping.is_set():
                silence.waited(SLICE, self._clock() - asked)
                if silence.broken:
                    self._report(health.silent(self._clock(), silence.seconds))

    def _pass_on(self, frame: Frame, health: Health, unproven: Unproven[Frame]) -> None:
        """Hand a picture out, after those that it proves; hold it where it proves nothing itself."""
        if health.trusted:
            for each in (*unproven.take(), frame):
                self._on_frame(each)
        elif health.provable:
            unproven.hold(frame, changed=health.changed)
        else:
            unproven.take()

    def _report(self, fault: CameraFault | None) -> None:
        if fault is not None:
            self._on_fault(fault)
