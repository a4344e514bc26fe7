import json
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command

from knowledge.embedding import building, comparison, swapping
from knowledge.embedding.comparison import Question
from knowledge.embedding.registry import DEFAULT_MODEL
from knowledge.models import Collection, Embedding, EmbeddingModel, Visibility
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection
from knowledge.tests.embedding.server import Server

pytestmark = pytest.mark.django_db
QUESTION = "¿Cuánto dura el préstamo?"


@pytest.fixture
def rules() -> Collection:
    where = collection()
    add(where, Text("loans.md", "Préstamo", "El préstamo dura 30 días."))
    add(where, Text("gates.md", "Horario", "El edificio abre de lunes a viernes."), visibility=Visibility.STAFF)
    return where


@pytest.fixture
def built(rules: Collection, hashing: EmbeddingModel) -> EmbeddingModel:
    building.start(hashing)
    building.build(hashing.pk)
    return hashing


def found(where: Collection, model: str = "") -> list[Passage]:
    config = SearchConfig(embedding_model=model)
    return async_to_sync(search)(QUESTION, Scope((where.pk,), ("public",)), 5, config)


def test_a_search_uses_the_model_it_names_else_the_active_one(
    rules: Collection, built: EmbeddingModel, server: Server
) -> None:
    local, hashing = found(rules, DEFAULT_MODEL)[0], found(rules, "hashing")[0]
    assert local.dense != pytest.approx(hashing.dense, abs=1e-3)
    assert found(rules)[0] == local
    swapping.activate(built)
    assert found(rules)[0] == hashing
    assert server.texts[-1] == QUESTION


def test_quality_is_of_each_models_own_vectors(rules: Collection, built: EmbeddingModel) -> None:
    # As if the model had mistaken one document for the other.
    first, second = Embedding.objects.filter(model="hashing").order_by("pk")
    Embedding.objects.filter(pk=first.pk).update(vector=second.vector)
    Embedding.objects.filter(pk=second.pk).update(vector=first.vector)
    questions = [Question(QUESTION, frozenset({"loans.md"})), Question("préstamo", frozenset({"loans.md", "none.md"}))]
    quality = comparison.compare([DEFAULT_MODEL, "hashing"], rules, questions)
    assert quality[DEFAULT_MODEL, "hybrid"].mrr == 1
    assert quality[DEFAULT_MODEL, "hybrid"].recall == {1: 0.75, 5: 0.75, 10: 0.75}
    assert quality["hashing", "dense"].mrr == 0.5
    assert quality["hashing", "dense"].recall == {1: 0, 5: 0.75, 10: 0.75}


def test_the_command_from_adding_to_going_back(
    rules: Collection, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "q.jsonl"
    asked.write_text(json.dumps({"qid": "1", "question": QUESTION, "documents": ["loans.md"]}))
    call_command(
        "embeddings", "add", "hashing", "--model", "hash-64", "--base-url", server.url, "--dimensions", "64"
    )  # fmt: skip
    with pytest.raises(CommandError, match="2 passages have no vector"):
        call_command("embeddings", "activate", "hashing")
    call_command("embeddings", "build", "hashing")
    call_command("embeddings", "compare", DEFAULT_MODEL, "hashing", "--collection", "rules", "--questions", str(asked))
    table = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in table[1:]] == [
        [model, way] for model in (DEFAULT_MODEL, "hashing") for way in ("dense", "hybrid")
    ]
    assert table[2].split()[2:] == ["1.000"] * 4
    call_command("embeddings", "activate", "hashing")
    call_command("embeddings", "list")
    assert "* hashing" in capsys.readouterr().out
    with pytest.raises(CommandError, match="Activate another model first"):
        call_command("embeddings", "remove", "hashing")
    call_command("embeddings", "activate", DEFAULT_MODEL)
    call_command("embeddings", "remove", "hashing")
    assert Embedding.objects.exclude(model=DEFAULT_MODEL).count() == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--dimensions", "5000"), "dimensions"),
        (("--dimensions", "64", "--key-variable", "SECRET_KEY"), "_API_KEY"),
        (("--dimensions", "64", "--base-url", "file:///etc/passwd"), "base_url"),
    ],
)
def test_what_cannot_be_is_not_added(options: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("embeddings", "add", "other", "--model", "m", *options)
    assert EmbeddingModel.objects.count() == 1


def test_a_build_that_fails_says_why(rules: Collection, hashing: EmbeddingModel, server: Server) -> None:
    server.dimensions = 32
    with pytest.raises(CommandError, match="32 dimensions, not 64"):
        call_command("embeddings", "build", "hashing")
