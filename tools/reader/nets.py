"""The two small networks of the reader, for torch: one finds the axis of a print, one reads it upright.

It is NOT imported in a hall: there OpenCV runs the ONNX files that `tools.reader.train` writes.
"""

from typing import Final

from torch import Tensor, nn

from drivers.reader.network import AXES, OUTPUTS

POSE_WIDTHS: Final = (12, 24, 32, 48, 48, 64)
READ_WIDTHS: Final = (16, 32, 48, 64, 80, 96)


def _convolution(into: int, out: int, stride: int, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class Pose(nn.Module):
    """Half the resolution in, a logit for each direction of the print's axis (modulo half a turn) out."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e, f = POSE_WIDTHS
        self.layers = nn.Sequential(
            nn.AvgPool2d(2),
            _convolution(1, a, 1),
            _convolution(a, b, 2),
            _convolution(b, c, 1),
            _convolution(c, d, 2),
            _convolution(d, e, 1),
            _convolution(e, f, 2),
            nn.Flatten(),
            nn.Linear(f * 16, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, AXES),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of crops (N, 1, 64, 64) of 0..1."""
        return self.layers(crops)


class Read(nn.Module):
    """An upright crop in; the logits of its state, tens, units and mark out, side by side."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e, f = READ_WIDTHS
        self.layers = nn.Sequential(
            _convolution(1, a, 2, 5),
            _convolution(a, b, 2),
            _convolution(b, c, 1),
            _convolution(c, d, 2),
            _convolution(d, e, 1),
            _convolution(e, f, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(f * 16, 112),
            nn.ReLU(inplace=True),
            nn.Linear(112, OUTPUTS),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of crops (N, 1, 64, 64) of 0..1."""
        return self.layers(crops)
