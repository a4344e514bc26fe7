"""The tools as LangChain tools with schemas: for a model that calls them, and for the command line."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import date
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from chat.agent import tools
from chat.agent.context import AgentContext
from chat.agent.tool_records import as_record
from knowledge.catalogue.filtering import Filters

if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool

Call = Callable[..., Awaitable[Any]]

_LANGUAGE = Field("es", pattern="^(gl|es|en)$", description="language of the labels: gl, es or en")


class RetrieveDocs(BaseModel):
    query: str = Field(description="what to search for, in the language of the documents if you know it")
    course: str = Field("", description="code or name of a course: documents of other courses are left out")
    academic_year: str = Field("", description="as 2025-2026: documents of other years are left out")
    language: str = Field("", description="gl, es or en: documents in other languages are left out")
    categories: list[str] = Field([], description="sections of at least one of these categories only")
    in_force_on: date | None = Field(None, description="documents in force on this day only, as 2025-09-01")
    top_k: int = Field(5, ge=1, le=tools.MAX_PASSAGES, description="how many passages")


class LookupProfessor(BaseModel):
    name: str = Field(description="name or surname, misspelt or not")
    language: str = _LANGUAGE


class ListCourses(BaseModel):
    programme: str = Field("", description="code, name or acronym of a degree; empty for all courses")
    language: str = _LANGUAGE


class PolicyCheck(BaseModel):
    request: str = Field(description="what the user asks for, in the user's words")


class CitationBuilder(BaseModel):
    chunks: list[int] = Field(description="`chunk` of passages that retrieve_docs returned")
    language: str = _LANGUAGE


def langchain_tools(context: AgentContext) -> list[StructuredTool]:
    """Tools that see what the context's user may see; errors are returned to the caller as results."""
    # Imported here because the import takes half a second.
    from langchain_core.tools import StructuredTool, ToolException

    def said(call: Call) -> Call:
        async def run(**arguments: Any) -> str:
            try:
                return json.dumps(as_record(await call(context, **arguments)), ensure_ascii=False)
            except tools.ToolError as error:
                raise ToolException(str(error)) from error

        return run

    return [
        StructuredTool.from_function(
            coroutine=said(call), name=name, description=description, args_schema=schema, handle_tool_error=True
        )
        for name, (call, schema, description) in TOOLS.items()
    ]


async def _retrieve_docs(context: AgentContext, query: str, top_k: int, **filters: Any) -> Any:
    chosen = Filters(**{**filters, "categories": tuple(filters["categories"])})
    return await tools.retrieve_docs(context, query, chosen, top_k)


async def _policy_check(context: AgentContext, request: str) -> Any:
    return await tools.policy_check(context, None, request)


TOOLS: dict[str, tuple[Call, type[BaseModel], str]] = {
    "retrieve_docs": (_retrieve_docs, RetrieveDocs, "Passages of the organisation's documents, best first."),
    "lookup_professor": (
        tools.lookup_professor,
        LookupProfessor,
        "Role, public e-mail, office, office hours and courses of a lecturer, with their source.",
    ),
    "list_courses": (tools.list_courses, ListCourses, "The courses of the catalogue, all or of one degree."),
    "policy_check": (_policy_check, PolicyCheck, "Whether a request may be answered, and what the user may see."),
    "citation_builder": (
        tools.citation_builder,
        CitationBuilder,
        "Citations of passages: document, section, page, date and the words quoted.",
    ),
}
