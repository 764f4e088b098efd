"""What lies over a print while a network learns: an edge, a spot, or a light under which ink still shows.

It is NOT responsible for turning or bending crops, nor for what a covered print is called.
"""

from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from drivers.reader.prints import CONTEXT
from tools.reader.maker import GONE

_COVERED = 0.24  # of the crops have something over them: a quarter an edge, a quarter a spot, half a light
_SOFT = 0.3  # of half a crop: how far the edge of a light fades at most
_ANY = 0.8  # so bright at most is what lies over a print in its shine, and is no light
_INK = 0.4  # darker than the paint by this
_PAINT = (0.3, 0.95)  # how bright the paint is, of the brightest that a camera tells
_DARK = (0.1, 0.5)  # of the paint's brightness: how bright the ink is
_COLOUR = (0.6, 1.0)  # of the paint's brightness: how bright its darkest channel is
_LIGHT = (0.1, 1.3)  # what a light adds in its middle
_SEEN = 0.5  # how bright paint is in a shine


def covered(crops: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Lay an edge, a spot or a light over some crops; also the part of the ink that is seen no more.

    Args:
        crops: Flats, and their shines where the network sees them, (N, 1 or 2, side, side) of 0..1.
        rng: Where chance comes from.
    """
    count, side = len(crops), crops.shape[-1]
    over, chance = _shapes(count, side, rng)
    level = _uniform(rng, count)
    level = torch.where(chance < 1 / 4, level * 0.85, (level * 1.15).clamp(max=1.0))
    flats, shines = crops[:, :1], crops[:, 1:]
    across, along = lines(side)
    ink = (1 - flats) * (torch.hypot(across, along) < 1 / CONTEXT + 0.04)
    ink = torch.where(ink > _INK, ink, 0.0)
    hidden = torch.cat(
        [torch.lerp(flats, level, over), torch.lerp(shines, _ANY * _uniform(rng, count), over)], 1
    )
    lit, lost = _lit(crops, over, rng)
    light = chance > 1 / 2
    gone = ink * torch.where(light, lost, over > 0.5)
    part = gone.sum((1, 2, 3)) / ink.sum((1, 2, 3)).clamp(min=1.0)
    return torch.where(light & (chance < 1), lit, hidden) * disc(side), part


def _shapes(count: int, side: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """How much of each pixel what lies over a crop covers, 0..1; and what it is: an edge, a spot, a light."""
    across, along = lines(side)
    way = _uniform(rng, count) * 2 * torch.pi
    edge = torch.cos(way) * across + torch.sin(way) * along - _uniform(rng, count) + 0.15
    right, down = ((_uniform(rng, count) - 0.5) * 1.3 for _ in range(2))
    wide, high = (_uniform(rng, count) * 0.7 + 0.65 for _ in range(2))
    spot = 0.1 + 0.3 * _uniform(rng, count) - torch.hypot((across - right) * wide, (along - down) * high)
    chance = _uniform(rng, count) / _COVERED
    soft = torch.where(chance > 1 / 2, _uniform(rng, count) * _SOFT, 0.0) + 0.01
    over = (torch.where(chance < 1 / 4, edge, spot) / soft + 0.5).clamp(0, 1) * (chance < 1)
    return over * disc(side), chance


def _lit(crops: Tensor, over: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops with a light on them, evened again as the reader evens a print; and where it takes ink away.

    A light adds to what is there, up to the brightest that a camera tells: ink shows until both are that.
    """
    count = len(crops)
    paint, dark, colour, much = (_between(rng, count, each) for each in (_PAINT, _DARK, _COLOUR, _LIGHT))
    light = over * much
    bare = (paint + light).clamp(max=1.0)
    unlit = paint * (dark + (1 - dark) * crops[:, :1])
    seen = (unlit + light).clamp(max=1.0)
    flats = ((seen / _around(bare) - dark) / (1 - dark)).clamp(0, 1)
    unit = _SEEN / (paint * colour)
    shines = torch.minimum(crops[:, 1:] + light * unit, unit.clamp(max=1.0))
    return torch.cat([flats, shines], 1), (seen > GONE * bare) & (unlit <= GONE * paint)


def _around(bare: Tensor) -> Tensor:
    """How bright the paint around each pixel is taken to be where a light raises it (`prints._evened`)."""
    side = bare.shape[-1]
    wide = side // 16 | 1
    small = functional.avg_pool2d(bare, 4)
    bright = functional.max_pool2d(small, wide, 1, wide // 2)
    for _ in range(2):
        padded = functional.pad(bright, (wide // 2,) * 4, mode="replicate")
        bright = functional.avg_pool2d(padded, wide, 1)
    return functional.interpolate(bright, (side, side), mode="bilinear")


def _uniform(rng: torch.Generator, count: int) -> Tensor:
    return torch.rand((count, 1, 1, 1), generator=rng)


def _between(rng: torch.Generator, count: int, bounds: tuple[float, float]) -> Tensor:
    return bounds[0] + (bounds[1] - bounds[0]) * _uniform(rng, count)


def lines(side: int) -> tuple[Tensor, Tensor]:
    """How far to the right and down the pixels of a crop lie from its middle, in halves of a crop."""
    line = (torch.arange(side) - (side - 1) / 2) / (side / 2)
    return line[None, None, :], line[None, :, None]


@cache
def disc(side: int) -> Tensor:
    """Where a crop shows anything."""
    across, along = lines(side)
    return (torch.hypot(across, along) <= 1).float()[:, None]
