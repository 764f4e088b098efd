"""Another process whose hall loses its second medium in mid-game, goes on, and has it back.

``main([ROOT, …])`` takes these turns, one after the other: ``play`` has two things minuted, ``away`` moves
the second medium away, ``back`` moves it back and waits until it is whole. ``done ENTRY`` is a promise.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.rules.commands.running import ReportSettings
from hallctl.rules.refusals import Refusal
from hallctl.table.media import RETRY_S
from tests.hallctl.games.bingo.rules.night import RULES
from tests.hallctl.table.virtual import VirtualHall
from tests.torture.scribe import Places

_PATIENCE_S = 60


def away(places: Places) -> Path:
    """Give where the second medium is while it is away."""
    return places.root / "fuera"


def begin(places: Places, setting: str, boot: str) -> VirtualHall:
    """Start a controller on the book that is there."""
    shelf = Shelf.open(places.book, places.second, None, setting == "continue")
    rules = replace(RULES, second_medium=setting)
    return VirtualHall(places.book / volume_name(1), boot, rules=rules, shelf=shelf)


def play(hall: VirtualHall, number: int) -> int:
    """Have something minuted and acknowledged; return the newest entry."""
    done = hall.keeper.report(ReportSettings("cámara", f"{hall.keeper.entry} {number}"))
    assert not isinstance(done, Refusal)
    hall.tick()
    return int(hall.keeper.entry)


def await_whole(hall: VirtualHall) -> None:
    """Let the hall turn until the medium holds everything again."""
    hall.tick(2 * RETRY_S)
    deadline = time.monotonic() + _PATIENCE_S
    while hall.state.medium_lost is not None:
        assert time.monotonic() < deadline, f"never whole again: {hall.state.medium_lost}"
        time.sleep(0.001)
        hall.tick()


def main(arguments: list[str]) -> int:
    """Take the turns, and tell."""
    places = Places(Path(arguments[0]))
    hall = begin(places, "continue", "b1")
    _say(f"done {hall.keeper.entry}")
    for number, turn in enumerate(arguments[1:]):
        match turn:
            case "away":
                places.second.rename(away(places))
            case "back":
                away(places).rename(places.second)
                await_whole(hall)
            case _:
                for each in range(2):
                    _say(f"done {play(hall, 10 * number + each)}")
    hall.end()
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
