"""The ledger of a linked jackpot, pure: a fact from a hall's book and the time give postings and claims.

A hall's book is the only truth of what the hall did: contribution, claim, confirmation and lapse are entries
of it, taken in their order. The office reserves; the hall's own entry says whether that is paid out or goes
back, so that no claim is both paid and lost. Debits are positive, as in the hall's accounts.

Not responsible for storing (``store``), nor for what an entry looks like (``entries``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

POOL: Final = "pozo"
SEED: Final = "semilla"
RESERVED: Final = "reservado"


def due(hall: str) -> str:
    """Return the account of what a hall owes the jackpot of its contributions."""
    return f"aportes {hall}"


def awarded(hall: str) -> str:
    """Return the account of what a hall has paid out of the jackpot."""
    return f"premios {hall}"


class AtOnce(StrEnum):
    """What decides between halls that win in the same instant."""

    FIRST = "first"
    PARTS = "parts"


@dataclass(frozen=True, slots=True)
class Terms:
    """By which rules a jackpot is played for.

    Attributes:
        name: As the halls' rule sets name it.
        seed: What the operator puts in at first and after each award, in minor units.
        at_once: Whether the first that is reserved has it all, or those within the window share it equally.
        window_ms: How long after the first claim others still share, by the office's clock.
    """

    name: str
    seed: int
    at_once: AtOnce = AtOnce.FIRST
    window_ms: int = 0


@dataclass(frozen=True, slots=True)
class Contributed:
    """A sale closed with this amount for the jackpot."""

    hall: str
    game: int
    amount: int


@dataclass(frozen=True, slots=True)
class Reversed:
    """A game was voided: what it had added goes back (AJ-111)."""

    hall: str
    game: int
    amount: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A card was verified as good for the jackpot."""

    hall: str
    game: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The hall minuted the reservation and announced the prize; ``note`` is what the office had signed."""

    hall: str
    game: int
    amount: int
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Lapsed:
    """The hall settled its claim without the jackpot: its time limit was over."""

    hall: str
    game: int


Fact: TypeAlias = Contributed | Reversed | Claimed | Confirmed | Lapsed
Key: TypeAlias = tuple[str, int]
"""A game of a hall: in each it wins a jackpot once at most."""

Postings: TypeAlias = tuple[tuple[str, int], ...]


class Stage(StrEnum):
    """Where a claim stands."""

    OPEN = "open"
    RESERVED = "reserved"
    PAID = "paid"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a hall.

    Attributes:
        since: When the office learned of it, in milliseconds of its clock.
        amount: What is reserved for it, in minor units; 0 while that is open.
        decided: When it was reserved, in milliseconds; 0 before.
        seed: What the operator put in anew because of it alone: it goes back where the claim lapses.
    """

    stage: Stage
    since: int
    amount: int = 0
    decided: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Jackpot:
    """What the office knows of a jackpot.

    Attributes:
        balances: Each account's; they add up to zero.
        contributions: What each game added.
        claims: Every claim, by its game.
    """

    terms: Terms
    balances: Mapping[str, int] = field(default_factory=dict)
    contributions: Mapping[Key, int] = field(default_factory=dict)
    claims: Mapping[Key, Claim] = field(default_factory=dict)

    @property
    def held(self) -> int:
        """What it holds, in minor units."""
        return -self.balances.get(POOL, 0)


@dataclass(frozen=True, slots=True)
class Change:
    """What follows from a fact.

    Attributes:
        postings: Accounts with what is added to each; they add up to zero.
        contributions: Those that are new, or 0 where they are taken back.
        claims: Those that are new or stand elsewhere.
        objection: Why a fact that a true hall does not send is left out, in Spanish; empty for none.
    """

    postings: Postings = ()
    contributions: tuple[tuple[Key, int], ...] = ()
    claims: tuple[tuple[Key, Claim], ...] = ()
    objection: str = ""


def opened(terms: Terms) -> Change:
    """Return what opens a jackpot: its seed."""
    return Change(_seeded(terms))


def applied(jackpot: Jackpot, change: Change) -> Jackpot:
    """Return the jackpot after a change."""
    balances = dict(jackpot.balances)
    for account, amount in change.postings:
        balances[account] = balances.get(account, 0) + amount
    contributions = {**jackpot.contributions, **dict(change.contributions)}
    return Jackpot(jackpot.terms, balances, contributions, {**jackpot.claims, **dict(change.claims)})


def decide(jackpot: Jackpot, fact: Fact, now: int) -> Change:
    """Return what follows from a fact; windows that are over by then are closed before (``closing``).

    Args:
        jackpot: As it stands.
        fact: From a verified entry, each entry once and in its order.
        now: The office's clock, in milliseconds.
    """
    key = (fact.hall, fact.game)
    match fact:
        case Contributed(hall=hall, amount=amount):
            if key in jackpot.contributions or amount < 0:
                return Change(objection="aporta dos veces, o menos que nada")
            return Change(((due(hall), amount), (POOL, -amount)), ((key, amount),))
        case Reversed():
            return _reversed(jackpot, fact)
        case Claimed():
            return _claimed(jackpot, key, now)
        case Confirmed(amount=amount):
            return _confirmed(jackpot, key, amount)
        case Lapsed():
            return _lapsed(jackpot, key)


def _seeded(terms: Terms) -> Postings:
    return ((SEED, terms.seed), (POOL, -terms.seed)) if terms.seed else ()


def _reversed(jackpot: Jackpot, fact: Reversed) -> Change:
    key = (fact.hall, fact.game)
    if key in jackpot.claims or not 0 <= fact.amount <= jackpot.contributions.get(key, 0):
        return Change(objection="devuelve lo que no aportó, o de una partida que lo ganó")
    # What was won meanwhile is not in the pool any more: the operator bears it, and the seed stays.
    left = min(fact.amount, max(0, jackpot.held - jackpot.terms.seed))
    postings = ((due(fact.hall), -fact.amount), (POOL, left), (SEED, fact.amount - left))
    return Change(postings, ((key, jackpot.contributions[key] - fact.amount),))


def _claimed(jackpot: Jackpot, key: Key, now: int) -> Change:
    if key in jackpot.claims:
        return Change(objection="lo canta dos veces en una partida")
    if key not in jackpot.contributions:
        return Change(objection="lo canta en una partida que no aportó")
    claim = Claim(Stage.OPEN, now)
    if jackpot.terms.at_once is AtOnce.PARTS:
        return Change(claims=((key, claim),))
    return _reserved(jackpot, {key: claim}, now)


def _reserved(jackpot: Jackpot, claims: Mapping[Key, Claim], now: int) -> Change:
    """Give each claim an equal part; what does not divide stays, and the seed is put in anew."""
    part, seed = jackpot.held // len(claims), jackpot.terms.seed if len(claims) == 1 else 0
    decided = tuple(
        (key, replace(claim, stage=Stage.RESERVED, amount=part, decided=now, seed=seed))
        for key, claim in claims.items()
    )
    return reserving(jackpot.terms, dict(decided))


def reserving(terms: Terms, claims: Mapping[Key, Claim]) -> Change:
    """Return what reserves the amounts of claims that were decided together; the seed is put in anew."""
    total = sum(claim.amount for claim in claims.values())
    return Change(((POOL, total), (RESERVED, -total), *_seeded(terms)), claims=tuple(claims.items()))


def closing(jackpot: Jackpot, now: int) -> Change:
    """Return what follows where the window of the open claims is over; an empty change where it is not."""
    waiting = {key: claim for key, claim in jackpot.claims.items() if claim.stage is Stage.OPEN}
    if not waiting or now < min(claim.since for claim in waiting.values()) + jackpot.terms.window_ms:
        return Change()
    return _reserved(jackpot, waiting, now)


def _confirmed(jackpot: Jackpot, key: Key, amount: int) -> Change:
    claim = jackpot.claims.get(key)
    if claim is None or claim.stage is not Stage.RESERVED or claim.amount != amount:
        return Change(objection="anuncia lo que no se le reservó")
    paid = ((RESERVED, amount), (awarded(key[0]), -amount))
    return Change(paid, claims=((key, replace(claim, stage=Stage.PAID)),))


def _lapsed(jackpot: Jackpot, key: Key) -> Change:
    claim = jackpot.claims.get(key)
    if claim is None or claim.stage in (Stage.PAID, Stage.RELEASED):
        return Change(objection="deja vencer lo que no tiene pendiente")
    seed = min(claim.seed, max(0, jackpot.held + claim.amount - jackpot.terms.seed))
    back = ((RESERVED, claim.amount), (POOL, seed - claim.amount), (SEED, -seed))
    return Change(back, claims=((key, replace(claim, stage=Stage.RELEASED)),))


def reservation(jackpot: Jackpot, hall: str, game: int) -> Claim | None:
    """Return what is reserved for a game, the same however often it is asked; None while that is open."""
    claim = jackpot.claims.get((hall, game))
    return claim if claim is not None and claim.stage in (Stage.RESERVED, Stage.PAID) else None
