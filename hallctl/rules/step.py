"""How one kind of command is decided, and how a person takes it: one row of the hall's role matrix.

Not responsible for the rows: the house has its own (``house``), and every game hands in its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final

from hallctl.rules.commands.base import Command, Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.state import GameState


class Place(Enum):
    """Where a step stands on the page of the desk."""

    IN_ORDER = auto()
    """Among the steps of the night, in their order; the first of them is the next step."""
    SELDOM = auto()
    """Beside them: it may be needed at any time and seldom is."""
    AWAITED = auto()
    """Seldom, too, but the next step where the night waits for it."""
    STOP = auto()
    """It only stops the draw. It has a place of its own: pressing the next step twice must not stop a draw.
    It is taken however late it comes and whatever its page showed (I26)."""
    VOIDING = auto()
    """It leads to a void game."""


class Care(Enum):
    """What a press takes, so that nobody takes a step by a slip."""

    PRESS = auto()
    """Nothing more."""
    WRITTEN = auto()
    """Its answers begin empty, so that nobody confirms one unread."""
    HELD = auto()
    """It is held for a second: seldom wanted and never undone."""


class Proof(Enum):
    """Whether who takes a step must have authenticated in the last two minutes (I16)."""

    SESSION = auto()
    """No: their session is enough."""
    PAYMENT = auto()
    """Yes: it hands out money or chips."""
    KEY = auto()
    """Yes, by the key that signs it where they have one: it is part of what two people decide."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the keyboard that takes one step and no other, for ever.

    Attributes:
        name: "F1" to "F10", but F5, which stays the browser's; or "Alt+A" to "Alt+Z".
        when: The fields that the step must have for it to be its key, as JSON values; none: always.
        label: What the step is called then; empty where it has its own name.
    """

    name: str
    when: Mapping[str, str] = field(default_factory=dict)
    label: str = ""


StandsOn = Callable[[GameState], tuple[Any, ...]]
"""A part of the state that a step stands on: while that is unchanged, a press on an older page counts."""


@dataclass(frozen=True, slots=True)
class Button:
    """How a person takes a step at the desk. Nothing but the keys has a default: each would be a guess.

    Attributes:
        place: Where it stands on the page.
        stands_on: What its page must have shown as it still is, beside volume, session, game and phase (I26).
        care: What a press takes.
        proof: Whether it wants a fresh authentication.
        keys: Its keys. What people learn by heart does not change: a key that was given stays with its step.
            What is seldom taken, is held, or is decided by two people may have none.
    """

    place: Place
    stands_on: tuple[StandsOn, ...]
    care: Care
    proof: Proof
    keys: tuple[Key, ...] = ()

    def by(self, key: str) -> "Button":
        """Return the same with a key of its own."""
        return replace(self, keys=(Key(key),))


IN_ORDER: Final = Button(Place.IN_ORDER, (), Care.PRESS, Proof.SESSION)
"""The button of a step in the order of the night that stands on game and phase alone and can be corrected."""

SELDOM: Final = Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION)
"""The same of a step that is seldom needed."""


@dataclass(frozen=True, slots=True)
class Step:
    """How one kind of command is decided.

    Attributes:
        name: What the step is called in the hall.
        posts: Who may take it; the role matrix is this column.
        answer: The decision.
        button: How a person takes it; None for a step of the controller, which no page offers.
        suspended: Whether it is possible while play waits for "continue" (I4).
        faulty: Whether it is possible under a latched fault (I14).
        late: Whether it is possible once the game has waited too long for its first ball (D8).
    """

    name: str
    posts: tuple[Post, ...]
    answer: Callable[[GameState, Any, Context], Answer]
    button: Button | None
    suspended: bool = False
    faulty: bool = True
    late: bool = True

    @property
    def stops(self) -> bool:
        """Whether it only stops the draw, and is taken however late it comes (I26)."""
        return self.button is not None and self.button.place is Place.STOP

    @property
    def wants_proof(self) -> bool:
        """Whether who takes it must have authenticated in the last two minutes."""
        return self.button is not None and self.button.proof is not Proof.SESSION


Steps = Mapping[type[Command], Step]
"""Each command with who may issue it, when, and what decides it."""
