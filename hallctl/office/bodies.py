"""Reads what a stored entry says, typed: nobody has vouched for the form of its body.

A book by other rules, or of a hall that is newer than its office, is stored too. Not responsible for what
an entry means.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a program raises of content that nobody thought of: one hall's must not stop the others."""

MOST_WHOLE: Final = 2**31 - 1
"""The highest number of a game or a volume."""

_UNKEPT: Final = re.compile("[\0\ud800-\udfff]")
"""Characters that no database keeps."""

Body = Mapping[str, Any]


class BodyError(ValueError):
    """An entry does not say what one of its kind says."""


def body_of(line: bytes) -> Body:
    """Return the body of an entry by its stored line.

    Raises:
        BodyError: It has none.
    """
    body = json.loads(bytes(line)).get("body")
    if type(body) is not dict:
        raise BodyError("the entry has no body")
    return body


def whole(body: Body, name: str, most: int = MOST_WHOLE) -> int:
    """Return a number of a body, from 0 to the highest that it can be.

    Raises:
        BodyError: There is none.
    """
    value = body.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise BodyError(f"{name} is no number that it can be: {value!r:.40}")
    return value


def text(body: Body, name: str, default: str | None = None) -> str:
    """Return a text of a body, which the database takes.

    Args:
        body: The body.
        name: Of which field.
        default: What counts where the field is not there; None: it has to be there.

    Raises:
        BodyError: There is none.
    """
    value = body.get(name, default)
    if type(value) is not str or _UNKEPT.search(value):
        raise BodyError(f"{name} is no text: {value!r:.40}")
    return value
