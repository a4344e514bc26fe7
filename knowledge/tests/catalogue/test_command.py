import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from knowledge.models import Course

pytestmark = pytest.mark.django_db

GOOD = "code,name_es,source\nX1,Robótica,Guía\n"


def run(path: Path, **options: bool) -> tuple[dict[str, object], str]:
    out, told = StringIO(), StringIO()
    call_command("import_catalogue", path, kind="courses", json=True, stdout=out, stderr=told, **options)
    return json.loads(out.getvalue()), told.getvalue()


def test_a_file_comes_in_and_a_dry_run_does_not(tmp_path: Path) -> None:
    path = tmp_path / "courses.csv"
    path.write_text(GOOD, "utf-8")
    dry, _told = run(path, dry_run=True)
    assert (dry["saved"], Course.objects.count()) == (False, 0)
    done, told = run(path)
    assert done["counts"] == {"created": 1, "changed": 0, "unchanged": 0, "wrong": 0}
    assert told == "courses.csv: 1 created, 0 changed, 0 unchanged, 0 wrong\n"
    assert Course.objects.get().name_es == "Robótica"


def test_wrong_rows_are_told_of_and_end_with_an_error(tmp_path: Path) -> None:
    path = tmp_path / "courses.csv"
    path.write_text(GOOD + "X2,,Guía\n", "utf-8")
    with pytest.raises(CommandError, match="nothing was saved") as error:
        run(path)
    assert error.value.returncode == 1
    assert not Course.objects.exists()
    done, told = run(path, good_rows=True)
    assert done["saved"]
    assert "line 3: Give the name in at least one language." in told
    assert Course.objects.count() == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot be read: No such file"):
        run(tmp_path / "missing.csv")
    path = tmp_path / "old.csv"
    path.write_bytes(GOOD.encode("cp1252"))
    with pytest.raises(CommandError, match="not in UTF-8"):
        run(path)
