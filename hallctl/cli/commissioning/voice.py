"""The commands ``hallctl voice``: makes the clips of a hall, and lets them be heard.

Not responsible for what is said during a game (``Game.speech``).
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer

from drivers.voice.chime import make_chime
from drivers.voice.clips import Clips, VoiceError
from drivers.voice.maker import make_clip
from drivers.voice.speaker import Speaker
from hallctl.app.games import GAMES
from hallctl.app.setting import load
from hallctl.cli.configured import ConfigPath
from hallctl.config.hall import VoiceSection
from hallctl.config.problems import ConfigError
from hallctl.outputs.speech import CHIME, TEST

ErrorReporter = Callable[[], AbstractContextManager[None]]
Again = Annotated[
    bool, typer.Option("--again", help="También las que ya están; pisa las grabaciones propias.")
]
Keys = Annotated[list[str] | None, typer.Argument(help="Qué decir: 07, linea…; si no, la prueba de sonido.")]


def voice_commands(report_errors: ErrorReporter) -> typer.Typer:
    """Return the commands.

    Args:
        report_errors: Tells a person in plain words what is wrong.
    """
    app = typer.Typer(no_args_is_help=True, help="Da voz a la sala: la megafonía canta las bolas.")

    @app.command()
    def make(config: ConfigPath, again: Again = False) -> None:
        """Hace con espeak-ng las grabaciones que faltan, en el idioma de la sala."""
        with report_errors():
            _make(config, again)

    @app.command()
    def say(config: ConfigPath, keys: Keys = None) -> None:
        """Dice algo por los altavoces y espera a que acabe: la prueba de sonido de AJ-38."""
        with report_errors():
            _play(config, keys or [TEST])

    return app


def _make(config: Path, again: bool) -> None:
    setting = load(config)
    folder = setting.beside(_section(config, setting.config.voice).folder)
    folder.mkdir(parents=True, exist_ok=True)
    clips, language = Clips(folder), setting.config.hall.language
    speech = GAMES[setting.config.hall.game].speech
    texts = {} if speech is None else speech.texts(language, setting.rules)
    wanted = {key: text for key, text in texts.items() if again or not clips.path(key).exists()}
    with typer.progressbar(wanted.items(), label="Grabaciones", file=None) as progress:
        for key, text in progress:
            make_clip(clips.path(key), text, language)
    if again or not clips.path(CHIME).exists():
        make_chime(clips.path(CHIME))
    problems = clips.problems([CHIME, *texts])
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"{folder}: {len(texts)} grabaciones, {len(wanted)} nuevas. Óigalas: hallctl voice say")


def _play(config: Path, keys: Sequence[str]) -> None:
    setting = load(config)
    section = _section(config, setting.config.voice)
    clips = Clips(setting.beside(section.folder))
    problems = clips.problems(keys)
    if problems:
        raise VoiceError("\n".join(problems))
    troubles: list[str] = []
    speaker = Speaker(troubles.append, lambda: None, section.player)
    try:
        for key in keys:
            speaker.say(clips.path(key))
            speaker.finish()
    finally:
        speaker.close()
    if troubles:
        raise VoiceError("\n".join(troubles))


def _section(config: Path, section: VoiceSection | None) -> VoiceSection:
    if section is None:
        raise ConfigError([f'{config}: [voice]: no está; escriba [voice] folder = "voz"'])
    return section
