"""A client of the official SDK against the running site, with today's protocol and with the one before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import httpx2
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from chat.models import Assistant, Trace
from interfaces.models import Scope
from interfaces.tests.people import Program
from knowledge.ingestion.extract import formats
from knowledge.models import Document, Section
from koalarag import throttling

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.django_db(transaction=True)
MODES = ("auto", "legacy")
Do = Callable[["Client"], Awaitable[Any]]


@asynccontextmanager
async def connection(site: str, program: Program, mode: str = "auto") -> AsyncIterator[Client]:
    # Half a second, which only the process that runs these tests need spend.
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(headers=program.headers, timeout=60) as http,
        Client(streamable_http_client(f"{site}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.fixture
def connected(site: str, assistant: Assistant) -> Callable[..., Any]:
    """Runs what is to be done with a client that a program connects."""

    def run(program: Program, do: Do, mode: str = "auto") -> Any:
        async def go() -> Any:
            async with connection(site, program, mode) as client:
                return await do(client)

        return async_to_sync(go)()

    return run


def call(name: str, **arguments: Any) -> Do:
    async def done(client: Client) -> Any:
        return await client.call_tool(name, arguments)

    return done


def told(result: Any) -> str:
    return "".join(part.text for part in result.content)


@pytest.mark.parametrize("mode", MODES)
def test_the_tools_describe_themselves(connected: Any, programs: dict[str, Program], mode: str) -> None:
    async def listed(client: Client) -> Any:
        return client.server_info, (await client.list_tools()).tools

    server, tools = connected(programs["student"], listed, mode)
    assert server.name == "koalarag"
    assert {tool.name for tool in tools} == {"search", "ask", "read_document"}
    assert all(tool.annotations.read_only_hint for tool in tools)
    (search,) = [tool for tool in tools if tool.name == "search"]
    assert search.input_schema["required"] == ["query"]
    assert "ctx" not in search.input_schema["properties"]


@pytest.mark.parametrize("mode", MODES)
def test_search_ask_and_read(
    connected: Any, programs: dict[str, Program], documents: dict[str, Document], site: str, mode: str
) -> None:
    student = programs["student"]
    found = connected(student, call("search", query="how many books may I borrow?", limit=1), mode)
    (passage,) = found.structured_content["passages"]
    assert (passage["document_id"], passage["dated"]) == (documents["public"].pk, "2025-09-01")
    assert passage["url"].startswith(f"{site}/source/")
    answered = connected(student, call("ask", question="How many books may students borrow at a time?"), mode)
    answer = answered.structured_content
    assert answer["status"] == "answered"
    assert "eight books" in answer["text"]
    assert answer["sources"][0]["number"] == 1
    assert httpx.get(answer["sources"][0]["url"]).status_code == 200
    assert json.loads(told(answered)) == answer
    assert Trace.objects.get().origin == "api"
    read = connected(student, call("read_document", document_id=passage["document_id"]), mode)
    assert "eight books" in read.structured_content["sections"][0]["text"]
    assert read.structured_content["next_section"] is None


def test_a_source_in_a_presentation_is_told_by_its_slide(
    connected: Any, programs: dict[str, Program], documents: dict[str, Document]
) -> None:
    Document.objects.filter(pk=documents["public"].pk).update(media_type=formats.PPTX)
    Section.objects.filter(document=documents["public"]).update(places=[[0, 3]])
    found = connected(programs["student"], call("search", query="how many books may I borrow?", limit=1))
    assert found.structured_content["passages"][0]["place"] == "slide 3"
    answer = connected(programs["student"], call("ask", question="How many books may students borrow at a time?"))
    assert answer.structured_content["sources"][0]["place"] == "slide 3"


SEES = {
    "student": {"public", "student"},
    "another": {"public", "student"},
    "staff": {"public", "student", "staff"},
    "reviewer": {"public", "student", "staff"},
}


@pytest.mark.parametrize("name", SEES)
def test_a_tool_sees_what_its_caller_may_see(
    connected: Any, programs: dict[str, Program], documents: dict[str, Document], name: str
) -> None:
    async def everything(client: Client) -> tuple[set[str], set[str], str]:
        found = (await client.call_tool("search", {"query": "library", "limit": 50})).structured_content["passages"]
        read = {
            visibility: await client.call_tool("read_document", {"document_id": document.pk})
            for visibility, document in documents.items()
        }
        readable = {visibility for visibility, result in read.items() if not result.is_error}
        answer = await client.call_tool("ask", {"question": "Who switches off the alarm of the library?"})
        return {row["title"].removesuffix(".md") for row in found}, readable, told(answer)

    found, readable, answer = connected(programs[name], everything)
    assert found == readable == SEES[name]
    assert ("night porter" in answer) is ("staff" in SEES[name])


def test_a_long_document_is_read_piece_by_piece(
    connected: Any, programs: dict[str, Program], documents: dict[str, Document]
) -> None:
    pk = documents["public"].pk
    for position in range(1, 6):
        Section.objects.create(document_id=pk, position=position, title=str(position), text="a" * 9000)

    async def whole(client: Client) -> list[list[int]]:
        pieces, following = [], 0
        while following is not None:
            read = await client.call_tool("read_document", {"document_id": pk, "from_section": following})
            pieces.append([section["position"] for section in read.structured_content["sections"]])
            following = read.structured_content["next_section"]
        return pieces

    assert connected(programs["student"], whole) == [[0, 1, 2], [3, 4], [5]]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("search", {"query": " "}, "empty"),
        ("search", {"query": "a", "collections": ["nowhere"]}, "nowhere"),
        ("search", {"query": "a", "course": "Alchemy"}, "Alchemy"),
        ("search", {"query": "a", "limit": 1000}, "limit"),
        ("ask", {"question": "When?", "assistant": "nobody"}, "library"),
        ("ask", {"question": ""}, "question"),
        ("ask", {"question": "a\x00"}, "Null"),
        ("read_document", {"document_id": 10**30}, "no document"),
        ("read_document", {}, "document_id"),
    ],
)
def test_what_cannot_be_done_is_told_to_the_model(
    connected: Any, programs: dict[str, Program], name: str, arguments: dict[str, Any], said: str
) -> None:
    result = connected(programs["student"], call(name, **arguments))
    assert result.is_error
    assert said in told(result)
    assert "Traceback" not in told(result)


def test_each_tool_asks_for_its_scope(connected: Any, programs: dict[str, Program]) -> None:
    user = programs["student"].user
    searching, asking = Program(user, Scope.SEARCH), Program(user, Scope.CHAT)
    assert "chat" in told(connected(searching, call("ask", question="When?")))
    assert "search" in told(connected(asking, call("search", query="library")))
    assert "search" in told(connected(asking, call("read_document", document_id=1)))


def test_asking_has_its_limit_here_too(connected: Any, programs: dict[str, Program]) -> None:
    limit = settings.QUESTIONS_PER_MINUTE["student"]
    throttling.spend(f"ask user {programs['student'].user.pk}", throttling.Limit(limit), limit)
    refused = connected(programs["student"], call("ask", question="When is it open?"))
    assert refused.is_error
    assert "Try again in" in told(refused)
    assert not Trace.objects.exists()


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer koala_wrong"}])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_without_a_token_there_is_nothing(
    site: str, assistant: Assistant, method: str, headers: dict[str, str]
) -> None:
    response = httpx.request(method, f"{site}/mcp", headers=headers)
    assert (response.status_code, response.headers["content-type"]) == (401, "application/problem+json")
    assert response.headers["www-authenticate"].startswith("Bearer")


def test_another_name_of_the_site_is_none(site: str, programs: dict[str, Program]) -> None:
    response = httpx.post(f"{site}/mcp", headers={**programs["student"].headers, "host": "evil.example"}, json={})
    assert response.status_code == 421


def test_many_at_once_do_not_get_in_each_other_s_way(
    site: str, programs: dict[str, Program], assistant: Assistant
) -> None:
    async def found(name: str) -> set[str]:
        async with connection(site, programs[name]) as client:
            result = await client.call_tool("search", {"query": "library", "limit": 50})
            return {row["title"].removesuffix(".md") for row in result.structured_content["passages"]}

    async def all_of_them() -> list[set[str]]:
        return await asyncio.gather(*(found(name) for name in [*SEES] * 4))

    assert async_to_sync(all_of_them)() == [SEES[name] for name in [*SEES] * 4]
