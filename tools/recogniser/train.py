"""Trains the two networks that read flat prints and writes them where the recogniser finds them.

    python -m tools.recogniser.train [--minutes 40] [--on] [--out drivers/recogniser]

needs torch 2.13.0 and onnx (no dependencies of the project) and the fonts of `tools.reader.fonts`. One thread
learns while another process draws. With --on the networks that are there learn on, their normalisations
folded in. It is NOT responsible for what is told by them: its figures are of drawings in other faces.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

from drivers.recogniser.flat import ACROSS, FOLDER, TURNS
from tools.reader.fonts import Side
from tools.recogniser.flats import Drawing, drawn
from tools.recogniser.unrolled import Sample, unrolled

_BATCH: Final = (128, 64)  # of what is read, and of what is turned
_POOL, _FRESH = 4000, 12  # drawings that are used again and again, and how many a batch draws anew
_BESIDE: Final = 0.35  # of the prints have another beside them
_UPRIGHT, _OVER = 0.72, 0.18  # of what is read stands upright, or upside down; the rest lies anyhow
_ABOUT: Final = 0.11  # radians by which the first network errs
_KEPT: Final = 0.998  # of the mean of weights, each step
_CHECKED: Final = 200  # steps between two checks
_READ: Final = (24, 40, 64, 80, 96, 96, 64, 21)
_TURN: Final = (12, 24, 40, 56, 56, 64, TURNS)
_STRIDES: Final = {len(_READ): (2, 2, 1, 2, 1, 2), len(_TURN): (2, 2, 1, 2, 2)}


@dataclass(frozen=True, slots=True)
class Batch:
    """Samples as columns."""

    seen: Tensor
    number: Tensor
    whole: Tensor
    turn: Tensor
    way: Tensor

    @classmethod
    def of(cls, samples: list[Sample]) -> "Batch":
        """Return samples as columns."""
        seen = torch.from_numpy(np.stack([each.seen for each in samples]))
        number, whole, way = (
            torch.tensor([getattr(each, name) for each in samples]) for name in ("number", "whole", "way")
        )
        turn = torch.tensor([each.turn for each in samples], dtype=torch.float32)
        return cls(seen.contiguous(memory_format=torch.channels_last), number, whole, turn, way)


def network(widths: tuple[int, ...], *, folded: bool = False) -> nn.Sequential:
    """Return convolutions down to three cells by three, and two layers above."""
    layers, into = list[nn.Module](), 2
    for at, (out, stride) in enumerate(zip(widths, _STRIDES[len(widths)], strict=False)):
        size = 3 if at else 5
        layers.append(nn.Conv2d(into, out, size, stride, size // 2, bias=folded))
        layers += [nn.ReLU(inplace=True)] if folded else [nn.BatchNorm2d(out), nn.ReLU(inplace=True)]
        into = out
    between, last = widths[-2:]
    layers += [nn.Flatten(), nn.Dropout(0.1), nn.Linear(into * 9, between), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers, nn.Linear(between, last))


def stored(widths: tuple[int, ...], path: Path) -> nn.Sequential:
    """Return a network that was written before."""
    net = network(widths, folded=True)
    arrays = {each.name: onnx.numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    values = [
        arrays[name]
        for node in onnx.load(path).graph.node
        if node.op_type in {"Conv", "Gemm"}
        for name in node.input[1:]
    ]
    for parameter, value in zip(net.parameters(), values, strict=True):
        parameter.data = torch.tensor(value)
    return net


class Batches(IterableDataset[tuple[Batch, Batch]]):
    """Batches to read, and others to turn, drawn anew all the time."""

    def __init__(self, side: Side, seed: int, count: int, pool: int = _POOL) -> None:
        self._side, self._seed, self._count, self._most = side, seed, count, pool

    def __iter__(self) -> Iterator[tuple[Batch, Batch]]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self._seed)
        pool = [drawn(rng, self._side) for _ in range(512)]
        for _ in range(self._count):
            for _ in range(_FRESH if len(pool) >= self._most else 64):
                if len(pool) < self._most:
                    pool.append(drawn(rng, self._side))
                else:
                    pool[rng.integers(len(pool))] = drawn(rng, self._side)
            yield (
                Batch.of([_one(pool, _awry(rng), rng) for _ in range(_BATCH[0])]),
                Batch.of([_one(pool, float(rng.uniform(-np.pi, np.pi)), rng) for _ in range(_BATCH[1])]),
            )


def _one(pool: list[Drawing], turn: float, rng: np.random.Generator) -> Sample:
    other = pool[rng.integers(len(pool))] if rng.random() < _BESIDE else None
    return unrolled(pool[rng.integers(len(pool))], other, turn, rng)


def _awry(rng: np.random.Generator) -> float:
    kind = rng.random()
    if kind > _UPRIGHT + _OVER:
        return float(rng.uniform(-np.pi, np.pi))
    return float(rng.normal(0, _ABOUT) + (np.pi * rng.choice([-1, 1]) if kind > _UPRIGHT else 0))


def read_loss(net: nn.Module, batches: tuple[Batch, Batch]) -> tuple[Tensor, float]:
    """How surprising it is what is a whole number, and which; and how many of them are told right."""
    batch = batches[0]
    logits, asked, said = net(batch.seen).float(), batch.whole >= 0, batch.number > 0
    whole = functional.binary_cross_entropy_with_logits(logits[asked, 0], batch.whole[asked].float())
    tens, units = logits[:, 1:11], logits[:, 11:]
    digits = functional.cross_entropy(tens[said], batch.number[said] // 10)
    digits = digits + functional.cross_entropy(units[said], batch.number[said] % 10)
    right = (10 * tens.argmax(1) + units.argmax(1) == batch.number)[batch.whole == 1]
    return whole + 0.6 * digits, float(right.float().mean())


def turn_loss(net: nn.Module, batches: tuple[Batch, Batch]) -> tuple[Tensor, float]:
    """How surprising it is how prints are turned, and how many are told nearly right."""
    batch, step = batches[1], 2 * torch.pi / TURNS
    known = ~torch.isnan(batch.turn)
    logits, turn, way = net(batch.seen[known]).float(), batch.turn[known], batch.way[known]
    off = _apart(turn[:, None] - torch.arange(TURNS) * step)
    near, over = (torch.softmax(-0.5 * (_apart(off + by) / (0.8 * step)) ** 2, 1) for by in (0, torch.pi))
    wanted = torch.where(way[:, None], near, (near + over) / 2)
    loss = -(wanted * torch.log_softmax(logits, 1)).sum(1).mean()
    told = off.gather(1, logits.argmax(1)[:, None])[way].abs() < 2 * step
    return loss, float(told.float().mean())


def _apart(angle: Tensor) -> Tensor:
    return torch.remainder(angle + torch.pi, 2 * torch.pi) - torch.pi


Loss = Callable[[nn.Module, tuple[Batch, Batch]], tuple[Tensor, float]]
_PARTS: Final[dict[str, tuple[tuple[int, ...], Loss]]] = {
    "read": (_READ, read_loss),
    "turn": (_TURN, turn_loss),
}


class Learner:
    """One of the networks, and the mean of its weights, which is what is written."""

    def __init__(self, part: str, options: argparse.Namespace) -> None:
        widths, self._loss = _PARTS[part]
        self._path, self._known = options.out / f"{part}.onnx", 0.0
        self._net: nn.Sequential = stored(widths, self._path) if options.on else network(widths)
        self._net.to(memory_format=torch.channels_last)
        self._mean = AveragedModel(self._net, multi_avg_fn=get_ema_multi_avg_fn(_KEPT), use_buffers=True)
        self._optimiser = torch.optim.AdamW(self._net.parameters(), weight_decay=0.02)

    def learn(self, batches: tuple[Batch, Batch], rate: float) -> None:
        """Take one step."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16):
            loss, _ = self._loss(self._net.train(), batches)
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self._mean.update_parameters(self._net)
        self._known += 0.02 * (float(loss.detach()) - self._known)

    @torch.no_grad()
    def checked(self, some: list[tuple[Batch, Batch]]) -> str:
        """Write the network, and say what it makes of faces that it has not learnt from."""
        mean = self._mean.module.eval()
        losses = [self._loss(mean, each) for each in some]
        torch.onnx.export(
            mean, (torch.zeros(2, 2, ACROSS, ACROSS),), str(self._path), dynamo=False, opset_version=17,
            input_names=["patches"], output_names=["logits"],
            dynamic_axes={"patches": {0: "n"}, "logits": {0: "n"}},
        )  # fmt: skip
        loss, right = np.mean([(float(loss), right) for loss, right in losses], axis=0)
        return f"learnt {self._known:.3f} checked {loss:.3f}, {right:.4f} right"


def main() -> None:
    """Train both for some minutes, printing what they make of faces that they do not learn from."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--on", action="store_true", help="go on from the networks that are there")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    learners = {part: Learner(part, options) for part in _PARTS}
    held, highest = list(Batches(Side.CHECKED, 0, 6, 700)), 1e-3 if options.on else 3e-3
    drawing = DataLoader(
        Batches(Side.LEARNT, options.seed, 10**9), batch_size=None, num_workers=1, prefetch_factor=16
    )
    began = time.monotonic()
    for step, batches in enumerate(drawing, 1):
        done = min((time.monotonic() - began) / 60 / options.minutes, 1.0)
        rate = highest * min(1, step / _CHECKED) * (0.51 + 0.5 * np.cos(np.pi * done))
        for learner in learners.values():
            learner.learn(batches, rate)
        if step % _CHECKED == 0 or done >= 1:
            row = "; ".join(f"{part} {learner.checked(held)}" for part, learner in learners.items())
            print(f"{step:6d} {60 * options.minutes * done:5.0f} s  {row}", flush=True)
        if done >= 1:
            break


if __name__ == "__main__":
    main()
