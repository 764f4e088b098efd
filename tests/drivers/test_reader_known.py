"""What a calibration saw of a set's prints: each is known again, and no other is believed in its place."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.reader.known import DOUBTED, SEEN, Known, _far_enough, compared, told_by
from drivers.reader.laid import BY_FAR, CLEARER, IN_SIGHT, SOME_IN_SIGHT, UNCOVERED, Laid
from drivers.reader.network import HIGHEST, Opinion, State
from drivers.reader.patterns import Patterns
from drivers.reader.prints import Print, find_prints
from drivers.reader.reader import Reader
from drivers.reader.sighting import Reason
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.thought import Thought
from drivers.reader.view import View
from tests.drivers.patterned import (
    READER,
    Image,
    laid,
    leaning,
    patterns,
    picture,
    side_by_side,
    some_patterns,
    view_of,
)
from tests.sampling import sampled, sampled_rows


def said_of(image: Image, number: int, known: Patterns) -> Known:
    view = view_of(image)
    return compared(Laid(view, known), [leaning(view, number)], number, HIGHEST)


@pytest.mark.campaign
def test_who_knows_the_patterns_reads_no_picture_otherwise_and_more_of_the_blurred_ones(full: bool) -> None:
    known, told, more = Reader(patterns=[patterns()]), 0, 0
    for number in range(1, HIGHEST + 1, 3 if full else 9):
        blurred = np.asarray(cv2.GaussianBlur(picture(number, 8), (0, 0), 4.8), np.uint8)
        without, with_patterns = READER.read(blurred).alone, known.read(blurred).alone
        assert with_patterns in (number, None)
        assert without in (with_patterns, None)
        told, more = told + (without is not None), more + (with_patterns is not None)
    print(f"told {told} without patterns, {more} with them")
    assert more > told


def test_a_print_that_is_plainly_another_of_the_set_is_refused_however_sure_the_networks_are() -> None:
    known = patterns()
    swapped = {**known.pictures, 42: known.pictures[47], 47: known.pictures[42]}
    wary = Reader(patterns=[Patterns(swapped, known.reach)])
    assert READER.read(picture(42, 7)).alone == 42
    assert wary.read(picture(42, 7)).reason is Reason.ANOTHER_PRINT
    either = Reader(patterns=[Patterns(swapped, known.reach), known])
    assert either.read(picture(42, 7)).alone == 42, "it may be of the other set"


def test_a_reader_that_was_prepared_has_nothing_left_to_find_out_of_plain_prints_and_says_the_same() -> None:
    fresh, known = (some_patterns(3, 42, 47, 68, 89) for _ in range(2))
    reader, image = Reader(patterns=[known]), picture(42, 7)
    assert [reader.prepare() for _ in range(7)] == [True] * 5 + [False] * 2
    found = dict(known._differences)
    assert reader.read(image) == Reader(patterns=[fresh]).read(image)
    assert known._differences == found
    assert fresh._differences.items() < found.items()


@pytest.mark.parametrize(("part", "said"), [(0.4, Known.ANOTHER), (0.7, Known.ANOTHER), (1.0, Known.UNTOLD)])
def test_a_print_that_is_more_like_another_pattern_than_like_that_of_its_number_is_another(
    part: float, said: Known
) -> None:
    """The pattern of the 47 is the more of a 42; the more it is, the less can be said of a 42."""
    known = patterns()
    mixed = np.asarray(part * known.pictures[42] + (1 - part) * known.pictures[47], np.float32)
    assert said_of(picture(42, 7), 47, Patterns({**known.pictures, 47: mixed}, known.reach)) is said


def test_a_print_is_plain_to_no_pattern_from_which_the_one_nearest_to_it_differs_by_little() -> None:
    """A 15 of digits like blots leaves less of a 16 of its set than a print of other digits of its own."""
    known, view = patterns(), view_of(picture(42, 7))
    sure = np.zeros(HIGHEST + 1, np.float32)
    sure[47] = 0.9999
    for part, expected in ((0.0, Known.ANOTHER), (0.7, Known.ANOTHER), (1.0, Known.UNTOLD)):
        mixed = np.asarray(part * known.pictures[42] + (1 - part) * known.pictures[47], np.float32)
        alike = Patterns({**known.pictures, 47: mixed}, known.reach)
        assert told_by(laid(view, [alike]), [leaning(view, 47)], sure, sure, HIGHEST) == (47, expected)
    sure[42], sure[47] = 0.9999, 0
    assert told_by(laid(view, [known]), [leaning(view, 42)], sure, sure, HIGHEST) == (42, Known.PLAIN)


@pytest.mark.parametrize(("staked", "told"), [(0.05, 42), (0.65, 42), (0.75, 47)])
def test_a_print_that_networks_take_for_another_number_is_told_by_its_pattern_unless_they_are_very_sure(
    staked: float, told: int
) -> None:
    view = view_of(picture(42, 7))
    shown, opinion = leaning(view, 47)
    stakes = np.zeros(HIGHEST + 1, np.float32)
    stakes[47] = staked
    found = told_by(laid(view, [patterns()]), [(shown, opinion)], stakes, stakes, HIGHEST)
    assert found == (told, Known.THE_SAME if told == 42 else Known.ANOTHER)
    swapped = {**patterns().pictures, 42: patterns().pictures[38], 38: patterns().pictures[42]}
    either = [patterns(), Patterns(swapped, patterns().reach)]
    assert told_by(laid(view, either), [(shown, opinion)], stakes, stakes, HIGHEST)[1] is not Known.THE_SAME


def test_no_other_number_is_recognised_than_one_that_a_print_shows_well() -> None:
    """An 11 whose bars run together in one print is an 8 by its pattern, and an 11 in the next."""
    view = view_of(picture(42, 7))
    shown, opinion = leaning(view, 42)
    states = np.eye(5, dtype=np.float32)[State.PARTIAL]
    part = shown, replace(opinion, states=states, digits=np.zeros(HIGHEST + 1, np.float32))
    elsewhere = replace(shown, towards=np.array([0.0, 0.8, 0.6], np.float32))
    stakes = np.zeros(HIGHEST + 1, np.float32)
    stakes[11] = 0.05
    for whole, told in ((0.9, 11), (0.3, 42)):
        _, other = leaning(view, 11, elsewhere)
        seen = elsewhere, replace(other, states=np.float32(whole) * other.states)
        number, known = told_by(laid(view, [patterns()]), [part, seen], stakes, stakes, HIGHEST)
        assert number == told
        assert (known is Known.THE_SAME) is (told == 42)


def test_the_less_of_a_print_is_in_sight_the_farther_off_all_other_numbers_have_to_be() -> None:
    asked = [_far_enough(seen) for seen in (1.0, IN_SIGHT, 0.75, 0.7, 0.65, SOME_IN_SIGHT)]
    assert asked == sorted(asked)
    assert asked[0] == asked[1] == CLEARER
    assert asked[-1] == BY_FAR


def test_of_two_numbers_that_networks_see_in_one_print_the_one_is_told_that_its_pattern_says_it_is() -> None:
    """A light edge over a 15 is the stroke that makes it a 16, in one look and not in the next."""
    view, none = view_of(picture(15, 7)), np.zeros(HIGHEST + 1, np.float32)
    (shown, as_16), (_, as_15) = leaning(view, 16), leaning(view, 15)
    doubted = replace(as_15, states=np.float32(0.7) * as_15.states)
    read = [(shown, as_16), (replace(shown), doubted)]
    for seen in (read, read[::-1]):
        assert told_by(laid(view, [patterns()]), seen, none, none, HIGHEST) == (15, Known.THE_SAME)


@pytest.mark.parametrize("number", sampled([17, 57], 2))
def test_a_digit_is_not_told_where_another_print_shows_what_it_may_be_the_rest_of(number: int) -> None:
    """Something hides the first digit of that print, and the networks see all of it."""
    image, none = side_by_side(number, 7), np.zeros(HIGHEST + 1, np.float32)
    prints = sorted(find_prints(view_of(image)), key=lambda each: float(each.towards[0]))
    ball, (right, down, _) = view_of(image).ball, prints[0].towards
    reach = prints[0].radius * ball.radius
    middle = int(ball.x + right * ball.radius - 0.5 * reach), int(ball.y + down * ball.radius)
    view = view_of(np.asarray(cv2.circle(image, middle, int(0.5 * reach), (255, 255, 255), -1), np.uint8))
    seen, opinion = leaning(view, 7, prints[-1])
    doubted = replace(opinion, states=np.float32(0.7) * opinion.states)
    read = [leaning(view, number, prints[0]), (seen, doubted)]
    assert told_by(laid(view, [patterns()]), read, none, none, HIGHEST)[1] is not Known.THE_SAME


@pytest.mark.parametrize(
    ("number", "other"),
    sampled_rows([(89, 39), (86, 85), (18, 16), (64, 54), (36, 35), (73, 13), (74, 4), (47, 4)], 8),
)
def test_a_stroke_under_a_light_makes_no_print_another_number_however_sure_the_networks_are(
    number: int, other: int, full: bool
) -> None:
    """A light of any size, anywhere on the digits: the patterns never say that it is the other one."""
    image = picture(number, 7)
    view = view_of(image)
    middle = next(find_prints(view))
    x, y = (
        view.ball.x + view.ball.radius * middle.towards[0],
        view.ball.y + view.ball.radius * middle.towards[1],
    )
    rng = np.random.default_rng(number)
    assert said_of(image, number, patterns()) is Known.THE_SAME
    for _ in range(40 if full else 5):
        lit = image.copy()
        right, down = rng.uniform(-0.25, 0.25, 2) * view.ball.radius
        cv2.circle(
            lit, (int(x + right), int(y + down)), int(rng.integers(6, 26)), (255, 255, 255), -1, cv2.LINE_AA
        )
        soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), 1.5), np.uint8)
        assert said_of(soft, other, patterns()) is not Known.THE_SAME


@pytest.mark.parametrize("number", sampled([13, 24, 38, 67, 83], 5))
def test_what_covers_a_print_as_pale_as_its_paint_makes_no_other_number_of_it(
    number: int, full: bool
) -> None:
    """Of no size, nowhere, though the networks say that it is one of those that are printed much like it."""
    image, known = picture(number, 7), patterns()
    view, shown = view_of(image), next(find_prints(view_of(image)))
    x, y = np.array([view.ball.x, view.ball.y]) + view.ball.radius * shown.towards[:2]
    reach, rng = shown.radius * view.ball.radius, np.random.default_rng(number)
    paint = [int(level) for level in np.median(image[int(y - 1.2 * reach) : int(y - reach), int(x)], axis=0)]
    for other in (one for one in known.nearest(number) if number not in with_a_stroke_more(one)):
        for _ in range(12 if full else 2):
            pale = image.copy()
            right, down = rng.uniform(-0.7, 0.7, 2) * reach
            cv2.circle(
                pale, (int(x + right), int(y + down)), int(rng.integers(4, 16)), paint, -1, cv2.LINE_AA
            )
            covered = View(np.asarray(cv2.GaussianBlur(pale, (0, 0), 0.8), np.uint8), view.ball)
            assert (
                compared(Laid(covered, known), [leaning(covered, other, shown)], other, HIGHEST)
                is not Known.THE_SAME
            )


def fingered(image: Image, rng: np.random.Generator) -> Image:
    """The picture with a dark finger that touches the print in the middle, or covers some of it."""
    ball, shown = view_of(image).ball, next(find_prints(view_of(image)))
    middle = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2]
    reach, way = shown.radius * ball.radius, rng.uniform(0, 2 * np.pi)
    along, wide = np.array([np.cos(way), np.sin(way)]), int(rng.integers(26, 44))
    tip = middle + along * (reach * rng.uniform(0.4, 0.9) + wide / 2)
    tip += rng.uniform(-0.5, 0.5) * reach * along[::-1] * (-1, 1)
    colour = [int(level) for level in rng.integers(10, 60, 3)]
    covered = image.copy()
    end = tip + 300 * along
    cv2.line(covered, tip.astype(int).tolist(), end.astype(int).tolist(), colour, wide, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(covered, (0, 0), 0.8), np.uint8)


def edged(image: Image, rng: np.random.Generator) -> Image:
    """The picture with the bright edge of a plexiglass across its print, as bright as the paint beside it."""
    ball, shown = view_of(image).ball, next(find_prints(view_of(image)))
    way, large = rng.uniform(0, 2 * np.pi), ball.radius * rng.uniform(2, 4)
    along, aside = np.array([np.cos(way), np.sin(way)]), rng.uniform(-0.5, 0.5) * shown.radius
    middle = np.array([ball.x, ball.y]) + ball.radius * (shown.towards[:2] + aside * along) - large * along
    edge, around = (
        image.copy(),
        image[int(ball.y) - 60 : int(ball.y) + 60, int(ball.x) - 60 : int(ball.x) + 60],
    )
    level = float(np.quantile(around.min(axis=2), 0.7))
    cv2.circle(edge, middle.astype(int).tolist(), int(large), (level, level, level), 3, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(edge, (0, 0), 0.8), np.uint8)


def test_an_edge_that_may_hide_a_stroke_makes_no_other_number_of_a_print() -> None:
    """Over the left of its 6 it makes a 58 of a 68: the edge is as bright as paint, so all looks bare."""
    image, known = picture(68, 7), patterns()
    ball, shown = view_of(image).ball, next(find_prints(view_of(image)))
    reach = shown.radius * ball.radius
    along = np.array([np.cos(3 * np.pi / 8), np.sin(3 * np.pi / 8)])
    at = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2] - 0.8 * reach * along[::-1] * (-1, 1)
    paint = np.quantile(image[view_of(image).grey > 150], 0.7, axis=0).tolist()
    edge, runs = image.copy(), np.zeros(image.shape[:2], np.uint8)
    for where, colour in ((edge, paint), (runs, 255)):
        cv2.line(where, (at - 200 * along).astype(int), (at + 200 * along).astype(int), colour, 10)
    view = View(np.asarray(cv2.GaussianBlur(edge, (0, 0), 0.8), np.uint8), ball)
    for crossed, expected in ((None, Known.THE_SAME), (runs, Known.UNTOLD)):
        view.__dict__["crossed"] = crossed
        assert compared(Laid(view, known), [leaning(view, 58, shown)], 58, HIGHEST) is expected


def test_half_a_digit_and_the_finger_on_it_are_no_other_digit() -> None:
    """Over the right of its second 8 it leaves a 38 to the dot, for the finger is as bright as paint."""
    image, known = picture(88, 7), patterns()
    ball, shown = view_of(image).ball, next(find_prints(view_of(image)))
    reach = shown.radius * ball.radius
    tip = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2] + reach * np.array([1.03, -0.26])
    begin, end = (np.add(tip, (along, 0)).astype(int).tolist() for along in (0, 300))
    touched = cv2.line(image.copy(), begin, end, (140, 165, 215), 37, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(touched, (0, 0), 0.8), np.uint8)
    rest = next(find_prints(View(soft, ball)))
    for support, expected in ((1.0, Known.THE_SAME), (0.9, Known.UNTOLD)):
        view = View(soft, replace(ball, support=support))
        assert compared(Laid(view, known), [leaning(view, 38, rest)], 38, HIGHEST) is expected


@pytest.mark.parametrize(("blur", "said"), [(0.0, Known.THE_SAME), (4.0, Known.UNTOLD)])
def test_on_a_covered_ball_ink_that_seems_to_be_a_finger_is_ink_where_it_is_a_pattern_to_the_dot(
    blur: float, said: Known
) -> None:
    """What lies around hairlines is too thick for them, and so seems to be no ink."""
    image = picture(42, 7)
    shown = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8) if blur else image
    view, thin = view_of(shown), Patterns(patterns().pictures, patterns().reach)
    vars(thin)["widest"] = 1.0  # as that of a set of hairlines
    covered = View(shown, replace(view.ball, support=UNCOVERED - 0.05))
    assert compared(Laid(covered, patterns()), [leaning(covered, 42)], 42, HIGHEST) is Known.THE_SAME
    assert compared(Laid(covered, thin), [leaning(covered, 42)], 42, HIGHEST) is said


def of_a_part(view: View, shown: Print) -> tuple[int, Known]:
    """What the patterns make of a print that is no whole number to the networks."""
    states = np.zeros(5, np.float32)
    states[State.PARTIAL] = 1
    none = np.zeros(HIGHEST + 1, np.float32)
    (known,) = READER._network([shown.flat])
    part = Opinion(states, none, 0.0, "none", known.angle)
    return told_by(laid(view, [patterns()]), [(shown, part)], none, none, HIGHEST)


@pytest.mark.campaign
def test_a_print_that_a_finger_touches_is_recognised_as_its_own_number_and_as_no_other(full: bool) -> None:
    recognised, numbers = 0, range(10, HIGHEST + 1, 3 if full else 9)
    for number in numbers:
        image, rng = picture(number, 7), np.random.default_rng(number)
        shown = next(find_prints(view_of(image)))
        for _ in range(2):
            view = View(fingered(image, rng), view_of(image).ball)
            told, known = of_a_part(view, shown)
            assert known is Known.UNTOLD or told == number
            recognised += known is Known.THE_SAME
    print(f"{recognised} of {2 * len(numbers)} prints that a finger touches are recognised")
    assert recognised > 1.1 * len(numbers)


@pytest.mark.campaign
def test_a_print_that_an_edge_crosses_is_recognised_where_it_is_known_how_that_runs(full: bool) -> None:
    recognised, numbers = {True: 0, False: 0}, range(10, HIGHEST + 1, 3 if full else 6)
    for number in numbers:
        image = picture(number, 7)
        view = View(edged(image, np.random.default_rng(number)), view_of(image).ball)
        shown = next(find_prints(view_of(image)))
        for runs in recognised:
            if not runs:
                view.__dict__["crossed"] = None
            told, known = of_a_part(view, shown)
            assert known is Known.UNTOLD or told == number
            recognised[runs] += known is Known.THE_SAME
    some, unknown = recognised[True], recognised[False]
    print(f"of {len(numbers)} prints {some} are recognised; {unknown} if nobody knew of the edge")
    assert some > max(0.6 * len(numbers), unknown + 0.15 * len(numbers))


def uncovered(number: int) -> View:
    """A ball of which all is in sight."""
    image = picture(number, 7)
    return View(image, replace(view_of(image).ball, support=1.0))


def turned(number: int) -> npt.NDArray[np.float32]:
    """The pattern of a number upside down."""
    return np.ascontiguousarray(np.rot90(patterns().pictures[number], 2))


def nearly_unmarked(number: int, other: int) -> Patterns:
    """A set in which one number differs from another upside down by how it was printed and seen alone."""
    known = patterns()
    nearly = np.asarray(0.8 * turned(number) + 0.2 * known.pictures[other], np.float32)
    return Patterns({**known.pictures, other: nearly}, known.reach)


@pytest.mark.parametrize("number", sampled([18, 68, 81, 89], 4))
def test_what_is_another_number_upside_down_is_not_recognised_without_a_ring_that_opens(number: int) -> None:
    view = view_of(picture(number, 7))
    shown, opinion = leaning(view, number)
    assert of_a_part(view, shown)[1] is Known.UNTOLD
    none = np.zeros(HIGHEST + 1, np.float32)
    unknown = shown, replace(opinion, digits=none)
    assert told_by(laid(view, [patterns()]), [unknown], none, none, HIGHEST)[1] is Known.UNTOLD


@pytest.mark.parametrize(("number", "other"), sampled_rows([(6, 9), (9, 6), (68, 89), (89, 68)], 2))
def test_what_is_another_number_upside_down_is_told_from_it_by_the_marks_of_their_patterns(
    number: int, other: int
) -> None:
    known, view = patterns(), uncovered(number)
    alike = Patterns({**known.pictures, other: turned(number)}, known.reach)
    for asked, marked in ((number, Known.THE_SAME), (other, Known.ANOTHER)):
        assert compared(Laid(view, known), [leaning(view, asked)], asked, HIGHEST) is marked
        assert compared(Laid(view, alike), [leaning(view, asked)], asked, HIGHEST) is Known.UNTOLD, (
            "no mark tells"
        )
    alone = Patterns({one: each for one, each in known.pictures.items() if one != other}, known.reach)
    assert compared(Laid(view, alone), [leaning(view, number)], number, HIGHEST) is Known.UNTOLD
    if number == 68:
        assert compared(Laid(view, alone), [leaning(view, number)], number, 75) is Known.THE_SAME, (
            "there is no 89"
        )


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "other"), [(6, 9), (9, 6), (68, 89), (89, 68)])
def test_prints_without_a_mark_are_not_told_apart_by_what_little_their_patterns_differ(
    number: int, other: int
) -> None:
    """A 6 and a 9 of a set that has no marks differ by how they were printed and seen."""
    view, unmarked = uncovered(number), nearly_unmarked(number, other)
    shown, opinion = leaning(view, number)
    states = np.eye(5, dtype=np.float32)[State.NO_MARK]
    assert compared(Laid(view, unmarked), [(shown, opinion)], number, HIGHEST) is Known.THE_SAME
    without = shown, replace(opinion, states=states)
    assert compared(Laid(view, unmarked), [without], number, HIGHEST) is Known.UNTOLD


@pytest.mark.parametrize(("number", "other"), [(6, 9), (68, 89)])
def test_a_look_at_more_than_a_print_sees_no_mark_where_another_look_at_its_ink_misses_one(
    number: int, other: int
) -> None:
    """With what lies around it, it is no whole print, so the networks say nothing of a mark."""
    view, unmarked = uncovered(number), nearly_unmarked(number, other)
    shown, opinion = leaning(view, number)
    part, unseen = (np.eye(5, dtype=np.float32)[state] for state in (State.PARTIAL, State.NO_MARK))
    hardly = np.asarray(0.98 * part + 0.02 * opinion.states, np.float32)
    wider = replace(shown, radius=1.4 * shown.radius), replace(opinion, states=hardly)
    bare = shown, replace(opinion, states=unseen)
    for looks, told in (([wider], Known.THE_SAME), ([wider, bare], Known.UNTOLD)):
        assert compared(Laid(view, unmarked), looks, number, HIGHEST) is told


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "other"), [(6, 9), (9, 6), (68, 89), (89, 68)])
def test_a_number_is_not_told_whose_pattern_is_that_of_another_upside_down(number: int, other: int) -> None:
    """A light or the outline of a disc makes a mark for the networks, which no ball of the set has."""
    known, view = patterns(), uncovered(number)
    alike = Patterns({**known.pictures, other: turned(number)}, known.reach)
    shown, opinion = leaning(view, number)
    sure = np.where(np.arange(HIGHEST + 1) == number, 0.98, 0).astype(np.float32)
    thought = Thought([shown], [opinion], sure, [(shown, opinion)])
    assert Reader(patterns=[known])._told(view, thought).alone == number
    for sets, told in (([known], number), ([alike, known], number), ([alike], None)):
        assert Reader(patterns=sets)._told(view, thought).alone == told
    refused = Reader(patterns=[alike])._told(view, thought)
    assert refused.reason is Reason.NO_MARK
    assert refused.prints, "it says which"


@pytest.mark.parametrize(("shade", "known"), [(0.35, Known.THE_SAME), (0.5, Known.UNTOLD)])
@pytest.mark.parametrize("number", sampled([68, 89], 2))
def test_a_shaded_disc_matters_less_than_how_much_more_its_mark_is_that_of_a_number_than_upside_down(
    number: int, shade: float, known: Known
) -> None:
    """The light of a hall is another one than that in which its balls were calibrated."""
    view, plain = uncovered(number), patterns()
    around = np.asarray(shade * (1 - plain._telling), np.float32)
    shaded = {each: np.maximum(ink, around) for each, ink in plain.pictures.items()}
    assert (
        compared(Laid(view, Patterns(shaded, plain.reach)), [leaning(view, number)], number, HIGHEST) is known
    )


@pytest.mark.parametrize(("part", "said"), [(0.8, Known.UNLIKE), (0.9, Known.UNTOLD)])
def test_a_print_that_is_more_like_a_number_of_a_stroke_more_is_unlike(part: float, said: Known) -> None:
    """What hides a stroke of an 86 leaves some of it, so that it is less like a 36 than like an 86."""
    known = patterns()
    mixed = np.asarray(part * known.pictures[86] + (1 - part) * known.pictures[36], np.float32)
    assert said_of(picture(86, 7), 36, Patterns({**known.pictures, 36: mixed}, known.reach)) is said


def test_a_print_that_was_put_aside_or_not_looked_at_is_told_by_its_pattern() -> None:
    """Two discs may be found as one print first; what each of them shows by itself counts too."""
    image = picture(42, 7)
    view = view_of(image)
    shown, opinion = leaning(view, 42)
    none = np.zeros(HIGHEST + 1, np.float32)
    states = np.zeros(5, np.float32)
    states[State.NOTHING] = 1
    nothing = replace(shown, radius=2 * shown.radius), Opinion(states, none, 0.0, "none", opinion.angle)
    known = Reader(patterns=[patterns()])
    for looked in ([nothing, (shown, opinion)], [nothing]):
        thought = Thought([nothing[0]], [nothing[1]], none, looked)
        assert known._told(view, thought).alone == 42
        assert READER._told(view, thought).alone is None


@pytest.mark.campaign
@pytest.mark.parametrize(("streak", "more"), [(15, True), (25, False)])
def test_a_ball_that_seems_to_move_is_told_by_its_pattern_or_not_at_all(
    streak: int, more: bool, full: bool
) -> None:
    kernel = np.zeros((streak, streak), np.float32)
    kernel[streak // 2] = 1 / streak
    known, told, without = Reader(patterns=[patterns()]), 0, 0
    for number in range(2, HIGHEST + 1, 5 if full else 10 if more else 20):
        for image in (picture(number, 9), cv2.rotate(picture(number, 9), cv2.ROTATE_90_CLOCKWISE)[80:560]):
            streaked = np.asarray(cv2.filter2D(np.ascontiguousarray(image), -1, kernel), np.uint8)
            read = known.read(streaked)
            assert read.alone in (number, None)
            if view_of(streaked).moves:
                told += read.alone is not None
                without += READER.read(streaked).alone is not None
    print(f"of balls that seem to move {told} are told, and {without} without patterns")
    assert told > without or not more


@pytest.mark.parametrize("number", sampled([47, 52, 57, 67], 4))
def test_the_pattern_of_a_ball_that_moves_proves_only_what_networks_lean_to(number: int) -> None:
    """What moves is a streak: of a 7 the stem alone, which is the pattern of a 1."""
    streak = np.zeros((15, 15), np.float32)
    streak[7] = 1 / 15
    view = view_of(np.asarray(cv2.filter2D(picture(number, 9), -1, streak), np.uint8))
    assert view.moves
    read, over = [leaning(view, number)], laid(view, [patterns()])
    for at_stake, said in ((0.0, Known.UNTOLD), (0.1, Known.THE_SAME)):
        stakes = np.where(np.arange(HIGHEST + 1) == number, at_stake, 0).astype(np.float32)
        assert told_by(over, read, stakes, stakes, HIGHEST) == (number, said)


@pytest.mark.parametrize(("part", "said"), [(0.4, Known.UNTOLD), (0.6, Known.UNLIKE)])
def test_a_worn_print_is_unlike_its_pattern_though_no_other_is_like_it(part: float, said: Known) -> None:
    """What is left of a 49 may be a 42 to whoever sees it, and is neither by the patterns."""
    known = patterns()
    mixed = np.asarray(part * known.pictures[17] + (1 - part) * known.pictures[42], np.float32)
    assert said_of(picture(42, 7), 42, Patterns({**known.pictures, 42: mixed}, known.reach)) is said


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "blur"), [(30, 4.5), (31, 4.8), (58, 4.8), (34, 4.2), (62, 4.2)])
def test_networks_that_are_not_very_sure_are_believed_less_where_the_pattern_is_unlike(
    number: int, blur: float
) -> None:
    blurred = np.asarray(cv2.GaussianBlur(picture(number, 8), (0, 0), blur), np.uint8)
    known = patterns()
    unlike = {**known.pictures, number: known.pictures[number * 7 % HIGHEST + 1]}
    assert READER.read(blurred).scores[number] > 0.999 > DOUBTED
    assert Reader(patterns=[known]).read(blurred).scores[number] > 0.999
    doubting = Reader(patterns=[Patterns(unlike, known.reach)]).read(blurred)
    assert doubting.scores[number] == pytest.approx(DOUBTED)
    assert doubting.alone is None


def test_nothing_is_known_where_the_pattern_of_what_it_may_be_is_missing() -> None:
    known = patterns()
    assert known.complete_for(39, 90)
    lacking = Patterns({number: each for number, each in known.pictures.items() if number != 89}, known.reach)
    assert not lacking.complete_for(39, 90)
    assert not lacking.complete_for(68, 90)
    assert lacking.complete_for(12, 90)
    assert lacking.complete_for(7, 75)
    assert said_of(picture(39, 7), 39, known) is Known.THE_SAME
    assert said_of(picture(39, 7), 39, lacking) is Known.UNTOLD
    digits = Patterns({number: each for number, each in known.pictures.items() if number > 9}, known.reach)
    assert digits.complete_for(42, 90), "of two digits none is taken for a single one while both are in sight"
    nine = Patterns({number: each for number, each in known.pictures.items() if number != 9}, known.reach)
    assert not nine.complete_for(6, 90), "a 6 is a 9 upside down"


def test_a_ball_of_which_half_the_outline_is_covered_is_told_by_its_pattern_and_by_nothing_else() -> None:
    covered = picture(42, 7)
    cv2.line(covered, (640, 400), (425, 330), (25, 25, 28), 240)
    assert 0.5 < view_of(covered).ball.support < SEEN
    known = patterns()
    others = Patterns({**known.pictures, 42: known.pictures[17], 17: known.pictures[42]}, known.reach)
    lacking = Patterns({one: each for one, each in known.pictures.items() if one != 42}, known.reach)
    assert READER.read(covered).reason is Reason.BALL_CUT_OFF
    assert Reader(patterns=[lacking]).read(covered).reason is Reason.BALL_CUT_OFF
    assert Reader(patterns=[known]).read(covered).alone == 42
    assert Reader(patterns=[others]).read(covered).alone == 17, "it is in that set"
