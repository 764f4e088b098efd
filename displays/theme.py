"""The colours of the walls, by what they mean, and the themes of a hall's own face.

The hues stay apart for the common kinds of colour blindness (blue, amber and magenta against near-black), and
none carries a meaning alone: a lit number is also filled, a tone also has a sign. Not responsible for sizes
or places.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from re import fullmatch
from typing import Final

Colour = tuple[int, int, int]

MINIMUM_CONTRAST: Final = 7.0  # what WCAG 2 asks at its strictest level (AAA)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a hall may choose; signals (attention, stop, practice, the ball) are every hall's.

    Attributes:
        ground: Behind everything.
        panel: Behind text.
        cell: Behind a number that is not called.
        card: Behind a number of a card that is not called.
        rule: Thin lines.
        text: What is read.
        label: What names it.
        uncalled: A number that is not called.
        lit: A called number, and what there is to win.
        calm: The headline's band while nothing is drawn.
        play: The same while balls are drawn.
    """

    ground: Colour
    panel: Colour
    cell: Colour
    card: Colour
    rule: Colour
    text: Colour
    label: Colour
    uncalled: Colour
    lit: Colour
    calm: Colour
    play: Colour

    def with_colours(self, colours: Iterable[str]) -> "Palette":
        """Return the palette with some of its colours replaced, each as "lit=#ffbe00".

        Raises:
            ValueError: If one is no colour of a palette.
        """
        chosen: dict[str, Colour] = {}
        for each in colours:
            role, _, value = each.partition("=")
            if role not in ROLES or not fullmatch("#[0-9a-f]{6}", value):
                raise ValueError(f"a colour is a role and #rrggbb, not {each!r:.40}")
            chosen[role] = (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16))
        return replace(self, **chosen)

    def colours(self) -> tuple[str, ...]:
        """Return all colours as a view has them."""
        return tuple(f"{role}={written(getattr(self, role))}" for role in ROLES)


ROLES: Final = tuple(each.name for each in fields(Palette))

THEMES: Final[dict[str, Palette]] = {
    "noche": Palette(
        ground=(6, 10, 18),
        panel=(20, 28, 44),
        cell=(17, 24, 38),
        card=(36, 48, 74),
        rule=(52, 64, 88),
        text=(240, 244, 250),
        label=(178, 190, 210),
        uncalled=(154, 167, 190),
        lit=(255, 190, 0),
        calm=(46, 58, 82),
        play=(10, 70, 160),
    ),
    "selva": Palette(
        ground=(4, 14, 10),
        panel=(12, 34, 26),
        cell=(10, 29, 22),
        card=(22, 58, 44),
        rule=(44, 82, 66),
        text=(240, 248, 243),
        label=(180, 204, 192),
        uncalled=(156, 184, 170),
        lit=(255, 200, 20),
        calm=(34, 64, 52),
        play=(0, 88, 66),
    ),
    "vino": Palette(
        ground=(16, 5, 9),
        panel=(40, 16, 24),
        cell=(34, 13, 20),
        card=(72, 30, 42),
        rule=(96, 54, 64),
        text=(250, 243, 244),
        label=(216, 188, 194),
        uncalled=(196, 166, 173),
        lit=(255, 200, 40),
        calm=(84, 44, 54),
        play=(92, 22, 96),
    ),
}
"""The themes that come with the hall; the first is the usual one."""

WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (5, 7, 12)
NEWEST: Final[Colour] = WHITE
BALL: Final[Colour] = (250, 250, 247)
BALL_EDGE: Final[Colour] = (150, 156, 168)
SIMULATED: Final[Colour] = (255, 120, 210)
ATTENTION: Final[Colour] = (255, 214, 64)
STOP: Final[Colour] = (158, 14, 30)


@dataclass(frozen=True, slots=True)
class Tone:
    """How a phase looks.

    Attributes:
        fill: The colour of the headline's band.
        ink: The colour of the text on it.
        sign: The shape beside the headline, so that the tone never hangs on colour alone.
    """

    fill: Colour
    ink: Colour
    sign: str


GROUND: Colour
PANEL: Colour
CELL: Colour
CARD: Colour
RULE: Colour
TEXT: Colour
LABEL: Colour
UNCALLED: Colour
LIT: Colour
TONES: dict[str, Tone]
VERDICTS: dict[str, Tone]


def _wear(palette: Palette) -> None:
    """Make a palette's colours those of this module: what draws a screen asks for them by their names."""
    names = {role.upper(): getattr(palette, role) for role in ROLES if role not in {"calm", "play"}}
    calm, play = Tone(palette.calm, WHITE, "dot"), Tone(palette.play, WHITE, "triangle")
    tones = {
        "calm": calm,
        "play": play,
        "attention": Tone(fill=ATTENTION, ink=BLACK, sign="bell"),
        "win": Tone(fill=palette.lit, ink=BLACK, sign="star"),
        "stop": Tone(fill=STOP, ink=WHITE, sign="octagon"),
    }
    verdicts = {
        "none": Tone(fill=ATTENTION, ink=BLACK, sign="clock"),
        "good": replace(play, sign="tick"),
        "bad": Tone(fill=STOP, ink=WHITE, sign="cross"),
    }
    globals().update(names, TONES=tones, VERDICTS=verdicts)


@contextmanager
def worn(colours: Sequence[str]) -> Iterator[None]:
    """Draw inside the block in a view's colours; a wall draws in one thread.

    Raises:
        ValueError: If one is no colour of a palette.
    """
    if not colours:
        yield
        return
    _wear(THEMES["noche"].with_colours(colours))
    try:
        yield
    finally:
        _wear(THEMES["noche"])


_wear(THEMES["noche"])


def readable(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """Return every ink with the ground it is read on, as the screens of this palette pair them."""
    text, lit = palette.text, palette.lit
    return {
        "text on the ground": (text, palette.ground),
        "text on a panel": (text, palette.panel),
        "label on a panel": (palette.label, palette.panel),
        "label on the ground": (palette.label, palette.ground),
        "note on a panel": (lit, palette.panel),
        "uncalled number": (palette.uncalled, palette.cell),
        "lit number": (BLACK, lit),
        "newest number": (BLACK, NEWEST),
        "number on the ball": (BLACK, BALL),
        "number on the shaded edge of the ball": (BLACK, BALL_EDGE),
        "simulation band": (BLACK, SIMULATED),
        "uncalled number of a card": (text, palette.card),
        "missing number of a card": (WHITE, STOP),
        "note on a cell": (lit, palette.cell),
        "text on a cell": (text, palette.cell),
        "headline, calm": (WHITE, palette.calm),
        "headline, play": (WHITE, palette.play),
        "headline, attention": (BLACK, ATTENTION),
        "headline, stop": (WHITE, STOP),
        "lit number beside a quiet one": (lit, palette.cell),
    }


def unreadable(palette: Palette) -> Iterator[tuple[Colour, Colour, float]]:
    """Yield every ink and ground of a palette whose contrast is too small, with that contrast."""
    for ink, ground in dict.fromkeys(readable(palette).values()):
        if (found := contrast(ink, ground)) < MINIMUM_CONTRAST:
            yield ink, ground, found


READABLE: Final = readable(THEMES["noche"])


def written(colour: Colour) -> str:
    """Return a colour as people write it, e.g. "#ffbe00"."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0 (black) to 1 (white), as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 (none) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
