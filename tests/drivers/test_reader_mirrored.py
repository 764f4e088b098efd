"""A camera that mirrors its picture never makes a number of a calibrated set: the prints fit in a mirror."""

from functools import cache

import cv2
import numpy as np
import pytest

from drivers.camera.quality import Image
from drivers.reader.patterns import Patterns
from drivers.reader.reader import Reader
from drivers.reader.samples import patterns_of
from drivers.reader.sighting import Reason
from tests.drivers.patterned import picture, samples

KNOWN = (8, 14, 25, 41, 68)


@cache
def reader() -> Reader:
    known = patterns_of({number: samples(number) for number in KNOWN})
    assert known is not None
    return Reader(patterns=[known])


def in_a_mirror(image: Image, axis: int = 1) -> Image:
    return np.ascontiguousarray(cv2.flip(image, axis))


@pytest.mark.invariant("I15")
@pytest.mark.parametrize("number", [14, 68])
def test_a_print_that_fits_only_in_a_mirror_is_told_and_gives_no_number(number: int) -> None:
    shown = picture(number, 31)
    assert reader().read(shown).alone == number
    for axis in (0, 1):
        seen = reader().read(in_a_mirror(shown, axis))
        assert (seen.reason, dict(seen.scores), seen.ball) == (Reason.MIRRORED, {}, True)


def test_what_is_the_same_in_a_mirror_is_read() -> None:
    assert reader().read(in_a_mirror(picture(8, 31))).alone == 8


def test_where_it_is_not_asked_for_or_nothing_is_calibrated_nothing_is_said_of_mirrors() -> None:
    shown = in_a_mirror(picture(25, 31))
    assert reader().read(shown, ask_mirror=False).reason is not Reason.MIRRORED
    assert Reader().read(shown).reason is not Reason.MIRRORED


@pytest.mark.parametrize("number", [14, 68])
def test_a_print_that_something_hides_is_not_taken_for_mirrored(number: int) -> None:
    shown = picture(number, 33)
    for left in range(200, 420, 60):
        covered = shown.copy()
        cv2.line(covered, (left, 100), (left + 60, 380), (235, 240, 244), 26)
        cv2.line(covered, (640, left), (left, 240), (150, 170, 220), 40)
        assert reader().read(covered).reason is not Reason.MIRRORED


def test_a_ball_without_a_pattern_is_not_taken_for_the_mirror_image_of_another() -> None:
    whole = reader()._patterns[0]
    lacking = Patterns({n: ink for n, ink in whole.pictures.items() if n != 14}, whole.reach)
    wary = Reader(patterns=[lacking])
    for seed in (31, 32):
        assert wary.read(picture(14, seed)).reason is not Reason.MIRRORED
