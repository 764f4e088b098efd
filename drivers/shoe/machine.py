"""A shoe that deals from shuffled decks and speaks: what it says at each moment, on a clock that may be any.

Not responsible for a port. What it says is written from its form's description, as ``profiles`` reads it, and
was never compared with a device.
"""

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from drivers.shoe.dealing import to_whom, winner
from drivers.shoe.frames import framed
from drivers.shoe.readings import RANKS, SUITS, Side, Winner

_REPEAT_S: Final = 0.25
_SEQUENCES: Final = 100
_LETTERS: Final = {Side.PLAYER: "P", Side.BANKER: "B", Side.NONE: "N"}
_RESULTS: Final = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}


@dataclass(frozen=True)
class Plan:
    """What goes wrong in the next round.

    Attributes:
        says: A card that it tells in place of the third that is drawn.
        result: A result that it tells in place of the true one.
        side: Whether it names the other side for the second card.
        unread: Whether it cannot read the first card.
        extra: Whether one card more is drawn than the round takes.
        error: An error that it tells before the last card, two digits; empty for none.
    """

    says: str = ""
    result: str = ""
    side: bool = False
    unread: bool = False
    extra: bool = False
    error: str = ""


@dataclass
class Round:
    """A round as it was dealt in truth.

    Attributes:
        player: The player's cards, as in "AS".
        banker: The banker's.
        drawn: All its cards in their order.
        cut: Whether the white card came in it or before its first card.
    """

    player: list[str] = field(default_factory=list)
    banker: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    cut: bool = False


class SimulatedShoe:
    """A shoe with its cards, from which somebody draws.

    Args:
        seed: Chooses every shuffle.
        decks: How many decks are shuffled.
        behind: How many cards lie behind the white card (DB4).
        pace: How many times faster than people cards are drawn.

    Attributes:
        rounds: Every round of these cards that is over.
        plan: What goes wrong in the next round.
    """

    def __init__(self, seed: int, decks: int = 8, behind: int = 12, pace: float = 1.0) -> None:
        self.rounds: list[Round] = []
        self.plan = Plan()
        self._luck = Random(seed)
        self._decks, self._behind, self._pace = decks, behind, pace
        self._cards: list[str] = []
        self._round = Round()
        self._white = False
        self._sequence = 0
        self._told: Counter[Side] = Counter()
        self._saying: deque[bytes] = deque()
        self._said = b""
        self._due = 0.0
        self._now = 0.0
        self._left = 0.0
        self.load()
        self._tell("L0")

    @property
    def left(self) -> int:
        """How many cards are in it."""
        return len(self._cards)

    def load(self) -> None:
        """Shuffle all cards, and put the white one before the last."""
        self._cards = [rank + suit for suit in SUITS for rank in RANKS] * self._decks
        self._luck.shuffle(self._cards)
        self._white = False
        self._round, self.rounds = Round(), []

    def burn(self, count: int = 0) -> list[str]:
        """Draw the cards that are burnt, and return them.

        Args:
            count: How many; 0 where the first card says so (DB3).
        """
        first = self._draw()
        self._card(Side.NONE, first)
        drawn = [first]
        for _ in range((count or min(RANKS.index(first[0]) + 1, 10) + 1) - 1):
            drawn.append(self._draw())
            self._card(Side.NONE, drawn[-1])
        return drawn

    def deal(self) -> Round:
        """Deal a whole round; what the shoe says of it follows at its pace."""
        plan, self.plan = self.plan, Plan()
        self._tell("S")
        self._told.clear()
        dealt = self._round
        while (side := to_whom(dealt.player, dealt.banker)) is not None:
            self._take(side, plan)
        if plan.extra:
            self._card(Side.BANKER, self._draw())
        self._tell("R" + (plan.result or _RESULTS[winner(dealt.player, dealt.banker)]))
        self.rounds.append(dealt)
        self._round = Round()
        return dealt

    def draw(self) -> str:
        """Draw one card for nobody: between two rounds, or missing in one; return it."""
        card = self._draw()
        self._card(Side.NONE, card)
        return card

    def lock(self, locked: bool) -> None:
        """Lock it or unlock it."""
        self._tell(f"L{locked:d}")

    def fail_next(self, **what: object) -> None:
        """Have something go wrong in the next round: fields of `Plan`."""
        self.plan = replace(self.plan, **what)  # type: ignore[arg-type]

    def pass_time(self, seconds: float) -> bytes:
        """Let time pass; return what the shoe says meanwhile: each message again and again until the next."""
        end, said = self._now + seconds * self._pace, b""
        while self._due <= end:
            self._now = self._due
            if self._left <= 0 and self._saying:
                self._said, self._left = self._saying.popleft(), 1.0
            said += self._said
            self._due += _REPEAT_S
            self._left -= _REPEAT_S
        self._now = end
        return said

    @property
    def talking(self) -> bool:
        """Whether it has something to say that it did not say yet."""
        return bool(self._saying) or self._left > 0

    def _take(self, side: Side, plan: Plan) -> None:
        """Draw a card for a side."""
        dealt, card = self._round, self._draw()
        hand = dealt.player if side is Side.PLAYER else dealt.banker
        hand.append(card)
        dealt.drawn.append(card)
        if plan.error and len(dealt.drawn) == 4:
            self._tell(f"E{plan.error}")
        told, named = card, side
        if plan.says and len(dealt.drawn) == 3:
            told = plan.says
        if plan.unread and len(dealt.drawn) == 1:
            told = "??"
        if plan.side and len(dealt.drawn) == 2:
            named = Side.PLAYER
        self._card(named, told)

    def _draw(self) -> str:
        """Take the next card; the white one comes out of its way first."""
        if not self._white and len(self._cards) <= self._behind:
            self._white = self._round.cut = True
            self._tell("W")
        return self._cards.pop(0)

    def _card(self, side: Side, card: str) -> None:
        self._told[side] += side is not Side.NONE
        index = self._told[side]
        self._tell(f"C{_LETTERS[side]}{index}{card[1]}{card[0]}")

    def _tell(self, data: str) -> None:
        self._saying.append(framed(f"{self._sequence:02d}{data}".encode()))
        self._sequence = (self._sequence + 1) % _SEQUENCES
