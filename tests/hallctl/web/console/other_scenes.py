"""What people meet on the console beside a night's desk: past, help, trials, a desk that sleeps, tabs.

Not responsible for the desk in a night (``scenes``), nor for what is looked for.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from hallctl.app.calibrating.talk import BALL_KEYS
from hallctl.app.practice.alone import PERSON, stand_ins
from hallctl.app.setting import load
from hallctl.i18n.sentences import Sentence, _
from hallctl.web.access.sessions import IDLE_MS
from hallctl.web.calibration import KnownSet, Progress, ShownBall, Told
from tests.hallctl.web.console.hall import CAJERO, CONFIG, DIRECTOR, JEFE, LOCUTOR, PICTURE, Hall, Serving
from tests.hallctl.web.console.hands import at_the_desk, enter, until
from tests.hallctl.web.console.past import play_a_game, printing, wait_for_folios
from tests.hallctl.web.console.scenes import Scene, Showing
from tests.hallctl.web.console.test_keys import SigningHall


class Calibrated:
    """A calibration that stands still at a ball.

    Attributes:
        over: Whether it has ended, with its files written.
    """

    over = False

    def sets(self) -> tuple[KnownSet, ...]:
        used = KnownSet("J-01", True, False, made_on="2026-11-21", in_use=True)
        waits = KnownSet("J-02", True, False, made_on="2026-11-26")
        named = KnownSet("J-05", False, False, "2026-11-20", in_use=True, named="informes/bolas-J-05.toml")
        broken, gone = (
            KnownSet("J-06", True, False, damaged=True),
            KnownSet("J-07", True, False, retired=True),
        )
        return used, waits, KnownSet("J-03", False, True), KnownSet("J-04", False, False), named, broken, gone

    def start(self, name: str, *, again: bool) -> Sentence | None:
        return None

    def answer(self, key: str) -> None: ...

    def picture(self) -> bytes:
        return PICTURE

    def progress(self) -> Progress:
        words = {"clear": _("clara"), "worn": _("gastada"), "ambiguous": _("ambigua")}
        verdicts = {number: "clear" for number in range(1, 42)} | {9: "worn", 18: "ambiguous"}
        balls = (ShownBall(n, v := verdicts.get(n, ""), words.get(v, Sentence(""))) for n in range(1, 91))
        hint = _("ponga la bola")
        said = _("Bola {number}, vuelta {turn} de {turns}: {hint}", number=42, turn=2, turns=3, hint=hint)
        wrong = _("Se lee {other}, no {number}. Si la bola es otra, repítala.", other=24, number=42)
        ended = _(
            "Las {highest} bolas del juego {name} son perfectamente visibles (AJ-24).",
            highest=90,
            name="J-01",
        )
        lift = _(
            "Ponga una bola en la salida, levántela, gírela y vuelva a ponerla: {turns} veces. La que se lee"
            " con certeza se toma por la suya, en cualquier orden.",
            turns=3,
        )
        glare = (_("La bola tiene un reflejo: mueva la lámpara."),)
        told = (Told(ended, True),) if self.over else (Told(wrong, False),)
        return Progress(
            *("J-01", _("Las bolas"), (lift,), said, None, None, BALL_KEYS, 42),
            *(tuple(balls), glare, told, self.over, self.over),
        )


def others(folder: Path, window: Callable[[], BrowserContext]) -> Iterator[Scene]:
    """Play a game, and show everything that is no desk."""
    hall, calibrated = SigningHall(folder), Calibrated()
    hall.calibration = calibrated
    with hall, Serving(hall) as serving, printing(hall, folder):
        showing = Showing(hall, serving, window)
        yield from _helping(showing)
        yield Scene("calibrar", showing.at(DIRECTOR, "/calibrar"), waits=False)
        calibrated.over = True
        yield Scene("calibrar-hecho", showing.at(DIRECTOR, "/calibrar"), waits=False)
        yield Scene("figuras", showing.at(DIRECTOR, "/figuras?c=0&c=4&c=12&key=v&es=V"), waits=False)
        play_a_game(hall, serving)
        wait_for_folios(hall, hall.newest().state.folios)
        yield from _past(showing)
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        hall.far_end.balls = iter((7,))
        serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
        hall.wait_for_ball()
        yield from _asleep(showing, serving)
        showing.leave()
    yield from _alone(folder / "alone", window)


def _helping(showing: Showing) -> Iterator[Scene]:
    names = {
        "/ayuda": "manual",
        "/ayuda#teclas": "manual-teclas",
        "/ayuda/AJ-69": "articulo",
        "/ayuda/D8": "decision",
    }
    names |= {"/ayuda/reglamento": "reglamento", "/ayuda/teclas": "teclas"}
    for path, name in (names | {"/lector": "lector"}).items():
        yield Scene(f"ayuda-{name}", showing.stranger(path), waits=False)


def _past(showing: Showing) -> Iterator[Scene]:
    yield Scene("actas", showing.at(JEFE, "/actas"), waits=False)
    act = showing.at(JEFE, "/actas/ultima")
    until(act, lambda: act.locator("img").first.evaluate("img => img.naturalWidth"))
    yield Scene("acta", act, waits=False)
    for kind in showing.hall.game.reports:
        page = showing.at(CAJERO if len(kind.posts) > 2 else DIRECTOR, f"/informes/{kind.address}")
        yield Scene(f"informe-{kind.address}", page, waits=False)


def _asleep(showing: Showing, serving: Serving) -> Iterator[Scene]:
    page = showing.at(LOCUTOR)
    showing.hall.slept_ms += IDLE_MS + 1
    page.goto(page.url)
    expect(page.get_by_label("PIN")).to_be_focused()
    yield Scene("dormida", page)


def _alone(folder: Path, window: Callable[[], BrowserContext]) -> Iterator[Scene]:
    folder.mkdir()
    hall = Hall(folder, range(1, 91))
    hall.stand_ins = stand_ins(load(CONFIG))
    with hall, Serving(hall) as serving:
        page = window().new_page()
        enter(page, serving.url, PERSON)
        serving.play_until("Vender cartones")
        for tab in page.get_by_role("navigation", name="Puestos").get_by_role("link").all():
            name = (tab.get_attribute("id") or "todos").removeprefix("tab-")
            page.goto(f"{serving.url}{tab.get_attribute('href')}")
            at_the_desk(page)
            yield Scene(f"practica-{name}", page)
        page.context.close()
