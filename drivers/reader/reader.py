"""Reads the number of a ball from one picture, by pixels alone.

Geometry finds the ball and its prints. A small network says whether there is another ball; four say of each
print which way up it is, whether it is whole and its number; all prints of the ball must agree. When in doubt
it gives no number and says why.

It is NOT responsible for combining pictures, for what was drawn before, or for taking pictures: it gets an
image and gives a sighting.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import sqrt
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from drivers.reader.disc import any_ring
from drivers.reader.exit import LearntExit, Unlike
from drivers.reader.known import DOUBTED, SEEN, UNLIKELY, Known, is_the_same, told_by
from drivers.reader.laid import Laid
from drivers.reader.light import Grey
from drivers.reader.limb import Circle
from drivers.reader.locate import RADII, Floats, find_ball, is_empty_exit, quartered, thumbnail
from drivers.reader.marks import BARE, is_lit_open, lacks_its_mark, may_be_a_rim
from drivers.reader.mirrored import fits_mirrored
from drivers.reader.network import HIGHEST, TWO_DIGITS, Network, Opinion, State
from drivers.reader.owed import LEAST, if_lights_were_ink, less_parts
from drivers.reader.patterns import Patterns
from drivers.reader.picture import checked
from drivers.reader.pieces import is_a_scrap, may_be_a_piece
from drivers.reader.place import WHOLE, cut_to
from drivers.reader.prints import (
    Print,
    find_more,
    find_others,
    find_outermost,
    find_prints,
    find_rest,
    lights,
    shone,
    within,
)
from drivers.reader.samples import Sample, samples_of
from drivers.reader.showing import all_seen, is_lit, why_unread
from drivers.reader.sighting import ALONE, RECOGNISED, Reason, Sighting, unread
from drivers.reader.stakes import (
    CONTRARY,
    SURE,
    Read,
    is_unconfirmed,
    share_ink,
    staked,
    surest,
)
from drivers.reader.thought import Thought, read_of
from drivers.reader.view import View

_DARK = 8.0  # mean grey level under which a picture shows nothing
_SEEN_OF_KNOWN = 0.5  # of a ball whose prints are known, which are then to be as their patterns are
_FREE = (0.45, 0.9)  # of it: from nothing is believed to all is; a hand that hides outline may hide a digit
_CUT_OFF = 0.35  # of its outline in sight at least there is some of a ball
_COMPANY = 0.9  # more likely than this, there are two balls: of 1,588 pictures of two none has less than 0.99
_ABOVE_LIGHTS = 0.91  # what is as sure as this no light upon a stroke makes another number
_AGAINST = 0.2  # a print this sure of another number is looked at further before it counts
_PROMISING = 0.6  # with less than this from two prints, the third is looked at
_OPENED = 0.75  # at stake on a number by a ring that a later look sees: a disc's outline may seem to open
_UNSETTLED = 0.15  # sure enough to be without a mark for a ring to be looked for
_FITS = 0.3  # at stake on a number that stands as a ring says: digits alone are too large to be told by it
_DOUBTFUL = 0.8  # with less at stake no picture is believed alone of one digit, or with a print that is mute
_NOT_ALONE = 0.998
_WORTH_A_LOOK = 0.05  # more looks cannot help a print with less
_PLAIN = 0.85  # nor do they change what is as sure as this, unless a light lies on it
_PLAIN_DIGIT = 0.92  # the same of a single digit, which may be the rest of two
_LEFT_OPEN = frozenset({Known.UNLIKE, Known.BESIDE})
_PROVED = frozenset({Known.THE_SAME, Known.PLAIN, Known.ANOTHER})
_FITS_ITS_PATTERN = frozenset({Known.THE_SAME, Known.PLAIN})
_UNREAD = MappingProxyType({Known.ANOTHER: Reason.ANOTHER_PRINT, Known.UNMARKED: Reason.NO_MARK})
_UNLIKE = MappingProxyType(
    {Unlike.LIGHT: Reason.ANOTHER_LIGHT, Unlike.MOVED: Reason.CAMERA_MOVED, Unlike.SIZE: Reason.CAMERA_MOVED}
)


class Reader:
    """Finds the ball and its prints and reads them.

    Stateless but for `prepare`: one reader may serve several threads. It knows ink darker than what it is
    printed on; numbers that are another number upside down need a mark: a line or dot under them, a ring open
    below, a bar code below, a letter above.

    Args:
        network: What reads the prints; the one shipped with the package if None.
        highest: The highest number of the ball set, 9 to 90.
        patterns: What the prints look like of each set of balls that may be in use, where that is known.
        empty: The empty exit, where it was learnt: nothing else is empty then, and the ball is looked for at
            its place. Without it the exit is a dark hole in a bright ring, the ball in the picture's middle.
    """

    def __init__(
        self,
        network: Network | None = None,
        *,
        highest: int = HIGHEST,
        patterns: Sequence[Patterns] = (),
        empty: LearntExit | None = None,
    ) -> None:
        if not 9 <= highest <= HIGHEST:
            raise ValueError(f"highest is {highest}; a ball set ends between 9 and {HIGHEST}")
        self._network = network or Network()
        self._highest = highest
        self._patterns = tuple(patterns)
        self._empty = empty
        self._preparing = chain.from_iterable(each.prepared() for each in self._patterns)

    def prepare(self) -> bool:
        """Do one step, some 15 ms, of what makes plain prints quick to read; False once all is done.

        It is for the thread that reads: without it the first picture of each number takes so much longer.
        """
        return next(self._preparing, None) is not None

    def read(self, image: npt.NDArray[np.uint8], *, ask_mirror: bool = True) -> Sighting:
        """Say what one picture shows.

        Args:
            image: BGR, 8 bits; other sizes than 640×480 are scaled to 480 lines.
            ask_mirror: Whether prints that are not what their patterns are, are laid over these in a mirror
                too, which takes as long as a plain picture.

        Raises:
            ImageError: The array is no colour picture of at least 120 lines and at most 24 million pixels, or
                is too long and thin.
        """
        view = self._viewed(image)
        if isinstance(view, Sighting):
            return view
        told = self._told(view, self._looked_at(view), ask_mirror=ask_mirror)
        return _in_the_picture(view, told)

    def glance(self, image: npt.NDArray[np.uint8]) -> Sighting:
        """Say what `read` says but for the number, in a third of its time; it takes and raises the same."""
        view = self._viewed(image)
        if isinstance(view, Sighting):
            return view
        return _in_the_picture(view, unread(Reason.NONE, ball=True))

    def read_in_a_mirror(self, image: npt.NDArray[np.uint8]) -> Sighting:
        """Say what a mirror shows of one picture's ball; what it takes and raises is as in `read`."""
        view = self._viewed(image)
        if isinstance(view, Sighting):
            return view
        return self._told(turned := view.in_a_mirror(), self._looked_at(turned))

    def samples(self, image: npt.NDArray[np.uint8], number: int) -> list[Sample]:
        """What a picture shows of the prints of a ball whose number is known, to make its pattern of.

        Args:
            image: As `read` takes it.
            number: What is printed on the ball, as a person says.

        Raises:
            ImageError: As `read` raises it.
        """
        view = self._viewed(image, closely=True)
        if isinstance(view, Sighting):
            return []
        thought = self._looked_at(view)
        sure = self._told(view, thought).scores.get(number, 0.0)
        return samples_of(view, thought.read, thought.looked, number, self._highest, sure)

    def _viewed(self, image: npt.NDArray[np.uint8], *, closely: bool = False) -> View | Sighting:
        """The ball in a picture, or why there is none to read."""
        whole = checked(image)
        place = None if self._empty is None else self._empty.place
        if self._empty is not None:
            found = self._empty.compared(whole)
            if found.empty:
                return unread(Reason.EMPTY_EXIT, empty=True)
            if place is not None and not found.stands:
                return self._no_ball(whole, Reason.NOTHING_KNOWN)
        picture, window = (whole, WHOLE) if place is None else cut_to(image, whole, place)
        quarter = quartered(picture)
        small = thumbnail(quarter)
        if small.mean() < _DARK:
            return unread(Reason.TOO_DARK)
        ball = find_ball(small, picture)
        if ball is None or not RADII[0] <= ball.radius <= RADII[1]:
            return _without_ball(small) if self._empty is None else self._no_ball(whole, Reason.NOTHING_KNOWN)
        if ball.support < (_SEEN_OF_KNOWN if self._patterns else SEEN):
            cut_off = ball.support > _CUT_OFF
            return self._no_ball(whole, Reason.BALL_CUT_OFF if cut_off else Reason.NOTHING_KNOWN)
        if self._network.company(quarter) > _COMPANY:
            return self._no_ball(whole, Reason.TWO_BALLS)
        return View(picture, ball, closely=closely, window=window)

    def _no_ball(self, whole: Grey, reason: Reason) -> Sighting:
        """What a picture shows that has no ball to read: an exit that was learnt may say why itself."""
        unlike = Unlike.CHANGED if self._empty is None else self._empty.explained(whole).unlike
        return unread(_UNLIKE.get(unlike, reason))

    def _told(self, view: View, thought: Thought, *, ask_mirror: bool = False) -> Sighting:
        """What is told of a ball by what is thought of it."""
        scores = self._network.calibration.probability(thought.stakes)
        sets = [Laid(view, each) for each in self._patterns]
        number, known = told_by(sets, thought.looked, thought.stakes, scores, self._highest)
        if sets and (known in _LEFT_OPEN or (known is Known.UNTOLD and scores[number] < ALONE)):
            rest = read_of(*self._opinions(view, find_rest(view, thought.found)))
            thought = replace(thought, looked=thought.looked + rest)  # told by a pattern alone
            again = told_by(sets, thought.looked, thought.stakes, scores, self._highest) if rest else None
            if again is not None and again[1] in _PROVED:
                number, known = again
        if view.ball.support < SEEN and known is not Known.THE_SAME:
            return unread(Reason.BALL_CUT_OFF)
        asked = ask_mirror and known not in _FITS_ITS_PATTERN
        if asked and fits_mirrored(self._network, sets, thought.looked):
            return unread(Reason.MIRRORED, ball=True, prints=all_seen(view, thought))
        if known in _UNREAD:
            return unread(_UNREAD[known], ball=True, prints=all_seen(view, thought))
        if known is Known.THE_SAME:
            return self._judged(view, thought, _alone(number, scores), known, sets)
        stakes = less_parts(self._network, view, thought)
        if _may_owe_to_lights(view, thought, stakes):
            stakes = stakes * (1 - if_lights_were_ink(self._network, view, thought))
        if stakes is not thought.stakes:
            scores = self._network.calibration.probability(stakes)
        if known in _LEFT_OPEN and stakes.max() < UNLIKELY:
            scores = np.minimum(scores, np.float32(DOUBTED))
        likely = np.minimum(scores, _at_most(thought, stakes))
        doubted = known is Known.PLAIN and likely[number] < ALONE
        if doubted and is_the_same(sets, thought.looked, number, self._highest):
            return self._judged(view, thought, _alone(number, scores), Known.THE_SAME, sets)
        return self._judged(view, thought, likely, known, sets)

    def _looked_at(self, view: View) -> Thought:
        """The prints of a ball and what is thought of them, looked at thrice as long as there is doubt."""
        prints, opinions = self._opinions(view, find_prints(view))
        first = read_of(prints, opinions)
        thought = Thought(prints, opinions, _staked_on(view.ball, first), first)
        if thought.stakes.max() < LEAST and view.moves and not self._patterns:
            return thought  # what only a later look finds on such a ball is told by a pattern alone
        if thought.in_doubt or thought.number < TWO_DIGITS:
            others = find_others(view, prints, doubted=thought.in_doubt)
            thought = self._looked_again(view, thought, others)
        if thought.in_doubt:
            unmarked = [each for each, opinion in thought.read if opinion.states[State.NO_MARK] > BARE]
            more = find_more(view, thought.found, unmarked)
            thought = self._looked_again(view, thought, more)
        if thought.stakes.max() < _PROMISING and self._patterns:
            outermost = read_of(*self._opinions(view, find_outermost(view, thought.found)))
            thought = replace(thought, looked=thought.looked + outermost)  # told by a pattern alone
        return thought

    def _looked_again(self, view: View, thought: Thought, found: Iterator[Print]) -> Thought:
        """What other ways to see the ink give: a number that was not found, or the rest of one digit's."""
        others, again = self._opinions(view, found)
        if not again:
            return thought
        prints, opinions, looked = thought.prints, thought.opinions, thought.looked + read_of(others, again)
        first = thought.stakes * thought.unopposed_by(read_of(others, again))
        best = others[surest(again)]
        outside = [(each, opinion) for each, opinion in thought.read if not within(each, best)]
        second = _staked_on(view.ball, read_of(others, again), outside)
        number = int(second.argmax())
        rim = second[number] < _OPENED and may_be_a_rim(number, again[surest(again)])
        if any(opinion.scores[number] >= CONTRARY for _, opinion in outside):
            second = np.asarray((first + second) / 2, np.float32)  # of looks that agree the best is no proof
        if (
            second.max() <= first.max()
            or rim
            or (number < TWO_DIGITS and may_be_a_piece(view.ball, second, best, prints, opinions))
            or is_a_scrap(best, others + prints, again + opinions)
            or view.moves
        ):
            return Thought(prints or others, opinions or again, first, looked)
        return Thought(others + prints, again + opinions, second, looked)

    def _opinions(self, view: View, found: Iterator[Print]) -> tuple[list[Print], list[Opinion]]:
        """Two prints, or all where these promise nothing, and what the networks say of each.

        They look again at the one that may decide, at the next where it does not, and at what is against it.
        """
        prints = list(islice(found, 2))
        opinions = self._first(view, prints)
        if staked(read_of(prints, opinions)).max() < _PROMISING:
            more = list(found)
            prints += more
            opinions += self._first(view, more)
        asked: set[int] = set()
        for at in sorted(range(len(opinions)), key=lambda at: -opinions[at].score):
            if opinions[at].score < _WORTH_A_LOOK:
                break
            faintly = view.closely or bool(opinions[at].certain.max() < _ABOVE_LIGHTS)
            if not _is_plain(opinions[at]) or is_lit(view, prints[at], opinions[at], faintly=faintly):
                asked.add(at)
                opinions[at] = self._network.again(shone(view, prints[at]), opinions[at])
            if opinions[at].certain.max() >= SURE:
                break
        return prints, self._heard(view, prints, opinions, asked)

    def _heard(
        self, view: View, prints: list[Print], opinions: list[Opinion], asked: set[int]
    ) -> list[Opinion]:
        """The opinions, but of prints that are against a sure one what the larger networks say.

        And what these say if there is ink under its lights: a light makes an 83 of one 88 beside another.
        """
        best = surest(opinions) if opinions else -1
        if best < 0 or opinions[best].certain.max() < SURE:
            return opinions
        number, heard = opinions[best].number, list(opinions)
        for at, (each, opinion) in enumerate(read_of(prints, opinions)):
            against = opinion.number != number and opinion.score >= _AGAINST
            if not against or share_ink(each, prints[best]):
                continue
            if at not in asked:
                heard[at] = self._network.again(shone(view, each), opinion)
            inked = list(lights(view, each)) if heard[at].number != number else []
            if inked:
                supposed = self._network.supposed(inked, heard[at])
                heard[at] = max((heard[at], *supposed), key=lambda one: float(one.certain[number]))
        return heard

    def _first(self, view: View, prints: Sequence[Print]) -> list[Opinion]:
        """What the first network says of each: without a mark only where no ring tells how it stands."""
        opinions = self._network([each.flat for each in prints])
        for at, (each, opinion) in enumerate(read_of(prints, opinions)):
            if opinion.states[State.NO_MARK] < _UNSETTLED:
                continue
            ring = any_ring(view, each)
            if ring is not None:
                known = self._network.settled(each.flat, *ring.stands(opinion.angle))
                if known.belief > opinion.belief:
                    fits = known.certain.max() > _FITS
                    opinions[at] = known if fits else replace(opinion, states=known.states)
        return opinions

    def _lacks_its_mark(self, view: View, thought: Thought, number: int) -> bool:
        """Whether a print has no mark, though its ring is looked for around its digits alone too."""
        prints, opinions = thought.prints, thought.opinions
        if not lacks_its_mark(number, prints, opinions):
            return False
        others, again = self._opinions(view, find_others(view, thought.found, doubted=True))
        return lacks_its_mark(number, prints + others, opinions + again)

    def _judged(
        self, view: View, thought: Thought, scores: Floats, known: Known, sets: Sequence[Laid]
    ) -> Sighting:
        seen = all_seen(view, thought)
        if not seen:
            return unread(Reason.MOVING if view.moves else Reason.NO_NUMBER, ball=True)
        number = int(scores.argmax())
        if scores[number] >= self._network.calibration.least:
            if number > self._highest:
                return unread(Reason.NOT_A_NUMBER, ball=True, prints=seen)
            lacking = known is not Known.THE_SAME and (
                self._lacks_its_mark(view, thought, number) or is_lit_open(view, number, thought.read)
            )
            if lacking and not is_the_same(sets, thought.looked, number, self._highest):
                return unread(Reason.NO_MARK, ball=True, prints=seen)
            likely = 1 + np.flatnonzero(scores[1 : self._highest + 1] >= LEAST)
            told = {int(each): float(scores[each]) for each in likely}
            return Sighting(True, False, MappingProxyType(told), Reason.NONE, seen)
        return unread(why_unread(view, seen, thought.opinions), ball=True, prints=seen)


def _alone(number: int, scores: Floats) -> Floats:
    """How likely a number is that is what its pattern is, and no other at all."""
    likely = max(scores[number], np.float32(RECOGNISED))
    return np.where(np.arange(len(scores)) == number, likely, 0).astype(np.float32)


def _at_most(thought: Thought, stakes: Floats) -> np.float32:
    """How sure one picture may be of what is at stake: something may hide what another one shows."""
    number = int(stakes.argmax())
    if stakes[number] < LEAST:
        return np.float32(1)
    single, mute = number < TWO_DIGITS, is_unconfirmed(thought.read, number)
    if single and mute:
        return np.float32(DOUBTED)
    return np.float32(_NOT_ALONE if (single or mute) and stakes[number] < _DOUBTFUL else 1)


def _staked_on(ball: Circle, seen: Sequence[Read], beside: Sequence[Read] = ()) -> Floats:
    """How much is at stake on each number, less where something covers the ball."""
    free = min(max((ball.support - _FREE[0]) / (_FREE[1] - _FREE[0]), 0.0), 1.0)
    return staked(seen, beside) * np.float32(sqrt(free))


def _is_plain(opinion: Opinion) -> bool:
    """Whether a first opinion is so sure that the larger networks have nothing to say of it."""
    number = int(opinion.certain.argmax())
    return bool(opinion.certain[number] >= (_PLAIN if number >= TWO_DIGITS else _PLAIN_DIGIT))


def _may_owe_to_lights(view: View, thought: Thought, stakes: Floats) -> bool:
    """Whether so little is at stake that a light may have made the number; of two digits, where one lies."""
    number = int(stakes.argmax())
    if not LEAST < stakes[number] < _ABOVE_LIGHTS:
        return False
    if view.closely or number < TWO_DIGITS or stakes[number] < _PLAIN:
        return True
    best = surest(thought.opinions, number)
    return is_lit(view, thought.prints[best], thought.opinions[best], faintly=True)


def _in_the_picture(view: View, seen: Sighting) -> Sighting:
    """What was seen in a picture that was cut, with ball and prints where they are in the whole one."""
    window, place = view.window, view.window.place_of(view.ball)
    if window is WHOLE or not seen.prints:
        return replace(seen, place=place)
    places = ((each, window.back(each.x, each.y)) for each in seen.prints)
    return replace(
        seen,
        place=place,
        prints=tuple(replace(each, x=x, y=y, radius=each.radius / window.larger) for each, (x, y) in places),
    )


def _without_ball(small: Floats) -> Sighting:
    if is_empty_exit(small):
        return unread(Reason.EMPTY_EXIT, empty=True)
    return unread(Reason.NOTHING_KNOWN)
