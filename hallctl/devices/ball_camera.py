"""The camera on the exit and its reader, which reads when ordered; blindness is reported at once (AJ-29, 30).

Not responsible for combining readings: each goes to the table by itself.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np

from drivers.camera.camera import Camera, Frame
from drivers.camera.gallery import Box
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings, Wanted
from drivers.reader.exit import LearntExit, Place
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.patterns import Patterns
from drivers.reader.place import found_at
from drivers.reader.reader import Reader
from drivers.reader.sighting import Sighting
from drivers.recogniser.recogniser import Recogniser
from hallctl.config.problems import ConfigError
from hallctl.config.reader import Calibrations, ExitSheet, PatternSheet
from hallctl.devices.look_pace import LookPace
from hallctl.devices.mirror import MirrorWatch
from hallctl.devices.recogniser import BallRecogniser, calibration_at, calibration_of
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

DEVICE: Final = "cámara"
UNLOCKED: Final = "CAMERA-UNLOCKED"
MIRRORED: Final = "CAMERA-MIRROR"
IN_A_MIRROR: Final = (
    "La cámara muestra la salida en espejo: quite el modo espejo de la cámara, o el espejo que tenga delante,"
    " y pruebe con «hallctl read»."
)
NOTHING: Final = Calibrations()
NO_OTHERS: Final[Mapping[str, int]] = {}
_LINES: Final = 480
_FAULTS: Final = tuple(code for code in FaultCode if code is not FaultCode.BACK)


def patterns_in(sheets: Sequence[PatternSheet]) -> list[Patterns]:
    """The patterns of the sets that a hall calibrated, as the reader takes them."""
    return [Patterns.from_png(sheet.png, sheet.reach) for sheet in sheets]


def exit_in(sheet: ExitSheet | None) -> LearntExit | None:
    """The empty exit that a hall learnt, as the reader takes it; None where it learnt none.

    Raises:
        ValueError: Its picture is none of an exit.
    """
    if sheet is None:
        return None
    ball = None if sheet.ball is None else Place(sheet.ball.x, sheet.ball.y, sheet.ball.diameter)
    return LearntExit.from_png(sheet.png, ball)


def learnt_exit(known: Calibrations) -> LearntExit | None:
    """The empty exit that a hall learnt, with the ball's place: that of a recogniser where it has one.

    Raises:
        ConfigError: The recogniser's file is none, or damaged.
    """
    if known.recognisers:
        return calibration_at(known.recognisers[0].path).finder.exit
    return exit_in(known.exit)


class PictureReader(Protocol):
    """What finds the number of a ball in one picture."""

    def prepare(self) -> bool:
        """Do one step of getting ready, while no order waits; False once all is done."""

    def read(self, image: Image, *, ask_mirror: bool = True) -> Sighting:
        """Say what one BGR picture shows."""


def recognisers_of(
    known: Calibrations, highest: int, own: Mapping[str, int] = NO_OTHERS
) -> Mapping[str, PictureReader]:
    """What recognises the balls of each set for which a hall has such a file.

    Args:
        known: What the hall's calibrations found out.
        highest: The highest number of a set.
        own: The same of each set that may have another.

    Raises:
        ConfigError: A file is none, is damaged, or does not know its whole set.
    """
    recognisers: dict[str, PictureReader] = {}
    problems: list[str] = []
    for each in known.recognisers:
        try:
            size = own.get(each.ball_set, highest)
            recognisers[each.ball_set] = BallRecogniser(Recogniser(calibration_of(each, size)))
        except ConfigError as error:
            problems += error.problems
    if problems:
        raise ConfigError(problems)
    return recognisers


def reader_of(known: Calibrations, highest: int, ball_set: str | None = None) -> PictureReader:
    """What knows the balls of a set and the exit that a hall calibrated.

    Args:
        known: What the hall's calibrations found out.
        highest: The highest number of its sets.
        ball_set: Which; None for the first that is recognised, where one is.

    Raises:
        ConfigError: A recogniser's file is none, is damaged, or does not know its whole set.
    """
    recognisers = recognisers_of(known, highest)
    found = next(iter(recognisers.values()), None) if ball_set is None else recognisers.get(ball_set)
    return found or _generic(known, highest)


def _generic(known: Calibrations, highest: int) -> Reader:
    return Reader(highest=highest, patterns=patterns_in(known.sheets), empty=exit_in(known.exit))


class ExitBalls:
    """Where the ball is in a picture of the exit that the hall learnt last.

    Args:
        known: What the hall's calibrations found out.

    Raises:
        ConfigError: The recogniser's file is none, or damaged.
    """

    def __init__(self, known: Calibrations) -> None:
        self._empty = learnt_exit(known)

    def learn(self, known: Calibrations) -> Callable[[], None]:
        """Read what was calibrated; what is returned has it count from then on.

        Raises:
            ConfigError: The recogniser's file is none, or damaged.
        """
        empty = learnt_exit(known)

        def take() -> None:
            self._empty = empty

        return take

    def box(self, image: Image) -> Box | None:
        """Return the square around the ball, in pixels; None where there is none."""
        return ball_box(image, self._empty)


class BallCamera:
    """Reads the exit's pictures in the camera's thread while an order waits for its ball."""

    def __init__(
        self,
        source: str | int,
        inbox: Inbox,
        highest: int,
        wanted: Wanted | None = None,
        known: Calibrations = NOTHING,
        own: Mapping[str, int] = NO_OTHERS,
        *,
        limits: HealthLimits | None = None,
    ) -> None:
        self._inbox, self._highest, self._own = inbox, highest, own
        self._generic: Mapping[int, PictureReader]
        self._recognisers: Mapping[str, PictureReader]
        self._reader: PictureReader
        self._mirror: MirrorWatch
        self.learn(known)()
        self._serial: int | None = None
        self._known = False
        self._reads = 0
        self._pace = LookPace()
        self._camera = Camera(
            source,
            self._on_frame,
            self._on_fault,
            limits=replace(limits or HealthLimits(), pace=0.0 if known.exit is None else known.exit.pace),
            wanted=wanted,
            on_settings=self._on_settings,
        )

    @property
    def settings(self) -> CameraSettings | None:
        """What the camera accepted when it was last opened, None before that."""
        return self._camera.settings

    @property
    def frames(self) -> int:
        """How many pictures came, over all connections."""
        newest = self._camera.latest()
        return 0 if newest is None else newest.sequence

    @property
    def reads(self) -> int:
        """How many pictures were read."""
        return self._reads

    @property
    def look_s(self) -> float:
        """How many seconds a look at a picture takes: of the looks lately, and of the one that goes on."""
        return self._pace.seconds(time.monotonic())

    @property
    def waiting(self) -> int:
        """How many pictures wait for that."""
        return self._camera.waiting

    def learn(self, known: Calibrations) -> Callable[[], None]:
        """Make readers of what was calibrated; what is returned has the camera read by them from then on.

        Raises:
            ConfigError: A recogniser's file is none, is damaged, or does not know its whole set.
        """
        generic = {size: _generic(known, size) for size in {self._highest, *self._own.values()}}
        recognisers = recognisers_of(known, self._highest, self._own)

        def take() -> None:
            self._generic, self._recognisers = generic, recognisers
            self._reader = next(iter(recognisers.values()), generic[self._highest])
            self._mirror = MirrorWatch()

        return take

    def watch(self, serial: int, ball_set: str, *, armed: bool) -> None:
        """Read every picture from now on, for this order, as one of this set's balls.

        Args:
            serial: The order.
            ball_set: The set of its ball.
            armed: Whether the ball may be there already, so that no empty exit comes first.
        """
        size = self._own.get(ball_set, self._highest)
        self._reader = self._recognisers.get(ball_set) or self._generic[size]
        if self._serial != serial:
            # A slow reader would miss the exit while it is empty, or a ball that leaves it unreported.
            self._camera.keep(not armed)
        self._serial = serial

    def stop_watching(self) -> None:
        """Read no more."""
        self._serial = None
        self._camera.keep(False)

    def latest(self) -> Frame | None:
        """Return the newest picture of the exit, None before the first."""
        return self._camera.latest()

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _on_frame(self, frame: Frame) -> None:
        if not self._known:
            self._recovered()
        serial = self._serial
        if serial is None:
            self._reader.prepare()
            return
        self._pace.began(time.monotonic())
        sighting = self._reader.read(frame.image, ask_mirror=self._mirror.asks(serial))
        self._pace.ended(time.monotonic())
        self._reads += 1
        if self._mirror.see(serial, sighting):
            # A person looks at the camera and acknowledges: no picture shows that it was turned.
            self._inbox.put(msg.Trouble(DEVICE, MIRRORED, IN_A_MIRROR))
            self._inbox.put(msg.Recovered(DEVICE, MIRRORED))
        self._inbox.put(msg.Seen(serial, sighting, frame.sequence, frame.at_monotonic, frame.image))

    def _on_fault(self, fault: CameraFault) -> None:
        if fault.code is FaultCode.BACK:
            self._recovered()
            return
        self._known = True
        self._inbox.put(msg.Trouble(DEVICE, fault.code, f"{fault.message} ({fault.detail})"))

    def _on_settings(self, settings: CameraSettings) -> None:
        """Report the camera's settings; one that goes on adjusting itself is read less surely."""
        self._inbox.put(msg.Settled(DEVICE, settings.describe()))
        if settings.loose:
            self._inbox.put(msg.Trouble(DEVICE, UNLOCKED, settings.describe()))
        else:
            self._inbox.put(msg.Recovered(DEVICE, UNLOCKED))

    def _recovered(self) -> None:
        self._known = True
        for code in _FAULTS:
            self._inbox.put(msg.Recovered(DEVICE, code))


def box_at(place: Place, height: int) -> Box:
    """Return the square around a ball, in pixels of a picture so high."""
    scale, reach = height / _LINES, place.diameter / 2
    side = round(place.diameter * scale)
    return round((place.x - reach) * scale), round((place.y - reach) * scale), side, side


def ball_box(image: Image, empty: LearntExit | None = None) -> Box | None:
    """Return where the ball is in a picture: the square around it, in pixels; None where there is none.

    Args:
        image: BGR.
        empty: The exit where it was learnt: the ball is looked for at its place.
    """
    height, width = image.shape[:2]
    scale = height / _LINES
    if empty is not None and empty.place is not None:
        there = found_at(image, empty.place)
        return None if there is None else box_at(there, height)
    small = (
        image if height == _LINES else np.asarray(cv2.resize(image, (round(width / scale), _LINES)), np.uint8)
    )
    ball = find_ball(thumbnail(quartered(small)), small)
    if ball is None:
        return None
    side = round(2 * ball.radius * scale)
    return round((ball.x - ball.radius) * scale), round((ball.y - ball.radius) * scale), side, side
