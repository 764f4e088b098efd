"""`hallctl demo`: one whole practice session by itself, then what it left behind, verified.

Not responsible for a person's practice hall (`hall`). Exit status 0 only if the session was closed, its acts
are printed and its book verifies.
"""

import shutil
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import typer

from hallctl.app.practice.data import PRACTICE
from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.pictures import WallPictures
from hallctl.app.practice.processes import Controller, Simulators, free_port, screen
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_key, feed_url
from hallctl.config.hall import Setting
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name

CONFIG: Final = PRACTICE
CARDS: Final = 90
PACE: Final = 4.0
"""How much faster than a real machine the simulated one draws, on a computer that is quick enough."""

_QUICK_S: Final = 0.1
"""Seconds of the processor in which such a computer draws a picture of a ball, once it has drawn one."""

INTERVAL_MS: Final = 600
ANY_MORE_MS: Final = 1500
PATIENCE_S: Final = 30.0


def play(directory: Path, seed: int, games: int, config: Path = CONFIG) -> int:
    """Play a session of a practice hall into a fresh directory and return the exit status.

    Raises:
        ConfigError: If the practice configuration is wrong.
        PracticeError: If a part does not start, or play gets stuck.
    """
    began = time.monotonic()
    if directory.exists():
        shutil.rmtree(directory)
    directory.mkdir(parents=True)
    overrides = demo_overrides(directory.resolve())
    setting = load(config, overrides)
    typer.echo(f"SIMULACRO — {setting.config.hall.name}: una sesión de práctica (semilla {seed})\n")
    with ExitStack() as parts:
        simulators = parts.enter_context(Simulators(setting, seed, pace_of(_picture_s())))
        log = directory / "hallctl.log"
        controller = Controller(config, setting.config.console.port, overrides, log)
        parts.callback(controller.end)
        controller.await_ready()
        feed = feed_url(setting)
        screen(feed, parts, directory / "screen.log", feed_key(setting))
        pictures = WallPictures(f"{feed}/views/board", directory / "pantallas", _turn)
        viewer, rules = setting.config.people[0].name, setting.rules
        forms = (
            {prize.key: rules.forms(prize.key) for prize in rules.sung} if isinstance(rules, RuleSet) else {}
        )
        people = People(setting.material[0], simulators.plant, CARDS, games, viewer, forms)
        reading = Reading(Places(directory).book / volume_name(1), setting.rules, typer.echo)
        Session(people, controller, reading, PATIENCE_S, pictures.look, lambda *_: None).play()
        controller.end()
        reading.catch_up()
        pictures.draw()
    return farewell(setting, began)


def pace_of(picture_s: float) -> float:
    """Return how fast the machine draws on a computer that needs so many seconds for a picture.

    At four times the pace its exit is empty for a quarter of a second, which a slow computer never sees.
    """
    return max(1.0, PACE * min(1.0, _QUICK_S / picture_s))


def _picture_s() -> float:
    import numpy as np

    from drivers.camera.balls import render

    rng = np.random.default_rng(1)
    render("8", rng)  # the first also loads what all the others need
    began = time.thread_time()
    render("8", rng)
    return max(time.thread_time() - began, 1e-3)


def demo_overrides(directory: Path) -> list[str]:
    """Return what a demonstration changes of the practice hall: its place, its ports, its pace."""
    return [
        f"hall.directory={directory}",
        f"console.port={free_port()}",
        f"feed.port={free_port()}",
        f"book.second={directory / 'segundo-soporte'}",
        f"keys.directory={directory / 'claves'}",
        f"extractor.port={directory / 'extractor.tty'}",
        f"camera.source=http://127.0.0.1:{free_port()}/",
        f"practice.minimum_interval_ms={INTERVAL_MS}",
        f"practice.any_more_ms={ANY_MORE_MS}",
    ]


def farewell(setting: Setting, began: float) -> int:
    """Say what a demonstration left behind, and return its exit status."""
    book = Places(setting.directory).book
    verdict = verify_book(book, setting.beside(str(setting.config.book.second)))
    acts = sorted((setting.directory / "actas").glob("*.pdf"))
    typer.echo(f"\nLibro de actas       {book / volume_name(1)}")
    for path in acts:
        typer.echo(f"Folio impreso        {path}")
    typer.echo(f"Imágenes de bolas    {setting.directory / 'imagenes'}")
    typer.echo(f"Pantallas            {setting.directory / 'pantallas'}")
    typer.echo(f"Verificación         {verdict.describe()}")
    typer.echo(f"Duración             {time.monotonic() - began:.0f} s")
    return 0 if verdict.ok and acts else 1


_SUNG: Final = {"line": "linea"}


def _turn(desk: Desk) -> str | None:
    """Return the name of the turn the game is at, None where there is nothing new to see."""
    game = desk["game"]
    if game is None:
        return None
    if game["phase"] == "draw":
        return "sorteo" if len(game["called_balls"]) >= 20 else None
    if game["phase"] == "claim":
        return f"canto-de-{_SUNG.get(game['stop'], game['stop'])}" if game["verified"] else None
    return {"sale": "venta", "closed": "premios", "finished": "final"}.get(game["phase"])
