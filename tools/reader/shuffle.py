"""Batches for a training: stored crops and pictures, each time turned, shifted, hidden and lit anew.

It is NOT responsible for what a network makes of them, nor for making the crops.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from drivers.reader.network import STATES, State
from drivers.reader.prints import CROP
from tools.reader import looks
from tools.reader.covers import covered, disc
from tools.reader.crops import Crops, Whole
from tools.reader.pairs import Pairs

BATCH: Final = 128
_AWRY = 0.45  # radians: a print turned by more, either way up, is no upright one
_LEANING = 0.3  # the same of a single 1 or 7, for the one that leans is the other
_AWRY_SHARE = 0.14  # of the crops are turned so much
_LEANING_SHARE = 0.28  # of the single 1s and 7s
_BEND = 0.035  # of half a crop: how far its parts are pulled about
_OTHERWISE = 0.6  # of the crops are changed in each of the ways that make another face of theirs
_LITTLE = (0.02, 0.06)  # of a print's ink: hiding less changes nothing, more makes it a part of a print
_STEADY = 0.2  # of the changes in light: there is so much of them in a shine, whose paint is always as bright
_SLIGHT = 0.085  # radians: how far off the first network usually is
_BY_RING = 8.0  # this many times more often comes what a ring settles: else far fewer than what is unmarked
_MINED = 3.0  # this many times more often than others comes a crop that the network before found hard
_HARD = 0.6  # of loss, over both digits
_HARD_PAIR = 0.1  # of loss of a picture that may show two balls
_LARGER = 0.06  # of a picture's size
_ASIDE = 0.04  # of half of it
_SQUARE = 0.1  # of the pictures are as wide as high, and their borders spread
_SWAPPED = 0.3  # of the pictures have their channels in another order
_LIGHTER = 0.25  # in the logarithm: half of the pictures are as much lighter or darker at most
_GLARING = 1.4  # the same of the others: a camera may be set wrongly
_CAST = 0.06
_GRAIN = 0.02


@dataclass(frozen=True, slots=True)
class Batch:
    """Crops as the network sees them, and what they are."""

    crops: Tensor
    state: Tensor
    tens: Tensor
    units: Tensor
    mark: Tensor
    axis: Tensor
    weight: Tensor
    either_way: Tensor


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Pictures as the network for two balls sees them, and whether they show two."""

    crops: Tensor
    two: Tensor


class Shuffler:
    """Endless batches of stored crops, each time turned, shifted, hidden and lit anew."""

    def __init__(
        self,
        crops: Crops,
        seed: int,
        net: nn.Module | None = None,
        *,
        only_whole: bool = False,
        side: int = CROP,
        shine: bool = False,
    ) -> None:
        self._only_whole, self._side = only_whole, side
        self._rng = torch.Generator().manual_seed(seed)
        shown = [crops.flats, crops.shines] if shine else [crops.flats]
        self._shown = torch.from_numpy(np.stack(shown, axis=1))
        self._whole = torch.from_numpy(crops.whole)
        self._number = torch.from_numpy(crops.number)
        self._angle = torch.from_numpy(crops.angle).float()
        self._mark = torch.from_numpy(crops.mark)
        self._same = torch.from_numpy(crops.same_turned)
        odds = torch.tensor([1.0, 6.0, 1.3, 1.5])[self._whole]
        single = (self._number < 10) & (self._whole < 2)
        self._odds = (
            odds * torch.where(single, 2.0, 1.0) * torch.where(_settled_by_ring(crops), _BY_RING, 1.0)
        )
        if net is not None:
            self._odds *= 1 + _MINED * (self._doubts(net) / _HARD).clamp(max=1.0)

    @torch.no_grad()
    def _doubts(self, net: nn.Module) -> Tensor:
        """What a network that reads already loses on the digits of each whole print, slightly changed."""
        doubts = torch.zeros(len(self._whole))
        net.eval()
        for some in torch.nonzero(self._whole == Whole.SETTLED)[:, 0].split(4 * BATCH):
            slight = torch.randn(len(some), generator=self._rng) * _SLIGHT
            crops = self._lit(self._warped(self._shown[some], slight, self._angle[some]))
            doubts[some] = digits_loss(net(crops), self._number[some])
        return doubts

    def batches(self, steps: int) -> Iterator[Batch]:
        """That many batches; of whole prints any way up if made for these alone."""
        odds = self._odds * (self._whole <= Whole.UNMARKED) if self._only_whole else self._odds
        for _ in range(steps):
            chosen = torch.multinomial(odds, BATCH, replacement=True, generator=self._rng)
            yield self._batch(chosen, self._only_whole)

    def _batch(self, chosen: Tensor, any_turn: bool) -> Batch:
        whole, angle = self._whole[chosen], self._angle[chosen]
        way, turn = self._turns(self._number[chosen], any_turn)
        crops = self._warped(self._shown[chosen], turn, angle)
        crops, gone = covered(crops, self._rng)
        state = torch.where(whole == Whole.SETTLED, way, torch.full_like(way, State.NOTHING))
        unmarked = (whole == Whole.UNMARKED) & (way != State.NOTHING)
        state[unmarked] = State.NO_MARK
        state[whole == Whole.PARTIAL] = State.PARTIAL
        read = whole <= Whole.UNMARKED
        state[read & (gone > _LITTLE[1]) & (state != State.NOTHING)] = State.PARTIAL
        doubtful = (whole == Whole.SETTLED) & (gone > _LITTLE[0]) & (gone <= _LITTLE[1])
        # What breaks the ring around a print without a mark does not give it one: that is never doubtful.
        weight = torch.where(doubtful, 0.0, 1.0)
        weight[read & (state == State.PARTIAL) & (way == State.NOTHING)] = 0.0
        number = self._number[chosen]
        either = self._same[chosen] & ((state == State.UPRIGHT) | (state == State.UPSIDE_DOWN))
        return Batch(
            self._lit(crops), state, number // 10, number % 10, self._mark[chosen],
            torch.remainder(turn, torch.pi), weight, either,
        )  # fmt: skip

    def _turns(self, number: Tensor, any_turn: bool) -> tuple[Tensor, Tensor]:
        """Which way up each crop comes, and by how much it is turned from its right way."""
        count = len(number)
        chance = self._uniform(count)
        leans = (number == 1) | (number == 7)
        way = torch.full((count,), int(State.UPRIGHT))
        way[chance > 0.5] = State.UPSIDE_DOWN
        way[chance > 1 - torch.where(leans, _LEANING_SHARE, _AWRY_SHARE)] = State.NOTHING
        slight = (torch.randn(count, generator=self._rng) * _SLIGHT).clamp(-0.24, 0.24)
        least = torch.where(leans, _LEANING, _AWRY)
        awry = least + self._uniform(count) * (torch.pi - 2 * least)
        awry = torch.where(self._uniform(count) < 0.5, awry, -awry)
        turn = torch.where(way == State.NOTHING, awry, slight + torch.pi * (way == State.UPSIDE_DOWN))
        if any_turn:
            way = torch.full((count,), int(State.UPRIGHT))
            turn = self._uniform(count) * 2 * torch.pi
        return way, turn.float()

    def _warped(self, shown: Tensor, turn: Tensor, angle: Tensor) -> Tensor:
        """Each print turned from where it lies, some as if they were printed in other faces."""
        count = len(shown)
        size = 1 + 0.08 * (2 * self._uniform(count, 1, 1) - 1)
        shift = 0.06 * (2 * torch.rand((count, 2, 1), generator=self._rng) - 1)
        matrix = _rotation(-angle) @ self._other_face(count) @ _rotation(turn) * size
        grid = functional.affine_grid(
            torch.cat([matrix, shift], 2), [count, 1, self._side, self._side], False
        )
        bend = torch.randn((count, 2, 4, 4), generator=self._rng) * _BEND * self._some(count, 1, 1, 1)
        smooth = _smooth(self._side)
        grid = grid + (smooth @ bend @ smooth.T).permute(0, 2, 3, 1)
        seen = functional.grid_sample(shown.float() / 255, grid, padding_mode="border", align_corners=False)
        return self._inked(seen) * disc(self._side)

    def _other_face(self, count: int) -> Tensor:
        """What makes a face narrower or wider, lower or higher, and slants it."""
        wide = torch.exp((0.45 * self._uniform(count) - 0.12) * self._some(count))
        high = torch.exp((0.16 * self._uniform(count) - 0.08) * self._some(count))
        slant = (0.3 * self._uniform(count) - 0.15) * self._some(count)
        return torch.stack([wide, slant, torch.zeros(count), high], dim=1).reshape(count, 2, 2)

    def _inked(self, crops: Tensor) -> Tensor:
        """Some crops with thicker strokes, some with thinner ones."""
        count = len(crops)
        much = 2 * self._uniform(count, 1, 1, 1) - 1
        way = torch.where(much > 0, -1.0, 1.0)
        other = _brightest_near(crops * way) * way
        much = torch.where(much > 0, much, -0.6 * much) * self._some(count, 1, 1, 1)
        return torch.lerp(crops, other, much)

    def _some(self, *shape: int) -> Tensor:
        return (self._uniform(*shape) < _OTHERWISE).float()

    def _lit(self, crops: Tensor) -> Tensor:
        count = len(crops)
        steady = torch.tensor([1.0, _STEADY])[: crops.shape[1], None, None]
        gain = 1 + (0.35 * self._uniform(count, 1, 1, 1) - 0.2) * steady
        lift = (0.2 * self._uniform(count, 1, 1, 1) - 0.05) * steady
        soft = _mean_near(crops)
        mixed = torch.lerp(crops, soft, (self._uniform(count, 1, 1, 1) * 1.6 - 0.8).clamp(0, 1))
        grain = torch.randn(crops.shape, generator=self._rng) * 0.05 * self._uniform(count, 1, 1, 1)
        return ((mixed * gain + lift + grain).clamp(0, 1)) * disc(self._side)

    def _uniform(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self._rng)


class PairShuffler:
    """Endless batches of stored pictures, each time mirrored, shifted and coloured anew."""

    def __init__(self, pairs: Pairs, seed: int, net: nn.Module | None = None) -> None:
        self._rng = torch.Generator().manual_seed(seed)
        self._seen = torch.from_numpy(pairs.seen).permute(0, 3, 1, 2).contiguous()
        self._two = torch.from_numpy(pairs.two).float()
        self._odds = torch.ones(len(self._two))
        if net is not None:
            self._odds += _MINED * (self._doubts(net) / _HARD_PAIR).clamp(max=1.0)

    @torch.no_grad()
    def _doubts(self, net: nn.Module) -> Tensor:
        """What a network that knows two balls already loses on each picture."""
        net.eval()
        shown = zip(self._seen.split(4 * BATCH), self._two.split(4 * BATCH), strict=True)
        return torch.cat(
            [
                functional.binary_cross_entropy_with_logits(
                    net(some.float() / 255)[:, 0], two, reduction="none"
                )
                for some, two in shown
            ]
        )

    def batches(self, steps: int) -> Iterator[PairBatch]:
        """That many batches."""
        for _ in range(steps):
            chosen = torch.multinomial(self._odds, BATCH, replacement=True, generator=self._rng)
            yield PairBatch(self._coloured(self._moved(self._seen[chosen].float() / 255)), self._two[chosen])

    def _moved(self, pictures: Tensor) -> Tensor:
        """Each mirrored or not, a little larger or smaller and aside; some as a square picture comes."""
        count = len(pictures)
        matrix = torch.zeros(count, 2, 3)
        size = 1 + _LARGER * self._even(count, 1)
        matrix[:, [0, 1], [0, 1]] = size * torch.sign(self._even(count, 2))
        matrix[:, :, 2] = _ASIDE * self._even(count, 2)
        grid = functional.affine_grid(matrix, list(pictures.shape), False)
        widest = torch.where(self._even(count, 1, 1) > 2 * _SQUARE - 1, torch.inf, 0.75)
        grid[..., 0] = grid[..., 0].clamp(-widest, widest)
        return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)

    def _coloured(self, pictures: Tensor) -> Tensor:
        """Each darker or brighter, in another cast, some in other colours; with a little noise."""
        count = len(pictures)
        order = torch.stack([torch.randperm(3, generator=self._rng) for _ in range(count)])
        order[self._even(count) > 2 * _SWAPPED - 1] = torch.arange(3)
        swapped = pictures.gather(1, order[:, :, None, None].expand(pictures.shape))
        cast = 1 + _CAST * torch.randn(count, 3, 1, 1, generator=self._rng)
        grain = torch.randn(pictures.shape, generator=self._rng) * _GRAIN * self._even(count, 1, 1, 1)
        much = torch.where(self._even(count, 1, 1, 1) > 0, _LIGHTER, _GLARING)
        return (swapped * torch.exp(much * self._even(count, 1, 1, 1)) * cast + grain).clamp(0, 1)

    def _even(self, *shape: int) -> Tensor:
        """Numbers of -1..1."""
        return 2 * torch.rand(shape, generator=self._rng) - 1


def _settled_by_ring(crops: Crops) -> Tensor:
    """Which crops show a number that is another one upside down, but for the ring around it."""
    turning = [
        number for number in range(1, looks.HIGHEST + 1) if looks.flipped(number) not in (None, number)
    ]
    ringed = crops.mark == looks.MARKS.index("ring")
    return torch.from_numpy((crops.whole == Whole.SETTLED) & ringed & np.isin(crops.number, turning))


def _rotation(angle: Tensor) -> Tensor:
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([cos, sin, -sin, cos], dim=1).reshape(len(angle), 2, 2)


@cache
def _smooth(side: int) -> Tensor:
    """What makes each four numbers a smooth line of as many as a crop has pixels."""
    return functional.interpolate(torch.eye(4)[None, None], (side, 4), mode="bicubic")[0, 0]


def _brightest_near(crops: Tensor) -> Tensor:
    """The brightest of each pixel's nine neighbours, five times as fast as a pooling of torch."""
    wide = functional.pad(crops, (1, 1, 1, 1), mode="replicate")
    rows = torch.maximum(torch.maximum(wide[..., :-2], wide[..., 1:-1]), wide[..., 2:])
    return torch.maximum(torch.maximum(rows[..., :-2, :], rows[..., 1:-1, :]), rows[..., 2:, :])


def _mean_near(crops: Tensor) -> Tensor:
    wide = functional.pad(crops, (1, 1, 1, 1))
    rows = wide[..., :-2] + wide[..., 1:-1] + wide[..., 2:]
    return (rows[..., :-2, :] + rows[..., 1:-1, :] + rows[..., 2:, :]) / 9


def digits_loss(logits: Tensor, numbers: Tensor) -> Tensor:
    """How surprising each crop's number is, over both digits."""
    tens, units = logits[:, STATES : STATES + 10], logits[:, STATES + 10 : STATES + 20]
    return functional.cross_entropy(tens, numbers // 10, reduction="none") + functional.cross_entropy(
        units, numbers % 10, reduction="none"
    )
