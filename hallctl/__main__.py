"""The command line: ``hallctl`` and ``python -m hallctl``.

Not responsible for what the commands do: each hands over to a module.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import typer

from hallctl import BUILT, __version__
from hallctl.app.practice.data import PRACTICE, places
from hallctl.cli.configured import ConfigPath
from hallctl.cli.later import CommandsLater, Later, group, single
from hallctl.cli.spanish import put_in_spanish
from hallctl.cli.terminal import code_of, print_lines
from hallctl.config.problems import ConfigError
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.private import only_ours
from hallctl.minutes.threads import STOPPED, ThreadDiedError

if TYPE_CHECKING:
    from typer._click import Command

    from hallctl.config.hall import Setting

PracticeConfig = Annotated[
    Path, typer.Option("--config", help="La sala de práctica (TOML); si no, la que viene con el programa.")
]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", help="Cambia un valor de la configuración: --set console.port=8010"),
]
HallUrl = Annotated[str, typer.Option("--hall", help="La dirección de la señal, si está en otra máquina.")]
Windowed = Annotated[bool, typer.Option("--windowed", help="En ventanas, sin llenar los monitores.")]
Directory = Annotated[Path, typer.Option("--directory", help="Dónde guardar libro, imágenes y actas.")]


@contextmanager
def _report_errors() -> Iterator[None]:
    """Tell a person what is wrong in plain lines and end with 2 (configuration) or 3 (the hall stopped)."""
    try:
        yield
    except ConfigError as error:
        print_lines(*error.problems, err=True)
        raise typer.Exit(2) from error
    except (MinutesError, ThreadDiedError) as error:
        print_lines(f"La sala se detiene. {error}", err=True)
        raise typer.Exit(STOPPED) from error
    except BrokenPipeError:
        # Whoever read our words has heard enough; nothing more is written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print_lines(str(error), err=True)
        raise typer.Exit(2) from error


def _load(config: Path, overrides: list[str] | None = None) -> "Setting":
    from hallctl.app.setting import load

    return load(config, [*places(config), *(overrides or ())])


def _render(template: str, data: Mapping[str, Any], created: datetime) -> bytes:
    from drivers.printer.pdf import render

    return render(template, data, created)


def _play() -> "Command":
    from hallctl.cli.scripts import command

    return single(_report_errors()(command.play))


def _simulate() -> "Command":
    from hallctl.cli.scripts.simulate_command import simulate_command

    return single(_report_errors()(simulate_command))


def _replay() -> "Command":
    from hallctl.cli.replay import replay_command

    return single(_report_errors()(replay_command))


def _doctor() -> "Command":
    from hallctl.cli.doctor.cli import doctor_command

    return single(_report_errors()(doctor_command))


def _init() -> "Command":
    from hallctl.cli.installing.cli import init_command

    return single(_report_errors()(init_command))


def _configure() -> "Command":
    from hallctl.cli.installing.configure import configure_command

    return single(_report_errors()(configure_command))


def _panel() -> "Command":
    from hallctl.cli.commissioning.cli import panel_command

    return single(_report_errors()(panel_command))


def _read() -> "Command":
    from hallctl.cli.commissioning.cli import read_command

    return single(_report_errors()(read_command))


def _witness() -> "Command":
    from hallctl.cli.witness import witness_command

    return single(_report_errors()(only_ours()(witness_command)))


def _office() -> "Command":
    from hallctl.cli.office import office_commands

    return group(office_commands(_report_errors))


def _camera() -> "Command":
    from hallctl.cli.commissioning.cli import commands

    return group(commands(_render, _report_errors))


def _machine() -> "Command":
    from hallctl.cli.conformance.cli import machine_commands

    return group(machine_commands(_report_errors))


def _voice() -> "Command":
    from hallctl.cli.commissioning.voice import voice_commands

    return group(voice_commands(_report_errors))


def _cards() -> "Command":
    from hallctl.cli.cards import commands
    from hallctl.i18n.refusals import translate_detail
    from hallctl.i18n.words import amount

    return group(commands(_render, amount, translate_detail))


def _keys() -> "Command":
    from hallctl.cli.keys import app as commands

    return group(commands)


def _chain() -> "Command":
    from hallctl.cli.chain import chain_commands

    return group(chain_commands(_report_errors))


def _people() -> "Command":
    from hallctl.cli.accounts import auth_of, log_ends, proposed
    from hallctl.cli.people import people_commands

    return group(people_commands(auth_of, _report_errors, log_ends, proposed=proposed))


def _book() -> "Command":
    from hallctl.cli.book.cli import app as commands

    return group(commands)


def _report() -> "Command":
    from hallctl.app.games import GAMES, game_of_volume
    from hallctl.cli.book.reading import minuted, rules_of, volumes_of
    from hallctl.cli.reports import Library, commands

    library = Library(
        game_of=lambda book: game_of_volume(volumes_of(book)[0]),
        rules_of=lambda book: rules_of(volumes_of(book)[-1]),
        read=minuted,
        render=_render,
        report_errors=_report_errors,
    )
    return group(commands(library, GAMES.values()))


def _backup() -> "Command":
    from hallctl.cli.copies.cli import backup_command

    return single(backup_command)


def _restore() -> "Command":
    from hallctl.cli.copies.cli import restore_command

    return single(restore_command)


def _install_service() -> "Command":
    from hallctl.cli.service import install_command

    return single(install_command)


class _Commands(CommandsLater):
    later: ClassVar[Mapping[str, Later]] = {
        "play": Later(
            "Juega un guion sin ningún aparato: órdenes en JSON por líneas entran, asientos y rechazos"
            " salen.",
            _play,
        ),
        "replay": Later(
            "Repite una partida del libro en la mesa y las pantallas, hasta Ctrl-C; no escribe ni"
            " mueve nada.",
            _replay,
        ),
        "simulate": Later(
            "Juega partidas enteras con jugadores que cantan a tiempo, tarde, mal, dos veces o nunca.",
            _simulate,
        ),
        "doctor": Later(
            "Mira puertos, cámaras, monitores, impresora, reloj, disco y claves; dice qué falta y qué"
            " escribir.",
            _doctor,
        ),
        "init": Later(
            "Hace una sala nueva: pregunta lo que hace falta, prueba los aparatos y escribe todo.",
            _init,
        ),
        "configure": Later(
            "Cambia una respuesta de «hallctl init» en la configuración de la sala.", _configure
        ),
        "panel": Later(
            "Enciende las lámparas del panel una por una y dice cada contacto que cambia, hasta Ctrl-C.",
            _panel,
        ),
        "read": Later("Lee bolas: número, puntuaciones y motivo por imagen.", _read),
        "witness": Later("Atestigua, en otra máquina, que el libro de actas solo crece.", _witness),
        "office": Later("La oficina central de una cadena de salas.", _office),
        "camera": Later("Pone a punto la cámara de la salida de bolas.", _camera),
        "machine": Later("Para quien construye una máquina extractora.", _machine),
        "voice": Later("Da voz a la sala: la megafonía canta las bolas.", _voice),
        "cards": Later("Hace, comprueba e imprime las series de cartones.", _cards),
        "keys": Later("Crea y muestra las claves con que se firma el libro.", _keys),
        "chain": Later("La sala en una cadena con oficina central.", _chain),
        "people": Later("Crea y cambia las cuentas de la consola.", _people),
        "book": Later("Verifica, lee, prueba, exporta y repara el libro de actas.", _book),
        "backup": Later("Copia toda la sala, también mientras juega, y verifica lo escrito.", _backup),
        "restore": Later(
            "Restaura una sala de su copia, por decisión de dos personas, y lo anota en el libro.",
            _restore,
        ),
        "install-service": Later(
            "Hace de esta máquina la de la sala: servicio, usuario, dispositivos, registro.",
            _install_service,
        ),
        "report": Later("Hace los informes para la Dirección, del libro.", _report),
    }


put_in_spanish()
app = typer.Typer(cls=_Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hallctl {__version__}")
        raise typer.Exit


@app.callback()
def hallctl(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Dice la versión.")
    ] = False,
) -> None:
    """El controlador de una sala de juego."""


@app.command()
def run(
    config: ConfigPath,
    overrides: Overrides = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No dice lo que pasa: para servicios.")] = False,
) -> None:
    """Hace funcionar la sala (extractor, cámara, libro y consola) y dice lo que pasa."""
    from hallctl import main  # the drivers are heavy; ``hallctl book`` does without them
    from hallctl.app.service.commentary import Terminal

    with _report_errors(), only_ours():
        main.run(_load(config, overrides), None if quiet else Terminal(sys.stdout, code_of))


@app.command()
def practice(config: PracticeConfig = PRACTICE) -> None:
    """Abre la sala de práctica: aparato y cámara simulados, consola y, si hay monitor, la pantalla."""
    from hallctl.app.practice.hall import serve

    with _report_errors(), only_ours():
        serve(config, places(config))


@app.command()
def demo(
    directory: Directory = Path("practice/demo"),
    seed: Annotated[int, typer.Option(help="Semilla del aparato simulado.")] = 7,
    games: Annotated[int, typer.Option(min=1, max=100, help="Cuántas partidas jugar.")] = 1,
    variant: Annotated[
        Literal["90", "80", "75", "30", "30-symbols"], typer.Option(help="Con cuántas bolas se juega.")
    ] = "90",
    game: Annotated[Literal["bingo", "roulette", "baccarat"], typer.Option(help="Qué se juega.")] = "bingo",
    spins: Annotated[int, typer.Option(min=1, max=1000, help="Cuántas jugadas de ruleta.")] = 40,
    rounds: Annotated[
        int, typer.Option(min=0, max=80, help="Cuántas jugadas de bacará, más o menos; 0: la partida entera.")
    ] = 0,
) -> None:
    """Juega sola una sesión de práctica entera y verifica su libro."""
    with _report_errors(), only_ours():
        if game == "roulette":
            from hallctl.app.practice import table_demo
            from hallctl.app.practice.table_people import Plan

            sys.exit(table_demo.play(directory, seed, Plan(spins)))
        if game == "baccarat":
            from hallctl.app.practice import cards_demo

            sys.exit(cards_demo.play(directory, seed, rounds))
        from hallctl.app.practice.data import practice_of
        from hallctl.app.practice.demo import play

        sys.exit(play(directory, seed, games, practice_of(variant)))


@app.command()
def screen(
    hall: Annotated[str, typer.Option(help="La dirección de la señal.")] = "http://127.0.0.1:8001",
    monitor: Annotated[int, typer.Option(min=0, help="El monitor: 0 es el primero.")] = 0,
    show: Annotated[str, typer.Option(help="Qué muestra; auto sigue el juego.")] = "auto",
    key: Annotated[str, typer.Option(help="La clave del controlador: «hallctl screen-key».")] = "",
    name: Annotated[str, typer.Option(help="Cómo se llama la pantalla en la mesa.")] = "",
    fullscreen: Annotated[bool, typer.Option(help="Llena el monitor.")] = False,
) -> None:
    """Muestra la sala en una pantalla de pared, hasta que se cierra."""
    from displays.window import main

    options = ["--hall", hall, "--monitor", str(monitor), "--show", show, "--name", name, "--key", key]
    sys.exit(main([*options, *(["--fullscreen"] if fullscreen else [])]))


@app.command()
def screens(
    config: ConfigPath,
    overrides: Overrides = None,
    hall: HallUrl = "",
    windowed: Windowed = False,
) -> None:
    """Mantiene encendidas las pantallas de la configuración, una por proceso, hasta Ctrl-C."""
    from hallctl.app import walls
    from hallctl.app.vault import feed_key, feed_url

    with _report_errors():
        setting = _load(config, overrides)
        sections = setting.config.screens
        if not sections:
            raise ConfigError([f"{config}: [[screens]]: no hay ninguna"])
        url, key = hall or feed_url(setting), feed_key(setting)
        walls.supervise_until_signal(
            [
                walls.SupervisedProcess(
                    s.name, walls.command_of(s, url, key, not windowed), lambda m: typer.echo(m, err=True)
                )
                for s in sections
            ]
        )


@app.command("screen-key")
def screen_key(config: ConfigPath) -> None:
    """Dice la clave con que una pantalla comprueba la señal: es pública."""
    from hallctl.app.vault import feed_key

    with _report_errors():
        typer.echo(feed_key(_load(config)))


@app.command()
def check(config: ConfigPath, overrides: Overrides = None) -> None:
    """Comprueba la configuración sin tocar ningún aparato, y dice todo lo que está mal."""
    from hallctl.app import checking  # it knows the web server, which is heavy

    with _report_errors():
        changed = [*places(config), *(overrides or ())]
        found = checking.check(config, changed, datetime.now().astimezone(), BUILT)
        if found.setting is None or found.problems:
            raise ConfigError([*found.problems])
    if found.warning:
        print_lines(found.warning, err=True)
    rules = found.setting.rules
    print_lines(f"{config}: correcta. Reglas: {rules.name} {rules.version}.")


@app.command()
def rules(config: ConfigPath, overrides: Overrides = None) -> None:
    """Escribe las reglas de la sala en JSON; su SHA-256 es la huella que dice el libro."""
    with _report_errors():
        text = _load(config, overrides).rules.text
    # No line break: these very bytes are what the digest is over.
    sys.stdout.buffer.write(text.encode())


@app.command()
def version() -> None:
    """Dice la versión."""
    _print_version(True)


if __name__ == "__main__":
    app()
