"""Trains the reader's three networks and writes them where the reader finds them.

    python -m tools.reader.train [--crops DIR] [--blocks N] [--steps N] [--only pose|read|doubt] [--on]

needs torch 2.13.0 (not a dependency of the project) and the fonts of `tools.reader.fonts`. The same
versions, seed and blocks give the same networks up to the order in which a processor adds. All are
trained at once, each by one thread, whose crops another process makes ready. Then `tools.reader.calibrate`
sets temperatures and threshold.

It is NOT responsible for measuring: the loss it prints is of the crops that it learns from and of the
checked side.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from drivers.reader.network import AXES, FOLDER, STATES, State
from drivers.reader.prints import CONTEXT, CROP
from tools.reader.crops import Crops, Whole, block, joined
from tools.reader.fonts import Side
from tools.reader.nets import DOUBT_WIDTHS, Pose, Read, widened
from tools.reader.whole import layers, rounded

BATCH: Final = 128
SEED: Final = 20261121
FILES: Final = {"pose": "pose.onnx", "read": "ball.onnx", "doubt": "doubt.onnx"}
_NETS: Final = {"pose": Pose, "read": Read, "doubt": partial(Read, DOUBT_WIDTHS)}
_AWRY = (0.45, 2.7)  # radians: a print turned by this much is no upright one
_BEND = 0.035  # of half a crop: how far its parts are pulled about
_OTHERWISE = 0.6  # of the crops are changed in each of the ways that make another face of theirs
_COVERED = 0.18  # of the crops have something over them
_LITTLE = (0.02, 0.06)  # of a print's ink: hiding less changes nothing, more makes it a part of a print
_SOFT = 0.3  # of half a crop: how far the edge of a light fades at most
_SLIGHT = 0.085  # radians: how far off the first network usually is
_TRIES = 3
_MINED = 3.0  # this many times more often than others comes a crop that the network before found hard
_HARD = 0.6  # of loss, over both digits
_SHOWN = 10  # batches to a network, so that the range of its layers is known


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


class Shuffler:
    """Endless batches of stored crops, each time turned, shifted, hidden and lit anew."""

    def __init__(self, crops: Crops, seed: int, net: nn.Module | None = None) -> None:
        self._rng = torch.Generator().manual_seed(seed)
        self._flats = torch.from_numpy(crops.flats)
        self._whole = torch.from_numpy(crops.whole)
        self._number = torch.from_numpy(crops.number)
        self._angle = torch.from_numpy(crops.angle).float()
        self._mark = torch.from_numpy(crops.mark)
        self._same = torch.from_numpy(crops.same_turned)
        odds = torch.tensor([1.0, 6.0, 1.3, 1.5])[self._whole]
        single = (self._number < 10) & (self._whole < 2)
        self._odds = odds * torch.where(single, 2.0, 1.0)
        if net is not None:
            self._odds *= 1 + _MINED * (self._doubts(net) / _HARD).clamp(max=1.0)

    @torch.no_grad()
    def _doubts(self, net: nn.Module) -> Tensor:
        """What a network that reads already loses on the digits of each whole print, changed a few times."""
        doubts = torch.zeros(len(self._whole))
        net.eval()
        for some in torch.nonzero(self._whole == Whole.SETTLED)[:, 0].split(4 * BATCH):
            for _ in range(_TRIES):
                slight = torch.randn(len(some), generator=self._rng) * _SLIGHT
                crops = self._lit(self._warped(self._flats[some], slight, self._angle[some]))
                doubts[some] += _digits_loss(net(crops), self._number[some]) / _TRIES
        return doubts

    def batches(self, steps: int, only_whole: bool) -> Iterator[Batch]:
        """That many batches; of whole prints alone if told so."""
        odds = self._odds * (self._whole <= Whole.UNMARKED) if only_whole else self._odds
        for _ in range(steps):
            chosen = torch.multinomial(odds, BATCH, replacement=True, generator=self._rng)
            yield self._batch(chosen, only_whole)

    def _batch(self, chosen: Tensor, any_turn: bool) -> Batch:
        whole, angle = self._whole[chosen], self._angle[chosen]
        way, turn = self._turns(whole, any_turn)
        crops = self._warped(self._flats[chosen], turn, angle)
        crops, covered = self._hidden(crops)
        state = torch.where(whole == Whole.SETTLED, way, torch.full_like(way, State.NOTHING))
        unmarked = (whole == Whole.UNMARKED) & (way != State.NOTHING)
        state[unmarked] = State.NO_MARK
        state[whole == Whole.PARTIAL] = State.PARTIAL
        read = whole <= Whole.UNMARKED
        state[read & (covered > _LITTLE[1]) & (state != State.NOTHING)] = State.PARTIAL
        doubtful = (whole == Whole.SETTLED) & (covered > _LITTLE[0]) & (covered <= _LITTLE[1])
        # What breaks the ring around a print without a mark does not give it one: that is never doubtful.
        weight = torch.where(doubtful, 0.0, 1.0)
        weight[read & (state == State.PARTIAL) & (way == State.NOTHING)] = 0.0
        number = self._number[chosen]
        either = self._same[chosen] & ((state == State.UPRIGHT) | (state == State.UPSIDE_DOWN))
        return Batch(
            self._lit(crops), state, number // 10, number % 10, self._mark[chosen],
            torch.remainder(turn, torch.pi), weight, either,
        )  # fmt: skip

    def _turns(self, whole: Tensor, any_turn: bool) -> tuple[Tensor, Tensor]:
        """Which way up each crop comes, and by how much it is turned from its right way."""
        count = len(whole)
        chance = self._uniform(count)
        way = torch.full((count,), int(State.UPRIGHT))
        way[chance > 0.5] = State.UPSIDE_DOWN
        way[chance > 0.86] = State.NOTHING
        slight = (torch.randn(count, generator=self._rng) * _SLIGHT).clamp(-0.24, 0.24)
        awry = _AWRY[0] + self._uniform(count) * (_AWRY[1] - _AWRY[0])
        awry = torch.where(self._uniform(count) < 0.5, awry, -awry)
        turn = torch.where(way == State.NOTHING, awry, slight + torch.pi * (way == State.UPSIDE_DOWN))
        if any_turn:
            way = torch.full((count,), int(State.UPRIGHT))
            turn = self._uniform(count) * 2 * torch.pi
        return way, turn.float()

    def _warped(self, flats: Tensor, turn: Tensor, angle: Tensor) -> Tensor:
        """Each print turned from where it lies, some as if they were printed in other faces."""
        count = len(flats)
        size = 1 + 0.08 * (2 * self._uniform(count, 1, 1) - 1)
        shift = 0.06 * (2 * torch.rand((count, 2, 1), generator=self._rng) - 1)
        matrix = _rotation(-angle) @ self._other_face(count) @ _rotation(turn) * size
        grid = functional.affine_grid(torch.cat([matrix, shift], 2), [count, 1, CROP, CROP], False)
        bend = torch.randn((count, 2, 4, 4), generator=self._rng) * _BEND * self._some(count, 1, 1, 1)
        grid = grid + (_smooth() @ bend @ _smooth().T).permute(0, 2, 3, 1)
        seen = functional.grid_sample(
            flats[:, None].float() / 255, grid, padding_mode="border", align_corners=False
        )
        return self._inked(seen) * _disc()

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

    def _hidden(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Lay an edge, a spot or a fading light over some crops; also the part of the ink that it hides."""
        count = len(crops)
        across, along = _lines()
        way = self._uniform(count, 1, 1) * 2 * torch.pi
        edge = torch.cos(way) * across + torch.sin(way) * along - self._uniform(count, 1, 1) + 0.15
        at = (torch.rand((2, count, 1, 1), generator=self._rng) - 0.5) * 1.3
        long = torch.rand((2, count, 1, 1), generator=self._rng) * 0.7 + 0.65
        spot = (
            0.1
            + 0.3 * self._uniform(count, 1, 1)
            - torch.hypot((across - at[0]) * long[0], (along - at[1]) * long[1])
        )
        chance = self._uniform(count, 1, 1) / _COVERED
        light = chance > 2 / 3
        soft = torch.where(light, self._uniform(count, 1, 1) * _SOFT, 0.0) + 0.01
        over = (torch.where(chance < 1 / 3, edge, spot) / soft + 0.5).clamp(0, 1) * (chance < 1)
        over = over[:, None] * _disc()
        level = self._uniform(count, 1, 1, 1)
        level = torch.where(chance[:, None] < 1 / 3, level * 0.85, level * 1.15).clamp(max=1.0)
        level = torch.where(light[:, None], 0.85 + 0.15 * level, level)
        ink = (1 - crops) * (torch.hypot(across, along) < 1 / CONTEXT + 0.04)
        ink = torch.where(ink > 0.4, ink, 0.0)
        covered = (ink * (over > 0.5)).sum((1, 2, 3)) / ink.sum((1, 2, 3)).clamp(min=1.0)
        return torch.lerp(crops, level, over), covered

    def _lit(self, crops: Tensor) -> Tensor:
        count = len(crops)
        gain = 0.8 + 0.35 * self._uniform(count, 1, 1, 1)
        lift = 0.2 * self._uniform(count, 1, 1, 1) - 0.05
        soft = _mean_near(crops)
        mixed = torch.lerp(crops, soft, (self._uniform(count, 1, 1, 1) * 1.6 - 0.8).clamp(0, 1))
        grain = torch.randn(crops.shape, generator=self._rng) * 0.05 * self._uniform(count, 1, 1, 1)
        return ((mixed * gain + lift + grain).clamp(0, 1)) * _disc()

    def _uniform(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self._rng)


def _rotation(angle: Tensor) -> Tensor:
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([cos, sin, -sin, cos], dim=1).reshape(len(angle), 2, 2)


@cache
def _smooth() -> Tensor:
    """What makes each four numbers a smooth line of as many as a crop has pixels."""
    return functional.interpolate(torch.eye(4)[None, None], (CROP, 4), mode="bicubic")[0, 0]


def _brightest_near(crops: Tensor) -> Tensor:
    """The brightest of each pixel's nine neighbours, five times as fast as a pooling of torch."""
    wide = functional.pad(crops, (1, 1, 1, 1), mode="replicate")
    rows = torch.maximum(torch.maximum(wide[..., :-2], wide[..., 1:-1]), wide[..., 2:])
    return torch.maximum(torch.maximum(rows[..., :-2, :], rows[..., 1:-1, :]), rows[..., 2:, :])


def _mean_near(crops: Tensor) -> Tensor:
    wide = functional.pad(crops, (1, 1, 1, 1))
    rows = wide[..., :-2] + wide[..., 1:-1] + wide[..., 2:]
    return (rows[..., :-2, :] + rows[..., 1:-1, :] + rows[..., 2:, :]) / 9


def _lines() -> tuple[Tensor, Tensor]:
    line = (torch.arange(CROP) - (CROP - 1) / 2) / (CROP / 2)
    return line[None, None, :], line[None, :, None]


def _disc() -> Tensor:
    across, along = _lines()
    return (torch.hypot(across, along) <= 1).float()[:, None]


def pose_loss(net: nn.Module, batch: Batch) -> Tensor:
    """How far the axis is from the truth, as a soft choice among its bins."""
    bins = torch.arange(AXES) * (torch.pi / AXES)
    apart = torch.remainder(batch.axis[:, None] - bins + torch.pi / 2, torch.pi) - torch.pi / 2
    wanted = torch.softmax(-0.5 * (apart / (torch.pi / AXES * 0.8)) ** 2, dim=1)
    loss = -(wanted * torch.log_softmax(net(batch.crops), dim=1)).sum(1)
    return (loss * batch.weight).mean()


def read_loss(net: nn.Module, batch: Batch) -> Tensor:
    """State, and for upright crops the digits and the mark."""
    logits = net(batch.crops)
    states = torch.log_softmax(logits[:, :STATES], dim=1)
    wanted = functional.one_hot(batch.state, STATES).float()
    half = torch.zeros(STATES)
    half[[State.UPRIGHT, State.UPSIDE_DOWN]] = 0.5
    wanted[batch.either_way] = half
    loss = -(wanted * states).sum(1) * batch.weight
    shown = ((batch.state == State.UPRIGHT) | batch.either_way) * batch.weight
    digits = _digits_loss(logits, 10 * batch.tens + batch.units)
    marks = functional.cross_entropy(logits[:, STATES + 20 :], batch.mark, reduction="none")
    return (loss + shown * (digits + 0.2 * marks)).mean()


def _digits_loss(logits: Tensor, numbers: Tensor) -> Tensor:
    tens, units = logits[:, STATES : STATES + 10], logits[:, STATES + 10 : STATES + 20]
    return functional.cross_entropy(tens, numbers // 10, reduction="none") + functional.cross_entropy(
        units, numbers % 10, reduction="none"
    )


def resumed(net: nn.Module, path: Path, crops: Tensor) -> None:
    """Go on with the answers of a network that was written before, and may have been narrower."""
    stored = _stored(type(net), path, crops)
    if [part.shape for part in stored.parameters()] == [part.shape for part in net.parameters()]:
        net.load_state_dict(stored.state_dict())
    else:
        widened(stored, net)


def _stored(kind: type[nn.Module], path: Path, crops: Tensor) -> nn.Module:
    """Take the weights of a network that was written before, and normalise anew without changing its answers.

    The file has the normalisations inside the convolutions; each gets back the mean and the spread that it
    would take away from these crops.
    """
    known = [tuple(map(torch.tensor, each)) for each in layers(path)]
    net, given = kind([len(weight) for weight, _ in known[:-1]]), iter(known)
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            module.weight.data, bias = next(given)
            if module.bias is not None:
                module.bias.data = bias
        elif isinstance(module, nn.BatchNorm2d):
            module.bias.data = bias.clone()
            module.running_var.fill_(1 - module.eps)
    net.eval()
    hooks = [
        module.register_forward_pre_hook(_respread)
        for module in net.modules()
        if isinstance(module, nn.BatchNorm2d)
    ]
    with torch.no_grad():
        net(crops)
    for hook in hooks:
        hook.remove()
    return net


def _respread(module: nn.BatchNorm2d, given: tuple[Tensor]) -> None:
    variance, mean = torch.var_mean(given[0], (0, 2, 3))
    module.running_mean.copy_(mean)
    module.running_var.copy_(variance)
    module.weight.data = torch.sqrt(variance + module.eps)
    module.bias.data += mean


class _Ahead(IterableDataset[Batch]):
    """Batches that another process makes meanwhile."""

    def __init__(self, shuffler: Shuffler, steps: int, only_whole: bool) -> None:
        super().__init__()
        self._shuffler, self._steps, self._only_whole = shuffler, steps, only_whole

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        return self._shuffler.batches(self._steps, self._only_whole)


def train(part: str, learnt: Crops, checked: Crops, steps: int, on: bool = False) -> None:
    """Train one of the networks, anew or on from the one that is there, printing its curve, and write it."""
    torch.manual_seed(SEED + on + 2 * (part == "doubt"))
    torch.set_num_threads(1)
    pose = part == "pose"
    net: nn.Module = _NETS[part]()
    if on:
        first = Shuffler(learnt, SEED).batches(4, pose)
        resumed(net, FOLDER / FILES[part], torch.cat([batch.crops for batch in first]))
    loss_of = pose_loss if pose else read_loss
    net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    highest = 2e-3 if on else 4e-3
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, highest, total_steps=steps, pct_start=0.15)
    mean, started = 0.0, time.monotonic()
    shuffler = Shuffler(learnt, SEED + list(FILES).index(part) + 3 * on, net if on and not pose else None)
    batches = _Ahead(shuffler, steps, pose)
    for step, batch in enumerate(DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8), 1):
        net.train()
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast where the processor knows it
            loss = loss_of(net, batch)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        mean += (float(loss.detach()) - mean) / min(step, 100)
        if step % 100 == 0 or step == steps:
            held = _checked_loss(net, loss_of, checked, pose)
            spent = time.monotonic() - started
            print(f"{part} {step:6d}  learnt {mean:.4f}  checked {held:.4f}  {spent:.0f} s", flush=True)
            if step % 1000 == 0 or step == steps:
                write(net, FOLDER / FILES[part], shuffler, pose)


@torch.no_grad()
def _checked_loss(net: nn.Module, loss_of: object, checked: Crops, pose: bool) -> float:
    net.eval()
    losses = [float(loss_of(net, batch)) for batch in Shuffler(checked, 1).batches(6, pose)]  # type: ignore[operator]
    return float(np.mean(losses))


def write(net: nn.Module, path: Path, shuffler: Shuffler, only_whole: bool) -> None:
    """Write a network as ONNX, for any number of crops at once, in whole numbers."""
    net.eval()
    with TemporaryDirectory() as folder:
        trained = Path(folder) / path.name
        torch.onnx.export(
            net, (torch.zeros(2, 1, CROP, CROP),), str(trained), dynamo=False, opset_version=17,
            input_names=["crops"], output_names=["logits"],
            dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}},
        )  # fmt: skip
        rounded(trained, path, (batch.crops.numpy() for batch in shuffler.batches(_SHOWN, only_whole)))


def main() -> int:
    """Train what is asked for; all parts as processes beside each other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=Path, default=Path("build/crops"), help="where crops are kept")
    parser.add_argument("--blocks", type=int, default=10, help="blocks of 2,000 pictures to learn from")
    parser.add_argument("--steps", type=int, default=6000, help=f"batches of {BATCH}")
    parser.add_argument("--only", choices=tuple(FILES))
    parser.add_argument("--on", action="store_true", help="go on from the networks that are there")
    options = parser.parse_args()
    learnt = [block(number, Side.LEARNT, options.crops, 2) for number in range(options.blocks)]
    checked = block(0, Side.CHECKED, options.crops, 2)
    if options.only is None:
        command = [sys.executable, "-W", "ignore", "-m", "tools.reader.train", *sys.argv[1:], "--only"]
        running = [subprocess.Popen([*command, part]) for part in FILES]
        return max(process.wait() for process in running)
    train(options.only, joined(learnt), checked, options.steps, options.on)
    return 0


if __name__ == "__main__":
    sys.exit(main())
