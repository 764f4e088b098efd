"""Asks three networks about flattened prints: which way up each is, whether it is whole, and its number.

A fourth says whether a picture shows two balls. The networks come from `pose.onnx`, `ball.onnx`,
`doubt.onnx` and `company.onnx` beside this file, which `tools.reader.train` makes with `ball.json`, their
calibration. It is NOT responsible for finding prints nor for deciding what to believe.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
from onnxruntime import InferenceSession, SessionOptions
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, InvalidGraph, InvalidProtobuf

from drivers.reader.light import Grey
from drivers.reader.locate import Floats
from drivers.reader.prints import turned

FOLDER: Final = Path(__file__).parent
GLANCE: Final = (60, 80)
AXES: Final = 24  # directions of a print's axis, half a turn in all
HIGHEST: Final = 90
TWO_DIGITS: Final = 10  # a number under this may be one digit of two
_LEANS = (-0.12, 0.12)  # radians
_NEVER = 1e-6  # the least likelihood that counts: one look alone does not make the others worthless
_ERRORS = 3  # what it says below that is about processors that it does not know
_CAUTION = 8.0  # power of the digits in what is staked: one that looks like another costs most
_WARINESS = 1.5  # power of the belief in it: that a print is cut off costs less


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


class ModelError(ValueError):
    """The files of the networks cannot be used."""


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
        slope: What the log-odds of a ball's score are multiplied with to become those of being right.
        offset: What is added to them then.
        threshold: A single picture's number is told from this probability on, 0..1.
        single: The same of a number of one digit, which may be the rest of two.
    """

    states: float = 1.0
    digits: float = 1.0
    doubted_states: float = 1.0
    doubted_digits: float = 1.0
    slope: float = 1.0
    offset: float = 0.0
    threshold: float = 0.9
    single: float = 0.9

    def heat(self, *, doubted: bool = False) -> Heat:
        """The temperatures of states and digits, of the network for what is in doubt if told so."""
        return Heat(self.doubted_states, self.doubted_digits) if doubted else Heat(self.states, self.digits)

    def least(self, number: int) -> float:
        """The probability from which on this number is told."""
        return self.single if number < TWO_DIGITS else self.threshold

    def probability(self, scores: Floats) -> Floats:
        """How likely numbers with these scores are right."""
        held = np.clip(scores, 1e-6, 1 - 1e-6)
        odds = self.slope * np.log(held / (1 - held)) + self.offset
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
        if not (
            min(*loaded.heat(), *loaded.heat(doubted=True), loaded.slope) > 0
            and 0 < loaded.threshold <= loaded.single <= 1
        ):
            raise ModelError(f"{path}: all but the offset are positive, a threshold up to 1; train anew")
        return loaded


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the networks say of one print.

    Attributes:
        states: How likely each `State` is, the better of both ways up, 0..1.
        digits: How likely each number 1..90 is if the print is a whole, settled number; index 0 unused.
        belief: How likely it is one.
        mark: The likeliest mark.
        angle: The clockwise angle of the line of digits in radians, up to half a turn.
    """

    states: Floats
    digits: Floats
    belief: float
    mark: str
    angle: float = 0.0

    @property
    def scores(self) -> Floats:
        """How likely each number 1..90 is; they add up to less than 1 as far as the print may be none."""
        return np.asarray(self.digits * np.float32(self.belief), np.float32)

    @property
    def certain(self) -> Floats:
        """How much is to be staked on each number: what is read falsely is nearly always a digit in doubt."""
        return np.asarray(self.digits**_CAUTION * np.float32(self.belief**_WARINESS), np.float32)


class Network:
    """All four networks; may be shared by threads.

    Two of them read: a quick one every print; where that leaves a doubt a larger one, which grew from it and
    has learnt on, so that they err together less than two looks of one do.

    Args:
        folder: Where the five files are.

    Raises:
        ModelError: A file is missing or damaged.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.calibration = Calibration.load(folder / "ball.json")
        self._pose = _session(folder / "pose.onnx")
        self._read = _session(folder / "ball.onnx")
        self._doubt = _session(folder / "doubt.onnx")
        self._company = _session(folder / "company.onnx")

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        """The networks' opinion of each flattened print."""
        if not flats:
            return []
        angles = self.axes([turned(flat, 0.0) for flat in flats])
        views = [view for flat, angle in zip(flats, angles, strict=True) for view in _both_ways(flat, angle)]
        logits = self.logits(views)
        return [
            replace(opinion(logits[2 * index : 2 * index + 2], self.calibration.heat()), angle=angle)
            for index, angle in enumerate(angles)
        ]

    def again(self, flat: Grey, first: Opinion) -> Opinion:
        """A first opinion and two of the larger network, of the print turned a little each way, as one.

        Each likelihood is their geometric mean: what one of them rules out is ruled out.
        """
        looks = [first, *self._doubted(flat, [first.angle + lean for lean in _LEANS])]
        return replace(
            first,
            states=np.mean([look.states for look in looks], axis=0),
            digits=_mean([look.digits for look in looks]),
            belief=float(_mean([np.float32(look.belief) for look in looks])),
        )

    def sideways(self, flat: Grey, first: Opinion) -> Floats:
        """How likely each `State` is a quarter turn from where an opinion sees the print upright, 0..1."""
        (look,) = self._doubted(flat, [first.angle + np.pi / 2])
        return look.states

    def _doubted(self, flat: Grey, angles: Sequence[float]) -> list[Opinion]:
        """What the larger network says of one print turned by each of some angles."""
        logits = self.logits([view for angle in angles for view in _both_ways(flat, angle)], doubted=True)
        heat = self.calibration.heat(doubted=True)
        return [opinion(logits[at : at + 2], heat) for at in range(0, len(logits), 2)]

    def axes(self, crops: Sequence[Grey]) -> list[float]:
        """The clockwise angle of each print's line of digits in radians, up to half a turn."""
        return [axis(row) for row in _answers(self._pose, crops)]

    def logits(self, crops: Sequence[Grey], *, doubted: bool = False) -> Floats:
        """The raw answers about upright crops, one row each; of the larger network if told so."""
        return _answers(self._doubt if doubted else self._read, crops)

    def company(self, quarter: Grey) -> float:
        """How likely a picture shows more than one ball, 0..1.

        Args:
            quarter: All of the picture, BGR, 120 lines high.
        """
        given = glance(quarter).transpose(2, 0, 1)[None].astype(np.float32) / 255
        (logit,) = self._company.run(None, {"crops": given})[0][0]
        return float(1 / (1 + np.exp(-logit)))


def glance(quarter: Grey) -> Grey:
    """What the network sees of a picture that is quartered: its middle, BGR, `GLANCE` lines and columns."""
    (height, width), (lines, columns) = quarter.shape[:2], GLANCE
    small = cv2.resize(quarter, (width * lines // height, lines), interpolation=cv2.INTER_AREA)
    missing = max(0, columns - small.shape[1])
    wide = cv2.copyMakeBorder(small, 0, 0, missing // 2, missing - missing // 2, cv2.BORDER_REPLICATE)
    left = (wide.shape[1] - columns) // 2
    return np.asarray(wide[:, left : left + columns], np.uint8)


def _both_ways(flat: Grey, angle: float) -> list[Grey]:
    return [turned(flat, -angle), turned(flat, np.pi - angle)]


def axis(logits: Floats) -> float:
    """The angle that one row of the first network means: its highest bin, refined by its neighbours."""
    best = int(logits.argmax())
    near = np.exp(logits[[best - 1, best, (best + 1) % AXES]] - logits[best])
    return float((best + (near[2] - near[0]) / near.sum()) * np.pi / AXES)


def _mean(likelihoods: Sequence[Floats | np.float32]) -> Floats:
    """The geometric mean of each likelihood."""
    return np.asarray(np.exp(np.mean(np.log(np.maximum(likelihoods, _NEVER)), axis=0)), np.float32)


def opinion(logits: Floats, heat: Heat) -> Opinion:
    """Combine the answers about one print seen both ways up.

    A number counts as far as one way looks upright and the other upside down: both must agree.
    """
    states = _softmax(logits[:, :STATES] / heat.states)
    tens, units = (_softmax(logits[:, at : at + 10] / heat.digits) for at in (STATES, STATES + 10))
    up, down = states[:, State.UPRIGHT], states[:, State.UPSIDE_DOWN]
    belief = np.sqrt(up * down[::-1])
    believed = float(belief.sum())
    joint = (tens[:, :, None] * units[:, None, :]).reshape(2, 100) * belief[:, None]
    digits = joint.sum(axis=0)[: HIGHEST + 1] / np.float32(max(believed, 1e-9))
    digits[0] = 0
    marks = logits[int(belief.argmax()), STATES + 20 :]
    return Opinion(states.mean(axis=0), digits, min(believed, 1.0), MARKS[int(marks.argmax())])


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def _answers(session: InferenceSession, crops: Sequence[Grey]) -> Floats:
    given = np.stack(crops)[:, None].astype(np.float32) / 255
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
