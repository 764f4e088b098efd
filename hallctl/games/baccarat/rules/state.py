"""Where a baccarat table stands: frozen, and always what a fold over the book gives.

Not responsible for how it got there (``folding``) nor for what may come next (``deciding``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from hallctl.games.any_table.rules.state import TableState
from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.commands.bets import Bet
from hallctl.games.baccarat.rules.kinds import OVER, SIDES, Dispute, Lot, Phase, Stage
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.tableau import Outcome, Result, Side, next_card
from hallctl.rules import state as house
from hallctl.rules.ruleset import GameRuleSet


@dataclass(frozen=True, slots=True)
class Device:
    """A shoe of the register, with its white cards (BA-04, 05)."""

    maker: str
    serial: str
    automatic: bool
    cut_cards: int


@dataclass(frozen=True, slots=True)
class Decks:
    """A lot of decks of the register (DB15).

    Attributes:
        standing: Where it stands.
        rounds: How many rounds were dealt from it.
        inspector: Who inspected it first; empty before.
    """

    lot: str
    maker: str
    decks: int
    standing: Lot = Lot.RECEIVED
    rounds: int = 0
    inspector: str = ""


@dataclass(frozen=True)
class Shoe:
    """The shoe that is dealt from, or the last one.

    Attributes:
        number: Its order number in the volume.
        drawn: How many of each card have left it.
        played: How many rounds with bets were opened from it.
        demonstrations: How many rounds without.
        over: How many rounds with a result were dealt.
        burning: The cards that the shoe told before the first round, while they are burnt.
        last: The number of its last round, once the white card appeared; None before.
        closer: Who ended it; empty before.
        missed: Whether messages of the shoe were not heard outside a round, and nobody said yet which cards
            left it meanwhile.
        owed: What each player owes of the commission, in cents (DB11); of all together under no name.
        proposal: What one person said of that and another must agree to; None for nothing.
    """

    number: int
    lot: str
    decks: int
    device: str
    automatic: bool
    stage: Stage
    drawn: Mapping[str, int] = field(default_factory=dict)
    played: int = 0
    demonstrations: int = 0
    over: int = 0
    burning: tuple[str, ...] = ()
    last: int | None = None
    closer: str = ""
    missed: bool = False
    proposal: "Proposal | None" = None
    owed: Mapping[str, int] = field(default_factory=dict)

    @property
    def opened(self) -> int:
        """How many rounds were opened from it."""
        return self.played + self.demonstrations

    @property
    def strange(self) -> tuple[str, ...]:
        """Cards that left it more often than its decks have them (BA-03)."""
        return tuple(card for card, count in self.drawn.items() if card and count > self.decks)

    @property
    def left(self) -> int:
        """How many cards are still in it, as far as every one that left was told."""
        return 52 * self.decks - sum(self.drawn.values())


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card with its place in the round."""

    card: str
    side: Side


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one person said and another must agree to: cards, or that a round is void."""

    person: str
    reason: str
    void: bool
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayersBets:
    """What a player has placed in the round, and where they sit; 0 standing."""

    player: str
    seat: int
    bets: tuple[Bet, ...]


@dataclass(frozen=True)
class Round:
    """One round, from "façam as vossas apostas" to "pago".

    Attributes:
        number: Its order number in the volume.
        demonstration: Whether no bets are taken (BA-12).
        face_up: Whether cards lie face up at once, from the automatic device (BA-23).
        cards: Those that have their place, in the order of the shoe.
        held: Those that were drawn and have none; nobody is shown them.
        turned: How often cards were turned: the player's two, the banker's two, then the third cards.
        closed: Whether its bets were closed.
        burnt: Whether the card before the round is burnt (BA-24).
        told: The result that the shoe told, None before. Nobody is shown it.
        agreed: The cards that two people said it has; none where nobody had to.
        result: The result that is established, None before: only this is shown.
        player_pair: Whether the player's first two are a pair, likewise.
        banker_pair: Likewise of the banker's.
        bets: What each player placed, where positions are known.
        stakes: What is staked on each kind, where totals are known.
        after_tie: Whether bets stand from a tie before it (BA-44).
        returned: Whether its cards are back in the automatic device.
    """

    number: int
    croupier: str
    demonstration: bool = False
    face_up: bool = False
    phase: Phase = Phase.BETS
    cards: tuple[Dealt, ...] = ()
    held: tuple[str, ...] = ()
    turned: int = 0
    closed: bool = False
    burnt: bool = False
    told: Result | None = None
    agreed: tuple[str, ...] = ()
    dispute: Dispute | None = None
    proposal: Proposal | None = None
    result: Result | None = None
    player_pair: bool = False
    banker_pair: bool = False
    bets: tuple[PlayersBets, ...] = ()
    stakes: tuple[Bet, ...] = ()
    collected: int = 0
    prizes: int = 0
    commission: int = 0
    after_tie: bool = False
    returned: bool = False

    @property
    def open(self) -> bool:
        """Whether it is neither paid nor void yet."""
        return self.phase not in OVER

    def hand(self, side: Side) -> tuple[Card, ...]:
        """Return the cards of a side, in their order."""
        return tuple(Card.of(each.card) for each in self.cards if each.side is side)

    @property
    def expected(self) -> Side | None:
        """Whose the next card is; None where the round is complete (BA-25)."""
        return next_card(self.hand(Side.PLAYER), self.hand(Side.BANKER))

    @property
    def drawn(self) -> tuple[str, ...]:
        """Every card of it, in the order in which they were drawn."""
        return (*(each.card for each in self.cards), *self.held)

    @property
    def turns(self) -> tuple[tuple[Side, tuple[str, ...]], ...]:
        """What can be turned by now, in its order: a side and its cards (BA-22)."""
        if len(self.cards) < 4:
            return ()
        first = [
            (side, tuple(each.card for each in self.cards[:4] if each.side is side))
            for side in (Side.PLAYER, Side.BANKER)
        ]
        return (*first, *((each.side, (each.card,)) for each in self.cards[4:]))

    @property
    def shown(self) -> tuple[Dealt, ...]:
        """The cards that everybody sees, the player's first (BA-22)."""
        if self.face_up:
            return self.cards
        return tuple(Dealt(card, side) for side, cards in self.turns[: self.turned] for card in cards)

    @property
    def all_turned(self) -> bool:
        """Whether every card that was dealt is seen by everybody."""
        return len(self.shown) == len(self.cards)

    @property
    def stands(self) -> bool:
        """Whether it is a tie that is paid, whose bets on both sides are open again (BA-44)."""
        return self.result is Result.TIE and self.phase is Phase.PAID and not self.demonstration

    @property
    def staked(self) -> int:
        """What is known to lie on the layout, in cents."""
        return sum(bet.amount for bet in self.all_bets)

    @property
    def all_bets(self) -> tuple[Bet, ...]:
        """Every bet, whose ever it is."""
        return (*(bet for each in self.bets for bet in each.bets), *self.stakes)

    def on_sides(self) -> tuple[tuple[PlayersBets, ...], tuple[Bet, ...]]:
        """Return its bets on both sides alone: what stays after a tie (DB9)."""
        of_players = (
            PlayersBets(each.player, each.seat, tuple(bet for bet in each.bets if bet.kind in SIDES))
            for each in self.bets
        )
        kept = tuple(each for each in of_players if each.bets)
        return kept, tuple(bet for bet in self.stakes if bet.kind in SIDES)


@dataclass(frozen=True)
class State(TableState):
    """The whole table.

    Attributes:
        at_hand: The shoes of the configuration.
        devices: The registered shoes, by serial number (BA-04).
        lots: The decks, by their lot (DB15).
        shoe: The newest shoe of the day, None before the first.
        shoes: The last order number of a shoe.
        device: The device of the last shoe, empty before the first (BA-16).
        round: The newest round of the day, None before the first.
        past: The rounds of the shoe as the roads have them, the oldest first: no demonstration, none void.
        sequence: The shoe device's number of its last message that was taken.
    """

    rules: RuleSet
    at_hand: tuple[Device, ...] = ()
    devices: Mapping[str, Device] = field(default_factory=dict)
    lots: Mapping[str, Decks] = field(default_factory=dict)
    shoe: Shoe | None = None
    shoes: int = 0
    device: str = ""
    round: Round | None = None
    past: tuple[Outcome, ...] = ()
    sequence: int | None = None

    @property
    def stakes_known(self) -> bool:
        """Whether the table knows what is staked."""
        return self.rules.stakes != "none"

    @classmethod
    def empty(
        cls,
        rules: GameRuleSet,
        _material: Iterable[Device] = (),
        calibrated: Mapping[str, house.Calibrated] | None = None,
    ) -> Self:
        """Return the state of an empty book; the material are the shoes of the configuration."""
        return cls(rules, calibrated, at_hand=tuple(_material))

    def emptied(self) -> Self:
        """Return what a volume begins from: the rule set and the shoes of the configuration."""
        return type(self)(self.rules, self.calibrated, at_hand=self.at_hand)

    @property
    def playing(self) -> Round | None:
        """The round that is not over yet."""
        return self.round if self.round is not None and self.round.open else None

    @property
    def dealing(self) -> Shoe | None:
        """The shoe that is not closed yet."""
        return None if self.shoe is None or self.shoe.stage in (Stage.CLOSED, Stage.SIGNED) else self.shoe

    @property
    def last_round(self) -> bool:
        """Whether the round that is played, or the next one, is the last of the shoe (BA-14)."""
        shoe = self.dealing
        if shoe is None or shoe.last is None:
            return False
        return (self.games if self.playing is not None else self.games + 1) >= shoe.last
