"""An event with what its entry of the book adds, as documents and reports read it.

Not responsible for reading the book.
"""

from dataclasses import dataclass
from datetime import datetime

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class Minuted:
    """An event with what its entry adds: number, local time, actor and hash."""

    number: int
    time: datetime
    actor: str
    hash: str
    event: Event
