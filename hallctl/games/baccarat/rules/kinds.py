"""The words of a baccarat table that stand in its book: stages, phases, disputes, kinds of bets.

Not responsible for the words people read, nor for cards and sides (``cards``, ``tableau``).
"""

from enum import StrEnum
from typing import Annotated, Final

from hallctl.rules.fields import Words

Code = Annotated[str, Words(2)]
"""A card, e.g. "AS", "TH"; empty where it is not known."""

Line = Annotated[str, Words(200)]
"""What came down the wire, as it came."""


class Stage(StrEnum):
    """Where a shoe stands, in the order of the text (BA-09)."""

    BEGUN = "begun"
    """Its decks are on the table."""
    SHUFFLED = "shuffled"
    CUT = "cut"
    MARKED = "marked"
    """The white card is before the last cards (BA-08)."""
    LOADED = "loaded"
    """The cards are in the shoe, face down; the first are to be burnt."""
    OPEN = "open"
    """Rounds are dealt from it."""
    CLOSED = "closed"
    """No card is taken from it any more; the second signature is awaited (DB18)."""
    SIGNED = "signed"


class Phase(StrEnum):
    """Where a round stands."""

    BETS = "bets"
    """Bets are open, no card is drawn."""
    DEALING = "dealing"
    """No more bets; cards are drawn and turned."""
    DISPUTED = "disputed"
    """The table is stopped: two people correct the round, or void it (BA-40, 41)."""
    RESULT = "result"
    """The result is established and shown; the losers are collected."""
    COLLECTED = "collected"
    """The losers are collected; the winners are paid."""
    PAID = "paid"
    """It is over, and bets may open again."""
    VOID = "void"
    """Two people voided it; all bets go back (BA-41)."""


OVER: Final = (Phase.PAID, Phase.VOID)
"""The phases of a round that is over."""


class Source(StrEnum):
    """Who or what said it."""

    CROUPIER = "croupier"
    SHOE = "shoe"
    PEOPLE = "people"
    """Two people, with the cards on the table."""


class Dispute(StrEnum):
    """Why a table is stopped and waits for two people (BA-40, DB14)."""

    EARLY = "early"
    """A card was drawn before bets were closed."""
    SIDE = "side"
    """The shoe names another side than the one whose card comes next (BA-21)."""
    EXTRA = "extra"
    """A card was drawn after the last of the round (BA-25)."""
    MISSING = "missing"
    """A result was told before the last card of the round."""
    IMPOSSIBLE = "impossible"
    """A card that cannot be in these decks any more (BA-03)."""
    UNREAD = "unread"
    """The shoe cannot say which card it was, or is faulty."""
    RESULT = "result"
    """The shoe tells another result than the one computed (DB14)."""
    SEEN = "seen"
    """A person saw something amiss."""


class Cutter(StrEnum):
    """Who cut the cards (BA-09)."""

    PLAYER = "player"
    CROUPIER = "croupier"


class Breach(StrEnum):
    """What a player did that the text forbids."""

    STANDING = "standing"
    """A bet of a standing player on the space of the seated (BA-55)."""
    TAKEN_OFF = "taken off"
    """Cards were taken off the table (BA-58)."""
    JOINED = "joined"
    """The third card was put to the first two (BA-59)."""


class Kind(StrEnum):
    """What may be bet on, and nothing else (BA-47..50, DB12)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PLAYER_PAIR = "player pair"
    BANKER_PAIR = "banker pair"


SIDES: Final = (Kind.PLAYER, Kind.BANKER)
"""The two sides, whose bets stay at a tie (BA-44)."""


class Lot(StrEnum):
    """Where a lot of decks stands (DB15)."""

    RECEIVED = "received"
    COUNTED = "counted"
    """One person inspected them; a second is awaited."""
    FIT = "fit"
    IN_SHOE = "in shoe"
    WITHDRAWN = "withdrawn"
    DESTROYED = "destroyed"
