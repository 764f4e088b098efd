"""The command ``hallctl replay``: a past game of a book on desk and walls, marked as such everywhere.

Not responsible for showing it (``hallctl.app.rehearsal``).
"""

import signal
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from hallctl.app.practice.data import places
from hallctl.app.rehearsal.player import Player
from hallctl.app.rehearsal.serving import PERSON, Served, Wanted, rehearse
from hallctl.app.setting import load
from hallctl.cli.configured import ConfigPath
from hallctl.minutes.threads import HallThread


def replay_command(
    book: Annotated[Path, typer.Argument(help="La carpeta del libro, o el archivo de un tomo.")],
    game: Annotated[int, typer.Option(min=1, help="El número de la partida.")],
    config: ConfigPath,
    speed: Annotated[int, typer.Option(min=1, max=32, help="Cuántas veces más rápido: de 1 a 32.")] = 1,
    port: Annotated[int, typer.Option(min=0, help="El puerto de la mesa; 0, uno libre.")] = 8010,
    feed_port: Annotated[int, typer.Option(min=0, help="El puerto de la señal; 0, uno libre.")] = 8011,
) -> None:
    """Repite una partida del libro en la mesa y las pantallas, hasta Ctrl-C; no escribe ni mueve nada."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())

    def ready(served: Served) -> None:
        typer.echo(f"Repetición de la partida {game}, a ×{speed}. Nada se escribe ni se mueve.")
        typer.echo(f"  mesa      {served.console}")
        typer.echo(f"            entra «{PERSON}»; la contraseña de esta vez es «{served.passphrase}»")
        typer.echo(f"  pantalla  hallctl screen --hall {served.feed}")
        typer.echo(f"  teléfono  {served.feed}/pantalla")
        typer.echo(
            "Intro para o sigue; + y -, la bola siguiente o la anterior; un número, esa bola del sorteo."
        )
        typer.echo("Ctrl-C para terminar.")
        # A terminal that closes ends what reads it, and nothing else.
        HallThread(lambda: steer(served.player, sys.stdin), "keys", lambda: True).start()

    rehearse(load(config, places(config)), Wanted(book, game, speed, port, feed_port), ended, ready)


def steer(player: Player, lines: Iterable[str]) -> None:
    """Hold the replay, let it go on or go to a ball, as the lines of a terminal say."""
    for line in map(str.strip, lines):
        if not line:
            player.hold(not player.held)
        elif line in {"+", "-"}:
            player.go_to(player.ball + (1 if line == "+" else -1))
        elif line.isascii() and line.isdigit():
            player.go_to(int(line))
        else:
            typer.echo("Intro, +, - o el número de una bola del sorteo.")
            continue
        typer.echo(f"{'Parada' if player.held else 'Sigue'} en la bola {player.ball}.")
