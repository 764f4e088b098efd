"""Another process that keeps a book on two media, always the same one, and tells what is durable.

``main([ROOT, PLAN])`` takes the book up where it is and writes on to the end of the plan. What it prints is
a promise: ``entries VOLUME NUMBER`` or ``notes VOLUME COUNT`` is durable. On a ``MinutesError`` it prints
``stopped CODE``, tries once more, prints ``stopped CODE``, closes the book and gives 3; 4 where the second
try was not refused. With a third argument ``die`` it ends at once instead, and closes nothing.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes import Draft, MinutesError, Stamp
from hallctl.minutes.note import sign, verifier_of
from hallctl.minutes.opening import CLOSED, NAMES, OPENED
from hallctl.minutes.schema import FORMAT
from hallctl.minutes.signed import KINDS
from hallctl.minutes.volumes import Shelf
from tests.torture.keys import AUTHORITY, DIRECTOR, JEFE, PEOPLE, countersign

ORIGIN = "sala.example/libro"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TRUSTED = verifier_of(ORIGIN, KEY)

DIGEST = "d" * 64
OPEN, CLOSE, NOTE, REOPEN = "open", "close", "note", "reopen"
Step = str | tuple[int, int]
"""A diligence, a checkpoint, an orderly end with a new beginning, or how many entries of how many letters."""

SMALL: tuple[Step, ...] = (
    *(
        OPEN,
        (1, 20),
        (2, 150),
        NOTE,
        (5, 90),
        (1, 9_000),
        (3, 40),
        NOTE,
        REOPEN,
        (2, 700),
        (1, 20_000),
        (4, 10),
    ),
    *(CLOSE, NOTE, OPEN, (1, 30), (3, 3_000), NOTE, (1, 20), REOPEN, (5, 300), (1, 60), CLOSE, NOTE),
    *(OPEN, (2, 100), (1, 15_000), NOTE, (3, 20), (1, 50), REOPEN, (2, 20), (4, 1_000), NOTE),
)
"""Every kind of step, in books small enough to look at tens of thousands of them."""

SHORT: tuple[Step, ...] = (OPEN, (1, 20), NOTE, (2, 5_000), CLOSE, NOTE, OPEN, (3, 20), REOPEN, (1, 20))

LARGE: tuple[Step, ...] = (
    OPEN,
    *[(1, 700_000)] * 8,
    NOTE,
    (1, 20),
    REOPEN,
    (1, 20),
    *[(2, 400_000)] * 5,
    (1, 9),
)
"""Enough at once for SQLite to copy its log into the file by itself, and to begin the log again."""

LONG: tuple[Step, ...] = (OPEN, *[(1, 2_500)] * 200)
"""More than a small disk holds."""

PLANS = {"long": LONG, "small": SMALL, "short": SHORT, "large": LARGE}


def plan_of(name: str) -> tuple[Step, ...]:
    """Give a plan by its name, or a random one by its seed."""
    return PLANS[name] if name in PLANS else tuple(_drawn(random.Random(int(name))))


def _drawn(rng: random.Random) -> Iterator[Step]:
    for _ in range(2):
        yield OPEN
        for _ in range(rng.randint(6, 9)):
            letters = rng.choice((10, 60, 300, 300, 2_000, 5_000, 18_000))
            batch = (rng.randint(1, 5 if letters < 5_000 else 2), letters)
            choice: list[Step] = [NOTE, REOPEN, *[batch] * 6]
            yield rng.choice(choice)
        yield CLOSE
        yield NOTE


@dataclass(frozen=True, slots=True)
class Places:
    """Where a book is: each medium in a folder of its own."""

    root: Path

    @property
    def book(self) -> Path:
        return self.root / "disco" / "libro"

    @property
    def second(self) -> Path:
        return self.root / "llave"


class Scribe:
    """Keeps the book of a plan; whatever book it finds, it goes on with the step after the last one there."""

    def __init__(self, places: Places, plan: tuple[Step, ...], tell: Callable[[str], None]) -> None:
        self._places, self._plan, self._tell = places, plan, tell
        self.shelf = self._open()

    def go_on(self, steps: int) -> None:
        """Take so many more steps that append, and those between them."""
        for place in list(self._left())[:steps]:
            self._take(place, self._plan[place])

    def close(self) -> None:
        self.shelf.close()

    def _open(self) -> Shelf:
        shelf = Shelf.open(self._places.book, self._places.second, TRUSTED)
        self.shelf = shelf
        self._promise()
        return shelf

    def _left(self) -> Iterator[int]:
        requests = [entry.request for entry in self.shelf.entries()]
        done = int(requests[-1]) if requests else -1
        yield from range(done + 1, len(self._plan))

    def _take(self, place: int, step: Step) -> None:
        if step == REOPEN:
            self.shelf.close()
            self._open()
        elif step == NOTE:
            self._note()
        else:
            self.shelf.append(self._drafts(place, step), _stamp(place), countersign)
            self._promise()

    def _drafts(self, place: int, step: Step) -> list[Draft]:
        caused = (str(place), DIGEST)
        if step == OPEN:
            return [Draft(OPENED, self._opening(), f"director:{DIRECTOR}", *caused)]
        if step == CLOSE:
            proposed = Draft("ClosingProposed", {}, f"jefe:{JEFE}", *caused)
            return [proposed, Draft(CLOSED, {}, f"director:{DIRECTOR}", *caused)]
        assert not isinstance(step, str)
        count, letters = step
        return [
            Draft("BallDrawn", {"ball": at, "note": "ñ" + "x" * letters}, f"jefe:{JEFE}", *caused)
            for at in range(count)
        ]

    def _opening(self) -> dict[str, object]:
        end = self.shelf.ending()
        volume = 1 if end is None else end.volume + 1
        previous = None if end is None else asdict(end)
        return {
            "format": NAMES[FORMAT],
            "volume": volume,
            "origin": _origin(volume),
            "controller": str(TRUSTED),
            "authority": AUTHORITY,
            "people": PEOPLE,
            "signed": list(KINDS),
            "previous": previous,
        }

    def _note(self) -> None:
        book = self.shelf.book
        if book is None or book.last() is None:
            return
        book.keep_note(sign(ORIGIN, KEY, book.checkpoint(_origin(self.shelf.volume)).text))
        self._promise()

    def _promise(self) -> None:
        last, book = self.shelf.last(), self.shelf.book
        if last is not None and book is not None:
            self._tell(f"entries {self.shelf.volume} {last.number}")
            self._tell(f"notes {self.shelf.volume} {len(list(book.notes()))}")


def _origin(volume: int) -> str:
    return f"{ORIGIN}/tomo-{volume:04d}"


def _stamp(place: int) -> Stamp:
    return Stamp(f"2026-11-21T01:04:37.{place:03d}Z", -240, "synchronised", "boot-1")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Write, and tell."""
    places, plan = Places(Path(arguments[0])), plan_of(arguments[1])
    scribe = None
    try:
        scribe = Scribe(places, plan, _say)
        scribe.go_on(len(plan))
    except MinutesError as error:
        _say(f"stopped {error.code}")
        if arguments[2:] == ["die"]:
            os._exit(3)
        return 3 if scribe is None else _refused(scribe)
    finally:
        if scribe is not None:
            scribe.close()
    return 0


def _refused(scribe: Scribe) -> int:
    """Try once more, which has to be refused."""
    try:
        scribe.go_on(1_000)
    except MinutesError as error:
        _say(f"stopped {error.code}")
        return 3
    return 4
