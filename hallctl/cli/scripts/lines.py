"""One line of a script, read strictly: bytes in, a command, a matrix to take at hand, or a refusal out.

Not responsible for the order of lines, the time or the rules.
"""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from hallctl.games.bingo.rules.tables import COMMANDS
from hallctl.i18n.script_refusals import (
    COLUMN,
    FRACTION,
    KEY,
    LARGE,
    LEVELS,
    OBJECT,
    TWICE,
    UTF_8,
    unreadable,
)
from hallctl.rules.codec import LARGEST, CodecError, encode, receive
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.refusals import Refusal

LONGEST_LINE: Final = 65_536
"""How many bytes a line may have, its end left out."""

_LONGEST_NUMBER: Final = len(str(LARGEST)) + 1
_LONGEST_KEY: Final = 40


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """The envelope of a command, as it is written; ``at`` is virtual milliseconds, None for "now"."""

    at: int | None
    request: str
    post: Post
    person: str
    command: str


@dataclass(frozen=True, slots=True)
class MatrixLine:
    """Matrix cards to have at hand from here on, by the path of their file."""

    matrix: str


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command, who issues it, and when."""

    at: int | None
    issued: Issued


Read = CommandLine | MatrixLine | Refusal | None
"""What a line says; None where it is blank or a comment."""


def read(line: bytes) -> Read:
    """Read one line, with or without its end; whatever the bytes are, this never raises."""
    whole = line.rstrip(b"\r\n")
    if len(whole) > LONGEST_LINE:
        return unreadable("SCRIPT-LONG", most=LONGEST_LINE)
    text = whole.strip(b" \t")
    if not text or text.startswith(b"#"):
        return None
    try:
        return _meant(_object(text))
    except RecursionError:
        return unreadable("SCRIPT-JSON", problem=LEVELS)


def _meant(value: dict[str, Any] | Refusal) -> Read:
    if isinstance(value, Refusal):
        return value
    try:
        if "matrix" in value:
            return receive(MatrixLine, value)
        envelope = {key: part for key, part in value.items() if key != "body"}
        line = receive(ScriptLine, {"at": None, "request": "", **envelope})
    except CodecError as error:
        return unreadable("SCRIPT-FIELDS", problem=error.problems)
    return _command(line, value.get("body", {}))


def _command(line: ScriptLine, body: Any) -> CommandLine | Refusal:
    kind = COMMANDS.get(line.command)
    if kind is None:
        nearest = get_close_matches(line.command, COMMANDS, n=1, cutoff=0)[0]
        return unreadable("SCRIPT-COMMAND", command=line.command, nearest=nearest)
    try:
        command = receive(kind, body)
    except CodecError as error:
        return unreadable("SCRIPT-BODY", command=line.command, problem=error.problems)
    return CommandLine(line.at, Issued(command, Actor(line.person, line.post), line.request))


def _object(text: bytes) -> dict[str, Any] | Refusal:
    """Read a JSON object of the kind a book can keep: no fractions, no key twice, keys that are names."""
    try:
        value = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
        )
    except UnicodeDecodeError as error:
        return unreadable("SCRIPT-JSON", problem=UTF_8.format(byte=error.start + 1))
    except json.JSONDecodeError as error:
        return unreadable("SCRIPT-JSON", problem=COLUMN.format(column=error.colno))
    except ValueError as error:
        return unreadable("SCRIPT-JSON", problem=str(error))
    return value if isinstance(value, dict) else unreadable("SCRIPT-JSON", problem=OBJECT)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, _ in pairs:
        if not key.isidentifier() or len(key) > _LONGEST_KEY:
            raise ValueError(KEY)
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(TWICE)
    return found


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(LARGE)
    return int(digits)


def _no_fraction(number: str) -> float:
    raise ValueError(FRACTION.format(number=number[:20]))


def script_line(at: int, issued: Issued) -> str:
    """Return a command as a line of a script for ``hallctl play``, its end left out."""
    line: dict[str, object] = {"at": at, "post": issued.actor.post.value, "person": issued.actor.person}
    line["command"] = type(issued.command).__name__
    body = encode(issued.command)
    return json.dumps(line | ({"body": body} if body else {}), ensure_ascii=False)
