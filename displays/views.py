"""The values that screens draw: frozen, complete, JSON both ways.

A view holds exactly what is shown, as it is shown: amounts arrive formatted and words arrive in the hall's
language. Not responsible for deciding what may be shown; whoever makes a view answers for that (AJ-86).
"""

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

BOARD_VERSION: Final = 1


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
            called = tuple(int(ball) for ball in fields.pop("called"))
            return cls(**fields, called=called, prizes=prizes)
        except (KeyError, TypeError, ValueError) as error:
            raise ViewError(f"malformed board view: {error}") from error
