"""The wheel: its pockets in their order, their colours, and what a wheel may not be.

Not responsible for where the ball came to rest, nor for whether the wheel is fair (``watch``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

ZERO: Final = "0"
DOUBLE_ZERO: Final = "00"
ZEROS: Final = (ZERO, DOUBLE_ZERO)
NUMBERS: Final = tuple(str(number) for number in range(1, 37))

_TEXT: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
)

DOUBLE_ZERO_ORDER: Final = tuple(_TEXT.split("-"))
"""Clockwise, of the wheel with 38 pockets (RO-19)."""

SINGLE_ZERO_ORDER: Final = tuple(pocket for pocket in DOUBLE_ZERO_ORDER if pocket != DOUBLE_ZERO)
"""Clockwise, of the wheel with 37 pockets (RO-18): the same without the 00."""

_ORDERS: Final = {
    len(SINGLE_ZERO_ORDER): (SINGLE_ZERO_ORDER, "RO-18"),
    len(DOUBLE_ZERO_ORDER): (DOUBLE_ZERO_ORDER, "RO-19"),
}


class Colour(StrEnum):
    """The ground on which a number stands (RO-16)."""

    RED = "red"
    BLACK = "black"
    GREEN = "green"


_RED: Final = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)

USUAL_RED: Final = tuple(map(str, _RED))
"""The red numbers of most wheels; the text has no list (DR1)."""


@dataclass(frozen=True)
class Wheel:
    """A registered wheel (RO-15): what its metal shows wins.

    Attributes:
        maker: Who made it.
        serial: Its serial number.
        pockets: Its numbers clockwise, from any of them.
        red: Those on a red ground, looked at one by one when it is registered (DR1); zeros are green (DR12).
    """

    maker: str
    serial: str
    pockets: tuple[str, ...]
    red: tuple[str, ...] = USUAL_RED

    def faults(self) -> list[str]:
        """Return why it may not be played on, in Spanish; nothing where it may."""
        return [*self._faults_of_order(), *self._faults_of_colours()]

    @property
    def ordered(self) -> bool:
        """Whether its numbers are the regulation's, in their order, begun anywhere (RO-18, RO-19)."""
        order, _ = _ORDERS.get(len(self.pockets), ((), ""))
        return self.pockets in _turns(order)

    @property
    def coloured(self) -> bool:
        """Whether 18 of the numbers 1 to 36 are red (RO-16, RO-37)."""
        return {*self.red} <= {*NUMBERS} and len({*self.red}) == len(self.red) == len(NUMBERS) // 2

    def _faults_of_order(self) -> Iterator[str]:
        if not (self.maker.strip() and self.serial.strip()):
            yield "una ruleta se registra con su fabricante y su número de serie (RO-15)"
        if len(self.pockets) not in _ORDERS:
            yield f"una ruleta tiene 37 casillas, o 38 con el 00; esta tiene {len(self.pockets)} (RO-15)"
            return
        if not self.ordered:
            _, rule = _ORDERS[len(self.pockets)]
            yield f"los números no siguen el orden del reglamento, en el sentido del reloj ({rule})"

    def _faults_of_colours(self) -> Iterator[str]:
        strange = [number for number in self.red if number not in NUMBERS]
        if strange:
            yield f"solo los números del 1 al 36 son rojos o negros; no así: {', '.join(strange)} (RO-16)"
        found = len({*self.red})
        if found != len(self.red) or found != len(NUMBERS) // 2:
            yield f"son rojos 18 números distintos, y negros los otros 18; aquí hay {found} (RO-37, RO-38)"

    def colour(self, pocket: str) -> Colour:
        """Return the ground of a number (RO-16)."""
        if pocket in ZEROS:
            return Colour.GREEN
        return Colour.RED if pocket in self.red else Colour.BLACK

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Where each pocket is, clockwise from the zero."""
        first = self.pockets.index(ZERO)
        turned = self.pockets[first:] + self.pockets[:first]
        return {pocket: at for at, pocket in enumerate(turned)}

    def neighbours(self, pocket: str, each_side: int) -> tuple[str, ...]:
        """Return a pocket with so many on each side of it, clockwise (RO-17)."""
        at, size = self.pockets.index(pocket), len(self.pockets)
        return tuple(self.pockets[(at + step) % size] for step in range(-each_side, each_side + 1))

    def alike(self) -> tuple[tuple[str, str], ...]:
        """Return the neighbours of equal colour, which the sheet of the wheel says (RO-16, DR1)."""
        following = self.pockets[1:] + self.pockets[:1]
        pairs = zip(self.pockets, following, strict=True)
        return tuple((one, other) for one, other in pairs if self.colour(one) == self.colour(other))


def _turns(order: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {order[at:] + order[:at] for at in range(len(order))}
