"""What each of the tools takes: a schema with a description of every argument."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from pydantic import BaseModel, Field

from chat.agent import tools
from chat.agent.context import AgentContext
from knowledge.catalogue.filtering import Filters

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


async def _retrieve_docs(context: AgentContext, query: str, top_k: int, **filters: Any) -> Any:
    chosen = Filters(**{**filters, "categories": tuple(filters["categories"])})
    return await tools.retrieve_docs(context, query, chosen, top_k)


async def _policy_check(context: AgentContext, request: str) -> Any:
    return await tools.policy_check(context, None, request)


TOOLS: dict[str, tuple[Call, type[BaseModel]]] = {
    "retrieve_docs": (_retrieve_docs, RetrieveDocs),
    "lookup_professor": (tools.lookup_professor, LookupProfessor),
    "list_courses": (tools.list_courses, ListCourses),
    "policy_check": (_policy_check, PolicyCheck),
    "citation_builder": (tools.citation_builder, CitationBuilder),
}
