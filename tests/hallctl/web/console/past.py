"""A hall with a past: a whole game that is signed, and its folios, typeset and recorded as a hall does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from drivers.printer import Typesetter
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.devices.paper import Archive
from hallctl.devices.printing import FolioPrinter
from hallctl.outputs.folios.values import Letterhead
from tests.hallctl.web.console.hall import CONFIG, Hall, Serving
from tests.hallctl.web.console.hands import PATIENCE_S

BALLS = (9, 57, 60, 73, 32, 90, 16, 1, 20, 34, 40, 81, 17, 29, 66, 76)
"""The seventh completes the line of card 3, the last its bingo."""


@contextmanager
def printing(hall: Hall, folder: Path) -> Iterator[FolioPrinter]:
    """Bring the folios of a hall into its archive and its book inside the block."""
    typesetter = Typesetter()
    printer = FolioPrinter(
        folder,
        Archive(hall.acts),
        (),
        typesetter.render,
        hall.game,
        empty_state(load(CONFIG)),
        Letterhead("1028374021", "La Paz"),
        hall.bulletin,
        hall.inbox,
    )
    printer.start()
    try:
        yield printer
    finally:
        printer.stop()
        typesetter.close()


def play_a_game(hall: Hall, serving: Serving, cards: int = 60) -> None:
    """Play from the announcement, or from the empty book, to the signature."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=cards)
    serving.play("Cerrar venta", "Comienzo de la partida")
    hall.far_end.balls = iter(BALLS)
    for number, ball in enumerate(BALLS, 1):
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
        if number == 7:
            serving.play("Parar: ¡línea!")
            serving.play("Comprobar línea", card=3)
            serving.play("¿Alguna línea más?", "Reanudar")
    serving.play("Parar: ¡bingo!")
    serving.play("Comprobar bingo", card=3)
    serving.play("¿Algún bingo más?", "Dar por finalizada")
    serving.play_until("Firmar la partida")
    serving.play("Firmar la partida")


def wait_for_folios(hall: Hall, count: int) -> None:
    """Wait until so many folios are recorded."""
    end = monotonic() + 6 * PATIENCE_S
    while len(hall.records.folios()) < count:
        assert monotonic() < end, "the folios were waited for in vain"
        sleep(0.1)
