"""`hallctl demo --game roulette`: a table's day by itself, then what it left behind, verified.

Its numbers come down a serial line from a simulated sensor, their pictures from a simulated camera. Not
responsible for the bingo of a practice hall (``demo``). Exit status 0 only if the day was closed, its acts
are printed and its book verifies.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import typer

from hallctl.app.practice.data import PRACTICE
from hallctl.app.practice.demo import farewell
from hallctl.app.practice.people import Desk
from hallctl.app.practice.pictures import WallPictures
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.practice.session import Players, Reading, Session
from hallctl.app.practice.table_people import Plan, TablePeople
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_url
from hallctl.config.hall import Setting
from hallctl.games.game import Game
from hallctl.games.roulette.game import ROULETTE
from hallctl.minutes.volumes import volume_name
from hallctl.rules.commands.base import Post

CONFIG: Final = PRACTICE.with_name("practice-roulette.toml")
PACE: Final = 4.0
PATIENCE_S: Final = 60.0
SLACK_S: Final = 1.0
_NUMBERS: Final = 5
_SHOWN: Final = ("bets", "closed", "disputed", "number", "void")


@dataclass(frozen=True)
class PracticeTable:
    """What a demonstration of a table needs of its game.

    Attributes:
        config: Its practice configuration.
        game: It.
        people: Returns the people beside its simulated devices.
        turn: Returns the turn of its round that the walls are pictured at; None for none.
        device: The key of its simulated device's port, and the name of that.
        camera: Whether a simulated camera looks at it.
        pace: How many times faster than a hand its devices go.
        options: What is added to the command of its simulated device.
    """

    config: Path
    game: Game
    people: Callable[[Setting, Simulators], Players]
    turn: Callable[[Desk], str | None]
    device: tuple[str, str]
    camera: bool = False
    pace: float = PACE
    options: tuple[str, ...] = ()

    def overrides(self, directory: Path) -> list[str]:
        """Return what a demonstration changes of the practice table: its place and its ports."""
        key, name = self.device
        return [
            f"hall.directory={directory}",
            f"console.port={free_port()}",
            f"feed.port={free_port()}",
            f"book.second={directory / 'segundo-soporte'}",
            f"keys.directory={directory / 'claves'}",
            f"{key}={directory / name}",
            *([f"camera.source=http://127.0.0.1:{free_port()}/"] if self.camera else []),
        ]


def play(directory: Path, seed: int, plan: Plan = Plan()) -> int:  # noqa: B008 (frozen)
    """Play a day of a practice table of roulette into a fresh directory and return the exit status.

    Raises:
        ConfigError: If the practice configuration is wrong.
        PracticeError: If a part does not start, or play gets stuck.
    """
    return play_table(directory, seed, roulette(plan))


def roulette(plan: Plan) -> PracticeTable:
    """Return the practice table of roulette."""
    device = ("wheel.port", "wheel.tty")
    people = partial(people_of, plan=plan)
    return PracticeTable(CONFIG, ROULETTE, people, _turn, device, camera=True)


def play_table(directory: Path, seed: int, table: PracticeTable) -> int:
    """Play a day of any practice table into a fresh directory and return the exit status.

    Raises:
        ConfigError: If the practice configuration is wrong.
        PracticeError: If a part does not start, or play gets stuck.
    """
    began = time.monotonic()
    if directory.exists():
        shutil.rmtree(directory)
    directory.mkdir(parents=True)
    overrides = table.overrides(directory.resolve())
    setting = load(table.config, overrides)
    typer.echo(f"SIMULACRO — {setting.config.hall.name}: un día de mesa de práctica (semilla {seed})\n")
    with ExitStack() as parts:
        simulators = parts.enter_context(Simulators(setting, seed, table.pace, options=table.options))
        controller = Controller(
            table.config, setting.config.console.port, overrides, directory / "hallctl.log"
        )
        parts.callback(controller.end)
        controller.await_ready()
        pictures = WallPictures(f"{feed_url(setting)}/views/auto", directory / "pantallas", table.turn)
        people = table.people(setting, simulators)
        reading = Reading(Places(directory).book / volume_name(1), setting.rules, typer.echo, table.game)
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
    return roulette(Plan()).overrides(directory)


def _turn(desk: Desk) -> str | None:
    """Return the turn of a spin the table is at: a number once there are others before it."""
    turn = None if desk["spin"] is None else str(desk["spin"]["phase"])
    early = turn == "number" and desk["games"] < _NUMBERS
    return turn if turn in _SHOWN and not early else None
