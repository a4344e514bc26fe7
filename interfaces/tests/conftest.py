"""A library with rules for everybody, for students and for staff, an assistant that reads them, and who calls it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import connection

from chat.models import Assistant, AssistantText
from interfaces.models import Scope
from interfaces.tests.people import ROLES, Program, person
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection

TEXTS = {
    "public": "Students may borrow eight books at a time from the library for fifteen days.",
    "student": "The code of the group study room of the library is written on the student card.",
    "staff": "The alarm of the library is switched off by the night porter at half past seven.",
}


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: person(name) for name in ROLES}


@pytest.fixture
def programs(people: dict[str, User]) -> dict[str, Program]:
    return {name: Program(user) for name, user in people.items()}


@pytest.fixture
def program(people: dict[str, User]) -> Callable[..., Program]:
    def make(name: str, *scopes: Scope) -> Program:
        return Program(people[name], *scopes)

    return make


@pytest.fixture
def documents(db: None) -> dict[str, Document]:
    """visibility -> the document that is for them."""
    where = collection("library")
    where.assistants.add(Assistant.objects.create(slug="library", prompt_budget=200))
    return {
        visibility: add(
            where, Text(f"{visibility}.md", "Library", text, "en"), visibility=visibility, state="indexed",
            content_hash=visibility, published_on=date(2025, 9, 1),
        )
        for visibility, text in TEXTS.items()
    }  # fmt: skip


@pytest.fixture
def assistant(documents: dict[str, Document]) -> Assistant:
    made = Assistant.objects.get(slug="library")
    AssistantText.objects.create(assistant=made, language="en", name="Library", channel="the library's desk")
    return made


@pytest.fixture
def no_connection_survives() -> object:
    yield
    connection.close()
