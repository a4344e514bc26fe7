"""Documents in languages that the site does not speak are taken in, found and quoted."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from chat.models import Assistant, AssistantText
from chat.tests.agent.test_run import ask
from knowledge.models import Chunk, Collection, Document
from knowledge.tests.text.test_language import CATALAN, FRENCH, PORTUGUESE

RECORDS = [
    {"id": "ca", "title": "Matrícula", "text": CATALAN, "lang": "und"},
    {"id": "pt", "title": "Empréstimo", "text": PORTUGUESE, "lang": "pt-PT"},
    {"id": "fr", "title": "Carte d'étudiant", "text": FRENCH},
    {"id": "es", "title": "Aparcamiento", "text": "El aparcamiento del campus abre a las siete y cierra a las once."},
]


@pytest.fixture
def assistant(tmp_path: Path) -> Assistant:
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(map(json.dumps, RECORDS)))
    out = StringIO()
    call_command("ingest", str(path), collection="rules", create=True, wait=True, json=True, stdout=out)
    assert json.loads(out.getvalue())["failed"] == []
    made = Assistant.objects.create(slug="rules")
    made.collections.add(Collection.objects.get())
    AssistantText.objects.create(assistant=made, language="es", name="Normativa", channel="la Secretaría")
    return made


@pytest.mark.django_db
def test_they_keep_their_own_code(assistant: Assistant) -> None:
    codes = {(record["id"], record["id"]) for record in RECORDS}
    assert set(Document.objects.values_list("external_id", "language")) == codes
    assert set(Chunk.objects.values_list("document__external_id", "language")) == codes


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Quan comença el termini de matrícula dels estudiants de nou ingrés?", "comença el 14 de juliol"),
        ("Quantos livros cada leitor pode levar da biblioteca?", "pode levar até oito obras"),
        ("Combien coûte une nouvelle carte d'étudiant en cas de perte ?", "coûte douze euros"),
    ],
)
def test_they_are_found_and_quoted(assistant: Assistant, question: str, quoted: str) -> None:
    answer = ask(question)
    assert answer.status == "answered"
    assert quoted in answer.citations[0].quote
