import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from displays.layout import Box
from displays.text import ELLIPSIS, FONTS, Face, Style, clean, figure, fit, font, width_of, write

WHITE = (255, 255, 255)
OVERHANG = 6  # pixels by which an italic or accented stroke may leave its own advance
NEEDED = (
    "ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜabcdefghijklmnñopqrstuvwxyzáéíóúü0123456789¿?¡!.,:;·—–-€ªº()«»/ãõçÃÕÇ…"
)


@pytest.mark.parametrize("face", Face)
def test_every_face_has_the_letters_of_the_hall(face: Face) -> None:
    metrics = font(face, 40).metrics(NEEDED)
    assert [letter for letter, metric in zip(NEEDED, metrics, strict=True) if metric is None] == []


@pytest.mark.parametrize("face", Face)
def test_figures_are_tabular(face: Face) -> None:
    assert len({font(face, 40).size(digit)[0] for digit in "0123456789"}) == 1


def test_the_fonts_are_small_and_come_with_their_licence() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) < 400_000
    assert {path.name for path in FONTS.glob("*.ttf")} == {face.value for face in Face}
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Overpass" in licence
    assert "Barlow" in licence


@example(text="\U000e0100", width=300, face=Face.NUMBER)  # a variation selector alone has no width
@example(text="25\ufe0f \u0301", width=300, face=Face.LABEL)
@given(text=st.text(max_size=120), width=st.integers(1, 900), face=st.sampled_from(Face))
def test_no_text_overflows_its_box(text: str, width: int, face: Face) -> None:
    surface = pygame.Surface((1000, 120), 0, 32)
    place = write(surface, Box(50, 10, width, 100), text, Style(face, 60, WHITE))
    assert place.w <= width
    assert place.x >= 50
    columns = pygame.surfarray.array3d(surface).max(axis=(1, 2)) > 0
    assert not columns[: 50 - OVERHANG].any()
    assert not columns[50 + width + OVERHANG :].any()


def test_a_long_text_shrinks_before_it_is_cut() -> None:
    style = Style(Face.WORD, 60, WHITE)
    text = "¿ALGUNA LÍNEA MÁS?"
    whole = width_of(text, style)
    assert fit(text, style, whole) == (text, style)
    shorter, narrow = fit(text, style, whole * 7 // 10)
    assert (shorter, narrow.face) == (text, Face.NARROW)
    assert narrow.cap < style.cap
    cut, smallest = fit(text * 4, style, whole)
    assert cut.endswith(ELLIPSIS)
    assert smallest.cap == 30


def test_what_cannot_be_printed_becomes_a_space() -> None:
    assert clean("LÍNEA\n\x00 cantada\ud800\u202e ") == "LÍNEA cantada"


def test_the_digits_on_a_ball_stand_close_and_none_is_lost() -> None:
    one, two, eleven = (figure(number, Face.HEAVY_NUMBER, 200, WHITE) for number in (1, 7, 11))
    assert eleven.get_height() == one.get_height()
    assert 2 * one.get_width() < eleven.get_width() < 2.5 * one.get_width()
    assert two.get_height() == pytest.approx(200, abs=6)
