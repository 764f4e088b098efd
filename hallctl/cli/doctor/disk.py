"""Looks at the disks of the book: whether they can be written, have room, and are two.

Not responsible for what is on them.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from hallctl.app.vault import second_media
from hallctl.cli.doctor.finding import Finding, advice, good, missing, sentence_of
from hallctl.config.hall import Setting
from hallctl.i18n.sentences import _
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.medium_deadline import ANSWER_S, MediumThread

_MB: Final = 1_000_000
_TIGHT: Final = 4
"""How many times the least room there should be at an installation."""


def check_disks(setting: Setting) -> Iterator[Finding]:
    """Yield how the disk of the book and the second medium are."""
    least = setting.config.disk.minimum_free_mb
    directory = _standing(setting.directory)
    yield _room(_("disco del libro"), directory, least)
    second = second_media(setting)
    if second is None:
        yield advice(
            _("segundo soporte"), _("no hay ninguno"), _("Escriba [book] second: una carpeta de otro disco.")
        )
        return
    answer_s = setting.config.book.second_answer_s or ANSWER_S
    yield from check_second_medium(second, least, directory.stat().st_dev, answer_s)


def check_second_medium(second: Path, least: int, device: int, answer_s: float) -> list[Finding]:
    """Find how the folder of the second medium is, where it answers.

    Args:
        second: The folder.
        least: How much room there has to be, in MB.
        device: The disk of the book.
        answer_s: How long it may take to answer.
    """

    def look() -> list[Finding]:
        folder = _standing(second)
        findings = [_room(_("segundo soporte"), folder, least)]
        if folder.stat().st_dev == device:
            remedy = _("Póngalo en otro disco o en una memoria USB: los dos se pierden a la vez.")
            said = _("{folder} está en el mismo disco que el libro", folder=str(second.resolve()))
            findings.append(advice(_("segundo soporte"), said, remedy))
        return findings

    with closing(MediumThread(second, answer_s)) as medium:
        try:
            return medium.ask(look)
        except MinutesError as error:
            return [missing(_("segundo soporte"), sentence_of(error))]


def _standing(path: Path) -> Path:
    """Return the folder, or the nearest one above it that is there already."""
    return next(each for each in (path.resolve(), *path.resolve().parents) if each.exists())


def _room(part: str, folder: Path, least: int) -> Finding:
    free = shutil.disk_usage(folder).free // _MB
    if not os.access(folder, os.W_OK):
        said = _("no se puede escribir en {folder}", folder=str(folder))
        return missing(part, said, _("Dé la carpeta al usuario de la sala."))
    room = _("quedan {free} MB en {folder}", free=free, folder=str(folder))
    if free < least:
        said = _("{room}, hacen falta {least} (I14)", room=room, least=least)
        return missing(part, said, _("Libere sitio."))
    if free < _TIGHT * least:
        return advice(part, room, _("Libere sitio antes de que la sala se detenga."))
    return good(part, room)
