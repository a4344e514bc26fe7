"""The accounts of a first start, so that one can sign in and look around; their passwords are made up here, once."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import Group, User
from django.db import transaction

from koalarag import roles
from koalarag.localserver import secret


@dataclass(frozen=True)
class Account:
    name: str
    purpose: str
    is_staff: bool
    group: str = ""


ACCOUNTS = (
    Account("staff", "documents, assistants and evaluation at /admin/", True, roles.STAFF),
    Account("reviewer", "traces, feedback and evaluation at /admin/", True, roles.REVIEWERS),
    Account("student", "asks, and sees what is for signed-in students", False),
)


def create_accounts(file: Path) -> None:
    """All of them or none; `file` holds the passwords for their owner's eyes alone."""
    passwords = {account.name: secrets.token_urlsafe(9) for account in ACCOUNTS}
    with transaction.atomic():
        for account in ACCOUNTS:
            user = User.objects.create_user(account.name, password=passwords[account.name], is_staff=account.is_staff)
            if account.group:
                user.groups.add(Group.objects.get(name=account.group))
        secret.write(file, _table(passwords))


def _table(passwords: dict[str, str]) -> str:
    lines = ["Sign in with"]
    lines += [f"  {account.name:9} {passwords[account.name]:13} {account.purpose}" for account in ACCOUNTS]
    return "\n".join(lines) + "\n"
