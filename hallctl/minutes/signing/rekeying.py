"""A person's new passphrase on the key that they have: the certificate stays.

Not responsible for new keys (``keystore``), nor for who may ask.
"""

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.errors import named_trouble
from hallctl.minutes.signing.files import part_of, sync, write_new
from hallctl.minutes.signing.keystore import Keystore


def change_passphrase(store: Keystore, person: str, old: str, new: str) -> None:
    """Put a new passphrase in the place of the old one.

    Args:
        store: The hall's keys.
        person: Whose key.
        old: What opens it now.
        new: At least eight characters.

    Raises:
        SigningError: KEY-UNKNOWN, KEY-PASSPHRASE, KEY-TOKEN-PLACE where the key is on a token, KEY-SHORT, or
            what speaks against the folder; the key is then as it was.
    """
    key = store.unlock(person, old).key
    path = store.key_file(person)
    content, part = pkcs8.encrypted(key, new, store.rounds), part_of(path)
    with named_trouble(store.folder):
        try:
            part.unlink(missing_ok=True)
            write_new(part, content)
            sync(path.parent)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        sync(path.parent)
