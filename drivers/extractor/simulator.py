"""A machine to practise with: `python -m drivers.extractor.simulator --plant FILE --link PATH`.

A program of its own at the far end of a pseudo-terminal: the driver opens PATH as it opens a serial port, and
whoever opens it next, after a crash, finds the same machine. The balls lie in the plant file and outlive all.

Typed on its standard input, a line each:

* `mute`: says nothing more, but listens and moves.
* `garble`: spoils every tenth piece of what it says and hears.
* `jam`: the next ball sticks in the tube.
* `no_air`: the motor turns, and no ball comes.
* `open`: somebody opens the door.
* `stop`: somebody presses the mushroom button.
* `unplug`: the cable is out (the terminal is gone for good) until `plug`, which makes a new one.
* `clear`: undoes the above but the cable: the tube is freed, the door closed. The latch stays until a RESET.

What decides is the machine's own program (`firmware`), in MicroPython where there is one, else in Python.
Only what hangs on its pins is simulated.

What it does not model: the time a byte takes at a baud rate, modem lines and wrong serial settings; a ball
half out (it is in the drum or at the exit, or stuck); a ball beside the rack, two balls at once, balls that
wear; a motor that runs down (a stop is immediate); a drum as different from a blower; a power cut of the
machine other than by ending this program. While the computer does not let the program run, the machine's time
stands still: a loaded computer is no dead controller.
"""

import argparse
import contextlib
import fcntl
import os
import random
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from drivers.extractor.firmware.extractor import Extractor
from drivers.extractor.interpreter import command, micropython
from drivers.extractor.machine import Machine
from drivers.extractor.wire import MachineKind
from drivers.offered_port import OfferedPort, offered
from drivers.plant import PlantError, new_plant, save_plant

_CHUNK = 4096
_NOISE = 0.1
_LATE_S = 0.02
_LONGEST_STEP_S = 0.1
_LOCK_WAIT_S = 1.0


class Simulator:
    """A `Machine` behind a pty, one step at a time, without a thread.

    Args:
        machine: What answers.
        link: Where to put the name of the terminal; a symbolic link that may be replaced.
        noise: Chooses what `garble` spoils.
        clock: Monotonic seconds.

    Attributes:
        running: False once somebody asked it to end.
    """

    def __init__(
        self,
        machine: Machine,
        link: Path,
        *,
        noise: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.running = True
        self._machine = machine
        self._port = OfferedPort(link)
        self._noise = noise or random.Random(0)
        self._clock = clock
        self._seen = clock()
        self._now = self._seen
        self._muted = False
        self._garbled = False

    def plug(self) -> None:
        """Offer the port; nothing if it is offered already.

        Raises:
            OSError: The link cannot be made, or something else than a link has its name.
        """
        self._port.plug()

    def unplug(self) -> None:
        """Hang up: whoever has the terminal open loses it, and the link is gone."""
        self._port.unplug()

    def obey(self, line: str) -> str:
        """Do what a person typed; returns what to answer."""
        actions: dict[str, Callable[[], None]] = {
            "mute": self._mute,
            "garble": self._garble,
            "jam": self._machine.jam_next,
            "no_air": self._machine.no_air,
            "open": self._machine.open_door,
            "stop": self._machine.press_mushroom,
            "unplug": self.unplug,
            "plug": self.plug,
            "clear": self._clear,
        }
        if line not in actions:
            return f"no conozco «{line}»; sé: {', '.join(actions)}"
        actions[line]()
        return f"hecho: {line}"

    def step(self, longest_s: float, also: Sequence[int] = ()) -> list[int]:
        """Wait for bytes, or for the moment at which the machine has something to do, and let it act.

        Args:
            longest_s: The longest wait, in seconds.
            also: Other descriptors to wait for.

        Returns:
            Those of `also` that have something to read.
        """
        wait = max(0.0, min(longest_s, self._machine.wakes_at() - self._now))
        port = self._port.descriptor
        ready, _, _ = select.select([*([] if port is None else [port]), *also], [], [], wait)
        self._pass_time(wait)
        if port is not None and port in ready:
            self._machine.receive(self._spoil(self._port.read()), self._now)
        self._machine.tick(self._now)
        self._send(self._machine.take_output())
        return [descriptor for descriptor in ready if descriptor in also]

    def _pass_time(self, waited: float) -> None:
        """The machine's time goes on by what was waited for, not by what the computer stole besides."""
        seen = self._clock()
        self._now += min(seen - self._seen, waited + _LATE_S)
        self._seen = seen

    def _send(self, data: bytes) -> None:
        if data and not self._muted:
            self._port.write(self._spoil(data))

    def _spoil(self, data: bytes) -> bytes:
        if not self._garbled or self._noise.random() > _NOISE:
            return data
        at = self._noise.randrange(len(data))
        return self._noise.choice(
            (
                data[:at] + data[at + 1 :],
                data[:at] + bytes((data[at] ^ 1 << self._noise.randrange(8),)) + data[at + 1 :],
                data[:at] + self._noise.randbytes(5) + data[at:],
            )
        )

    def _mute(self) -> None:
        self._muted = True

    def _garble(self) -> None:
        self._garbled = True

    def _clear(self) -> None:
        self._muted = self._garbled = False
        self._machine.put_right()


@contextlib.contextmanager
def _alone_with(plant: Path) -> Iterator[None]:
    """Hold a plant's lock: two machines must not move the same balls.

    Raises:
        BlockingIOError: Another simulator holds it, and did not end within a second.
    """
    with plant.with_name(f".{plant.name}.lock").open("w") as lock:
        give_up = time.monotonic() + _LOCK_WAIT_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise BlockingIOError(f"otro simulador ya mueve las bolas de {plant}: ciérrelo") from None
                time.sleep(0.02)
        yield


def _run(simulator: Simulator, with_parent: bool) -> None:
    """Step until a signal, or the end of standard input if that is the launcher's life line."""
    typed = b""
    keyboard = [0]
    while simulator.running:
        if not simulator.step(_LONGEST_STEP_S, keyboard):
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
    parser = argparse.ArgumentParser(prog="drivers.extractor.simulator", description="Extractor simulado.")
    parser.add_argument("--plant", type=Path, required=True, help="archivo con las bolas; se crea si falta")
    parser.add_argument("--link", type=Path, required=True, help="nombre del puerto serie que se ofrece")
    parser.add_argument("--seed", type=int, default=0, help="semilla de las extracciones de un archivo nuevo")
    parser.add_argument(
        "--pace", type=float, default=1.0, help="cuántas veces más rápido que la máquina real"
    )
    parser.add_argument("--kind", choices=[kind.name.lower() for kind in MachineKind], default="pneumatic")
    parser.add_argument(
        "--firmware", choices=["micropython", "python"], help="en qué corre el programa de la máquina"
    )
    parser.add_argument("--balls", type=int, default=90, help="cuántas bolas tiene el juego")
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
    plant: Path = arguments.plant
    try:
        using = command() if arguments.firmware != "python" else None
        if using is None and arguments.firmware == "micropython":
            raise FileNotFoundError("no hay MicroPython en esta máquina: use --firmware python")
        with _alone_with(plant), contextlib.ExitStack() as running:
            if not plant.exists():
                save_plant(plant, new_plant(arguments.seed, arguments.balls))
            machine = Machine(
                plant,
                boot=int.from_bytes(os.urandom(4), "big"),
                kind=MachineKind[arguments.kind.upper()],
                pace=arguments.pace,
                load=Extractor if using is None else running.enter_context(micropython(using)),
            )
            simulator = Simulator(machine, arguments.link, noise=random.Random(arguments.seed))
            with offered(simulator, arguments.link):
                _run(simulator, arguments.with_parent)
    except (PlantError, OSError) as error:
        print(f"simulador del extractor: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
