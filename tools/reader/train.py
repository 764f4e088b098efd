"""Trains the reader's five networks and writes them where the reader finds them.

    python -m tools.reader.train [--crops DIR] [--first N] [--blocks N] [--steps N] [--rate R]
                                 [--on [--kept SHARE]] [--only company|pose|read|doubt|judge]

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
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.fx.experimental.optimization import fuse
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from drivers.reader.network import AXES, FOLDER, STATES, State
from drivers.reader.prints import CROP, SIDE
from tools.reader.crops import Crops, block
from tools.reader.fonts import Side
from tools.reader.kept import joined
from tools.reader.nets import DOUBT_WIDTHS, JUDGE_WIDTHS, Company, Pose, Read, widened, without_echoes
from tools.reader.pairs import Pairs, pairs
from tools.reader.shuffle import BATCH, Batch, PairBatch, PairShuffler, Shuffler, digits_loss
from tools.reader.whole import layers, rounded

SEED: Final = 20261121
FILES: Final = {
    "pose": "pose.onnx",
    "read": "ball.onnx",
    "doubt": "doubt.onnx",
    "company": "company.onnx",
    "judge": "judge.onnx",
}
_NETS: Final[dict[str, Callable[[], nn.Module]]] = {
    "pose": Pose,
    "read": Read,
    "doubt": partial(Read, DOUBT_WIDTHS, CROP, 2, echoes=True),
    "company": Company,
    "judge": partial(Read, JUDGE_WIDTHS, SIDE, 2),
}
_WORKERS = 2
_SHOWN = 10  # batches to a network, so that the range of its layers is known


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
    digits = digits_loss(logits, 10 * batch.tens + batch.units)
    marks = functional.cross_entropy(logits[:, STATES + 20 :], batch.mark, reduction="none")
    return (loss + shown * (digits + 0.2 * marks)).mean()


def company_loss(net: nn.Module, batch: PairBatch) -> Tensor:
    """How surprising it is that there are two balls, or one."""
    return functional.binary_cross_entropy_with_logits(net(batch.crops)[:, 0].float(), batch.two)


_LOSSES: Final[dict[str, Callable[[nn.Module, Any], Tensor]]] = {
    "pose": pose_loss,
    "read": read_loss,
    "doubt": read_loss,
    "company": company_loss,
    "judge": read_loss,
}


def resumed(net: nn.Module, path: Path, crops: Tensor) -> None:
    """Go on with the answers of a network that was written before.

    It may be narrower, have seen less or have no residual blocks.
    """
    known = len(layers(path))
    if known < sum(isinstance(module, nn.Conv2d | nn.Linear) for module in net.modules()):
        plain = without_echoes(net)
        resumed(plain, path, crops)
        net.load_state_dict(plain.state_dict(), strict=False)
        return
    stored = _stored(net, path, crops)
    if [part.shape for part in stored.parameters()] == [part.shape for part in net.parameters()]:
        net.load_state_dict(stored.state_dict())
    else:
        widened(stored, net)


def _stored(like: nn.Module, path: Path, crops: Tensor) -> nn.Module:
    """Take the weights of a network that was written before, and normalise anew without changing its answers.

    The file has the normalisations inside the convolutions; each gets back the mean and the spread that it
    would take away from these crops.
    """
    known = [tuple(map(torch.tensor, each)) for each in layers(path)]
    net, given = deepcopy(like), iter(known)
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            module.weight.data, bias = next(given)
            if module.bias is not None:
                module.bias.data = bias
        elif isinstance(module, nn.BatchNorm2d):
            module.bias.data = bias.clone()
            module.running_mean = torch.zeros_like(bias)
            module.running_var = torch.full_like(bias, 1 - module.eps)
            module.weight.data = torch.ones_like(bias)
    net.eval()
    hooks = [
        module.register_forward_pre_hook(_respread)
        for module in net.modules()
        if isinstance(module, nn.BatchNorm2d)
    ]
    with torch.no_grad():
        net(crops[:, : known[0][0].shape[1]])
    for hook in hooks:
        hook.remove()
    return net


def _respread(module: nn.BatchNorm2d, given: tuple[Tensor]) -> None:
    variance, mean = torch.var_mean(given[0], (0, 2, 3))
    module.running_mean.copy_(mean)
    module.running_var.copy_(variance)
    module.weight.data = torch.sqrt(variance + module.eps)
    module.bias.data += mean


class _Ahead(IterableDataset[Batch | PairBatch]):
    """Batches that another process makes meanwhile."""

    def __init__(self, shuffler: Shuffler | PairShuffler, steps: int) -> None:
        super().__init__()
        self._shuffler, self._steps = shuffler, steps

    def __iter__(self) -> Iterator[Batch | PairBatch]:
        torch.set_num_threads(1)
        return self._shuffler.batches(self._steps)


def _material(part: str, side: Side, options: argparse.Namespace) -> Crops | Pairs:
    """What a network learns from, or is checked with: one block."""
    one = pairs if part == "company" else block
    blocks = range(1) if side is Side.CHECKED else range(options.first, options.first + options.blocks)
    return joined([one(number, side, options.crops, _WORKERS) for number in blocks])


def _shuffler(
    part: str, material: Crops | Pairs, seed: int, net: nn.Module | None = None
) -> Shuffler | PairShuffler:
    if isinstance(material, Pairs):
        return PairShuffler(material, seed, net)
    finer = SIDE if part == "judge" else CROP
    shine = part in {"doubt", "judge"}
    return Shuffler(material, seed, net, only_whole=part == "pose", side=finer, shine=shine)


def train(part: str, options: argparse.Namespace) -> None:
    """Train one of the networks, anew or on from the one that is there, printing its curve, and write it."""
    on, steps = options.on, options.steps
    learnt, checked = (_material(part, side, options) for side in (Side.LEARNT, Side.CHECKED))
    seed = SEED + on + 2 * list(FILES).index(part)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net: nn.Module = _NETS[part]()
    if on:
        first = _shuffler(part, learnt, SEED).batches(4)
        resumed(net, FOLDER / FILES[part], torch.cat([batch.crops for batch in first]))
    before = deepcopy(net)
    loss_of = _LOSSES[part]
    net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    highest = options.rate or (2e-3 if on else 4e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, highest, total_steps=steps, pct_start=0.15)
    mean, started = 0.0, time.monotonic()
    mined = net if on and part in {"read", "doubt", "company"} else None  # the judge is to err by itself
    shuffler = _shuffler(part, learnt, seed, mined)
    batches = _Ahead(shuffler, steps)
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
            held = _checked_loss(net, loss_of, _shuffler(part, checked, 1))
            spent = time.monotonic() - started
            print(f"{part} {step:6d}  learnt {mean:.4f}  checked {held:.4f}  {spent:.0f} s", flush=True)
            if step % 1000 == 0 or step == steps:
                write(mean_of(before, net, options.kept), FOLDER / FILES[part], shuffler)


@torch.no_grad()
def _checked_loss(
    net: nn.Module, loss_of: Callable[[nn.Module, Any], Tensor], shuffler: Shuffler | PairShuffler
) -> float:
    net.eval()
    return float(np.mean([float(loss_of(net, batch)) for batch in shuffler.batches(6)]))


def mean_of(before: nn.Module, after: nn.Module, kept: float) -> nn.Module:
    """The mean of the weights of a network and of what became of it: it may err less than either.

    The normalisations are folded in first (Wortsman et al. 2022, "Model soups").

    Args:
        before: The network as it was.
        after: The same, learnt on.
        kept: How much of the former counts, 0..1.
    """
    old, new = (fuse(net.eval()) for net in (before, after))
    weights = new.state_dict()
    old.load_state_dict(
        {name: torch.lerp(weights[name], was, kept) for name, was in old.state_dict().items()}
    )
    return old


def write(net: nn.Module, path: Path, shuffler: Shuffler | PairShuffler) -> None:
    """Write a network as ONNX, for any number of crops at once, in whole numbers."""
    net.eval()
    shown = [batch.crops for batch in shuffler.batches(_SHOWN)]
    with TemporaryDirectory() as folder:
        trained = Path(folder) / path.name
        torch.onnx.export(
            net, (torch.zeros_like(shown[0][:2]),), str(trained), dynamo=False, opset_version=17,
            input_names=["crops"], output_names=["logits"],
            dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}},
        )  # fmt: skip
        rounded(trained, path, (crops.numpy() for crops in shown))


def main() -> int:
    """Train what is asked for; all parts as processes beside each other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=Path, default=Path("build/crops"), help="where crops are kept")
    parser.add_argument("--first", type=int, default=0, help="the first of these blocks")
    parser.add_argument("--blocks", type=int, default=10, help="blocks of 2,000 pictures to learn from")
    parser.add_argument("--steps", type=int, default=6000, help=f"batches of {BATCH}")
    parser.add_argument("--rate", type=float, help="the highest rate of learning")
    parser.add_argument("--only", choices=tuple(FILES))
    parser.add_argument("--on", action="store_true", help="go on from the networks that are there")
    parser.add_argument("--kept", type=float, default=0.0, help="how much of them the mean of weights keeps")
    options = parser.parse_args()
    if options.kept and not options.on:
        parser.error("--kept needs --on: nothing is kept of networks that are not gone on from")
    if options.only is None:
        for part in ("company", "read"):  # what all learn from is made once
            _material(part, Side.LEARNT, options)
        command = [sys.executable, "-W", "ignore", "-m", "tools.reader.train", *sys.argv[1:], "--only"]
        running = [subprocess.Popen([*command, part]) for part in FILES]
        return max(process.wait() for process in running)
    train(options.only, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
