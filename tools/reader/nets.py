"""The small networks of the reader, for torch: two balls or one, the axis of a print, and three to read it.

It is NOT imported in a hall: there ONNX Runtime runs the files that `tools.reader.train` writes.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Final

import torch
from torch import Tensor, nn

from drivers.reader.network import AXES, GLANCE, OUTPUTS
from drivers.reader.prints import CROP

COMPANY_WIDTHS: Final = (16, 32, 48, 64, 64, 64, 48)
POSE_WIDTHS: Final = (12, 24, 32, 48, 48, 64, 96)
READ_WIDTHS: Final = (24, 48, 72, 96, 112, 128, 128)
DOUBT_WIDTHS: Final = (32, 64, 96, 128, 160, 192, 192)
JUDGE_WIDTHS: Final = (24, 48, 72, 112, 128, 160, 160)

_APART = 0.05  # of a weight: what makes two copies of a channel learn different things


def _convolution(into: int, out: int, stride: int, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class Echo(nn.Module):
    """Two convolutions whose result is added to what they see: a residual block (He et al. 2016).

    At first it adds nothing, so that it changes no answer of a network that it is put into.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        last = nn.BatchNorm2d(width)
        nn.init.zeros_(last.weight)
        self.layers = nn.Sequential(
            _convolution(width, width, 1), nn.Conv2d(width, width, 3, 1, 1, bias=False), last
        )

    def forward(self, seen: Tensor) -> Tensor:
        """Of (N, width, height, width) as much again."""
        return torch.relu(seen + self.layers(seen))


def _reading(
    into: int, widths: Sequence[int], places: int, out: int, *, echoes: bool = False
) -> nn.Sequential:
    """Six convolutions down to a sixteenth of the width and height, so many places, and two layers above."""
    a, b, c, d, e, f, g = widths
    return nn.Sequential(
        _convolution(into, a, 2, 5),
        _convolution(a, b, 2),
        _convolution(b, c, 1),
        *[Echo(c)] * echoes,
        _convolution(c, d, 2),
        _convolution(d, e, 1),
        *[Echo(e)] * echoes,
        _convolution(e, f, 2),
        *[Echo(f)] * echoes,
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(f * places, g),
        nn.ReLU(inplace=True),
        nn.Linear(g, out),
    )


class Company(nn.Module):
    """All of a picture, small and in colour, in; the logit of two balls out."""

    def __init__(self, widths: Sequence[int] = COMPANY_WIDTHS) -> None:
        super().__init__()
        height, width = (-(-side // 16) for side in GLANCE)
        self.layers = _reading(3, widths, height * width, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits of pictures (N, 3, 60, 80) of 0..1."""
        return self.layers(pictures)


class Pose(nn.Module):
    """Half the resolution in, a logit for each direction of the print's axis (modulo half a turn) out."""

    def __init__(self, widths: Sequence[int] = POSE_WIDTHS) -> None:
        super().__init__()
        a, b, c, d, e, f, g = widths
        self.layers = nn.Sequential(
            nn.AvgPool2d(2),
            _convolution(1, a, 1),
            _convolution(a, b, 2),
            _convolution(b, c, 1),
            _convolution(c, d, 2),
            _convolution(d, e, 1),
            _convolution(e, f, 2),
            nn.Flatten(),
            nn.Linear(f * 16, g),
            nn.ReLU(inplace=True),
            nn.Linear(g, AXES),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of crops (N, 1, 64, 64) of 0..1."""
        return self.layers(crops)


class Read(nn.Module):
    """An upright crop in, so many pixels wide; the logits of its state, tens, units and mark out.

    Two layers deep where it sees the shine too.
    """

    def __init__(
        self, widths: Sequence[int] = READ_WIDTHS, side: int = CROP, deep: int = 1, *, echoes: bool = False
    ) -> None:
        super().__init__()
        self.layers = _reading(deep, widths, (side // 16) ** 2, OUTPUTS, echoes=echoes)

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of crops (N, deep, side, side) of 0..1."""
        return self.layers(crops)


def without_echoes(net: nn.Module) -> nn.Module:
    """A copy of a network that gives the same answers as long as its residual blocks add nothing."""
    plain = deepcopy(net)
    for module in list(plain.modules()):
        for name, part in module.named_children():
            if isinstance(part, Echo):
                setattr(module, name, nn.Identity())
    return plain


def widened(narrow: nn.Module, wide: nn.Module) -> None:
    """Give a network the answers of a narrower one of its kind: Net2Net (Chen, Goodfellow and Shlens 2016).

    Each further channel is one of the narrower network's once more, and whoever hears both hears each by
    half. A little noise sets them apart. What is new to see, below them all, is not heeded at first.
    """
    heard = torch.zeros(1, dtype=torch.long)
    for old, new in zip(narrow.modules(), wide.modules(), strict=True):
        if isinstance(old, nn.Conv2d | nn.Linear):
            inputs, outputs = old.weight.shape[1], old.weight.shape[0]
            if inputs % (int(heard.max()) + 1) == 0:
                part = inputs // (int(heard.max()) + 1)  # pixels of a channel, where they stand side by side
                heard = (heard[:, None] * part + torch.arange(part)).flatten()
            often = torch.bincount(heard)[heard].reshape(1, -1, *(1,) * (old.weight.dim() - 2))
            more = torch.randint(outputs, (new.weight.shape[0] - outputs,))
            told = torch.cat([torch.arange(outputs), more])
            weight = old.weight.data[told][:, heard] / often
            if len(more):
                weight = weight * (1 + _APART * torch.randn_like(weight))
            new.weight.data.zero_()[:, : len(heard)] = weight
            if old.bias is not None:
                new.bias.data = old.bias.data[told].clone()
            heard = told
        elif isinstance(old, nn.BatchNorm2d):
            for name in ("weight", "bias", "running_mean", "running_var"):
                getattr(new, name).data = getattr(old, name).data[heard].clone()
