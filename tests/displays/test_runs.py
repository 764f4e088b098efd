"""Every accepted name reaches the screens: each stretch in a font that shows it, none as an empty box."""

import pygame
import pytest

import fonts
from displays.layout import Box
from displays.runs import runs
from displays.text import FONTS, Face, Style, clean, fit, render, width_of, write

OWN = FONTS / Face.WORD.value
STYLE = Style(Face.WORD, 40, (255, 255, 255))
NAMES = (
    "Елена Петрова",
    "Ζαχαρίας Παπαδόπουλος",
    "Ưng Nguyễn",
    "مرحبا بالعالم",
    "שלום עולם",
    "👩‍👩‍👧 🎉 ❤️ 1️⃣ 👍🏽",
    "Sala Ílimaní 🎉 مرحبا ✓",
)


@pytest.mark.invariant("I24")
@pytest.mark.parametrize("name", NAMES)
def test_each_stretch_of_a_name_is_in_a_font_that_shows_it(name):
    stretches = runs(clean(name), OWN)
    assert "".join(run.text for run in stretches) == clean(name) == name
    for run in stretches:
        assert fonts.Face(run.file or OWN).shows(run.text), run


def test_a_name_in_latin_letters_is_one_stretch_in_the_face_asked_for():
    (run,) = runs("María de los Ángeles", OWN)
    assert run.file is None


def test_words_from_right_to_left_are_one_stretch_with_the_space_between_them():
    latin, arabic, rest = runs("serie مرحبا بالعالم A", OWN)
    assert (latin.text, arabic.text, rest.text) == ("serie ", "مرحبا بالعالم", " A")
    assert arabic.leftward
    assert arabic.script == "Arab"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_as_wide_as_it_is_taken_to_be_and_stays_in_its_box(name):
    assert render(name, STYLE.face, STYLE.cap, STYLE.colour).get_width() == width_of(name, STYLE)
    surface = pygame.Surface((900, 200))
    box = Box(100, 60, 300, 60)
    where = write(surface, box, name, STYLE)
    ink = pygame.mask.from_threshold(surface, (255, 255, 255), (200, 200, 200)).get_bounding_rects()
    assert ink
    assert where.x >= box.x
    assert where.right <= box.right
    assert all(rect.left >= box.x - 8 and rect.right <= box.right + 8 for rect in ink)


def test_a_long_name_is_cut_between_characters_and_never_through_one():
    text, _ = fit("👩‍👩‍👧" * 60, STYLE, 300)
    assert text.endswith("👩‍👩‍👧…")
