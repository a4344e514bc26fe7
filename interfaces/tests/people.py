"""Who calls: one of each role, and what their programs send."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client

from interfaces import tokens
from interfaces.models import Scope
from koalarag import roles

ROLES = ("student", "another", "staff", "reviewer")
GROUPS = {"staff": roles.STAFF, "reviewer": roles.REVIEWERS}


def person(name: str) -> User:
    if not Group.objects.filter(name=roles.STAFF).exists():
        roles.create()
    made = User.objects.create_user(name, is_staff=name in GROUPS)
    if name in GROUPS:
        made.groups.add(Group.objects.get(name=GROUPS[name]))
    return made


class Program:
    """What a person's program does, with a token of all scopes unless some are named."""

    def __init__(self, user: User, *scopes: Scope) -> None:
        self.user = user
        self.token, self.secret = tokens.make(user, "test", scopes or list(Scope), 30)
        self.headers = {"authorization": f"Bearer {self.secret}"}
        self.client = Client(headers=self.headers)

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, content: Any = None, **headers: str) -> HttpResponse:
        return self.send("post", path, content, **headers)

    def send(self, method: str, path: str, content: Any = None, **headers: str) -> HttpResponse:
        """JSON, unless the content has a file."""
        url = path if path.startswith("/") else f"/api/v1/{path}"
        return getattr(self.client, method)(url, json.dumps(content), "application/json", headers=headers)
