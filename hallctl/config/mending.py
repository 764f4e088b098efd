"""Puts a stand-in in the place of each wrong value of a configuration, so that the rest is looked at too.

A configuration that was mended runs no hall. Not responsible for finding what is wrong: pydantic does.
"""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from hallctl.config.example import every_key
from hallctl.config.hall import Config

_ROUNDS: Final = 3
"""How often a file is mended until it counts as beyond help."""

_PLACE: Final = re.compile(r"\[+([\w.]+)\]+ ?([\w.]*)")

Place = tuple[str | int, ...]
"""Where a value stands, as pydantic says it."""


class Broken:
    """The places of a file that were mended: of them and of what follows from them nothing more is told."""

    def __init__(self, path: Path, places: Iterable[Place] = ()) -> None:
        self._path = path
        self._places = {tuple(str(part) for part in place if isinstance(part, str)) for place in places}

    def holds(self, *place: str) -> bool:
        """Return whether a key, or the section that it is in, was mended."""
        return any(_begins(place, each) for each in self._places)

    def within(self, section: str) -> bool:
        """Return whether anything in a section was mended, or a key: "hall.directory"."""
        place = tuple(section.split("."))
        return any(_begins(each, place) or _begins(place, each) for each in self._places)

    def still_told(self, problem: str) -> bool:
        """Return whether a problem that was found beside them is one of its own."""
        told = problem.removeprefix(f"{self._path}: ")
        first = _PLACE.match(told)
        if first is None:
            return True
        names = *_names(first[1]), *_names(first[2])
        if any(_begins(names, each) or _begins(each, names) for each in self._places):
            return False
        others = {_names(other[1])[0] for other in _PLACE.finditer(told, first.end())}
        return not any(each[:1] == (other,) for each in self._places for other in others)


def validated(values: Mapping[str, Any]) -> tuple[Config | None, list[dict[str, Any]]]:
    """Return what a file says, mended where it is wrong, and all that pydantic says against it.

    Args:
        values: The sections of the file that are every game's.

    Returns:
        The configuration, None where the file is beyond help; and what is wrong, as pydantic lists it.
    """
    found: list[dict[str, Any]] = []
    mended = deepcopy(dict(values))
    for _ in range(_ROUNDS):
        try:
            return Config.model_validate(mended), found
        except ValidationError as error:
            items = error.errors()
        found = found or [dict(item) for item in items]
        for item in items:
            _mend(mended, item["loc"], item["type"])
    return None, found


def _mend(values: Any, place: Place, kind: str) -> None:
    """Replace the value at a place by the example's; take it out where the example has none."""
    *way, last = _reached(values, place) if kind not in {"missing", "extra_forbidden"} else place
    stand_in: Any = every_key()
    for part in way:
        try:
            values = values[part]
        except (LookupError, TypeError):
            return
        stand_in = _below(stand_in, part)
    stand_in = _below(stand_in, last)
    if stand_in is not None and kind != "extra_forbidden":
        values[last] = stand_in
    elif isinstance(values, dict):
        values.pop(last, None)


def _reached(values: Any, place: Place) -> Place:
    """Return a place without what pydantic adds to it: which branch of a union it means."""
    for at, part in enumerate(place):
        try:
            values = values[part]
        except (LookupError, TypeError):
            return place[:at]
    return place


def _below(values: Any, part: str | int) -> Any:
    """Return what the example has at a key, or as the first of a list; None where it has nothing."""
    if isinstance(part, int):
        return values[0] if isinstance(values, list) and values else None
    return values.get(part) if isinstance(values, dict) else None


def _names(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(".") if part and not part.isdigit())


def _begins(names: tuple[str, ...], beginning: tuple[str, ...]) -> bool:
    return names[: len(beginning)] == beginning
