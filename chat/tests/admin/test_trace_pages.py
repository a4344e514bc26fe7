"""What reviewers see of traces: one, many, and all of them added up."""

import io
import json
import zipfile
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.models import Assistant, Conversation, Feedback, Message, Trace
from chat.tracing import presentation
from knowledge.models import Collection, Document
from koalarag import roles

QUESTION = "How many books may I borrow?"
AGGREGATES = "/admin/chat/trace/aggregates/"


def attempt(total: float, issues: tuple[str, ...] = ()) -> dict[str, Any]:
    scores = {"coherence": 1.0, "alignment": total, "hallucination": 0.5, "completeness": 1.0, "citations": 1.0}
    return {
        "text": f"Ten books. ({total})",
        "scores": scores,
        "total": total,
        "issues": list(issues),
        "reasons": {"alignment": "most of its words are in the passage"},
        "findings": [{"sentence": "Twelve.", "kind": "number", "detail": "12 is nowhere", "action": "dropped"}],
        "regenerate": bool(issues),
        "by": "embedded",
    }


PASSAGE = {
    "chunk": 1,
    "document": "loans.pdf",
    "document_id": 7,
    "title": "Loans",
    "section": "Books",
    "page": 3,
    "score": 1.5,
    "dense": 0.62,
    "lexical": 9.25,
    "in_force": True,
    "text": "Students borrow ten books.",
    "also_at": ["copy.pdf"],
    "explanation": {"terms": {"books": 5.1, "borrow": 4.15}, "first": 1.0, "coverage": 0.5},
}
CALL = {
    "role": "generator",
    "model": "openai:gpt-4o-mini",
    "milliseconds": 900.0,
    "input_tokens": 1500,
    "output_tokens": 120,
    "prompt_hash": "abc123",
    "cost": 0.25,
    "failure": "",
}


@pytest.fixture
def assistant() -> Assistant:
    return Assistant.objects.create(slug="library")


def trace(assistant: Assistant, **changed: Any) -> Trace:
    known: dict[str, Any] = {
        "origin": "chat",
        "question": QUESTION,
        "answer": "**Ten** books. [1]",
        "status": "answered",
        "intent": "search",
        "language": "en",
        "policy": {"allowed": True, "rule": "", "reason": ""},
        "entities": {"course": "", "chosen": {"academic_year": "2025-2026"}},
        "queries": [QUESTION],
        "retrieved": [PASSAGE],
        "spans": [
            {"name": "classify", "ms": 1.0, "detail": {}},
            {"name": "retrieve", "ms": 9.0, "detail": {"filters": {"visibilities": ["public"]}}},
        ],
        "attempts": [attempt(0.5, ("The number “12” is not in the sources",)), attempt(0.9)],
        "outcome": "regenerated",
        "model_calls": [CALL],
        "cost": 0.25,
        "milliseconds": 10.0,
    }
    return Trace.objects.create(assistant=assistant, **{**known, **changed})


@pytest.fixture
def reviewer(client: Client) -> Client:
    roles.create()
    user = User.objects.create_user("reviewer", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=roles.REVIEWERS))
    client.force_login(user)
    return client


@pytest.mark.django_db
def test_the_page_tells_all_of_it(reviewer: Client, assistant: Assistant) -> None:
    page = reviewer.get(reverse("admin:chat_trace_change", args=[trace(assistant).pk])).content.decode()
    for said in (
        QUESTION, "<strong>Ten</strong>", "most of its words are in the passage", "is not in the sources",
        "12 is nowhere", "openai:gpt-4o-mini", "abc123", "2025-2026", "copy.pdf", "borrow",
        "may see documents for", "Search", "4.15", 'width="90.0%"',
    ):  # fmt: skip
        assert said in page, said


@pytest.mark.django_db
def test_what_was_searched_is_said_by_its_names(reviewer: Client, assistant: Assistant) -> None:
    rules = Collection.objects.create(slug="rules", name="Rules of the house")
    loans = Document.objects.create(collection=rules, external_id="loans.md", title="Loans of books")
    gone = Document.objects.create(collection=rules, external_id="gone.md", title="Gone")
    numbers = {"collections": [rules.pk], "documents": [loans.pk, gone.pk], "visibilities": ["public", "student"]}
    spans = [{"name": "retrieve", "ms": 9.0, "detail": {"filters": numbers, "sides": {"Loans": [loans.pk]}}}]
    made = trace(assistant, spans=spans)
    number = str(gone.pk)
    gone.delete()
    said = dict(presentation.filters(made))
    assert list(said.values()) == ["Rules of the house", f"Loans of books, {number}", "everybody, signed-in students"]
    assert presentation.steps(made)[0].findings == (("sides compared · Loans", "Loans of books"),)


@pytest.mark.django_db
def test_reasons_are_said_in_the_language_of_the_page(reviewer: Client, assistant: Assistant) -> None:
    refused = {"allowed": False, "rule": "advice", "reason": "medical advice; the classifier: 91%"}
    critique = attempt(0.5, ("coherence: 2 sentences are said twice",)) | {"reasons": {"coherence": "quotations"}}
    spans = [{"name": "assess", "ms": 1.0, "detail": {"assessment": {"reason": "a topic alone"}}}]
    made = trace(assistant, status="refused", policy=refused, attempts=[critique], spans=spans)
    address = reverse("admin:chat_trace_change", args=[made.pk])
    page = reviewer.get(address, headers={"accept-language": "es"}).content.decode()
    for said in ("consejo médico; el clasificador: 91%", "2 frases se dicen dos veces", "citas textuales",
                 "solo un tema", "consejo que da un experto", "número, dejado fuera"):  # fmt: skip
        assert said in page, said
    added_up = reviewer.get(AGGREGATES, headers={"accept-language": "es"}).content.decode()
    for said in ("coherencia: # frases se dicen dos veces", "consejo que da un experto", "un dato"):
        assert said in added_up, said


@pytest.mark.django_db
def test_why_something_is_allowed_is_said_too(reviewer: Client, assistant: Assistant) -> None:
    allowed = {"allowed": True, "rule": "", "reason": "somebody may be unwell"}
    made = trace(assistant, policy=allowed)
    for name, args in (("change", [made.pk]), ("export", [made.pk, "md"])):
        address = reverse(f"admin:chat_trace_{name}", args=args)
        assert (
            "alguien puede no estar bien" in reviewer.get(address, headers={"accept-language": "es"}).content.decode()
        )


@pytest.mark.django_db
def test_a_quoted_row_is_shown_without_brackets(reviewer: Client, assistant: Assistant) -> None:
    where = {"document_id": 7, "document": "loans.md", "title": "Loans", "section": "Terms", "page": None}
    cited = {"number": 1, "quote": "[Group] Students · [Books] 10", **where}
    made = trace(assistant, spans=[{"name": "generate", "ms": 1.0, "detail": {"draft": {"citations": [cited]}}}])
    for name, args in (("change", [made.pk]), ("export", [made.pk, "md"])):
        page = reviewer.get(reverse(f"admin:chat_trace_{name}", args=args)).content.decode()
        assert "Group: Students · Books: 10" in page


@pytest.mark.django_db
def test_a_trace_without_anything_has_a_page_and_exports(reviewer: Client) -> None:
    bare = Trace.objects.create(origin="command", question="?", status="stopped")
    assert reviewer.get(reverse("admin:chat_trace_change", args=[bare.pk])).status_code == 200
    for form in ("json", "md"):
        assert reviewer.get(reverse("admin:chat_trace_export", args=[bare.pk, form])).status_code == 200


@pytest.mark.django_db
def test_one_is_exported_by_its_buttons(reviewer: Client, assistant: Assistant) -> None:
    made = trace(assistant)
    page = reviewer.get(reverse("admin:chat_trace_change", args=[made.pk])).content.decode()
    addresses = {form: reverse("admin:chat_trace_export", args=[made.pk, form]) for form in ("json", "md")}
    assert all(address in page for address in addresses.values())
    read = json.loads(reviewer.get(addresses["json"]).content)
    assert (read["question"], read["assistant"], read["retrieved"]) == (QUESTION, "library", [PASSAGE])
    answer = reviewer.get(addresses["md"])
    assert answer["Content-Disposition"].endswith(f'_library_{made.pk}.md"')
    text = answer.content.decode()
    for said in (
        f"# {QUESTION}",
        "| fits the question and the sources | 0.90 |",
        "> Students borrow ten books.",
        "books 5.10, borrow 4.15",
    ):
        assert said in text, said


@pytest.mark.django_db
def test_many_are_exported_as_a_zip(reviewer: Client, assistant: Assistant) -> None:
    made = [trace(assistant), trace(assistant, question="<b>And & CDs?</b>")]
    chosen = {"action": "as_markdown", "_selected_action": [str(one.pk) for one in made]}
    answer = reviewer.post(reverse("admin:chat_trace_changelist"), chosen)
    packed = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]
    texts = [packed.read(name).decode() for name in packed.namelist()]
    assert len(texts) == 2
    assert any(text.startswith("# <b>And & CDs?</b>\n") for text in texts)


@pytest.mark.django_db
def test_all_are_added_up(reviewer: Client, assistant: Assistant) -> None:
    conversation = Conversation.objects.create(assistant=assistant)
    message = Message.objects.create(conversation=conversation, role="assistant")
    Feedback.objects.create(message=message, verdict="wrong_citation")
    trace(assistant, message=message)
    for _time in range(3):
        trace(assistant, outcome="validated", attempts=[attempt(0.8)])
    for question in ("Where is Atlantis?", "where is atlantis?"):
        trace(assistant, status="not_found", outcome="", attempts=[], question=question)
    refused = {"allowed": False, "rule": "records", "reason": "marks"}
    trace(assistant, status="refused", outcome="", attempts=[], policy=refused)
    answer = reviewer.get(AGGREGATES)
    assert "A sentence that its sources do not carry is corrected, left out or marked" in answer.content.decode()
    context = answer.context
    report = context["report"]
    assert (report.critic.share_validated, report.critic.share_regenerated) == (0.75, 0.25)
    assert report.scores[0]["means"] == pytest.approx([1.0, (0.9 + 3 * 0.8) / 4, 0.5, 1.0, 1.0, (0.9 + 3 * 0.8) / 4])
    assert {row["issue"]: row["times"] for row in report.issues} == {
        "The number … is not in the sources": 1,
    }
    assert {row["step"]: row["median"] for row in report.steps} == {"classify": 1.0, "retrieve": 9.0}
    (model,) = report.models
    assert (model["calls"], model["input_tokens"], model["cost"]) == (7, 10500, pytest.approx(1.75))
    assert [(row["label"], row["answers"]) for row in context["feedback"]] == [("wrong citation", 1)]
    assert [(row["rule"], row["answers"]) for row in report.refusals] == [("records", 1)]
    assert [row["times"] for row in report.unanswered] == [2]


@pytest.fixture(params=["2026-06-15T22:30", "2026-11-12T11:00", "2026-11-12T23:30", "2026-12-31T10:05"])
def now(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Moments, by UTC, of which another time zone says another day; the second and third follow a change of clocks."""
    moment = datetime.fromisoformat(request.param).replace(tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment


@pytest.mark.django_db
def test_they_are_filtered(now: datetime, reviewer: Client, assistant: Assistant) -> None:
    other = Assistant.objects.create(slug="other")
    trace(other, origin="evaluation")
    old = trace(assistant)
    old_day = timezone.localdate() - timedelta(days=40)
    Trace.objects.filter(pk=old.pk).update(created_at=timezone.make_aware(datetime.combine(old_day, time(23, 59))))

    def answers(**asked: object) -> int:
        return int(reviewer.get(AGGREGATES, asked).context["report"].totals["answers"])

    assert answers() == 0  # of readers in the last thirty days
    assert answers(origin="readers") == 1
    assert answers(origin="") == 2
    assert answers(assistant=assistant.pk) == 1
    assert answers(origin="evaluation") == 1
    assert answers(since=old_day, until=old_day) == 1
    assert reviewer.get(AGGREGATES, {"since": "yesterday"}).context.get("report") is None
    assert b"No answers in this selection" in reviewer.get(AGGREGATES, {"until": "2001-01-01"}).content
    for last in ("9999-12-31", "0001-01-01"):
        assert reviewer.get(AGGREGATES, {"since": last, "until": last}).status_code == 200


@pytest.mark.django_db
def test_the_way_there(reviewer: Client, assistant: Assistant) -> None:
    for page in (reverse("admin:index"), reverse("admin:chat_trace_changelist")):
        assert AGGREGATES in reviewer.get(page).content.decode()


@pytest.mark.django_db
def test_others_see_none_of_it(client: Client, assistant: Assistant) -> None:
    roles.create()
    staff = User.objects.create_user("staff", password="x", is_staff=True)
    staff.groups.add(Group.objects.get(name=roles.STAFF))
    client.force_login(staff)
    assert client.get(AGGREGATES).status_code == 403
    assert client.get(reverse("admin:chat_trace_export", args=[trace(assistant).pk, "json"])).status_code == 403
    assert AGGREGATES not in client.get(reverse("admin:index")).content.decode()
