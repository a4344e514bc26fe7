import json
import os
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from knowledge import tasks
from knowledge.models import Collection, Document, State
from knowledge.tests.ingestion import pdfs

pytestmark = pytest.mark.django_db


def ingest(*arguments: object, **options: Any) -> dict[str, Any]:
    out = StringIO()
    call_command("ingest", *map(str, arguments), collection="rules", json=True, stdout=out, **options)
    result: dict[str, Any] = json.loads(out.getvalue())
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("# Préstamo\n\nDura quince días.")
    (tmp_path / "b.pdf").write_bytes(pdfs.document([pdfs.paragraph("El plazo de matrícula es en julio.")]))
    (tmp_path / "c.html").write_text("<html><body><main><p>Horario de nueve a dos.</p></main></body></html>")
    (tmp_path / ".hidden.md").write_text("no")
    (tmp_path / "photo.xcf").write_bytes(b"\x89PNG")
    return tmp_path


def test_a_folder_is_read_with_relative_paths_as_identifiers(folder: Path) -> None:
    result = ingest(folder, create=True, wait=True, lang="es")
    assert {name: result[name] for name in ("created", "updated", "unchanged", "failed", "documents")} == {
        "created": 3, "updated": 0, "unchanged": 0, "failed": [], "documents": 3,
    }  # fmt: skip
    assert sorted(Document.objects.values_list("external_id", flat=True)) == ["b.pdf", "c.html", "sub/a.md"]
    assert set(Document.objects.values_list("state", "language")) == {(State.INDEXED, "es")}
    assert ingest(folder, wait=True)["unchanged"] == 3


def test_records_keep_their_identifiers_and_metadata(tmp_path: Path) -> None:
    records = [
        {
            "id": "https://example.org/1", "title": "Plazos", "text": "El plazo es de diez días.", "lang": "es",
            "url": "https://example.org/1", "last_modified": "2024-09-12T10:00:00Z", "course": "Álgebra",
            "year": "2025-2026", "categories": ["Plazos"],
        },
        {"id": 2, "title": "Prazos", "text": "O prazo é de dez días hábiles para todo o estudantado."},
    ]  # fmt: skip
    path = tmp_path / "records.jsonl"
    path.write_text("\n\n".join(json.dumps(record) for record in records))
    assert ingest(path, create=True, wait=True)["created"] == 2
    first = Document.objects.get(external_id="https://example.org/1")
    assert (first.title, first.course, first.academic_year, first.categories) == (
        "Plazos",
        "Álgebra",
        "2025-2026",
        ["Plazos"],
    )
    assert (str(first.modified_on), first.url, first.language) == ("2024-09-12", "https://example.org/1", "es")
    assert Document.objects.get(external_id="2").language == "gl"


def test_one_broken_document_does_not_stop_the_others(folder: Path) -> None:
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 rubbish")
    (folder / "empty.txt").write_text("")
    (folder / "records.jsonl").write_text('{"id": 1}\nnot json\n{"id": 3, "text": "Un registro que vale."}')
    out, errors = StringIO(), StringIO()
    with pytest.raises(CommandError) as raised:
        call_command(
            "ingest", str(folder), collection="rules", create=True, wait=True, json=True, stdout=out, stderr=errors
        )
    assert raised.value.returncode == 1
    failed = {item["document"].removeprefix(f"{folder}/") for item in json.loads(out.getvalue())["failed"]}
    assert failed == {"bad.pdf", "empty.txt", "records.jsonl:1", "records.jsonl:2"}
    assert Document.objects.filter(state=State.INDEXED).count() == 4


def test_without_wait_workers_are_given_the_work(folder: Path, django_capture_on_commit_callbacks: Any) -> None:
    with patch.object(tasks.index_documents, "delay") as delay, django_capture_on_commit_callbacks(execute=True):
        ingest(folder, create=True)
    ((given,),) = [call.args for call in delay.call_args_list]
    assert sorted(given) == sorted(Document.objects.values_list("pk", flat=True))
    assert set(Document.objects.values_list("state", flat=True)) == {State.WAITING}


def test_a_missing_collection_says_which_there_are(folder: Path) -> None:
    Collection.objects.create(slug="guides", name="Guides")
    with pytest.raises(CommandError, match="guides") as raised:
        ingest(folder)
    assert raised.value.returncode == 1


def test_a_missing_path_is_wrong_usage() -> None:
    with pytest.raises(CommandError) as raised:
        ingest("/nowhere/at/all", create=True)
    assert raised.value.returncode == 2
    assert not Collection.objects.exists()


def test_stored_documents_are_read_anew(folder: Path) -> None:
    ingest(folder, create=True, wait=True, lang="es")
    document = Document.objects.get(external_id="sub/a.md")
    document.sections.update(text="read badly")
    out = StringIO()
    call_command("reindex", collection="rules", wait=True, stdout=out)
    assert "3 documents were read anew" in out.getvalue()
    assert [section.text for section in document.sections.all()] == ["Dura quince días."]
    assert set(Document.objects.values_list("state", flat=True)) == {State.INDEXED}


def test_each_line_and_each_file_fails_alone(tmp_path: Path, settings: Settings) -> None:
    settings.MAX_UPLOAD_MB = 1
    lines = ["[" * 100_000, '{"id": "\\ud800", "text": "a"}', '{"id": "a", "text": "' + "x" * 2_000_000 + '"}']
    lines += ['{"id": "\\u0000", "text": "a"}', '{"id": "b", "text": "a", "title": "' + "x" * 20_000 + '"}']
    lines += ['{"id": "good", "text": "El plazo es de \\ud800 quince días."}']
    (tmp_path / "records.jsonl").write_text("\n".join(lines))
    (tmp_path / "good.txt").write_text("El plazo es de un mes.")
    (tmp_path / "large.txt").write_text("El plazo. " * 200_000)
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("Un café.")
    out = StringIO()
    with pytest.raises(CommandError) as raised:
        call_command("ingest", str(tmp_path), collection="rules", create=True, json=True, stdout=out)
    assert raised.value.returncode == 1
    assert len(json.loads(out.getvalue())["failed"]) == 7
    assert sorted(Document.objects.values_list("external_id", flat=True)) == ["good", "good.txt"]
