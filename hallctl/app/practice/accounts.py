"""The accounts of the practice hall: made when they are missing, with a passphrase that everybody knows.

Not responsible for the accounts of a real hall: its director makes the first with ``hallctl people init``.
"""

from typing import Final

from hallctl.app.practice.alone import stand_ins
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.vault import Places
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.minutes.durable import make_folder
from hallctl.table.clock import SystemClock
from hallctl.web.access.auth import open_auth_service
from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets

PIN: Final = "271828"
"""The PIN of every person of a practice hall; it protects nothing."""

_CHEAP: Final = Cost(passes=1, memory_kib=64)
"""As with the rounds of the practice keys: what everybody knows need not be dear to guess."""


def prepare_accounts(setting: Setting) -> None:
    """Make accounts for everybody in a practice hall that has none yet.

    Raises:
        ConfigError: The hall is a real one.
        AccessError: They cannot be written.
    """
    if not setting.config.simulated:
        raise ConfigError([f"{setting.path}: cuentas de práctica solo con un aparato o una cámara simulados"])
    places, clock = Places(setting.directory), SystemClock()
    make_folder(setting.directory)
    with open_auth_service(places.accounts, places.security, clock.now, clock.wall, Hasher(_CHEAP)) as auth:
        if auth.store.accounts():
            return
        people = People(auth, "hallctl practice", "máquina")
        for person in setting.config.people:
            people.add(person.name, person.posts, Secrets(PASSPHRASE, PIN))
        for name, holders in stand_ins(setting).items():
            people.add(name, holders, Secrets(PASSPHRASE, PIN))
