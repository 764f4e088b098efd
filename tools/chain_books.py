"""Prepared books of a chain of halls, for the head office's trials: ``python -m tools.chain_books FOLDER``.

Each hall has a folder of its own: volumes, second media, keys, and ``chain.key``, with which it enters the
message server. ``halls.json`` has what the office enrols. Not responsible for sending any of it.
"""

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from hallctl.cli.kept import ORIGIN, KeptPlaces, kept_book
from hallctl.cli.scripts.sessions import Premises
from hallctl.cli.scripts.simulate import before, simulate
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.files import PROFILES, rule_set
from hallctl.minutes.note import verifier_of
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.wire.credentials import make_server_key
from hallctl.minutes.wire.nkey import public_nkey
from tools.pool import started

START: Final = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
CARDS: Final = 600
SEATS: Final = 60
MEMORY: Final = Path("/dev/shm")
"""Where a book is kept while it is written: there it waits for no disk."""

SERIES_A_HALL: Final = 1000


@dataclass(frozen=True, slots=True)
class ChainHall:
    """A hall of the chain, as the office enrols it.

    Attributes:
        hall: What the office calls it.
        name: Its name.
        company: Which company runs it.
        rules: Its rule set.
        nkey: With which it enters the message server.
        controller: The key that signs its checkpoints.
        time_zone: Where it is.
        game: What is played.
        entries: How many entries its book has.
    """

    hall: str
    name: str
    company: str
    rules: str
    nkey: str
    controller: str
    time_zone: str = "America/La_Paz"
    game: str = "bingo"
    entries: int = 0


def premises_of(number: int) -> Premises:
    """Return which hall of the chain a number is, from 1; its names and its series follow from it."""
    return Premises(
        name=f"sala-{number}",
        hall=f"Sala {number}",
        company=f"Compañía {(number - 1) // 4 + 1} S.R.L.",
        licence=f"RA-{number}",
        first_series=number * SERIES_A_HALL + 1,
    )


def make_hall(folder: Path, number: int, games: int, rules: str, start: datetime = START) -> ChainHall:
    """Play a night of one hall, and leave its things in a folder of its name.

    Args:
        folder: Where the halls' folders are.
        number: Which hall of the chain, from 1; its seed, its series and its names follow from it.
        games: How many games it plays.
        rules: Its rule set.
        start: The first moment.

    Raises:
        FileExistsError: The hall is there already.
    """
    premises = premises_of(number)
    rows, target = rule_set(rules), folder / premises.name
    cards = make_series(rows.variant, CARDS, number)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as beside:
        made = Path(beside) / premises.name
        with kept_book(made, before(rows, cards), premises, start + timedelta(seconds=number)) as book:
            simulate(games, min(SEATS, rows.seats), number, rows, cards, premises=premises, book=book)
        key = make_server_key(made / "chain.key")
        shutil.copytree(made, target)
    places = KeptPlaces(target)
    controller = Keystore(places.keys).controller()
    entries = sum(path.read_bytes().count(b"\n") for path in places.second.iterdir())
    verifier = verifier_of(ORIGIN.format(hall=premises.name), controller)
    names = (premises.name, premises.hall, premises.company)
    return ChainHall(*names, rules, public_nkey(key), str(verifier), entries=entries)


def make_chain(folder: Path, halls: int, games: int, processes: int = 2) -> Iterator[ChainHall]:
    """Play a night of every hall of a chain, of all rule sets in turn, and list them in ``halls.json``.

    Args:
        folder: Where; it is made.
        halls: How many.
        games: How many games each plays.
        processes: How many at a time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    numbers = range(1, halls + 1)
    told = list[ChainHall]()
    with started(processes) as pool:
        waiting = [
            pool.apply_async(make_hall, (folder, number, games, rules))
            for number, rules in zip(numbers, islice(cycle(PROFILES), halls), strict=True)
        ]
        for each in waiting:
            told.append(each.get())
            yield told[-1]
    listed = json.dumps([asdict(each) for each in told], ensure_ascii=False, indent=1)
    (folder / "halls.json").write_text(listed + "\n", "utf-8")


def main() -> None:
    """Make the books that the command line asks for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--halls", type=int, default=40)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--processes", type=int, default=2)
    given = options.parse_args()
    began = time.monotonic()
    for hall in make_chain(given.folder, given.halls, given.games, given.processes):
        print(
            f"{hall.hall}: {hall.rules}, {hall.entries} entries, {time.monotonic() - began:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
