"""Whether the hall's monitors are large enough for its farthest seat (AJ-37), checked before it starts.

Not responsible for the formula (``displays.legibility``), nor for what the monitors show.
"""

from collections.abc import Iterator
from typing import Final

from displays.layout import LayoutError
from displays.legibility import TooSmall, too_small
from hallctl.config.hall import Setting
from hallctl.config.screens import ScreenSection

_FIELDS: Final = {
    "called": ("la bola cantada", "AJ-33"),
    "sold": ("los cartones vendidos", "AJ-34"),
    "price": ("el precio", "AJ-35"),
    "prizes": ("los premios", "AJ-36"),
}


def illegible(setting: Setting) -> Iterator[str]:
    """Yield every mandatory field of every monitor that the farthest seat cannot read, if it is known."""
    config, lettered = setting.config, setting.files.lettered(setting.rules)
    distance, prizes = config.hall.farthest_seat_m, setting.files.prizes(setting.rules)
    for number, screen in enumerate(config.screens, 1):
        where = f"{setting.path}: [screens.{number}]"
        try:
            if distance is not None and screen.height_mm is not None:
                size, tall = screen.size, screen.height_mm
                found = too_small(size, prizes, config.simulated, distance, tall, lettered)
                yield from (_told(where, problem, screen, distance) for problem in found)
            else:
                too_small(screen.size, prizes, config.simulated, 1, 1000)
        except LayoutError as error:
            yield f"{where} pixels: {error}"


def _told(where: str, problem: TooSmall, screen: ScreenSection, distance: float) -> str:
    """Say what is too small, and from where it is read on this monitor, or how high one must be."""
    field, source = _FIELDS[problem.field]
    near = distance * problem.drawn / problem.needed
    tall = (screen.height_mm or 0) * problem.needed / problem.drawn
    return (
        f"{where} height_mm: desde {distance:g} m se lee mal {field} ({source}): "
        f"mide {problem.drawn} píxeles y necesita {problem.needed}; "
        f"se lee hasta {near:.1f} m, o en un monitor de {tall:.0f} mm de alto"
    )
