"""What waits for a second person's word, as the desk lists it.

Not responsible for who may answer it, nor for how.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PendingItem:
    """What the Director has to answer: its kind and its text."""

    kind: str
    text: str
