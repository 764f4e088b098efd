"""What a decision gets beside the state and the command."""

from collections.abc import Callable
from dataclasses import dataclass

from hallctl.rules.carried import carried_forward
from hallctl.rules.commands.base import Actor, Command, Post
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import Carried
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import GameState, State

Answer = tuple[Event, ...] | Refusal
"""What the rules answer: the events that follow, or why not."""


def no_objection(_: State, __: Command) -> Refusal | None:
    """Have nothing against a step, where no game is meant."""


def nothing_paid(_: State) -> bool:
    """Have paid nothing, where no game is meant."""
    return False


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks, and when.

    Attributes:
        actor: Who asks.
        now: Monotonic milliseconds of this boot.
        game: The name of the game.
        objection: Says what the game has against a step of the house, which has nothing itself.
        paid: Says whether a prize of the round is paid.
        carried: Returns what a closed volume hands on to the next.
        mandatory: The posts without which no session opens (AJ-13).
    """

    actor: Actor
    now: int
    game: str = ""
    objection: Callable[[GameState, Command], Refusal | None] = no_objection
    paid: Callable[[GameState], bool] = nothing_paid
    carried: Callable[[GameState], Carried] = carried_forward
    mandatory: tuple[Post, ...] = ()


def seconds_left(until: int, now: int) -> int:
    """Return the whole seconds from now until then, rounded up, as people count them."""
    return -((now - until) // 1000)
