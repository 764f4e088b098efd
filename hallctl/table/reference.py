"""Since when the book takes signatures: no earlier than its own entries and the program (I25).

Times of entries are labels (I22), and the latest of them is what a clock must not be behind when a person
signs. A fold over the entries, beside the state, because events carry no time. Not responsible for
certificates (``standing``), nor for setting a clock.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hallctl.minutes.entry import Entry
from hallctl.rules.events.base import Event
from hallctl.rules.events.clock import ClockReferenceSet
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.signing import REFERENCE

TOLERATED: Final = timedelta(minutes=2)
"""How far a clock may step back: synchronising does that."""

RESET: Final = ClockReferenceSet.__name__
"""From the newest entry of this kind on, entries count."""


@dataclass(slots=True)
class Reference:
    """What a clock is held against.

    Attributes:
        latest: The latest time of the entries that count, as entries have it; empty before the first.
        built: When the program was made, aware; None where that is not known.
    """

    latest: str
    built: datetime | None = None

    def take(self, entries: Iterable[Entry]) -> None:
        """Take note of entries that are durable."""
        for entry in entries:
            self.latest = entry.time if entry.kind == RESET else max(self.latest, entry.time)

    def behind(self, moment: datetime) -> str:
        """Return the latest time where a clock is further behind it than is tolerated, else an empty text."""
        newest = datetime.fromisoformat(self.latest) if self.latest else moment
        return self.latest if newest - moment > TOLERATED else ""

    def wrong(self, moment: datetime, *, settled: bool = False) -> Refusal | None:
        """Return why a clock that shows this moment is wrong; None where it may be right.

        Args:
            moment: What the clock shows, aware.
            settled: Whether two people settle just now that the clock is right and the book is not.
        """
        if self.built is not None and moment < self.built:
            return refuse("CLOCK-BUILD", now=shown(moment), built=f"{self.built:%Y-%m-%d}")
        if self.behind(moment) and not settled:
            newest = datetime.fromisoformat(self.latest).astimezone(moment.tzinfo)
            return refuse("CLOCK-BEHIND", now=shown(moment), newest=shown(newest))
        return None

    def against(self, moment: datetime, signed: Collection[type[Event]]) -> Refusal | None:
        """Return why nobody can sign events of these kinds under a clock that shows a moment.

        What nobody signs is minuted under any clock.
        """
        return self.wrong(moment, settled=REFERENCE.issuperset(signed)) if signed else None


def shown(moment: datetime) -> str:
    """Return a moment as people read it."""
    return f"{moment:%Y-%m-%d %H:%M}"
