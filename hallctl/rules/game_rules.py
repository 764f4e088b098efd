"""What a game adds to the rules of the house, as one frozen value, and both of them decided and folded.

The house decides first: who may act, the book, the session, people's decisions, faults, the till. Where one
of its events means something to the game, the game says what follows, and folds that event after the house.
Not responsible for any game: each makes its own value, and the composition root picks it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeVar

from hallctl.rules.admission import admitted, nothing_uncovered
from hallctl.rules.carried import carried_forward
from hallctl.rules.codec import decode
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.deciding.context import Answer, Context, nothing_paid
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import Carried
from hallctl.rules.folding.changes import Fold, Folds, changed, with_session
from hallctl.rules.folding.till import of_shift
from hallctl.rules.house import HOUSE_FOLDS, HOUSE_POSTINGS, HOUSE_STEPS, WITHOUT_BOOK
from hallctl.rules.ledger import Posting, posted
from hallctl.rules.refusals import HOUSE_REFUSALS, Refusal, Refusals, refuse
from hallctl.rules.shown import shown
from hallctl.rules.signing import HOUSE_SIGNED, Signed
from hallctl.rules.state import GameState, State
from hallctl.rules.step import Proof, StandsOn, Step, Steps
from hallctl.rules.text import Uncovered
from hallctl.rules.totals import Takings, added

S = TypeVar("S", bound=State)

Consequence = Callable[[GameState, Any, int], tuple[Event, ...]]
"""What follows in a game from an event, by the state before it and monotonic milliseconds."""

Objection = Callable[[GameState, Any], Refusal | None]
"""What a game has against a step of the house that the house itself would take: the state, the command."""


def together(*tables: Mapping[type[Event], Consequence]) -> Mapping[type[Event], Consequence]:
    """Return the consequences of several tables as one: of the same event all follow, in their order."""

    def of(kind: type[Event]) -> Consequence:
        follows = [table[kind] for table in tables if kind in table]
        return lambda state, event, now: tuple(e for follow in follows for e in follow(state, event, now))

    return {kind: of(kind) for kind in {kind: None for table in tables for kind in table}}


def _nothing_due(_: State, __: int) -> None:
    """Take no step of the controller's own as time goes by."""


def _in_time(_: State, __: int) -> None:
    """Have nothing against a step, however long the game has waited."""


def _nowhere(_: State) -> tuple[Any, ...]:
    """Stand on nothing but volume and session."""
    return ()


def _no_takings(_: Event, __: State) -> None:
    """Move no cash."""


@dataclass(frozen=True)
class GameRules:
    """The rules of one game: a pure value, made by the game and handed in by the composition root.

    Attributes:
        name: As the configuration and the opening diligence of a book name the game.
        steps: Its commands, and those of the house that stand on more here.
        folds: How its events change the state, and what an event of the house changes in the game.
        postings: What its events post in the ledger.
        refusals: What it refuses beside what the house does.
        takings: Says what cash an event moved, None where it moved none; the state is that before it.
        consequences: What follows in the game from an event of the house or its own, by that event's kind.
        objections: What the game has against a step of the house that the house would take, by its kind.
        state: What a hall of this game remembers.
        carried: What a volume hands on to the next.
        carry: Returns that of a closed volume.
        too_late: Says why a step that is not ``late`` is too late now; in monotonic milliseconds.
        due: Returns the step of the controller that is to be taken now, in monotonic milliseconds; None where
            none is. It is one that ``decide`` answers with an event then.
        signed: Which of its events their author signs.
        place: What every step stands on beside volume and session (I26): its round and where that stands.
        paid: Says whether a prize of the round is paid: a complaint then comes late (AJ-102).
        rests: After which of its events the hall rests, and the controller signs the book.
        mandatory: The posts without which no session opens (AJ-13).
    """

    name: str
    steps: Steps
    folds: Folds
    postings: Mapping[type[Event], Posting] = field(default_factory=dict)
    refusals: Refusals = field(default_factory=dict)
    takings: Callable[[Event, GameState], Takings | None] = _no_takings
    consequences: Mapping[type[Event], Consequence] = field(default_factory=dict)
    objections: Mapping[type[Command], Objection] = field(default_factory=dict)
    state: type[State] = State
    carried: type[Carried] = Carried
    carry: Callable[[GameState], Carried] = carried_forward
    too_late: Callable[[GameState, int], Refusal | None] = _in_time
    due: Callable[[GameState, int], Command | None] = _nothing_due
    signed: Signed = field(default_factory=dict)
    place: StandsOn = _nowhere
    paid: Callable[[GameState], bool] = nothing_paid
    rests: tuple[type[Event], ...] = ()
    mandatory: tuple[Post, ...] = (Post.DIRECTOR, Post.JEFE)

    def __post_init__(self) -> None:
        """Check that no key takes two steps.

        Raises:
            ValueError: If one would.
        """
        owners: dict[str, type[Command]] = {}
        for kind, step in self.all_steps.items():
            for key in () if step.button is None else step.button.keys:
                owner = owners.setdefault(key.name, kind)
                if owner is not kind:
                    raise ValueError(f"{key.name} takes {owner.__name__} and {kind.__name__}")

    @cached_property
    def all_steps(self) -> Steps:
        """Every step of the house and of the game: the hall's role matrix."""
        return {**HOUSE_STEPS, **self.steps}

    @cached_property
    def all_refusals(self) -> Refusals:
        """Everything that the house and the game refuse."""
        return {**HOUSE_REFUSALS, **self.refusals}

    @cached_property
    def all_signed(self) -> Signed:
        """Every event of the house and of the game that its author signs."""
        return {**HOUSE_SIGNED, **self.signed}

    @cached_property
    def signed_within(self) -> Mapping[str, int | None]:
        """The same by the kinds of their entries."""
        return {kind.__name__: within for kind, within in self.all_signed.items()}

    @cached_property
    def commands(self) -> Mapping[str, type[Command]]:
        """Every command by its name, as the console, the API and scripts write it."""
        return {kind.__name__: kind for kind in self.all_steps}

    @cached_property
    def paying_posts(self) -> frozenset[Post]:
        """Who hands out money or chips."""
        paying = (s for s in self.all_steps.values() if s.button and s.button.proof is Proof.PAYMENT)
        return frozenset(post for step in paying for post in step.posts)

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        """Every event by its name, which is the kind of its entry."""
        return {kind.__name__: kind for kind in self._folds}

    def event(self, kind: str, body: Mapping[str, Any]) -> Event:
        """Return the event of an entry of a book of this game.

        Raises:
            KeyError: If it is of a kind that this program does not know.
            CodecError: If the body does not fit its kind.
        """
        return decode(self.events[kind], dict(body), {Carried: self.carried})

    @cached_property
    def _folds(self) -> Mapping[type[Event], tuple[Fold, ...]]:
        kinds = {**HOUSE_FOLDS, **self.folds}
        tables = (HOUSE_FOLDS, self.folds)
        return {kind: tuple(table[kind] for table in tables if kind in table) for kind in kinds}

    @cached_property
    def _postings(self) -> Mapping[type[Event], Posting]:
        return {**HOUSE_POSTINGS, **self.postings}

    def decide(
        self, state: State, issued: Issued, now: int, uncovered: Uncovered = nothing_uncovered
    ) -> Answer:
        """Answer a command. Pure and total: it never raises for any command that a codec can build.

        Args:
            state: Where the hall stands.
            issued: The command with its actor.
            now: Monotonic milliseconds of this boot.
            uncovered: Says which characters of a text cannot be printed for want of a font (I24).

        Returns:
            The events that follow, possibly none where all is already as asked, or the refusal.
        """
        barred = self.wrong_post(issued)
        if barred is not None:
            return barred
        taken = admitted(issued, uncovered)
        if isinstance(taken, Refusal):
            return taken
        step = self.all_steps[type(taken.command)]
        refusal = self._forbidden(state, taken, step, now)
        if refusal is not None:
            return refusal
        context = Context(taken.actor, now, self.name, self._objection, self.paid, self.carry, self.mandatory)
        return self._answer(state, step, taken.command, context)

    def wrong_post(self, issued: Issued) -> Refusal | None:
        """Return the refusal of a step of another post, which comes before anything that they wrote."""
        step = self.all_steps[type(issued.command)]
        if issued.actor.post in step.posts:
            return None
        return refuse("POST", step=step.name, posts=tuple(post.value for post in step.posts))

    def shown(self, state: State, kind: type[Command]) -> str:
        """Return what a page shows of what a step of this kind stands on (I26); empty for a stop."""
        return shown(state, self.all_steps[kind], self.place(state))

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after an event, its money posted."""
        kind = type(event)
        post = self._postings.get(kind)
        moved = () if post is None else post(event, state)
        takings = self.takings(event, state)
        before = state
        for fold in self._folds[kind]:
            state = fold(state, event)
        if takings is not None:
            state = changed(state, totals=added(before.totals, takings))
            shift = of_shift(before, takings)
            state = state if shift is None else with_session(state, shift=shift)
        return changed(state, ledger=posted(state.ledger, moved)) if moved else state

    def fold(self, state: S, happened: Iterable[Event]) -> S:
        """Return the state after all the events, in their order."""
        for event in happened:
            state = self.evolve(state, event)
        return state

    def _forbidden(self, state: State, issued: Issued, step: Step, now: int) -> Refusal | None:
        """Say what stands against any step of this kind: the person, the book, a wait, a restart, a fault."""
        actor = issued.actor
        if not _holds_post(state, actor):
            return refuse("POST-PERSON", person=actor.person, post=actor.post.value)
        if state.book is None and not isinstance(issued.command, WITHOUT_BOOK):
            return refuse("BOOK-NONE")
        late = None if step.late else self.too_late(state, now)
        if late is not None:
            return late
        if state.suspended and not step.suspended:
            return refuse("CONTINUE")
        if state.faults and not step.faulty:
            return refuse("FAULT", faults=", ".join(fault.code for fault in state.faults))
        return None

    def _objection(self, state: State, command: Command) -> Refusal | None:
        against = self.objections.get(type(command))
        return None if against is None else against(state, command)

    def _answer(self, state: State, step: Step, command: Command, context: Context) -> Answer:
        """Return what the house or the game answers, then what the other has to say about it."""
        answer = step.answer(state, command, context)
        if isinstance(answer, Refusal):
            return answer
        objection = self._objection(state, command)
        if objection is not None:
            return objection
        following = [(self.consequences[type(e)], e) for e in answer if type(e) in self.consequences]
        return (*answer, *(event for follow, e in following for event in follow(state, e, context.now)))


def _holds_post(state: State, actor: Actor) -> bool:
    """Return whether the session, if one is open, names this person for this post."""
    session = state.session
    if session is None or actor.post is Post.CONTROLLER:
        return True
    return (actor.post, actor.person) in session.holders


NO_GAME: Final = GameRules("", {}, {})
"""The house alone, without any game."""
