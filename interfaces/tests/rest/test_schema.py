"""Requests made from the OpenAPI description, valid and not, against the running site: nothing breaks, and every answer
is one that the description names."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from chat.models import Assistant, Conversation, Message, Trace
from evaluation.models import Case, Dataset, Run
from interfaces.rest.docs import openapi
from interfaces.tests.people import Program
from knowledge.models import Document

pytestmark = pytest.mark.django_db(transaction=True)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 6
MODELS = {"/v1/chat/completions": "library", "/v1/embeddings": "multilingual-e5-small"}
"""path -> what its `model` is, where it is to be found"""

# Boundary values alone would be thousands of requests.
config = SchemathesisConfig.from_dict({"seed": 7, "phases": {"coverage": {"enabled": False}}})
schema = schemathesis.openapi.from_dict(openapi(), config=config)


@pytest.fixture
def caller(assistant: Assistant) -> Program:
    return Program(User.objects.create_superuser("root"))


@pytest.fixture
def known(caller: Program, assistant: Assistant, documents: dict[str, Document]) -> dict[str, dict[str, Any]]:
    """Beginning of a path -> its parameters, of what there is: anything else is not found."""
    talk = Conversation.objects.create(assistant=assistant, user=caller.user, title="Books?")
    Message.objects.create(conversation=talk, role="user", text="Books?")
    answer = Message.objects.create(conversation=talk, role="assistant", text="Eight.", status="answered")
    trace = Trace.objects.create(message=answer, assistant=assistant, origin="chat", question="Books?")
    dataset = Dataset.objects.create(slug="loans", name="Loans")
    Case.objects.create(dataset=dataset, external_id="1", question="Books?")
    return {
        "/v1/models": {"name": "library"},
        "/api/v1/answers": {"answer_id": str(answer.pk)},
        "/api/v1/conversations": {"conversation_id": str(talk.pk)},
        "/api/v1/collections": {"slug": "library"},
        "/api/v1/documents": {"id": documents["public"].pk},
        "/api/v1/traces": {"id": str(trace.pk)},
        "/api/v1/datasets": {"slug": "loans"},
        "/api/v1/runs": {"id": Run.objects.create(dataset=dataset, assistant=assistant).pk},
    }


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_every_answer_is_one_that_is_described(
    case: schemathesis.Case, site: str, caller: Program, known: dict[str, dict[str, Any]]
) -> None:
    for beginning, parameters in known.items():
        if case.path.startswith(beginning + "/{"):
            case.path_parameters = {**(case.path_parameters or {}), **parameters}
    for field, known_one in (("assistant", "library"), ("model", MODELS.get(case.path))):
        if isinstance(case.body, dict) and field in case.body and known_one:
            case.body = {**case.body, field: known_one}
    case.call_and_validate(base_url=site, headers=caller.headers, checks=CHECKS, timeout=60)
