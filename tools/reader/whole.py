"""Has a trained network count in whole numbers, which halves its time and quarters its file.

needs onnx, as training does. Weights have 7 bits: products of 8 overflow where a processor adds two of them
in 16 bits (x86 without VNNI). It is NOT responsible for training.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

Floats = npt.NDArray[np.float32]


class _Crops(CalibrationDataReader):
    """What the network is shown, so that the range of each layer is known."""

    def __init__(self, batches: Iterable[Floats]) -> None:
        self._batches: Iterator[Floats] = iter(batches)

    def get_next(self) -> dict[str, Floats] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"crops": batch}


def rounded(trained: Path, into: Path, batches: Iterable[Floats]) -> None:
    """Write a network again, in whole numbers.

    Args:
        trained: The network, in floats.
        into: Where to write it.
        batches: Crops as it learns from, (N, deep, side, side) of 0..1.
    """
    with TemporaryDirectory() as folder:
        folded = Path(folder) / "folded.onnx"
        quant_pre_process(str(trained), str(folded), skip_symbolic_shape=True)
        quantize_static(
            str(folded), str(into), _Crops(batches), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, reduce_range=True,
        )  # fmt: skip


def layers(path: Path) -> list[tuple[Floats, Floats]]:
    """The weights and biases of a network's layers in their order, as floats; whole numbers or not."""
    graph = onnx.load(str(path)).graph
    known = {each.name: np.asarray(onnx.numpy_helper.to_array(each)) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            whole, scale, zero = (known[name].astype(np.float32) for name in node.input)
            shape = (-1, *(1,) * (whole.ndim - 1)) if scale.ndim else ()
            known[node.output[0]] = (whole - zero.reshape(shape)) * scale.reshape(shape)
    return [
        (known[node.input[1]], known[node.input[2]])
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]
