"""``hallctl camera calibrate``: leads a technician through framing, focus, light and a pass over the balls.

Not responsible for what a ball is worth (``calibration``) nor for the report.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from drivers.camera.gallery import MARGIN
from drivers.camera.quality import BLIND, Image
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.sighting import Sighting
from hallctl.commissioning.calibration import BallReport, Showing, Verdict
from hallctl.commissioning.eyepiece import Eyepiece
from hallctl.commissioning.look import GLARE, LEVELS, OFF_CENTRE, SHARP, SIZE, Look, Reads, decimal, look_at
from hallctl.commissioning.mirror import MirrorCheck
from hallctl.commissioning.terminal import Terminal
from hallctl.outputs.words import doubt

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
    says: Callable[[Look], str]
    good: Callable[[Look], bool]


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


def _framing(look: Look) -> str:
    if look.box is None:
        return "no se ve ninguna bola"
    return f"bola de {look.diameter:.0f} px, a {look.off_centre:.0f} px del centro"


def _focus(look: Look) -> str:
    edge = look.quality.edge
    return (
        f"{_bar(1 - (edge - 1) / 3)} bordes de {decimal(edge)} px"
        if edge < BLIND
        else "no se ve ningún borde"
    )


def _light(look: Look) -> str:
    level = look.quality.level
    return f"{_bar(level / 255)} nivel {level:.0f}, reflejo {decimal(100 * look.glare)} %"


STEPS: Final = (
    Step(
        "Encuadre",
        f"Ponga una bola en la salida. Que mida de {SIZE[0]:.0f} a {SIZE[1]:.0f} px y quede a menos de "
        f"{OFF_CENTRE:.0f} px del centro.",
        _framing,
        lambda look: look.framed,
    ),
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
        cuts: The best picture of each ball, cut out.
        samples: What each ball's prints look like, to make its pattern of.
    """

    eyepiece: Eyepiece
    reader: Learns
    terminal: Terminal
    confidence: float
    turns: int = 3
    frames: int = 6
    cuts: dict[int, Image] = field(default_factory=dict)
    samples: dict[int, list[Sample]] = field(default_factory=dict)
    _sequence: int = 0
    _best: float = -1.0

    def __post_init__(self) -> None:
        self._mirror = MirrorCheck(self.confidence)

    def set_up(self) -> Iterator[Measured]:
        """Lead through framing, focus and light; Enter goes on, and gives what was measured last.

        Raises:
            Stopped: The technician typed "q".
        """
        for place, step in enumerate(STEPS, 1):
            yield self._one_step(step, place)

    def _one_step(self, step: Step, place: int) -> Measured:
        self.terminal.say(f"\n{place}. {step.name}")
        self.terminal.say(f"   {step.advice}")
        measured = Measured(step.name, "sin imagen", False)
        for answer, seen in self._looks():
            if seen is not None:
                measured = Measured(step.name, step.says(seen[1]), step.good(seen[1]))
            mark = "✔" if measured.good else "✘"
            if answer is not None:
                self.terminal.say(f"   {measured.said}  {mark}")
                return measured
            self.terminal.show(f"   {measured.said}  {mark}   [Intro] seguir  [q] terminar")
        return measured

    def all_balls(self, highest: int) -> Iterator[BallReport]:
        """Lead through the balls, and give each as soon as it is done.

        Raises:
            Stopped: The technician typed "q".
            MirroredError: The balls are read only in a mirror.
        """
        self.terminal.say("\n4. Las bolas")
        self.terminal.say(
            f"   Ponga cada bola en la salida, levántela, gírela y vuelva a ponerla: {self.turns} veces."
        )
        self.terminal.say("   [Intro] dejar la bola así  [r] repetirla  [q] terminar")
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
            self.terminal.say(f"\n5. Bolas cuyo patrón no se conoce aún: {', '.join(map(str, lacking))}")
            self.terminal.say("   Póngalas otra vez, con el número a la vista y sin reflejos encima.")
        for number in lacking:
            yield self._ball(number)

    def _ball(self, number: int) -> BallReport:
        while True:
            report = self._shown(number)
            if report is not None:
                self.terminal.say(f"   {sentence(report)}")
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
                self.terminal.say(f"   Bola {number}: otra vez.")
                return None
            if seen is not None:
                image, look = seen
                self._keep_best(number, image, look)
                if showing.see(look):
                    turn = first + len(showing.turns)
                    learnt += [replace(each, turn=turn) for each in self.reader.samples(image, number)]
                    mirrored = self.reader.read_in_a_mirror(image).scores
                    self._mirror.see(number, look.sighting.scores, mirrored)
                    if not showing.done:
                        self._warn(number, showing)
            if answer is not None or showing.done:
                break
            hint = "levante la bola" if showing.waiting else "ponga la bola"
            self.terminal.show(f"   Bola {number}, vuelta {len(showing.turns) + 1} de {self.turns}: {hint}")
        if showing.turns:
            self.samples.setdefault(number, []).extend(learnt)
        return BallReport(number, tuple(showing.turns), self.confidence)

    def _warn(self, number: int, showing: Showing) -> None:
        scores = showing.turns[-1].scores
        other = max(scores, key=lambda each: scores[each], default=number)
        if other != number and scores[other] >= self.confidence:
            self.terminal.say(f"   Se lee {other}, no {number}. Si la bola es otra, escriba r.")

    def _keep_best(self, number: int, image: Image, look: Look) -> None:
        """Remember the picture in which the ball is read best, or is seen at all."""
        score = look.sighting.scores.get(number, 0.0)
        if look.sighting.ball and look.box is not None and score > self._best:
            self._best = score
            left, top, side, _ = look.box
            margin = round(MARGIN * side)
            rows = slice(max(0, top - margin), top + side + margin)
            self.cuts[number] = image[rows, max(0, left - margin) : left + side + margin].copy()

    def _looks(self) -> Iterator[tuple[str | None, tuple[Image, Look] | None]]:
        """Give what was typed and the newest look, either of them None, again and again.

        Raises:
            Stopped: The technician typed "q", or the terminal is gone.
        """
        while True:
            answer = self.terminal.typed()
            if answer == "q" or (answer is None and self.terminal.ended):
                raise Stopped
            frame = self.eyepiece.newest(self._sequence, _WAIT_S)
            if frame is None:
                fault = self.eyepiece.fault()
                if fault is not None:
                    self.terminal.say(f"   {fault.message} ({fault.detail})")
                yield answer, None
                continue
            self._sequence = frame.sequence
            yield answer, (frame.image, look_at(frame.image, self.reader))


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
