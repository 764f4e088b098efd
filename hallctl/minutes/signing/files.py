"""The files of the keys' folder: read with what is wrong named, written for nobody else, and in pairs.

Not responsible for what a key may do, nor for which files there are.
"""

import os
import pwd
import stat
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.errors import named_trouble, refused, trouble


def demand_private(folder: Path) -> None:
    """See that the folder is there, ours, and closed to others.

    Raises:
        KeyFileError: KEY-MISSING, KEY-DAMAGED where it is no folder, KEY-OPEN, KEY-OWNER, or KEY-IO.
    """
    with named_trouble(folder):
        status = folder.stat()
    if not stat.S_ISDIR(status.st_mode):
        raise trouble("KEY-DAMAGED", path=folder)
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise trouble("KEY-OPEN", path=folder)
    if status.st_uid not in _owners(folder):
        raise trouble("KEY-OWNER", path=folder, owner=_user(status.st_uid))


def _owners(folder: Path) -> set[int]:
    """Return whose a folder of keys may be: ours; root also acts in a hall that is another user's."""
    with named_trouble(folder.parent):
        return {os.geteuid()} if os.geteuid() else {0, folder.parent.stat().st_uid}


def _user(uid: int) -> str:
    """Name a user as ``sudo -u`` takes it."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"'#{uid}'"


def read_certificate(path: Path) -> bytes:
    """Read a certificate, PEM, and give it as DER.

    Raises:
        KeyFileError: KEY-MISSING, KEY-DAMAGED, or KEY-IO.
    """
    content, _ = _read(path)
    try:
        return der(x509.load_pem_x509_certificate(content))
    except (ValueError, x509.InvalidVersion) as error:
        raise trouble("KEY-DAMAGED", path=path) from error


def read_key(path: Path, passphrase: str | None, name: str) -> pkcs8.PrivateKey:
    """Read a private key that nobody else can.

    Args:
        path: The file.
        passphrase: What opens it, None where it is not encrypted.
        name: Whose it is, for the sentence about a wrong passphrase.

    Raises:
        SigningError: KEY-PASSPHRASE, KEY-OPEN, KEY-MISSING, KEY-DAMAGED, or KEY-IO.
    """
    content, mode = _read(path)
    if mode & 0o077:
        raise trouble("KEY-OPEN", path=path)
    try:
        return pkcs8.opened(content, passphrase)
    except pkcs8.WrongPassphraseError as error:
        raise refused("KEY-PASSPHRASE", name=name) from error
    except ValueError as error:
        raise trouble("KEY-DAMAGED", path=path) from error


def _read(path: Path) -> tuple[bytes, int]:
    """Read a plain file; give its content and its mode.

    Root reads what the hall's user has put there, and anything may lie there: a pipe would keep root waiting,
    and a link would have root read what that user may not.
    """
    with named_trouble(path):
        trusted = path.parent.stat().st_uid in {0, os.geteuid()}
        if path.is_symlink() and not trusted:
            raise trouble("KEY-DAMAGED", path=path)
        flags = os.O_RDONLY | os.O_NONBLOCK | (0 if trusted else os.O_NOFOLLOW)
        with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode):
                raise trouble("KEY-DAMAGED", path=path)
            return file.read(), stat.S_IMODE(mode)


def der(certificate: x509.Certificate) -> bytes:
    """Give the certificate as DER."""
    return certificate.public_bytes(Encoding.DER)


def pem(certificate: x509.Certificate) -> bytes:
    """Give the certificate as PEM."""
    return certificate.public_bytes(Encoding.PEM)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, for its folder's owner alone, down to the disk."""
    with open(path, "xb", opener=_private) as file:
        _give(file.fileno(), path.parent)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def make_folder(path: Path) -> None:
    """Make a folder that is not there yet, for its owner alone: whose the folder is in which it lies."""
    path.mkdir(mode=0o700)
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _give(descriptor, path.parent)
    finally:
        os.close(descriptor)


def _give(descriptor: int, folder: Path) -> None:
    """Give what root has just made to whose folder it lies in: the hall's own user reads it."""
    owner = folder.stat()
    if os.geteuid() == 0 and os.fstat(descriptor).st_uid != owner.st_uid:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def sync(folder: Path) -> None:
    """Take the names in a folder down to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def part_of(path: Path) -> Path:
    """Name the file in which the new content waits for its place."""
    return path.with_name(f".{path.name}.part")


def replace_pair(key: Path, key_content: bytes, certificate: Path, certificate_content: bytes) -> None:
    """Put a key and its certificate in the place of those that are there: both or neither.

    The key's own rename is what counts. What ends the program after it, Ctrl-C or the power, leaves the new
    certificate in its ``part_of``, whole, for who reads the pair next.
    """
    waiting = {part_of(key): key_content, part_of(certificate): certificate_content}
    try:
        for part, content in waiting.items():
            part.unlink(missing_ok=True)
            write_new(part, content)
        sync(key.parent)
        part_of(key).replace(key)
        sync(key.parent)  # a disk may keep the second name and lose the first
        part_of(certificate).replace(certificate)
    except BaseException:
        if part_of(key).exists():
            for part in waiting:
                part.unlink(missing_ok=True)
        raise
    sync(key.parent)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
