"""Where the bank of a table stands.

Not responsible for what is played at it: each game adds that.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from hallctl.rules import state as house


@dataclass(frozen=True)
class Table:
    """The float of an open table, in minor units (DR17, DB13)."""

    initial: int
    fills: int = 0
    credits: int = 0
    won: int = 0

    @property
    def expected(self) -> int:
        """What should be there, where stakes are known; else what was put in."""
        return self.initial + self.fills - self.credits + self.won


@dataclass(frozen=True)
class TableState(house.State, ABC):
    """A table and its bank.

    Attributes:
        table: The open table, None where it is closed.
    """

    table: Table | None = None

    @property
    @abstractmethod
    def stakes_known(self) -> bool:
        """Whether the table knows what is staked (DR2, DB13)."""
