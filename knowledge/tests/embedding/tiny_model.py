"""A tiny embedding model in sentence-transformers' format, and a hub on loopback that serves folders."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = ("[CLS]", "[SEP]", "[UNK]", "ask", "say", ":", "libros", "préstamo", "diez", "días", "tasas")
DIMENSIONS = 8
WINDOW = 40
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TABLE = np.random.default_rng(8).normal(size=(len(WORDS), DIMENSIONS)).astype(np.float32)


def write(folder: Path, pooling: dict[str, Any] | None = None) -> Path:
    """Its token states are rows of TABLE."""
    (folder / "onnx").mkdir(parents=True)
    (folder / "1_Pooling").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(_graph())
    _tokenizer().save(str(folder / "tokenizer.json"))
    parts = [("0", "", "Transformer"), ("1", "1_Pooling", "Pooling"), ("2", "2_Normalize", "Normalize")]
    modules = [{"idx": int(n), "path": path, "type": f"sentence_transformers.models.{kind}"} for n, path, kind in parts]
    described = {
        "modules.json": modules,
        "1_Pooling/config.json": pooling or {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False},
        "config_sentence_transformers.json": {"prompts": {"query": "ask : ", "document": "say : "}},
        "sentence_bert_config.json": {"max_seq_length": WINDOW},
        "config.json": {"max_position_embeddings": 512, "model_type": "bert"},
    }
    for name, content in described.items():
        (folder / name).write_text(json.dumps(content))
    (folder / "pytorch_model.bin").write_bytes(b"nobody needs this")
    return folder


def expected(prompt: str, *words: str) -> np.ndarray:
    """The mean of the tokens' rows, of length 1."""
    tokens = ["[CLS]", *prompt.split(), *words, "[SEP]"]
    mean = TABLE[[WORDS.index(word) for word in tokens]].mean(axis=0)
    return mean / np.linalg.norm(mean)


def _graph() -> bytes:
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"], axis=0),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["weights"]),
        helper.make_node("Mul", ["rows", "weights"], ["last_hidden_state"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    shape = ["batch", "tokens", DIMENSIONS]
    outputs = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)]
    weights = [numpy_helper.from_array(TABLE, "table"), numpy_helper.from_array(np.array([-1]), "last")]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    serialised: bytes = model.SerializeToString()
    return serialised


def _tokenizer() -> Tokenizer:
    made = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 1)])
    return made


@contextmanager
def hub(folders: dict[str, Path]) -> Iterator[tuple[str, list[str]]]:
    """(address, paths of the files that were fetched) of a hub with these repositories."""
    fetched: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def do_GET(self) -> None:
            self._answer(with_body=True)

        def _answer(self, *, with_body: bool) -> None:
            path = self.path.partition("?")[0].lstrip("/")
            for name, folder in folders.items():
                if path.startswith(f"api/models/{name}"):
                    self._send(200, self._described(name, folder, path), "application/json", with_body)
                    return
                if path.startswith(f"{name}/resolve/"):
                    file = path.split("/", 4)[-1]
                    if with_body:
                        fetched.append(file)
                    self._send(200, (folder / file).read_bytes(), "application/octet-stream", with_body)
                    return
            self._send(404, b'{"error": "Repository not found"}', "application/json", with_body)

        def _described(self, name: str, folder: Path, path: str) -> bytes:
            files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
            names = [file.relative_to(folder).as_posix() for file in files]
            if "/tree/" in path:
                sizes = [{"type": "file", "oid": "0" * 40, "size": file.stat().st_size} for file in files]
                return json.dumps([{"path": name, **size} for name, size in zip(names, sizes, strict=True)]).encode()
            siblings = [{"rfilename": name} for name in names]
            return json.dumps({"id": name, "sha": COMMIT, "siblings": siblings}).encode()

        def _send(self, status: int, body: bytes, kind: str, with_body: bool) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", f'"{hashlib.sha1(body, usedforsecurity=False).hexdigest()}"')
            self.send_header("X-Repo-Commit", COMMIT)
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", fetched
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
