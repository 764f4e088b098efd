"""A table's day whose people, slips and devices write one hostile text into every field that takes it.

Not responsible for what is played: each table has its day (``roulette_day``, ``baccarat_day``).
"""

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import ClassVar, Final, Self

from fonts import uncovered
from hallctl.games.any_table.rules.state import TableState
from hallctl.games.game import Game
from hallctl.outputs.folios.values import Letterhead
from hallctl.outputs.minuted import Minuted
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.fields import Words
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.roulette.test_reports import NIGHT
from tests.hallctl.hostile.fields import Path, texts_of, with_texts


def limits_of(game: Game, own_form: Collection[str]) -> Mapping[tuple[str, Path], Words]:
    """Return the texts of a game's commands but those with a form of their own, with their limits."""
    return {
        (kind.__name__, path): limits
        for kind in game.rules.steps
        for path, limits in texts_of(kind)
        if path[-1] not in own_form
    }


class HostileDay:
    """Does what a table does in a day, with a text before all that somebody or something writes.

    Attributes:
        game: What is played.
        people: Who holds each post.
        limits: The fields that take a text.
        never: Those of them that the day leaves as they are.
        state: Where the table stands.
        states: The state before the first event, and after each.
        events: What happened.
        taken: The fields that took the text.
        refusals: What was said of those that did not.
    """

    game: ClassVar[Game]
    people: ClassVar[Mapping[Post, str]]
    limits: ClassVar[Mapping[tuple[str, Path], Words]]
    never: ClassVar[Collection[tuple[str, Path]]] = ()

    def __init__(self, text: str, state: TableState) -> None:
        self.text = text
        self.state = state
        self.states: list[TableState] = [state]
        self.events: list[Event] = []
        self.taken: set[tuple[str, Path]] = set()
        self.refusals: list[Refusal] = []
        self.letterhead: Final = Letterhead("000", "Lisboa", rounds=self.game.rounds)
        self._paperwork = self.game.documents.paperwork(self.letterhead)

    def entries(self) -> list[Minuted]:
        """Return what happened as entries."""
        return [Minuted(n, NIGHT, "jefe:Ana", "0" * 64, event) for n, event in enumerate(self.events, 1)]

    def whole(self) -> Self:
        """Open the table, play, and close it."""
        raise NotImplementedError

    def do(self, *commands: Command) -> None:
        """Issue commands with the text in all of their fields, or in none where it is refused."""
        for command in commands:
            answer = self._issued(command, self.text)
            if isinstance(answer, Refusal):
                self.refusals.append(answer)
                answer = self._issued(command, "")
            assert not isinstance(answer, Refusal), (type(command).__name__, answer)
            for event in answer:
                self.state = self.game.rules.evolve(self.state, event)
                self.events.append(event)
                self.states.append(self.state)
                self._paperwork.take(event)

    def _issued(self, command: Command, text: str) -> tuple[Event, ...] | Refusal:
        name, post = type(command).__name__, self.game.rules.all_steps[type(command)].posts[0]
        used: set[tuple[str, Path]] = set()

        def change(path: Path, said: str) -> str:
            limits = self.limits.get((name, path))
            if limits is None or not text or (path == ("findings",) and not said):
                return said
            used.add((name, path))
            return f"{text[: max(0, limits.most - len(said) - 1)]} {said}".strip()

        asked = with_texts(command, change) if fields(command) else command
        if post is Post.CONTROLLER:
            asked = made_printable(asked, uncovered)
        taken = admitted(Issued(asked, Actor(self.people.get(post, "Ana"), post), ""), uncovered)
        if isinstance(taken, Refusal):
            return taken
        planned = self._paperwork.planned(taken.command, self.state, Context(taken.actor, 0))
        answer = self.game.rules.decide(self.state, Issued(planned, taken.actor, ""), 0, uncovered)
        if not isinstance(answer, Refusal):
            self.taken |= used
        return answer
