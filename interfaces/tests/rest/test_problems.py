"""How requests fail, how lists are paged, how often one may call: the same for all of the interface."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from chat.models import Assistant, Conversation
from interfaces import idempotency
from interfaces.models import KeptResponse, Scope
from interfaces.rest import me
from interfaces.tests.people import Program
from knowledge.models import Collection

pytestmark = pytest.mark.django_db


def test_a_problem_is_told_as_the_standard_has_it(programs: dict[str, Program]) -> None:
    response = programs["student"].get("documents/999999999999999999999")
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    told = response.json()
    assert told.pop("detail")
    assert told == {"type": "about:blank", "title": "Not Found", "status": 404, "code": "not_found"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/api/v1/nowhere", 404),
        ("post", "/api/v1/", 404),
        ("put", "/api/v1/me", 405),
        ("options", "/api/v1/me", 405),
        ("get", "/api/v1/chat", 405),
        ("delete", "/api/v1/chat/stream", 405),
        ("get", "/api/v1/documents?cursor=x", 404),
        ("get", "/api/v1/documents?cursor=cD1ub25zZW5zZQ==", 404),
        ("get", "/api/v1/documents?state=gone", 400),
        ("get", "/api/v1/me?format=xml", 200),
    ],
)
def test_nothing_answers_in_html(programs: dict[str, Program], method: str, path: str, status: int) -> None:
    response = getattr(programs["staff"].client, method)(path, headers={"accept": "text/html"})
    assert response.status_code == status, response.content
    assert response["Content-Type"].partition("+")[0] in ("application/problem", "application/json")


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"a=b", "application/x-www-form-urlencoded", 415),
        (b"a", "text/plain", 415),
    ],
)
@pytest.mark.parametrize("path", ["search", "chat"])
@pytest.mark.django_db(transaction=True)
def test_a_body_that_is_no_json(
    programs: dict[str, Program], path: str, body: bytes, content_type: str, status: int
) -> None:
    response = programs["student"].client.post(f"/api/v1/{path}", body, content_type)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"


def test_what_nobody_foresaw_is_told_by_a_reference(
    programs: dict[str, Program], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_user: User) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(me, "role_of", fails)
    response = programs["student"].get("me")
    assert response.status_code == 500
    assert "secret" not in response.content.decode()
    reference = response.json()["detail"].split()[-1].rstrip(".")
    assert reference in caplog.text
    assert "the secret of the house" in caplog.text


def test_lists_are_paged_by_cursor(people: dict[str, User]) -> None:
    program = Program(people["student"])
    assistant = Assistant.objects.create(slug="library")
    for number in range(5):
        Conversation.objects.create(assistant=assistant, user=people["student"], title=str(number))
    page = program.get("conversations", limit=2).json()
    seen = [row["title"] for row in page["results"]]
    # One that comes in between moves nothing.
    Conversation.objects.create(assistant=assistant, user=people["student"], title="new")
    while page["next"]:
        page = program.client.get(page["next"]).json()
        seen += [row["title"] for row in page["results"]]
    assert seen == ["4", "3", "2", "1", "0"]


def test_who_calls_too_often_is_told_when_to_come_back(programs: dict[str, Program], settings: Any) -> None:
    settings.REQUESTS_PER_MINUTE = {**settings.REQUESTS_PER_MINUTE, "student": 3}
    statuses = [programs["student"].get("me").status_code for _time in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = programs["student"].get("me")
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "rate_limited"
    assert 1 <= int(refused["Retry-After"]) <= 20
    assert refused.json()["detail"].startswith("The limit is 3 in 60 seconds.")
    told = programs["student"].client.get("/api/v1/me", headers={"accept-language": "gl"}).json()["detail"]
    assert told.startswith("O límite é de 3 en 60 segundos. Téntao de novo dentro de ")
    # It is the person that is limited, not the token; and nobody else.
    assert Program(programs["student"].user).get("me").status_code == 429
    assert programs["another"].get("me").status_code == 200
    assert programs["staff"].get("me").status_code == 200


def test_guesses_are_counted_by_where_they_come_from(programs: dict[str, Program], settings: Any) -> None:
    settings.REQUESTS_PER_MINUTE = {**settings.REQUESTS_PER_MINUTE, "anonymous": 2}
    guess = Client(headers={"authorization": "Bearer koala_guess"})
    assert [guess.get("/api/v1/me").status_code for _time in range(3)] == [401, 401, 429]
    assert Client(REMOTE_ADDR="10.1.1.1").get("/api/v1/me").status_code == 401
    assert programs["student"].get("me").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_questions_have_a_limit_of_their_own(programs: dict[str, Program], assistant: Assistant, settings: Any) -> None:
    settings.QUESTIONS_PER_MINUTE = {**settings.QUESTIONS_PER_MINUTE, "student": 1}
    asked = {"assistant": assistant.slug, "question": "When?"}
    statuses = [programs["student"].post("chat", asked).status_code for _time in range(2)]
    assert statuses == [200, 429]
    assert programs["student"].get("me").status_code == 200


def test_a_first_request_that_is_still_being_answered(programs: dict[str, Program]) -> None:
    staff = programs["staff"]
    first = {"slug": "a", "name": "A"}
    assert staff.post("collections", first, **{"idempotency-key": "k"}).status_code == 201
    KeptResponse.objects.update(status=None)
    assert staff.post("collections", first, **{"idempotency-key": "k"}).json()["code"] == "idempotency_in_progress"
    # Its process has died: it is done again, and finds what the first had done before.
    KeptResponse.objects.update(created_at=timezone.now() - idempotency.ABANDONED_AFTER - timedelta(seconds=1))
    assert staff.post("collections", first, **{"idempotency-key": "k"}).status_code == 400
    assert Collection.objects.count() == 1


def test_keys_are_each_person_s_own_and_refusals_are_kept_too(programs: dict[str, Program], people: Any) -> None:
    root = Program(User.objects.create_superuser("root"))
    wrong = {"slug": "!", "name": "A"}
    refused = [root.post("collections", wrong, **{"idempotency-key": "k"}) for _time in range(2)]
    assert [response.status_code for response in refused] == [400, 400]
    assert refused[0].json() == refused[1].json()
    assert refused[1]["Content-Type"] == "application/problem+json"
    right = {"slug": "a", "name": "A"}
    assert programs["staff"].post("collections", right, **{"idempotency-key": "k"}).status_code == 201
    assert programs["staff"].post("collections", right, **{"idempotency-key": "k" * 201}).status_code == 400
    KeptResponse.objects.update(created_at=timezone.now() - idempotency.KEPT_FOR - timedelta(seconds=1))
    assert idempotency.forget() == 2


def test_a_failure_of_ours_may_be_tried_again(programs: dict[str, Program], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Collection, "save", lambda *_a, **_k: 1 / 0)
        failed = programs["staff"].post("collections", {"slug": "a", "name": "A"}, **{"idempotency-key": "k"})
        assert failed.status_code == 500
    assert not KeptResponse.objects.exists()
    again = programs["staff"].post("collections", {"slug": "a", "name": "A"}, **{"idempotency-key": "k"})
    assert again.status_code == 201


def test_whose_token_it_is(people: dict[str, User]) -> None:
    told = Program(people["reviewer"], Scope.TRACES).get("me").json()
    assert (told["user"], told["role"], told["scopes"]) == ("reviewer", "reviewer", ["traces"])
    assert Program(people["student"]).get("me").json()["sees"] == ["public", "student"]


def test_the_description_is_there_for_everybody(client: Client) -> None:
    described = client.get("/api/v1/schema").json()
    assert described["openapi"].startswith("3.")
    operations = [one for methods in described["paths"].values() for one in methods.values()]
    assert len({one["operationId"] for one in operations}) == len(operations) > 35
    assert all("429" in one["responses"] for one in operations)
    page = client.get("/api/v1/docs").content.decode()
    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css" in page
    assert "cdn" not in page
    assert client.get("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js").status_code == 200
    assert json.dumps(described).count("#/components/schemas/Problem")
