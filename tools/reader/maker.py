"""The maker of pictures: what a camera over the exit sees, with the truth about it.

Balls of any look, light, highlights, plexiglass, fingers, exit tubes, wear, motion, blur, noise and colour
casts; also two balls, hands and empty exits. One seed gives one picture.

It is NOT responsible for reading, and the simulator of the demo does not need it: that one draws with
`drivers.camera.balls`, which needs no fonts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.reader.backdrop import background, shadowed
from tools.reader.fonts import Field, Side
from tools.reader.looks import HIGHEST, TEXTURE, Look, Sheet, a_look, settled, sheet
from tools.reader.obstacles import finger, rim
from tools.reader.standing import Matrix, frames_of
from tools.reader.taking import HEIGHT, WIDTH, Conditions, Image, Vector, later, some_conditions, taken

GONE: Final = 0.72
"""Of the brightness that the paint would have in its place: ink as bright as this is seen no more."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The truth about one print in sight.

    Attributes:
        frame: Rows: the print's right, down and outwards, in the camera's axes.
        reach: Radians from its middle to its farthest ink.
        inner: The same without a ring or the outline of a disc, from their own middle.
        hidden: The part of its ink (0..1) behind the limb, a finger, glare or the picture's border.
        gone: The same, but of what glare brightens what it makes nearly as bright as the paint there.
        mark: The mark it carries.
        middle: Unit vector from the ball's middle to that of the least circle around digits and mark.
    """

    frame: npt.NDArray[np.float64]
    reach: float
    inner: float
    hidden: float
    gone: float
    mark: str
    middle: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and its truth.

    Attributes:
        image: BGR, 640×480.
        kind: "ball", "empty", "two", "hand" or "moving".
        number: The number on the ball; None without a ball, or where nothing or no number is printed.
        settled: Whether one whole print tells the number from what it reads upside down.
        look: The ball's make.
        conditions: How it was taken.
        stamps: Its prints, those facing away left out.
        place: The ball's middle and radius in pixels.
    """

    image: Image
    kind: str
    number: int | None
    settled: bool
    look: Look
    conditions: Conditions
    stamps: tuple[Stamp, ...] = ()
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def legible(self) -> bool:
        """Whether a person would read it at once: a settled number, whole, face on, sharp and lit."""
        if self.kind != "ball" or self.number is None or not self.settled:
            return False
        seen = self.conditions
        fine = min(seen.light, 1.6 - 0.4 * seen.light) > 0.45 and seen.noise <= 9
        return fine and any(
            stamp.hidden < 0.02
            and stamp.frame[2, 2] > 0.66 + 0.3 * stamp.reach
            and stamp.reach > 0.19
            and np.hypot(seen.blur, seen.motion / 3.5) < 0.045 * stamp.reach * seen.radius * 1.3
            for stamp in self.stamps
        )


@dataclass(frozen=True, slots=True)
class Room:
    """What all pictures of one hall have in common.

    Attributes:
        behind: The empty exit.
        lamp: The seed of its lamps.
    """

    behind: Image
    lamp: int

    def lamps(self) -> np.random.Generator:
        """Return what draws its lamps, the same for every picture."""
        return np.random.default_rng([self.lamp, 20261129])


_KINDS: Final = MappingProxyType(
    {"ball": 0.8, "blank": 0.04, "empty": 0.04, "two": 0.04, "hand": 0.04, "moving": 0.04}
)
_ODD = 0.5  # of the second balls to learn from
_SLENDER = 0.2  # of the pictures to learn from are of numbers with a 1 or a 7, which are easily one another
_SLENDER_NUMBERS: Final = (1, 7) * 4 + tuple(each for each in range(10, 91) if {"1", "7"} & set(str(each)))
_NONSENSE = 0.05  # of the balls to learn from: no hall has such balls, so nothing is measured on them


@dataclass
class _Canvas:
    """A ball while it is drawn: colours with and without ink, normals, and the ink of each print as drawn."""

    albedo: Field
    bare: Field
    normal: Field
    inks: list[tuple[Stamp, tuple[slice, slice], Field]] = field(default_factory=list)


def picture(
    seed: int,
    side: Side = Side.LEARNT,
    *,
    kinds: Mapping[str, float] = _KINDS,
    moment: int = 0,
    spin: Vector = (0.0, 0.0, 0.0),
    aside: tuple[float, float] = (0.0, 0.0),
) -> Picture:
    """One picture of one side of the split; one in five holds nothing to read.

    Args:
        seed: Which.
        side: Of the split.
        kinds: How often each kind comes; together 1.
        moment: Which picture of the same ball.
        spin: How it turns from one to the next: an axis, as long as the angle in radians.
        aside: How far all in view has moved since the first, right and down, in pixels.
    """
    rng = np.random.default_rng([seed, int(side), 20261121])
    look = a_look(rng, side)
    conditions = later(some_conditions(rng), moment, spin, aside)
    kind = str(rng.choice(list(kinds), p=list(kinds.values())))
    if kind == "blank":
        return made("ball", None, look, conditions, rng, side)
    if kind == "ball" and side is Side.LEARNT and rng.random() < _NONSENSE:
        return made(kind, a_nonsense(rng, look), look, conditions, rng, side)
    if side is Side.LEARNT and rng.random() < _SLENDER:
        return made(kind, str(rng.choice(_SLENDER_NUMBERS)), look, conditions, rng, side)
    return made(kind, str(a_number(rng)), look, conditions, rng, side)


def a_number(rng: np.random.Generator) -> int:
    """A number 1..90; those that may be read upside down come more often."""
    if rng.random() < 0.25:
        return int(rng.choice([6, 9, 16, 18, 19, 61, 60, 66, 68, 69, 80, 81, 86, 89, 88, 11, 1, 8, 90, 10]))
    return int(rng.integers(1, HIGHEST + 1))


def a_nonsense(rng: np.random.Generator, look: Look) -> str:
    """Digits that are no number of a ball: over 90, or a nought before one that is none upside down."""
    chance = rng.random()
    if chance < 0.4:
        return str(rng.integers(100, 1000))
    if chance < 0.6:
        return f"0{rng.choice([2, 3, 4, 5, 7])}"
    over = [each for each in range(HIGHEST + 1, 100) if settled(each, look)]
    return str(rng.choice(over))


def made(
    kind: str,
    text: str | None,
    look: Look,
    conditions: Conditions,
    rng: np.random.Generator,
    side: Side,
    *,
    own: np.random.Generator | None = None,
    room: Room | None = None,
) -> Picture:
    """One picture with this look under these conditions; what is printed may be no number of a ball.

    Args:
        kind: What is in view.
        text: What is printed on the ball.
        look: The ball set's.
        conditions: How it is taken.
        rng: What draws all that is left to chance.
        side: Of the split.
        own: What draws its print instead, where a ball has more than one picture: its ring, letter or code.
        room: Where its balls lie; None leaves it to chance.
    """
    scene = background(rng, side) if room is None else room.behind.copy()
    result = Picture(scene, kind, _number(text), True, look, conditions)
    if kind == "moving":
        conditions = replace(conditions, motion=float(rng.uniform(22, 60)))
    if kind != "empty":
        result = _with_ball(result, text, look, conditions, rng, own or rng, room)
    if kind == "two":
        odd = side is Side.LEARNT and rng.random() < _ODD
        result = _with_second(result, _of_another_set(look, rng) if odd else look, conditions, rng)
    fingers = conditions.fingers if kind != "hand" else 4
    if kind != "empty":
        result = _with_things(result, fingers, conditions.rim, kind == "hand", rng)
    image = taken(result.image, conditions, rng)
    return replace(result, image=image, conditions=conditions)


@lru_cache(maxsize=128)
def _sphere(side: int, radius: float) -> tuple[Field, Field]:
    line = (np.arange(side, dtype=np.float32) - (side - 1) / 2) / np.float32(radius)
    x, y = np.meshgrid(line, line)
    beyond = np.sqrt(x * x + y * y)
    z = np.sqrt(np.maximum(0, 1 - beyond * beyond))
    cover = np.clip((1 - beyond) * np.float32(radius) + 0.5, 0, 1).astype(np.float32)
    return cv2.merge([x, y, z.astype(np.float32)]).astype(np.float32), cv2.merge([cover] * 3).astype(
        np.float32
    )


def _with_ball(
    shown: Picture,
    text: str | None,
    look: Look,
    conditions: Conditions,
    rng: np.random.Generator,
    own: np.random.Generator,
    room: Room | None = None,
) -> Picture:
    number = _number(text)
    radius = round(conditions.radius * 2) / 2
    x, y = WIDTH / 2 + rng.uniform(-14, 14), HEIGHT / 2 + rng.uniform(-14, 14)
    side = int(np.ceil(radius + 1)) * 2
    normal, cover = _sphere(side, radius)
    paint = np.full((side, side, 3), look.paint, np.float32)
    canvas = _Canvas(paint, paint.copy(), normal)
    if text is not None:
        drawn = sheet(text, look, own)
        frames = frames_of(look, conditions, rng)
        for frame, worn in zip(frames, rng.spawn(len(frames)), strict=True):
            _stamp(canvas, drawn, frame.T, look, conditions, worn)
    lit, bare = _lit(canvas, look, conditions, rng if room is None else room.lamps())
    left, top = round(x) - side // 2, round(y) - side // 2
    image = shadowed(shown.image, left + side / 2, top + side / 2, radius)
    window = image[top : top + side, left : left + side]
    window[:] = np.clip(window * (1 - cover) + lit * cover, 0, 255).astype(np.uint8)
    stamps = tuple(_seen(stamp, area, ink, lit, bare, canvas) for stamp, area, ink in canvas.inks)
    place = (left + (side - 1) / 2, top + (side - 1) / 2, radius)
    fixed = number is None or settled(number, look)
    return replace(shown, image=image, number=number, settled=fixed, stamps=stamps, place=place)


def _number(text: str | None) -> int | None:
    """The number of 1..90 that a print is, if it is one."""
    if text is None or text.startswith("0") or int(text) > HIGHEST:
        return None
    return int(text)


def _stamp(
    canvas: _Canvas, drawn: Sheet, frame: Matrix, look: Look, conditions: Conditions, rng: np.random.Generator
) -> None:
    """Lay one print on the ball; its frame has rows right, down, outwards."""
    scale = 0.9 * TEXTURE / 2 / look.reach
    half = TEXTURE / 2 / scale
    if frame[2, 2] < -np.sin(half):
        return
    local = cv2.transform(canvas.normal, frame.astype(np.float32))
    near = local[..., 2] > np.cos(min(half * 1.42, 1.5))
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    if not len(rows):
        return
    area = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    part = local[area]
    sine = np.sqrt(part[..., 0] ** 2 + part[..., 1] ** 2)
    angle = np.arctan2(sine, part[..., 2])
    stretch = angle / np.maximum(sine, 1e-4) * np.float32(scale)
    x = (part[..., 0] * stretch + (TEXTURE - 1) / 2).astype(np.float32)
    y = (part[..., 1] * stretch + (TEXTURE - 1) / 2).astype(np.float32)
    inside = canvas.normal[area][..., 2] > 0
    ink = np.asarray(cv2.remap(drawn.ink, x, y, cv2.INTER_LINEAR) * inside, np.float32)
    if conditions.wear:
        ink = _worn(ink, conditions.wear, rng)
    albedo = canvas.albedo[area]
    if look.disc is not None:
        disc = cv2.remap(drawn.disc, x, y, cv2.INTER_LINEAR)[..., None]
        for paint in (albedo, canvas.bare[area]):
            paint[:] = paint * (1 - disc) + np.array(look.disc, np.float32) * disc
    albedo[:] = albedo * (1 - ink[..., None]) + np.array(look.ink, np.float32) * ink[..., None]
    reach = drawn.reach / scale
    if frame[2, 2] > 0.2:
        behind = behind_limb(frame[2, 2], reach)
        stamp = Stamp(
            frame, reach, drawn.inner / scale, behind, behind, drawn.mark, _middle(frame, drawn, scale)
        )
        canvas.inks.append((stamp, area, ink))


def _middle(frame: Matrix, drawn: Sheet, scale: float) -> npt.NDArray[np.float64]:
    """Where the least circle around a print's digits has its middle."""
    right, down = drawn.middle[0] / scale, drawn.middle[1] / scale
    angle = float(np.hypot(right, down))
    side = float(np.sinc(angle / np.pi))
    return np.asarray(np.cos(angle) * frame[2] + side * (right * frame[0] + down * frame[1]), np.float64)


def behind_limb(cosine: float, reach: float) -> float:
    """About how much of a print lies so near the limb that nobody reads it there."""
    beyond = np.arccos(np.clip(cosine, -1, 1)) + reach - np.arccos(0.2)
    return float(np.clip(beyond / (2 * reach), 0, 1))


def _worn(ink: Field, wear: float, rng: np.random.Generator) -> Field:
    """Scratches and thin places, none so large that a digit becomes another."""
    grain = cv2.GaussianBlur(rng.normal(0, 1, ink.shape).astype(np.float32), (0, 0), 2.2)
    left = np.clip(1.25 + grain / max(1e-3, float(grain.std())) * 0.35 * wear, 0.35, 1)
    for _ in range(int(wear * 5)):
        ends = rng.integers(0, max(ink.shape), 4)
        cv2.line(left, (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3])), 0.3, 1, cv2.LINE_AA)
    return np.asarray(ink * left, np.float32)


def _lit(
    canvas: _Canvas, look: Look, conditions: Conditions, rng: np.random.Generator
) -> tuple[Field, Field]:
    """The ball's colours under one soft lamp, with a darker limb and up to three highlights.

    Also those that it would have without ink.
    """
    normal = canvas.normal
    lamp = np.array([rng.uniform(-0.5, 0.5), rng.uniform(-0.55, 0.3), 0.85])
    lamp /= np.linalg.norm(lamp)
    ambient = rng.uniform(0.4, 0.65)
    soft = ambient + (1.0 - ambient) * np.maximum(0, _towards(normal, lamp))
    limb = 0.72 + 0.28 * np.sqrt(np.sqrt(normal[..., 2]))
    shade = cv2.merge([(soft * limb).astype(np.float32)] * 3)
    lit = canvas.albedo * shade
    for _ in range(int(rng.integers(1, 4))):
        way, off = (
            rng.uniform(0, 2 * np.pi),
            np.deg2rad(rng.choice([rng.uniform(28, 60), rng.uniform(0, 30)], p=[0.85, 0.15])),
        )
        mirror = np.array([np.cos(way) * np.sin(off), np.sin(way) * np.sin(off), np.cos(off)], np.float32)
        toward = np.clip(_towards(normal, mirror), 0, 1)
        spot = cv2.pow(toward, float(rng.uniform(150, 600))) * 230 + cv2.pow(toward, 25) * 24
        lit += cv2.merge([(spot * np.float32(look.gloss * conditions.glare)).astype(np.float32)] * 3)
    bare = lit + (canvas.bare - canvas.albedo) * shade
    return np.asarray(np.minimum(lit, 255), np.float32), np.asarray(np.minimum(bare, 255), np.float32)


def _towards(normal: Field, way: npt.NDArray[np.floating]) -> Field:
    """The cosine between each normal and a direction."""
    return np.asarray(cv2.transform(normal, way.astype(np.float32)[None]), np.float32)


def _seen(
    stamp: Stamp, area: tuple[slice, slice], ink: Field, lit: Field, bare: Field, canvas: _Canvas
) -> Stamp:
    """Add to what is hidden of a print the ink that glare has brightened away, and to what is gone."""
    total = float(ink.sum())
    if total < 1:
        return replace(stamp, hidden=1.0, gone=1.0)
    own, shown, paint = (_grey(each[area]) for each in (canvas.albedo, lit, bare))
    brightened, lost = (
        float((ink * there).sum()) / total
        for there in (shown > own + 85, (shown > GONE * paint) & (ink > 0.5))
    )
    hidden, gone = min(1.0, stamp.hidden + brightened), min(1.0, stamp.gone + lost)
    return replace(stamp, hidden=hidden, gone=gone)


def _grey(colours: Field) -> Field:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(colours), cv2.COLOR_BGR2GRAY), np.float32)


def _of_another_set(look: Look, rng: np.random.Generator) -> Look:
    """The same look in other colours."""
    other = a_look(rng, Side.LEARNT)
    return replace(look, paint=other.paint, ink=other.ink, disc=other.disc)


def _with_second(shown: Picture, look: Look, conditions: Conditions, rng: np.random.Generator) -> Picture:
    """Another ball of the set beside the first or half over it."""
    radius = shown.place[2]
    way = rng.uniform(0, 2 * np.pi)
    away = radius * rng.uniform(1.2, 2.1)
    other = _with_ball(replace(shown), str(a_number(rng)), look, conditions, rng, rng)
    dx, dy = int(np.cos(way) * away), int(np.sin(way) * away * 0.6)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.circle(mask, (int(other.place[0]), int(other.place[1])), int(radius), 255, -1, cv2.LINE_AA)
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    cover = cv2.warpAffine(mask, move, (WIDTH, HEIGHT))[..., None].astype(np.float32) / 255
    ball = cv2.warpAffine(other.image, move, (WIDTH, HEIGHT))
    image = (shown.image * (1 - cover) + ball * cover).astype(np.uint8)
    return replace(shown, image=image, stamps=())


def _with_things(
    shown: Picture, fingers: int, behind_rim: bool, hand: bool, rng: np.random.Generator
) -> Picture:
    """Lay fingers, tubes and the plexiglass rim over the ball, and add what they hide to the truth."""
    if not fingers and not behind_rim:
        return shown
    image, over = shown.image.copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
    x, y, radius = shown.place
    for _ in range(fingers):
        finger(image, over, (x, y, radius), hand, rng)
    if behind_rim:
        rim(image, (x, y, radius), rng)
    stamps = tuple(_covered(each, _under(each, shown, over)) for each in shown.stamps)
    return replace(shown, image=image, stamps=stamps)


def _covered(stamp: Stamp, part: float) -> Stamp:
    return replace(stamp, hidden=min(1.0, stamp.hidden + part), gone=min(1.0, stamp.gone + part))


def _under(stamp: Stamp, shown: Picture, over: Image) -> float:
    """The part of a print's disc that something lies over."""
    x, y, radius = shown.place
    line = np.linspace(-1, 1, 15)
    a, b = np.meshgrid(line, line)
    inside = np.hypot(a, b) <= 1
    steps = np.stack([a[inside], b[inside]], axis=1) * stamp.reach
    points = stamp.frame[2] * 1.0 + steps @ stamp.frame[:2]
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    columns = np.clip(x + points[:, 0] * radius, 0, WIDTH - 1).astype(int)
    rows = np.clip(y + points[:, 1] * radius, 0, HEIGHT - 1).astype(int)
    return float((over[rows, columns] > 0).mean())
