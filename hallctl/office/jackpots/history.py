"""A jackpot's ledger from the halls' books alone, where the office that kept it has lost its own.

What an office signed and a hall minuted decides: each reservation has that amount, at that moment of the
office's clock. All else comes by the times of its entries. Pure; not responsible for reading books, nor for
signatures (``rebuilding``).
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hallctl.office.jackpots import ledger
from hallctl.office.jackpots.ledger import (
    AtOnce,
    Change,
    Claim,
    Claimed,
    Confirmed,
    Fact,
    Jackpot,
    Key,
    Lapsed,
    Stage,
    Terms,
)

P = TypeVar("P")
"""What names the entry of a fact."""


@dataclass(frozen=True, slots=True)
class Stated(Generic[P]):
    """A fact of a hall's book.

    Attributes:
        at: When its entry was sealed; of a signed reservation when the office decided it. Milliseconds.
        fact: The fact.
        place: Its entry.
        signed: Whether an office signed the reservation that it confirms.
    """

    at: int
    fact: Fact
    place: P
    signed: bool = False

    @property
    def key(self) -> Key:
        """The game that it is of."""
        return self.fact.hall, self.fact.game


@dataclass(frozen=True, slots=True)
class Step(Generic[P]):
    """A change of the ledger.

    Attributes:
        kind: What it is called in the ledger.
        change: What is posted, or the objection to a fact.
        stated: The fact from which it follows; None of a reservation.
    """

    kind: str
    change: Change
    stated: Stated[P] | None


def history(terms: Terms, stated: Sequence[Stated[P]], now: int) -> tuple[list[Step[P]], list[Stated[P]]]:
    """Return the ledger that a jackpot has by the books: every change in order.

    Args:
        terms: The jackpot's.
        stated: All that the books state of it, each book's in its order.
        now: The office's clock in milliseconds: claims that are pending still are taken then.

    Returns:
        The changes; and the signed reservations for which the books have added too little, of which none
        is left where every book is here.
    """
    made = _History(terms, stated)
    for each in sorted(stated, key=lambda one: one.at):
        made.take(each)
    return made.steps, made.end(now)


class _History(Generic[P]):
    """The ledger so far, and what is reserved later."""

    def __init__(self, terms: Terms, stated: Sequence[Stated[P]]) -> None:
        self.steps: list[Step[P]] = []
        self._contributions: dict[Key, int] = {}
        self._claims: dict[Key, Claim] = {}
        self._jackpot = Jackpot(terms)
        self._granted = _signed(stated)
        self._claimed = {each.key for each in stated if isinstance(each.fact, Claimed)}
        self._lapsed = {each.key for each in stated if isinstance(each.fact, Lapsed)} - self._granted.keys()
        self._future = deque(_together(terms, [*self._granted.values()]))
        self._waiting: list[list[Stated[P]]] = []
        self._pending: list[Stated[P]] = []
        self._apply(ledger.opened(terms))

    def take(self, stated: Stated[P]) -> None:
        """Take the next fact, and whatever was reserved before it."""
        self._grant_until(stated.at)
        fate = self._granted.get(stated.key)
        if fate is stated:
            return  # with all that was reserved together
        if isinstance(stated.fact, Claimed):
            if fate is None and stated.key not in self._lapsed:
                self._pending.append(stated)
        elif isinstance(stated.fact, Lapsed) and stated.key in self._lapsed & self._claimed:
            released = Claim(Stage.RELEASED, stated.at)
            self._add("lapsed", Change(claims=((stated.key, released),)), stated)
        else:
            self._decide(stated, stated.at)

    def end(self, now: int) -> list[Stated[P]]:
        """Take the claims that are pending; return what was reserved and is not covered."""
        self._grant_until(None)
        for each in self._pending:
            self._decide(each, now)
        return [each for grant in self._waiting for each in grant]

    def _grant_until(self, at: int | None) -> None:
        while self._future and (at is None or self._future[0][0].at < at):
            self._waiting.append(self._future.popleft())
        self._waiting = [grant for grant in self._waiting if not self._grant(grant)]

    def _grant(self, grant: Sequence[Stated[P]]) -> bool:
        """Reserve and confirm what an office signed, where the halls have added so much by now."""
        seed = self._jackpot.terms.seed if len(grant) == 1 else 0
        claims = {
            each.key: Claim(Stage.RESERVED, each.at, each.fact.amount, each.at, seed)
            for each in grant
            if isinstance(each.fact, Confirmed)
        }
        total = sum(claim.amount for claim in claims.values())
        if total > self._jackpot.held or not claims.keys() <= self._jackpot.contributions.keys():
            return False
        self._add("reserved", ledger.reserving(self._jackpot.terms, claims))
        for each in grant:
            self._decide(each, each.at)
        return True

    def _decide(self, stated: Stated[P], now: int) -> None:
        change = ledger.decide(self._jackpot, stated.fact, now)
        self._add(type(stated.fact).__name__.lower(), change, stated)

    def _add(self, kind: str, change: Change, stated: Stated[P] | None = None) -> None:
        self.steps.append(Step(kind, change, stated))
        self._apply(change)

    def _apply(self, change: Change) -> None:
        """As ``ledger.applied``, in place: a history is long."""
        of, balances = self._jackpot, {**self._jackpot.balances}
        for account, amount in change.postings:
            balances[account] = balances.get(account, 0) + amount
        self._contributions.update(change.contributions)
        self._claims.update(change.claims)
        self._jackpot = Jackpot(of.terms, balances, self._contributions, self._claims)


def _signed(stated: Sequence[Stated[P]]) -> dict[Key, Stated[P]]:
    """Return the first signed confirmation of each game."""
    found = dict[Key, Stated[P]]()
    for each in stated:
        if each.signed:
            found.setdefault(each.key, each)
    return found


def _together(terms: Terms, signed: Sequence[Stated[P]]) -> Iterator[list[Stated[P]]]:
    """Yield what was reserved together, in the order of the office's moments."""
    together = dict[object, list[Stated[P]]]()
    for each in sorted(signed, key=lambda one: one.at):
        together.setdefault(each.at if terms.at_once is AtOnce.PARTS else each.key, []).append(each)
    yield from together.values()
