"""The search boxes of the admin mind neither accents nor capitals."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

import koalarag.urls  # noqa: F401 -- registers the lists
from chat.models import Assistant, Conversation, Feedback, Message, Trace
from knowledge.models import Collection, Course, Document
from koalarag.folding import FoldedSearch

WORDS = ("algebra", "ÁLGEBRA", "álgebra", "gebra")


def test_every_list_with_a_search_box_has_that_search() -> None:
    searched = [one for one in admin.site._registry.values() if one.search_fields]
    # Django's own list of groups has names in ASCII alone.
    assert [type(one).__name__ for one in searched if not isinstance(one, FoldedSearch)] == ["GroupAdmin"]


@pytest.mark.django_db
def test_what_has_accents_is_found_without_and_the_other_way_round(admin_client: Client) -> None:
    where = Collection.objects.create(slug="guides", name="Guías de Álgebra")
    Document.objects.create(collection=where, external_id="1", title="Guía de Álgebra")
    Document.objects.create(collection=where, external_id="2", title="Guía de Física")
    Course.objects.create(code="A1", name_es="Lineal", aliases=["Álgebra básica"])
    User.objects.create(username="noether", first_name="Álgebra")
    talk = Conversation.objects.create(assistant=Assistant.objects.create(slug="guides"), session_key="a")
    answer = Message.objects.create(conversation=talk, role="assistant", text="10_2 % de álgebra")
    Feedback.objects.create(message=answer, verdict="up", comment="Algebra!")
    Trace.objects.create(message=answer, origin="chat", question="¿Álgebra?")

    def found(path: str, words: str) -> int:
        return admin_client.get(f"/admin/{path}/", {"q": words}).context["cl"].result_count

    for path in ("document", "collection", "course"):
        assert [found(f"knowledge/{path}", words) for words in WORDS] == [1] * len(WORDS), path
    for path in ("chat/trace", "chat/feedback", "auth/user"):
        assert [found(path, words) for words in WORDS] == [1] * len(WORDS), path
    # What LIKE would read as a pattern is a letter as any other.
    assert [found("chat/feedback", words) for words in ("10_2", "0%2", "1__2", "10_2 %")] == [1, 0, 0, 1]
    trace = str(Trace.objects.get().pk)
    assert [found("chat/trace", words) for words in (trace, trace[:8], "0000-none")] == [1, 1, 0]
