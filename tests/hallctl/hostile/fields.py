"""The texts and numbers of any command, found by their types, as the door itself finds them."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from hallctl.games.bingo.rules.tables import COMMANDS
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import PLAIN, Encoded, Words, Written

Path = tuple[str, ...]

FORMED: Final[frozenset[tuple[str, Path]]] = frozenset(
    {
        ("RegisterSeries", ("letter",)),
        ("RegisterSeries", ("matrix",)),
        ("OpenSession", ("day",)),
        ("OpenSession", ("today",)),
        ("ProposeSessionDay", ("day",)),
        ("WithdrawProposal", ("proposal",)),
        ("StopForClaim", ("claim",)),
        ("DeclareMissing", ("cards",)),
        ("VerifyCard", ("claim",)),
        ("PayPrize", ("claim",)),
        ("AnnounceGame", ("rule_set",)),
        ("ProgrammeGame", ("rule_set",)),
        ("RegisterBallSet", ("rule_set",)),
        ("ReceivePaper", ("paper", "digest")),
        ("ReceivePaper", ("paper", "valid_from")),
        ("AdoptPaper", ("digest",)),
        *(("AnswerJackpot", (name,)) for name in ("jackpot", "moment", "at_once")),
        ("MissJackpot", ("jackpot",)),
        ("AdoptPaper", ("today",)),
        ("AnnounceGame", ("caller",)),
        *((name, ("hall",)) for name in ("ProposeCaller", "HearCaller", "StandHall", "ProposeWithoutHall")),
        *(("TakeCall", (name,)) for name in ("hash", "picture")),
        ("DeclinePaper", ("digest",)),
    }
)
"""The texts that have a form of their own: letters, a digest, a day, a kind of entry, the key of a prize, the
name of a rule set."""


def texts_of(kind: type, path: Path = ()) -> Iterator[tuple[Path, Words]]:
    """Yield every text of a command with its limits, those within lists and parts too."""
    for each in fields(kind):
        yield from _within(get_type_hints(kind, include_extras=True)[each.name], (*path, each.name))


def _within(hint: Any, path: Path) -> Iterator[tuple[Path, Words]]:
    limits = PLAIN
    if get_origin(hint) is Annotated:
        hint, limits = get_args(hint)[:2]
    if get_origin(hint) in {Union, UnionType, tuple}:
        yield from _within(get_args(hint)[0], path)
    elif hint is str:
        yield path, limits
    elif is_dataclass(hint) and isinstance(hint, type):
        yield from texts_of(hint, path)


WRITTEN: Final[tuple[tuple[str, Path, Words], ...]] = tuple(
    (name, path, limits) for name, kind in COMMANDS.items() for path, limits in texts_of(kind)
)
"""Every text of every command: the command, where it is, its limits."""


def with_texts(value: Any, change: Callable[[Path, str], str], path: Path = ()) -> Any:
    """Return a command with each of its texts changed."""
    if isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        return change(path, value)
    if isinstance(value, tuple):
        return tuple(with_texts(each, change, path) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {f.name: with_texts(getattr(value, f.name), change, (*path, f.name)) for f in fields(value)}
        return replace(value, **changed)
    return value


def is_formed(name: str, path: Path, limits: Words) -> bool:
    """Return whether a text has a form of its own, by its type or by the rules."""
    return isinstance(limits, (Written, Encoded)) or (name, path) in FORMED


def spoilt(
    command: Command, texts: st.SearchStrategy[str], numbers: st.SearchStrategy[int]
) -> st.SearchStrategy[Any]:
    """Make up a command that differs from this one in some of its fields."""
    hints = get_type_hints(type(command))
    names = [each.name for each in fields(command)]
    kept = {name: st.just(getattr(command, name)) for name in names}
    made = {name: _value(hints[name], texts, numbers) for name in names}
    return st.builds(type(command), **{name: kept[name] | made[name] for name in names})


def commands(texts: st.SearchStrategy[str], numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Command]:
    """Make up any command of any kind, with these texts and numbers in its fields."""
    return st.sampled_from(sorted(COMMANDS)).flatmap(lambda name: _built(COMMANDS[name], texts, numbers))


def _built(
    kind: Any, texts: st.SearchStrategy[str], numbers: st.SearchStrategy[int]
) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: _value(hints[f.name], texts, numbers) for f in fields(kind)})


def _value(
    hint: Any, texts: st.SearchStrategy[str], numbers: st.SearchStrategy[int]
) -> st.SearchStrategy[Any]:
    if get_origin(hint) in {Union, UnionType}:
        return st.none() | _value(get_args(hint)[0], texts, numbers)
    if get_origin(hint) is tuple:
        return st.lists(_value(get_args(hint)[0], texts, numbers), max_size=3).map(tuple)
    if hint is bool:
        return st.booleans()
    if hint is str:
        return texts
    if hint is int:
        return numbers
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    return _built(hint, texts, numbers)
