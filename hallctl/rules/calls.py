"""One caller for many halls: what calling and following halls say to each other, and what each does about it.

Every message says all that counts: the calling hall's the whole game, the following hall's where it stands in
it, and each the newest that it heard of the other. So what is lost, repeated, late or out of order costs
nothing but time, and a side that starts anew needs no past. Pure: time is handed in. Not responsible for
signatures or lines (``devices``), nor for what a step does to a game: its own rules decide that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Generic, Self, TypeVar


class CallPhase(StrEnum):
    """Where the calling hall's game is."""

    SELLING = "selling"
    """Before the first ball: halls may still join."""
    CALLING = "calling"
    OVER = "over"
    """Ended or void: nothing more is called."""


class Stage(StrEnum):
    """Where a following hall stands in the game."""

    SELLING = "selling"
    PLAYING = "playing"
    """Its sale is closed, and it stands by or takes balls."""
    CLAIM = "claim"
    """Somebody has sung there: nothing is called until that is settled."""
    DONE = "done"
    OUT = "out"
    """It lost the line, or its game is void."""


IN_PLAY = (Stage.PLAYING, Stage.CLAIM)
"""The stages in which the calling hall plays for a following one."""


MOST_CLAIMS: Final = 50
"""How often one hall may stop a game by a claim: with one more it is out, and no book grows for ever."""


OVER_FOR: Final = (Stage.DONE, Stage.OUT)
"""The stages from which a following hall does not come back into the game."""


class Lost(StrEnum):
    """Why a following hall is out of the game."""

    SILENT = "silent"
    """It heard nothing for longer than its rules allow."""
    LEFT_OUT = "left out"
    """The game began, or goes on, without it."""
    ENDED = "ended"
    """The calling hall has ended the game, or plays another."""
    CHANGED = "changed"
    """The calling hall says another ball than it said before."""


@dataclass(frozen=True, slots=True)
class Call:
    """A ball that the calling hall called.

    Attributes:
        entry: The entry of its book that says so.
        hash: That entry's hash.
        picture: The SHA-256 of the picture that decided the ball; empty where a person named it.
    """

    ball: int
    entry: int
    hash: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class GameId:
    """A game of a calling hall, as its book numbers it."""

    hall: str
    volume: int
    game: int


@dataclass(frozen=True, slots=True)
class Calling:
    """All that a calling hall says of its game.

    Attributes:
        calls: Every ball it called, in order.
        halls: The halls it plays for, each with where it believes it stands.
    """

    game: GameId
    phase: CallPhase
    calls: tuple[Call, ...] = ()
    halls: Mapping[str, Stage] | None = None

    def stage(self, hall: str) -> Stage | None:
        """Return where it believes a hall stands, None where it does not play for it."""
        return (self.halls or {}).get(hall)


@dataclass(frozen=True, slots=True)
class Following:
    """Where a following hall stands in a game.

    Attributes:
        taken: The balls it took, in order.
        waits: Whether it can take no ball now: the last one is not called there yet, or its own rules forbid.
    """

    hall: str
    game: GameId
    stage: Stage
    taken: tuple[int, ...] = ()
    waits: bool = False


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """Where a message stands among those of its sender: by its book, and then by its number in that run."""

    volume: int
    entry: int
    number: int


M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Newest(Generic[M]):
    """The newest that was heard of a hall in this run.

    Attributes:
        since: The place of this side's first message of this run, or of the game that it follows: what
            answers none from then on may be of another time, and is not believed.
        at: When this side sent the newest of its messages that was answered, in milliseconds of this boot:
            what is believed was said later. Before the first, when listening began.
        seen: The newest place that was seen, believed or not: what this side's messages answer.
        place: The place of what is believed.
        said: What that says.
    """

    since: Place
    at: int
    seen: Place | None = None
    place: Place | None = None
    said: M | None = None

    def hear(self, said: M, place: Place, answers: Place | None, at: int | None) -> Self:
        """Return what is known after a message; an old one says nothing, not even that the hall is there.

        Args:
            said: What it says.
            place: Its own.
            answers: The newest of this side's messages that its sender had heard; None for none.
            at: When this side sent that one, in milliseconds of this boot; None where that is not known.
        """
        seen = place if self.seen is None else max(self.seen, place)
        known = replace(self, seen=seen)
        if answers is None or at is None or answers < self.since:
            return known
        if self.place is not None and place <= self.place:
            return known
        return replace(known, at=max(self.at, at), place=place, said=said)

    def anew(self, since: Place, now: int) -> Self:
        """Return what is believed from here on: nothing yet, and nothing that was said before."""
        return replace(self, since=since, at=now, place=None, said=None)


@dataclass(frozen=True, slots=True)
class Take:
    """Take the next ball."""

    order: int
    call: Call


@dataclass(frozen=True, slots=True)
class Lose:
    """Be out of the game."""

    why: Lost


@dataclass(frozen=True, slots=True)
class Stand:
    """Have the calling hall's book say where a hall stands."""

    hall: str
    stage: Stage


def asking(hall: str, caller: str) -> Following:
    """Return what a hall says that wants a caller and follows no game: no game has its number."""
    return Following(hall, GameId(caller, 0, 0), Stage.OUT)


def offer(heard: Newest[Calling], known: GameId | None, now: int, patience: int) -> GameId | None:
    """Return the game of a calling hall that may be followed; None where it sells none, or is silent.

    Args:
        heard: The newest that it said.
        known: What this hall's book has of it: it counts where nothing was heard in this run yet.
        now: Milliseconds of this boot.
        patience: How many milliseconds old what is heard may be.
    """
    if now - heard.at > patience:
        return None
    if heard.said is None:
        return known
    return heard.said.game if heard.said.phase is CallPhase.SELLING else None


def follow(mine: Following, heard: Newest[Calling], now: int, patience: int) -> Take | Lose | None:
    """Return what a following hall does now.

    Args:
        mine: Where it stands by its own book.
        heard: The newest that its calling hall said.
        now: Milliseconds of this boot.
        patience: How many milliseconds old what it heard may be.
    """
    if mine.stage not in (Stage.SELLING, Stage.PLAYING):
        return None  # a claim is settled first, by what was called here
    if now - heard.at > patience:
        return Lose(Lost.SILENT)
    said = heard.said
    if said is None:
        return None
    if said.game != mine.game:
        return Lose(Lost.ENDED)
    if any(call.ball != ball for call, ball in zip(said.calls, mine.taken, strict=False)):
        return Lose(Lost.CHANGED)
    if said.phase is CallPhase.OVER:
        return Lose(Lost.ENDED)
    if said.phase is CallPhase.SELLING:
        return Lose(Lost.LEFT_OUT) if said.stage(mine.hall) is Stage.OUT else None
    if mine.stage is Stage.SELLING or said.stage(mine.hall) not in IN_PLAY:
        return Lose(Lost.LEFT_OUT)
    if mine.waits or len(said.calls) <= len(mine.taken):
        return None
    order = len(mine.taken) + 1
    return Take(order, said.calls[order - 1])


def conduct(
    mine: Calling, heard: Mapping[str, Newest[Following]], now: int, patience: int
) -> tuple[Stand, ...]:
    """Return what a calling hall minutes of those that follow it.

    Args:
        mine: Its game by its own book.
        heard: The newest that each hall said that may follow it; one in it that is not here may no longer.
        now: Milliseconds of this boot.
        patience: For how many a hall that is in it may say nothing before it is waited for no more.
    """
    if mine.phase is CallPhase.OVER:
        return ()
    found = {hall: _stage(mine, hall, each, now, patience) for hall, each in heard.items()}
    gone = {hall: Stage.OUT for hall, stage in (mine.halls or {}).items() if stage not in OVER_FOR}
    stands = (gone | found).items()
    return tuple(Stand(hall, stage) for hall, stage in stands if stage not in (None, mine.stage(hall)))


def _stage(mine: Calling, hall: str, heard: Newest[Following], now: int, patience: int) -> Stage | None:
    """Return where a hall stands now; None for no change."""
    before, said = mine.stage(hall), heard.said
    late = now - heard.at > patience
    here = said is not None and said.game == mine.game
    if before in (None, Stage.SELLING):
        gone = None if before is None else Stage.OUT
        if mine.phase is not CallPhase.SELLING:
            return gone  # the game began without it
        if late:
            return gone
        if said is None:
            return None
        return said.stage if here and said.stage in (Stage.SELLING, Stage.PLAYING) else gone
    if before not in IN_PLAY:
        return None
    if late or (said is not None and not here):
        return Stage.OUT
    return None if said is None or said.stage is Stage.SELLING else said.stage
