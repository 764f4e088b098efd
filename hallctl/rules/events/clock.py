"""What happened to time: a clock that jumped, its reference set anew, a session's day agreed.

Not responsible for when: times are texts here, as the book's entries have them.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ClockReferenceProposed(Event):
    """The jefe de mesa proposed to go on from the time that the clock shows (I25)."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class ClockReferenceSet(Event):
    """Two people found that the clock is right: only this entry and later ones say what time it is (I25).

    Attributes:
        person: Who decided.
        jefe: Who proposed it.
        reason: Why.
        before: The latest time that an entry had before, UTC; empty where the clock is not behind it.
    """

    person: str
    jefe: str
    reason: str
    before: str


@dataclass(frozen=True, slots=True)
class ClockJumped(Event):
    """The clock was set, or jumped, while the controller ran (I22).

    Attributes:
        before: What it would show had it gone on, local time.
        after: What it shows.
    """

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SessionDayProposed(Event):
    """The jefe de mesa proposed a day for the next session that the clock does not show for sure (D25)."""

    person: str
    day: str
    reason: str


@dataclass(frozen=True, slots=True)
class SessionDayAgreed(Event):
    """The Director agreed: the next session may open on that day (D25).

    Attributes:
        person: Who decided.
        jefe: Who proposed it.
    """

    person: str
    jefe: str
    day: str
    reason: str
