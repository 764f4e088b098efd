"""The book of a simulated night: kept, signed and bound as a hall keeps its own, on the virtual clock.

It is a practice book: everybody knows its people's passphrase. Not responsible for what is played.
"""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Final

from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.program import program
from hallctl.app.vault import signatory
from hallctl.cli.scripts.sessions import PEOPLE, Premises
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.minutes.durable import make_folder
from hallctl.minutes.entry import stored_line
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.signed import kinds
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import Signer, Unlocked
from hallctl.minutes.volumes import Shelf, second_of, volumes_in
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.deciding.context import Answer
from hallctl.rules.refusals import Refusal
from hallctl.table.clock import SYNCHRONISED
from hallctl.table.keeper import Keeper
from hallctl.table.registrar import Keys, Registrar

ORIGIN: Final = "{hall}.simulacro/libro"
"""What the checkpoints call the book."""

_BOOT: Final = "simulate"
_ROUNDS: Final = 1_000
_ZONE: Final = timezone(timedelta(hours=-4))
_VALID: Final = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class KeptPlaces:
    """Where the things of a simulated night are, in one folder."""

    folder: Path

    @property
    def book(self) -> Path:
        """The volumes."""
        return self.folder / "libro"

    @property
    def second(self) -> Path:
        """The second media."""
        return self.folder / "segundo"

    @property
    def keys(self) -> Path:
        """The hall's keys."""
        return self.folder / "claves"


class _VirtualClock:
    """The clock of the simulation, whose first moment is told."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self.ms = 0

    def now(self) -> int:
        return self.ms

    def wall(self) -> datetime:
        return self._start + timedelta(milliseconds=self.ms)

    def quality(self) -> str:
        return SYNCHRONISED


@dataclass(slots=True)
class _AtHand:
    """Opens each person's key once: the simulated people type the same passphrase all night."""

    store: Keystore
    signers: dict[str, Signer] = field(default_factory=dict)

    def unlock(self, person: str, passphrase: str) -> Signer:
        """Return the signer."""
        if person not in self.signers:
            self.signers[person] = self.store.unlock(person, passphrase)
        return self.signers[person]


class KeptBook:
    """Decides as a hall's own table does: what the rules take is in the book before it is answered."""

    def __init__(self, keeper: Keeper, clock: _VirtualClock, unlocked: Unlocked) -> None:
        self._keeper = keeper
        self._clock = clock
        self._unlocked = unlocked

    def decide(self, issued: Issued, now: int) -> Answer:
        """Decide a command at a moment of the virtual clock, and minute what follows."""
        self._clock.ms = now
        if issued.actor.post is not Post.CONTROLLER:
            self._unlocked.unlock(issued.actor.person, PASSPHRASE, now)
        outcome = self._keeper.submit(issued)
        self._keeper.bind()
        return outcome if isinstance(outcome, Refusal) else outcome.events

    def day(self, now: int) -> str:
        """Return which day it is at a moment of the virtual clock."""
        self._clock.ms = now
        return self._clock.wall().date().isoformat()


@contextmanager
def kept_book(folder: Path, state: State, premises: Premises, start: datetime) -> Iterator[KeptBook]:
    """Keep a new book of a simulated night, with keys of its own and a second medium.

    Args:
        folder: Must not hold a book yet.
        state: Where the hall stands before its first entry.
        premises: Whose book it is.
        start: The first moment of the virtual clock.

    Raises:
        FileExistsError: There is something in the folder.
        ConfigError, MinutesError: The files cannot be written.
    """
    places = KeptPlaces(folder)
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder}: ya hay algo; elija otra carpeta")
    make_folder(folder)
    try:
        store = _made_keys(places.keys, premises, start)
    except SigningError as error:
        raise ConfigError([error.sentence]) from error
    clock, unlocked = _VirtualClock(start.astimezone(_ZONE)), Unlocked(_AtHand(store))
    people = tuple(signatory(holder) for holder in store.people())
    keys = Keys(
        ORIGIN.format(hall=premises.name),
        store.controller(),
        b64encode(store.authority).decode(),
        lambda: people,
        unlocked,
    )
    with Shelf.open(places.book, trusted=keys.verifier) as shelf:
        paperwork = BingoPaperwork(Letterhead("0", premises.place))
        registrar = Registrar(
            shelf, keys, program(), clock.quality, paperwork, signed=kinds(BINGO_RULES.name)
        )
        yield KeptBook(Keeper(BINGO_RULES, shelf, state, clock, _BOOT, registrar), clock, unlocked)
    _write_second(places)


def _write_second(places: KeptPlaces) -> None:
    """Write the second media at once: nobody lives through a power cut of a simulation."""
    make_folder(places.second)
    for volume in volumes_in(places.book):
        with read_only(volume) as connection, second_of(volume, places.second).open("xb") as medium:
            medium.writelines(stored_line(row) for row in stored_rows(connection))


def _made_keys(folder: Path, premises: Premises, start: datetime) -> Keystore:
    day = start.astimezone(UTC).replace(microsecond=0) - timedelta(days=1)
    validity = Validity(day, day + _VALID)
    store = Keystore.create(folder, premises.hall, premises.company, PASSPHRASE, validity, _ROUNDS)
    for post, person in PEOPLE.items():
        if post is not Post.CONTROLLER:
            store.enrol(person, [post.value], PASSPHRASE, PASSPHRASE, validity)
    return store
