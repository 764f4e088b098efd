"""The values that screens draw: frozen, complete, JSON both ways.

A view holds exactly what is shown, as it is shown: amounts arrive formatted and words arrive in the hall's
language. Not responsible for deciding what may be shown; whoever makes a view answers for that (AJ-86).
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

BOARD_VERSION: Final = 1
TONES: Final = ("calm", "play", "attention", "stop")
LARGEST_UNIVERSE: Final = 90


class ViewError(ValueError):
    """A view cannot be read: it is malformed or of another version."""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize as the board lists it (AJ-36).

    Attributes:
        name: What the prize is called, e.g. "LÍNEA".
        amount: The formatted amount with its currency, e.g. "Bs 48,00".
        note: A short state or condition, e.g. "cantada"; may be empty.
    """

    name: str
    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything the board screen shows (AJ-32..37, PT-13..15).

    Attributes:
        hall: The name of the hall.
        simulated: Whether any device is simulated; the board then says SIMULACRO.
        tone: How the phase is coloured: "calm", "play", "attention" or "stop".
        headline: The phase in the hall's words, e.g. "SORTEO EN CURSO".
        notice: One more sentence for the room; may be empty.
        game: The order number of the game, None between games.
        called: The called balls, in the order of extraction; the last one is the ball being called.
        universe: How many balls the variant has.
        cards_sold: The number of cards sold, None while no sale has begun.
        price: The formatted face value of a card; empty while no series is announced.
        prizes: The prizes in play.
    """

    hall: str
    simulated: bool
    tone: str
    headline: str
    notice: str
    game: int | None
    called: tuple[int, ...]
    universe: int
    cards_sold: int | None
    price: str
    prizes: tuple[PrizeLine, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON values, with its kind and version."""
        return {"view": "board", "version": BOARD_VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read a view from JSON values.

        Raises:
            ViewError: If the data is not a board view of this version.
        """
        if not isinstance(data, dict) or data.get("view") != "board" or data.get("version") != BOARD_VERSION:
            raise ViewError(f"not a board view of version {BOARD_VERSION}")
        fields = {key: value for key, value in data.items() if key not in {"view", "version"}}
        try:
            prizes = tuple(PrizeLine(**prize) for prize in fields.pop("prizes"))
            view = cls(**fields | {"called": tuple(fields["called"]), "prizes": prizes})
        except (KeyError, TypeError) as error:
            raise ViewError(f"malformed board view: {error}") from error
        for problem in view._problems():
            raise ViewError(f"malformed board view: {problem}")
        return view

    def _problems(self) -> Iterator[str]:
        """Yield what keeps these fields from being a view; JSON says nothing of types."""
        texts = {"hall": self.hall, "headline": self.headline, "notice": self.notice, "price": self.price}
        for index, prize in enumerate(self.prizes, start=1):
            texts |= {f"prize {index} {name}": value for name, value in asdict(prize).items()}
        yield from (f"{name} must be text" for name, value in texts.items() if not isinstance(value, str))
        if not isinstance(self.simulated, bool):
            yield "simulated must be true or false"
        if self.tone not in TONES:
            yield f"tone must be one of {', '.join(TONES)}, not {self.tone!r}"
        for name, count in {"game": self.game, "cards_sold": self.cards_sold}.items():
            if count is not None and not _within(count, 0, None):
                yield f"{name} must be a count or null, not {count!r}"
        if not _within(self.universe, 1, LARGEST_UNIVERSE):
            yield f"universe must be from 1 to {LARGEST_UNIVERSE}, not {self.universe!r}"
            return
        yield from (
            f"called must be balls from 1 to {self.universe}, not {ball!r}"
            for ball in self.called
            if not _within(ball, 1, self.universe)
        )
        if len(set(self.called)) != len(self.called):
            yield "called names a ball twice"


def _within(value: object, low: int, high: int | None) -> bool:
    """Return whether a value is a whole number (true and false are not) within limits."""
    return type(value) is int and low <= value and (high is None or value <= high)
