"""What other sites' pages load: who may frame what, who talks by which token, and what a pass opens."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core import signing
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from chat import asking, owners
from chat.models import Assistant, AssistantText, Conversation, Message
from chat.widget import origins, passes, visits
from chat.widget.passes import Pass
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection
from koalarag import throttling

pytestmark = pytest.mark.django_db
DEPARTMENT = "https://algebra.example.edu"


@pytest.fixture
def documents() -> dict[str, Document]:
    where = collection("library")
    made = Assistant.objects.create(slug="library", embed_origins=[DEPARTMENT, "https://*.dept.example.edu"])
    made.collections.add(where)
    for language, name in (("es", "Biblioteca"), ("en", "Library")):
        AssistantText.objects.create(assistant=made, language=language, name=name)
    return {
        kind: add(where, Text(kind, "Loans", f"Of {kind} documents eight books may be borrowed."), visibility=kind)
        for kind in ("public", "student")
    }


def begin(client: Client, token: str = "") -> dict[str, Any]:
    headers = {"authorization": f"Visit {token}"} if token else {}
    response = client.post("/w/library/visit/", headers=headers)
    assert response.status_code == 200
    assert not response.cookies
    return json.loads(response.content)


def ask(token: str) -> Message:
    """An answered question of this visit."""
    session = visits.session_of(token)
    assert session
    begun = asking.begin(owners.of(AnonymousUser(), session), {"assistant": "library", "text": "How many books?"})
    Message.objects.filter(pk=begun.message_id).update(state=Message.State.DONE, text="Eight.", status="answered")
    return Message.objects.get(pk=begun.message_id)


@pytest.mark.usefixtures("documents")
def test_a_frame_is_for_the_pages_that_staff_named_and_every_other_page_for_none(client: Client) -> None:
    response = client.get("/w/library/?lang=es&theme=dark")
    said = response["Content-Security-Policy"]
    assert f"frame-ancestors 'self' {DEPARTMENT} https://*.dept.example.edu" in said
    assert "X-Frame-Options" not in response
    assert 'lang="es" data-theme="dark"' in response.content.decode()
    assert "Biblioteca" in response.content.decode()
    assert not response.cookies
    other = client.get("/a/library/")
    assert "frame-ancestors 'self'" in other["Content-Security-Policy"]
    assert DEPARTMENT not in other["Content-Security-Policy"]
    assert other["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (DEPARTMENT, 200),
        ("https://web.dept.example.edu", 200),
        ("https://dept.example.edu", 403),
        ("https://evildept.example.edu", 403),
        ("https://dept.example.edu.evil.com", 403),
        ("http://algebra.example.edu", 403),
        ("null", 403),
    ],
)
@pytest.mark.usefixtures("documents")
def test_the_script_is_told_whether_it_may(client: Client, origin: str, status: int) -> None:
    response = client.get("/w/library/permission.json?lang=es", headers={"origin": origin})
    assert response.status_code == status
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Origin" in response["Vary"]
    told = response.json()
    if status == 200:
        assert (told["name"], told["open"]) == ("Biblioteca", "Preguntar a «Biblioteca»")
    else:
        assert origin in told["problem"]
    assert "no assistant" in client.get("/w/nowhere/permission.json").json()["problem"]


def test_the_script_is_small_and_kept_until_it_changes(client: Client) -> None:
    response = client.get("/widget.js")
    assert len(response.content) < 6 * 1024
    assert "max-age" in response["Cache-Control"]
    assert client.get("/widget.js", headers={"if-none-match": response["ETag"]}).status_code == 304


@pytest.mark.usefixtures("documents")
def test_a_visit_goes_on_with_its_token_and_is_nobody_elses(client: Client) -> None:
    mine = begin(client)
    answer = ask(mine["token"])
    again = begin(client, mine["token"])
    assert again["conversation"] == str(answer.conversation_id)
    assert [message["role"] for message in again["messages"]] == ["user", "assistant"]
    for other in ("", begin(client)["token"], mine["token"][:-1], mine["token"].replace(".", ":")):
        assert begin(client, other)["messages"] == []
    Conversation.objects.update(updated_at=timezone.now() - timedelta(hours=13))
    assert begin(client, mine["token"])["messages"] == []
    session = visits.session_of(mine["token"])
    assert session
    session.flush()
    assert visits.session_of(mine["token"]) is None


@pytest.mark.usefixtures("documents")
def test_a_frame_that_may_keep_nothing_learns_its_visit_by_a_partitioned_cookie(client: Client) -> None:
    first = client.post("/w/library/visit/")
    said = first["Set-Cookie"]
    for part in ("Path=/w/library/visit/", "HttpOnly", "Secure", "SameSite=None", "Partitioned"):
        assert f"; {part}" in said
    answer = ask(first.json()["token"])
    client.cookies["visit"] = first.json()["token"]
    assert begin(client)["conversation"] == str(answer.conversation_id)
    # Anywhere else the cookie says nothing.
    assert client.post(f"/m/{answer.pk}/feedback/", {"verdict": "up"}).status_code == 404


def test_the_token_of_a_session_that_is_no_visit_opens_nothing(client: Client) -> None:
    client.force_login(User.objects.create_superuser("ana"))
    assert visits.session_of(visits.token_of(client.session)) is None


@pytest.mark.usefixtures("documents")
def test_a_visit_needs_no_cookie_and_a_cookie_still_its_token_against_forgery() -> None:
    strict = Client(enforce_csrf_checks=True)
    token = begin(strict)["token"]
    address = f"/m/{ask(token).pk}/feedback/"
    assert strict.post(address, {"verdict": "up"}, headers={"authorization": f"Visit {token}"}).status_code == 204
    assert strict.post(address, {"verdict": "up"}, headers={"authorization": "Visit forged"}).status_code == 404
    assert strict.post(address, {"verdict": "up"}).status_code == 403
    strict.force_login(User.objects.create_superuser("ana"))
    assert strict.get("/admin/", headers={"authorization": f"Visit {token}"}).status_code == 302
    assert strict.get("/admin/").status_code == 200


@pytest.mark.usefixtures("documents")
def test_who_is_signed_in_stays_so_where_a_frame_begins_a_visit(client: Client) -> None:
    client.force_login(User.objects.create_superuser("ana"))
    before = client.cookies["sessionid"].value
    token = begin(client)["token"]
    assert client.cookies["sessionid"].value == before
    session = visits.session_of(token)
    assert session
    assert "_auth_user_id" not in session


@pytest.mark.usefixtures("documents")
def test_visits_are_limited(client: Client, settings: Any) -> None:
    settings.PAGES_PER_MINUTE = settings.PAGES_PER_MINUTE | {"anonymous": 1}
    codes = [client.post("/w/library/visit/").status_code for _turn in range(12)]
    assert codes[0] == 200
    assert codes[-1] == 429
    throttling.forget()


def test_a_pass_opens_sources_for_its_user_in_frames_of_its_pages(
    client: Client, documents: dict[str, Document]
) -> None:
    ana = User.objects.create_user("ana")
    student, public = (f"/source/{documents[kind].pk}/" for kind in ("student", "public"))
    nobody, hers = passes.prefix(Pass((DEPARTMENT,))), passes.prefix(Pass((DEPARTMENT,), ana.pk))
    assert client.get(nobody + student).status_code == 404
    assert client.get(nobody + public).status_code == 200
    page = client.get(hers + student)
    assert page.status_code == 200
    assert f"frame-ancestors 'self' {DEPARTMENT}" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert page["Referrer-Policy"] == "no-referrer"
    # What the page links to opens by the same pass.
    assert f'href="{hers}{student}file"' in page.content.decode()
    assert "X-Frame-Options" in client.get(public)
    assert client.get(public).content.decode().count("/r/") == 0
    for closed in ("/", "/admin/", "/c/", f"/r/{hers}{student}"):
        assert client.get(hers + closed).status_code == 404
    assert client.get(f"/r/{signing.dumps({'origins': [], 'user_id': ana.pk})}{student}").status_code == 404
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert client.get(hers + student).status_code == 404


def test_a_pass_that_is_used_with_somebodys_cookie_is_still_its_own_users(
    client: Client, documents: dict[str, Document]
) -> None:
    client.force_login(User.objects.create_user("ana"))
    assert client.get(f"{passes.prefix(Pass())}/source/{documents['student'].pk}/").status_code == 404


@pytest.mark.parametrize(
    "written",
    [
        "algebra.example.edu",
        "https://a.edu/page",
        "https://*",
        "https://*.edu;script-src",
        "https://a.edu b",
        "*",
        "'self'",
    ],
)
def test_what_is_no_origin_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        Assistant._meta.get_field("embed_origins").clean([written], None)
    assert origins.ancestors([written]) == "'self'"


def test_origins_are_a_line_each() -> None:
    field = origins.OriginsField()
    assert field.clean(" https://A.example.edu/\nhttp://localhost:8000\n") == [
        "https://a.example.edu", "http://localhost:8000",
    ]  # fmt: skip
    assert field.prepare_value(["https://a.edu", "https://b.edu"]) == "https://a.edu\nhttps://b.edu"
    with pytest.raises(ValidationError, match=r"example\.edu/page"):
        field.clean("https://example.edu/page")


@pytest.mark.usefixtures("documents")
def test_staff_copy_the_line_from_admin(client: Client) -> None:
    client.force_login(User.objects.create_superuser("ana"))
    page = client.get(f"/admin/chat/assistant/{Assistant.objects.get().pk}/change/").content.decode()
    assert "&lt;script src=&quot;http://testserver/widget.js&quot; data-assistant=&quot;library&quot;" in page
    assert f"{DEPARTMENT}\nhttps://*.dept.example.edu</textarea>" in page
    assert "widget.js" not in client.get("/admin/chat/assistant/add/").content.decode()
