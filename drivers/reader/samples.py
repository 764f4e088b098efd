"""Makes the patterns of a set of balls of what its calibration saw of each.

The technician says which ball lies there, the networks which print on it shows that number; a pattern is what
prints seen in two ways of lying have in common, so that no light and no finger is part of it. It is NOT
responsible for talking to the technician, nor for what patterns are good for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from drivers.reader.frame import Frame
from drivers.reader.locate import Floats
from drivers.reader.network import Opinion, State
from drivers.reader.overlay import laid_over, under
from drivers.reader.patterns import MARGIN, Patterns
from drivers.reader.prints import Print
from drivers.reader.rough import disc_of, upright
from drivers.reader.seen import PATTERN, Seen, seen_at
from drivers.reader.stakes import Read, share_ink
from drivers.reader.upside import twin
from drivers.reader.view import View

_CANDIDATE = 0.1  # as likely as this a print may be one of the number
_A_PRINT = 0.8  # as likely as this one of them must be
_PRINTS = 2  # of a picture, the surest
_MOST = 9  # samples of a ball
_REFERENCES = 4  # of which the rest is laid over
_ALIKE = 0.04  # of its ink that two samples of a print differ in, at most
_SURE = 0.995  # of the number: such prints tell how large the set's are
_PAINT = 0.2  # of a pattern's disc, at least
_THIN = 0.06  # of a pattern's disc is ink; the noise of two samples with less differs by as much
_ALONE = 0.999  # as sure as this of the number one way of lying is enough
_TURNS = 3  # so many ways of lying are enough in which they are alike and
_LEANT = 0.2  # the number is as likely as this, though another may be likelier
_LOOKS_LIKE: Final = MappingProxyType({1: 7, 7: 1})  # with a straight flag, from any side
_BESIDE = 12  # pixels of its surroundings that are kept with a ball


@dataclass(frozen=True, slots=True)
class Sample:
    """A print that shows the number of a ball.

    Attributes:
        view: The ball.
        shown: The print.
        angle: That by which it seems to stand upright, clockwise, radians.
        likely: How likely the print, or its ink seen otherwise, is a whole one of the number, or of that
            upside down, 0..1.
        sure: How sure the picture is of the number, 0..1.
        turn: Which way of lying of the ball it is of.
        leads: Whether its digits are more like that number than like any other.
    """

    view: View
    shown: Print
    angle: float
    likely: float
    sure: float
    turn: int = 0
    leads: bool = True


def samples_of(
    view: View, read: Sequence[Read], looked: Sequence[Read], number: int, highest: int, sure: float
) -> list[Sample]:
    """The prints that show a number, or what it looks like, by the digits that they have.

    Args:
        view: The ball; what is kept of its picture is small.
        read: Its prints, and what the networks say of each.
        looked: The same of all that were looked at: of other ways to see the ink of those, too.
        number: What is printed on it, as a person says.
        highest: The highest number of the set.
        sure: How sure the picture is of the number.
    """
    numbers = [each for each in (number, twin(number, highest), _LOOKS_LIKE.get(number)) if each is not None]
    surest = sorted(read, key=lambda each: -float(each[1].certain[number]))[:_PRINTS]
    found = [(shown, opinion, int(opinion.digits.argmax()) in numbers) for shown, opinion in surest]
    return [
        Sample(_cut_out(view), shown, opinion.upright, _likeliest(shown, looked, numbers), sure, leads=leads)
        for shown, opinion, leads in found
        if _likely(opinion, numbers) > (_CANDIDATE if leads else _LEANT)
    ]


def _likeliest(shown: Print, looked: Sequence[Read], numbers: Sequence[int]) -> float:
    """How likely a print, or its ink as it is seen otherwise, is a whole one of some numbers."""
    return max(_likely(opinion, numbers) for each, opinion in looked if share_ink(each, shown))


def _likely(opinion: Opinion, numbers: Sequence[int]) -> float:
    """How likely a print is a whole one of some numbers, with a mark or without."""
    number = 1 - opinion.states[State.PARTIAL] - opinion.states[State.NOTHING]
    return float(opinion.digits[numbers].sum() * number)


def _cut_out(view: View) -> View:
    """The ball alone, of its picture."""
    ball, reach = view.ball, int(view.ball.radius) + _BESIDE
    left, top = max(0, round(ball.x) - reach), max(0, round(ball.y) - reach)
    picture = view.picture[top : round(ball.y) + reach, left : round(ball.x) + reach].copy()
    return View(picture, replace(ball, x=ball.x - left, y=ball.y - top))


def patterns_of(balls: Mapping[int, Sequence[Sample]]) -> Patterns | None:
    """The patterns of the balls whose samples agree; None where there are none.

    Those of a set with a ring or a disc are made anew in its middle, which takes all of them to be known.

    Args:
        balls: The samples of each number.
    """
    sure = [
        [each.shown.radius for each in samples if each.leads and each.sure >= _SURE]
        for samples in balls.values()
    ]
    radii = [float(np.median(each)) for each in sure if each]
    if not radii:
        return None
    reach = MARGIN * max(radii)
    pictures = _pictures(balls, reach)
    frame = Patterns(pictures, reach).frame if pictures else None
    if frame is not None and frame.is_there:
        pictures = _pictures(balls, reach, frame)
    return Patterns(pictures, reach) if pictures else None


def _pictures(
    balls: Mapping[int, Sequence[Sample]], reach: float, frame: Frame | None = None
) -> dict[int, Floats]:
    """The patterns of the balls whose samples agree, those of a set with a frame in the middle of it."""
    made = {number: _pattern(samples, reach, frame) for number, samples in sorted(balls.items())}
    return {number: pattern for number, pattern in made.items() if pattern is not None}


def _pattern(samples: Sequence[Sample], reach: float, frame: Frame | None) -> Floats | None:
    """What most samples that are alike show, pixel by pixel; None where too few are."""
    for some in ([each for each in samples if each.leads], samples):
        best = _most_alike(some, reach, frame)
        if _show_a_print([each for each, _ in best]):
            break
    else:
        return None
    inks, known = (np.stack(layer) for layer in zip(*(there for _, there in best), strict=True))
    told = known > 0
    told |= ~told.any(axis=0)  # what is dark there is ink too: nothing that hides it from all is as dark
    return _on_paint(np.nanmedian(np.where(told, inks, np.nan), axis=0) * disc_of(PATTERN))


def _most_alike(
    samples: Sequence[Sample], reach: float, frame: Frame | None
) -> Sequence[tuple[Sample, Seen]]:
    """Of the surest samples those that are alike in the most ways of lying, one laid over the other."""
    surest = sorted(samples, key=lambda sample: -sample.sure)[:_MOST]
    seen = [seen_at(sample.view, sample.shown, reach) for sample in surest]
    groups = [
        [(surest[at], there) for at, there in _alike(seen, surest, first, frame) if there is not None]
        for first in range(min(_REFERENCES, len(surest)))
    ]
    return max(groups, key=lambda group: (len({each.turn for each, _ in group}), len(group)), default=[])


def _show_a_print(alike: Sequence[Sample]) -> bool:
    """Whether samples that are alike are a whole print of the number that a person says is there.

    Of hairlines that run together networks take a 13 as often for an 18, and without the pattern of the 13 no
    number that shares a digit with it is told by its own.
    """
    if len({each.turn for each in alike if each.likely >= _LEANT}) >= _TURNS:
        return True
    if max((each.likely for each in alike), default=0.0) < _A_PRINT:
        return False
    return len({each.turn for each in alike}) > 1 or any(each.sure >= _ALONE for each in alike)


def _on_paint(ink: Floats) -> Floats:
    """A pattern without the shade of its paint, of which there is more than a fifth around any digits."""
    shade = float(np.quantile(ink[disc_of(PATTERN) > 0], _PAINT))
    return np.asarray(np.clip((ink - shade) / (1 - min(shade, 0.5)), 0, 1), np.float32)


def _alike(
    seen: Sequence[Seen], samples: Sequence[Sample], first: int, frame: Frame | None
) -> Collection[tuple[int, Seen | None]]:
    """Each sample laid over one of them, None where it is another."""
    place = upright(samples[first].angle)
    if frame is not None:
        place = frame.in_the_middle(seen[first], place)
    reference = under(seen[first], place)
    found: list[tuple[int, Seen | None]] = [(first, reference)]
    for at, each in enumerate(seen):
        if at != first:
            found.append((at, _laid_under(reference, each, samples[at].angle)))
    return found


def _laid_under(reference: Seen, seen: Seen, angle: float) -> Seen | None:
    """What is seen where it is the most like a reference, whichever way up; None where it is not alike."""
    laid = [
        under(seen, warp)
        for way in (0.0, np.pi)
        for warp in laid_over(reference.ink, seen, upright(angle + way))
    ]
    best = min(laid, key=lambda there: _difference(reference, there))
    return best if _difference(reference, best) < _ALIKE else None


def _difference(reference: Seen, there: Seen) -> float:
    known = reference.known * there.known
    if known.sum() < PATTERN:
        return 1.0
    ink = float((reference.ink * reference.known).sum() / reference.known.sum())
    return float(((reference.ink - there.ink) ** 2 * known).sum() / known.sum()) / max(_THIN, ink)
