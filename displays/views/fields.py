"""What all views share: the page's head, the play's mandatory fields, and how they become JSON and back.

Not responsible for the views of single screens.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import lru_cache
from re import fullmatch
from types import UnionType
from typing import Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

from displays.theme import THEMES, USUAL

TONES: Final = ("calm", "play", "attention", "win", "stop")
LANGUAGES: Final = ("es", "pt", "en")
LARGEST_UNIVERSE: Final = 90
OMITTED: Final = frozenset({"replay", "logo", "sponsors"})
"""Fields that are left out of the JSON where they hold nothing."""


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
        values = asdict(self)
        for name in OMITTED & set(values):
            if not values[name]:
                del values[name]
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
        price: The formatted face value of a card; empty while no series is announced.
        prizes: The prizes in play, and every progressive with its condition (AJ-115).
    """

    called: tuple[int, ...]
    universe: int
    cards_sold: int | None
    price: str
    prizes: tuple[PrizeLine, ...]

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        if not 1 <= self.universe <= LARGEST_UNIVERSE:
            yield f"universe must be from 1 to {LARGEST_UNIVERSE}, not {self.universe!r}"
            return
        yield from balls(self.called, self.universe, "called")


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
