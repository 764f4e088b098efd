"""The desk's view: where the hall stands, and which steps are open to whom.

Not responsible for pages. Which steps are open is asked of the rules themselves, so that no page repeats one.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hallctl.outputs.offer import Candidate, Candidates, Offer, Premises, Question
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.game_rules import GameRules
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import State


def offers(
    game: GameRules,
    candidates: Candidates,
    state: State,
    premises: Premises,
    now: int,
    actors: Collection[Actor] = (),
) -> tuple[Offer, ...]:
    """Return the steps that belong to where the hall stands, the next one to take first.

    Args:
        game: The rules of the game, and through them those of the house.
        candidates: Which steps the game puts on the desk, its own and the house's, in their order.
        state: Where the hall stands.
        premises: What the hall has.
        now: Monotonic milliseconds.
        actors: Who looks, in each of their posts: what they may take is offered to them.
    """
    late = game.too_late(state, now) is not None
    found = [
        _offer(game, state, premises, candidate, now, actors)
        for candidate in candidates(state, premises, late)
    ]
    # Open steps come first, and what the night waits for; among them the order is that of the night.
    return tuple(sorted(found, key=lambda offer: offer.refusal is not None and not offer.waited))


def _offer(
    game: GameRules,
    state: State,
    premises: Premises,
    candidate: Candidate,
    now: int,
    actors: Collection[Actor],
) -> Offer:
    command, label, questions = candidate[:3]
    holders = _holders(state, premises, actors)
    row = game.all_steps[type(command)]
    posts = row.posts
    held = [post for post in posts if post in holders]
    own = [post for post in held if Actor(holders[post], post) in actors]
    post = next(iter(own or held or posts))
    person = holders.get(post, "")
    # Whether a step is open does not hang on what a person has yet to write.
    answer = game.decide(state, Issued(_filled(command, questions), Actor(person, post), ""), now)
    return Offer(
        command=type(command).__name__,
        label=label or row.name,
        post=post,
        person=person,
        body=encode(command),
        questions=questions,
        refusal=answer if isinstance(answer, Refusal) else None,
        seen=game.shown(state, type(command)),
        notice=candidate.notice,
        waited=candidate.waited,
        key=candidate.key,
    )


def _holders(state: State, premises: Premises, actors: Collection[Actor]) -> dict[Post, str]:
    """Return who holds which post; of several the one who looks, or else who has the till."""
    session = state.session
    if session is None:
        return {a.post: a.person for a in premises.appointments}
    holders = dict(session.posts)
    if session.shift is not None:
        holders[Post.CAJERO] = session.shift.cashier
    for post, name in session.holders:
        if Actor(name, post) in actors:
            holders[post] = name
    return holders


def _filled(command: Command, questions: tuple[Question, ...]) -> Command:
    blanks: dict[str, Any] = {
        q.field: "—" for q in questions if q.kind in {"text", "motive"} and not getattr(command, q.field)
    }
    ticks = {q.field: True for q in questions if q.kind == "yes"}
    return replace(command, **blanks, **ticks)
