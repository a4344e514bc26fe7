"""Builds e5_lower.onnx and e5_upper.onnx: multilingual-e5-small in two parts, without weights, which loading gives.

The lower part takes the token vectors of one text, float32 (1, tokens, 384), and gives the states of its last layer;
the upper part takes those, and gives its own `states` and `vector`, their mean brought to length 1. Activations are
quantised with one scale for all that is run together, so a text is run alone: beside others its vector would differ.

Needs the package onnx, at build time only: `python -m knowledge.embedding.e5_graph`
"""

from pathlib import Path
from typing import Any

import numpy as np
from onnx import NodeProto, TensorProto, helper, numpy_helper

from knowledge.embedding.e5_weights import (
    DIMENSIONS,
    HEADS,
    INNER,
    LOWER,
    MAX_TOKENS,
    OUTLIERS,
    UPPER,
    outlier_divisors,
)

OPSET = 20
IR_VERSION = 10
EPSILON = 1e-12
LOWER_FILE, UPPER_FILE = (Path(__file__).with_name(name) for name in ("e5_lower.onnx", "e5_upper.onnx"))
_MICROSOFT = "com.microsoft"
TOKENS: list[int | str] = [1, "tokens", DIMENSIONS]


class GraphBuilder:
    """Collects nodes, constants and the names of the weights; values are passed about by name, as ONNX does."""

    def __init__(self) -> None:
        self._nodes: list[NodeProto] = []
        self._initializers: dict[str, TensorProto] = {}

    def weight(self, name: str, *shape: int, kind: int = TensorProto.FLOAT) -> str:
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given when it is loaded")
        self._initializers[name] = tensor
        return name

    def constant(self, name: str, value: Any, dtype: type[np.generic] = np.int64) -> str:
        self._initializers[name] = numpy_helper.from_array(np.array(value, dtype), name)
        return name

    def op(self, kind: str, *inputs: str, output: str = "", domain: str = "", **attributes: Any) -> str:
        output = output or f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def thirds(self, x: str) -> list[str]:
        names = [f"Split_{len(self._nodes)}_{part}" for part in range(3)]
        self._nodes.append(helper.make_node("Split", [x], names, axis=-1, num_outputs=3))
        return names

    def linear(self, x: str, name: str, inputs: int, outputs: int) -> str:
        matrix = self.weight(f"{name}.w", inputs, outputs, kind=TensorProto.INT8)
        scale, bias = self.weight(f"{name}.s", outputs), self.weight(f"{name}.b", outputs)
        return self.op("DynamicQuantizeMatMul", x, matrix, scale, "", bias, domain=_MICROSOFT)

    def layer_norm(self, x: str, name: str, output: str = "") -> str:
        scale, bias = self.weight(f"{name}.w", DIMENSIONS), self.weight(f"{name}.b", DIMENSIONS)
        return self.op("LayerNormalization", x, scale, bias, output=output, axis=-1, epsilon=EPSILON)

    def serialise(self, source: str, outputs: dict[str, list[int | str]]) -> bytes:
        def value(name: str, shape: list[int | str]) -> Any:
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

        given = [value(name, shape) for name, shape in outputs.items()]
        taken = [value(source, TOKENS)]
        graph = helper.make_graph(self._nodes, "e5", taken, given, list(self._initializers.values()))
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, producer_name="koalarag", ir_version=IR_VERSION)
        serialised: bytes = model.SerializeToString(deterministic=True)
        return serialised


def lower() -> bytes:
    graph = GraphBuilder()
    first = graph.constant("first", [0])
    length = graph.op("Shape", "embedded", start=1, end=2)
    positions = graph.op("Slice", graph.weight("positions", MAX_TOKENS, DIMENSIONS), first, length, first)
    x = graph.layer_norm(graph.op("Add", "embedded", positions), "emb.ln")
    for layer in LOWER:
        x = _layer(graph, x, layer, output="states" if layer == LOWER[-1] else "")
    return graph.serialise("embedded", {"states": TOKENS})


def upper() -> bytes:
    graph = GraphBuilder()
    x = "lower_states"
    for layer in UPPER:
        x = _layer(graph, x, layer, output="states" if layer == UPPER[-1] else "")
    total = graph.op("ReduceSum", x, graph.constant("token_axis", [1]), keepdims=0)
    graph.op("Div", total, graph.op("ReduceL2", total, "token_axis", keepdims=1), output="vector")
    return graph.serialise("lower_states", {"states": TOKENS, "vector": [1, DIMENSIONS]})


def _layer(graph: GraphBuilder, x: str, layer: int, output: str) -> str:
    prefix = f"l{layer}"
    parts = graph.thirds(graph.linear(x, f"{prefix}.qkv", DIMENSIONS, 3 * DIMENSIONS))
    mixed = graph.op("MultiHeadAttention", *parts, domain=_MICROSOFT, num_heads=HEADS)
    attended = graph.op("Add", graph.linear(mixed, f"{prefix}.ao", DIMENSIONS, DIMENSIONS), x)
    x = graph.layer_norm(attended, f"{prefix}.aln")
    inner = graph.op("Gelu", graph.linear(x, f"{prefix}.fi", DIMENSIONS, INNER))
    if layer in OUTLIERS:
        shrunk = graph.constant(f"{prefix}.shrunk", 1 / outlier_divisors(layer), np.float32)
        inner = graph.op("Mul", inner, shrunk)
    added = graph.op("Add", graph.linear(inner, f"{prefix}.fo", INNER, DIMENSIONS), x)
    return graph.layer_norm(added, f"{prefix}.oln", output=output)


if __name__ == "__main__":
    LOWER_FILE.write_bytes(lower())
    UPPER_FILE.write_bytes(upper())
