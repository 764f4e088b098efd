"""What a hall consists of, given by root to the service's user, who may have changed it since the last time.

That user must get nothing more than the hall: no folder of the system's is given, and what is given is
reached through no link that the user could have laid. Not responsible for who the user is.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from hallctl.app.vault import second_media
from hallctl.cli.book.errors import BookError
from hallctl.cli.copies.named import files_of, named_files
from hallctl.config.found import SYSTEM
from hallctl.config.hall import Setting
from hallctl.config.tomlfile import read_toml

_SHARED: Final = frozenset(
    {"/", "/home", "/media", "/opt", "/run", "/run/media", "/srv", "/tmp"}
    | {"/var", "/var/lib", "/var/log", "/var/tmp"}
)
"""Folders in which a hall may have its own, and that are nobody's."""

_OF_THE_SYSTEM: Final = frozenset(
    {"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/root", "/sbin", "/sys", "/usr"}
)
"""Folders in which all is the system's, but for the hall's own in /etc."""

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


def hand_over(setting: Setting, uid: int, gid: int) -> None:
    """Give what a hall consists of to a user.

    Raises:
        BookError: A folder is the system's or behind somebody's link, or the disk refuses.
    """
    for folder in sorted(owned_trees(setting)):
        with _named(folder), _opened(folder) as descriptor:
            _demand_own(descriptor, folder)
            _give_tree(descriptor, uid, gid)
    for path in sorted(owned_singly(setting)):
        is_folder = path.is_dir()
        with _named(path), _opened(path if is_folder else path.parent) as descriptor:
            if is_folder:
                _demand_own(descriptor, path)
                os.fchown(descriptor, uid, gid)
            else:
                os.chown(path.name, uid, gid, dir_fd=descriptor, follow_symlinks=False)


def owned_trees(setting: Setting) -> set[Path]:
    """Return the folders that are given with all that is in them: data, keys, second medium."""
    section = setting.config.keys
    keys = None if section is None else setting.beside(section.directory)
    folders = {setting.directory, second_media(setting), keys}
    return {folder for folder in folders if folder is not None and folder.is_dir()}


def owned_singly(setting: Setting) -> set[Path]:
    """Return what else is given: the configuration, its folder, and the files that it names."""
    found = {setting.path}
    if setting.path.parent != SYSTEM.parent:
        found.add(setting.path.parent)
    for named in named_files(setting.path, read_toml(setting.path)):
        if named.path.resolve().is_relative_to(setting.path.parent.resolve()):
            found |= {path for _, path in files_of(named)}
    return found


def _give_tree(folder: int, uid: int, gid: int) -> None:
    """Give an opened folder and what is in it; a link is given itself, and nothing behind it."""
    os.fchown(folder, uid, gid)
    for _, folders, files, inside in os.fwalk(".", dir_fd=folder, onerror=_raise):
        for name in (*folders, *files):
            with suppress(FileNotFoundError):  # a hall that runs takes files away
                os.chown(name, uid, gid, dir_fd=inside, follow_symlinks=False)


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Open a folder, name by name: a link is followed only where nobody but root could have laid it."""
    descriptor = os.open("/", _FOLDER)
    try:
        for name in folder.absolute().parts[1:]:
            status = os.fstat(descriptor)
            of_root = status.st_uid == 0 and not status.st_mode & 0o022
            inner = os.open(name, _FOLDER | (0 if of_root else os.O_NOFOLLOW), dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


def _demand_own(descriptor: int, folder: Path) -> None:
    """See that an opened folder can be a hall's."""
    real = Path(f"/proc/self/fd/{descriptor}").readlink()
    of_system = any(real.is_relative_to(each) for each in _OF_THE_SYSTEM)
    if str(real) in _SHARED or (of_system and not real.is_relative_to(SYSTEM.parent)):
        sentence = f"{folder}: es una carpeta del sistema y no se da a nadie"
        raise BookError(f"{sentence}. Ponga la sala en una carpeta suya.")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn what the operating system reports inside the block into a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENOTDIR}:
            sentence = f"{path}: se llega por un enlace que pudo poner otro usuario"
            raise BookError(f"{sentence}. Ponga en la configuración la carpeta misma.") from error
        sentence = f"{path}: no se pudo dar al usuario de la sala ({error.strerror})"
        raise BookError(f"{sentence}. Una memoria sin dueños se monta con uid=hallctl.") from error
