"""The players of a simulated game: who holds which sold card, and who sings what, when and how.

Not responsible for the rules: whether a song is good, late or refused is theirs to say.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hallctl.cli.scripts.holders import Holders
from hallctl.games.bingo.cards.dice import Dice


class ClaimHabit(StrEnum):
    """How a player sings through one game."""

    PROMPT = "prompt"
    LATE = "late"
    SILENT = "silent"
    TWICE = "twice"
    WRONG = "wrong"


MANNERS: Final = (
    (ClaimHabit.PROMPT, 730),
    (ClaimHabit.LATE, 110),
    (ClaimHabit.SILENT, 90),
    (ClaimHabit.TWICE, 50),
    (ClaimHabit.WRONG, 20),
)
"""How many players in a thousand sing in each manner."""

LATEST: Final = 6
"""The most balls that a late player lets pass."""


@dataclass(frozen=True, slots=True)
class SoldCard:
    """A sold card and the seat of the player who holds it, from 0."""

    series: str
    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class PlayerClaim:
    """What a player sings; ``again`` where the same player sang the same card before."""

    claim: str
    series: str
    card: int
    manner: ClaimHabit
    again: bool = False


class Crowd:
    """The players of one game, who hear every called ball.

    Attributes:
        unsung: How many prizes their holders kept quiet about while they were to be won.

    Args:
        held: Which of the sold cards hold which prize.
        sold: Their names and holders, in the same order.
        universe: How many balls there are.
        dice: What the players' manners are drawn by.
        quiet: Whether nobody sings the last prize in this game.
    """

    def __init__(
        self, held: Holders, sold: Sequence[SoldCard], universe: int, dice: Dice, quiet: bool
    ) -> None:
        self.unsung = 0
        self._held = held
        self._universe = universe
        self._sold = sold
        self._dice = dice
        self._quiet = quiet
        self._balls = 0
        self._manners = [_manner(dice) for _ in range(sold[-1].seat + 1)]
        self._wrong = self._mistakes()
        self._songs: list[tuple[int, PlayerClaim]] = []
        self._had: dict[str, set[int]] = {claim: set() for claim in held.prizes}
        self._closed: set[str] = set()
        self._waits = dict.fromkeys(held.prizes, 0)

    def hear(self, ball: int) -> tuple[PlayerClaim, ...]:
        """Return what is sung after this called ball, in the order it is sung."""
        self._call(ball)
        for claim in self._held.prizes:
            if claim not in self._closed:
                self._notice(claim, self._held.places(claim).tolist())
        mistakes = [song for due, place in self._wrong if due == self._balls for song in self._mistake(place)]
        return (*mistakes, *self._taken(lambda due, _: due <= self._balls))

    def asked(self, claim: str) -> tuple[PlayerClaim, ...]:
        """Return who takes heart when the room is asked for another: half of the late ones."""
        return self._taken(lambda _, song: song.claim == claim and self._dice.chance(500))

    def remaining(self) -> tuple[PlayerClaim, ...]:
        """Return what the late ones still sing when no ball follows."""
        return self._taken(lambda *_: True)

    def sing_again(self, song: PlayerClaim) -> None:
        """Let a player sing the same card once more, a ball later."""
        self._songs.append((self._balls + 1, replace(song, again=True)))

    def close(self, claim: str) -> None:
        """Tell that a prize is gone: whoever completes it now does not sing."""
        self._closed.add(claim)

    def means(self, balls: Sequence[int]) -> dict[str, float]:
        """Return after how many balls one card has each prize, in the mean over the sold cards.

        Args:
            balls: Those that are left in the drum when the game is over; the players hear them no more.
        """
        for ball in balls:
            self._call(ball)
        return {claim: waited / self._held.size for claim, waited in self._waits.items()}

    def _call(self, ball: int) -> None:
        for claim in self._waits:
            self._waits[claim] += self._held.size - self._held.count(claim)
        self._held.call(ball)
        self._balls += 1

    def _notice(self, claim: str, places: list[int]) -> None:
        for place in places:
            if place in self._had[claim]:
                continue
            self._had[claim].add(place)
            card = self._sold[place]
            manner = self._manners[card.seat]
            if manner is ClaimHabit.SILENT or (self._quiet and claim == self._held.prizes[-1]):
                self.unsung += 1
                continue
            delay = 1 + self._dice.below(LATEST) if manner is ClaimHabit.LATE else 0
            self._songs.append((self._balls + delay, PlayerClaim(claim, card.series, card.number, manner)))

    def _taken(self, wanted: Callable[[int, PlayerClaim], bool]) -> tuple[PlayerClaim, ...]:
        taken, waiting = [], []
        for due, song in self._songs:
            if wanted(due, song):
                taken.append(song)
            else:
                waiting.append((due, song))
        self._songs = waiting
        return tuple(taken)

    def _mistakes(self) -> list[tuple[int, int]]:
        """Return when the players who err do, and over which of their cards: the first."""
        first: dict[int, int] = {}
        for place, card in enumerate(self._sold):
            first.setdefault(card.seat, place)
        return [
            (5 + self._dice.below(self._universe // 2), place)
            for seat, place in first.items()
            if self._manners[seat] is ClaimHabit.WRONG
        ]

    def _mistake(self, place: int) -> list[PlayerClaim]:
        """Sing a card that has nothing; one time in four one that nobody bought."""
        *before, last = self._held.prizes
        if place in self._had[last]:
            return []
        nothing = (prize for prize in before if prize not in self._closed and place not in self._had[prize])
        card, claim = self._sold[place], next(nothing, last)
        if self._dice.chance(250):
            card = replace(self._sold[-1], number=self._sold[-1].number + 1)
        return [PlayerClaim(claim, card.series, card.number, ClaimHabit.WRONG)]


def _manner(dice: Dice) -> ClaimHabit:
    drawn = dice.below(1000)
    for manner, share in MANNERS:
        if drawn < share:
            return manner
        drawn -= share
    return ClaimHabit.PROMPT
