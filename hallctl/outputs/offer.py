"""What the desk offers a person: a step, who takes it, and what it asks for.

Not responsible for which steps there are (``desk``, ``game_steps``).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

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
        appointments: Who holds which post.
        day: Today by the hall's clock, e.g. "2026-11-21"; a person may enter another.
    """

    opening: OpenBook
    series: tuple[Command, ...]
    ball_sets: tuple[str, ...]
    appointments: tuple[Appointment, ...]
    day: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a person has to enter for a step.

    Attributes:
        field: The command's field.
        label: What is asked.
        kind: "number", "ball" (a number that may still come out), "text", "card" (its number, or what its
            code says), "yes" (one tick), "balls" (a tick for each), "marks" (a tick for each of the choices)
            or "pieces" (how many of each note, coin and chip).
        choices: The values to tick, each with what it says.
    """

    field: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...] = ()


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
    """

    command: str
    label: str
    post: Post
    person: str
    body: dict[str, Any]
    questions: tuple[Question, ...]
    refusal: Refusal | None
    seen: str


Candidate = tuple[Command, str, tuple[Question, ...]]
"""A step, its label where it has another than its own name, and what it asks."""

Candidates = Callable[[GameState, Premises, bool], Iterator[Candidate]]
"""The steps that belong to where the hall stands; the last says whether the game has waited too long."""


def step(command: Command, label: str = "", *questions: Question) -> Candidate:
    """Return a step, under a label or else its own name, with what it asks."""
    return command, label, questions
