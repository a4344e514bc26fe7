"""A folder with an embedding model as sentence-transformers exports it: an ONNX graph and what is said of it beside.

Read are tokenizer.json, modules.json, the pooling's config.json, config_sentence_transformers.json (prompts) and, for
the window, sentence_bert_config.json, tokenizer_config.json and config.json.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knowledge.embedding.base import EmbeddingError

GRAPHS = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx")
"""The first that is there is used."""
DESCRIPTIONS = (
    "modules.json",
    "config.json",
    "config_sentence_transformers.json",
    "sentence_bert_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "*_Pooling/config.json",
)
POOLINGS = ("cls", "mean", "lasttoken")
QUERY_PROMPTS, PASSAGE_PROMPTS = ("query", "question"), ("passage", "document", "corpus")
_FORMER_NAMES = {f"pooling_mode_{name}": name.split("_")[0] for name in ("cls_token", "mean_tokens", "lasttoken")}
_DEFAULT_WINDOW, _MAX_WINDOW = 512, 8192
# A model of RoBERTa's family counts its positions from 2.
_OFFSETS = {"roberta": 2, "xlm-roberta": 2, "camembert": 2, "mpnet": 2}


@dataclass(frozen=True)
class Description:
    graph: Path
    tokenizer: Path
    pooling: str
    """one of POOLINGS; of no use where the graph pools by itself"""
    query_prompt: str
    passage_prompt: str
    window: int
    """tokens, with special ones and the prompt"""


def wanted(files: Iterable[str]) -> list[str]:
    """Which of a repository's files make up the model: one graph with its weights, and what is said of it."""
    there = set(files)
    graph = next((name for name in GRAPHS if name in there), None)
    if graph is None:
        raise EmbeddingError(f"There is no ONNX graph ({' or '.join(GRAPHS)}): export the model to ONNX first.")
    weights = sorted(name for name in there if name.startswith((f"{graph}_data", f"{graph}.data")))
    return [graph, *weights, *DESCRIPTIONS]


def describe(folder: Path) -> Description:
    """EmbeddingError says what is missing or not supported."""
    graph = next((folder / name for name in GRAPHS if (folder / name).is_file()), None)
    if graph is None:
        raise EmbeddingError(f"{folder} holds no ONNX graph ({' or '.join(GRAPHS)}).")
    if not (folder / "tokenizer.json").is_file():
        raise EmbeddingError(f"{folder} holds no tokenizer.json.")
    prompts = _read(folder / "config_sentence_transformers.json").get("prompts") or {}
    return Description(
        graph,
        folder / "tokenizer.json",
        _pooling(folder),
        next((prompts[name] for name in QUERY_PROMPTS if prompts.get(name)), ""),
        next((prompts[name] for name in PASSAGE_PROMPTS if prompts.get(name)), ""),
        _window(folder),
    )


def _pooling(folder: Path) -> str:
    modules = _read(folder / "modules.json", default=[])
    kinds = {str(module.get("type", "")).rsplit(".", 1)[-1]: module.get("path", "") for module in modules}
    if unknown := kinds.keys() - {"Transformer", "Pooling", "Normalize"}:
        raise EmbeddingError(f"{folder}: layers of the kind {', '.join(sorted(unknown))} are not supported.")
    path = folder / kinds.get("Pooling", "1_Pooling") / "config.json"
    said = _read(path)
    modes = [said["pooling_mode"]] if isinstance(said.get("pooling_mode"), str) else said.get("pooling_mode") or []
    modes += [name for key, name in _FORMER_NAMES.items() if said.get(key)]
    if len(modes) != 1 or modes[0] not in POOLINGS:
        raise EmbeddingError(f"{path} must name one pooling of {', '.join(POOLINGS)}; it names {modes or 'none'}.")
    return str(modes[0])


def _window(folder: Path) -> int:
    config = _read(folder / "config.json")
    positions = config.get("max_position_embeddings", 0) - _OFFSETS.get(config.get("model_type", ""), 0)
    said = [
        _read(folder / "sentence_bert_config.json").get("max_seq_length"),
        _read(folder / "tokenizer_config.json").get("model_max_length"),
        positions,
    ]
    return min(_MAX_WINDOW, *([int(tokens) for tokens in said if tokens and tokens > 0] or [_DEFAULT_WINDOW]))


def _read(path: Path, default: Any = None) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {} if default is None else default
    except ValueError as error:
        raise EmbeddingError(f"{path} is no JSON: {error}") from error
