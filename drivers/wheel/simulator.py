"""A wheel to practise with: `python -m drivers.wheel.simulator --link PATH`.

A program of its own at the far end of a pseudo-terminal, as the extractor's simulator is. The ball flies by
`physics`; what the sensor says of it is written from the form's description, and was never compared with a
device.

Typed on its standard input, a line each:

* `spin`: somebody launches the ball, where nobody does so by itself (`--by-hand`).
* `flag N`: the next spin is flagged: 1 ball taken out, 2 same direction, 4 sensor, 8 launch; they add up.
* `late`: the next "no more bets" comes after the number.
* `stray N`: the sensor says N next, wherever the ball lies.
* `freeze`: it says the same line through the whole next spin.
* `blind`: it does not see the ball in the rim next.
* `repeat`: the game after the next has its number again.
* `mute`, `garble`, `unplug`, `plug`, `clear`: as the extractor's; they last until `clear`.

Each spin that is over is a line on its standard output: the game, and where the ball lies in truth. What it
does not model: baud rates, modem lines, half a second that is not half a second; a wheel that is not level.
"""

import argparse
import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from drivers.offered_port import OfferedPort, offered
from drivers.wheel.machine import DOUBLE_ZERO, SINGLE_ZERO, Pace, SimulatedWheel
from drivers.wheel.readings import Flag
from drivers.wheel.world import World, write_world

_CHUNK = 4096
_NOISE = 0.2
_LONGEST_STEP_S = 0.05


class Simulator:
    """A `SimulatedWheel` behind a pty, one step at a time, without a thread.

    Args:
        wheel: What spins.
        link: Where to put the name of the terminal; a symbolic link that may be replaced.
        noise: Chooses what `garble` spoils.
        world: Where it is written how wheel and ball stand, for a simulated camera; None for nowhere.

    Attributes:
        running: False once somebody asked it to end.
    """

    def __init__(
        self, wheel: SimulatedWheel, link: Path, noise: Random | None = None, world: Path | None = None
    ) -> None:
        self.running = True
        self._wheel = wheel
        self._port = OfferedPort(link)
        self._noise = noise or Random(0)
        self._muted = self._garbled = False
        self._told = 0
        self._file, self._world = world, _world_of(wheel)
        self._keep_world()

    def plug(self) -> None:
        """Offer the port; nothing if it is offered already.

        Raises:
            OSError: The link cannot be made, or something else than a link has its name.
        """
        self._port.plug()

    def unplug(self) -> None:
        """Hang up: whoever has the terminal open loses it, and the link is gone."""
        self._port.unplug()

    def step(self, seconds: float) -> list[str]:
        """Let time pass for the wheel; return what a person beside it is told."""
        self.send(self._wheel.pass_time(seconds))
        self._keep_world()
        over, self._told = self._wheel.spun[self._told :], len(self._wheel.spun)
        return [f"jugada {each.game}: {each.pocket}" for each in over]

    def _keep_world(self) -> None:
        """Write how wheel and ball stand, where that has changed."""
        if self._file is None:
            return
        now = _world_of(self._wheel, self._world)
        if not self._file.exists() or (now.ball, now.speed) != (self._world.ball, self._world.speed):
            self._world = now
            write_world(self._file, now)

    def send(self, data: bytes) -> None:
        """Say something, as far as anybody hears it."""
        if data and not self._muted:
            self._port.write(self._spoil(data) if self._garbled else data)

    def obey(self, line: str) -> str:
        """Do what a person typed; returns what to answer."""
        word, _, rest = line.partition(" ")
        match word, rest:
            case "spin", "":
                return "hecho: spin" if self._wheel.launch() else "ahora no se puede lanzar"
            case "flag", rest if rest.isdecimal() and 0 < int(rest) <= 15:
                self._wheel.fail_next(flags=Flag(int(rest)))
            case "stray", rest if rest in DOUBLE_ZERO:
                self._wheel.fail_next(says=rest)
            case (("late" | "freeze" | "blind" | "repeat"), ""):
                self._wheel.fail_next(**{word: True})
            case "mute", "":
                self._muted = True
            case "garble", "":
                self._garbled = True
            case "unplug", "":
                self.unplug()
            case "plug", "":
                self.plug()
            case "clear", "":
                self._muted = self._garbled = False
            case _:
                return f"no conozco «{line}»; sé lo que dice «python -m drivers.wheel.simulator --help»"
        return f"hecho: {line}"

    def _spoil(self, data: bytes) -> bytes:
        if self._noise.random() > _NOISE:
            return data
        at = self._noise.randrange(len(data))
        return data[:at] + self._noise.randbytes(self._noise.randrange(3)) + data[at + 1 :]


def _world_of(wheel: SimulatedWheel, before: World | None = None) -> World:
    now = time.monotonic()
    turns = 0.0 if before is None else before.turned(now) % 1
    return World(wheel.pockets, wheel.ball, turns, wheel.speed, now)


def _run(simulator: Simulator, with_parent: bool) -> None:
    """Step until a signal, or the end of standard input if that is the launcher's life line."""
    typed, keyboard, before = b"", [0], time.monotonic()
    while simulator.running:
        ready, _, _ = select.select(keyboard, [], [], _LONGEST_STEP_S)
        now = time.monotonic()
        for told in simulator.step(now - before):
            print(told, flush=True)
        before = now
        if not ready:
            continue
        chunk = os.read(0, _CHUNK)
        if not chunk:
            keyboard = []
            if with_parent:
                return
        *lines, typed = (typed + chunk).split(b"\n")
        for line in lines:
            print(simulator.obey(line.decode(errors="replace").strip()), flush=True)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="drivers.wheel.simulator",
        description=f"Ruleta simulada.\n\n{__doc__}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--link", type=Path, required=True, help="nombre del puerto serie que se ofrece")
    parser.add_argument("--seed", type=int, default=0, help="semilla de las jugadas")
    parser.add_argument("--pockets", type=int, choices=[37, 38], default=37, help="casillas de la ruleta")
    parser.add_argument("--pace", type=float, default=1.0, help="cuántas veces más rápido que una real")
    parser.add_argument("--by-hand", action="store_true", help="la bola se lanza con «spin»")
    parser.add_argument("--world", type=Path, help="dónde se escribe lo que vería una cámara sobre la ruleta")
    parser.add_argument("--more", action="append", default=[], metavar="N=0.3", help="un número que sale más")
    parser.add_argument(
        "--with-parent", action="store_true", help="termina cuando se cierra la entrada estándar"
    )
    arguments = parser.parse_args(argv)
    if not arguments.pace > 0:
        parser.error("--pace debe ser mayor que 0")
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run the simulator as a program; returns its exit code."""
    arguments = _arguments(argv)
    try:
        more = {name: float(by) for name, _, by in (each.partition("=") for each in arguments.more)}
        wheel = SimulatedWheel(
            arguments.seed,
            SINGLE_ZERO if arguments.pockets == 37 else DOUBLE_ZERO,
            Pace(bets=None if arguments.by_hand else Pace.bets, times=arguments.pace),
            more,
        )
        simulator = Simulator(wheel, arguments.link, Random(arguments.seed), arguments.world)
        with offered(simulator, arguments.link):
            _run(simulator, arguments.with_parent)
    except (ValueError, OSError) as error:
        print(f"simulador de la ruleta: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
