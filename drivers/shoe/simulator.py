"""A shoe to practise with: `python -m drivers.shoe.simulator --link PATH`.

A program of its own at the far end of a pseudo-terminal, as the wheel's simulator is. It deals from decks
that it shuffles; what it says is written from the form's description, and was never compared with a device.

Typed on its standard input, a line each:

* `load`: new cards are shuffled and put in.
* `burn` or `burn N`: cards are burnt, as many as the first says, or N.
* `deal`: a round is dealt.
* `draw`: one card is drawn for nobody.
* `says AS`, `result T`: the next round's third card, or its result, is told as this one.
* `side`, `unread`, `extra`: in the next round it names a wrong side, cannot read a card, or draws one more.
* `error N`: it tells an error of two digits in the next round.
* `lock`, `unlock`.
* `mute`, `garble`, `unplug`, `plug`, `clear`: as the wheel's; they last until `clear`.

Each round is a line on its standard output: its cards in truth. What it does not model: baud rates, modem
lines, cards that leave it half.
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
from drivers.shoe.machine import SimulatedShoe
from drivers.shoe.readings import RANKS, SUITS

_CHUNK = 4096
_NOISE = 0.2
_LONGEST_STEP_S = 0.05
_ROUND = 6


class Simulator:
    """A `SimulatedShoe` behind a pty, one step at a time, without a thread.

    Args:
        shoe: What is drawn from.
        link: Where to put the name of the terminal; a symbolic link that may be replaced.
        noise: Chooses what `garble` spoils.

    Attributes:
        running: False once somebody asked it to end.
    """

    def __init__(self, shoe: SimulatedShoe, link: Path, noise: Random | None = None) -> None:
        self.running = True
        self._shoe = shoe
        self._port = OfferedPort(link)
        self._noise = noise or Random(0)
        self._muted = self._garbled = False

    def plug(self) -> None:
        """Offer the port; nothing if it is offered already.

        Raises:
            OSError: The link cannot be made, or something else than a link has its name.
        """
        self._port.plug()

    def unplug(self) -> None:
        """Hang up: whoever has the terminal open loses it, and the link is gone."""
        self._port.unplug()

    def step(self, seconds: float) -> None:
        """Let time pass for the shoe."""
        data = self._shoe.pass_time(seconds)
        if data and not self._muted:
            self._port.write(self._spoil(data) if self._garbled else data)

    def obey(self, line: str) -> str:
        """Do what a person typed; returns what to answer."""
        word, _, rest = line.partition(" ")
        shoe = self._shoe
        match word, rest:
            case "deal", "":
                if shoe.left < _ROUND:
                    return "quedan menos de seis cartas"
                dealt = shoe.deal()
                return f"ronda {len(shoe.rounds)}: {' '.join(dealt.player)} | {' '.join(dealt.banker)}"
            case "burn", rest if rest.isdecimal() or not rest:
                return f"quemadas: {' '.join(shoe.burn(int(rest or 0)))}"
            case "draw", "":
                return f"carta: {shoe.draw()}"
            case "load", "":
                shoe.load()
            case "says", rest if len(rest) == 2 and rest[0] in RANKS and rest[1] in SUITS:
                shoe.fail_next(says=rest)
            case "result", ("P" | "B" | "T"):
                shoe.fail_next(result=rest)
            case "error", rest if len(rest) == 2 and rest.isdecimal():
                shoe.fail_next(error=rest)
            case (("side" | "unread" | "extra"), ""):
                shoe.fail_next(**{word: True})
            case (("lock" | "unlock"), ""):
                shoe.lock(word == "lock")
            case _:
                return self._of_the_line(line)
        return f"hecho: {line}"

    def _of_the_line(self, line: str) -> str:
        match line:
            case "mute":
                self._muted = True
            case "garble":
                self._garbled = True
            case "unplug":
                self.unplug()
            case "plug":
                self.plug()
            case "clear":
                self._muted = self._garbled = False
            case _:
                return f"no conozco «{line}»; sé lo que dice «python -m drivers.shoe.simulator --help»"
        return f"hecho: {line}"

    def _spoil(self, data: bytes) -> bytes:
        if self._noise.random() > _NOISE:
            return data
        at = self._noise.randrange(len(data))
        return data[:at] + self._noise.randbytes(self._noise.randrange(3)) + data[at + 1 :]


def _run(simulator: Simulator, with_parent: bool) -> None:
    """Step until a signal, or the end of standard input if that is the launcher's life line."""
    typed, keyboard, before = b"", [0], time.monotonic()
    while simulator.running:
        ready, _, _ = select.select(keyboard, [], [], _LONGEST_STEP_S)
        now = time.monotonic()
        simulator.step(now - before)
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
        prog="drivers.shoe.simulator",
        description=f"Zapato simulado.\n\n{__doc__}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--link", type=Path, required=True, help="nombre del puerto serie que se ofrece")
    parser.add_argument("--seed", type=int, default=0, help="semilla de las cartas")
    parser.add_argument("--decks", type=int, choices=range(6, 13), default=8, help="barajas")
    parser.add_argument("--behind", type=int, default=12, help="cartas detrás de la blanca")
    parser.add_argument("--pace", type=float, default=1.0, help="cuántas veces más rápido que una mano")
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
        shoe = SimulatedShoe(arguments.seed, arguments.decks, arguments.behind, arguments.pace)
        simulator = Simulator(shoe, arguments.link, Random(arguments.seed))
        with offered(simulator, arguments.link):
            _run(simulator, arguments.with_parent)
    except (ValueError, OSError) as error:
        print(f"simulador del distribuidor: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
