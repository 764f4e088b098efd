"""The commands ``hallctl read``, ``hallctl camera`` and ``hallctl panel``.

Not responsible for what they do: each hands over to a module.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from drivers.reader.sighting import ALONE
from hallctl.app.setting import load
from hallctl.cli.configured import ConfigPath, MaybeConfig
from hallctl.config.problems import ConfigError
from hallctl.config.reader import Calibrations

Render = Callable[[str, Mapping[str, Any], datetime], bytes]
ErrorReporter = Callable[[], AbstractContextManager[None]]

Sources = Annotated[
    list[str],
    typer.Argument(help="Imágenes, carpetas, vídeos, direcciones o números de cámara.", metavar="PATH|URL…"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Una línea de JSON por imagen.")]
Confidence = Annotated[float, typer.Option(min=0.5, max=1.0, help="Qué seguridad basta.")]
Frames = Annotated[int, typer.Option(min=1, help="Cuántas imágenes leer de una cámara.")]
Highest = Annotated[
    int | None,
    typer.Option(min=9, max=99, help="El número más alto del juego de bolas; si no, el de la sala, o 90."),
]
CalibrationFile = Annotated[
    Path | None,
    typer.Option(
        "--calibration",
        help="Lee carpetas con lo que escribió «camera calibrate --from»: imágenes y votos.",
    ),
]
Source = Annotated[str | None, typer.Argument(help="La cámara; si no, la de la configuración.")]
Png = Annotated[Path | None, typer.Option("--png", help="Escribe una sola imagen en vez de abrir ventana.")]
BallSet = Annotated[str | None, typer.Option("--ball-set", help="El juego de bolas; si no, el primero.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Otra carpeta que la de la sala; con --from, el archivo (si no: CARPETA.calibracion)."
    ),
]
FromFolder = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Calibra con las imágenes de una carpeta: «empty-….png», «NÚMERO-POSE-IMAGEN.png».",
        metavar="FOLDER",
    ),
]
Keep = Annotated[
    Path | None,
    typer.Option("--keep", help="Guarda ahí las imágenes de cada vuelta, para calibrar después con --from."),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Sigue con las imágenes que ya hay en la carpeta de --keep.")
]
Again = Annotated[
    bool,
    typer.Option("--again", help="Calibra otra vez un juego ya calibrado; lo escrito vale hasta el final."),
]
Turns = Annotated[int, typer.Option(min=1, max=20, help="Cuántas veces se gira cada bola.")]
Rounds = Annotated[int, typer.Option(min=1, help="Cuántas veces recorre las lámparas.")]
Pictures = Annotated[int, typer.Option(min=1, max=100, help="Cuántas imágenes de cada vuelta.")]

_HIGHEST: Final = 90


def read_command(
    sources: Sources,
    config: MaybeConfig,
    as_json: AsJson = False,
    confidence: Confidence = ALONE,
    frames: Frames = 30,
    highest: Highest = None,
    calibration: CalibrationFile = None,
) -> None:
    """Lee bolas: número, puntuaciones y motivo por imagen.

    Termina con 0 si todas se leyeron, con 1 si alguna no, con 2 si algo no era una imagen.
    """
    if calibration is not None:
        raise typer.Exit(_recognise(sources, calibration, as_json=as_json))
    from hallctl.cli.commissioning.reading import Reading, read_all
    from hallctl.devices.ball_camera import reader_of

    def print_reading(reading: Reading) -> None:
        typer.echo(reading.as_json() if as_json else reading.as_text())

    reader = reader_of(*_known(config, highest))
    ended = read_all(
        sources, reader, confidence, frames, print_reading, lambda text: typer.echo(text, err=True)
    )
    raise typer.Exit(ended)


def panel_command(config: ConfigPath, rounds: Rounds = 60) -> None:
    """Enciende las lámparas del panel una por una y dice cada contacto que cambia, hasta Ctrl-C.

    Con la sala parada: dos programas no pueden tener las mismas patillas.
    """
    from hallctl.cli.commissioning.panel import watch

    section = load(config).config.panel
    if section is None:
        raise ConfigError([f"{config}: [panel]: falta; esta sala no tiene panel"])
    watch(section, rounds, typer.echo)


def commands(render: Render, report_errors: ErrorReporter) -> typer.Typer:
    """Return the commands of the camera.

    Args:
        render: Sets the template ``calibracion`` as PDF.
        report_errors: Tells a person in plain words what is wrong.
    """
    app = typer.Typer(no_args_is_help=True, help="Pone a punto la cámara de la salida de bolas.")

    @app.command()
    def watch(config: MaybeConfig, source: Source = None, png: Png = None, highest: Highest = None) -> None:
        """Muestra en una ventana lo que ve el lector: bola, número, nitidez, luz. Escape la cierra."""
        with report_errors():
            _watch(_source(source, config), png, *_known(config, highest))

    @app.command("calibrate")
    def calibrate_(
        config: MaybeConfig,
        source: Source = None,
        ball_set: BallSet = None,
        out: Out = None,
        turns: Turns = 3,
        frames: Pictures = 6,
        from_: FromFolder = None,
        keep: Keep = None,
        resume: Resume = False,
        again: Again = False,
    ) -> None:
        """Guía el encuadre, el enfoque, la luz y una pasada por las bolas, y la sala lo usa.

        Lo guarda con los datos de la sala, por juego; sigue donde se dejó. Con --from lo aprende todo de una
        carpeta. Termina con 0 si se leerán todas las bolas, con 1 si alguna
        no, con 2 si no se pudo calibrar.
        """
        from hallctl.cli.commissioning.guided import Destination, guided

        with report_errors():
            if from_ is not None:
                raise typer.Exit(0 if _calibrate_from(from_, out) else 1)
            if config is None:
                raise ConfigError(["diga una configuración (--config) o una carpeta de imágenes (--from)"])
            setting = load(config)
            name, held = ball_set or setting.config.every_ball_set[0], setting.exit_camera
            kept = Destination.of(setting, name, out, keep, resume=resume, again=again)
            where = held.source if source is None else _source(source, config)
            raise typer.Exit(guided(setting, where, kept, turns, frames, render))

    return app


def _source(source: str | None, config: Path | None) -> str | int:
    if source is not None:
        return int(source) if source.isdigit() else source
    if config is None:
        raise ConfigError(["diga una cámara o una configuración: hallctl camera watch --config hall.toml"])
    return load(config).exit_camera.source


def _known(config: Path | None, highest: int | None) -> tuple[Calibrations, int]:
    """What a hall's calibrations found out, and the highest number: as said, or of its balls."""
    if config is None:
        return Calibrations(), highest or _HIGHEST
    setting = load(config)
    return setting.calibrations, highest or setting.highest


def _recognise(folders: list[str], calibration: Path, *, as_json: bool) -> int:
    from drivers.recogniser.recogniser import Recogniser
    from hallctl.cli.commissioning.recognised import read_folders
    from hallctl.devices.recogniser import calibration_at

    recogniser = Recogniser(calibration_at(calibration))
    return read_folders(folders, recogniser, typer.echo, as_json=as_json)


def _calibrate_from(folder: Path, out: Path | None) -> bool:
    from hallctl.cli.commissioning.from_folder import calibrate_folder, default_file

    file = default_file(folder) if out is None else out
    return calibrate_folder(folder, file / default_file(folder).name if file.is_dir() else file, typer.echo)


def _watch(source: str | int, png: Path | None, known: Calibrations, highest: int) -> None:
    from hallctl.app.calibrating.live_camera import LiveCamera
    from hallctl.cli.commissioning import window
    from hallctl.devices.ball_camera import learnt_exit, reader_of

    with LiveCamera(source) as camera:
        reader, empty = reader_of(known, highest), learnt_exit(known)
        if png is not None:
            window.picture_of(camera, reader, png, empty)
        else:
            window.watch(camera, reader, empty=empty)
