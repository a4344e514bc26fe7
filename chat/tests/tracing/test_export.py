"""`manage.py export_traces`."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from chat.models import Assistant, Trace


def trace(day: int, **columns: object) -> Trace:
    made = Trace.objects.create(origin="chat", question=f"Question {day}?", **columns)
    Trace.objects.filter(pk=made.pk).update(created_at=timezone.make_aware(datetime(2026, 3, day, 12)))
    return made


@pytest.fixture
def three(db: None) -> None:
    trace(1, status="answered", assistant=Assistant.objects.create(slug="library"))
    trace(2, status="not_found")
    trace(3, status="not_found")


def exported(out: Path, **options: object) -> list[str]:
    call_command("export_traces", out=out, **{"format": "json", **options})
    return [json.loads(file.read_text())["question"] for file in sorted(out.iterdir())]


def test_all_sorted_by_time(three: None, tmp_path: Path) -> None:
    assert exported(tmp_path / "new" / "folder") == ["Question 1?", "Question 2?", "Question 3?"]


def test_a_selection(three: None, tmp_path: Path) -> None:
    assert exported(tmp_path / "a", since="2026-03-02") == ["Question 2?", "Question 3?"]
    assert exported(tmp_path / "b", until="2026-03-02") == ["Question 1?", "Question 2?"]
    assert exported(tmp_path / "c", until="2026-03-02T00:00") == ["Question 1?"]
    assert exported(tmp_path / "d", status="not_found", since="2026-03-03") == ["Question 3?"]
    assert exported(tmp_path / "e", assistant="library") == ["Question 1?"]


def test_markdown_and_a_summary(three: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export_traces", out=tmp_path, format="md", json=True)
    assert json.loads(capsys.readouterr().out)["written"] == 3
    assert {file.suffix for file in tmp_path.iterdir()} == {".md"}
    assert all(file.read_text().startswith("# Question ") for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"since": "yesterday"}, "2026-01-31"),
        ({"since": "2026-03-02", "until": "2026-03-01"}, "not before"),
        ({"assistant": "nobody"}, "library"),
    ],
)
def test_what_makes_no_sense_is_said(three: None, tmp_path: Path, options: dict[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        exported(tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_none(three: None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(CommandError, match="file"):
        exported(file)
