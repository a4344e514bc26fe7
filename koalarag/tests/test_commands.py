"""On a database that nothing was done for, a command says what to do."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from koalarag.management import base
from koalarag.tests.test_imports import ORDER

# They make the tables, need none, or say themselves what there is.
NEED_NO_TABLES = {"prepare", "backup", "restore", "draw_graph"}
ADVICE = "run `make run` or `manage.py prepare` first"

pytestmark = pytest.mark.django_db


@pytest.fixture
def empty_database() -> None:
    MigrationRecorder.Migration.objects.all().delete()


def test_every_command_looks_first() -> None:
    ours = {name: app for name, app in get_commands().items() if app in ORDER}
    careless = {name for name, app in ours.items() if not isinstance(load_command_class(app, name), base.SiteCommand)}
    assert careless == NEED_NO_TABLES


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("ask", ["When?", "--assistant", "library"]),
        ("search", ["When?", "--collection", "library"]),
        ("ingest", [__file__, "--collection", "library", "--create"]),
        ("evaluate", ["--dataset", "library", "--assistant", "library"]),
        ("embeddings", ["list"]),
        ("export_traces", ["--format", "json", "--out", "nowhere"]),
        ("tool", ["list_courses", "--assistant", "library"]),
    ],
)
def test_an_empty_database(empty_database: None, command: str, arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=ADVICE) as caught:
        call_command(command, *arguments)
    assert caught.value.returncode == 1


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("ask", ["When?", "--assistant", "library"]),
        ("search", ["When?", "--collection", "library"]),
        ("evaluate", ["--dataset", "library", "--assistant", "library"]),
        ("tool", ["list_courses", "--assistant", "library"]),
    ],
)
def test_a_database_with_tables_and_nothing_in_them(command: str, arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=ADVICE) as caught:
        call_command(command, *arguments)
    assert caught.value.returncode == 1


def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(_connection: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(base, "MigrationExecutor", refuse)
    with pytest.raises(CommandError, match="cannot be reached: connection refused"):
        call_command("export_traces", format="json", out=tmp_path)
