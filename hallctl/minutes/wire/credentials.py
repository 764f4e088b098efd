"""The files with which hall and office enter the message server: one's own key, and the servers' authority.

Not responsible for where they are, nor for connecting (``connection``).
"""

import ssl
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.errors import named_trouble, trouble
from hallctl.minutes.signing.files import read_certificate, read_key, sync, write_new


def make_server_key(path: Path) -> Ed25519PrivateKey:
    """Make a key for the message server in a file that only its owner reads.

    Raises:
        SigningError: KEY-EXISTS, or KEY-IO and KEY-MISSING of the file system.
    """
    key = Ed25519PrivateKey.generate()
    with named_trouble(path):
        try:
            write_new(path, pkcs8.plain(key))
        except FileExistsError:
            raise trouble("KEY-EXISTS", path=path) from None
        sync(path.parent)
    return key


def read_server_key(path: Path) -> Ed25519PrivateKey:
    """Read a key for the message server.

    Raises:
        SigningError: KEY-MISSING, KEY-OPEN where others can read it, KEY-DAMAGED, or KEY-IO.
    """
    key = read_key(path, None, path.name)
    if not isinstance(key, Ed25519PrivateKey):
        raise trouble("KEY-DAMAGED", path=path)
    return key


def server_tls(authority: Path) -> ssl.SSLContext:
    """Return with what a server is checked: its certificate is of this authority, and of its name.

    Raises:
        SigningError: KEY-MISSING, KEY-DAMAGED, or KEY-IO.
    """
    read_certificate(authority)
    try:
        context = ssl.create_default_context(cafile=authority)
    except (OSError, ValueError) as error:
        raise trouble("KEY-DAMAGED", path=authority) from error
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context
