from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from koalarag.models import WorkerHeartbeat

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_backed_up_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "all.dump"
    User.objects.create_user("kept")
    call_command("backup", file)
    assert file.stat().st_mode & 0o777 == 0o600
    User.objects.all().delete()
    User.objects.create_user("later")
    call_command("restore", file, "--yes")
    assert [user.username for user in User.objects.all()] == ["kept"]


def test_a_broken_backup_changes_nothing(tmp_path: Path) -> None:
    User.objects.create_user("kept")
    (tmp_path / "broken.dump").write_bytes(b"PGDMP and then nothing")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", tmp_path / "broken.dump", "--yes")
    assert User.objects.exists()


def test_nothing_is_restored_under_a_running_worker(tmp_path: Path) -> None:
    from django.utils import timezone

    (tmp_path / "some.dump").touch()
    WorkerHeartbeat.objects.create(name="busy", beaten_at=timezone.now())
    with pytest.raises(CommandError, match="busy"):
        call_command("restore", tmp_path / "some.dump", "--yes")


def test_no_half_written_file_stays(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("backup", tmp_path / "no such folder" / "file")
    assert list(tmp_path.iterdir()) == []
