"""What a run depended on, so that it can be repeated and two runs can be told apart."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.db.models import Max

from chat.agent.llm.roles import ROLES, models_of
from chat.models import Assistant
from evaluation.models import Dataset
from evaluation.subject import SEARCH_DEPTH
from knowledge.embedding.registry import active_embedder
from knowledge.models import Chunk, Collection
from koalarag.language_models import EMBEDDED

ASSISTANT_FIELDS = ("slug", "top_k", "min_relevance", "history_length", "prompt_budget", "scope")
COLLECTION_FIELDS = ("slug", "alpha", "chunk_tokens", "chunk_overlap", "section_tokens")


def snapshot(dataset: Dataset, assistant: Assistant) -> dict[str, Any]:
    """JSON: the assistant's settings, models, the state of corpus and dataset, the version of the code."""
    return {
        "assistant": {name: getattr(assistant, name) for name in ASSISTANT_FIELDS},
        "models": {"embedding": active_embedder().name, **_language_models(assistant)},
        "search_depth": SEARCH_DEPTH,
        "collections": [_collection(collection) for collection in assistant.collections.order_by("slug")],
        "dataset": {"slug": dataset.slug, "cases": dataset.cases.count(), "fingerprint": _cases(dataset)},
        "code": code_version(),
    }


def _language_models(assistant: Assistant) -> dict[str, Any]:
    """role -> model and what it is asked with; "embedded" where a role has none."""
    models = models_of(assistant.language_models)
    return {role: asdict(models[role]) if role in models else EMBEDDED for role in ROLES}


def code_version() -> str:
    """`git describe` of the working copy; the newest version of the changelog where there is no git."""
    command = ["git", "-C", str(settings.BASE_DIR), "describe", "--always", "--dirty", "--tags"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return _changelog_version()


def _changelog_version() -> str:
    changelog = settings.BASE_DIR / "CHANGELOG.md"
    heading = re.search(r"^## +\[?v?([\w.-]+)", changelog.read_text("utf-8"), re.M) if changelog.exists() else None
    return heading[1] if heading else "unknown"


def _collection(collection: Collection) -> dict[str, Any]:
    documents = collection.documents.indexed()
    newest = documents.aggregate(newest=Max("indexed_at"))["newest"]
    contents = documents.order_by("external_id").values_list("external_id", "content_hash")
    return {name: getattr(collection, name) for name in COLLECTION_FIELDS} | {
        "documents": documents.count(),
        "chunks": Chunk.objects.filter(collection=collection).count(),
        "indexed_at": newest.isoformat() if newest else None,
        "fingerprint": _fingerprint(contents),
    }


def _cases(dataset: Dataset) -> str:
    fields = ("external_id", "kind", "question", "answer", "facts", "documents", "form", "history")
    return _fingerprint(dataset.cases.order_by("external_id").values_list(*fields))


def _fingerprint(rows: Iterable[object]) -> str:
    digest = hashlib.sha256()
    for row in rows:
        digest.update(repr(row).encode())
    return digest.hexdigest()[:16]
