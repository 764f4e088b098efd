"""What a decision gets beside the state and the command."""

from dataclasses import dataclass

from hallctl.rules.commands import Actor
from hallctl.rules.events import Event
from hallctl.rules.refusals import Refusal

Answer = tuple[Event, ...] | Refusal
"""What the rules answer: the events that follow, or why not."""


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks, and when: ``now`` is monotonic milliseconds of this boot."""

    actor: Actor
    now: int


def seconds_left(until: int, now: int) -> int:
    """Return the whole seconds from now until then, rounded up, as people count them."""
    return -((now - until) // 1000)
