"""The maker of pictures: what a camera over the exit of the machine would see.

Draws the empty exit, or a ball with its number printed twelve times around it, at any rotation, on a sphere
with light, highlight, blur and noise. The same generator state always gives the same picture.

It is NOT responsible for reading anything, nor for deciding which ball comes out. It does not draw motion
blur, plexiglass, worn print, dust, colour casts or two balls at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from fonts.symbols import symbol

WIDTH: Final = 640
HEIGHT: Final = 480

Image = npt.NDArray[np.uint8]
_Field = npt.NDArray[np.float32]
Colour = tuple[int, int, int]


class Exit(Enum):
    """What may stand at the exit besides a ball."""

    EMPTY = "empty"


EMPTY: Final = Exit.EMPTY
Ink = str | None | Literal[Exit.EMPTY]


@dataclass(frozen=True, slots=True)
class Face:
    """A way to draw digits: an OpenCV font (or a TrueType file), its weight, and pixels of extra boldness."""

    font: str
    weight: int = 400
    bold: int = 0

    @property
    def zero(self) -> str:
        """The letter that looks like an unslashed zero in this font."""
        return "O" if self.font == "sans" else "0"


@dataclass(frozen=True, slots=True)
class BallStyle:
    """How a ball set is made: colours as BGR, the face of the digits, and a light disc under each print."""

    paint: Colour
    ink: Colour
    face: Face
    disc: Colour | None = None


GROTESQUE: Final = Face("uni", bold=5)
LIGHT: Final = Face("uni", bold=2)
ROUND: Final = Face("sans", weight=560)

IVORY: Final = BallStyle((216, 234, 240), (38, 30, 28), GROTESQUE)
WHITE: Final = BallStyle((240, 238, 236), (70, 30, 24), LIGHT)
YELLOW: Final = BallStyle((110, 214, 246), (30, 26, 30), ROUND)
RED: Final = BallStyle((60, 58, 208), (30, 24, 24), GROTESQUE, disc=(234, 240, 242))
BLUE: Final = BallStyle((196, 130, 44), (44, 26, 20), ROUND, disc=(242, 240, 236))
STYLES: Final = (IVORY, WHITE, YELLOW, RED, BLUE)

_TEXTURE = 288  # pixels of a print's square texture
_SPAN = 0.72  # radians that the texture covers on the ball
_GLYPH = 144  # pixels of height of a digit in the texture: 0.36 radians on the ball
_DISC = 0.335  # radians of radius of the light disc under a print
_SYMBOL = "§"  # before the number whose symbol is printed
_SUPER = 2  # the ball is drawn this many times larger, then averaged down


def render(ink: Ink, rng: np.random.Generator, style: BallStyle = IVORY) -> Image:
    """Draw one frame: the exit with nothing, a blank ball (None) or a ball with this print, noise included.

    Args:
        ink: The digits on the ball, None for a ball without print, EMPTY for no ball at all.
        rng: Decides how the ball lies, the light and the noise.
        style: The make of the ball.

    Returns:
        A 640×480 BGR image.
    """
    return with_noise(scene(ink, rng, style), rng)


def scene(ink: Ink, rng: np.random.Generator, style: BallStyle = IVORY) -> Image:
    """Draw what stands at the exit without the sensor's noise; arguments as in `render`."""
    picture = _machine().copy()
    if not isinstance(ink, Exit):
        _place_ball(picture, _draw_ball(ink, rng, style), rng)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.6, 1.0))), np.uint8)


def with_noise(picture: Image, rng: np.random.Generator) -> Image:
    """Add fresh sensor noise (about 2.5 grey levels) to a picture; costs well under a millisecond."""
    bank = _noise_bank()
    height, width = picture.shape[:2]
    top = int(rng.integers(0, bank.shape[0] - height))
    left = int(rng.integers(0, bank.shape[1] - width))
    grain = bank[top : top + height, left : left + width]
    noisy = cv2.add(picture, np.ascontiguousarray(grain), dtype=cv2.CV_8U)
    return noisy.astype(np.uint8, copy=False)


@cache
def _noise_bank() -> npt.NDArray[np.int8]:
    """A field of noise larger than a frame: a window at a random place is a fresh frame's noise."""
    rng = np.random.default_rng(20261121)
    grain = rng.normal(0, 2.5, (HEIGHT + 256, WIDTH + 256, 3))
    return np.clip(np.rint(grain), -12, 12).astype(np.int8)


@cache
def _machine() -> Image:
    """The empty exit: a brushed plate with a bright ring around a dark hole."""
    rng = np.random.default_rng(7)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    brushed = cv2.GaussianBlur(
        rng.normal(0, 14, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), sigmaX=12, sigmaY=0.7
    )
    plate = 64 + brushed + 12 * (1 - y / HEIGHT)
    radius = np.hypot(x - WIDTH / 2, y - HEIGHT / 2)
    bevel = (WIDTH / 2 - x + HEIGHT / 2 - y) / np.maximum(radius, 1)
    ring = 104 + 26 * bevel * np.where(radius < 157, -1, 1)
    hole = 16 + 14 * np.clip((radius - 60) / 90, 0, 1)
    grey = np.where(radius < 148, hole, np.where(radius < 166, ring, plate))
    tint = np.array([1.04, 1.0, 0.96], np.float32)
    return np.asarray(np.clip(grey[..., None] * tint, 0, 255), np.uint8)


def _place_ball(picture: Image, ball: Image, rng: np.random.Generator) -> None:
    """Lay the ball and its soft shadow into the hole, a few pixels off its middle."""
    radius = ball.shape[0] / 2
    x, y = WIDTH / 2 + rng.uniform(-6, 6), HEIGHT / 2 + rng.uniform(-6, 6)
    shadow = np.zeros((HEIGHT, WIDTH), np.float32)
    cv2.circle(shadow, (int(x + 9), int(y + 12)), int(radius + 2), 0.55, -1)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 9).astype(np.float32, copy=False)
    picture[:] = (picture * (1 - shadow[..., None])).astype(np.uint8)
    top, left = int(y - radius), int(x - radius)
    window = picture[top : top + ball.shape[0], left : left + ball.shape[1]]
    cover = ball[..., 3:].astype(np.float32) / 255
    window[:] = (window * (1 - cover) + ball[..., :3] * cover).astype(np.uint8)


def _draw_ball(ink: str | None, rng: np.random.Generator, style: BallStyle) -> Image:
    """The ball alone, BGR and coverage, in a square as wide as the ball."""
    side = int(rng.integers(254, 267)) * _SUPER
    normal, inside = _sphere(side)
    albedo = np.empty((side, side, 3), np.float32)
    albedo[:] = style.paint
    prints = _prints(rng)
    if ink is not None:
        sheet = _print_texture(ink, style)
        for frame in prints:
            _stamp(albedo, normal, sheet, frame)
    lit = _light(albedo, normal, rng)
    ball = np.dstack([lit, np.where(inside, 255.0, 0.0)])
    small = cv2.resize(ball, (side // _SUPER, side // _SUPER), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8)


@lru_cache(maxsize=16)
def _sphere(side: int) -> tuple[_Field, npt.NDArray[np.bool_]]:
    """The surface normal (x right, y down, z to the camera) at each pixel of a square, and what is ball."""
    line = (np.arange(side, dtype=np.float32) + 0.5) * 2 / side - 1
    x, y = np.meshgrid(line, line)
    beyond = x * x + y * y
    z = np.sqrt(np.maximum(0, 1 - beyond))
    return np.dstack([x, y, z]).astype(np.float32), beyond <= 1


def _prints(rng: np.random.Generator) -> Sequence[_Field]:
    """Where the twelve prints lie: each has rows right, down, outwards; the first is near the camera."""
    turn = _rotation(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi))
    tilt_axis = rng.uniform(0, 2 * np.pi)
    tilt = _rotation(
        np.array([np.cos(tilt_axis), np.sin(tilt_axis), 0]), np.deg2rad(14) * np.sqrt(rng.uniform())
    )
    frames = []
    for outwards in _icosahedron() @ (tilt @ turn).T:
        helper = np.array([0, 1.0, 0]) if abs(outwards[1]) < 0.9 else np.array([1.0, 0, 0])
        right = np.cross(helper, outwards)
        right /= np.linalg.norm(right)
        spin = rng.uniform(0, 2 * np.pi)
        down = np.cross(outwards, right)
        turned = np.cos(spin) * right + np.sin(spin) * down
        frames.append(np.array([turned, np.cross(outwards, turned), outwards], np.float32))
    return frames


def _rotation(axis: npt.NDArray[np.float64], angle: float) -> npt.NDArray[np.float64]:
    return np.asarray(cv2.Rodrigues(axis * angle)[0], np.float64)


@cache
def _icosahedron() -> npt.NDArray[np.float64]:
    """Twelve evenly spread directions, the first along z."""
    flat = 1 / np.sqrt(5)
    upper = [(2 * flat * np.cos(a), 2 * flat * np.sin(a), flat) for a in np.arange(5) * 2 * np.pi / 5]
    points = [(0.0, 0.0, 1.0), *upper, *[(-x, -y, -z) for x, y, z in upper], (0.0, 0.0, -1.0)]
    return np.array(points)


def _stamp(albedo: _Field, normal: _Field, sheet: _Field, frame: _Field) -> None:
    """Lay one print on the ball: the sheet's plane is wrapped along great circles."""
    if frame[2, 2] < -_SPAN * 0.72:
        return  # on the far side
    local = cv2.transform(normal, frame)  # each pixel along right, down, outwards
    along = local[..., 2]
    near = along > np.cos(_SPAN * 0.72)
    if not near.any():
        return
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    angle = np.arccos(np.clip(along[window], -1, 1))
    stretch = np.where(angle > 1e-4, angle / np.maximum(np.sin(angle), 1e-4), 1) * (_TEXTURE / _SPAN)
    x = local[window][..., 0] * stretch + _TEXTURE / 2
    y = local[window][..., 1] * stretch + _TEXTURE / 2
    x[~near[window]] = -10
    printed = cv2.remap(sheet, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    cover = printed[..., 3:]
    albedo[window] = albedo[window] * (1 - cover) + printed[..., :3] * cover


@lru_cache(maxsize=256)
def _print_texture(text: str, style: BallStyle) -> _Field:
    """One print, flat, as BGR and coverage 0..1: digits, the bar under them, the disc if there is one."""
    inked = _print_mask(text, style.face)
    sheet = np.zeros((_TEXTURE, _TEXTURE, 4), np.float32)
    if style.disc is not None:
        radius = int(_DISC / _SPAN * _TEXTURE)
        cv2.circle(sheet, (_TEXTURE // 2, _TEXTURE // 2), radius, (*style.disc, 1.0), -1, cv2.LINE_AA)
    colour = np.array([*style.ink, 1.0], np.float32)
    return (sheet * (1 - inked[..., None]) + colour * inked[..., None]).astype(np.float32)


def symbol_ink(number: int) -> str:
    """Return what `scene` draws for a ball that has the symbol of a number (PT-67)."""
    return f"{_SYMBOL}{number}"


def _symbol_mask(number: int) -> _Field:
    """Coverage 0..1 of the ink of a symbol."""
    large = _SUPER * _TEXTURE
    mask = np.zeros((large, large), np.uint8)
    for polygon in symbol(number).polygons:
        part = np.zeros_like(mask)
        points = large / 2 + np.array(polygon) * _SUPER * _GLYPH * 0.6
        cv2.fillPoly(part, [np.rint(points).astype(np.int32)], 255)
        mask ^= part
    small = cv2.resize(mask, (_TEXTURE, _TEXTURE), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


def _print_mask(text: str, face: Face) -> _Field:
    """Coverage 0..1 of the ink of a print: digits and, on every number, a bar under them; or a symbol."""
    if text.startswith(_SYMBOL):
        return _symbol_mask(int(text.removeprefix(_SYMBOL)))
    digits = np.hstack(_spaced([glyph(character, face) for character in text]))
    bar_width = max(digits.shape[1], int(0.62 * _GLYPH))
    gap, thick = int(0.15 * _GLYPH), int(0.14 * _GLYPH)
    block = np.zeros((_GLYPH + gap + thick, bar_width), np.float32)
    left = (bar_width - digits.shape[1]) // 2
    block[:_GLYPH, left : left + digits.shape[1]] = digits
    block[_GLYPH + gap :] = 1
    fit = min(1.0, 0.92 * _TEXTURE * 0.9 / float(np.hypot(*block.shape)))
    block = cv2.resize(block, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA).astype(
        np.float32, copy=False
    )
    mask = np.zeros((_TEXTURE, _TEXTURE), np.float32)
    top, side = (_TEXTURE - block.shape[0]) // 2, (_TEXTURE - block.shape[1]) // 2
    mask[top : top + block.shape[0], side : side + block.shape[1]] = block
    return mask


def _spaced(glyphs: Sequence[_Field]) -> list[_Field]:
    gap = np.zeros((_GLYPH, int(0.14 * _GLYPH)), np.float32)
    return [part for drawn in glyphs for part in (gap, drawn)][1:]


@lru_cache(maxsize=256)
def glyph(digit: str, face: Face) -> _Field:
    """One digit as coverage 0..1, cropped to its ink and scaled to the height of a print's digits."""
    canvas = np.zeros((512, 512, 3), np.uint8)
    letter = face.zero if digit == "0" else digit
    cv2.putText(canvas, letter, (120, 380), (255, 255, 255), cv2.FontFace(face.font), 300, face.weight)
    drawn = canvas[..., 0]
    if face.bold:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (4 * face.bold + 1,) * 2)
        drawn = np.asarray(cv2.dilate(drawn, brush), np.uint8)
    x, y, width, height = cv2.boundingRect(drawn)
    if not width:
        raise ValueError(f"the font {face.font!r} draws nothing for {digit!r}: name another font")
    narrow = 0.86 if letter == "O" else 1.0
    size = max(1, round(width * narrow * _GLYPH / height)), _GLYPH
    cropped = drawn[y : y + height, x : x + width].astype(np.float32) / 255
    return cv2.resize(cropped, size, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)


def _light(albedo: _Field, normal: _Field, rng: np.random.Generator) -> _Field:
    """Colour as seen: soft light from above, a darker limb, a lamp's small highlight and its sheen."""
    lamp = np.array([rng.uniform(-0.40, -0.15), rng.uniform(-0.45, -0.25), 0.85])
    lamp /= np.linalg.norm(lamp)
    soft = 0.52 + 0.46 * np.maximum(0, normal @ lamp.astype(np.float32))
    limb = 0.72 + 0.28 * np.sqrt(np.sqrt(normal[..., 2]))
    azimuth, off_axis = np.deg2rad(rng.uniform(205, 255)), np.deg2rad(rng.uniform(37, 45))
    mirror = np.array(
        [np.cos(azimuth) * np.sin(off_axis), np.sin(azimuth) * np.sin(off_axis), np.cos(off_axis)]
    )
    toward = np.maximum(0, normal @ mirror.astype(np.float32))
    gloss = 190 * cv2.pow(toward, 420) + 26 * cv2.pow(toward, 30)
    strength = np.float32(rng.uniform(0.85, 1.03))
    return np.asarray(albedo * (soft * limb * strength)[..., None] + gloss[..., None], np.float32)
