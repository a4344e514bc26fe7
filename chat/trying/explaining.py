"""Why a question does not find a document: the way of its passages through search and reading, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from chat.agent import context, run
from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.answers.reading import read
from chat.agent.events import Answer, Question
from chat.agent.nodes.retrieve import scope_of
from chat.agent.retrieval.searches import READ
from chat.agent.state import AgentState
from chat.models import Assistant
from chat.trying.hiding import Reason, reasons
from knowledge.catalogue.entries import is_entry
from knowledge.models import Document, Visibility, visibilities_of
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.passages import read as read_passages
from knowledge.retrieval.ranks import ChunkRanks, DocumentRanks, document_ranks
from koalarag.visitors import Visitor


@dataclass(frozen=True)
class Looked:
    """A passage of the document, and what became of it."""

    passage: Passage
    ranks: ChunkRanks
    is_read: bool
    """whether it is among the passages that the answer is made of"""
    quote: Quote | None
    """that answers best of it; its score is how surely, 0-1. None where nothing of it can be quoted"""
    twin: Passage | None
    """of another document, which says the same and is shown instead"""


@dataclass(frozen=True)
class Trace:
    question: str
    """as it was understood"""
    answer: Answer
    """what readers would be told if nothing hid the document"""
    reasons: tuple[Reason, ...]
    unsaid: tuple[str, ...]
    """words of the question that stand nowhere in the document"""
    ranks: DocumentRanks | None
    """None where nothing is searched: a greeting, a refusal"""
    passages: tuple[Looked, ...]
    read_count: int
    """passages that the answer is made of"""
    certainty: float
    threshold: float
    """that an answer needs, 0-1"""
    best: Quote | None
    """of all that were read"""
    successor: Document | None
    """what supersedes the document, where that is read in its place"""

    @property
    def is_hidden(self) -> bool:
        return any(reason.hides for reason in self.reasons)


def explain(
    document: Document, text: str, assistant: Assistant, user: AbstractBaseUser | AnonymousUser, payer: Visitor
) -> Trace:
    """The whole run, with the document in it even where it is hidden. Takes somewhat longer than an answer."""
    loaded = async_to_sync(context.load)(assistant.slug, user, origin="admin", payer=payer)
    loaded = replace(loaded, scope=_with(document, loaded.scope))
    state = async_to_sync(run.tried)(Question(text), loaded)
    searched = "evidence" in state and "queries" in state
    scope = async_to_sync(scope_of)(state, loaded) if searched else loaded.scope
    ranks = document_ranks(state["query"], scope, document.pk, READ, loaded.search) if searched else None
    looked, quotes = _looked(ranks, state) if ranks else ((), [])
    return Trace(
        question=state.get("asked", text),
        answer=state["answer"],
        reasons=tuple(reasons(document, assistant, scope)),
        unsaid=_unsaid(state.get("asked", text), document),
        ranks=ranks,
        passages=looked,
        read_count=len(_evidence(state)),
        certainty=state["assessment"].confidence if "assessment" in state else 0.0,
        threshold=state.get("threshold", loaded.threshold),
        best=quotes[0] if quotes else None,
        successor=_successor(document, state),
    )


def _with(document: Document, scope: Scope) -> Scope:
    """As the readers for whom the document is meant see it, with the document whatever hides it."""
    visibilities = {
        Visibility.PUBLIC: visibilities_of(None),
        Visibility.STUDENT: (Visibility.PUBLIC.value, Visibility.STUDENT.value),
        Visibility.STAFF: tuple(Visibility.values),
    }[Visibility(document.visibility)]
    collections = tuple(dict.fromkeys((*scope.collections, document.collection_id)))
    return replace(scope, visibilities=visibilities, collections=collections, besides=document.pk)


def _evidence(state: AgentState) -> list[Passage]:
    return [passage for passage in state.get("evidence", ()) if not is_entry(passage)]


def _looked(ranks: DocumentRanks, state: AgentState) -> tuple[tuple[Looked, ...], list[Quote]]:
    """And the quotes of all that was read, best first."""
    evidence = _evidence(state)
    in_evidence = {passage.chunk_id: passage for passage in evidence}
    own = read_passages([*(one.chunk_id for one in ranks.chunks), *filter(None, (one.twin_of for one in ranks.chunks))])
    scored = {
        one.chunk_id: in_evidence.get(one.chunk_id) or replace(own[one.chunk_id], score=one.score, dense=one.cosine)
        for one in ranks.chunks
        if one.chunk_id in own
    }
    others = [passage for chunk, passage in scored.items() if chunk not in in_evidence]
    quotes = read(state["asked"], [*evidence, *others])
    best = _best_of_each(quotes)
    looked = tuple(
        Looked(
            passage=scored[one.chunk_id],
            ranks=one,
            is_read=one.chunk_id in in_evidence,
            quote=best.get(one.chunk_id),
            twin=own.get(one.twin_of) if one.twin_of else None,
        )
        for one in ranks.chunks
        if one.chunk_id in scored
    )
    return looked, [quote for quote in quotes if quote.passage.chunk_id in in_evidence]


def _best_of_each(quotes: Sequence[Quote]) -> Mapping[int, Quote]:
    found: dict[int, Quote] = {}
    for quote in quotes:
        found.setdefault(quote.passage.chunk_id, quote)
    return found


def _successor(document: Document, state: AgentState) -> Document | None:
    documents = {passage.document_id for passage in _evidence(state)}
    return document.superseded_by if document.superseded_by_id in documents - {document.pk} else None


def _unsaid(question: str, document: Document) -> tuple[str, ...]:
    asked = QuestionWords(question)
    texts = document.chunks.values_list("text", "context", "language")
    said = asked.said(*(terms_of(f"{context}\n{text}", language) for text, context, language in texts))
    return tuple(word for word in asked.keys if word not in said)
