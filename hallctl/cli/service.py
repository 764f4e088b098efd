"""The command `hallctl install-service`: a machine made the hall's appliance, and unmade.

It writes units, udev rules, the hall's user, its folders and the log's bounds as files, and has systemd take
them up. What a package has put under /usr/lib already is not written again. Not responsible for the
configuration, which it only reads, nor for the hall's data, which it never touches.
"""

import os
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Annotated, Final

import typer

from hallctl.app.setting import load
from hallctl.app.vault import second_media
from hallctl.cli.book.errors import NOT_WHOLE, BookError, report_errors
from hallctl.cli.handing import hand_over
from hallctl.cli.terminal import print_lines
from hallctl.config.found import SYSTEM
from hallctl.config.hall import Setting

HALL: Final = "hallctl.service"
SCREENS: Final = "hallctl-screens.service"
DATA: Final = Path("/var/lib/hallctl")
USER: Final = "hallctl"

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    f"units/{HALL}": ("systemd/system", HALL),
    f"units/{SCREENS}": ("systemd/system", SCREENS),
    "udev/70-hallctl.rules": ("udev/rules.d", "70-hallctl.rules"),
    "machine/sysusers.conf": ("sysusers.d", "hallctl.conf"),
    "machine/tmpfiles.conf": ("tmpfiles.d", "hallctl.conf"),
    "machine/journald.conf": ("systemd/journald.conf.d", "hallctl.conf"),
}
"""What of ours goes where, below /etc or /usr/lib."""

_WRITES: Final = PurePath("etc/systemd/system") / f"{HALL}.d" / "medios.conf"
_HIDDEN: Final = ("/home", "/root", "/run/user")
"""What ProtectHome= hides from the units."""


def install_command(
    config: Annotated[Path, typer.Option("--config", help="La configuración de la sala.")] = SYSTEM,
    root: Annotated[
        Path,
        typer.Option("--root", help="Escribe en este árbol y no toca la máquina: para paquetes e imágenes."),
    ] = Path("/"),
    program: Annotated[
        Path | None, typer.Option("--program", help="El programa que arranca el servicio; si no, este.")
    ] = None,
    vendor: Annotated[
        bool, typer.Option("--vendor", help="En /usr/lib, como un paquete, y no en /etc.")
    ] = False,
    show: Annotated[bool, typer.Option("--print", help="Muestra lo que escribiría, y no escribe.")] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Quita el servicio; ni el libro ni la configuración.")
    ] = False,
) -> None:
    """Hace de esta máquina la de la sala: servicio, usuario, dispositivos, registro."""
    with report_errors():
        started = program or Path(sys.prefix) / "bin/hallctl"
        setting = load(config) if config.is_file() and not vendor else None
        wanted = wanted_files(started, config, setting, vendor=vendor)
        if show:
            for name, text in wanted.items():
                print_lines(f"# /{name}", *text.splitlines(), "")
            return
        if remove:
            _remove(root, wanted)
            return
        problem = _problem(started, root) or _problem(config, root)
        if problem:
            raise BookError(problem)
        written = list(_write(root, wanted))
        print_lines(*(f"{root / name}: escrito." for name in written))
        if root == Path("/"):
            _take_up(setting)


def wanted_files(
    program: Path, config: Path, setting: Setting | None, *, vendor: bool = False
) -> dict[str, str]:
    """Return each file of the service by its place below the root.

    Args:
        program: The installed `hallctl`.
        config: The configuration that the units name.
        setting: What it says, None where there is none yet.
        vendor: Whether they lie where a package puts them.
    """
    base = "usr/lib" if vendor else "etc"
    found = {}
    for source, (folder, name) in _PLACES.items():
        text = files("hallctl.app.service").joinpath(source).read_text("utf-8")
        text = re.sub(r"^ExecStart=\S+", f"ExecStart={program}", text, flags=re.MULTILINE)
        found[f"{base}/{folder}/{name}"] = text.replace(str(SYSTEM), str(config))
    writable = [] if setting is None else list(_writable(setting))
    if writable:
        lines = ["# Where the hall's configuration has it write, beside /var/lib/hallctl.", "[Service]"]
        # With "-": a medium that is away keeps nobody from starting; the rules decide (second_medium).
        lines += [f"ReadWritePaths=-{_unit_text(path)}" for path in writable]
        found[str(_WRITES)] = "\n".join(lines) + "\n"
    return found


def _writable(setting: Setting) -> Iterator[Path]:
    """Yield the folders that a hall writes to outside its usual one."""
    for path in (setting.directory, second_media(setting)):
        if path is not None and not path.resolve().is_relative_to(DATA):
            yield path.resolve()


def _unit_text(path: Path) -> str:
    escaped = str(path).replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if " " in escaped else escaped


def _problem(path: Path, root: Path) -> str:
    """Return why the service cannot be installed with a program or a configuration; empty where it can."""
    if root != Path("/"):
        return ""
    if any(path.resolve().is_relative_to(hidden) for hidden in _HIDDEN):
        places = "el programa en /opt/hallctl, la sala en /etc/hallctl o /srv"
        return f"{path}: el servicio no ve las carpetas de las personas; ponga {places}."
    if not path.is_file() and path != SYSTEM:
        return f"{path}: no está."
    if os.geteuid():
        return "Esto lo hace el administrador de la máquina: sudo hallctl install-service"
    if not shutil.which("systemd-sysusers"):
        return "Falta systemd-sysusers: instale systemd (apt install systemd)."
    return ""


def _write(root: Path, wanted: Mapping[str, str]) -> Iterator[str]:
    """Write what is not there yet; yield the names."""
    for name, text in wanted.items():
        package = root / re.sub(r"^etc/", "usr/lib/", name)
        place = root / name
        if any(each.is_file() and each.read_text("utf-8") == text for each in (package, place)):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
        place.chmod(0o644)
        yield name


def _take_up(setting: Setting | None) -> None:
    """Have systemd make the user and the folders, and start what the configuration names."""
    _run("systemd-sysusers")
    _run("systemd-tmpfiles", "--create", "hallctl.conf")
    if setting is not None:
        hall = pwd.getpwnam(USER)
        hand_over(setting, hall.pw_uid, hall.pw_gid)
        print_lines(f"La sala es ahora del usuario «{USER}»: sus órdenes van con «sudo -u {USER} hallctl …».")
    if not Path("/run/systemd/system").is_dir():
        print_lines("systemd no está en marcha aquí: el servicio arranca con la máquina.")
        return
    _run("udevadm", "control", "--reload")
    _run("udevadm", "trigger")
    _run("systemctl", "daemon-reload")
    _run("systemctl", "try-restart", "systemd-journald.service")
    if setting is None:
        print_lines(f"Falta la configuración: con {SYSTEM} puesta, dé otra vez esta orden.")
        return
    enable(_units(setting))
    print_lines("La sala está en marcha: systemctl status hallctl")


def enable(units: Sequence[str]) -> None:
    """Have units start with the machine and now, once all that they need is on the disk.

    Raises:
        BookError: systemd refuses.
    """
    # Where no power cut undoes it: the link is written last, and one that is there stands for the rest.
    os.sync()
    _run("systemctl", "enable", "--now", *units)


def _units(setting: Setting) -> Sequence[str]:
    return (HALL, SCREENS) if setting.config.screens else (HALL,)


def _remove(root: Path, wanted: Mapping[str, str]) -> None:
    """Stop the service and take its files away; user, configuration and data stay."""
    if root == Path("/") and Path("/run/systemd/system").is_dir():
        subprocess.run(["systemctl", "disable", "--now", HALL, SCREENS], check=False)
    for name in (*wanted, str(_WRITES)):
        place = root / name
        if place.is_file():
            place.unlink()
            print_lines(f"{place}: quitado.")
    if (root / _WRITES).parent.is_dir() and not any((root / _WRITES).parent.iterdir()):
        (root / _WRITES).parent.rmdir()
    if root == Path("/") and Path("/run/systemd/system").is_dir():
        _run("systemctl", "daemon-reload")
    print_lines(f"El libro y la configuración siguen donde estaban ({DATA}, {SYSTEM.parent}).")


def _run(*command: str) -> None:
    """Run a program of the machine.

    Raises:
        BookError: It is not there, or failed; its own words are shown before.
    """
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BookError(f"No se pudo: {' '.join(command)} ({error})", NOT_WHOLE) from error
