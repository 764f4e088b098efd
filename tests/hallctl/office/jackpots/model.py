"""Halls, an office and a network that loses, doubles and reorders; the office's rules are the real ones.

A crash of a hall is a message that it had received and not minuted, a crash of the office one that it had not
committed: a loss. What either keeps in memory alone is lost by ``crash``; the true rules keep nothing there.
Not modelled: how entries are verified, and the clocks of halls, which decide nothing here: a hall's limit may
be over at any moment.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hallctl.office.jackpots import ledger
from hallctl.office.jackpots.ledger import (
    POOL,
    RESERVED,
    SEED,
    AtOnce,
    Claimed,
    Confirmed,
    Contributed,
    Jackpot,
    Lapsed,
    Reversed,
    Stage,
    Terms,
    applied,
    awarded,
)


class ViolationError(AssertionError):
    """Money was made, lost, paid twice, or a claim is never settled."""


class Entry(NamedTuple):
    """The entry of a hall's book with this number, on its way."""

    hall: str
    number: int


class Ask(NamedTuple):
    """A hall asks what is reserved for its claim."""

    hall: str
    game: int


class Answer(NamedTuple):
    """So much is reserved."""

    hall: str
    game: int
    amount: int


def next_in_order(head, number):
    return number == head + 1


def pending(book, game):
    """Whether a game's claim is neither confirmed nor lapsed."""
    mine = [fact for fact in book if fact.game == game]
    return any(type(fact) is Claimed for fact in mine) and not any(
        type(fact) in (Confirmed, Lapsed) for fact in mine
    )


@dataclass(frozen=True)
class Rules:
    """What is searched: the office's real rules and the hall's, or one of them with a fault."""

    decide: Callable = ledger.decide
    closing: Callable = ledger.closing
    reservation: Callable = ledger.reservation
    takes_entry: Callable = next_in_order
    takes_answer: Callable = pending
    crash: Callable = lambda jackpot: jackpot


class World(NamedTuple):
    """Books by hall, how far the office has each, its ledger and clock, and what is under way."""

    books: tuple
    heads: tuple
    jackpot: Jackpot
    now: int
    net: frozenset

    @property
    def key(self):
        jackpot = self.jackpot
        parts = (jackpot.balances, jackpot.contributions, jackpot.claims)
        return (self.books, self.heads, tuple(tuple(sorted(p.items())) for p in parts), self.now, self.net)


def begin(terms, halls):
    jackpot = Jackpot(terms)
    return World(((),) * halls, (0,) * halls, applied(jackpot, ledger.opened(terms)), 0, frozenset())


def name(at):
    return f"sala-{at + 1}"


def at(hall):
    return int(hall.partition("-")[2]) - 1


def with_item(values, where, value):
    return (*values[:where], value, *values[where + 1 :])


def write(world, where, fact):
    return world._replace(books=with_item(world.books, where, (*world.books[where], fact)))


def hall_writes(world, where, games, amount):
    """Every entry that a hall may write now: games one after another, each at most once claimed or void."""
    hall, book = name(where), world.books[where]
    game = max((fact.game for fact in book), default=0)
    last = next((fact for fact in reversed(book) if fact.game == game), None)
    if game < games and type(last) is not Contributed:
        yield Contributed(hall, game + 1, amount)
    if type(last) is Contributed:
        yield Claimed(hall, game)
        yield Reversed(hall, game, last.amount)
    for each in range(1, game + 1):
        if pending(book, each):
            yield Lapsed(hall, each)


def deliver(world, message, rules, keep):
    """What follows where a message arrives; with ``keep``, it arrives once more later."""
    net = world.net if keep else world.net - {message}
    world = world._replace(net=net)
    match message:
        case Entry(hall, number):
            return taken(world, at(hall), number, rules)
        case Ask(hall, game):
            found = rules.reservation(world.jackpot, hall, game)
            return world if found is None else world._replace(net=net | {Answer(hall, game, found.amount)})
        case Answer(hall, game, amount):
            if not rules.takes_answer(world.books[at(hall)], game):
                return world
            return write(world, at(hall), Confirmed(hall, game, amount))


def taken(world, where, number, rules):
    """The office takes an entry in one transaction: head and ledger together."""
    if not rules.takes_entry(world.heads[where], number):
        return world
    jackpot = closed(world.jackpot, world.now, rules)
    change = rules.decide(jackpot, world.books[where][number - 1], world.now)
    if change.objection:
        raise ViolationError(f"a true hall is objected to: {change.objection}")
    return world._replace(jackpot=applied(jackpot, change), heads=with_item(world.heads, where, number))


def closed(jackpot, now, rules):
    return applied(jackpot, rules.closing(jackpot, now))


def tick(world, rules, by=1):
    now = world.now + by
    return world._replace(now=now, jackpot=closed(world.jackpot, now, rules))


def following(world, rules, *, games=1, amounts=(7, 5), most=2, clock=1):
    """Every world that one step leads to."""
    for where, book in enumerate(world.books):
        for fact in hall_writes(world, where, games, amounts[where]):
            yield f"{name(where)} writes {fact}", write(world, where, fact)
        if len(world.net) >= most:
            continue
        sends = [Entry(name(where), n) for n in range(max(1, world.heads[where]), len(book) + 1)]
        asks = [Ask(name(where), fact.game) for fact in book if pending(book, fact.game)]
        for message in (*sends, *asks):
            if message not in world.net:
                yield f"{name(where)} sends {message}", world._replace(net=world.net | {message})
    for message in world.net:
        yield f"lost: {message}", world._replace(net=world.net - {message})
        yield f"arrives: {message}", deliver(world, message, rules, keep=False)
        yield f"arrives, and again later: {message}", deliver(world, message, rules, keep=True)
    if world.now < clock:
        yield "time passes", tick(world, rules)
    crashed = rules.crash(world.jackpot)
    if crashed is not world.jackpot:
        yield "the office crashes", world._replace(jackpot=crashed)


def check(world):
    """What holds at every moment.

    Raises:
        ViolationError: It does not.
    """
    balances = world.jackpot.balances
    halls = [name(where) for where in range(len(world.books))]
    demand(sum(balances.values()) == 0, "the accounts do not add up to zero")
    demand(balances.get(POOL, 0) <= 0 and balances.get(RESERVED, 0) <= 0, "more is given than there is")
    demand(world.jackpot.held >= world.jackpot.terms.seed, "the jackpot holds less than its seed")
    known = [fact for book, head in zip(world.books, world.heads, strict=True) for fact in book[:head]]
    added = sum(fact.amount for fact in known if type(fact) is Contributed)
    back = sum(fact.amount for fact in known if type(fact) is Reversed)
    demand(
        sum(world.jackpot.contributions.values()) == added - back, "a contribution is lost or counted twice"
    )
    given = -balances.get(RESERVED, 0) - sum(balances.get(awarded(hall), 0) for hall in halls)
    demand(
        given + world.jackpot.held == balances.get(SEED, 0) + added - back,
        "money is made or lost in the ledger",
    )
    demand(sum(paid_out(world)) <= given, "halls have announced more than is reserved")
    for book in world.books:
        ends = [(f.game, type(f)) for f in book if type(f) in (Confirmed, Lapsed)]
        demand(len({game for game, _ in ends}) == len(ends), "a claim is settled twice")


def paid_out(world):
    return [fact.amount for book in world.books for fact in book if type(fact) is Confirmed]


def demand(holds, said):
    if not holds:
        raise ViolationError(said)


def recovered(world, rules, *, most=60):
    """The line is back: all is delivered in its order, every claim is asked about, until nothing changes."""
    for _ in range(most):
        before = world.key
        world = world._replace(net=frozenset())
        for where in range(len(world.books)):
            for number in range(world.heads[where] + 1, len(world.books[where]) + 1):
                world = taken(world, where, number, rules)
        world = tick(world, rules, world.jackpot.terms.window_ms)
        for where, book in enumerate(world.books):
            for game in {fact.game for fact in book if pending(book, fact.game)}:
                world = world._replace(net=frozenset())
                world = deliver(world, Ask(name(where), game), rules, keep=False)
                for message in world.net:
                    world = deliver(world, message, rules, keep=False)
        if world._replace(now=0).key[:3] == before[:3]:
            return world
    raise ViolationError("it never comes to rest")


def check_settled(world, rules):
    """With the line back, each claim is settled, nothing stays reserved, and both ledgers agree."""
    world = recovered(world, rules)
    check(world)
    balances = world.jackpot.balances
    for where, book in enumerate(world.books):
        demand(not any(pending(book, fact.game) for fact in book), "a claim stays pending with the line back")
        mine = sum(fact.amount for fact in book if type(fact) is Confirmed)
        demand(mine == -balances.get(awarded(name(where)), 0), "hall and office differ in what was paid")
        won = [fact.amount for fact in book if type(fact) is Confirmed]
        demand(all(amount > 0 for amount in won), "a good claim wins nothing")
    demand(balances.get(RESERVED, 0) == 0, "something stays reserved for nobody")


TERMS = {
    "first": Terms("pozo", 10),
    "parts": Terms("pozo", 10, AtOnce.PARTS, 1),
}


@dataclass
class Found:
    """How a search ended: after how many worlds, and what led to a fault."""

    worlds: int = 0
    fault: str = ""
    steps: list = field(default_factory=list)


def search(rules, terms, *, halls=2, most_worlds=10**9, **bounds):
    """Breadth first over every order of steps, each world once; how a fault is reached, if there is one."""
    first = begin(terms, halls)
    ways: dict = {first.key: None}
    level = [first]
    while level and len(ways) < most_worlds:
        coming = []
        for world in level:
            try:
                check(world)
                check_settled(world, rules)
                for step, after in following(world, rules, **bounds):
                    if after.key not in ways:
                        ways[after.key] = (world.key, step)
                        coming.append(after)
            except ViolationError as violation:
                return Found(len(ways), str(violation), way_to(ways, world.key))
        level = coming
    return Found(len(ways))


def way_to(ways, key):
    steps = []
    while ways[key] is not None:
        key, step = ways[key]
        steps.append(step)
    return steps[::-1]


def _unbalanced_seed(jackpot, fact, now):
    change = ledger.decide(jackpot, fact, now)
    return replace(change, postings=tuple((a, n) for a, n in change.postings if a != SEED))


def _voids_out_of_the_seed(jackpot, fact, now):
    change = ledger.decide(jackpot, fact, now)
    if type(fact) is not Reversed:
        return change
    left = min(fact.amount, jackpot.held)
    postings = ((ledger.due(fact.hall), -fact.amount), (POOL, left), (SEED, fact.amount - left))
    return replace(change, postings=postings)


def _keeps_reserved(jackpot, fact, now):
    if type(fact) is Lapsed:
        key = (fact.hall, fact.game)
        gone = replace(jackpot.claims[key], stage=Stage.RELEASED)
        return ledger.Change(claims=((key, gone),))
    return ledger.decide(jackpot, fact, now)


def _promises(jackpot, hall, game):
    """Answer by what the jackpot holds, without having reserved it."""
    claim = jackpot.claims.get((hall, game))
    open_ = claim is None or claim.stage is Stage.OPEN
    return ledger.Claim(Stage.OPEN, 0, jackpot.held) if open_ else ledger.reservation(jackpot, hall, game)


def _gives_each_all(jackpot, now):
    change = ledger.closing(jackpot, now)
    if not change.claims:
        return change
    whole = tuple((key, replace(claim, amount=jackpot.held)) for key, claim in change.claims)
    total = jackpot.held * len(whole)
    rest = tuple(p for p in change.postings if p[0] not in (POOL, RESERVED))
    seed = tuple(p for p in ledger.opened(jackpot.terms).postings if p[0] == POOL)
    return replace(change, postings=((POOL, total), (RESERVED, -total), *seed, *rest), claims=whole)


def _releases_by_itself(jackpot, now):
    """The office lets a reservation lapse by its own clock, whatever the hall's book says."""
    old = [(k, c) for k, c in jackpot.claims.items() if c.stage is Stage.RESERVED and now > c.decided]
    if old:
        key, claim = old[0]
        back = ((RESERVED, claim.amount), (POOL, -claim.amount))
        return ledger.Change(back, claims=((key, replace(claim, stage=Stage.RELEASED)),))
    return ledger.closing(jackpot, now)


def _forgets_claims(jackpot):
    open_ = {key: claim for key, claim in jackpot.claims.items() if claim.stage is Stage.OPEN}
    kept = {key: claim for key, claim in jackpot.claims.items() if key not in open_}
    return replace(jackpot, claims=kept) if open_ else jackpot


def _answers_anew(jackpot, hall, game):
    """Asked again, say what the jackpot holds now."""
    found = ledger.reservation(jackpot, hall, game)
    return None if found is None else replace(found, amount=max(found.amount, jackpot.held))


FAULTS = {
    "the seed is put in from nowhere": ("first", Rules(decide=_unbalanced_seed)),
    "a void game takes back what another hall won": ("first", Rules(decide=_voids_out_of_the_seed)),
    "a lapsed reservation never goes back": ("first", Rules(decide=_keeps_reserved)),
    "promised before it is reserved": ("parts", Rules(reservation=_promises)),
    "each of several has it all": ("parts", Rules(closing=_gives_each_all)),
    "the office lets it lapse by itself": ("first", Rules(closing=_releases_by_itself)),
    "open claims only in memory": ("parts", Rules(crash=_forgets_claims)),
    "another answer to the same question": ("first", Rules(reservation=_answers_anew)),
    "an entry counted again": ("first", Rules(takes_entry=lambda head, number: 0 < number <= head + 1)),
    "entries out of order": ("first", Rules(takes_entry=lambda head, number: number > head)),
    "answers taken after the limit": (
        "first",
        Rules(takes_answer=lambda book, game: any(type(f) is Claimed and f.game == game for f in book)),
    ),
}
"""What the search must find, each by itself, and where a jackpot is decided how."""
