"""Tools over the knowledge base: each is a schema with a description of every argument, and is called with a context.

Each sees what the context's user may see and nothing else.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from asgiref.sync import sync_to_async
from pydantic import BaseModel, Field

from chat.agent.answers.citations import cite
from chat.agent.answers.passages import Quote
from chat.agent.context import AgentContext
from chat.agent.events import Citation, Question
from chat.agent.policy import decide
from knowledge.catalogue import lookup
from knowledge.catalogue.filtering import Filters, UnknownCourse, filtered
from knowledge.catalogue.statements import Statement
from knowledge.models import Chunk
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.passages import read
from knowledge.retrieval.search import search

_LANGUAGE = Field("es", pattern="^(gl|es|en)$", description="language of the labels: gl, es or en")


class ToolError(ValueError):
    """A tool was asked for what there is not; the message says what to ask for instead."""


class RetrieveDocs(BaseModel):
    query: str = Field(pattern=r"\S", description="what to search for, in the language of the documents if you know it")
    course: str = Field("", description="code or name of a course: documents of other courses are left out")
    academic_year: str = Field("", description="as 2025-2026: documents of other years are left out")
    language: str = Field("", description="gl, es or en: documents in other languages are left out")
    categories: tuple[str, ...] = Field((), description="sections of at least one of these categories only")
    in_force_on: date | None = Field(None, description="documents in force on this day only, as 2025-09-01")
    top_k: int = Field(5, ge=1, le=50, description="how many passages")

    async def call(self, context: AgentContext) -> tuple[Passage, ...]:
        """The best passages, best first."""
        chosen = Filters(**self.model_dump(exclude={"query", "top_k"}))
        try:
            scope = await sync_to_async(filtered)(context.scope, chosen)
        except UnknownCourse as error:
            raise ToolError(str(error)) from error
        return tuple(await search(self.query, scope, self.top_k, context.search))


class LookupProfessor(BaseModel):
    name: str = Field(pattern=r"\S", description="name or surname, misspelt or not")
    language: str = _LANGUAGE

    async def call(self, context: AgentContext) -> tuple[Statement, ...]:
        """Everybody who may be meant by the name; nobody where the catalogue has none."""
        return await lookup.people(self.name, self.language)


class ListCourses(BaseModel):
    programme: str = Field("", description="code, name or acronym of a degree; empty for all courses")
    language: str = _LANGUAGE

    async def call(self, context: AgentContext) -> tuple[Statement, ...]:
        try:
            return await lookup.courses(programme=self.programme, language=self.language)
        except lookup.UnknownProgramme as error:
            raise ToolError(str(error)) from error


class PolicyCheck(BaseModel):
    request: str = Field(description="what the user asks for, in the user's words")

    async def call(self, context: AgentContext) -> dict[str, Any]:
        """Whether the request may be answered at all, which rule refused, and the visibilities that the user has."""
        found = await sync_to_async(decide)(Question(self.request), context.outside_terms)
        told = {"allowed": found.allowed, "rule": found.rule, "reason": found.reason}
        return told | {"may_see": context.scope.visibilities}


class CitationBuilder(BaseModel):
    chunks: list[int] = Field(description="`chunk` of passages that retrieve_docs returned")
    language: str = _LANGUAGE

    async def call(self, context: AgentContext) -> tuple[Citation, ...]:
        """A citation of each passage, numbered in their order; its quote is the passage, word for word.

        ToolError for one that does not exist or may not be seen: which of the two is not told.
        """
        return await sync_to_async(_citations)(context.scope, self.chunks, self.language)


TOOLS: dict[str, type[RetrieveDocs | LookupProfessor | ListCourses | PolicyCheck | CitationBuilder]] = {
    "retrieve_docs": RetrieveDocs,
    "lookup_professor": LookupProfessor,
    "list_courses": ListCourses,
    "policy_check": PolicyCheck,
    "citation_builder": CitationBuilder,
}


def _citations(scope: Scope, chunks: Sequence[int], language: str) -> tuple[Citation, ...]:
    visible = Chunk.objects.filter(collection__in=scope.collections, document__visibility__in=scope.visibilities)
    found = read(visible.filter(pk__in=chunks).values_list("pk", flat=True))
    if missing := [str(pk) for pk in chunks if pk not in found]:
        raise ToolError(f"There is no passage {', '.join(missing)} to cite. Cite passages that retrieve_docs returned.")
    passages = [found[pk] for pk in dict.fromkeys(chunks)]
    return tuple(cite(at, Quote(one, one.start, one.end), language) for at, one in enumerate(passages, start=1))
