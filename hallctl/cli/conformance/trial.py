"""What a trial consists of: cases, the rules that they hold a machine to, and what each came to.

Pure. Not responsible for any machine, nor for how a result is shown (``report``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence of a page that a machine has to keep.

    Attributes:
        page: The page's file under ``docs``.
        part: The heading, or the bold word, under which it stands.
        sentence: The page's own words.
    """

    page: str
    part: str
    sentence: str


class Broken(Exception):  # noqa: N818 (it is the machine's error)
    """A machine broke a rule.

    Attributes:
        rule: Which.
        seen: What was seen instead, in Spanish.
    """

    def __init__(self, rule: Rule, seen: str) -> None:
        super().__init__(seen)
        self.rule = rule
        self.seen = seen


class Untried(Exception):  # noqa: N818 (nothing is wrong)
    """A case could not be tried; the message says why, in Spanish."""


class Skipped(Untried):
    """Nobody did what a case needs."""


class End(Exception):  # noqa: N818 (of the trial)
    """The machine is in no state in which anything else could be tried; the message says why."""


class Person(Protocol):
    """Who stands beside the machine."""

    def asked(self, what: str, how: str) -> bool:
        """Ask for something to be done, and wait until it is.

        Args:
            what: A word for programs, e.g. "jam".
            how: The sentence for a person, in Spanish.

        Returns:
            False where nobody does it.
        """


class Outcome(Enum):
    """What a case came to."""

    HELD = "cumple"
    BROKEN = "incumple"
    UNTRIED = "sin probar"


@dataclass(frozen=True, slots=True)
class Result:
    """What one case came to.

    Attributes:
        case: Its title.
        outcome: How it ended.
        rule: The broken rule.
        seen: What was seen, or why it was not tried.
        unsettled: Whether the machine was in no state to be tried.
        skipped: Whether nobody did what it needs.
    """

    case: str
    outcome: Outcome
    rule: Rule | None = None
    seen: str = ""
    unsettled: bool = False
    skipped: bool = False


Bench = TypeVar("Bench")
Plays_contra = TypeVar("Plays_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Case(Generic[Plays_contra]):
    """Something that a controller does to a machine, and what has to come of it.

    Attributes:
        title: In Spanish.
        play: Does it.
        prepares: Whether the cases after it need it: a machine of which nobody knows how it was left takes
            orders only once it has its balls back.
    """

    title: str
    play: Callable[[Plays_contra], None]
    prepares: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What a trial came to.

    Attributes:
        machine: Who was tried.
        results: One for each case, in order.
        figures: What was measured, in words.
        partial: Whether only some of the cases were chosen.
    """

    machine: str
    results: tuple[Result, ...]
    figures: tuple[str, ...] = field(default=())
    partial: bool = False

    @property
    def broken(self) -> tuple[Result, ...]:
        """Those that broke a rule."""
        return tuple(each for each in self.results if each.outcome is Outcome.BROKEN)

    @property
    def untried(self) -> tuple[Result, ...]:
        """Those that were not tried."""
        return tuple(each for each in self.results if each.outcome is Outcome.UNTRIED)


def chosen(cases: Sequence[Case[Bench]], only: str) -> Sequence[Case[Bench]]:
    """Return the cases whose title contains a text, and what prepares the machine for them.

    Raises:
        End: None does.
    """
    named = [at for at, case in enumerate(cases) if only in case.title]
    if not named:
        raise End(f"ninguna prueba se llama «{only}»")
    return [case for at, case in enumerate(cases) if at in named or (case.prepares and at < named[-1])]


TRIES: Final = 3
"""How often a case is played that the computer may have disturbed."""


def play(
    cases: Sequence[Case[Bench]],
    bench: Bench,
    settle: Callable[[Bench], None],
    report_result: Callable[[Result], None],
    attempt: Callable[[Bench], Callable[[], bool]],
) -> Iterator[Result]:
    """Play each case on a machine that was brought to rest before it.

    Args:
        cases: What to play, in order.
        bench: What plays it.
        settle: Brings the machine to rest.
        report_result: Receives each result at once.
        attempt: Begins a try; what it returns says whether the computer disturbed that.
    """
    ended, failed = "", False
    for case in cases:
        if ended:
            result = Result(case.title, Outcome.UNTRIED, seen=ended)
        else:
            result = _undisturbed(case, bench, settle, attempt)
            # What holds for every message is complained of once, perhaps here; what comes again has no end.
            again, failed = failed, result.unsettled
            if result.unsettled and (again or result.outcome is Outcome.UNTRIED):
                ended = f"la máquina no está para probarla: {result.seen}"
        report_result(result)
        yield result


def _undisturbed(
    case: Case[Bench],
    bench: Bench,
    settle: Callable[[Bench], None],
    attempt: Callable[[Bench], Callable[[], bool]],
) -> Result:
    """Play a case, and again where it failed while the computer was late."""
    for _ in range(TRIES):
        disturbed = attempt(bench)
        result = _settled_and_played(case, bench, settle)
        if result.outcome is Outcome.HELD or result.skipped or not disturbed():
            break
    return result


def _settled_and_played(case: Case[Bench], bench: Bench, settle: Callable[[Bench], None]) -> Result:
    try:
        settle(bench)
    except Broken as error:
        return Result(case.title, Outcome.BROKEN, error.rule, error.seen, unsettled=True)
    except End as error:
        return Result(case.title, Outcome.UNTRIED, seen=str(error), unsettled=True)
    return _played(case, bench)


def _played(case: Case[Bench], bench: Bench) -> Result:
    try:
        case.play(bench)
    except Broken as error:
        return Result(case.title, Outcome.BROKEN, error.rule, error.seen)
    except End as error:
        return Result(case.title, Outcome.UNTRIED, seen=str(error), unsettled=True)
    except Untried as error:
        return Result(case.title, Outcome.UNTRIED, seen=str(error), skipped=isinstance(error, Skipped))
    return Result(case.title, Outcome.HELD)
