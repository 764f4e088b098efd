"""What people meet on the desk of a roulette table, in each turn of a spin, one after the other.

Not responsible for the pages of the house (``scenes``), nor for what is looked for.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import BrowserContext, Page

from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.rules.commands.spin import ReportNumber, ReportSilence
from hallctl.table import messages as msg
from tests.hallctl.web.console.hall import PATIENCE_S, ROOT, Serving
from tests.hallctl.web.console.scenes import Scene, Showing
from tests.hallctl.web.console.test_keys import SigningHall

DIRECTOR, JEFE, CROUPIER = "Marta Suárez", "Ana Quispe", "Luis Rojas"

FLOAT = {500_000: 4, 50_000: 20, 10_000: 50, 2500: 200, 500: 200}
CAME = ("17", "0", "32", "5", "21", "26", "3", "36", "11", "8")


class TableHall(SigningHall):
    """A table of roulette, whose sensor a test is."""

    config = ROOT / "fixtures/config/practice-roulette.toml"
    haste: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, folder: Path, **rules: Any) -> None:
        super().__init__(folder, game=ROULETTE, **rules)
        self._told = 0

    def sensed(self, pocket: str) -> None:
        """Let the sensor tell a number, with a picture."""
        self._told += 1
        picture = self.far_end.keep(_picture(pocket))
        self._report(ReportNumber(self._told, pocket, f"{pocket:>2}", picture))

    def silent(self) -> None:
        """Let the sensor tell no number in its time."""
        self._report(ReportSilence("el sensor no dice nada"))

    def _report(self, command: Any) -> None:
        before = self.newest()
        self.inbox.put(msg.Reported(command))
        assert self.after(before.sequence, PATIENCE_S) is not None


def _picture(pocket: str) -> bytes:
    """Return a picture that is another for each number."""
    image = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(image, (320, 240), 200, (60, 90, 120), -1)
    cv2.putText(image, pocket, (260, 270), cv2.FONT_HERSHEY_SIMPLEX, 3, (250, 250, 250), 8)
    return cv2.imencode(".jpg", image)[1].tobytes()


class TableDay:
    """A table's day at its console: what people press, one after the other."""

    def __init__(self, hall: TableHall, play: Callable[..., None]) -> None:
        self.hall, self.play = hall, play

    def open(self) -> None:
        """Open book, session and table."""
        self.play("Diligencia de apertura", "Registrar ruleta 37-0421", "Abrir sesión")
        for check in self.hall.rules.checks:
            self.play(f"Funciona: {check}")
        self.play("Inspeccionar ruleta y bola", ball="B-12", level="0,1 mm/m")
        pieces = [
            {"tender": "chip", "value": value, "count": FLOAT.get(value, 0)}
            for value in self.hall.rules.chips
        ]
        self.play("Abrir la mesa", pieces=pieces)

    def closed(self) -> None:
        """Open a spin, launch its ball and close its bets."""
        self.play("Abrir apuestas", "Bola lanzada", "No va más")

    def number(self, pocket: str) -> None:
        """Let sensor and croupier say a number."""
        self.hall.sensed(pocket)
        self.play("Número", pocket=pocket)

    def settled(self) -> None:
        """Mark, collect and pay."""
        self.play("Marcador puesto", "Perdedoras recogidas", "Pagado")

    def spun(self, pocket: str) -> None:
        """Play a whole spin."""
        self.closed()
        self.number(pocket)
        self.settled()


def day(folder: Path, window: Callable[[], BrowserContext]) -> Iterator[Scene]:
    """Play a table's day, and show each of its scenes."""
    with TableHall(folder) as hall, Serving(hall) as serving:
        showing = Showing(hall, serving, window)  # type: ignore[arg-type]
        assert isinstance(hall, TableHall)
        table = TableDay(hall, showing.play)
        yield from showing.seen("mesa-libro", JEFE)
        table.open()
        yield from showing.seen("mesa-abierta", JEFE, CROUPIER)
        for pocket in CAME:
            table.spun(pocket)
        yield from _of_a_spin(showing, table)
        yield from _disputed(showing, table)
        showing.leave()


def _of_a_spin(showing: Showing, table: TableDay) -> Iterator[Scene]:
    table.play("Abrir apuestas")
    yield from showing.seen("mesa-apuestas", CROUPIER, JEFE)
    table.play("Bola lanzada")
    yield from showing.seen("mesa-lanzada", CROUPIER)
    table.play("No va más")
    yield from showing.seen("mesa-numero", CROUPIER)
    yield Scene("mesa-elegido", _pressed(showing.at(CROUPIER), "17"))
    table.number("17")
    yield from showing.seen("mesa-marcador", CROUPIER, DIRECTOR)
    table.play("Marcador puesto", "Perdedoras recogidas")
    yield from showing.seen("mesa-pago", CROUPIER)
    table.play("Pagado")
    yield from showing.seen("mesa-entre", CROUPIER, JEFE)


def _disputed(showing: Showing, table: TableDay) -> Iterator[Scene]:
    table.closed()
    table.hall.sensed("8")
    table.play("Número", pocket="11")
    yield from showing.seen("mesa-detenida", CROUPIER, JEFE)
    table.play("Decir el número", pocket="11", reason="Se ve la bola en su casilla")
    yield from showing.seen("mesa-propuesto", DIRECTOR, JEFE)
    table.play("Conformar el número")
    table.settled()
    table.play("Abrir apuestas", "Bola lanzada")
    table.play("Proponer jugada nula", cause="ball out", reason="La bola saltó al suelo.")
    yield from showing.seen("mesa-nula-propuesta", DIRECTOR)
    table.play("Conformar jugada nula")
    yield from showing.seen("mesa-nula", CROUPIER)


def _pressed(page: Page, pocket: str) -> Page:
    page.locator(f"#b-at-{pocket}").click()
    return page
