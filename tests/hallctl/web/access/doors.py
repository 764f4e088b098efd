"""An authentication service on real files, with a clock that the test moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hallctl.web.access.auth import AuthService, Entered, open_auth_service
from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.words import Denied

CHEAP = Cost(passes=1, memory_kib=64)
MARTA, ANA, LUIS = "Marta Suárez", "Ana Quispe", "Luis Rojas"
PASSPHRASE, PIN = "una contraseña de prueba", "271828"
DESK = "127.0.0.1"


@dataclass
class Time:
    """Monotonic milliseconds, and a wall clock that may be set to anything."""

    ms: int = 0
    wall_of: datetime = field(default=datetime(2026, 11, 21, 20, 0, tzinfo=UTC))

    def now(self) -> int:
        return self.ms

    def wall(self) -> datetime:
        return self.wall_of

    def pass_(self, ms: int) -> None:
        self.ms += ms
        self.wall_of += timedelta(milliseconds=ms)


@contextmanager
def door_at(folder: Path, time: Time, cost: Cost = CHEAP) -> Iterator[AuthService]:
    """Open a service; its files stay in the folder."""
    files = folder / "cuentas.sqlite", folder / "seguridad.sqlite"
    with open_auth_service(*files, time.now, time.wall, Hasher(cost)) as auth:
        yield auth


def furnish(auth: AuthService) -> None:
    """Make a Director, a jefe and a locutor who sells."""
    people = People(auth, "tests", "máquina")
    assert people.begin(MARTA, [], Secrets(PASSPHRASE, PIN)) is None
    assert people.add(ANA, ["jefe"], Secrets(PASSPHRASE, PIN)) is None
    assert people.add(LUIS, ["vendedor", "locutor"], Secrets(PASSPHRASE)) is None


def enter(auth: AuthService, person: str = ANA, source: str = DESK) -> Entered:
    """Let a person in who knows her passphrase."""
    entered = auth.log_in(person, PASSPHRASE, "", source)
    assert isinstance(entered, Entered), entered
    return entered


def code(answer: object) -> str:
    """Return the code of a denial, empty for anything else."""
    return answer.code if isinstance(answer, Denied) else ""
