"""The entries of a book, volume after volume: all of them, the newest, and those that are still to come.

Not responsible for verifying what is read.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hallctl.app.games import GAMES, game_of_volume
from hallctl.cli.book.errors import UNREADABLE, BookError
from hallctl.config.game_files import GameFiles
from hallctl.config.rules import PRACTISED, RuleSetError, rule_set
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.i18n.plain import named
from hallctl.minutes.entry import Entry, local_time
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import Reader, read_entries
from hallctl.minutes.volumes import volumes_in
from hallctl.outputs.minuted import Minuted
from hallctl.rules.binding import LogEnd
from hallctl.rules.codec import CodecError
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.game_rules import NO_GAME
from hallctl.rules.ruleset import RuleSet
from hallctl.table.keeper import event_of

PAUSE_S: Final = 0.5
"""How long to wait before looking for news, in seconds."""

Placed = tuple[Path, Entry]
"""An entry with the volume that it is in."""


def volumes_of(path: Path) -> list[Path]:
    """Give the volumes of a book, in order: those in a folder, or the one file.

    Raises:
        MinutesError: There is none (MIN-MISSING).
    """
    found = [path] if path.is_file() else volumes_in(path)
    if not found:
        raise MinutesError("MIN-MISSING", f"no hay ningún tomo en {path}. Revise la ruta.")
    return found


def size_of(paths: Sequence[Path]) -> int:
    """Give how many entries the volumes have together; a volume that cannot be read counts none."""
    return sum(_last(path) for path in paths)


def minuted(path: Path) -> Iterator[Minuted]:
    """Read all the events of a book, volume after volume.

    Raises:
        MinutesError: A volume is missing or cannot be read.
    """
    for volume in volumes_of(path):
        game = game_of_volume(volume).rules
        for entry in read_entries(volume):
            yield Minuted(entry.number, local_time(entry), entry.actor, entry.hash, event_of(game, entry))


def log_ends(folder: Path) -> Iterator[LogEnd]:
    """Read where the book in a folder saw the security log end: at each opening and close of a session.

    Raises:
        MinutesError: A volume cannot be read.
    """
    kinds = {SessionOpened.__name__, SessionClosed.__name__}
    for volume in volumes_in(folder):
        for event in (event_of(NO_GAME, entry) for entry in read_entries(volume) if entry.kind in kinds):
            if isinstance(event, SessionOpened | SessionClosed) and event.security is not None:
                yield event.security


def newest(path: Path, count: int) -> list[Placed]:
    """Read the newest entries of a book, in order.

    Raises:
        MinutesError: As ``minuted``.
    """
    found: list[Placed] = []
    for volume in reversed(volumes_of(path)):
        with Reader(volume) as reader:
            last = reader.last()
            first = max(1, last.number - (count - len(found)) + 1) if last is not None else 1
            found = [*((volume, entry) for entry in reader.entries(first)), *found]
        if len(found) >= count:
            break
    return found


def coming(path: Path, volume: Path, number: int) -> Iterator[Placed]:
    """Wait for the entries after one, in this volume and in those after it; without end.

    Raises:
        MinutesError: As ``minuted``.
    """
    while True:
        for each in volumes_of(path):
            if each.name < volume.name:
                continue
            # Opened anew each time: the hall may have opened or closed the volume meanwhile.
            for entry in read_entries(each, number + 1 if each == volume else 1):
                volume, number = each, entry.number
                yield each, entry
        time.sleep(PAUSE_S)


def rules_of(volume: Path, config: Path | None = None) -> RuleSet | None:
    """Return the rule set whose names and currency a volume is read with; None where the program has none.

    Args:
        volume: The volume; its opening names its rule set.
        config: The hall's configuration; its rule set counts if the volume names it, or none that is known.

    Raises:
        MinutesError: The volume cannot be read.
        BookError: The configuration or its rule set cannot be read.
    """
    kind = game_of_volume(volume).files.rules
    opened = next(iter(read_entries(volume, 1, 1)), None)
    told, _, _version = ("" if opened is None else str(opened.body.get("rule_set", ""))).rpartition(" ")
    name, known = told.removesuffix(PRACTISED), None
    with suppress(RuleSetError):
        known = rule_set(name, kind, {})
    if config is None:
        return known
    try:
        own = _of_hall(read_toml(config), config.parent, game_of_volume(volume).files)
    except (TomlFileError, ValueError) as error:
        if known is not None:
            return known
        raise BookError(f"{config}: {error}", UNREADABLE) from error
    return own if known is None or own.name.removesuffix(PRACTISED) == name else known


def _of_hall(values: Mapping[str, Any], folder: Path, files: GameFiles) -> RuleSet:
    """Return the rule set of a hall's configuration, with those beside it, as its book names them."""
    hall, sections = values.get("hall", {}), values.get("rule_sets", [])

    def read(named: object) -> RuleSet:
        found = rule_set(str(named), files.rules, {}, folder=folder)
        kept = found.name if "practice" in values else found.name.removesuffix(PRACTISED)
        return replace(found, name=kept)

    rules, beside = read(hall.get("rule_set", "")), tuple(read(each.get("rule_set")) for each in sections)
    return files.join(rules, beside) if files.join is not None and beside else rules


class EntryLines:
    """The entries of a book as lines, each by the rule set in play: its game's announcement named it."""

    def __init__(self, rules: RuleSet | None) -> None:
        self._rules = rules
        self._read: dict[Path, list[RuleSet]] = {}

    def line(self, volume: Path, entry: Entry) -> str:
        """Return an entry of a volume as one line."""
        return entry_line(entry, self._at(volume, entry.number))

    def _at(self, volume: Path, number: int) -> RuleSet | None:
        """Return the rule set in play at an entry; a hall with one only need not ask its book."""
        if self._rules is None or not self._rules.several:
            return self._rules
        game, found = game_of_volume(volume).rules, self._read.setdefault(volume, [self._rules])
        for entry in read_entries(volume, len(found), number) if number >= len(found) else ():
            found.append(found[-1].after(event_of(game, entry)))
        return found[number]


def entry_line(entry: Entry, rules: RuleSet | None) -> str:
    """Return an entry as one line, in the words of the hall, with the names that its rule set has."""
    words = f"{entry.kind}: un asiento que este programa no conoce."
    currency = "" if rules is None else rules.currency
    for game in GAMES.values():  # an entry by itself does not say of which game it is
        with suppress(KeyError, CodecError):
            own = rules if isinstance(rules, game.files.rules) else None
            words = game.narrate(event_of(game.rules, entry), currency, own)
            break
    return named(f"{entry.number:>6}  {entry.time}  {words}")


def _last(path: Path) -> int:
    try:
        with Reader(path) as reader:
            last = reader.last()
    except MinutesError:
        return 0
    return 0 if last is None else last.number
