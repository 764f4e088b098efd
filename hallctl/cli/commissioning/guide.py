"""``hallctl camera calibrate``: leads a technician through empty exit, framing, focus, light and the balls.

Not responsible for what a ball is worth (``calibration``) nor for the report.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Protocol

from drivers.camera.gallery import MARGIN
from drivers.camera.quality import BLIND, Image
from drivers.reader.exit import DIAMETERS, LearntExit, Place
from drivers.reader.place import OFF_CENTRE, USUAL
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.sighting import Sighting
from hallctl.cli.commissioning.calibration import BallReport, Showing, Verdict
from hallctl.cli.commissioning.folder import FolderWriter
from hallctl.cli.commissioning.inspection import (
    GLARE,
    LEVELS,
    SHARP,
    Inspection,
    Reads,
    decimal,
    inspect_picture,
)
from hallctl.cli.commissioning.live_camera import PictureSource
from hallctl.cli.commissioning.mirror import MirrorCheck
from hallctl.cli.commissioning.terminal import Terminal
from hallctl.cli.commissioning.vacancy import PICTURES, middle, vacancy
from hallctl.i18n.words import doubt

_BAR: Final = 24
_WAIT_S: Final = 0.5


class Learns(Reads, Protocol):
    """A reader that can learn what a ball's prints look like."""

    def samples(self, image: Image, number: int) -> list[Sample]:
        """What a picture shows of the prints of a ball with this number."""

    def read_in_a_mirror(self, image: Image) -> Sighting:
        """Say what a mirror shows of one picture's ball."""


class Stopped(Exception):  # noqa: N818 - not an error: the technician has had enough
    """The technician ended before the last ball."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to set up before the balls.

    Attributes:
        name: What it is called.
        advice: What to do.
        says: What the newest look shows of it.
        good: Whether that is good enough.
    """

    name: str
    advice: str
    says: Callable[[Inspection], str]
    good: Callable[[Inspection], bool]


@dataclass(frozen=True, slots=True)
class Measured:
    """How a step was left.

    Attributes:
        name: The step.
        said: What was measured last.
        good: Whether that was good enough.
    """

    name: str
    said: str
    good: bool


def _bar(part: float) -> str:
    full = round(_BAR * min(1.0, max(0.0, part)))
    return "█" * full + "·" * (_BAR - full)


def _framing(look: Inspection) -> str:
    if look.box is None:
        return "no se ve ninguna bola"
    return f"bola de {look.diameter:.0f} px, a {look.off_centre:.0f} px del centro"


def _focus(look: Inspection) -> str:
    edge = look.quality.edge
    return (
        f"{_bar(1 - (edge - 1) / 3)} bordes de {decimal(edge)} px"
        if edge < BLIND
        else "no se ve ningún borde"
    )


def _light(look: Inspection) -> str:
    level = look.quality.level
    return f"{_bar(level / 255)} nivel {level:.0f}, reflejo {decimal(100 * look.glare)} %"


EMPTY: Final = "Salida vacía"
"""The step in which the exit is learnt."""

FRAMING: Final = Step(
    "Encuadre",
    f"Ponga una bola en la salida. Que mida de {DIAMETERS[0]:.0f} a {DIAMETERS[1]:.0f} px y se vea entera, "
    "en cualquier sitio.\n   Si al ponerla no se ve ninguna, la salida no estaba vacía: escriba r.",
    _framing,
    lambda look: look.framed,
)

FRAMING_UNLEARNT: Final = Step(
    "Encuadre",
    f"Ponga una bola en la salida. Que mida de {USUAL[0]:.0f} a {USUAL[1]:.0f} px y quede a menos de "
    f"{OFF_CENTRE:.0f} px del centro.",
    _framing,
    lambda look: look.framed,
)

STEPS: Final = (
    Step(
        "Enfoque",
        f"Gire el objetivo hasta que la barra crezca lo más posible: bordes de {decimal(SHARP)} px o menos.",
        _focus,
        lambda look: look.focused,
    ),
    Step(
        "Luz",
        f"Nivel de {LEVELS[0]:.0f} a {LEVELS[1]:.0f}, y menos de un {100 * GLARE:.0f} % de reflejo en ella.",
        _light,
        lambda look: look.lit,
    ),
)


@dataclass
class Guide:
    """Talks and measures; one camera, one terminal, one reader.

    Attributes:
        reader_of: Makes a reader that knows an exit, or none.
        cuts: The best picture of each ball, cut out.
        samples: What each ball's prints look like, to make its pattern of.
        empty: The empty exit with the place of its ball, as far as they were learnt.
        pace: The most seconds from one live picture of it to the next; 0 where each is one.
        writer: Keeps pictures of the empty exit and of each turn.
    """

    camera: PictureSource
    reader_of: Callable[[LearntExit | None], Learns]
    terminal: Terminal
    confidence: float
    turns: int = 3
    frames: int = 6
    cuts: dict[int, Image] = field(default_factory=dict)
    samples: dict[int, list[Sample]] = field(default_factory=dict)
    empty: LearntExit | None = None
    pace: float = 0.0
    writer: FolderWriter = field(default_factory=partial(FolderWriter, None))
    _sequence: int = 0
    _best: float = -1.0
    _places: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = self.reader_of(None)
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
            if answer == "r" and self.empty is not None:
                continue
            place = middle(self._places[-PICTURES:])
            if self.empty is not None and place is not None:
                self._knows(self.empty.with_place(place))
            return vacant, framing

    def _knows(self, empty: LearntExit | None) -> None:
        self.empty, self._places = empty, []
        self.reader = self.reader_of(empty)

    def _empty_exit(self) -> Measured:
        self.terminal.write_line(f"\n1. {EMPTY}")
        self.terminal.write_line("   Deje la salida como queda entre dos bolas: vacía y sin nada delante.")
        asked = "   [Intro] aprenderla  [s] seguir sin aprenderla  [q] terminar"
        pictures: list[Image] = []
        sightings: list[Sighting] = []
        pace, learning = self.camera.measure_pace(), False
        for answer, seen in self._looks():
            if answer == "s":
                self.terminal.write_line("   no se aprendió  ✘")
                return Measured(EMPTY, "no se aprendió", False)
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
                self.terminal.write_line(f"   {found}  ✘")
                pictures, sightings, learning = [], [], False
            enough = min(len(pictures), PICTURES)
            self.terminal.show(f"   {enough} de {PICTURES} imágenes" if learning else asked)
        said = f"aprendida de {PICTURES} imágenes"
        said += f"; quieta, cambia cada {decimal(self.pace)} s" if self.pace else ""
        self.terminal.write_line(f"   {said}  ✔")
        return Measured(EMPTY, said, True)

    def _one_step(self, step: Step, place: int) -> tuple[str, Measured]:
        """Lead through one step; return what was typed in the end, and what was measured last."""
        self.terminal.write_line(f"\n{place}. {step.name}")
        self.terminal.write_line(f"   {step.advice}")
        measured = Measured(step.name, "sin imagen", False)
        for answer, seen in self._looks():
            if seen is not None:
                measured = Measured(step.name, step.says(seen[1]), step.good(seen[1]))
                self._places += seen[1].places
            mark = "✔" if measured.good else "✘"
            if answer is not None:
                self.terminal.write_line(f"   {measured.said}  {mark}")
                return answer, measured
            self.terminal.show(f"   {measured.said}  {mark}   [Intro] seguir  [q] terminar")
        return "", measured

    def all_balls(self, highest: int) -> Iterator[BallReport]:
        """Lead through the balls, and give each as soon as it is done.

        Raises:
            Stopped: The technician typed "q".
            MirroredError: The balls are read only in a mirror.
        """
        self.terminal.write_line("\n5. Las bolas")
        self.terminal.write_line(
            f"   Ponga cada bola en la salida, levántela, gírela y vuelva a ponerla: {self.turns} veces."
        )
        self.terminal.write_line("   [Intro] dejar la bola así  [r] repetirla  [q] terminar")
        for number in range(1, highest + 1):
            yield self._ball(number)

    def unknown_balls(self) -> Iterator[BallReport]:
        """Lead once more through the balls that were shown and of whose prints no pattern can be made.

        Raises:
            Stopped: The technician typed "q".
        """
        known = patterns_of(self.samples)
        lacking = [number for number in self.samples if known is None or number not in known.pictures]
        if lacking:
            self.terminal.write_line(
                f"\n6. Bolas cuyo patrón no se conoce aún: {', '.join(map(str, lacking))}"
            )
            self.terminal.write_line("   Póngalas otra vez, con el número a la vista y sin reflejos encima.")
        for number in lacking:
            yield self._ball(number)

    def _ball(self, number: int) -> BallReport:
        while True:
            report = self._shown(number)
            if report is not None:
                self.terminal.write_line(f"   {sentence(report)}")
                return report

    def _shown(self, number: int) -> BallReport | None:
        """Follow one ball through its turns; None where it is to be shown again."""
        showing = Showing(self.turns, self.frames)
        self._best = -1.0
        first = 1 + max((sample.turn for sample in self.samples.get(number, ())), default=-1)
        learnt: list[Sample] = []
        for answer, seen in self._looks():
            if answer == "r":
                self.cuts.pop(number, None)
                self.terminal.write_line(f"   Bola {number}: otra vez.")
                return None
            if seen is not None:
                image, look = seen
                self._keep_best(number, image, look)
                if showing.see(look):
                    turn = first + len(showing.turns)
                    self.writer.keep_ball(number, turn, image)
                    learnt += [replace(each, turn=turn) for each in self.reader.samples(image, number)]
                    mirrored = self.reader.read_in_a_mirror(image).scores
                    self._mirror.see(number, look.sighting.scores, mirrored)
                    if not showing.done:
                        self._warn(number, showing)
            if answer is not None or showing.done:
                break
            hint = _hint(showing, seen[1] if seen is not None else None)
            self.terminal.show(f"   Bola {number}, vuelta {len(showing.turns) + 1} de {self.turns}: {hint}")
        if showing.turns:
            self.samples.setdefault(number, []).extend(learnt)
        return BallReport(number, tuple(showing.turns), self.confidence)

    def _warn(self, number: int, showing: Showing) -> None:
        scores = showing.turns[-1].scores
        other = max(scores, key=lambda each: scores[each], default=number)
        if other != number and scores[other] >= self.confidence:
            self.terminal.write_line(f"   Se lee {other}, no {number}. Si la bola es otra, escriba r.")

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
            answer = self.terminal.typed()
            if answer == "q" or (answer is None and self.terminal.ended):
                raise Stopped
            frame = self.camera.newest(self._sequence, _WAIT_S)
            if frame is None:
                fault = self.camera.fault()
                if fault is not None:
                    self.terminal.write_line(f"   {fault.message} ({fault.detail})")
                yield answer, None
                continue
            self._sequence = frame.sequence
            yield answer, (frame.image, inspect_picture(frame.image, self.reader, self.empty))


def _hint(showing: Showing, look: Inspection | None) -> str:
    """What the technician is to do now, and what keeps the exit from being known as empty."""
    if not showing.waiting:
        return "ponga la bola"
    unknown = look is not None and not look.there and not look.sighting.empty
    return f"levante la bola ({doubt(look.sighting.reason)})" if look and unknown else "levante la bola"


def sentence(report: BallReport) -> str:
    """Say in one line what a ball is worth."""
    said = f"Bola {report.number:>2}: {report.verdict}"
    if report.verdict is Verdict.MISSING:
        return said
    said += f", leída {report.read} de {len(report.turns)}, margen {decimal(report.margin, 2)}"
    if report.rivals:
        said += f", puede leerse {' o '.join(map(str, report.rivals))}"
    if report.reasons:
        said += f"; {doubt(report.reasons[0])}"
    return said
