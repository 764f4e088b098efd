"""The colours of the walls, by what they mean, and the themes of a hall's own face.

The hues stay apart for the common kinds of colour blindness (blue, amber and magenta against near-black), and
none carries a meaning alone: a lit number is also filled, a tone also has a sign. Not responsible for sizes
or places.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from re import fullmatch
from typing import Final

Colour = tuple[int, int, int]

MINIMUM_CONTRAST: Final = 7.0  # what WCAG 2 asks at its strictest level (AAA)


WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (5, 7, 12)
NEWEST: Final[Colour] = WHITE
BALL: Final[Colour] = (250, 250, 247)
BALL_EDGE: Final[Colour] = (150, 156, 168)
SIMULATED: Final[Colour] = (255, 120, 210)
ATTENTION: Final[Colour] = (255, 214, 64)
STOP: Final[Colour] = (158, 14, 30)
RED: Final[Colour] = (158, 14, 30)
"""The ground of the red numbers of a roulette, dark enough for white."""
ZERO: Final[Colour] = (0, 92, 60)
"""The ground of its zeros (DR12)."""


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


@dataclass(frozen=True, slots=True)
class Theme:
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
        decades: A called ball's colour by its decade (1-9, 10-19, … 80-90); empty where all are ``lit``.
        bands: The last number of each band of a variant with colours, and its colour, which comes before the
            hall's own (PT-58); empty where it has none.
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
    decades: tuple[Colour, ...] = ()
    bands: tuple[tuple[int, Colour], ...] = ()

    def tone(self, name: str) -> Tone:
        """Return how a phase looks: "calm", "play", "attention", "win" or "stop"."""
        match name:
            case "calm":
                return Tone(self.calm, WHITE, "dot")
            case "play":
                return Tone(self.play, WHITE, "triangle")
            case "win":
                return Tone(self.lit, BLACK, "star")
            case _:
                return _SIGNALS[name]

    def verdict(self, name: str) -> Tone:
        """Return how a verdict looks: "none", "good" or "bad"."""
        return Tone(self.play, WHITE, "tick") if name == "good" else _VERDICTS[name]

    def called(self, ball: int) -> Colour:
        """Return the colour of a called ball."""
        for last, colour in self.bands:
            if ball <= last:
                return colour
        return self.decades[min(ball // 10, len(DECADES) - 1)] if self.decades else self.lit

    def frame(self, ball: int) -> Colour:
        """Return the colour around the newest ball, which is white as a band may be."""
        return self.lit if self.bands else self.called(ball)

    def with_bands(self, bands: Iterable[tuple[int, str]]) -> "Theme":
        """Return the theme with the colours of a variant: each the last number of a band and a name."""
        coloured = tuple((last, BANDS[name]) for last, name in bands if name)
        return replace(self, bands=coloured)

    def with_colours(self, colours: Iterable[str]) -> "Theme":
        """Return the theme with some of its colours replaced, each as "lit=#ffbe00".

        Raises:
            ValueError: If one is no colour of a theme.
        """
        chosen: dict[str, Colour] = {}
        for each in colours:
            role, _, value = each.partition("=")
            if role not in (*ROLES, *DECADES) or not fullmatch("#[0-9a-f]{6}", value):
                raise ValueError(f"a colour is a role and #rrggbb, not {each!r:.40}")
            chosen[role] = (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16))
        decades = tuple(chosen.pop(role) for role in DECADES if role in chosen)
        if len(decades) not in {0, len(DECADES)}:
            raise ValueError(f"a colour for each decade or for none, not for {len(decades)}")
        worn = replace(self, decades=decades or self.decades)
        return replace(worn, **chosen)  # type: ignore[arg-type]  # of the roles, all are colours

    def colours(self) -> tuple[str, ...]:
        """Return all colours as a view has them."""
        own = (f"{role}={written(getattr(self, role))}" for role in ROLES)
        # Without colours by decade there are none to pair with their names.
        return (*own, *(f"{role}={written(c)}" for role, c in zip(DECADES, self.decades, strict=False)))


ROLES: Final = tuple(each.name for each in fields(Theme) if each.name not in {"decades", "bands"})
DECADES: Final = tuple(f"decade{number}" for number in range(1, 10))

BANDS: Final[dict[str, Colour]] = {
    "red": (255, 150, 140),
    "yellow": (255, 214, 64),
    "blue": (120, 190, 255),
    "white": (222, 226, 234),
}
"""The colours that a variant may give its columns, light enough for a black number (PT-58)."""

_SIGNALS: Final = {
    "attention": Tone(fill=ATTENTION, ink=BLACK, sign="bell"),
    "stop": Tone(fill=STOP, ink=WHITE, sign="octagon"),
}
_VERDICTS: Final = {
    "none": Tone(fill=ATTENTION, ink=BLACK, sign="clock"),
    "bad": Tone(fill=STOP, ink=WHITE, sign="cross"),
}

THEMES: Final[dict[str, Theme]] = {
    "noche": Theme(
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
    "selva": Theme(
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
    "vino": Theme(
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
"""The themes that come with the hall."""

USUAL: Final = "noche"

BY_DECADE: Final[tuple[Colour, ...]] = (
    (255, 190, 0),
    (120, 200, 255),
    (120, 228, 130),
    (255, 168, 196),
    (255, 158, 92),
    (204, 184, 255),
    (96, 224, 212),
    (240, 240, 120),
    (226, 206, 172),
)
"""Colours by decade for a hall that wants them and names none."""


def readable(theme: Theme) -> dict[str, tuple[Colour, Colour]]:
    """Return every ink with the ground it is read on, as the screens of this theme pair them."""
    text, lit = theme.text, theme.lit
    return (
        {
            "text on the ground": (text, theme.ground),
            "text on a panel": (text, theme.panel),
            "label on a panel": (theme.label, theme.panel),
            "label on the ground": (theme.label, theme.ground),
            "note on a panel": (lit, theme.panel),
            "uncalled number": (theme.uncalled, theme.cell),
            "lit number": (BLACK, lit),
            "newest number": (BLACK, NEWEST),
            "number on the ball": (BLACK, BALL),
            "number on the shaded edge of the ball": (BLACK, BALL_EDGE),
            "simulation band": (BLACK, SIMULATED),
            "uncalled number of a card": (text, theme.card),
            "missing number of a card": (WHITE, STOP),
            "note on a cell": (lit, theme.cell),
            "text on a cell": (text, theme.cell),
            "headline, calm": (WHITE, theme.calm),
            "headline, play": (WHITE, theme.play),
            "headline, attention": (BLACK, ATTENTION),
            "headline, stop": (WHITE, STOP),
            "red number": (WHITE, RED),
            "black number": (WHITE, BLACK),
            "zero": (WHITE, ZERO),
            "lit number beside a quiet one": (lit, theme.cell),
        }
        | _by_decade(theme)
        | _by_band(theme)
    )


def _by_decade(theme: Theme) -> dict[str, tuple[Colour, Colour]]:
    """Return the same for the colours by decade: the number on each, and each beside a quiet number."""
    numbers = {f"number, {role}": (BLACK, c) for role, c in zip(DECADES, theme.decades, strict=False)}
    beside = {
        f"{role} beside a quiet one": (c, theme.cell) for role, c in zip(DECADES, theme.decades, strict=False)
    }
    return numbers | beside


def _by_band(theme: Theme) -> dict[str, tuple[Colour, Colour]]:
    """Return the same for the colours of a variant's bands."""
    numbers = {f"number, band {name}": (BLACK, colour) for name, colour in BANDS.items()}
    return numbers | {f"band {name} beside a quiet one": (c, theme.cell) for name, c in BANDS.items()}


def unreadable(theme: Theme) -> Iterator[tuple[Colour, Colour, float]]:
    """Yield every ink and ground of a theme whose contrast is too small, with that contrast."""
    for ink, ground in dict.fromkeys(readable(theme).values()):
        if (found := contrast(ink, ground)) < MINIMUM_CONTRAST:
            yield ink, ground, found


READABLE: Final = readable(THEMES[USUAL])


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
