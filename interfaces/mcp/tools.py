"""What a language model can do here: search, ask, read a document; each as far as its token's owner may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.urls import reverse

from chat.models import Assistant
from chat.rendering import source_url
from interfaces import access, asking, problems
from interfaces.access import Caller, Rule
from interfaces.mcp.records import Answered, Found, FoundPassage, ReadDocument, ReadSection, Source
from interfaces.models import Scope
from interfaces.searching import prepare, visible_documents
from knowledge.catalogue.filtering import Filters
from knowledge.models import Section
from knowledge.places import Place, places_of_quotes, said, said_of_quote
from knowledge.retrieval.config import Passage
from knowledge.retrieval.search import search as find

SEARCH, ASK = Rule((Scope.SEARCH,)), Rule((Scope.CHAT,))
# What a model is given of a document at a time.
MAX_CHARACTERS = 20_000


@dataclass(frozen=True)
class Call:
    caller: Caller
    absolute: Callable[[str], str]
    """an address of this site -> one that holds elsewhere"""


async def search(call: Call, query: str, collections: Sequence[str], filters: Filters, limit: int) -> Found:
    access.require(call.caller, SEARCH)
    if not query.strip():
        raise problems.invalid("The query is empty. Say what to search for.")
    scope, config = await sync_to_async(prepare)(call.caller.user, collections, filters)
    found = await find(query, scope, limit, config)
    places = await sync_to_async(places_of_quotes)({passage.chunk_id: passage.text for passage in found})
    return Found(passages=[_passage(passage, places.get(passage.chunk_id), call) for passage in found])


async def ask(call: Call, question: str, assistant: str, language: str) -> Answered:
    await sync_to_async(access.require)(call.caller, ASK)
    chosen = await sync_to_async(_assistant)(assistant)
    prepared = await asking.prepare(call.caller, chosen, question, language=language)
    answer = await asking.answer(prepared)
    async with asking.telling(answer):
        sources = [
            Source(
                number=cited.number,
                title=cited.title,
                section=cited.section,
                page=cited.page,
                place=await sync_to_async(said_of_quote)(cited.page, cited.chunk_id, cited.quote),
                quote=cited.quote,
                url=call.absolute(source_url(cited.document_id, cited.document, cited.page, cited.quote)),
            )
            for cited in answer.citations
        ]
        return Answered(status=answer.status, text=asking.with_choices(answer), sources=sources)


async def read_document(call: Call, document_id: int, from_section: int) -> ReadDocument:
    return await sync_to_async(_read)(call, document_id, from_section)


def _read(call: Call, document_id: int, from_section: int) -> ReadDocument:
    access.require(call.caller, SEARCH)
    document = visible_documents(call.caller.user).filter(pk=document_id).first()
    if document is None:
        raise problems.not_found(f"There is no document {document_id}, or it may not be read.")
    sections = list(document.sections.filter(position__gte=from_section).order_by("position"))
    shown = _beginning(sections)
    return ReadDocument(
        document_id=document.pk,
        title=str(document),
        published=document.dated.isoformat() if document.dated else document.academic_year,
        valid_until=document.valid_until.isoformat() if document.valid_until else "",
        url=call.absolute(reverse("source", args=[document.pk])),
        sections=[_section(section) for section in shown],
        next_section=sections[len(shown)].position if len(shown) < len(sections) else None,
    )


def _section(section: Section) -> ReadSection:
    path = section.path or section.title
    return ReadSection(position=section.position, path=path, page=section.page_at(0), text=section.text)


def _beginning(sections: Sequence[Section]) -> list[Section]:
    """As many as fit; the first in any case."""
    shown: list[Section] = []
    for section in sections:
        if shown and sum(len(one.text) for one in shown) + len(section.text) > MAX_CHARACTERS:
            break
        shown.append(section)
    return shown


def _assistant(slug: str) -> str:
    """The first there is where none is named; a Problem names those that there are."""
    active = list(Assistant.objects.filter(is_active=True).values_list("slug", flat=True))
    if not active or (slug and slug not in active):
        raise problems.not_found(f"There is no assistant “{slug}”. There are: {', '.join(active) or 'none'}.")
    return slug or active[0]


def _passage(passage: Passage, place: Place | None, call: Call) -> FoundPassage:
    return FoundPassage(
        document_id=passage.document_id,
        title=passage.title,
        section=passage.section,
        page=passage.page,
        place=said(passage.page, place),
        dated=passage.academic_year or (passage.dated.isoformat() if passage.dated else ""),
        in_force=passage.in_force,
        text=passage.text,
        url=call.absolute(source_url(passage.document_id, passage.document, passage.page, passage.text)),
    )
