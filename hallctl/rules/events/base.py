"""What every event is.

Not responsible for any event of the hall.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; each subclass is one kind of entry."""
