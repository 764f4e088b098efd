"""What the desk offers a person: a step, who takes it, and what it asks for.

Not responsible for which steps there are (``desk``, ``game_steps``).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hallctl.i18n.sentences import Sentence
from hallctl.rules.codec import UNSENT
from hallctl.rules.commands.base import Appointment, Command, Post
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Premises:
    """What the hall offers the desk: its configuration, and what day it is.

    Attributes:
        opening: The opening diligence of the volume.
        series: The game's commands that register what is printed.
        ball_sets: The ball sets at hand.
        other_sets: Which of them are of a rule set beside the hall's own, each with that rule set's name.
        appointments: Who holds which post.
        day: Today by the hall's clock, e.g. "2026-11-21"; a person may enter another.
        callers: The halls of the chain that may call for this one, by its configuration.
    """

    opening: OpenBook
    series: tuple[Command, ...]
    ball_sets: tuple[str, ...]
    appointments: tuple[Appointment, ...]
    day: str
    other_sets: tuple[tuple[str, str], ...] = ()
    callers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a person has to enter for a step.

    Attributes:
        field: The command's field.
        label: What is asked.
        kind: "number", "ball" (a number that may still come out), "text", "card" (its number, or what its
            code says), "motive" (a choice, one's own words, or both), "choice" (one of the choices),
            "yes" (one tick), "balls" (a tick for each), "marks" (a tick for each of the choices),
            "pieces" (how many of each note, coin and chip), "quantity" (how many cards, of a price) or
            "board" (one of the choices, pressed on the game's board or typed; a second press takes the step).
        choices: The values to tick, each with what it says.
        each: What one of a quantity costs, in minor units.
        usual: The most of a quantity as a rule; a larger one is asked for once more. 0: none is.
    """

    field: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...] = ()
    each: int = 0
    usual: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """One step a person can take now, or why not.

    Attributes:
        command: The name of the command.
        label: What its button says.
        post: The post that takes it.
        person: Who holds that post.
        body: The command's fields, as JSON values; questions have their default here.
        questions: The fields a person may change.
        refusal: Why the rules would refuse it now, None where they would not.
        seen: What the hall shows of what the step stands on, to be sent with it (I26); empty for a stop.
        notice: What is to be known before it is taken, shown large with it; empty for nothing.
        waited: Whether the night stands still without it: it keeps its place also where it is refused.
        key: The key that takes it, "" for none, where its row of ``STEPS`` does not say (None: it does).
    """

    command: str
    label: str
    post: Post
    person: str
    body: dict[str, Any]
    questions: tuple[Question, ...]
    refusal: Refusal | None
    seen: str
    notice: str = ""
    waited: bool = False
    key: str | None = field(default=None, metadata=UNSENT)


class Candidate(NamedTuple):
    """A step that belongs to where the hall stands.

    Attributes:
        command: The step.
        label: Its label where it has another than its own name.
        questions: What it asks.
        notice: What is to be known before it is taken.
        waited: Whether the night stands still without it.
        key: The key that takes it, where its row of ``STEPS`` does not say: prizes are the rule set's.
    """

    command: Command
    label: str
    questions: tuple[Question, ...]
    notice: str = ""
    waited: bool = False
    key: str | None = None

    def by(self, key: str) -> "Candidate":
        """Return it with the key that takes it; empty without one."""
        return self._replace(key=key)

    def noticed(self, notice: Sentence) -> "Candidate":
        """Return it with what is to be known before it is taken."""
        return self._replace(notice=notice)

    def waited_for(self, notice: Sentence) -> "Candidate":
        """Return it as what the night waits for, and why."""
        return self._replace(notice=notice, waited=True)


Candidates = Callable[[GameState, Premises, bool], Iterator[Candidate]]
"""The steps that belong to where the hall stands; the last says whether the game has waited too long."""


def step(command: Command, label: str = "", *questions: Question) -> Candidate:
    """Return a step, under a label or else its own name, with what it asks."""
    return Candidate(command, label, questions)
