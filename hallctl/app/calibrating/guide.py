"""Leads a technician through empty exit, framing, focus, light and the balls, at a terminal or a page.

Not responsible for what a ball is worth (``calibration``) nor for the report.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from drivers.camera.gallery import MARGIN
from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit, Place
from drivers.reader.network import HIGHEST
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.sighting import Sighting
from hallctl.app.calibrating.calibration import VERDICTS, BallReport, Showing, Turn, Verdict
from hallctl.app.calibrating.folder import FolderWriter
from hallctl.app.calibrating.inspection import Inspection, Reads, decimal, inspect_picture
from hallctl.app.calibrating.live_camera import PictureSource
from hallctl.app.calibrating.lying import Learns, Lying
from hallctl.app.calibrating.mirror import MirrorCheck
from hallctl.app.calibrating.steps import EMPTY, FRAMING, FRAMING_UNLEARNT, STEPS, VACANT, Measured, Step
from hallctl.app.calibrating.talk import (
    AGAIN,
    BALL_KEYS,
    END,
    LEARN_KEYS,
    SKIP,
    Measuring,
    Stage,
    Talk,
)
from hallctl.app.calibrating.vacancy import PICTURES, middle, vacancy
from hallctl.config.problems import ConfigError
from hallctl.i18n.sentences import Sentence, _, listed
from hallctl.i18n.words import doubt

ONCE_MORE: Final = 7
"""The part in which balls are asked for that were not seen well: each by its picture."""

_WAIT_S: Final = 0.5
_SHOWN_ANEW: Final = frozenset({Verdict.MISSING, Verdict.AMBIGUOUS})
"""What a ball of before must not be: the others are asked for in the end, where they are not known."""


class Stopped(Exception):  # noqa: N818 - not an error: the technician has had enough
    """The technician ended before the last ball."""


@dataclass
class Guide:
    """Talks and measures; one camera, one technician, one reader.

    Attributes:
        reader_of: Makes a reader that knows an exit, or none.
        cuts: The best picture of each ball, cut out.
        samples: What each ball's prints look like, to make its pattern of.
        empty: The empty exit with the place of its ball, as far as they were learnt.
        pace: The most seconds from one live picture of it to the next; 0 where each is one.
        writer: Keeps pictures of the empty exit and of each turn.
        reports: What each ball is worth that was shown so far.
        seen: The newest picture, and what it shows.
    """

    camera: PictureSource
    reader_of: Callable[[LearntExit | None], Learns]
    talk: Talk
    confidence: float
    turns: int = 3
    frames: int = 6
    cuts: dict[int, Image] = field(default_factory=dict)
    samples: dict[int, list[Sample]] = field(default_factory=dict)
    empty: LearntExit | None = None
    pace: float = 0.0
    writer: FolderWriter = field(default_factory=partial(FolderWriter, None))
    reports: dict[int, BallReport] = field(default_factory=dict)
    seen: tuple[Image, Inspection] | None = None
    _highest: int = HIGHEST
    _sequence: int = 0
    _best: float = -1.0
    _places: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = self.reader_of(None)
        self._reads: Reads = self.reader
        self._mirror = MirrorCheck(self.confidence)

    def set_up(self) -> Iterator[Measured]:
        """Lead through empty exit, framing, focus and light; Enter goes on, and gives what was measured last.

        Raises:
            Stopped: The technician typed "q".
        """
        yield from self._exit_and_ball()
        for place, step in enumerate(STEPS, 3):
            _, measured = self._one_step(step, place)
            yield measured

    def _exit_and_ball(self) -> tuple[Measured, Measured]:
        """Learn the empty exit and the ball's place in it, again where the technician says "r"."""
        while True:
            self._knows(None)
            vacant = self._empty_exit()
            answer, framing = self._one_step(FRAMING if self.empty is not None else FRAMING_UNLEARNT, 2)
            if answer == AGAIN and self.empty is not None:
                continue
            place = middle(self._places[-PICTURES:])
            if self.empty is not None and place is not None:
                self._knows(self.empty.with_place(place))
            return vacant, framing

    def _knows(self, empty: LearntExit | None) -> None:
        self.empty, self._places = empty, []
        self.reader = self._reads = self.reader_of(empty)

    def _empty_exit(self) -> Measured:
        self.talk.begin(VACANT)
        pictures: list[Image] = []
        sightings: list[Sighting] = []
        pace, learning = self.camera.measure_pace(), False
        for answer, seen in self._looks():
            if answer == SKIP:
                unlearnt = Measured(EMPTY, _("no se aprendió"), False)
                self.talk.say(unlearnt.said, unlearnt.good)
                return unlearnt
            if answer is not None and not learning:
                pace, learning = self.camera.measure_pace(), True
            if learning and seen is not None:
                pictures.append(seen[0])
                sightings.append(seen[1].sighting)
            if len(pictures) >= PICTURES and pace.known:
                found = vacancy(pictures[-PICTURES:], sightings[-PICTURES:], pace)
                if not isinstance(found, str):
                    self._knows(found)
                    self.writer.keep_empties(pictures[-PICTURES:])
                    self.pace = pace.seconds
                    break
                self.talk.say(found, good=False)
                pictures, sightings, learning = [], [], False
            self.talk.look(_learning(len(pictures)) if learning else Measuring(Sentence(""), keys=LEARN_KEYS))
        measured = Measured(EMPTY, _learnt(self.pace), True)
        self.talk.say(measured.said, measured.good)
        return measured

    def _one_step(self, step: Step, place: int) -> tuple[str, Measured]:
        """Lead through one step; return what was typed in the end, and what was measured last."""
        self.talk.begin(Stage(place, step.name, step.advice))
        measured, part = Measured(step.name, _("sin imagen"), False), None
        for answer, seen in self._looks():
            if seen is not None:
                measured = Measured(step.name, step.says(seen[1]), step.good(seen[1]))
                part = step.part(seen[1])
                self._places += seen[1].places
            if answer is not None:
                self.talk.say(measured.said, measured.good)
                return answer, measured
            self.talk.look(Measuring(measured.said, measured.good, part, step.keys))
        return "", measured

    def all_balls(self, highest: int) -> Iterator[BallReport]:
        """Lead through the balls as they come, and give each as soon as it is done.

        One is asked for; another that is surely read as one that is still to come is taken for that.

        Raises:
            Stopped: The technician typed "q".
            MirroredError: The balls are read only in a mirror.
        """
        turns = _(
            "Ponga una bola en la salida, levántela, gírela y vuelva a ponerla: {turns} veces. La que se lee"
            " con certeza se toma por la suya, en cualquier orden.",
            turns=self.turns,
        )
        self.talk.begin(Stage(5, _("Las bolas"), (turns,), BALL_KEYS))
        self._highest, waiting = highest, list[int]()
        for number in range(1, highest + 1):
            self.talk.look(Measuring(_("Se repasan las bolas de antes"), part=number / highest))
            before = self._from_before(number)
            if before is None:
                waiting.append(number)
            else:
                yield before
        while waiting:
            report = self._ball(waiting[0], waiting)
            waiting.remove(report.number)
            yield report

    def _from_before(self, number: int) -> BallReport | None:
        """What the pictures tell that were kept before the calibration was broken off; None if not enough."""
        turns, learnt = list[Turn](), list[Sample]()
        self._best = -1.0
        for turn, image in self._kept_pictures(number):
            look = inspect_picture(image, self.reader, self.empty)
            turns.append(Turn.of([look]))
            learnt += [replace(each, turn=turn) for each in self.reader.samples(image, number)]
            self._keep_best(number, image, look)
        report = BallReport(number, tuple(turns), self.confidence)
        if len(turns) < self.turns or report.verdict in _SHOWN_ANEW:
            self.writer.drop_ball(number)
            self.cuts.pop(number, None)
            return None
        self.samples[number], self.reports[number] = learnt, report
        self.talk.say(_("De antes. {ball}", ball=sentence(report)))
        return report

    def _kept_pictures(self, number: int) -> list[tuple[int, Image]]:
        """The pictures of a ball that were kept before; none where one is damaged: the ball is shown anew."""
        try:
            return list(self.writer.kept(number))
        except ConfigError:
            self.writer.drop_ball(number)
            return []

    def unknown_balls(self, also: Collection[int] = ()) -> Iterator[BallReport]:
        """Lead once more through the balls that were shown and of whose prints no pattern can be made.

        Args:
            also: Others that were shown and are to be shown once more.

        Raises:
            Stopped: The technician typed "q".
        """
        known = patterns_of(self.samples)
        lacking = sorted(
            number
            for number in self.samples
            if known is None or number not in known.pictures or number in also
        )
        if lacking:
            named = _("Bolas cuyo número no se vio bien aún: {balls}", balls=", ".join(map(str, lacking)))
            again = _("Póngalas otra vez, con el número a la vista y sin reflejos encima.")
            self.talk.begin(Stage(ONCE_MORE, named, (again,), BALL_KEYS))
        for number in lacking:
            yield self._ball(number)

    def _ball(self, number: int, waiting: Collection[int] = ()) -> BallReport:
        while True:
            report = self._shown(number, waiting)
            if report is not None:
                before = self.reports.get(report.number)
                self.reports[report.number] = report if before is None else before.shown_again(report.turns)
                self.talk.say(sentence(report))
                return report

    def _shown(self, number: int, waiting: Collection[int]) -> BallReport | None:
        """Follow one ball through its turns, the one that is asked for or another that waits.

        None where it is to be shown again.
        """
        showing = Showing(self.turns, self.frames)
        self._best = -1.0
        first = len(self.reports[number].turns) if number in self.reports else 0
        learnt: list[Sample] = []
        for answer, seen in self._looks():
            if answer == AGAIN:
                self.cuts.pop(number, None)
                self.writer.drop_ball(number, first + 1)
                self.talk.say(_("Bola {number}: otra vez.", number=number))
                return None
            if seen is not None:
                image, look = seen
                if not showing.waiting:
                    self._keep_best(number, image, look)
                if showing.see(look):
                    self._reads = Lying(self.reader, look.sighting)
                    if len(showing.turns) == 1:
                        number = self._as_it_is_read(number, showing.turns[0], waiting)
                    turn = first + len(showing.turns)
                    self.writer.keep_ball(number, turn, image)
                    learnt += [replace(each, turn=turn) for each in self.reader.samples(image, number)]
                    self._ask_mirror(number, image, look.sighting.scores)
                    if not showing.done:
                        self._warn(number, showing)
            if answer is not None or showing.done:
                break
            self.talk.look(self._asks(number, showing, seen[1] if seen is not None else None))
        if showing.turns:
            self.samples.setdefault(number, []).extend(learnt)
        return BallReport(number, tuple(showing.turns), self.confidence)

    def _ask_mirror(self, number: int, image: Image, stands: Mapping[int, float]) -> None:
        if self._mirror.asks(number, stands, self._highest):
            self._mirror.see(number, stands, self.reader.read_in_a_mirror(image).scores)

    def _as_it_is_read(self, asked: int, turn: Turn, waiting: Collection[int]) -> int:
        """Return which ball a first turn shows: the one that is asked for, or another that waits."""
        other = max(turn.scores, key=lambda each: turn.scores[each], default=asked)
        if other == asked or other not in waiting or turn.scores[other] < self.confidence:
            return asked
        if asked in self.cuts:
            self.cuts[other] = self.cuts.pop(asked)
        self.talk.say(_("Es la bola {other}.", other=other))
        return other

    def _asks(self, number: int, showing: Showing, look: Inspection | None) -> Measuring:
        said = _(
            "Bola {number}, vuelta {turn} de {turns}: {hint}",
            number=number,
            turn=len(showing.turns) + 1,
            turns=self.turns,
            hint=_hint(showing, look),
        )
        return Measuring(said, ball=number)

    def _warn(self, number: int, showing: Showing) -> None:
        scores = showing.turns[-1].scores
        other = max(scores, key=lambda each: scores[each], default=number)
        if other != number and scores[other] >= self.confidence:
            said = _("Se lee {other}, no {number}. Si la bola es otra, repítala.", other=other, number=number)
            self.talk.say(said, good=False)

    def _keep_best(self, number: int, image: Image, look: Inspection) -> None:
        """Remember the picture in which the ball is read best, or is seen at all."""
        score = look.sighting.scores.get(number, 0.0)
        if look.there and look.box is not None and score > self._best:
            self._best = score
            left, top, side, _ = look.box
            margin = round(MARGIN * side)
            rows = slice(max(0, top - margin), top + side + margin)
            self.cuts[number] = image[rows, max(0, left - margin) : left + side + margin].copy()

    def _looks(self) -> Iterator[tuple[str | None, tuple[Image, Inspection] | None]]:
        """Give what was typed and the newest look, either of them None, again and again.

        Raises:
            Stopped: The technician typed "q", or the terminal is gone.
        """
        while True:
            answer = self.talk.typed()
            if answer == END or (answer is None and self.talk.ended):
                raise Stopped
            frame = self.camera.newest(self._sequence, _WAIT_S)
            if frame is None:
                fault = self.camera.fault()
                if fault is not None:
                    self.talk.say(
                        _("{fault} ({detail})", fault=fault.message, detail=fault.detail), good=False
                    )
                yield answer, None
                continue
            self._sequence = frame.sequence
            self.seen = frame.image, inspect_picture(frame.image, self._reads, self.empty)
            yield answer, self.seen


def _learning(pictures: int) -> Measuring:
    enough = min(pictures, PICTURES)
    return Measuring(_("{enough} de {most} imágenes", enough=enough, most=PICTURES), part=enough / PICTURES)


def _learnt(pace: float) -> Sentence:
    if not pace:
        return _("aprendida de {pictures} imágenes", pictures=PICTURES)
    return _(
        "aprendida de {pictures} imágenes; quieta, cambia cada {seconds} s",
        pictures=PICTURES,
        seconds=decimal(pace),
    )


def _hint(showing: Showing, look: Inspection | None) -> Sentence:
    """What the technician is to do now, and what keeps the exit from being known as empty."""
    if not showing.waiting:
        return _("ponga la bola")
    unknown = look is not None and not look.there and not look.sighting.empty
    if look is None or not unknown:
        return _("levante la bola")
    return _("levante la bola ({why})", why=doubt(look.sighting.reason))


def sentence(report: BallReport) -> Sentence:
    """Say in one line what a ball is worth."""
    name = _("Bola {number}: {verdict}", number=f"{report.number:>2}", verdict=VERDICTS[report.verdict])
    if report.verdict is Verdict.MISSING:
        return name
    read, turns, margin = report.read, len(report.turns), decimal(report.margin, 2)
    said = [name, _("leída {read} de {turns}, margen {margin}", read=read, turns=turns, margin=margin)]
    if report.rivals:
        said.append(_("puede leerse {numbers}", numbers=" / ".join(map(str, report.rivals))))
    if report.reasons:
        said.append(Sentence(doubt(report.reasons[0])))
    return listed(said)
