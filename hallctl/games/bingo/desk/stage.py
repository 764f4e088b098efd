"""What the desk shows of bingo, and tells programs: cards with sellers, prizes to pay, the ball in doubt.

Not responsible for steps, nor for markup (``templates``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypedDict

from fonts.symbols import path as symbol_path
from hallctl.games.bingo.calling_narration import LOST
from hallctl.games.bingo.ranges import joined
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Award, Game, State
from hallctl.games.bingo.variants.drawn import drawn_forms, mean_ball
from hallctl.games.bingo.words import (
    ball_name,
    line_name,
    prize_name,
    prize_title,
    special_name,
    why_stopped,
)
from hallctl.i18n.sentences import Sentence, _, listed
from hallctl.i18n.words import WITNESSES, doubt
from hallctl.outputs.chips import IN_CHIPS, Pile, make_up
from hallctl.outputs.stage import Stage
from hallctl.rules.codec import encode

AwardKey = tuple[str, str, int, str]
"""What distinguishes one award of a game from another."""


@dataclass(frozen=True, slots=True)
class Seller:
    """What a seller has of the game.

    Attributes:
        name: Who it is.
        count: How many cards.
        ranges: Their numbers, e.g. "1 al 12, 25 al 30".
        owed: What is to be handed over for them, in minor units.
    """

    name: str
    count: int
    ranges: Sentence
    owed: int


@dataclass(frozen=True, slots=True)
class DrawnPrize:
    """What wins a prize, for who announces it (PT-62).

    Attributes:
        name: What the prize is called.
        odds: How soon one card has it (D19); empty where that is not counted.
        columns: How many cells a row of a card has.
        forms: Each form that wins row by row, "X" a cell of it; none where the name says it.
    """

    name: Sentence
    odds: Sentence | str
    columns: int
    forms: tuple[str, ...]


def drawn_prizes(rules: RuleSet) -> tuple[DrawnPrize, ...]:
    """Return what wins each prize of a rule set that is sung."""
    found = []
    for prize in rules.sung:
        mean = mean_ball(rules.variant, prize.combination)
        ball = "" if mean is None else f"{mean:.1f}".replace(".", ",")
        odds = _("un cartón la tiene, de media, con la bola {ball}", ball=ball) if ball else ""
        forms = drawn_forms(rules.variant, prize.combination)
        found.append(DrawnPrize(prize_title(prize.key, rules), odds, len(rules.variant.columns), forms))
    return tuple(found)


def sellers(game: Game | None) -> tuple[Seller, ...]:
    """Return who has cards of the game, in the order of their first delivery."""
    held = () if game is None else game.deliveries
    found = []
    for name in dict.fromkeys(delivery.seller for delivery in held):
        cards = [delivery.cards for delivery in held if delivery.seller == name]
        count = sum(each.count for each in cards)
        ranges = listed(_("{first} al {last}", first=each.first, last=each.last) for each in joined(cards))
        found.append(Seller(name, count, ranges, count * game.face_value if game is not None else 0))
    return tuple(found)


def due(game: Game | None) -> tuple[Award, ...]:
    """Return the prizes of the game that are not paid yet."""
    return () if game is None else tuple(award for award in game.awards if not award.paid)


def chips(state: State) -> Mapping[AwardKey, tuple[Pile, ...] | None]:
    """Return the chips of each prize that is due, None where none come to it; empty where it is not chips."""
    values = state.rules.chips
    if not values or state.rules.payment != IN_CHIPS:
        return {}
    return {award.key: make_up(award.prize.amount, values) for award in due(state.game)}


@dataclass(frozen=True, slots=True)
class Shown:
    """What the templates show beside the state itself."""

    state: State

    @property
    def game(self) -> Game | None:
        """The newest game of the session."""
        return self.state.game

    @property
    def sellers(self) -> tuple[Seller, ...]:
        """Who has cards of the game."""
        return sellers(self.game)

    @property
    def prizes(self) -> tuple[tuple[str, int, bool], ...]:
        """Each prize by its name, what it comes to, and whether it is awarded."""
        game, rules = self.game, self.state.rules
        if game is None:
            return ()
        return tuple((prize_title(p.prize, rules), p.amount, game.is_awarded(p.prize)) for p in game.prizes)

    @property
    def patterns(self) -> tuple[tuple[Sentence, tuple[DrawnPrize, ...]], ...]:
        """What wins each prize: of the game that is sold, or of each kind of game that may be announced."""
        rules = self.state.rules
        if not (rules.prizes or rules.law):
            return ()
        if playing(self.state) is not None:
            return ((Sentence(""), drawn_prizes(rules)),)
        whole = rules.for_special("")
        kinds = [(_("Partida normal"), whole)]
        kinds += [(special_name(each), whole.for_special(each.key)) for each in whole.specials]
        for name, other in whole.of_hall.of_games.items():
            if name != whole.label:
                kinds += [(_("Con {balls} bolas", balls=other.universe), other)]
                kinds += [(special_name(each), other.for_special(each.key)) for each in other.specials]
        return tuple((name, drawn_prizes(each)) for name, each in kinds)

    @property
    def due(self) -> int:
        """How many prizes are to be paid."""
        return len(due(self.game))

    @property
    def to_pay(self) -> int:
        """What they come to, in minor units."""
        return sum(award.prize.amount for award in due(self.game))

    @property
    def chips(self) -> Mapping[AwardKey, tuple[Pile, ...] | None]:
        """The chips of each prize that is to be paid."""
        return chips(self.state)

    @property
    def sold(self) -> Sentence:
        """The sold cards as ranges."""
        sold = () if self.game is None else self.game.sold
        return listed(_("{first} al {last}", first=each.first, last=each.last) for each in sold)

    @property
    def doubt(self) -> str:
        """Why the ball at the exit is doubtful, for the person who looks at it."""
        return "" if self.game is None or self.game.doubt is None else doubt(self.game.doubt.reason)

    @property
    def witnesses(self) -> tuple[tuple[str, int | None], ...]:
        """Each witness's number for the doubtful ball, where more than the camera was asked."""
        readings = () if self.game is None or self.game.doubt is None else self.game.doubt.readings
        return tuple((WITNESSES[reading.witness], reading.ball) for reading in readings)


class Counted(TypedDict):
    """What the desk adds to a game.

    Attributes:
        sold: What is delivered and not returned: one range of each series.
        cards: How many cards are sold.
        called_balls: The called balls in the order of extraction: all that count.
        uncalled: The ball that is drawn and not called yet.
        line: What the line prize comes to; 0 where there is none of that key.
        bingo: What the bingo prize comes to; likewise.
    """

    sold: tuple[SoldRange, ...]
    cards: int
    called_balls: tuple[int, ...]
    uncalled: int | None
    line: int
    bingo: int


class Told(TypedDict):
    """What programs are told of the desk where bingo is played.

    Attributes:
        loaded: Whether the counted balls are in the extractor.
        phase: That of the game; without one, "book" before its opening, "hall" without a session, "session".
        game: The newest game of the session; amounts are in minor units.
    """

    loaded: bool
    phase: Literal["book", "hall", "session", "sale", "closed", "draw", "claim", "finished", "void", "signed"]
    game: Game | None


def told(state: State) -> Mapping[str, Any]:
    """Return what programs are told beside the phase."""
    loaded = state.session is not None and state.session.loaded
    return {"loaded": loaded, "game": None if state.game is None else _game_json(state.game)}


def _game_json(game: Game) -> dict[str, Any]:
    fields: dict[str, Any] = encode(game)
    return fields | {
        "sold": encode(game.sold),
        "cards": game.cards,
        "called_balls": list(game.called_balls),
        "uncalled": game.uncalled,
        "line": game.line,
        "bingo": game.bingo,
    }


EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "SellCards": {
        "request": "caja-7-000123",
        "post": "locutor",
        "command": "SellCards",
        "body": {"count": 12},
        "seen": "5f0c3b7a91e2d684",
        "heard": 81723645,
        "age": 120,
    },
    "CallBall": {
        "request": "a81bc81b-dead-4e5d-abff",
        "post": "locutor",
        "command": "CallBall",
        "body": {"ball": 1},
        "seen": "5f0c3b7a91e2d684",
        "heard": 81723645,
        "age": 120,
    },
    "VerifyCard": {
        "request": "mesa-0017",
        "post": "jefe",
        "command": "VerifyCard",
        "body": {"claim": "bingo", "series": "A-1042", "card": 17},
        "seen": "5f0c3b7a91e2d684",
        "heard": 81723645,
        "age": 120,
    },
}
"""Commands as a program sends them, by name."""

BINGO_STAGE: Final = Stage(
    templates="hallctl.games.bingo.desk",
    shown=Shown,
    names={
        "prize_name": prize_name,
        "line_name": line_name,
        "why_stopped": why_stopped,
        "why_out": LOST,
        "ball_name": ball_name,
        "symbol_path": symbol_path,
    },
    told=told,
    described={"Desk": Told, "Game": Counted},
    examples=EXAMPLES,
)
"""The desk of a hall of bingo."""
