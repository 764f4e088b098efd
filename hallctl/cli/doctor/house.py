"""Looks at what is not a device: room on disk, clock, keys, accounts, certificate, legibility.

Not responsible for whether the book verifies: ``hallctl book verify`` does that.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl import BUILT
from hallctl.app.remote import find_remote_access
from hallctl.app.timely import REMEDY, clock_problems
from hallctl.app.vault import Places, named_certificates, read_keys, second_media
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.config.hall import Setting
from hallctl.config.legible import illegible
from hallctl.config.problems import ConfigError
from hallctl.devices.expiry import ending
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.medium_thread import ANSWER_S, MediumThread
from hallctl.minutes.signing.errors import SigningError
from hallctl.table.clock import SYNCHRONISED, UNKNOWN, Clock
from hallctl.web.access.store import Store
from hallctl.web.access.words import AccessError

_MB: Final = 1_000_000
_TIGHT: Final = 4
"""How many times the least room there should be at an installation."""


def check_house(setting: Setting, clock: Clock, built: datetime = BUILT) -> Iterator[Finding]:
    """Yield how the hall's own things are.

    Args:
        setting: The configuration.
        clock: The machine's.
        built: When the program was made, aware.
    """
    yield from _disks(setting)
    yield _clock(setting, clock, built)
    yield _keys(setting)
    yield from _certificates(setting, clock.wall())
    yield _accounts(Places(setting.directory).accounts)
    yield _console(setting, clock.wall())
    yield _legibility(setting)
    if setting.config.simulated:
        yield advice(
            "simulacro",
            "hay un aparato simulado: el libro es de práctica",
            "Quite «simulated» de la configuración.",
        )


def _disks(setting: Setting) -> Iterator[Finding]:
    least = setting.config.disk.minimum_free_mb
    directory = _standing(setting.directory)
    yield _room("disco del libro", directory, least)
    second = second_media(setting)
    if second is None:
        yield advice("segundo soporte", "no hay ninguno", "Escriba [book] second: una carpeta de otro disco.")
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
        findings = [_room("segundo soporte", folder, least)]
        if folder.stat().st_dev == device:
            remedy = "Póngalo en otro disco o en una memoria USB: los dos se pierden a la vez."
            said = f"{second.resolve()} está en el mismo disco que el libro"
            findings.append(advice("segundo soporte", said, remedy))
        return findings

    with closing(MediumThread(second, answer_s)) as medium:
        try:
            return medium.ask(look)
        except MinutesError as error:
            return [missing("segundo soporte", error.sentence)]


def _standing(path: Path) -> Path:
    """Return the folder, or the nearest one above it that is there already."""
    return next(each for each in (path.resolve(), *path.resolve().parents) if each.exists())


def _room(part: str, folder: Path, least: int) -> Finding:
    free = shutil.disk_usage(folder).free // _MB
    if not os.access(folder, os.W_OK):
        return missing(part, f"no se puede escribir en {folder}", "Dé la carpeta al usuario de la sala.")
    if free < least:
        return missing(part, f"quedan {free} MB en {folder}, hacen falta {least} (I14)", "Libere sitio.")
    if free < _TIGHT * least:
        return advice(part, f"quedan {free} MB en {folder}", "Libere sitio antes de que la sala se detenga.")
    return good(part, f"quedan {free} MB en {folder}")


def _clock(setting: Setting, clock: Clock, built: datetime) -> Finding:
    moment, quality = clock.wall(), clock.quality()
    said = f"{moment:%Y-%m-%d %H:%M:%S %z}"
    problems = list(clock_problems(setting, moment, built))
    if problems:
        return missing("reloj", "; ".join([said, *problems]), REMEDY)
    if quality == UNKNOWN:
        remedy = "Póngale una pila (RTC) o active systemd-timesyncd (docs/operations.md)."
        return advice("reloj", f"{said}, no se sabe si está en hora", remedy)
    return good("reloj", f"{said}, {'sincronizado' if quality == SYNCHRONISED else 'con pila'}")


def _certificates(setting: Setting, at: datetime) -> Iterator[Finding]:
    with suppress(SigningError):
        for told in ending(named_certificates(setting), at):
            yield advice("certificados", told, "«hallctl keys enrol --replace», «hallctl keys console».")


def _keys(setting: Setting) -> Finding:
    try:
        keys = read_keys(setting)
    except SigningError as error:
        return missing("claves", error.sentence)
    if keys is None:
        return advice("claves", "la sala no tiene: nada se firma", "Escriba [keys] y «hallctl keys init».")
    return good("claves", f"de {len(keys.people())} personas, origen {keys.origin}")


def _accounts(path: Path) -> Finding:
    remedy = "«hallctl people init NOMBRE» hace la primera."
    if not path.exists():
        return missing("cuentas", "todavía nadie puede entrar a la consola", remedy)
    try:
        with closing(Store(path)) as store:
            accounts = [each for each in store.accounts() if each.enabled]
    except AccessError as error:
        return missing("cuentas", error.sentence)
    if not any(each.director for each in accounts):
        return missing("cuentas", "ningún Director puede entrar", remedy)
    return good("cuentas", f"{len(accounts)} personas pueden entrar")


def _console(setting: Setting, at: datetime) -> Finding:
    try:
        entrance = find_remote_access(setting, at)
    except ConfigError as error:
        return missing("consola", "; ".join(error.problems))
    if entrance.warning:
        return advice("consola", entrance.warning, "")
    return good("consola", entrance.url + ("" if entrance.section.remote else ", solo en esta máquina"))


def _legibility(setting: Setting) -> Finding:
    if setting.config.hall.farthest_seat_m is None:
        remedy = "Mida y escriba [hall] farthest_seat_m y la altura de cada pantalla (docs/screens.md)."
        return advice("lectura", "no se sabe a qué distancia está el último asiento", remedy)
    problems = list(illegible(setting))
    if problems:
        return missing("lectura", "; ".join(problems), "Pantallas mayores, o más cerca (AJ-37).")
    return good("lectura", "los cuatro datos se leen desde el último asiento")
