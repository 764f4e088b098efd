"""Changes one value in the text of a TOML file, and nothing else: comments, order and blank lines stay.

Not responsible for what the value means, nor for writing the file.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Final

_HEADER: Final = re.compile(r"\s*\[{1,2}\s*([A-Za-z0-9_.\"-]+)\s*\]{1,2}\s*(?:#.*)?")
_KEY: Final = r"\s*{key}\s*="
_NOTED: Final = r"\s*#\s*{key}\s*=[^#]*"
_WIDE: Final = 33
"""Where the comments of a file that ``hallctl init`` wrote begin."""


def with_value(text: str, section: str, key: str, value: str | None, place: int = 0) -> str:
    """Return the text with a key that has another value.

    Args:
        text: The file's.
        section: The table, as its header names it; empty: before the first header.
        key: The key in it.
        value: As TOML; None takes the key away, and with the last key its table.
        place: Which one of an array of tables.
    """
    lines = text.split("\n")
    begin, end = _extent(lines, section, place)
    if begin is None:
        return text if value is None else _with_table(text, section, f"{key} = {value}")
    found = _key_in(lines, begin, end, key)
    if found is None:
        return text if value is None else "\n".join(_with_key(lines, begin, end, key, value))
    first, after, comment = found
    if value is not None:
        lines[first:after] = [_commented(f"{key} = {value}", comment)]
        return "\n".join(lines)
    del lines[first:after]
    if section and not any(_is_content(each) for each in lines[begin : end - (after - first)]):
        del lines[begin - 1 : end - (after - first)]
    return "\n".join(lines)


def without_table(text: str, section: str, place: int) -> str:
    """Return the text without a table, or one of an array of tables, and without the tables below it."""
    lines = text.split("\n")
    headers = list(_headers(lines))
    ends = [number for number, _ in headers[1:]] + [len(lines)]
    before, gone = 0, list[tuple[int, int]]()
    for (number, name), end in zip(headers, ends, strict=True):
        before += name == section
        below = name.startswith(f"{section}.")
        if (name == section or below) and max(before, 1) == place + 1:
            gone.append((number, _before(lines, number + 1, end)))
    for begin, after in reversed(gone):
        del lines[begin:after]
    return "\n".join(lines)


def with_table(text: str, section: str, *lines: str) -> str:
    """Return the text with one more of an array of tables, at its end."""
    return _with_table(text, f"[{section}]", *lines)


def _with_table(text: str, section: str, *lines: str) -> str:
    return "\n".join([text.rstrip("\n"), "", f"[{section}]", *lines, ""])


def _extent(lines: Sequence[str], section: str, place: int) -> tuple[int | None, int]:
    """Return the lines of a table without its header: the first, and the one after the last."""
    headers = list(_headers(lines))
    ends = [number for number, _ in headers] + [len(lines)]
    if not section:
        return 0, _before(lines, 0, ends[0])
    same = [each for each in enumerate(headers) if each[1][1] == section]
    if place >= len(same):
        return None, 0
    at, (number, _name) = same[place]
    return number + 1, _before(lines, number + 1, ends[at + 1])


def _headers(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield each header with its line; what stands in a text of several lines is none."""
    number = 0
    while number < len(lines):
        found = _HEADER.fullmatch(lines[number])
        if found:
            yield number, found[1]
            number += 1
        else:
            number, _ = _value(lines, number, len(lines))


def _before(lines: Sequence[str], begin: int, end: int) -> int:
    """Return the end of a table without the blank lines and comments that stand before the next header."""
    while end > begin and end < len(lines) and not _is_content(lines[end - 1]):
        if lines[end - 1].lstrip().startswith("#") and not _blank_between(lines, begin, end):
            break
        end -= 1
    return end


def _blank_between(lines: Sequence[str], begin: int, end: int) -> bool:
    """Return whether a blank line parts what stands before a line from the rest of its table."""
    for line in reversed(lines[begin : end - 1]):
        if not line.strip():
            return True
        if _is_content(line):
            return False
    return False


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _key_in(lines: Sequence[str], begin: int, end: int, key: str) -> tuple[int, int, str] | None:
    """Return the lines of a key with its value, and the comment behind that; None where it is not there."""
    pattern = re.compile(_KEY.format(key=re.escape(key)))
    number = begin
    while number < end:
        after, comment = _value(lines, number, end)
        if pattern.match(lines[number]):
            return number, after, comment
        number = after
    return None


def _value(lines: Sequence[str], number: int, end: int) -> tuple[int, str]:
    """Return the line after a value that begins on a line, and the comment behind it."""
    if not _is_content(lines[number]):
        return number + 1, ""
    for after in range(number + 1, end + 1):
        whole = "\n".join(lines[number:after])
        if _reads(whole):
            signs = (at for at, sign in enumerate(whole) if sign == "#" and _reads(whole[:at]))
            return after, whole[next(signs, len(whole)) :]
    return number + 1, ""


def _reads(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _with_key(lines: list[str], begin: int, end: int, key: str, value: str) -> list[str]:
    """Return the lines with a key that was not there: where a comment holds its place, there."""
    pattern = re.compile(_NOTED.format(key=re.escape(key)))
    for number in range(begin, end):
        if pattern.match(lines[number]):
            _, _, said = lines[number].lstrip()[1:].partition("#")
            comment = f"# {said.strip()}" if said else ""
            return [*lines[:number], _commented(f"{key} = {value}", comment), *lines[number + 1 :]]
    last = max((at for at in range(begin, end) if lines[at].strip()), default=begin - 1) + 1
    return [*lines[:last], f"{key} = {value}", *lines[last:]]


def _commented(line: str, comment: str) -> str:
    return f"{line:<{_WIDE}} {comment}" if comment else line
