"""Linked jackpots, whose money is at the head office (AJ-114, 115).

The office reads these entries: each counts there once. Not responsible for who won what of one (``claims``).
"""

from dataclasses import dataclass
from enum import StrEnum

from hallctl.rules.events.base import Event


class Missing(StrEnum):
    """Why a game is played without a linked jackpot."""

    SILENT = "silent"
    TERMS = "terms"


@dataclass(frozen=True, slots=True)
class LinkedJackpotAsked(Event):
    """The sale opened, and the office is asked what the jackpot holds; ``at`` in milliseconds of the boot."""

    game: int
    jackpot: str
    progressive: str
    at: int


@dataclass(frozen=True, slots=True)
class LinkedJackpotShown(Event):
    """The game is played for the jackpot: the office said what it holds at a moment, and signed it."""

    game: int
    jackpot: str
    amount: int
    moment: str
    note: str


@dataclass(frozen=True, slots=True)
class LinkedJackpotAbsent(Event):
    """The game is played without the jackpot, and nothing of its sale goes to it."""

    game: int
    jackpot: str
    why: Missing


@dataclass(frozen=True, slots=True)
class LinkedJackpotClaimed(Event):
    """A good card wins the jackpot: the prize is pending until the office has reserved its amount."""

    game: int
    jackpot: str
    progressive: str
    at: int


@dataclass(frozen=True, slots=True)
class LinkedJackpotReserved(Event):
    """The office reserved this amount for the claim, and signed it; from here on it is won."""

    game: int
    jackpot: str
    amount: int
    moment: str
    note: str


@dataclass(frozen=True, slots=True)
class LinkedJackpotLapsed(Event):
    """No answer came in time: the claim has not the jackpot, but what the rule set has the house pay."""

    game: int
    jackpot: str
    amount: int
