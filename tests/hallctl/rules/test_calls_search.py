"""One caller for many halls, searched: every order of steps, losses and restarts of a small game.

The network keeps every message for ever and hands over any of them at any time, as often as it likes.
"""

from collections import deque
from dataclasses import dataclass, replace
from random import Random

import pytest

from hallctl.rules.calls import (
    Call,
    Calling,
    CallPhase,
    Following,
    GameId,
    Lose,
    Newest,
    Place,
    Stage,
    Stand,
    Take,
    conduct,
    follow,
    offer,
)

TIMES = (0, 11)
GAME, PATIENCE = GameId("sala-1", 1, 1), 10
BALLS = (7, 3)
FIRST = Place(1, 1, 0)


@dataclass(frozen=True)
class Side:
    """A hall: what its book says, how long that is, and what it heard in this run."""

    entry: int = 1
    since: Place = FIRST
    heard: tuple = ()  # by hall: Newest


@dataclass(frozen=True)
class World:
    """The calling hall's game, the following halls', and every message that was ever sent."""

    calling: Calling
    following: tuple
    sides: tuple  # of the calling hall, then of each following one
    sent: frozenset = frozenset()
    claims: int = 0
    restarts: int = 0
    refunds: tuple = ()
    obeyed: frozenset = frozenset()
    """Halls whose claim the calling hall's book knows, and which is not settled there."""


def begin(halls):
    names = [f"sala-{n + 2}" for n in range(halls)]
    calling = Calling(GAME, CallPhase.SELLING, (), {})
    following = tuple(Following(name, GAME, Stage.SELLING) for name in names)
    empty = Newest(Place(1, 1, 0), 0)
    sides = (Side(heard=(empty,) * halls), *(Side(heard=(empty,)) for _ in names))
    return World(calling, following, sides, refunds=(0,) * halls)


def minuted(world, at, **changes):
    """The world after an entry in the book of one side."""
    sides = list(world.sides)
    sides[at] = replace(sides[at], entry=sides[at].entry + 1)
    return replace(world, sides=tuple(sides), **changes)


def stood(world, at, **changes):
    following = list(world.following)
    following[at] = replace(following[at], **changes)
    obeyed = world.obeyed - {following[at].hall}
    return minuted(world, at + 1, following=tuple(following), obeyed=obeyed)


def steps(world, most_claims, most_restarts, times=TIMES, order=iter):
    """Yield every world that may follow."""
    for after in moved(world, most_claims, most_restarts, times, order):
        yield saying(after, after.restarts == most_restarts)


def moved(world, most_claims, most_restarts, times, order):
    yield from of_people(world, most_claims)
    yield from delivered(world, order)
    yield from decided(world, times)
    if world.restarts < most_restarts:
        for at, side in enumerate(world.sides):
            anew = replace(side, entry=side.entry + 1, since=Place(1, side.entry + 1, 0))
            anew = replace(anew, heard=tuple(Newest(anew.since, 0) for _ in side.heard))
            sides = (*world.sides[:at], anew, *world.sides[at + 1 :])
            yield replace(world, sides=sides, restarts=world.restarts + 1)


def claiming(calling):
    return Stage.CLAIM in (calling.halls or {}).values()


def of_people(world, most_claims):
    calling = world.calling
    if calling.phase is CallPhase.SELLING:
        yield minuted(world, 0, calling=replace(calling, phase=CallPhase.CALLING))
    elif calling.phase is CallPhase.CALLING and not claiming(calling) and len(calling.calls) < len(BALLS):
        entry = world.sides[0].entry + 1
        calls = (*calling.calls, Call(BALLS[len(calling.calls)], entry, f"{entry:064x}"))
        yield minuted(world, 0, calling=replace(calling, calls=calls))
    for at, mine in enumerate(world.following):
        if mine.stage is Stage.SELLING:
            yield stood(world, at, stage=Stage.PLAYING)
        elif mine.stage is Stage.PLAYING and mine.taken and world.claims < most_claims:
            yield replace(stood(world, at, stage=Stage.CLAIM), claims=world.claims + 1)
        elif mine.stage is Stage.CLAIM:
            yield stood(world, at, stage=Stage.PLAYING)
            yield stood(world, at, stage=Stage.DONE)


def saying(world, last):
    """Return the world once each side has said where it stands; what nobody can hear any more is left out."""
    sent = set(world.sent)
    for at, side in enumerate(world.sides):
        heard = tuple(each.seen for each in side.heard)
        content = world.calling if at == 0 else world.following[at - 1]
        halls = tuple(sorted((content.halls or {}).items())) if at == 0 else None
        sent.add((at, Place(1, side.entry, 0), heard, frozen(content), halls))
    if last:
        sent = {message for message in sent if useful(world, message)}
    return replace(world, sent=frozenset(sent))


def useful(world, message):
    """Whether a side may still believe a message, or learn from it what was said last.

    The rest is left out, else no search ends: that it is refused is shown by ``test_calls`` alone.
    """
    at, place, heard, *_ = message
    readers = range(1, len(world.sides)) if at == 0 else (0,)
    for to in readers:
        side = world.sides[to]
        known = side.heard[0 if at == 0 else at - 1]
        answers = heard[to - 1] if at == 0 else heard[0]
        believed = answers is not None and answers >= side.since
        newer = known.place is None or place > known.place
        if (believed and newer) or known.seen is None or place > known.seen:
            return True
    return False


def frozen(content):
    return replace(content, halls=None) if isinstance(content, Calling) else content


def delivered(world, order):
    for at, place, heard, content, halls in order(world.sent):
        for to in range(1, len(world.sides)) if at == 0 else (0,):
            of = 0 if at == 0 else at - 1
            answers = heard[to - 1] if at == 0 else heard[0]
            whole = replace(content, halls=dict(halls)) if at == 0 else content
            side = world.sides[to]
            after = side.heard[of].hear(whole, place, answers, None if answers is None else 0)
            if after != side.heard[of]:
                heards = (*side.heard[:of], after, *side.heard[of + 1 :])
                sides = (*world.sides[:to], replace(side, heard=heards), *world.sides[to + 1 :])
                yield replace(world, sides=sides)


def decided(world, times):
    """Let each side decide, in time and when it has heard nothing for too long."""
    for now in times:
        heard = {mine.hall: world.sides[0].heard[at] for at, mine in enumerate(world.following)}
        for stand in conduct(world.calling, heard, now, PATIENCE):
            yield stands(world, stand)
        for at, mine in enumerate(world.following):
            match follow(mine, world.sides[at + 1].heard[0], now, PATIENCE):
                case Take(order=order, call=call):
                    assert order == len(mine.taken) + 1
                    yield stood(world, at, taken=(*mine.taken, call.ball))
                case Lose():
                    refunds = list(world.refunds)
                    refunds[at] += 1
                    yield replace(stood(world, at, stage=Stage.OUT), refunds=tuple(refunds))


def stands(world, stand: Stand):
    halls, obeyed = {**(world.calling.halls or {}), stand.hall: stand.stage}, world.obeyed
    if stand.stage is Stage.CLAIM:
        obeyed |= {
            mine.hall for mine in world.following if mine.hall == stand.hall and mine.stage is Stage.CLAIM
        }
    elif stand.stage is Stage.OUT:
        obeyed -= {stand.hall}  # it was silent for too long
    return minuted(world, 0, calling=replace(world.calling, halls=halls), obeyed=obeyed)


def key(world):
    halls = tuple(sorted((world.calling.halls or {}).items()))
    heards = tuple(
        (side.entry, side.since, tuple((h.seen, h.place) for h in side.heard)) for side in world.sides
    )
    calling = (world.calling.phase, world.calling.calls, halls)
    rest = (world.sent, world.claims, world.restarts, world.refunds, world.obeyed)
    return calling, world.following, heards, *rest


def sound(before, after):
    """What must hold in every world, and in every step from one to the next."""
    called = tuple(call.ball for call in after.calling.calls)
    for mine, refunds in zip(after.following, after.refunds, strict=True):
        assert mine.taken == called[: len(mine.taken)], "not what was called"
        assert refunds == (mine.stage is Stage.OUT), "refunds other than once"
        sale = before.following[after.following.index(mine)]
        assert len(mine.taken) == len(sale.taken) or sale.stage is Stage.PLAYING
        joined = (after.calling.halls or {}).get(mine.hall)
        assert not mine.taken or joined is not None, "a hall played that was not let in"
        if mine.stage is Stage.SELLING and after.calling.phase is CallPhase.CALLING:
            assert joined in (None, Stage.SELLING, Stage.OUT)
    if len(called) > len(before.calling.calls):
        assert not before.obeyed, "a ball after a stop was obeyed"


def search(halls, most_claims, most_restarts, most):
    first = begin(halls)
    seen, left = {key(first)}, deque([first])
    kinds = set()
    while left and len(seen) < most:
        world = left.popleft()
        for after in steps(world, most_claims, most_restarts):
            sound(world, after)
            kinds |= {mine.stage for mine in after.following}
            kinds |= {("halls", stage) for stage in (after.calling.halls or {}).values()}
            if key(after) not in seen:
                seen.add(key(after))
                left.append(after)
    return len(seen), kinds, not left


def by_text(messages):
    """Sort messages, so that the same seed walks the same way."""
    return sorted(messages, key=repr)


def walk(random, halls, most_claims, most_restarts, length):
    """Take steps at random, seldom one of silence; return where the halls were meanwhile."""
    world, kinds = begin(halls), set()
    for _ in range(length):
        times = TIMES if random.random() < 0.02 else TIMES[:1]
        found = [*steps(world, most_claims, most_restarts, times, by_text)]
        if not found:
            break
        after = random.choice(found)
        sound(world, after)
        kinds |= {(mine.stage, len(mine.taken)) for mine in after.following}
        world = after
    return kinds


@pytest.mark.req("I2", "I9")
def test_one_hall_follows_and_claims_in_every_order():
    worlds, kinds, whole = search(1, 1, 0, 20_000)
    assert whole
    assert worlds > 4000
    assert {Stage.CLAIM, Stage.DONE, Stage.OUT, ("halls", Stage.CLAIM), ("halls", Stage.OUT)} <= kinds


@pytest.mark.req("I2", "I9", "I4")
def test_two_halls_follow_and_every_side_starts_anew():
    kinds = set().union(*(walk(Random(seed), 2, 2, 3, 250) for seed in range(160)))
    assert {(Stage.CLAIM, 1), (Stage.CLAIM, 2), (Stage.DONE, 2), (Stage.OUT, 0)} <= kinds


@pytest.mark.parametrize("seed", range(20))
def test_what_is_believed_is_never_older_than_it_seems(seed):
    random, heard, now = Random(seed), Newest(FIRST, 0), 0
    sent, said, answered = {}, [], 0
    for number in range(1, 300):
        now += random.randrange(5)
        sent[number] = now
        arrived = random.randint(max(1, number - 30), number)
        answered = max(answered, arrived) if random.random() < 0.95 else arrived  # or it starts anew
        calling = Calling(GameId("sala-1", 1, now), CallPhase.SELLING)
        said.append((calling, Place(1, 1, number), answered))
        before = heard.at
        for calling, place, answers in random.choices(said, k=3):
            heard = heard.hear(calling, place, Place(1, 1, answers), sent[answers])
        assert heard.said.game.game >= heard.at >= before  # each says when it was written
        offered = offer(heard, None, now, PATIENCE)
        assert offered is None or now - offered.game <= PATIENCE


@pytest.mark.req("AJ-86")
def test_a_hall_that_may_follow_no_more_is_out_once():
    calling = Calling(GAME, CallPhase.CALLING, (), {"sala-2": Stage.CLAIM, "sala-3": Stage.DONE})
    assert conduct(calling, {}, 0, PATIENCE) == (Stand("sala-2", Stage.OUT),)
    assert conduct(replace(calling, halls={"sala-2": Stage.OUT}), {}, 0, PATIENCE) == ()


@pytest.mark.campaign
def test_halls_and_their_caller_start_anew_as_far_as_a_bounded_search_goes():
    assert search(1, 1, 1, 300_000)[0] >= 300_000
    for seed in range(500):
        walk(Random(seed), 3, 3, 6, 150)
