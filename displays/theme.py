"""The colours of the walls, by what they mean.

The hues stay apart for the common kinds of colour blindness (blue, amber and magenta against near-black), and
none carries a meaning alone: a lit number is also filled, a tone also has a sign. Not responsible for sizes
or places.
"""

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]

MINIMUM_CONTRAST: Final = 7.0  # what WCAG 2 asks at its strictest level (AAA)

GROUND: Final[Colour] = (6, 10, 18)
PANEL: Final[Colour] = (20, 28, 44)
CELL: Final[Colour] = (17, 24, 38)
CARD: Final[Colour] = (36, 48, 74)
RULE: Final[Colour] = (52, 64, 88)
WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (5, 7, 12)
TEXT: Final[Colour] = (240, 244, 250)
LABEL: Final[Colour] = (178, 190, 210)
UNCALLED: Final[Colour] = (154, 167, 190)
LIT: Final[Colour] = (255, 190, 0)
NEWEST: Final[Colour] = WHITE
BALL: Final[Colour] = (250, 250, 247)
BALL_EDGE: Final[Colour] = (150, 156, 168)
SIMULATED: Final[Colour] = (255, 120, 210)


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


TONES: Final[dict[str, Tone]] = {
    "calm": Tone(fill=(46, 58, 82), ink=WHITE, sign="dot"),
    "play": Tone(fill=(10, 70, 160), ink=WHITE, sign="triangle"),
    "attention": Tone(fill=(255, 214, 64), ink=BLACK, sign="bell"),
    "win": Tone(fill=LIT, ink=BLACK, sign="star"),
    "stop": Tone(fill=(158, 14, 30), ink=WHITE, sign="octagon"),
}

VERDICTS: Final[dict[str, Tone]] = {
    "none": Tone(fill=(255, 214, 64), ink=BLACK, sign="clock"),
    "good": Tone(fill=(10, 70, 160), ink=WHITE, sign="tick"),
    "bad": Tone(fill=(158, 14, 30), ink=WHITE, sign="cross"),
}

READABLE: Final[dict[str, tuple[Colour, Colour]]] = {
    "text on the ground": (TEXT, GROUND),
    "text on a panel": (TEXT, PANEL),
    "label on a panel": (LABEL, PANEL),
    "label on the ground": (LABEL, GROUND),
    "note on a panel": (LIT, PANEL),
    "uncalled number": (UNCALLED, CELL),
    "lit number": (BLACK, LIT),
    "newest number": (BLACK, NEWEST),
    "number on the ball": (BLACK, BALL),
    "number on the shaded edge of the ball": (BLACK, BALL_EDGE),
    "simulation band": (BLACK, SIMULATED),
    "uncalled number of a card": (TEXT, CARD),
    "note on a cell": (LIT, CELL),
    "text on a cell": (TEXT, CELL),
    **{f"verdict, {name}": (tone.ink, tone.fill) for name, tone in VERDICTS.items()},
    **{f"headline, {name}": (tone.ink, tone.fill) for name, tone in TONES.items()},
}


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
