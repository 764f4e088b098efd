"""Makes a hall by its plan: in a hidden folder beside, which gets its name when everything is in it.

Not responsible for what the plan says, nor for telling anybody the passphrases.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from hallctl import BUILT
from hallctl.app.installing.initial import new_passphrase
from hallctl.app.installing.plan import HALL_FILE, Plan
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.matrix_file import export_csv
from hallctl.games.bingo.variants import library
from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.durable import make_folder, sync_folder
from hallctl.minutes.private import FOLDER, only_ours, opener
from hallctl.minutes.signing.certificates import CONSOLE_DAYS, Validity
from hallctl.minutes.signing.console import certify_console
from hallctl.minutes.signing.errors import refused
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.pkcs8 import ROUNDS
from hallctl.rules.text import composed
from hallctl.table.clock import SystemClock
from hallctl.web.access.auth import open_auth_service
from hallctl.web.access.hashing import Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.words import AccessError

AUTHORITY: Final = ""
"""Under whose name the passphrase of the hall's authority is kept: nobody's."""

_YEARS: Final = 10
_OF_PEOPLE: Final = 2
_SEEDS: Final = 1 << 31


class FolderTakenError(Exception):
    """There is something where the hall is to be; the sentence says what to do."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Strength:
    """What it costs to guess a passphrase; tests take less.

    Attributes:
        hasher: Of the accounts' passphrases.
        rounds: Of PBKDF2, for keys.
    """

    hasher: Hasher | None = None
    rounds: int = ROUNDS


@dataclass(frozen=True, slots=True)
class Made:
    """A hall that is there.

    Attributes:
        config: Its configuration.
        passphrases: Everybody's first one, by name; the authority's under no name.
    """

    config: Path
    passphrases: Mapping[str, str] = field(repr=False)


def demand_free(folder: Path) -> None:
    """Demand that nothing is where a hall is to be made.

    Raises:
        FolderTakenError: There is a hall, or something else.
    """
    if (folder / HALL_FILE).exists():
        raise FolderTakenError(
            _(
                "En {folder} ya hay una sala, y no se toca. Cámbiela en su {file}; para otra sala, diga otra "
                "carpeta: «hallctl init CARPETA».",
                folder=str(folder),
                file=HALL_FILE,
            )
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderTakenError(
            _("{folder} no está vacía. Diga otra carpeta: «hallctl init CARPETA».", folder=str(folder))
        )


def make_hall(
    plan: Plan,
    folder: Path,
    answers: str,
    chosen: Mapping[str, str] | None = None,
    strength: Strength | None = None,
    say: Callable[[Sentence], None] = lambda _: None,
    hand_over: Callable[[Mapping[str, str]], None] = lambda _: None,
) -> Made:
    """Make a hall: whole, or not at all.

    Args:
        plan: What it consists of.
        folder: Where; it may be there if it is empty.
        answers: What is kept of the answers, as text.
        chosen: Passphrases that were chosen, by name; others are made.
        strength: What guessing them costs.
        say: Hears what is done.
        hand_over: Is given the passphrases before the hall gets its name; what it raises leaves no hall.

    Raises:
        FolderTakenError: There is something in the folder.
        ConfigError: The configuration that would be written has faults.
        SigningError, AccessError: Keys or accounts cannot be made.
        OSError: Something cannot be written.
    """
    strength, names = strength or Strength(), [AUTHORITY, *(person.name for person in plan.people)]
    passphrases = {name: (chosen or {}).get(name) or new_passphrase() for name in names}
    make_folder(folder.parent)
    with _alone(folder.parent), only_ours():
        demand_free(folder)
        part = folder.with_name(f".{folder.name}.part")
        if part.exists():  # of one that was cut short: nobody was told its passphrases
            shutil.rmtree(part)
        try:
            part.mkdir(FOLDER)
            _write(plan, part, answers, say)
            _check(part, folder)
            say(_("Se hacen las claves y los certificados."))
            _keys(plan, part, passphrases, strength)
            say(_("Se hacen las cuentas."))
            _accounts(plan, part, passphrases, strength)
            _give(part, folder.parent)
            hand_over(passphrases)
            part.rename(folder)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
        sync_folder(folder)
    return Made(folder / HALL_FILE, passphrases)


@contextmanager
def _alone(parent: Path) -> Iterator[None]:
    """Let no other program make a hall beside, meanwhile."""
    held = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise FolderTakenError(_("Otro «hallctl init» trabaja en {folder}.", folder=str(parent))) from error
    finally:
        os.close(held)


def _write(plan: Plan, part: Path, answers: str, say: Callable[[Sentence], None]) -> None:
    for name, text in {**plan.files, "respuestas.toml": answers}.items():
        _put(part / name, text.encode())
    for name, source in plan.copies.items():
        _put(part / name, Path(source).expanduser().read_bytes())
    if plan.cards is not None:
        cards = plan.cards
        say(_("Cartones que se hacen: {count}.", count=cards.count))
        seed = int.from_bytes(os.urandom(4)) % _SEEDS
        matrix = make_series(library.variant(cards.variant), cards.count, seed, lambda _: None)
        _put(part / cards.matrix, export_csv(matrix).encode("ascii"))


def _put(path: Path, content: bytes) -> None:
    make_folder(path.parent)
    with open(path, "xb", opener=opener) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path)


def _check(part: Path, folder: Path) -> None:
    """Read the new configuration as the hall will; its faults are told with the place that it will have."""
    try:
        load(part / HALL_FILE)
    except ConfigError as error:
        raise ConfigError([each.replace(str(part), str(folder)) for each in error.problems]) from error


def _keys(plan: Plan, part: Path, passphrases: Mapping[str, str], strength: Strength) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    if now < BUILT:
        raise refused("KEY-CLOCK", now=f"{now:%Y-%m-%d %H:%M}", built=f"{BUILT:%Y-%m-%d}")
    of_hall, of_people = (Validity(now, now + timedelta(days=365 * each)) for each in (_YEARS, _OF_PEOPLE))
    authority = passphrases[AUTHORITY]
    store = Keystore.create(part / plan.keys, plan.hall, plan.company, authority, of_hall, strength.rounds)
    for person in plan.people:
        store.enrol(person.name, person.posts, passphrases[person.name], authority, of_people)
    if plan.hosts:
        since = now - timedelta(days=1)  # the clock of a tablet may be behind
        certify_console(store, plan.hosts, authority, Validity(since, since + timedelta(days=CONSOLE_DAYS)))


def _give(part: Path, parent: Path) -> None:
    """Give what root has made to whose place it lies in: the hall's own user reads it."""
    owner = parent.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        for path in (part, *part.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _accounts(plan: Plan, part: Path, passphrases: Mapping[str, str], strength: Strength) -> None:
    clock = SystemClock()
    places = Places(load(part / HALL_FILE).directory)
    make_folder(places.directory)
    with open_auth_service(places.accounts, places.security, clock.now, clock.wall, strength.hasher) as auth:
        people = People(auth, "hallctl init", "máquina")
        for person in plan.people:
            why = people.add(person.name, person.posts, Secrets(passphrases[person.name], initial=True))
            if why is not None:
                said = _("{name}: {said}", name=composed(person.name), said=why.sentence)
                raise AccessError(why.code, said)
