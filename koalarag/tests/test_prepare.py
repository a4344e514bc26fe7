"""The first start's accounts: what each may do, and that they come once."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command

from koalarag import demo, roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def accounts(tmp_path: Path) -> Path:
    roles.create()
    file = tmp_path / "accounts.txt"
    demo.create_accounts(file)
    return file


def test_the_written_passwords_open_the_accounts(accounts: Path) -> None:
    rows = [line.split()[:2] for line in accounts.read_text().splitlines()[1:]]
    assert [name for name, _password in rows] == ["staff", "reviewer", "student"]
    assert len({password for _name, password in rows}) == 3
    for name, password in rows:
        assert authenticate(username=name, password=password) is not None
    assert accounts.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("name", "may", "may_not"),
    [
        ("staff", ["knowledge.delete_document", "chat.change_assistant", "evaluation.add_run"], ["auth.add_user"]),
        ("reviewer", ["chat.view_trace", "evaluation.add_dataset", "knowledge.view_document"], ["chat.change_trace"]),
        ("student", [], ["knowledge.view_document", "chat.view_trace"]),
    ],
)
def test_what_they_may_do(accounts: Path, name: str, may: list[str], may_not: list[str]) -> None:
    user = User.objects.get(username=name)
    assert user.has_perms(may)
    assert not any(user.has_perm(permission) for permission in may_not)
    assert user.is_staff == (name != "student")


def test_a_database_with_accounts_is_left_as_it_is(accounts: Path) -> None:
    call_command("prepare", stdout=StringIO())
    assert User.objects.count() == 3
