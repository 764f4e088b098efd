"""A baccarat table in memory, for tests: people and the shoe act, the rules answer."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from hallctl.config.rules import rule_set
from hallctl.games.any_table.rules.commands import OpenTable
from hallctl.games.baccarat.rules.cards import DECK
from hallctl.games.baccarat.rules.commands.decks import AgreeInspection, InspectDecks, ReceiveDecks
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    CollectLosers,
    ConfirmResult,
    OpenBets,
    PayWinners,
    ReportCard,
    ReportResult,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import (
    BeginShoe,
    BurnCards,
    CutCards,
    LoadShoe,
    PlaceCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.table import RegisterShoe
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.kinds import Cutter, Phase
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.state import Round, Shoe, State
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal

PEOPLE = {
    Post.DIRECTOR: "Marta Suárez",
    Post.JEFE: "Ana Quispe",
    Post.CROUPIER: "Luis Rojas",
    Post.CONTROLLER: "hallctl",
}
DAY = "2026-11-21"
OPENING = OpenBook("Casino", "Empresa", "1", 1, 200, "Notaría", DAY, simulated=True)
HELD = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
RULES = rule_set("macau-bacara", RuleSet)
SHOE = RegisterShoe("Angel", "S-1", False, 2)
LOT = "L-1"
CARDS = 52 * RULES.decks

NATURAL = ("4S", "2H", "5D", "KC")
"""The player has 9, the banker 2: four cards."""
TIE = ("KS", "3H", "9D", "6C")
"""Nine to nine."""
BANKER = ("2S", "5H", "KD", "4C")
"""The banker has a natural of 9, the player 2."""
SIX = ("2S", "3H", "KD", "QC", "4H", "9S")
"""The player draws a 4 to 2 and has 6; the banker has 3, draws a 9 and has 2."""


def chips(amount: int) -> tuple[Pieces, ...]:
    """Return an amount in chips of 5."""
    return (Pieces(Tender.CHIP, 500, amount // 500),)


@dataclass
class TableDay:
    """A table's day: its book, its state."""

    state: State = field(default_factory=lambda: State(RULES))
    events: list[Event] = field(default_factory=list)
    sequence: int = 0

    @classmethod
    def begun(cls, rules: RuleSet = RULES) -> Self:
        """Return an open table with a lot of decks that is fit for play."""
        day = cls(State(rules))
        day.do(OPENING, Post.DIRECTOR)
        day.do(OpenSession(HELD, DAY), Post.JEFE)
        day.do(RegisterShoe("Angel", "S-1", rules.dealing == "automatic", 2), Post.JEFE)
        day.received(LOT)
        day.do(OpenTable(chips(1_000_000)), Post.JEFE)
        return day

    @classmethod
    def opened(cls, rules: RuleSet = RULES) -> Self:
        """Return a table whose shoe is open for rounds."""
        day = cls.begun(rules)
        day.loaded()
        return day

    def received(self, lot: str) -> None:
        """Let a lot be received and inspected by two people."""
        decks = self.state.rules.decks
        self.do(ReceiveDecks(lot, "Angel", decks), Post.JEFE)
        self.do(InspectDecks(lot, 52 * decks), Post.JEFE)
        self.do(AgreeInspection(lot), Post.DIRECTOR)

    def loaded(self, lot: str = LOT) -> None:
        """Begin a shoe, up to its burnt cards."""
        self.do(BeginShoe(lot, "S-1"))
        if self.shoe.automatic:
            return
        for command in (ShuffleCards(), CutCards(Cutter.PLAYER), PlaceCutCard(12), LoadShoe()):
            self.do(command)
        rules = self.state.rules
        self.do(BurnCards(rules.decks) if rules.burn == "decks" else BurnCards(2, "AS"))

    @property
    def round(self) -> Round:
        """The newest round."""
        assert self.state.round is not None
        return self.state.round

    @property
    def shoe(self) -> Shoe:
        """The newest shoe."""
        assert self.state.shoe is not None
        return self.state.shoe

    def ask(self, command: Command, post: Post = Post.CROUPIER, person: str = "") -> Any:
        """Return what the rules answer, and take its events."""
        issued = Issued(command, Actor(person or PEOPLE[post], post), "")
        answer = BACCARAT_RULES.decide(self.state, issued, 0)
        if not isinstance(answer, Refusal):
            self.events += answer
            self.state = BACCARAT_RULES.fold(self.state, answer)
            assert sum(self.state.ledger.values()) == 0
        return answer

    def do(self, command: Command, post: Post = Post.CROUPIER) -> tuple[Event, ...]:
        """Take a step that the rules let."""
        answer = self.ask(command, post)
        assert not isinstance(answer, Refusal), answer.sentence
        return tuple(answer)

    def refused(self, command: Command, post: Post = Post.CROUPIER, person: str = "") -> str:
        """Return the code with which a step is refused."""
        answer = self.ask(command, post, person)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def told(self, card: str, side: Side | None = None) -> tuple[Event, ...]:
        """Let the shoe tell a card."""
        self.sequence += 1
        return self.do(ReportCard(self.sequence, side, card, f"card {card}"), Post.CONTROLLER)

    def result(self, result: Result) -> tuple[Event, ...]:
        """Let the shoe tell a result."""
        self.sequence += 1
        return self.do(ReportResult(self.sequence, result, f"result {result}"), Post.CONTROLLER)

    def dealing(self, *cards: str) -> None:
        """Open a round, close its bets and let the shoe tell cards."""
        self.do(OpenBets())
        self.do(CloseBets())
        for card in cards:
            self.told(card)

    def turned(self) -> None:
        """Turn every card."""
        while not self.round.all_turned:
            self.do(TurnCards())

    def settled(self) -> None:
        """Turn, let the shoe tell the result, confirm, collect and pay."""
        self.turned()
        if self.state.rules.shoe_result and not self.round.agreed:
            self.result(computed(self.round))
        self.do(ConfirmResult())
        if self.round.phase is Phase.RESULT:
            self.do(CollectLosers())
            self.do(PayWinners())

    def played(self, *cards: str) -> None:
        """Play a round of these cards."""
        self.dealing(*cards)
        self.settled()


def shuffled(seed: int, decks: int = RULES.decks) -> list[str]:
    """Return the cards of so many decks in the order of a seed."""
    cards = [card.code for card in DECK] * decks
    Random(seed).shuffle(cards)
    return cards
