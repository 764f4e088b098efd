"""How one kind of command is decided: a row of the hall's role matrix.

Not responsible for the rows: the house has its own (``house``), and every game hands in its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hallctl.rules.commands import Command, Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """How one kind of command is decided.

    Attributes:
        name: What the step is called in the hall.
        posts: Who may take it; the role matrix is this column.
        answer: The decision.
        suspended: Whether it is possible while play waits for "continue" (I4).
        faulty: Whether it is possible under a latched fault (I14).
        late: Whether it is possible once the game has waited too long for its first ball (D8).
    """

    name: str
    posts: tuple[Post, ...]
    answer: Callable[[State, Any, Context], Answer]
    suspended: bool = False
    faulty: bool = True
    late: bool = True


Steps = Mapping[type[Command], Step]
"""Each command with who may issue it, when, and what decides it."""
