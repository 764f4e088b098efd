"""What all views share: the page's head, the play's mandatory fields, and how they become JSON and back.

Not responsible for the views of single screens.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import lru_cache
from re import fullmatch
from types import UnionType
from typing import Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

from displays.theme import BANDS, THEMES, USUAL

TONES: Final = ("calm", "play", "attention", "win", "stop")
LANGUAGES: Final = ("es", "pt", "en")
LARGEST_UNIVERSE: Final = 90
_BESIDE: Final = (
    "bands",
    "card_numbers",
    "free",
    "ringed_free",
    "collected",
    "symbols",
    "programme",
    "patterns",
)
OMITTED: Final = frozenset({"replay", "logo", "sponsors", *_BESIDE})
"""Fields that are left out of the JSON where they hold what they hold as a rule."""


class ViewError(ValueError):
    """A view cannot be read: it is malformed or of another version."""


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    """Return the fields of a dataclass with their types."""
    hints = get_type_hints(kind)
    return {part.name: hints[part.name] for part in fields(kind)}


def _value(kind: Any, value: Any, name: str) -> Any:
    """Return a JSON value as a value of this type: nothing is converted, and numbers are counts."""
    if get_origin(kind) is UnionType:
        return None if value is None else _value(get_args(kind)[0], value, name)
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise ViewError(f"{name} must be a list, not {value!r}")
        return tuple(_value(get_args(kind)[0], part, f"{name} {n}") for n, part in enumerate(value, 1))
    if is_dataclass(kind):
        return _record(kind, value, name)
    if type(value) is not kind:
        raise ViewError(f"{name} must be of type {kind.__name__}, not {value!r}")
    if kind is int and value < 0:
        raise ViewError(f"{name} must be a count, not {value!r}")
    return value


def _record(kind: Any, value: Any, name: str) -> Any:
    """Return a JSON object as a dataclass with exactly its fields."""
    hints = _hints(kind)
    if not isinstance(value, dict) or set(value) != set(hints):
        raise ViewError(f"{name} must be an object of {', '.join(hints)}")
    return kind(**{key: _value(hint, value[key], f"{name} {key}".strip()) for key, hint in hints.items()})


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize as screens list it (AJ-36).

    Attributes:
        name: What the prize is called, e.g. "LÍNEA".
        amount: The formatted amount with its currency, e.g. "Bs 48,00".
        note: A short state or condition, e.g. "cantada"; may be empty.
        out_of_play: Whether nobody won it, nor can in this game any more; the note then has the reason.
    """

    name: str
    amount: str
    note: str = ""
    out_of_play: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """What wins a prize, as cells of a card, fixed before the sale (PT-62); and how soon a card has it (D19).

    Attributes:
        prize: The name of its prize, as its line has it.
        columns: How many cells a row has.
        forms: Each form that wins row by row, "X" a cell that it takes; none where the name says it.
        odds: How soon one card has it, in words.
    """

    prize: str
    columns: int
    forms: tuple[str, ...]
    odds: str

    @property
    def rows(self) -> int:
        """How many rows a form has."""
        return len(self.forms[0]) // self.columns if self.forms else 0


MOST_FORMS: Final = 17
"""Of a shape sixteen, and the corners."""


def faults_of_patterns(patterns: tuple[Pattern, ...]) -> Iterator[str]:
    """Yield what keeps patterns from being drawn."""
    for pattern in patterns:
        sizes = {len(form) for form in pattern.forms}
        whole = (
            1 <= pattern.columns <= 9
            and len(sizes) <= 1
            and all(s and s % pattern.columns == 0 for s in sizes)
        )
        if not whole or set("".join(pattern.forms)) - {"X", "."} or len(pattern.forms) > MOST_FORMS:
            yield f"the forms of {pattern.prize!r} must be whole rows of columns, of X and ."


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers of a variant that share a letter or a colour: of a column of its cards (PT-58, PT-65).

    Attributes:
        first: The lowest of them.
        last: The highest.
        letter: Their letter, e.g. "B"; empty without one.
        call: What stands before a number of theirs as it is called, e.g. "B-"; empty without a letter.
        colour: The name of their colour, e.g. "red"; empty without one.
    """

    first: int
    last: int
    letter: str
    call: str
    colour: str


@dataclass(frozen=True, slots=True)
class PageView:
    """What every screen has.

    Attributes:
        hall: The name of the hall.
        simulated: Whether any device is simulated; the screen then shows SIMULACRO.
        tone: How the phase is coloured: "calm", "play", "attention", "win" or "stop".
        headline: The phase in the hall's words, e.g. "SORTEO EN CURSO".
        notice: One more sentence for the room; may be empty.
        game: The order number of the game, None between games.
        hour: The time of day, e.g. "21:35"; empty shows none.
        logo: The digest of the hall's logo, which comes beside the view; empty for none.
        replay: Whether it is a past game, shown again; the screen then shows REPETICIÓN.
        language: The hall's language, in which the screen's own words are: "es", "pt" or "en".
        colours: The hall's own colours, each as "lit=#ffbe00"; empty for those of the usual theme.
    """

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 6

    hall: str
    simulated: bool
    tone: str
    headline: str
    notice: str
    game: int | None
    hour: str = field(default="", kw_only=True)
    language: str = field(default="es", kw_only=True)
    colours: tuple[str, ...] = field(default=(), kw_only=True)
    replay: bool = field(default=False, kw_only=True)
    logo: str = field(default="", kw_only=True)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON values, with its kind and version."""
        usual = {each.name for each in fields(self) if getattr(self, each.name) == each.default}
        values = {name: value for name, value in asdict(self).items() if name not in OMITTED & usual}
        return {"view": self.KIND, "version": self.VERSION, **values}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read a view from JSON values.

        Raises:
            ViewError: If the data is not a view of this kind and version.
        """
        named = isinstance(data, dict) and data.get("view") == cls.KIND
        if not named or type(data.get("version")) is not int:
            raise ViewError(f"not a {cls.KIND} view of version {cls.VERSION}")
        if data["version"] != cls.VERSION:
            raise ViewError(f"a {cls.KIND} view of version {data['version']}, not {cls.VERSION}")
        values = {key: value for key, value in data.items() if key not in {"view", "version"}}
        values = {each.name: each.default for each in fields(cls) if each.name in OMITTED} | values
        view: Self = _record(cls, values, "")
        for problem in view.problems():
            raise ViewError(f"malformed {cls.KIND} view: {problem}")
        return view

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from digests((self.logo,) if self.logo else ())
        if self.tone not in TONES:
            yield f"tone must be one of {', '.join(TONES)}, not {self.tone!r}"
        if self.language not in LANGUAGES:
            yield f"language must be one of {', '.join(LANGUAGES)}, not {self.language!r}"
        try:
            THEMES[USUAL].with_colours(self.colours)
        except ValueError as error:
            yield str(error)


@dataclass(frozen=True, slots=True)
class PlayView(PageView):
    """What every screen shown during play has: the four mandatory fields (AJ-33..37).

    Attributes:
        called: The called balls, in the order of extraction; the last one is the ball being called.
        universe: How many balls the variant has.
        cards_sold: The number of cards sold, None while no sale has begun.
        symbols: Whether symbols stand for the numbers (PT-67).
        collected: What the cards sold come to, formatted; empty where walls do not show it (PT-11).
        price: The formatted face value of a card; empty while no series is announced.
        prizes: The prizes in play, and every progressive with its condition (AJ-115).
        bands: The numbers by letter or colour, that of ball 1 first; empty where the variant has neither.
        card_numbers: How many numbers a card has.
        patterns: What wins the prizes, and how soon; empty where the hall plays line and bingo alone.
    """

    called: tuple[int, ...]
    universe: int
    cards_sold: int | None
    price: str
    prizes: tuple[PrizeLine, ...]
    bands: tuple[Band, ...] = field(default=(), kw_only=True)
    collected: str = field(default="", kw_only=True)
    symbols: bool = field(default=False, kw_only=True)
    card_numbers: int = field(default=15, kw_only=True)
    patterns: tuple[Pattern, ...] = field(default=(), kw_only=True)

    def letter(self, ball: int) -> str:
        """Return the letter of a ball, empty where the variant has none."""
        return next((band.letter for band in self.bands if band.first <= ball <= band.last), "")

    def named(self, ball: int) -> str:
        """Return a ball as it is called, e.g. "B-7" (PT-65)."""
        return named(self.bands, ball)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        if not 1 <= self.universe <= LARGEST_UNIVERSE:
            yield f"universe must be from 1 to {LARGEST_UNIVERSE}, not {self.universe!r}"
            return
        yield from balls(self.called, self.universe, "called")
        yield from _faults_of_bands(self.bands, self.universe)
        yield from faults_of_patterns(self.patterns)


def named(bands: tuple[Band, ...], ball: int) -> str:
    """Return a ball as it is called where these bands are, e.g. "B-7"."""
    return next((band.call for band in bands if band.first <= ball <= band.last), "") + str(ball)


def _faults_of_bands(bands: tuple[Band, ...], universe: int) -> Iterator[str]:
    held = [number for band in bands for number in range(band.first, min(band.last, universe + 1) + 1)]
    if bands and held != list(range(1, universe + 1)):
        yield f"bands must hold every ball from 1 to {universe} once, in order"
    if any(band.colour and band.colour not in BANDS for band in bands):
        yield f"the colour of a band must be one of {', '.join(BANDS)}"


def balls(numbers: tuple[int, ...], universe: int, name: str) -> Iterator[str]:
    """Yield what keeps numbers from being balls in an order of extraction."""
    if any(not 1 <= ball <= universe for ball in numbers):
        yield f"{name} must be balls from 1 to {universe}"
    if len(set(numbers)) != len(numbers):
        yield f"{name} names a ball twice"


def digests(pictures: tuple[str, ...]) -> Iterator[str]:
    """Yield what keeps names from being those of pictures."""
    if not all(fullmatch("[0-9a-f]{64}", each) for each in pictures):
        yield "a picture is named by its SHA-256"
