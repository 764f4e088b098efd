"""Plays on a tiny disk until the book does not fit; ``test_faults`` runs it in a mount namespace."""

import os
import sys
from pathlib import Path

from hallctl.games.bingo.rules.commands.sale import AnnounceGame, SellCards
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.rules.commands.running import ContinuePlay
from tests.hallctl.table.bench import Bench


def main(directory: Path) -> None:
    acknowledged = 0
    with Bench(directory) as bench:
        bench.open_session()
        ballast = directory / "ballast"
        free = os.statvfs(directory)
        ballast.write_bytes(b"\0" * max(0, free.f_bavail * free.f_frsize - 60_000))
        bench.do(AnnounceGame("A-1042"))
        try:
            for _ in range(500):
                bench.do(SellCards(1))
                acknowledged = bench.bulletin.newest().entry
        except MinutesError as error:
            print(error)
        bench._thread.join(10)
        assert isinstance(bench.failure, MinutesError)
        ballast.unlink()
        bench.start()
        bench.until(lambda state: state.suspended)
        bench.do(ContinuePlay(), SellCards(1))
    numbers = [entry.number for entry in read_entries(bench.book_path)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > acknowledged > 0
    assert verify(bench.book_path).ok
    print("nothing lost")


main(Path(sys.argv[1]))
