"""``hallctl camera calibrate``: a technician is led through at the terminal; the hall keeps what was learnt.

Not responsible for the conversation (`hallctl.app.calibrating.guide`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from drivers.camera.settings import Wanted
from hallctl.app.calibrating.calibrate import calibrate, guide_of, write
from hallctl.app.calibrating.folder import FolderWriter, put_away, take_out, turns_folder
from hallctl.app.calibrating.live_camera import LiveCamera
from hallctl.app.calibrating.mirror import MirroredError
from hallctl.cli.commissioning.terminal import Terminal
from hallctl.config.hall import Setting
from hallctl.config.kept import FOLDER, file_name
from hallctl.config.problems import ConfigError
from hallctl.i18n.sentences import _
from hallctl.minutes.durable import make_folder

Render = Callable[[str, Mapping[str, Any], datetime], bytes]


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a calibration is written.

    Attributes:
        name: The set.
        folder: The files.
        writer: Keeps the pictures.
        hall: Whether the hall finds it there by itself.
    """

    name: str
    folder: Path
    writer: FolderWriter
    hall: bool

    @classmethod
    def of(
        cls, setting: Setting, name: str, out: Path | None, keep: Path | None, *, resume: bool, again: bool
    ) -> Self:
        """Return where a set is kept: with the hall's data, unless another folder is named.

        Args:
            setting: The hall.
            name: The set.
            out: Another folder for the files.
            keep: Another folder for the pictures.
            resume: Whether to go on with the pictures in that one.
            again: Whether what was written may be written over.

        Raises:
            ConfigError: It is calibrated already.
            OSError: There is no such folder.
        """
        folder = setting.directory / FOLDER if out is None else out
        if out is None:
            make_folder(folder)
        elif not folder.is_dir():
            raise FileNotFoundError(f"no existe la carpeta {folder}")
        file, turns = folder / file_name(name), turns_folder(folder, name)
        damaged = out is None and file.name in {each.file for each in setting.calibrations.damaged}
        if damaged:
            take_out(folder, name)
        elif file.exists() and not (again or turns.is_dir()):
            raise ConfigError([f"{file}: el juego «{name}» ya está calibrado; con --again se hace otra vez"])
        if keep is None:
            return cls(name, folder, FolderWriter(turns, resume=True), out is None)
        return cls(name, folder, FolderWriter(keep, resume=resume), out is None)


def guided(
    setting: Setting, source: str | int, kept: Destination, turns: int, frames: int, render: Render
) -> int:
    """Lead through a calibration; return 0 where the whole set is perfectly visible, else 1.

    Raises:
        ConfigError: The camera shows the balls in a mirror; nothing was written.
        OSError: A file cannot be written.
    """
    terminal, held = Terminal(), setting.exit_camera
    terminal.write_line(
        f"Calibración de la cámara con el juego de bolas {kept.name}. {setting.config.hall.name}"
    )
    with LiveCamera(source, Wanted(held.exposure, held.focus, held.white_balance)) as pictures:
        guide = guide_of(setting, pictures, terminal, turns, frames, kept.writer)
        try:
            done = calibrate(setting, guide, kept.name, lambda: pictures.settings)
        except MirroredError as error:
            raise ConfigError([str(error)]) from error
    if done.ended and kept.hall:
        terminal.say(_("Lo mostrado queda guardado: la misma orden sigue donde estaba."))
        return 1
    write(done, kept.folder, render, terminal)
    put_away(kept.folder, kept.name)
    if kept.hall:
        terminal.say(_("La sala lo usa desde su próximo arranque."))
    return 0 if done.report.visible else 1
