"""The golden pictures of the screens: ``python -m tests.displays.golden --write`` makes them anew.

Every screen in every phase, language and claimed size, and the kept views, which are the extremes. A picture
is kept small: each of its pixels is the mean of a block of the screen's, in steps of ``STEP`` levels, so that
a few megabytes hold hundreds of screens. ``test_golden`` proves that a word which is missing or stands a
pixel elsewhere is still seen. After writing them, look at every one before it is kept; ``--look FOLDER``
draws them all at their full size.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from displays import show
from displays.cctv import Camera
from displays.cli import save_png
from displays.parts import TURN
from displays.screens import no_signal
from displays.sponsors import SPONSOR
from displays.theme import BY_DECADE, THEMES, USUAL
from displays.views import BetweenView, BoardView, CheckView, View, read
from displays.words import LANGUAGES
from tests.displays import called, card_tables, four_parts, linked, phases, tables
from tools.screens import desk_picture

FIXTURES = Path(__file__).parents[2] / "fixtures"
GOLDEN = FIXTURES / "golden"
FULL, SMALL, WIDE, UPRIGHT, LARGE = (1920, 1080), (1280, 720), (1366, 768), (1080, 1920), (2560, 1440)
SPONSOR_AT = TURN * (SPONSOR - 1)
"""Seconds after which a sponsor has their turn."""

SIZES = (FULL, SMALL, WIDE, UPRIGHT, LARGE)
"""The sizes that are claimed."""

SQUARISH = (1024, 768)
BLOCK = {FULL: 3, SMALL: 2, WIDE: 2, UPRIGHT: 3, LARGE: 4, SQUARISH: 2}
"""How many pixels of the screen, each way, make one of its golden picture."""

STEP = 16
Pixels = npt.NDArray[np.uint8]


def load_any(name: str) -> View:
    """Return one of the views kept in the repository."""
    return read(json.loads((FIXTURES / "views" / f"{name}.json").read_bytes()))


def load(name: str) -> BoardView:
    """Return one of the board's views kept in the repository."""
    view = load_any(name)
    assert isinstance(view, BoardView)
    return view


EVERY = sorted(path.stem for path in (FIXTURES / "views").glob("*.json"))
VIEWS = [name for name in EVERY if isinstance(load_any(name), BoardView)]
SQUARE = ("pt-bingo-75", "pt-bingo-80", "pt-bingo-30")
SYMBOLS = "pt-bingo-30-symbols"
OF_VARIANTS = (
    *(("draw", "es", FULL), ("draw", "pt", SMALL), ("draw", "pt", UPRIGHT), ("draw", "es", SQUARISH)),
    *(("good", "es", FULL), ("good", "pt", UPRIGHT), ("bad", "pt", SMALL)),
)
"""What is kept of the screens of a game of another variant; an exit's picture stands on the Spanish board."""

OF_SYMBOLS = (
    *(("draw", "es", FULL), ("draw", "pt", UPRIGHT), ("draw", "en", SMALL), ("good", "es", FULL)),
    ("bad", "pt", SMALL),
)
"""What is kept of a game whose balls have symbols, all of which the board shows."""

OF_PARTS = tuple((phase, *shown) for phase in four_parts.PARTS for shown in (("es", FULL), ("pt", UPRIGHT)))
"""What is kept of a game in four parts, with the patterns that win and the programme."""

OF_CALLED = (
    *(("offered", "es", SMALL), ("followed", "pt", UPRIGHT), ("silent", "es", SMALL)),
    *(("left_out", "pt", UPRIGHT), ("ended", "en", SMALL), ("changed", "es", SMALL)),
    ("elsewhere", "es", SMALL),
)
"""What is kept of a game that another hall calls, or that this one calls for another."""

OF_LINKED = (
    *(("asked", "en", SMALL), ("shown", "es", FULL), ("absent", "es", FULL)),
    *(("pending", "pt", UPRIGHT), ("won", "es", FULL)),
)
"""What is kept of a game with a jackpot of several halls."""

UPRIGHT_TOO = (
    *("draw-pots", "sale-countdown", "check-any-more", "check-bad", "check-original", "prizes-many"),
    *("between-games", "between-many", "crowded"),
)
SMALL_TOO = ("draw-pots", "sale-countdown", "check-bad", "check-original", "between-many", "prizes-many")


TABLES = (
    *(("number", "pt", size) for size in SIZES),
    *(("bets", "pt", size) for size in SIZES),
    *(("closed", "pt", FULL), ("early", "pt", FULL), ("zero", "pt", FULL), ("empty", "pt", FULL)),
    *(("void", "pt", UPRIGHT), ("void", "es", SMALL), ("paid", "pt", FULL), ("paid", "es", UPRIGHT)),
    *(("number", "es", FULL), ("bets", "es", UPRIGHT), ("number", "en", SMALL), ("bets", "en", FULL)),
    ("number", "pt", SQUARISH),
)
"""What is kept of a roulette table, in its own language first."""


CARD_TABLES = (
    *(("natural", "pt", UPRIGHT), ("natural", "pt", SMALL)),
    *(
        ("bets", "pt", FULL),
        ("turning", "es", FULL),
        ("six", "en", FULL),
        ("ties", "pt", FULL),
        ("void", "es", FULL),
    ),
)
"""Likewise of a baccarat table."""


def exit_picture() -> pygame.Surface:
    """Return a picture of the exit as its camera might send it: a ball in a tube."""
    picture = pygame.Surface((640, 480), 0, 32)
    picture.fill((58, 62, 66))
    pygame.draw.rect(picture, (24, 26, 30), (200, 0, 240, 480))
    pygame.draw.circle(picture, (214, 208, 190), (320, 240), 110)
    pygame.draw.circle(picture, (246, 244, 236), (300, 216), 62)
    return picture


def frame_of(view: View) -> pygame.Surface | None:
    """Return what the camera sees that a view shows; None where it shows none."""
    match show.live(view):
        case Camera.EXIT:
            return exit_picture()
        case Camera.DESK:
            assert isinstance(view, CheckView)
            return desk_picture(view.cells)
        case None:
            return None


def _drawing(view: View, size: tuple[int, int]) -> Callable[[], pygame.Surface]:
    return lambda: show.draw(view, size, frame=frame_of(view))


def _name(name: str, size: tuple[int, int]) -> str:
    """Return the name of a kept view's picture: it begins with its screen's."""
    kind = load_any(name).KIND
    return f"{name if name.startswith(kind) else f'{kind}-{name}'}-{_size(size)}.webp"


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@cache
def pictures() -> Mapping[str, Callable[[], pygame.Surface]]:
    """Return how to draw each golden picture, by its file name."""
    drawings: dict[str, Callable[[], pygame.Surface]] = {}
    for language in LANGUAGES:
        for phase in phases.NAMES:
            view = phases.view(phase, language)
            drawings |= {f"{language}-{phase}-{_size(size)}.webp": _drawing(view, size) for size in SIZES}
        words = LANGUAGES[language]
        for size in SIZES:
            drawings[f"{language}-no-signal-{_size(size)}.webp"] = (
                lambda size=size, words=words: no_signal.draw(size, words)  # type: ignore[misc]
            )
    for names, size in ((EVERY, FULL), (UPRIGHT_TOO, UPRIGHT), (SMALL_TOO, SMALL)):
        drawings |= {_name(name, size): _drawing(load_any(name), size) for name in names}
    drawings |= _of_variants() | _of_parts()
    for phase, language, size in TABLES:
        seen = tables.view(phase, language, simulated=phase == "closed")
        drawings[f"table-{phase}-{language}-{_size(size)}.webp"] = _drawing(seen, size)
    for phase, language, size in CARD_TABLES:
        drawings[f"cards-{phase}-{language}-{_size(size)}.webp"] = _drawing(
            card_tables.view(phase, language), size
        )
    for phase, language, size in OF_CALLED:
        drawings[f"called-{phase}-{language}-{_size(size)}.webp"] = _drawing(
            called.view_of(phase, language), size
        )
    for phase, language, size in OF_LINKED:
        drawings[f"linked-{phase}-{language}-{_size(size)}.webp"] = _drawing(
            linked.view_of(phase, language), size
        )
    drawings |= _faces()
    drawings |= {
        f"es-{phase}-{_size(SQUARISH)}.webp": _drawing(phases.view(phase, "es"), SQUARISH)
        for phase in phases.NAMES
    }
    drawings["board-uncalled.webp"] = _drawing(replace(load("draw-23"), corner=True, uncalled=True), FULL)
    drawings["cctv-no-picture.webp"] = lambda: show.draw(load_any("cctv-draw"), FULL)
    drawings["board-no-picture.webp"] = lambda: show.draw(phases.view("draw", "es"), FULL)
    return drawings


def _of_variants() -> dict[str, Callable[[], pygame.Surface]]:
    """Return how to draw games on other cards: the board in each language and size, and more of it."""
    drawings = {}
    boards = tuple(("draw", language, size) for language in LANGUAGES for size in SIZES)
    kept_of = {key: dict.fromkeys((*boards, *OF_VARIANTS)) for key in SQUARE} | {SYMBOLS: OF_SYMBOLS}
    for key, shown in kept_of.items():
        for phase, language, size in shown:
            view = phases.view_of(key, phase, language)
            drawings[f"{key}-{phase}-{language}-{_size(size)}.webp"] = _drawing(view, size)
    return drawings


def _of_parts() -> dict[str, Callable[[], pygame.Surface]]:
    """Return how to draw a game in four parts; between games also the turn of the patterns that win next."""
    drawings = {}
    for phase, language, size in OF_PARTS:
        view = four_parts.view_of(phase, language)
        drawings[f"parts-{phase}-{language}-{_size(size)}.webp"] = _drawing(view, size)
        if isinstance(view, BetweenView):
            turned = replace(view, programme=(), rules=())
            drawings[f"parts-next-{language}-{_size(size)}.webp"] = _drawing(turned, size)
    return drawings


def hall_pictures() -> dict[str, pygame.Surface]:
    """Return a hall's logo and a sponsor's picture, as a wall has them once they have come."""
    logo, sponsor = pygame.Surface((600, 240), pygame.SRCALPHA, 32), pygame.Surface((1600, 900), 0, 32)
    for x, high in ((60, 90), (180, 160), (300, 220), (420, 150)):
        pygame.draw.polygon(logo, (255, 255, 255), [(x - 60, 230), (x + 20, 230 - high), (x + 120, 230)])
    pygame.draw.circle(logo, (255, 190, 0), (520, 60), 48)
    sponsor.fill((230, 60, 30))
    pygame.draw.circle(sponsor, (250, 235, 200), (800, 450), 330)
    pygame.draw.rect(sponsor, (60, 30, 20), (700, 300, 200, 330), border_radius=40)
    return {phases.LOGO: logo, phases.SPONSOR: sponsor}


def _faces() -> dict[str, Callable[[], pygame.Surface]]:
    """Return how to draw a hall's own face: its logo, a sponsor's turn, colours by decade."""
    by_decade = replace(THEMES[USUAL], decades=BY_DECADE).colours()
    board = replace(load("draw-90"), colours=by_decade, called=load("draw-90").called[:70])
    turns: dict[str, tuple[View, tuple[int, int], float]] = {
        "sale-face": (phases.view("selling", "es"), FULL, 0.0),
        "sale-sponsor": (phases.view("selling", "es"), FULL, SPONSOR_AT),
        "between-sponsor": (phases.view("between", "es"), SMALL, SPONSOR_AT),
        "closed-sponsor": (phases.view("closed", "es"), UPRIGHT, SPONSOR_AT),
        "board-decades": (board, FULL, 0.0),
    }

    def drawn(view: View, size: tuple[int, int], shown: float) -> Callable[[], pygame.Surface]:
        return lambda: show.draw(view, size, None, frame_of(view), shown, hall_pictures())

    return {f"{name}.webp": drawn(*turn) for name, turn in turns.items()}


def shrunk(picture: pygame.Surface) -> Pixels:
    """Return what a golden picture keeps of a screen, before its levels are rounded: height x width x BGR."""
    width, height = picture.get_size()
    block = BLOCK[(width, height)]
    pixels = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8).reshape(height, width, 3)
    small = cv2.resize(pixels, (width // block, height // block), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_RGB2BGR).astype(np.uint8)


def rounded(pixels: Pixels) -> Pixels:
    """Return the same in steps of ``STEP`` levels."""
    return (pixels // STEP * STEP + STEP // 2).astype(np.uint8)


def kept(name: str) -> Pixels:
    """Return a golden picture."""
    pixels = cv2.imread(str(GOLDEN / name))
    assert pixels is not None, name
    return pixels.astype(np.uint8)


def worst(picture: pygame.Surface, golden: Pixels) -> int:
    """Return by how many levels a screen differs from a golden picture where it differs most."""
    drawn = shrunk(picture)
    assert drawn.shape == golden.shape
    return int(cv2.absdiff(drawn, golden).max())


def write() -> None:
    """Draw every golden picture anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        lossless = [cv2.IMWRITE_WEBP_QUALITY, 101]
        cv2.imwrite(str(GOLDEN / name), rounded(shrunk(drawing())), lossless)


def look(folder: Path) -> None:
    """Draw every screen of the golden pictures at its full size, for the eyes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in pictures().items():
        save_png(drawing(), folder / name.replace(".webp", ".png"))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write"]:
            write()
        case ["--look", folder]:
            look(Path(folder))
        case _:
            sys.exit(f"{__doc__}")
