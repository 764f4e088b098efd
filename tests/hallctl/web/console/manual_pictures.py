"""Takes the manual's pictures from a running console.

``python -m tests.hallctl.web.console.manual_pictures``.

Plays one game up to each moment that the manual shows. The test takes every one of them too, and compares
none: what a page looks like may change, that it is still there may not.
"""

import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from hallctl.table import messages as msg
from tests.browser import windows
from tests.hallctl.web.console.hall import CAJERO, JEFE, LOCUTOR, PASSPHRASE, ROOT, Hall, Serving
from tests.hallctl.web.console.hands import press

FOLDER = ROOT / "docs/pictures"
DESK = {"width": 1024, "height": 600}

TO_THE_LINE = (9, 57, 60, 73, 32, 90, 16)
AFTER_IT = (1, 20, 34, 40)
BY_HAND = (81, 17, 29, 66, 76)
WINNERS = (3, 29)
"""Cards of the fixture's series whose lines the same ball completes; the first has the only bingo too."""

BALLS = (*TO_THE_LINE, *AFTER_IT)


class Photographer:
    """Plays a game through the API and looks at it in windows, a person at each."""

    def __init__(self, hall: Hall, serving: Serving, window: Callable[[], BrowserContext]) -> None:
        self._hall = hall
        self._serving = serving
        self._window = window

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """Yield each picture of the manual with its name, in the order of the night."""
        jefe = self._window().new_page()
        jefe.goto(f"{self._serving.url}/entrar?persona=Ana Quispe")
        yield "entrar", jefe.locator(".card").screenshot()
        locutor = self._window().new_page()
        self._enter(jefe, JEFE)
        self._enter(locutor, LOCUTOR)
        yield from self._sale(jefe, locutor)
        yield from self._draw(jefe, locutor)
        yield from self._end(jefe)

    def _sale(self, jefe: Page, locutor: Page) -> Iterator[tuple[str, bytes]]:
        self._serving.play_until("Vender cartones")
        self._serving.play("Entregar cartones", seller=LOCUTOR, count=12)
        self._serving.play("Vender cartones", count=48)
        locutor.locator(".next input.ask").fill("5000")
        press(locutor, "Vender cartones")
        expect(locutor.locator("#said a.law")).to_have_text("AJ-66")
        yield "rechazo", self._part(locutor, "#said", ".next")
        expect(jefe.locator(".figures")).to_contain_text("1 al 60")
        yield "vender", self._whole(jefe)

    def _draw(self, jefe: Page, locutor: Page) -> Iterator[tuple[str, bytes]]:
        self._serving.play("Cerrar venta", "Comienzo de la partida")
        self._call(*TO_THE_LINE[:-2])
        expect(jefe.locator(".grid .lit")).to_have_count(len(TO_THE_LINE) - 2)
        yield "mesa", self._whole(jefe)
        self._serving.play("Extraer bola")
        self._hall.wait_for_ball()
        expect(locutor.locator(".ball.tocall")).to_be_visible()
        yield "locutor", self._whole(locutor)
        self._serving.play(f"Cantar el {TO_THE_LINE[-2]}", "Parar: ¡línea!")
        self._serving.play("Comprobar línea", card=WINNERS[0], marks=["erasable"])
        expect(jefe.locator(".verdict.bad")).to_be_visible()
        yield "comprobar", self._whole(jefe)
        self._serving.play("Reanudar")

    def _end(self, jefe: Page) -> Iterator[tuple[str, bytes]]:
        self._call(*TO_THE_LINE[-1:])
        self._serving.play("Parar: ¡línea!")
        for card in WINNERS:
            self._serving.play("Comprobar línea", card=card)
        self._serving.play("¿Alguna línea más?", "Reanudar")
        self._call(*AFTER_IT)
        self._hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
        expect(jefe.locator(".band.fault")).to_be_visible()
        yield "averia", self._whole(jefe)
        self._serving.play("Proponer seguir a mano", reason="el aparato no suelta bolas")
        self._serving.play("Conformar seguir a mano")
        for ball in BY_HAND:
            self._serving.play("Bola sacada a mano", ball=ball)
            self._serving.play(f"Cantar el {ball}")
        self._serving.play("Parar: ¡bingo!")
        self._serving.play("Comprobar bingo", card=WINNERS[0])
        self._serving.play("¿Algún bingo más?", "Dar por finalizada", f"Pagar línea, cartón {WINNERS[0]}")
        self._hall.inbox.put(msg.Recovered("extractor", "EXT-JAM"))
        expect(jefe.get_by_text("resuelto: reconózcalo")).to_be_visible()
        self._serving.play("Reconocer EXT-JAM")
        cajero = self._window().new_page()
        self._enter(cajero, CAJERO)
        expect(cajero.locator(".topay")).to_be_visible()
        yield "pagar", self._whole(cajero)

    def _enter(self, page: Page, person: str) -> None:
        page.goto(f"{self._serving.url}/entrar")
        page.get_by_label("Persona").select_option(person)
        page.get_by_label("Contraseña").fill(PASSPHRASE)
        page.keyboard.press("Enter")
        expect(page.locator(".desk")).to_be_visible()
        page.wait_for_load_state("load")

    def _call(self, *balls: int) -> None:
        for ball in balls:
            self._serving.play("Extraer bola")
            self._hall.wait_for_ball()
            self._serving.play(f"Cantar el {ball}")

    def _whole(self, page: Page) -> bytes:
        page.wait_for_timeout(400)  # what has just come up fades in
        return page.screenshot()

    def _part(self, page: Page, *places: str) -> bytes:
        page.wait_for_timeout(400)
        boxes = [box for place in places if (box := page.locator(place).bounding_box()) is not None]
        left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
        right = max(box["x"] + box["width"] for box in boxes)
        bottom = max(box["y"] + box["height"] for box in boxes)
        clip = {"x": left - 12, "y": top - 12, "width": right - left + 24, "height": bottom - top + 24}
        return page.screenshot(clip=clip)  # type: ignore[arg-type]


def small(picture: bytes) -> bytes:
    """Return a picture in few colours, which is all that a page has."""
    written = io.BytesIO()
    drawn = Image.open(io.BytesIO(picture)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    drawn.save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> None:
    """Take every picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Hall(Path(folder), balls=BALLS) as hall,
        Serving(hall) as serving,
        windows(viewport=DESK) as window,
    ):
        for name, picture in Photographer(hall, serving, window).pictures():
            (FOLDER / f"manual-{name}.png").write_bytes(small(picture))


if __name__ == "__main__":
    main()
