"""The entries of the book from which something waits for the Director, with the game and its balls by then.

Not responsible for what waits: a time or a volume that cannot be read leaves it without its entry.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hallctl.games.bingo.rules.events.closing import GameSigned
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.minutes.entry import Entry, local_time
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import Reader
from hallctl.outputs.pending import Origin, OriginKey, Origins
from hallctl.rules.codec import CodecError, decode

_COUNTED: Final = (GameAnnounced, BallDrawn, GameSigned)


def origins(volumes: Iterable[tuple[int, Path]], wanted: Collection[OriginKey]) -> Origins:
    """Return the newest entry of each that is wanted: of the open volume, else of those before it.

    Args:
        volumes: The number and the file of each volume, the open one first.
        wanted: By which events something waits.
    """
    found: dict[OriginKey, Origin] = {}
    for volume, path in volumes:
        missing = frozenset(wanted) - found.keys()
        if not missing:
            break
        found |= _of_volume(path, volume, missing)
    return found


def _of_volume(path: Path, volume: int, wanted: Collection[OriginKey]) -> Mapping[OriginKey, Origin]:
    kinds = {kind.__name__ for kind in (*_COUNTED, *(kind for kind, _ in wanted))}
    try:
        with Reader(path) as reader:
            return dict(_waiting(reader.of_kinds(kinds), volume, wanted))
    except (MinutesError, CodecError):
        return {}


def _waiting(
    entries: Iterator[Entry], volume: int, wanted: Collection[OriginKey]
) -> Iterator[tuple[OriginKey, Origin]]:
    game = drawn = 0
    for entry in entries:
        kind = BINGO_RULES.events[entry.kind]
        if kind is GameAnnounced:
            game, drawn = int(entry.body["game"]), 0
        elif kind is GameSigned:
            game = drawn = 0
        elif kind is BallDrawn:
            drawn += 1
        key = kind, int(entry.body.get("number", 0))
        if key in wanted:
            event = decode(kind, dict(entry.body))
            yield key, Origin(volume, entry.number, local_time(entry), entry.actor, event, game, drawn)
