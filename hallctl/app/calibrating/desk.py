"""A calibration of a ball set from the console, beside a hall that plays nothing (AJ-24).

It keeps the pictures of each ball, so that one that was broken off goes on where it stood, and writes the
same files as ``hallctl camera calibrate``. Not responsible for the page, nor for the guide that it has lead.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2

from drivers.camera.camera import Frame
from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings
from drivers.printer.errors import PrinterError
from hallctl.app.calibrating.adoption import Adoption
from hallctl.app.calibrating.calibrate import Learner, calibrate, guide_of, write
from hallctl.app.calibrating.calibration import VERDICTS
from hallctl.app.calibrating.folder import FolderWriter, put_away, take_out, turns_folder
from hallctl.app.calibrating.guide import ONCE_MORE, Guide
from hallctl.app.calibrating.hall_pictures import HallPictures
from hallctl.app.calibrating.inspection import Inspection, wrong_in
from hallctl.app.calibrating.mirror import MirroredError
from hallctl.app.calibrating.recognised import recognised_apart
from hallctl.app.calibrating.talk import END, Keys, Measuring, Stage
from hallctl.config.hall import Setting
from hallctl.config.kept import FOLDER, file_name, kept_file
from hallctl.config.problems import ConfigError
from hallctl.devices.cctv import encoded
from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.durable import make_folder
from hallctl.minutes.threads import HallThread
from hallctl.web.calibration import LONGEST, KnownSet, Progress, ShownBall, Told

THREAD: Final = "calibration"
TURNS: Final = 3
FRAMES: Final = 6
_TOLD: Final = 6
_MARK: Final = {True: (120, 200, 110), False: (70, 120, 245)}
_BROKEN_OFF: Final = _("Empezó una partida: lo aprendido queda guardado, y se sigue cuando termine.")
_COUNTS: Final = _("Lo calibrado vale desde la próxima partida.")
_LATER: Final = _("Lo aprendido queda guardado: se sigue otro día, donde estaba.")
_NOTHING: Final = Measuring(Sentence(""))
_NO_STAGE: Final = Stage(0, Sentence(""), ())

Render = Callable[[str, Mapping[str, Any], datetime], bytes]


@dataclass
class PageTalk:
    """A calibration's talk with whoever has the page.

    Attributes:
        playing: Whether a game is on: nobody calibrates then.
        stage: The part it is in.
        newest: What was said of the newest picture.
        told: What stays, the newest first.
        left: Whether the technician ended it, or a game did.
    """

    playing: Callable[[], bool]
    stage: Stage = _NO_STAGE
    newest: Measuring = _NOTHING
    told: deque[Told] = field(default_factory=partial(deque, maxlen=_TOLD))
    left: bool = False
    answers: "queue.SimpleQueue[str]" = field(default_factory=queue.SimpleQueue)

    @property
    def ended(self) -> bool:
        """Whether it has to end."""
        if not self.left and self.playing():
            self.left = True
            self.say(_BROKEN_OFF, good=False)
        return self.left

    @property
    def keys(self) -> Keys:
        """What may be answered now."""
        return self.newest.keys or self.stage.keys

    def begin(self, stage: Stage) -> None:
        """Take note that a part begins."""
        self.stage, self.newest = stage, _NOTHING

    def say(self, text: Sentence, good: bool | None = None) -> None:
        """Say what stays."""
        self.told.appendleft(Told(text, good))

    def look(self, look: Measuring) -> None:
        """Take note of what the newest picture comes to."""
        self.newest = look

    def typed(self) -> str | None:
        """Return the next answer, None where there is none yet."""
        with suppress(queue.Empty):
            answer = self.answers.get_nowait()
            if answer == END:
                self.left = True
                self.say(_LATER)
            return answer
        return END if self.ended else None


@dataclass
class _Run:
    """One calibration, while it lasts and after."""

    name: str
    talk: PageTalk
    guide: Guide
    over: bool = False
    written: bool = False


class CalibrationDesk:
    """The hall's calibration as the console reaches it.

    Args:
        setting: The hall.
        latest: Returns the newest picture of the camera.
        accepted: Returns what the camera holds.
        playing: Whether a game is on.
        render: Sets the template ``calibracion`` as PDF.
        adoption: Takes into use what was calibrated.
    """

    def __init__(
        self,
        setting: Setting,
        latest: Callable[[], Frame | None],
        accepted: Callable[[], CameraSettings | None],
        playing: Callable[[], bool],
        render: Render,
        adoption: Adoption,
        turns: int = TURNS,
        frames: int = FRAMES,
        learn: Learner = recognised_apart,
    ) -> None:
        self._learn = learn
        self._setting, self._latest, self._accepted = setting, latest, accepted
        self._playing, self._render, self._adoption = playing, render, adoption
        self._turns, self._frames = turns, frames
        self._folder = setting.directory / FOLDER
        self._run: _Run | None = None
        self._thread: HallThread | None = None
        self._starting, self._closing = threading.Lock(), threading.Event()

    def sets(self) -> tuple[KnownSet, ...]:
        """Return the ball sets of the configuration, and those that the hall keeps a calibration of."""
        kept, used, retired = self._adoption.kept(), self._adoption.in_use, self._adoption.retired()
        named = {each.ball_set: each for each in kept.made}
        damaged = {each.file for each in kept.damaged}
        in_use = {(each.ball_set, each.on, each.patterns) for each in used.made}

        def known(name: str) -> KnownSet:
            made = named.get(name)
            counts = made is not None and (name, made.on, made.patterns) in in_use
            return KnownSet(
                name,
                written=self._file(name).is_file(),
                begun=turns_folder(self._folder, name).is_dir(),
                made_on="" if made is None else made.on,
                in_use=counts,
                named="" if made is None or made.kept else made.file,
                damaged=file_name(name) in damaged,
                retired=name in retired,
            )

        return tuple(known(name) for name in dict.fromkeys((*self._setting.config.every_ball_set, *named)))

    def start(self, name: str, *, again: bool) -> Sentence | None:
        """Begin with a set, or go on with it; return why not."""
        name = name.strip()
        if not name or len(name) > LONGEST:
            return _(
                "Diga cómo se llama el juego de bolas, con {longest} letras como mucho.", longest=LONGEST
            )
        if self._playing():
            return _("Hay una partida en curso: se calibra cuando termine.")
        about = {each.name: each for each in self.sets()}.get(name)
        if about is not None and about.retired:
            return _("El juego {name} está retirado y no vuelve: calibre otro.", name=name)
        if about is not None and about.named:
            return _(
                "La configuración nombra {file} para el juego {name}: quítelo de [reader] y calibre aquí.",
                file=about.named,
                name=name,
            )
        if about is not None and about.written and not (about.damaged or about.begun or again):
            return _("El juego {name} ya está calibrado. Para hacerlo otra vez, márquelo.", name=name)
        with self._starting:
            if self._run is not None and not self._run.over:
                return _("Se está calibrando el juego {name}: siga con él, o déjelo.", name=self._run.name)
            self._begin(name, damaged=about is not None and about.damaged)
        return None

    def answer(self, key: str) -> None:
        """Give an answer to what is asked; what is not asked is let go."""
        run = self._run
        if run is not None and key in dict(run.talk.keys):
            run.talk.answers.put(key)

    def progress(self) -> Progress | None:
        """Return where it stands, None where none began."""
        run = self._run
        if run is None:
            return None
        talk, seen, look = run.talk, run.guide.seen, run.talk.newest
        return Progress(
            run.name,
            talk.stage.name,
            talk.stage.advice,
            look.said,
            look.good,
            None if look.part is None else round(100 * min(1.0, max(0.0, look.part))),
            () if run.over else talk.keys,
            look.ball,
            tuple(self._balls(run)),
            () if seen is None or run.over else wrong_in(seen[1]),
            tuple(talk.told),
            run.over,
            run.written,
        )

    def picture(self) -> bytes | None:
        """Return the newest picture as JPEG, with the ball marked; None where there is none."""
        run = self._run
        if run is not None and run.guide.seen is not None and not run.over:
            asked = run.talk.newest.ball if run.talk.stage.place == ONCE_MORE else 0
            return encoded(_beside(_marked(*run.guide.seen), run.guide.cuts.get(asked)))
        frame = self._latest()
        return None if frame is None else encoded(frame.image)

    def close(self) -> None:
        """End a calibration that goes on; what was learnt stays for another day."""
        if self._run is not None and self._thread is not None:
            self._run.talk.left = True
            self._closing.set()
            self._thread.join()

    def _balls(self, run: _Run) -> list[ShownBall]:
        reports = dict(run.guide.reports)
        shown = {
            number: (report.verdict.name.lower(), VERDICTS[report.verdict])
            for number, report in reports.items()
        }
        highest = self._setting.universes.get(run.name, self._setting.highest)
        return [ShownBall(number, *shown.get(number, ("", Sentence("")))) for number in range(1, highest + 1)]

    def _begin(self, name: str, *, damaged: bool) -> None:
        make_folder(self._folder)
        if damaged:
            take_out(self._folder, name)
        pictures, talk = HallPictures(self._latest), PageTalk(self._playing)
        writer = FolderWriter(turns_folder(self._folder, name), resume=True)
        guide = guide_of(self._setting, pictures, talk, self._turns, self._frames, writer)
        run = self._run = _Run(name, talk, guide)
        self._thread = HallThread(partial(self._follow, run, pictures), THREAD, lambda: run.over)
        self._thread.start()

    def _follow(self, run: _Run, pictures: HallPictures) -> None:
        pictures.start()
        try:
            done = calibrate(
                self._setting, run.guide, run.name, self._accepted, self._closing.is_set, self._learn
            )
            if not (done.ended or self._closing.is_set()):
                write(done, self._folder, self._render, run.talk)
                put_away(self._folder, run.name)
                wrong = self._adoption.adopt(run.name)
                run.talk.say(wrong or _COUNTS, good=wrong is None)
                run.written = wrong is None
        except MirroredError as error:
            run.talk.say(error.advice, good=False)
        except (ConfigError, PrinterError, OSError, ValueError) as error:
            run.talk.say(_("No se pudo seguir: {why}", why=str(error)), good=False)
        finally:
            pictures.stop()
            run.over = True

    def _file(self, name: str) -> Path:
        return kept_file(self._setting.directory, name)


def _beside(image: Image, asked: Image | None) -> Image:
    """A picture with that of the ball that is asked for in its corner, where one was kept."""
    if asked is None or not asked.size:
        return image
    both, side = image.copy(), image.shape[0] // 4
    both[-side:, -side:] = cv2.resize(asked, (side, side), interpolation=cv2.INTER_AREA)
    return both


def _marked(image: Image, look: Inspection) -> Image:
    """A picture with a circle around its ball: green where its number is read."""
    if look.box is None:
        return image
    marked, (left, top, side, _side) = image.copy(), look.box
    centre = round(left + side / 2), round(top + side / 2)
    width = max(2, image.shape[0] // 160)
    cv2.circle(marked, centre, round(side / 2), _MARK[not look.why], width, cv2.LINE_AA)
    return marked
