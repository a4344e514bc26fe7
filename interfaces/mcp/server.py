"""The tools as the official SDK serves them, with the descriptions that a language model chooses by."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from interfaces import problems
from interfaces.mcp import tools
from interfaces.mcp.application import CALLER, REQUEST
from interfaces.mcp.records import Answered, Found, ReadDocument
from interfaces.mcp.tools import Call
from interfaces.searching import MAX_RESULTS
from knowledge.catalogue.filtering import Filters
from koalarag import __version__
from koalarag.threads import own_thread

INSTRUCTIONS = (
    "Answers and passages from an organisation's own documents. Ask for an answer that cites its sources, or search "
    "and read documents yourself. Say nothing that they do not say, and name the source."
)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)

Language = Literal["", "gl", "es", "en"]
Result = TypeVar("Result")


def build() -> MCPServer[Any]:
    server = MCPServer("koalarag", instructions=INSTRUCTIONS, version=__version__, subscriptions=False)
    server.add_tool(search, description="Passages of the documents, best first.", annotations=READS)
    server.add_tool(ask, description="An answer from the documents, with its sources.", annotations=READS)
    server.add_tool(read_document, description="The text of a document, section by section.", annotations=READS)
    return server


async def search(
    ctx: Context,
    query: Annotated[str, Field(max_length=2000, description="in the language of the documents if you know it")],
    collections: Annotated[list[str], Field(description="search these only")] = [],  # noqa: B006 (pydantic copies it)
    course: Annotated[str, Field(description="code or name of a course: others are left out")] = "",
    academic_year: Annotated[str, Field(description="as 2025-2026: other years are left out")] = "",
    language: Annotated[Language, Field(description="of the documents")] = "",
    limit: Annotated[int, Field(ge=1, le=MAX_RESULTS)] = 8,
) -> Found:
    filters = Filters(course=course, academic_year=academic_year, language=language)
    return await _done(ctx, lambda call: tools.search(call, query, collections, filters, limit))


async def ask(
    ctx: Context,
    question: Annotated[str, Field(description="whole and on its own: nothing is known of earlier ones")],
    assistant: Annotated[str, Field(description="whom to ask; the first one where it is left out")] = "",
    language: Annotated[Language, Field(description="of the answer; else the question's")] = "",
) -> Answered:
    return await _done(ctx, lambda call: tools.ask(call, question, assistant, language))


async def read_document(
    ctx: Context,
    document_id: Annotated[int, Field(description="of a passage that search found")],
    from_section: Annotated[int, Field(ge=0, description="next_section of what was read before")] = 0,
) -> ReadDocument:
    return await _done(ctx, lambda call: tools.read_document(call, document_id, from_section))


async def _done(ctx: Context, tool: Callable[[Call], Awaitable[Result]]) -> Result:
    """What cannot be done is told to the model."""
    scope = ctx.request_context.request.scope
    call = Call(scope[CALLER], scope[REQUEST].build_absolute_uri)
    async with own_thread("mcp"):
        try:
            return await tool(call)
        except Exception as error:
            raise ToolError(problems.of(error).detail) from error
