"""The entries of the book from which something waits for the Director, with the round and its balls by then.

Not responsible for what waits: a time or a volume that cannot be read leaves it without its entry.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from hallctl.games.game import Game
from hallctl.minutes.entry import Entry, local_time
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import Reader
from hallctl.outputs.pending import Origin, OriginKey, Origins
from hallctl.rules.codec import CodecError, decode


def origins(game: Game, volumes: Iterable[tuple[int, Path]], wanted: Collection[OriginKey]) -> Origins:
    """Return the newest entry of each that is wanted: of the open volume, else of those before it.

    Args:
        game: That of the hall.
        volumes: The number and the file of each volume, the open one first.
        wanted: By which events something waits.
    """
    found: dict[OriginKey, Origin] = {}
    for volume, path in volumes:
        missing = frozenset(wanted) - found.keys()
        if not missing:
            break
        found |= _of_volume(game, path, volume, missing)
    return found


def _of_volume(
    game: Game, path: Path, volume: int, wanted: Collection[OriginKey]
) -> Mapping[OriginKey, Origin]:
    kinds = {kind.__name__ for kind in (*game.counted.kinds, *(kind for kind, _ in wanted))}
    try:
        with Reader(path) as reader:
            return dict(_waiting(game, reader.of_kinds(kinds), volume, wanted))
    except (MinutesError, CodecError):
        return {}


def _waiting(
    game: Game, entries: Iterator[Entry], volume: int, wanted: Collection[OriginKey]
) -> Iterator[tuple[OriginKey, Origin]]:
    number = drawn = 0
    for entry in entries:
        kind = game.rules.events[entry.kind]
        if kind is game.counted.begins:
            number, drawn = int(entry.body["game"]), 0
        elif kind is game.counted.ends:
            number = drawn = 0
        elif kind is game.counted.counts:
            drawn += 1
        key = kind, int(entry.body.get("number", 0))
        if key in wanted:
            event = decode(kind, dict(entry.body))
            yield key, Origin(volume, entry.number, local_time(entry), entry.actor, event, number, drawn)
