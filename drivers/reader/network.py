"""Asks four networks about flattened prints: which way up each is, whether it is whole, and its number.

A fifth says whether a picture shows two balls. The networks come from `pose.onnx`, `ball.onnx`,
`doubt.onnx`, `judge.onnx` and `company.onnx` beside this file, which `tools.reader.train` makes with
`ball.json`, their calibration. It is NOT responsible for finding prints nor for deciding what to believe.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt
from onnxruntime import InferenceSession, SessionOptions
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, InvalidGraph, InvalidProtobuf

from drivers.reader.light import Grey
from drivers.reader.locate import Floats
from drivers.reader.prints import CROP, SIDE, turned
from drivers.reader.upside import twin

FOLDER: Final = Path(__file__).parent
GLANCE: Final = (60, 80)
AXES: Final = 24  # directions of a print's axis, half a turn in all
HIGHEST: Final = 90
TWO_DIGITS: Final = 10  # a number under this may be one digit of two
_SEEN: Final = (CROP, CROP, SIDE)  # pixels of a print that each network which reads sees
_SETTLED = 0.9  # where less is at stake on a print after two looks, there is a third
_NO_BELIEF = np.float32(1e-9)  # keeps a print that is surely none from having no digits at all
_NEVER = 1e-6  # the least likelihood that counts: one look alone does not make the others worthless
_MIRRORED = -3.9  # the logarithm of the odds of two balls, 0.02, from which on mirror images are asked too
_ERRORS = 3  # what it says below that is about processors that it does not know
_BOTH = 14.0  # power of both doubts about two digits, their geometric mean, in what is staked
_CAUTION, _WARINESS = 3.0, 0.5  # that of the digits by themselves, and that of their being a whole print
_EASILY: Final = np.array(  # numbers of which one doubt is enough to be another
    [each < TWO_DIGITS or twin(each, HIGHEST) is not None for each in range(HIGHEST + 1)]
)
_MORE_CAUTION, _MORE_WARINESS = 8.0, 1.5  # the same of those numbers


class State(IntEnum):
    """What an upright crop may show."""

    UPRIGHT = 0
    UPSIDE_DOWN = 1
    NO_MARK = 2
    PARTIAL = 3
    NOTHING = 4


STATES: Final = len(State)
MARKS: Final = ("none", "bar", "dot", "ring", "code", "letter")
OUTPUTS: Final = STATES + 10 + 10 + len(MARKS)
_MARKED = OUTPUTS - len(MARKS)  # the first of the marks' outputs


class ModelError(ValueError):
    """The files of the networks cannot be used."""


class Asked(IntEnum):
    """Which of the networks reads a print."""

    FIRST = 0
    DOUBT = 1
    JUDGE = 2


class Heat(NamedTuple):
    """The temperatures that make a network as sure as it is right: what its logits are divided by."""

    states: float
    digits: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What makes the networks' answers probabilities, and which of them are good enough.

    Attributes:
        states: Temperature of the states' logits.
        digits: Temperature of the digits' logits.
        doubted_states: That of the states' logits of the network for what is in doubt.
        doubted_digits: The same of its digits' logits.
        judged_states: That of the states' logits of the network that is asked last.
        judged_digits: The same of its digits' logits.
        slope: What the log-odds of a ball's score are multiplied with to become those of being right.
        offset: What is added to them then.
        single: The same for a number of one digit, which may be the rest of two.
        least: A number less likely than this is not told of at all, 0..1.
    """

    states: float = 1.0
    digits: float = 1.0
    doubted_states: float = 1.0
    doubted_digits: float = 1.0
    judged_states: float = 1.0
    judged_digits: float = 1.0
    slope: float = 1.0
    offset: float = 0.0
    single: float = 0.0
    least: float = 0.9

    @property
    def heats(self) -> tuple[Heat, ...]:
        """The temperatures of states and digits of each network that reads, as `Asked` names them."""
        return (
            Heat(self.states, self.digits),
            Heat(self.doubted_states, self.doubted_digits),
            Heat(self.judged_states, self.judged_digits),
        )

    def probability(self, scores: Floats) -> Floats:
        """How likely the numbers are right that have these scores, one for each from 0 on."""
        held = np.minimum(np.maximum(scores, 1e-6), 1 - 1e-6)
        odds = self.slope * np.log(held / (1 - held)) + _added(self.single, self.offset, len(held))
        return np.asarray(1 / (1 + np.exp(-odds)), np.float32)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the calibration.

        Raises:
            ModelError: The file is missing or damaged.
        """
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            loaded = cls(*(float(stored[name]) for name in cls.__slots__))
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{path}: {error}; install the package again or train anew") from error
        if not (min(*(min(heat) for heat in loaded.heats), loaded.slope) > 0 and 0 < loaded.least <= 1):
            raise ModelError(f"{path}: all but the offsets are positive, the least up to 1; train anew")
        return loaded


@cache
def _added(single: float, other: float, count: int) -> npt.NDArray[np.float64]:
    """What is added for each number, one for those of one digit and another for the rest."""
    return np.where(np.arange(count) < TWO_DIGITS, single, other)


@dataclass(frozen=True)
class Opinion:
    """What the networks say of one print.

    Attributes:
        states: How likely each `State` is, the better of both ways up, 0..1.
        digits: How likely each number 1..90 is if the print is a whole, settled number; index 0 unused.
        belief: How likely it is one.
        mark: The likeliest mark.
        angle: The clockwise angle of the line of digits in radians, up to half a turn.
        way: Which of both ways up is right, 0 as it lies by this angle or 1, where a ring was seen to say so.
        up: Which of both is the likelier.
    """

    states: Floats
    digits: Floats
    belief: float
    mark: str
    angle: float = 0.0
    way: int | None = None
    up: int = 0

    @property
    def upright(self) -> float:
        """The clockwise angle by which the print seems to stand upright, radians."""
        return self.angle + np.pi * self.up

    @cached_property
    def scores(self) -> Floats:
        """How likely each number 1..90 is; they add up to less than 1 as far as the print may be none."""
        return np.asarray(self.digits * np.float32(self.belief), np.float32)

    @cached_property
    def number(self) -> int:
        """The likeliest number."""
        return int(self.scores.argmax())

    @cached_property
    def score(self) -> np.float32:
        """How likely that is."""
        return np.float32(self.scores[self.number])

    @cached_property
    def certain(self) -> Floats:
        """How much is to be staked on each number: least where its digits and its wholeness are in doubt.

        What makes another number of one leaves both in doubt, what is right has mostly one doubt alone
        (docs/reader-history.md). But a single digit may be the rest of two however sure it is itself, and no
        doubt about digits tells that a number stands the other way up, where it is another.
        """
        digits = -np.log(np.minimum(np.maximum(self.digits, _NEVER), 1))
        whole = -np.log(min(max(self.belief, _NEVER), 1.0))
        together = _BOTH * np.sqrt(digits * whole) + _CAUTION * digits + _WARINESS * whole
        alone = _MORE_CAUTION * digits + _MORE_WARINESS * whole
        return np.asarray(np.exp(-np.where(_EASILY, alone, together)), np.float32)


class Network:
    """All five networks; may be shared by threads.

    Three of them read: a quick one every print; where that leaves a doubt a larger one, which grew from it;
    and where both do, one that learnt apart from them and sees finer pixels, so that it errs by itself.

    Args:
        folder: Where the six files are.

    Raises:
        ModelError: A file is missing or damaged.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.calibration = Calibration.load(folder / "ball.json")
        self._pose = _session(folder / "pose.onnx")
        self._readers = [_session(folder / name) for name in ("ball.onnx", "doubt.onnx", "judge.onnx")]
        self._company = _session(folder / "company.onnx")

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        """The networks' opinion of each flattened print."""
        if not flats:
            return []
        angles = self.axes([turned(flat, 0.0) for flat in flats])
        seen = [
            view
            for flat, angle in zip(flats, angles, strict=True)
            for view in both_ways(flat, angle, Asked.FIRST)
        ]
        return self._opinions(self.logits(seen), Asked.FIRST, angles)

    def again(self, shone: Grey, first: Opinion) -> Opinion:
        """A first opinion, that of the larger network and, where they leave a doubt, of the last, as one.

        Each likelihood is their geometric mean: what one of them rules out is ruled out.

        Args:
            shone: The print and its shine.
            first: What the first network says of it.
        """
        looks = [first, self._look(shone, first.angle, Asked.DOUBT, first.way)]
        both = _together(looks)
        if both.certain.max() >= _SETTLED and both.digits.argmax() >= TWO_DIGITS:
            return both
        return _together([*looks, self._look(shone, first.angle, Asked.JUDGE, first.way)])

    def settled(self, flat: Grey, angle: float, way: int) -> Opinion:
        """The first network's opinion of a print that is seen to stand so: it does not lack a mark.

        Args:
            flat: The flattened print.
            angle: Of the line of digits, clockwise, radians.
            way: Which of both ways up by this angle is right, 0 or 1.
        """
        return self._look(flat, angle, Asked.FIRST, way)

    def sideways(self, shone: Grey, first: Opinion) -> Floats:
        """How likely each `State` is a quarter turn from where an opinion sees the print upright, 0..1."""
        return self._look(shone, first.angle + np.pi / 2, Asked.DOUBT).states

    def aslant(self, shone: Grey, first: Opinion, by: float) -> Floats:
        """How sure the larger networks are of each number if the line of digits lies otherwise, 0..1.

        Args:
            shone: The print and its shine.
            first: What is thought of it.
            by: How far it lies otherwise, clockwise, radians.
        """
        looks = [self._look(shone, first.angle + by, asked) for asked in (Asked.DOUBT, Asked.JUDGE)]
        return _together(looks).scores

    def supposed(self, inked: Sequence[Grey], first: Opinion) -> list[Opinion]:
        """The larger network's opinion of other pictures of a print, which lies as an opinion saw it."""
        seen = [view for shone in inked for view in both_ways(shone, first.angle, Asked.DOUBT)]
        angles = [first.angle] * len(inked)
        return self._opinions(self.logits(seen, Asked.DOUBT), Asked.DOUBT, angles, first.way)

    def _look(self, shone: Grey, angle: float, asked: Asked, way: int | None = None) -> Opinion:
        (look,) = self._opinions(self.logits(both_ways(shone, angle, asked), asked), asked, [angle], way)
        return look

    def _opinions(
        self, logits: Floats, asked: Asked, angles: Sequence[float], way: int | None = None
    ) -> list[Opinion]:
        return opinions(logits, self.calibration.heats[asked], angles, way)

    def axes(self, crops: Sequence[Grey]) -> list[float]:
        """The clockwise angle of each print's line of digits in radians, up to half a turn."""
        seen = np.stack(crops).astype(np.float32)[:, None] / np.float32(255)
        return [axis(row) for row in _answers(self._pose, seen)]

    def logits(self, crops: Sequence[Grey], asked: Asked = Asked.FIRST) -> Floats:
        """The raw answers of one of the networks about upright crops, one row each."""
        return _answers(self._readers[asked], in_cells(np.stack(crops)))

    def company(self, quarter: Grey) -> float:
        """How likely a picture shows more than one ball, 0..1.

        Where it may, its mirror images are asked too, and the likeliest counts: two balls are surely two in
        one of the four, and what merely seems to be a second one is mostly it faintly in all.

        Args:
            quarter: All of the picture, BGR, 120 lines high.
        """
        seen = glance(quarter)
        logit = _answers(self._company, in_cells(seen[None])).max()
        if logit > _MIRRORED:
            mirrored = np.stack([seen[:, ::-1], seen[::-1], seen[::-1, ::-1]])
            logit = max(logit, _answers(self._company, in_cells(mirrored)).max())
        return float(1 / (1 + np.exp(-logit)))


def glance(quarter: Grey) -> Grey:
    """What the network sees of a picture that is quartered: its middle, BGR, `GLANCE` lines and columns."""
    (height, width), (lines, columns) = quarter.shape[:2], GLANCE
    small = cv2.resize(quarter, (width * lines // height, lines), interpolation=cv2.INTER_AREA)
    missing = max(0, columns - small.shape[1])
    wide = cv2.copyMakeBorder(small, 0, 0, missing // 2, missing - missing // 2, cv2.BORDER_REPLICATE)
    left = (wide.shape[1] - columns) // 2
    return np.asarray(wide[:, left : left + columns], np.uint8)


def both_ways(shown: Grey, angle: float, asked: Asked) -> list[Grey]:
    """A print turned upright and upside down, as one of the networks sees it; its line of digits lies so.

    The first network is to be shown it without its shine, the others with it.
    """
    upright = turned(shown, -angle, _SEEN[asked])
    return [upright, upright[::-1, ::-1]]


def _together(looks: Sequence[Opinion]) -> Opinion:
    return replace(
        looks[0],
        states=np.mean([look.states for look in looks], axis=0),
        digits=_mean([look.digits for look in looks]),
        belief=float(_mean([np.float32(look.belief) for look in looks])),
    )


def axis(logits: Floats) -> float:
    """The angle that one row of the first network means: its highest bin, refined by its neighbours."""
    best = int(logits.argmax())
    near = np.exp(logits[[best - 1, best, (best + 1) % AXES]] - logits[best])
    return float((best + (near[2] - near[0]) / near.sum()) * np.pi / AXES)


def _mean(likelihoods: Sequence[Floats | np.float32]) -> Floats:
    """The geometric mean of each likelihood."""
    return np.asarray(np.exp(np.mean(np.log(np.maximum(likelihoods, _NEVER)), axis=0)), np.float32)


def opinions(logits: Floats, heat: Heat, angles: Sequence[float], way: int | None = None) -> list[Opinion]:
    """Combine the answers about prints seen both ways up, two rows each.

    A number counts as far as one way looks upright and the other upside down: both must agree. Where one way
    is known to be right, what looks as if it had no mark stands that way.
    """
    ways = logits.reshape(-1, 2, OUTPUTS)
    states = _softmax(ways[..., :STATES] / heat.states)
    if way is not None:
        states[:, way, State.UPRIGHT] += states[:, way, State.NO_MARK]
        states[:, 1 - way, State.UPSIDE_DOWN] += states[:, 1 - way, State.NO_MARK]
        states[..., State.NO_MARK] = 0
    digits = _softmax(ways[..., STATES:_MARKED].reshape(-1, 2, 2, 10) / heat.digits)
    belief = np.sqrt(states[..., State.UPRIGHT] * states[:, ::-1, State.UPSIDE_DOWN])
    believed = belief.sum(axis=1)
    tens, units = digits[:, :, 0] * belief[..., None], digits[:, :, 1]
    numbers = (tens.swapaxes(1, 2) @ units).reshape(-1, 100)[:, : HIGHEST + 1]
    numbers /= np.maximum(believed, _NO_BELIEF)[:, None]
    numbers[:, 0] = 0
    up = belief.argmax(axis=1)
    marks = ways[np.arange(len(ways)), up, _MARKED:].argmax(axis=1)
    each = zip((states[:, 0] + states[:, 1]) / 2, numbers, believed, marks, angles, up, strict=True)
    return [
        Opinion(
            state, number, min(float(sure), 1.0), MARKS[mark] if way is None else "ring", angle, way, int(ups)
        )
        for state, number, sure, mark, angle, ups in each
    ]


def _softmax(logits: Floats) -> Floats:
    """The likelihoods that logits along the last axis mean."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def in_cells(pictures: Grey) -> Grey:
    """Pictures with each four pixels as one that is four times as deep.

    So a network's first layer, five pixels wide in steps of two, is three cells wide: ONNX Runtime gathers
    what each place sees of such a picture several times as fast as of one that is hardly deep.

    Args:
        pictures: (N, height, width) or (N, height, width, deep), height and width even.

    Returns:
        (N, height / 2, width / 2, 4 deep): of each cell the pixel above left, that above right, those below.
    """
    count, height, width, *rest = pictures.shape
    deep = 2 * rest[0] if rest else 2
    rows = pictures.reshape(count * height // 2, 2, width // 2, deep)
    cells = np.asarray(cv2.merge([rows[:, 0], rows[:, 1]]), np.uint8)
    return cells.reshape(count, height // 2, width // 2, 2 * deep)


def _answers(session: InferenceSession, given: Floats | Grey) -> Floats:
    return np.asarray(session.run(None, {"crops": given})[0], np.float32)


def _session(path: Path) -> InferenceSession:
    """One network, run by the thread that asks it: the processor's others have work of their own."""
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS
    try:
        return InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}; install the package again") from error
    except (Fail, InvalidArgument, InvalidGraph, InvalidProtobuf) as error:
        raise ModelError(f"{path}: the network is damaged ({error}); install the package again") from error
