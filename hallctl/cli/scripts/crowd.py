"""The players of a simulated game: who holds which sold card, and who sings what, when and how.

Not responsible for the rules: whether a song is good, late or refused is theirs to say.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hallctl.games.bingo.cards.dice import Dice
from hallctl.games.bingo.rules.cards import UNIVERSE
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.scan.bits import Ids
from hallctl.games.bingo.scan.scan import Numbers, Scan


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

    claim: Claim
    series: str
    card: int
    manner: ClaimHabit
    again: bool = False


class Crowd:
    """The players of one game, who hear every called ball.

    Attributes:
        unsung: How many complete rows and cards their holders kept quiet about while the prize was to be won.

    Args:
        numbers: The numbers of the sold cards, n x 3 x 5.
        sold: Their names and holders, in the same order.
        dice: What the players' manners are drawn by.
        quiet: Whether nobody sings bingo in this game.
    """

    def __init__(self, numbers: Numbers, sold: Sequence[SoldCard], dice: Dice, quiet: bool) -> None:
        self.unsung = 0
        self._scan = Scan(numbers)
        self._sold = sold
        self._dice = dice
        self._quiet = quiet
        self._balls = 0
        self._manners = [_manner(dice) for _ in range(sold[-1].seat + 1)]
        self._wrong = self._mistakes()
        self._songs: list[tuple[int, PlayerClaim]] = []
        self._had: dict[Claim, set[int]] = {claim: set() for claim in Claim}
        self._closed: set[Claim] = set()
        self._waits = dict.fromkeys(Claim, 0)

    def hear(self, ball: int) -> tuple[PlayerClaim, ...]:
        """Return what is sung after this called ball, in the order it is sung."""
        self._call(ball)
        for claim, complete in self._complete():
            if claim not in self._closed:
                self._notice(claim, complete().tolist())
        mistakes = [song for due, place in self._wrong if due == self._balls for song in self._mistake(place)]
        return (*mistakes, *self._taken(lambda due, _: due <= self._balls))

    def asked(self, claim: Claim) -> tuple[PlayerClaim, ...]:
        """Return who takes heart when the room is asked for another: half of the late ones."""
        return self._taken(lambda _, song: song.claim == claim and self._dice.chance(500))

    def remaining(self) -> tuple[PlayerClaim, ...]:
        """Return what the late ones still sing when no ball follows."""
        return self._taken(lambda *_: True)

    def sing_again(self, song: PlayerClaim) -> None:
        """Let a player sing the same card once more, a ball later."""
        self._songs.append((self._balls + 1, replace(song, again=True)))

    def close(self, claim: Claim) -> None:
        """Tell that a prize is gone: whoever completes it now does not sing."""
        self._closed.add(claim)

    def means(self, balls: Sequence[int]) -> dict[Claim, float]:
        """Return after how many balls one card has a line and a bingo, in the mean over the sold cards.

        Args:
            balls: Those that are left in the drum when the game is over; the players hear them no more.
        """
        for ball in balls:
            self._call(ball)
        return {claim: waited / self._scan.size for claim, waited in self._waits.items()}

    def _call(self, ball: int) -> None:
        self._waits[Claim.LINE] += self._scan.size - self._scan.lines_count
        self._waits[Claim.BINGO] += self._scan.size - self._scan.bingos_count
        self._scan.call(ball)
        self._balls += 1

    def _complete(self) -> tuple[tuple[Claim, Callable[[], Ids]], ...]:
        return ((Claim.LINE, self._scan.lines), (Claim.BINGO, self._scan.bingos))

    def _notice(self, claim: Claim, places: list[int]) -> None:
        for place in places:
            if place in self._had[claim]:
                continue
            self._had[claim].add(place)
            card = self._sold[place]
            manner = self._manners[card.seat]
            if manner is ClaimHabit.SILENT or (self._quiet and claim is Claim.BINGO):
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
            (5 + self._dice.below(UNIVERSE // 2), place)
            for seat, place in first.items()
            if self._manners[seat] is ClaimHabit.WRONG
        ]

    def _mistake(self, place: int) -> list[PlayerClaim]:
        """Sing a card that has nothing; one time in four one that nobody bought."""
        if place in self._had[Claim.BINGO]:
            return []
        closed = Claim.LINE in self._closed or place in self._had[Claim.LINE]
        card, claim = self._sold[place], Claim.BINGO if closed else Claim.LINE
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
