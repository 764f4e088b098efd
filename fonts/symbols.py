"""The thirty symbols that may stand for the numbers of bingo 30: vector shapes of our own (PT-67).

Their outlines alone tell them apart, in any turn and without any colour. A symbol is some polygons in a
square from -1 to 1, y downwards: what an odd number of them covers is ink. Not responsible for drawing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

Point = tuple[float, float]
Polygon = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol.

    Attributes:
        es: What people call it.
        pt: The same in Portuguese.
        en: The same in English.
        polygons: Its outlines; ink is what an odd number of them covers.
    """

    es: str
    pt: str
    en: str
    polygons: tuple[Polygon, ...]

    def name(self, language: str) -> str:
        """Return what people call it in a language."""
        return {"pt": self.pt, "en": self.en}.get(language, self.es)


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 24) -> Polygon:
    """Return points of a circle from an angle to another, in degrees, 0 to the right, clockwise as seen."""
    angles = (pi * (start + (end - start) * step / steps) / 180 for step in range(steps + 1))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _disc(x: float, y: float, radius: float) -> Polygon:
    return _arc(x, y, radius, 0, 360, 40)[:-1]


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _rays(count: int, outer: float, inner: float, turn: float = -90) -> Polygon:
    """Return a star of so many points."""
    step = 180 / count
    return tuple(
        (radius * cos(pi * angle / 180), radius * sin(pi * angle / 180))
        for at in range(2 * count)
        for radius, angle in [(inner if at % 2 else outer, turn + at * step)]
    )


def _around(count: int, radius: float, size: float) -> Iterable[Polygon]:
    """Yield discs in a ring."""
    for at in range(count):
        angle = 2 * pi * at / count - pi / 2
        yield _disc(radius * cos(angle), radius * sin(angle), size)


def _heart() -> Polygon:
    return (*_arc(-0.46, -0.32, 0.5, 150, 337), *_arc(0.46, -0.32, 0.5, 203, 390), (0.0, 0.95))


def _moon() -> Polygon:
    return (*_arc(0, 0, 0.95, 45, 315, 40), *reversed(_arc(0.42, 0, 0.68, 82, 278, 40)))


def _drop() -> Polygon:
    return (0.0, -1.0), *_arc(0, 0.35, 0.6, -25, 205, 40)


def _crown() -> Polygon:
    return (
        (-0.95, 0.7),
        (-0.95, -0.55),
        (-0.45, 0.05),
        (0.0, -0.8),
        (0.45, 0.05),
        (0.95, -0.55),
        (0.95, 0.7),
    )


def _tree() -> Polygon:
    right = (
        (0.0, -1.0),
        (0.5, -0.35),
        (0.25, -0.35),
        (0.72, 0.25),
        (0.35, 0.25),
        (0.9, 0.7),
        (0.14, 0.7),
        (0.14, 1.0),
    )
    return (*right, *((-x, y) for x, y in reversed(right)))


def _key() -> tuple[Polygon, ...]:
    bit = ((-0.2, -0.13), (1.0, -0.13), (1.0, 0.5), (0.76, 0.5), (0.76, 0.13), (0.52, 0.13), (0.52, 0.4))
    return (
        (*bit, (0.28, 0.4), (0.28, 0.13), (-0.2, 0.13), *_arc(-0.56, 0, 0.44, 20, 340, 40)),
        _disc(-0.56, 0, 0.2),
    )


def _fish() -> tuple[Polygon, ...]:
    back, belly = _arc(-0.2, 0.5, 0.94, 212, 328), _arc(-0.2, -0.5, 0.94, 32, 148)
    tail = (0.62, 0.0), (1.0, -0.5), (1.0, 0.5)
    return (*back, tail[1], tail[2], *belly), _disc(-0.58, -0.08, 0.11)


def _anchor() -> tuple[Polygon, ...]:
    stem = (
        (-0.12, -0.44),
        (0.12, -0.44),
        (0.12, -0.35),
        (0.45, -0.35),
        (0.45, -0.12),
        (0.12, -0.12),
        (0.12, 0.62),
    )
    flukes = (*_arc(0, 0, 0.64, 80, 40), (0.28, 0.3), (0.92, 0.02), (0.98, 0.62), (0.8, 0.52))
    right = (*stem, *flukes, *_arc(0, 0, 0.95, 36, 90))
    return (*right, *((-x, y) for x, y in reversed(right))), _disc(0, -0.72, 0.27), _disc(0, -0.72, 0.12)


def _bell() -> Polygon:
    right = (*_arc(0, -0.35, 0.5, -70, 0), (0.58, 0.3), (0.9, 0.6), (0.22, 0.6))
    clapper = _arc(0, 0.62, 0.24, 10, 170)
    return (*right, *clapper, *((-x, y) for x, y in reversed(right)))


def _umbrella() -> Polygon:
    canopy = _arc(0, 0.05, 0.95, 180, 360, 40)
    scallops = (0.63, -0.12), (0.32, 0.05), (0.08, 0.05)
    hook = (0.08, 0.62), *_arc(0.3, 0.62, 0.22, 180, 0), (0.66, 0.62), *_arc(0.3, 0.62, 0.36, 0, 180)
    return (*canopy, *scallops, *hook, (-0.08, 0.62), (-0.08, 0.05), (-0.32, 0.05), (-0.63, -0.12))


def _horseshoe() -> Polygon:
    outer, inner = _arc(0, -0.1, 0.88, 140, 400, 40), _arc(0, -0.1, 0.5, 410, 130, 40)
    return (*outer, (0.62, 0.95), (0.28, 0.95), *inner, (-0.28, 0.95), (-0.62, 0.95))


def _bottle() -> Polygon:
    right = ((0.17, -1.0), (0.17, -0.45), (0.42, -0.15), (0.42, 1.0))
    return (*((-x, y) for x, y in reversed(right)), *right)


def _ladder() -> tuple[Polygon, ...]:
    foot = ((0.56, 1.0), (0.34, 1.0), (0.34, 0.86), (-0.34, 0.86), (-0.34, 1.0), (-0.56, 1.0))
    head = tuple((-x, -y) for x, y in foot)
    return ((*head, *foot), *(_box(-0.34, y, 0.34, y + 0.32) for y in (-0.66, -0.16, 0.34)))


def _cross() -> Polygon:
    upper = ((-0.95, 0.3), (-0.95, -0.3), (-0.3, -0.3), (-0.3, -0.95), (0.3, -0.95), (0.3, -0.3))
    return (*upper, *((-x, -y) for x, y in upper))


def _hammer() -> Polygon:
    head = ((-0.9, -0.95), (0.7, -0.95), (0.7, -0.4), (0.06, -0.4))
    return (*head, (0.06, 1.0), (-0.26, 1.0), (-0.26, -0.4), (-0.9, -0.4))


def _wheel() -> tuple[Polygon, ...]:
    holes = (
        (*_arc(0, 0, 0.74, start + 12, start + 78), *_arc(0, 0, 0.22, start + 62, start + 28))
        for start in (0, 90, 180, 270)
    )
    return (_disc(0, 0, 0.98), *holes)


def _comb() -> Polygon:
    teeth = [
        ((x, -0.1), (x, 0.8), (x + 0.18, 0.8), (x + 0.18, -0.1)) for x in (-0.95, -0.57, -0.19, 0.19, 0.57)
    ]
    return (0.95, -0.1), (0.95, -0.7), (-0.95, -0.7), *(point for tooth in teeth for point in tooth)


def _goblet() -> Polygon:
    right = ((0.72, -0.95), (0.66, -0.45), (0.4, 0.0), (0.1, 0.14), (0.1, 0.7), (0.5, 0.85), (0.5, 1.0))
    return (*right, *((-x, y) for x, y in reversed(right)))


def _clover() -> tuple[Polygon, ...]:
    petals = (_disc(0, -0.56, 0.4), _disc(-0.5, 0.14, 0.4), _disc(0.5, 0.14, 0.4))
    return (*petals, ((-0.04, -0.15), (0.04, -0.15), (0.22, 1.0), (-0.22, 1.0)))


SYMBOLS: Final = (
    Symbol("estrella", "estrela", "star", (_rays(5, 1.0, 0.4),)),
    Symbol("corazón", "coração", "heart", (_heart(),)),
    Symbol("luna", "lua", "moon", (_moon(),)),
    Symbol("sol", "sol", "sun", (_rays(12, 1.0, 0.62), _disc(0, 0, 0.56), _disc(0, 0, 0.4))),
    Symbol(
        "flecha",
        "seta",
        "arrow",
        (((-1.0, -0.2), (0.1, -0.2), (0.1, -0.7), (1.0, 0.0), (0.1, 0.7), (0.1, 0.2), (-1.0, 0.2)),),
    ),
    Symbol("cruz", "cruz", "cross", (_cross(),)),
    Symbol("anillo", "anel", "ring", (_disc(0, 0, 0.95), _disc(0, 0, 0.55))),
    Symbol("cuadrado", "quadrado", "square", (_box(-0.8, -0.8, 0.8, 0.8),)),
    Symbol("triángulo", "triângulo", "triangle", (((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)),)),
    Symbol(
        "rayo",
        "raio",
        "lightning",
        (((0.3, -1.0), (-0.6, 0.15), (-0.08, 0.15), (-0.35, 1.0), (0.6, -0.25), (0.08, -0.25)),),
    ),
    Symbol("árbol", "árvore", "tree", (_tree(),)),
    Symbol(
        "casa",
        "casa",
        "house",
        (
            (
                (0.0, -1.0),
                (1.0, -0.05),
                (0.7, -0.05),
                (0.7, 0.95),
                (-0.7, 0.95),
                (-0.7, -0.05),
                (-1.0, -0.05),
            ),
            _box(-0.24, 0.3, 0.24, 0.95),
        ),
    ),
    Symbol("llave", "chave", "key", _key()),
    Symbol("pez", "peixe", "fish", _fish()),
    Symbol("copa", "taça", "goblet", (_goblet(),)),
    Symbol("gota", "gota", "drop", (_drop(),)),
    Symbol("trébol", "trevo", "clover", _clover()),
    Symbol("corona", "coroa", "crown", (_crown(),)),
    Symbol("ancla", "âncora", "anchor", _anchor()),
    Symbol(
        "barco",
        "barco",
        "boat",
        (
            ((-0.06, -1.0), (-0.06, 0.25), (-0.8, 0.25)),
            ((0.1, -0.8), (0.75, 0.25), (0.1, 0.25)),
            ((-1.0, 0.4), (1.0, 0.4), (0.6, 0.95), (-0.6, 0.95)),
        ),
    ),
    Symbol("campana", "sino", "bell", (_bell(),)),
    Symbol("rueda", "roda", "wheel", _wheel()),
    Symbol(
        "reloj de arena",
        "ampulheta",
        "hourglass",
        (((-0.75, -1.0), (0.75, -1.0), (0.1, 0.0), (0.75, 1.0), (-0.75, 1.0), (-0.1, 0.0)),),
    ),
    Symbol("escalera", "escada", "ladder", _ladder()),
    Symbol("martillo", "martelo", "hammer", (_hammer(),)),
    Symbol("paraguas", "guarda-chuva", "umbrella", (_umbrella(),)),
    Symbol("botella", "garrafa", "bottle", (_bottle(),)),
    Symbol("herradura", "ferradura", "horseshoe", (_horseshoe(),)),
    Symbol("flor", "flor", "flower", (*_around(6, 0.62, 0.31), _disc(0, 0, 0.2))),
    Symbol("peine", "pente", "comb", (_comb(),)),
)
"""The symbols, that of number 1 first."""


def symbol(number: int) -> Symbol:
    """Return the symbol that stands for a number of bingo 30.

    Raises:
        ValueError: No symbol stands for it.
    """
    if not 1 <= number <= len(SYMBOLS):
        raise ValueError(f"no symbol stands for {number}")
    return SYMBOLS[number - 1]


def path(number: int) -> str:
    """Return the outlines of the symbol of a number as an SVG path, to be filled by the even-odd rule."""
    return "".join(
        f"M{' '.join(f'{x:.2f},{y:.2f}' for x, y in polygon)}Z" for polygon in symbol(number).polygons
    )


def svg(number: int) -> str:
    """Return the symbol of a number as an SVG picture, black on nothing."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.05 -1.05 2.1 2.1">'
        f'<path fill-rule="evenodd" d="{path(number)}"/></svg>'
    )
