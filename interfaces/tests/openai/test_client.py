"""The official client, unchanged, against the running site."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import httpx
import numpy as np
import openai
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import User

from chat.models import Assistant, Conversation, Trace
from interfaces.models import Scope
from interfaces.tests.people import Program
from knowledge.embedding.registry import get_embedder
from knowledge.ingestion.extract import formats
from knowledge.models import Document, Section
from knowledge.tests.corpus import Text, add, collection
from koalarag import throttling

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = [{"role": "user", "content": "How many books may students borrow at a time?"}]
Make = Callable[..., openai.OpenAI]


@pytest.fixture
def client_of(site: str, assistant: Assistant) -> Make:
    def make(secret: str) -> openai.OpenAI:
        return openai.OpenAI(base_url=f"{site}/v1", api_key=secret, max_retries=0, timeout=60)

    return make


@pytest.fixture
def client(client_of: Make, programs: dict[str, Program]) -> openai.OpenAI:
    return client_of(programs["student"].secret)


def test_assistants_are_models(client: openai.OpenAI) -> None:
    Assistant.objects.create(slug="hidden", is_active=False)
    assert [(model.id, model.owned_by) for model in client.models.list()] == [("library", "koalarag")]
    assert client.models.retrieve("library").name == "Library"  # type: ignore[attr-defined]
    with pytest.raises(openai.NotFoundError, match="hidden"):
        client.models.retrieve("hidden")


def test_an_answer_with_its_sources(client: openai.OpenAI, site: str, documents: dict[str, Document]) -> None:
    done = client.chat.completions.create(model="library", messages=QUESTION, temperature=0.7, max_tokens=5)
    (choice,) = done.choices
    assert (choice.finish_reason, choice.message.role, done.model) == ("stop", "assistant", "library")
    text = choice.message.content or ""
    assert "eight books" in text
    cited = [annotation.url_citation for annotation in choice.message.annotations or []]
    assert {text[mark.start_index : mark.end_index] for mark in cited} == {"[1]"}
    assert cited[0].url.startswith(f"{site}/source/{documents['public'].pk}/?quote=")
    assert cited[0].title == "public.md › Library"
    assert httpx.get(cited[0].url).status_code == 200
    assert done.usage is not None
    assert done.usage.total_tokens == done.usage.prompt_tokens + done.usage.completion_tokens > 20
    assert choice.message.koalarag["status"] == "answered"  # type: ignore[attr-defined]
    assert str(Trace.objects.get().pk) == choice.message.koalarag["trace"]  # type: ignore[attr-defined]
    assert not Conversation.objects.exists()


def test_a_source_in_a_presentation_is_told_by_its_slide(client: openai.OpenAI, documents: dict[str, Document]) -> None:
    Document.objects.filter(pk=documents["public"].pk).update(media_type=formats.PPTX)
    Section.objects.filter(document=documents["public"]).update(places=[[0, 3]])
    done = client.chat.completions.create(model="library", messages=QUESTION)
    (cited, *_more) = [one.url_citation for one in done.choices[0].message.annotations or []]
    assert cited.title == "public.md › Library › slide 3"


def test_streamed_it_is_the_same(client: openai.OpenAI) -> None:
    whole = client.chat.completions.create(model="library", messages=QUESTION)
    options: Any = {"include_usage": True}
    chunks = list(
        client.chat.completions.create(model="library", messages=QUESTION, stream=True, stream_options=options)
    )
    assert chunks[0].choices[0].delta.role == "assistant"
    *told, last = chunks
    assert "".join(chunk.choices[0].delta.content or "" for chunk in told) == whole.choices[0].message.content
    marks = [mark for chunk in told for mark in getattr(chunk.choices[0].delta, "annotations", [])]
    assert marks == [mark.model_dump() for mark in whole.choices[0].message.annotations or []]
    assert [chunk.choices[0].finish_reason for chunk in told if chunk.choices[0].finish_reason] == ["stop"]
    assert (last.choices, last.usage) == ([], whole.usage)
    assert len({chunk.id for chunk in chunks}) == 1


def test_without_being_asked_a_stream_counts_nothing(client: openai.OpenAI) -> None:
    chunks = list(client.chat.completions.create(model="library", messages=QUESTION, stream=True))
    assert all(chunk.choices and chunk.usage is None for chunk in chunks)


def test_the_asynchronous_client(site: str, programs: dict[str, Program], assistant: Assistant) -> None:
    async def ask() -> str:
        async with openai.AsyncOpenAI(base_url=f"{site}/v1", api_key=programs["student"].secret) as client:
            stream = await client.chat.completions.create(model="library", messages=QUESTION, stream=True)
            return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

    assert "eight books" in async_to_sync(ask)()


def test_what_was_said_before_counts(client: openai.OpenAI) -> None:
    talk = [
        {"role": "system", "content": "You are a pirate."},
        *QUESTION,
        {"role": "assistant", "content": "Eight. [1]"},
        {"role": "user", "content": [{"type": "text", "text": "and for how many days?"}]},
    ]
    text = client.chat.completions.create(model="library", messages=talk).choices[0].message.content  # type: ignore[arg-type]
    assert "fifteen days" in (text or "")
    standalone = Trace.objects.get().spans[0]["detail"]["classification"]["standalone"]
    assert "borrow" in standalone


def test_a_question_in_return_offers_its_choices_and_understands_the_reply(client: openai.OpenAI) -> None:
    where = collection("library")
    for course, share in (("Álgebra", 60), ("Estadística", 40)):
        says = f"El examen final de {course} vale el {share} % de la nota en el curso 2025-2026. Tiene 6 créditos ECTS."
        guide = Text(f"Guía de {course}", "Evaluación", says)
        add(where, guide, course=course, academic_year="2025-2026", published_on=None)
    talk = [{"role": "user", "content": "¿Cuánto vale el examen final de la asignatura?"}]
    asked_back = client.chat.completions.create(model="library", messages=talk).choices[0].message
    assert asked_back.koalarag["status"] == "clarify"  # type: ignore[attr-defined]
    assert (asked_back.content or "").splitlines()[-2:] == ["- Álgebra", "- Estadística"]
    talk += [{"role": "assistant", "content": asked_back.content}, {"role": "user", "content": "Estadística"}]
    reply = client.chat.completions.create(model="library", messages=talk).choices[0].message
    assert "40 %" in (reply.content or "")


@pytest.mark.parametrize(("name", "sees"), [("student", False), ("staff", True)])
def test_an_answer_is_made_of_what_the_token_s_owner_may_see(
    client_of: Make, programs: dict[str, Program], name: str, sees: bool
) -> None:
    question = [{"role": "user", "content": "Who switches off the alarm of the library?"}]
    done = client_of(programs[name].secret).chat.completions.create(model="library", messages=question)
    assert ("night porter" in done.model_dump_json()) is sees
    assert ("staff.md" in {row["document"] for row in Trace.objects.get().retrieved}) is sees


@pytest.mark.parametrize("form", ["float", "base64"])
def test_vectors_are_the_model_s_own(client: openai.OpenAI, form: Any) -> None:
    texts = ["eight books", "a group study room"]
    made = client.embeddings.create(model="multilingual-e5-small", input=texts, encoding_format=form)
    got = [
        np.frombuffer(base64.b64decode(row.embedding), "<f4") if isinstance(row.embedding, str) else row.embedding
        for row in made.data
    ]
    embedder = get_embedder()
    assert np.allclose(got, embedder.embed(texts), atol=1e-6)
    query = client.embeddings.create(model="multilingual-e5-small", input=texts[0], extra_body={"input_type": "query"})
    assert np.allclose(query.data[0].embedding, embedder.embed_query(texts[0]), atol=1e-6)
    assert made.usage.total_tokens == sum(len(embedder.token_spans(text)) for text in texts)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"model": "gpt-4o"}, openai.NotFoundError),
        ({"messages": []}, openai.BadRequestError),
        ({"messages": [{"role": "assistant", "content": "Eight."}]}, openai.BadRequestError),
        ({"messages": [{"role": "user", "content": ""}]}, openai.BadRequestError),
        ({"messages": [{"role": "user", "content": "a\x00"}]}, openai.BadRequestError),
        ({"messages": [{"role": "user", "content": "one two three " * 100}]}, openai.BadRequestError),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, openai.BadRequestError),
        ({"n": 2}, openai.BadRequestError),
        ({"extra_body": {"language": "fr"}}, openai.BadRequestError),
    ],
)
def test_errors_are_the_client_s_own(client: openai.OpenAI, change: dict[str, Any], expected: type[Exception]) -> None:
    with pytest.raises(expected) as caught:
        client.chat.completions.create(**{"model": "library", "messages": QUESTION, **change})  # type: ignore[call-overload]
    assert caught.value.message  # type: ignore[attr-defined]
    assert not Trace.objects.exists()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"model": "nothing"}, openai.NotFoundError),
        ({"input": []}, openai.BadRequestError),
        ({"input": ["a"] * 65}, openai.BadRequestError),
        ({"input": [1, 2]}, openai.BadRequestError),
        ({"input": " "}, openai.BadRequestError),
        ({"dimensions": 7}, openai.BadRequestError),
    ],
)
def test_what_cannot_be_embedded(client: openai.OpenAI, change: dict[str, Any], expected: type[Exception]) -> None:
    with pytest.raises(expected):
        client.embeddings.create(**{"model": "multilingual-e5-small", "input": "a", **change})


def test_a_wrong_key_and_a_missing_scope(client_of: Make, programs: dict[str, Program]) -> None:
    with pytest.raises(openai.AuthenticationError, match="not valid"):
        client_of("koala_wrong").models.list()
    searching = Program(programs["student"].user, Scope.SEARCH)
    with pytest.raises(openai.PermissionDeniedError, match="chat"):
        client_of(searching.secret).chat.completions.create(model="library", messages=QUESTION)


def test_asking_too_often_is_a_rate_limit(client: openai.OpenAI, people: dict[str, User]) -> None:
    limit = settings.QUESTIONS_PER_MINUTE["student"]
    throttling.spend(f"ask user {people['student'].pk}", throttling.Limit(limit), limit)
    with pytest.raises(openai.RateLimitError) as caught:
        client.chat.completions.create(model="library", messages=QUESTION)
    assert int(caught.value.response.headers["retry-after"]) >= 1


def test_an_address_that_is_not_there(site: str, programs: dict[str, Program]) -> None:
    response = httpx.post(f"{site}/v1/images/generations", json={}, headers=programs["student"].headers)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "unknown_url")
    wrong = httpx.get(f"{site}/v1/chat/completions", headers=programs["student"].headers)
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
