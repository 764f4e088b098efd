"""The register of wheels on paper: each with its pockets, its colours, its inspections (RO-15, DR1).

Not responsible for what a wheel may be (``rules.wheel``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from hallctl.games.roulette.rules.events.table import WheelInspected
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import extent, last_held, sectioned
from hallctl.outputs.folios.sections import Section, fields, signature, signatures, table
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post

_TITLE: Final = "Registro de ruletas"


def wheel_register(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the register of wheels as a volume leaves it."""
    book = state.book
    assert book is not None
    document = {
        "title": _TITLE,
        "subtitle": extent(book.volume, entries),
        "short": f"{_TITLE} del tomo {book.volume}",
    }
    parts = [
        *(_wheel(number, wheel) for number, wheel in enumerate(state.wheels.values(), 1)),
        _inspections(entries),
        signatures(
            "signatures",
            "Firmas",
            signature(last_held(entries, Post.JEFE), "Jefe de Mesa", letterhead),
            signature(last_held(entries, Post.DIRECTOR), letterhead.director, letterhead),
        ),
    ]
    return sectioned("registro-ruletas", document, parts, entries, state, letterhead, place, _TITLE)


def _wheel(number: int, wheel: Wheel) -> Section:
    pairs = ", ".join(f"{one} y {other}" for one, other in wheel.alike())
    alternate = f"alternan, salvo entre {pairs}" if pairs else "alternan"
    return fields(
        f"wheel-{number}",
        f"Ruleta {wheel.serial}",
        ("Fabricante", wheel.maker),
        ("Número de serie", wheel.serial),
        ("Casillas", str(len(wheel.pockets))),
        ("Orden, en el sentido del reloj", " ".join(wheel.pockets)),
        ("Números rojos", " ".join(wheel.red)),
        ("Colores", alternate),
    )


def _inspections(entries: Sequence[Minuted]) -> Section:
    columns = (
        ("Día y hora", 46, "left"),
        ("Ruleta", 28, "left"),
        ("Bola", 22, "left"),
        ("Nivel", 26, "left"),
        ("Resultado", 42, "left"),
    )
    return table("inspections", "Inspecciones", columns, list(_rows(entries)), empty="Ninguna.")


def _rows(entries: Sequence[Minuted]) -> Iterator[tuple[str, ...]]:
    for entry in entries:
        match entry.event:
            case WheelInspected(wheel=wheel, ball=ball, level=level, findings=findings):
                moment = f"{date(entry.time)}, {hour(entry.time)}"
                yield moment, wheel, ball, level, findings or "apta"
            case _:
                pass
