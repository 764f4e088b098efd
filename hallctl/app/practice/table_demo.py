"""`hallctl demo --game roulette`: a table's day by itself, then what it left behind, verified.

Its numbers come down a serial line from a simulated sensor, their pictures from a simulated camera. Not
responsible for the bingo of a practice hall (``demo``). Exit status 0 only if the day was closed, its acts
are printed and its book verifies.
"""

import shutil
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import typer

from hallctl.app.practice.data import PRACTICE
from hallctl.app.practice.demo import farewell
from hallctl.app.practice.people import Desk
from hallctl.app.practice.pictures import WallPictures
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.practice.session import Reading, Session
from hallctl.app.practice.table_people import Plan, TablePeople
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_url
from hallctl.config.hall import Setting
from hallctl.games.roulette.game import ROULETTE
from hallctl.minutes.volumes import volume_name
from hallctl.rules.commands.base import Post

CONFIG: Final = PRACTICE.with_name("practice-roulette.toml")
PACE: Final = 4.0
PATIENCE_S: Final = 60.0
SLACK_S: Final = 1.0
_NUMBERS: Final = 5
_SHOWN: Final = ("bets", "closed", "disputed", "number", "void")


def play(directory: Path, seed: int, plan: Plan = Plan()) -> int:  # noqa: B008 (frozen)
    """Play a day of a practice table into a fresh directory and return the exit status.

    Raises:
        ConfigError: If the practice configuration is wrong.
        PracticeError: If a part does not start, or play gets stuck.
    """
    began = time.monotonic()
    if directory.exists():
        shutil.rmtree(directory)
    directory.mkdir(parents=True)
    overrides = table_overrides(directory.resolve())
    setting = load(CONFIG, overrides)
    typer.echo(f"SIMULACRO — {setting.config.hall.name}: un día de mesa de práctica (semilla {seed})\n")
    with ExitStack() as parts:
        simulators = parts.enter_context(Simulators(setting, seed, PACE))
        controller = Controller(CONFIG, setting.config.console.port, overrides, directory / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        pictures = WallPictures(f"{feed_url(setting)}/views/auto", directory / "pantallas", _turn)
        people = people_of(setting, simulators, plan)
        reading = Reading(Places(directory).book / volume_name(1), setting.rules, typer.echo, ROULETTE)
        Session(people, controller, reading, PATIENCE_S, pictures.look, lambda *_: None).play()
        controller.end()
        reading.catch_up()
        pictures.draw()
    return farewell(setting, began)


def people_of(setting: Setting, simulators: Simulators, plan: Plan) -> TablePeople:
    """Return the people of a practice table beside its simulated wheel."""
    croupiers = [each.person for each in setting.config.appointments if each.post is Post.CROUPIER]
    return TablePeople(
        plan,
        setting.config.people[0].name,
        (croupiers[0], croupiers[-1]),
        simulators.wheel.tell,
        simulators.wheel_log,
        SLACK_S,
    )


def table_overrides(directory: Path) -> list[str]:
    """Return what a demonstration changes of the practice table: its place and its ports."""
    return [
        f"hall.directory={directory}",
        f"console.port={free_port()}",
        f"feed.port={free_port()}",
        f"book.second={directory / 'segundo-soporte'}",
        f"keys.directory={directory / 'claves'}",
        f"wheel.port={directory / 'wheel.tty'}",
        f"camera.source=http://127.0.0.1:{free_port()}/",
    ]


def _turn(desk: Desk) -> str | None:
    """Return the turn of a spin the table is at: a number once there are others before it."""
    turn = None if desk["spin"] is None else str(desk["spin"]["phase"])
    early = turn == "number" and desk["games"] < _NUMBERS
    return turn if turn in _SHOWN and not early else None
