"""The prints of a ball laid over the patterns of a set, and what makes one like a pattern.

It is NOT responsible for what follows for a number (`drivers.reader.known`, `drivers.reader.recognised`), nor
for how patterns and prints are compared (`drivers.reader.patterns`).
"""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from drivers.reader.ink import spot
from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, TWO_DIGITS
from drivers.reader.patterns import Likeness, Patterns, Rough, left_over
from drivers.reader.prints import A_DIGIT, SIDE, Print, dazzle, grid, lies_in_light
from drivers.reader.seen import PATTERN, Seen, bare_at, edge_at, seen_at
from drivers.reader.stakes import Read
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.upside import twin
from drivers.reader.view import View

UNCOVERED: Final = 0.93
"""Of a ball's outline: with less in sight something may hide the second digit of a print."""

LIKE: Final = 0.03
"""Of a mean pattern's ink is left over of a print that is like a pattern, at most."""

PLAINLY: Final = 0.02
"""The same of a print that plainly is like it."""

TO_THE_DOT: Final = 0.0025
"""The same of a print that is the pattern's and nothing else."""

IN_SIGHT: Final = 0.8
"""Of a pattern's ink is in sight, at least."""

SOME_IN_SIGHT: Final = 0.6
"""Of it, at least, where all others leave more over by far."""

SOME_BESIDE: Final = 0.3
"""Of the ink of each digit that may be beside a single one to the dot is in sight at least, and missed."""

CLEARER: Final = 1.2
"""Times as much is left over of every other pattern of the set."""

BY_FAR: Final = 2.5
"""Times as much is left over of every other pattern where less is known."""

_ALL_IN_SIGHT = 0.93  # of a single digit's ink: what hides some of it may hide another
_BESIDE = 0.5  # of the ink of each digit that may be beside a single one is in sight, at least
_GLOW = 13  # pixels across: so far around a light ink may be as bright as paint
_UNLIT = 0.9  # of a stroke's ink lies farther off, and no light has made it so
_FAINT = 0.08  # of all ink: where another number has a stroke more, a print that is darker by this may be it
_MIDDLE = 0.6  # of the most ink that the other one has more: the middle of its strokes
_NONE = 0.1  # of all ink is none
_AROUND = np.ones((13, 13), np.uint8)  # pixels around such a middle: what it is held against
_APART = np.ones((5, 5), np.uint8)  # from all ink lies what tells how bright the paint is
_FEWEST = 12, 4  # pixels of strokes, and around one
_NEARBY = np.ones((17, 17), np.uint8)  # pixels around the middle of a stroke more: the digit that it is of
_PALER = 0.74  # of the ink of the rest, as against the pattern, is that of a digit which a light washes out
_GRAIN = 0.002  # left over of any two pictures of one print
_SINGLE = 0.01  # left over at most of a single digit: a finger as pale as the paint shades what it hides
_ALL_OF_IT = 0.99  # of a ball's outline: with that in sight no finger lies on it


class Laid:
    """The prints of one ball as the patterns of one set are laid over them.

    Each print is seen, and roughly laid, once, when that is asked for: most of all time is spent on that.

    Args:
        view: The ball.
        patterns: Those of the set.
    """

    def __init__(self, view: View, patterns: Patterns) -> None:
        self.view: Final = view
        self.patterns: Final = patterns
        self._seen: dict[tuple[Print, bool], Seen] = {}
        self._rough: dict[tuple[Print, bool], Rough] = {}

    def seen(self, read: Read, *, parted: bool = False) -> Seen:
        """A print at the scale of the patterns.

        Args:
            read: The print, and what the networks say of it.
            parted: Whether fingers, and what else is too thick for ink, are told from it.
        """
        asked = read[0], parted
        if asked not in self._seen:
            widest = self.patterns.widest if parted else None
            self._seen[asked] = seen_at(self.view, read[0], self.patterns.reach, widest)
        return self._seen[asked]

    def rough(self, read: Read, *, parted: bool = False) -> Rough:
        """Where each pattern roughly lies on a print, and which are most like it."""
        asked = read[0], parted
        if asked not in self._rough:
            self._rough[asked] = self.patterns.roughly(self.seen(read, parted=parted), read[1].angle)
        return self._rough[asked]

    def is_framed(self, read: Read, number: int) -> bool:
        """Whether a print of a single digit has it in the middle of its ring, so that no other is hidden.

        What is told from ink may be the ring, or the ball around a disc.
        """
        for parted in (False, True):
            seen, rough = self.seen(read, parted=parted), self.rough(read, parted=parted)
            found = self.patterns.likenesses(seen, rough._replace(likest=()), (number,), whole=False)
            if number in found and self.patterns.is_framed(seen, number, found[number].place):
                return True
        return False

    def is_edged(self, read: Read, number: int) -> bool:
        """Whether an edge that crosses a print may hide a stroke or a digit, with which it is another number.

        The bright edge of a plexiglass looks like paint: over an 8 it makes a 34 of an 84 to the dot, over
        a 7 an 8 of a 78.
        """
        edge = edge_at(self.view, read[0], self.patterns.reach) & (grid()[1] < PATTERN / SIDE)
        if not edge.any():
            return False
        seen, rough = self.seen(read, parted=True), self.rough(read, parted=True)
        strokes, digits = with_a_stroke_more(number), longer(number)
        asked = number, *strokes, *digits
        found = self.patterns.likenesses(seen, rough._replace(likest=()), asked, whole=False)
        own = found.pop(number, None)
        if own is None:
            return False
        stroke = any(times(found[each], own) < CLEARER for each in strokes if each in found)
        return stroke or self.is_beside(seen, number, own, found)

    def may_hide_a_digit(self, shown: Print) -> bool:
        """Whether a finger, or a light beside a print, may hide a second digit of it."""
        return self.view.ball.support < UNCOVERED or dazzle(self.view, shown) > A_DIGIT

    def lies_in_light(self, shown: Print) -> bool:
        """Whether a light may hide a stroke of a print without being brighter than all of it.

        What lies around a disc is darker than it in any light.
        """
        return not self.patterns.frame.is_there and lies_in_light(self.view, shown)

    def is_beside(self, seen: Seen, number: int, own: Likeness, found: Mapping[int, Likeness]) -> bool:
        """Whether something may hide another digit beside a single one.

        Args:
            seen: The print, seen in one way.
            number: What it is like,
            own: and how like.
            found: How like it is to others.
        """
        for each, other in ((each, found[each]) for each in longer(number) if each in found):
            least = SOME_BESIDE if own.left <= TO_THE_DOT and other.left > LIKE else _BESIDE
            if self.patterns.more_in_sight(seen, number, own.place, each, other.place) < least:
                return True
        return False

    def shows_more(self, read: Read, number: int, own: Likeness, found: Mapping[int, Likeness]) -> bool:
        """Whether a print faintly shows a stroke more than a number has beside a light.

        To what tells lights from ink, ink that a light makes as bright as the paint is paint. But what lies
        around it is brighter still.

        Args:
            read: The print, and what the networks say of it.
            number: What it is like,
            own: and how like.
            found: How like it is to others.
        """
        clear = cv2.erode(self.seen(read).known, spot(_GLOW))
        digits = self.patterns.digits_at(number, own.place)
        strokes = [
            np.maximum(self.patterns.digits_at(each, place) - digits, 0)
            for each in with_a_stroke_more(number) & found.keys()
            for place in (own.place, found[each].place)
        ]
        lit = [stroke for stroke in strokes if (stroke * clear).sum() < _UNLIT * stroke.sum()]
        if not lit:
            return False
        seen = bare_at(self.view, read[0], self.patterns.reach)
        return any(_darker_by(seen, digits, stroke) > _FAINT for stroke in lit)

    def fades(self, seen: Seen, number: int, own: Likeness, found: Mapping[int, Likeness]) -> bool:
        """Whether a digit that a stroke more would change is far paler than the other, for its pattern.

        A light that is no brighter than the paint takes a thin stroke away, and leaves the others pale.

        Args:
            seen: The print, seen in one way.
            number: What it is like,
            own: and how like.
            found: How like it is to others.
        """
        digits = self.patterns.digits_at(number, own.place)
        strokes = (
            self.patterns.digits_at(each, found[each].place) - digits
            for each in with_a_stroke_more(number) & found.keys()
        )
        return any(_as_dark(seen, digits, stroke) < _PALER for stroke in strokes)

    def rivals(
        self, seen: Seen, number: int, own: Likeness, found: Mapping[int, Likeness]
    ) -> dict[int, Likeness]:
        """How like a print is to other numbers, to those most like its own also where that one lies.

        Of a number that a rough look finds in a wrong place too much seems to be left over.

        Args:
            seen: The print, seen in one way.
            number: What it is like,
            own: and how like.
            found: How like it is to others.
        """
        nearest = {*self.patterns.nearest(number), *with_a_stroke_more(number)} - {twin(number, HIGHEST)}
        there = self.patterns.laid_at(seen, own.place, nearest, whole=False)
        return {
            **found,
            **{each: min(its, found.get(each, its), key=left_over) for each, its in there.items()},
        }


def _darker_by(seen: Seen, digits: Floats, more: Floats) -> float:
    """How much darker a print is where another pattern has more ink than around that, as part of all ink.

    Where too few pixels show that, it is no darker.

    Args:
        seen: The print, its lights too.
        digits: The ink of the number that it is like, laid over it,
        more: and what the other one has more.
    """
    bare, middle = (seen.known > 0) & (cv2.dilate(digits, _APART) <= _NONE), _MIDDLE * more.max()
    stroke = bare & (more > middle)
    around = bare & (cv2.dilate(more, _AROUND) > middle) & (cv2.dilate(more, _APART) <= _NONE)
    if np.count_nonzero(stroke) < _FEWEST[0] or np.count_nonzero(around) < _FEWEST[1]:
        return 0.0
    return float(seen.ink[stroke].mean() - seen.ink[around].mean())


def _as_dark(seen: Seen, digits: Floats, more: Floats) -> float:
    """How dark the ink is near what another pattern has more, as part of the rest, as against the pattern.

    Where too few pixels show either, it is as dark.

    Args:
        seen: The print.
        digits: The ink of the number that it is like, laid over it,
        more: and what the other one has more.
    """
    inked = (seen.known > 0) & (digits > _MIDDLE * digits.max())
    near = cv2.dilate((more > _MIDDLE * more.max()).astype(np.uint8), _NEARBY) > 0
    parts = inked & near, inked & ~near
    if min(np.count_nonzero(part) for part in parts) < _FEWEST[0]:
        return 1.0
    beside, rest = (float(seen.ink[part].mean() / digits[part].mean()) for part in parts)
    return beside / max(rest, _NONE)


def times(more: Likeness, less: Likeness) -> float:
    """How many times as much is left over of one pattern as of another."""
    return (more.left + _GRAIN) / (less.left + _GRAIN)


def longer(number: int) -> list[int]:
    """The numbers of two digits of which a single one may be the rest."""
    two = range(TWO_DIGITS, HIGHEST + 1) if number < TWO_DIGITS else ()
    return [each for each in two if str(number) in str(each)]


def is_like(number: int, own: Likeness, outline: float, *, framed: bool) -> bool:
    """Whether a print is like a pattern that is in sight, whatever is beside a single digit.

    Args:
        number: The pattern's.
        own: How like it the print is.
        outline: How much of the ball's is in sight, 0..1.
        framed: Whether a single digit is in the middle of its ring, so that no other is beside it.
    """
    if number >= TWO_DIGITS:
        return own.left < LIKE and own.seen > SOME_IN_SIGHT
    most = PLAINLY if framed or outline >= _ALL_OF_IT else _SINGLE
    return own.left < most and own.seen > (SOME_IN_SIGHT if framed else _ALL_IN_SIGHT)
