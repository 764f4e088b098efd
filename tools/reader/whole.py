"""Has a trained network count in whole numbers, which halves its time and quarters its file.

needs onnx, as training does. Weights have 7 bits: products of 8 overflow where a processor adds two of them
in 16 bits (x86 without VNNI). Where the first layer is five pixels wide and takes steps of two, the file is
shown four pixels as one (`network.in_cells`), to the same answers. It is NOT responsible for training.
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
Weights = npt.NDArray[np.generic]

_WIDE = 5  # pixels of a first layer that is laid out in cells
_CELLS = 3  # of two pixels each, that it sees then


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
    model = onnx.load(str(into))
    if model.graph.node[0].op_type == "QuantizeLinear":  # else something comes before the first layer
        see_in_cells(model.graph)
        onnx.checker.check_model(model)
        onnx.save(model, str(into))


def see_in_cells(graph: onnx.GraphProto) -> None:
    """Have a network take its pictures as bytes and in cells, (N, height / 2, width / 2, 4 deep).

    What it counted with until then were the same bytes: pictures of 0..1 are rounded to 255 steps.

    Raises:
        ValueError: They are rounded to other steps, since no picture was as bright or as dark as one can be.
    """
    (taken,) = (node for node in graph.node if "crops" in node.input)
    known = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    step, nought = (known[name] for name in taken.input[1:3])
    if not np.isclose(step * 255, 1) or nought != 0:
        raise ValueError(f"pictures are rounded to steps of {step} from {nought} on; show some of 0 to 1")
    (scaled,) = (node for node in graph.node if taken.output[0] in node.input)
    (first,) = (node for node in graph.node if scaled.output[0] in node.input)
    (stored,) = (node for node in graph.node if first.input[1] in node.output)
    (weights,) = (each for each in graph.initializer if each.name == stored.input[0])
    weights.CopyFrom(
        onnx.numpy_helper.from_array(_into_cells(onnx.numpy_helper.to_array(weights)), weights.name)
    )
    del first.attribute[:]
    shape = {"kernel_shape": [_CELLS, _CELLS], "strides": [1, 1], "pads": [1, 1, 1, 1]}
    first.attribute.extend(onnx.helper.make_attribute(name, value) for name, value in shape.items())
    taken.CopyFrom(onnx.helper.make_node("Transpose", ["crops"], [taken.output[0]], perm=[0, 3, 1, 2]))
    deep, height, width = (side.dim_value for side in graph.input[0].type.tensor_type.shape.dim[1:])
    cells = ["n", height // 2, width // 2, 4 * deep]
    graph.input[0].CopyFrom(onnx.helper.make_tensor_value_info("crops", onnx.TensorProto.UINT8, cells))
    del graph.value_info[:]


def _into_cells(weights: Weights) -> Weights:
    """The weights over cells that see what (out, deep, 5, 5) see of pixels, in steps of two."""
    out, deep = weights.shape[:2]
    cells = np.zeros((out, 2, 2, deep, _CELLS, _CELLS), weights.dtype)
    for row, column in np.ndindex(_WIDE, _WIDE):
        (down, lower), (along, right) = divmod(row, 2), divmod(column, 2)
        cells[:, lower, right, :, down, along] = weights[:, :, row, column]
    return cells.reshape(out, 4 * deep, _CELLS, _CELLS)


def _out_of_cells(weights: Weights) -> Weights:
    """Undo that."""
    out, deep = len(weights), weights.shape[1] // 4
    cells = weights.reshape(out, 2, 2, deep, _CELLS, _CELLS)
    pixels = np.empty((out, deep, _WIDE, _WIDE), weights.dtype)
    for row, column in np.ndindex(_WIDE, _WIDE):
        pixels[:, :, row, column] = cells[:, row % 2, column % 2, :, row // 2, column // 2]
    return pixels


def layers(path: Path) -> list[tuple[Floats, Floats]]:
    """The weights and biases of a network's layers in their order, as floats; whole numbers or not."""
    graph = onnx.load(str(path)).graph
    known = {each.name: np.asarray(onnx.numpy_helper.to_array(each)) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            whole, scale, zero = (known[name].astype(np.float32) for name in node.input)
            shape = (-1, *(1,) * (whole.ndim - 1)) if scale.ndim else ()
            known[node.output[0]] = (whole - zero.reshape(shape)) * scale.reshape(shape)
    found = [
        (known[node.input[1]], known[node.input[2]])
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]
    if graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.UINT8:
        found[0] = _out_of_cells(found[0][0]), found[0][1]
    return found
