"""From what a case gave to what is stored of it and to what the metrics see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chat.agent.events import Answer, Citation
from chat.agent.verification.claims import claims, plain
from chat.models import Trace
from evaluation.metrics.base import Found, Observation, Quote, SourceText
from evaluation.models import Case
from knowledge.catalogue import entries, snapshot
from knowledge.models import Section
from knowledge.retrieval.config import Passage


def asked_of(case: Case) -> dict[str, Any]:
    """The case as it stood when it was asked."""
    fields = ("kind", "question", "answer", "facts", "documents", "form", "history")
    return {"id": case.external_id} | {name: getattr(case, name) for name in fields}


def outcome_of(answer: Answer, searched: Sequence[Passage]) -> dict[str, Any]:
    return {
        "status": answer.status,
        "text": answer.text,
        "language": answer.language,
        "intent": answer.intent,
        "confidence": round(answer.confidence, 4),
        "attempts": answer.attempts,
        "outcome": answer.outcome,
        "scores": dict(answer.scores),
        "milliseconds": round(answer.milliseconds, 1),
        "cost": answer.cost,
        "trace": str(answer.trace_id) if answer.trace_id else None,
        "citations": [_citation(citation) for citation in answer.citations],
        "retrieved": [_passage(passage) for passage in answer.retrieved],
        "searched": [_passage(passage) for passage in searched],
    }


def failure(error: Exception, searched: Sequence[Passage]) -> dict[str, Any]:
    """`error` names the kind of failure; where the agent failed, its trace tells the rest."""
    trace = getattr(error, "trace_id", None)
    return {
        "status": "failed",
        "error": f"{type(error).__name__}: {error}",
        "trace": str(trace) if trace else None,
        "searched": [_passage(passage) for passage in searched],
    }


def observation(asked: Mapping[str, Any], outcome: Mapping[str, Any]) -> Observation:
    """Reads the sections of the cited documents, and of the trace what was withdrawn; all else is what is stored."""
    findings = outcome.get("findings", ())
    flagged = [finding for finding in findings if finding["action"] == "flagged"]
    quotes = tuple(_quote(citation) for citation in outcome.get("citations", ()))
    form = asked["form"]
    return Observation(
        kind=asked["kind"],
        status=outcome["status"],
        text=outcome.get("text", ""),
        facts=tuple(tuple(group) for group in asked["facts"]),
        documents=tuple(asked["documents"]),
        interests=tuple(form.get("interests") or ()) if form else None,
        searched=_found(outcome.get("searched", ())),
        retrieved=_found(outcome.get("retrieved", ())),
        quotes=quotes,
        sources=_sources(outcome.get("citations", ())),
        critic=outcome.get("scores", {}),
        outcome=outcome.get("outcome", ""),
        statements=_cited(outcome.get("text", "")) + sum(finding["kind"] == "citation" for finding in flagged),
        unsupported=len(flagged),
        withdrawn=sum(_was_withdrawn(finding, outcome["text"]) for finding in findings),
        judged=outcome.get("judged", {}),
    )


def findings_of(outcome: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What verification found in the draft that is shown, from the trace; nothing where that is gone."""
    attempts = Trace.objects.filter(pk=outcome.get("trace")).values_list("attempts", flat=True).first() or []
    best = max(attempts, key=lambda attempt: attempt["total"], default={})
    return list(best.get("findings", ()))


def _cited(text: str) -> int:
    """Statements with a citation, their own or the next one's; what cites nothing is our own words."""
    return sum(bool(claim.numbers or claim.inherited) for claim in claims(text))


def _was_withdrawn(finding: Mapping[str, Any], text: str) -> bool:
    doubtful = finding["kind"] not in ("quote", "citation") and finding["action"] != "flagged"
    return doubtful and finding["sentence"] not in plain(text)


def _sources(citations: Iterable[Mapping[str, Any]]) -> dict[int, tuple[SourceText, ...]]:
    """What the cited documents, and entries of the catalogue, say now."""
    names = {citation["document_id"]: citation["document"] for citation in citations}
    sections: dict[int, list[SourceText]] = {document: [] for document in names}
    for section in Section.objects.filter(document__in=names).only("document_id", "text", "page_breaks"):
        breaks = tuple((offset, page) for offset, page in section.page_breaks)
        sections[section.document_id].append(SourceText(section.text, breaks))
    for document, name in names.items():
        entry = entries.EntryName.parse(name)
        if entry and (found := entries.find(entry, snapshot.current())):
            sections[document].append(SourceText(found.text, ()))
    return {document: tuple(texts) for document, texts in sections.items()}


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "n": citation.number,
        "document_id": citation.document_id,
        "document": citation.document,
        "title": citation.title,
        "section": citation.section,
        "page": citation.page,
        "quote": citation.quote,
    }


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "document": passage.document,
        "title": passage.title,
        "section": passage.section,
        "page": passage.page,
        "chunk": passage.chunk_id,
        "score": round(passage.score, 4),
        "cosine": round(passage.dense, 4),
        "categories": list(passage.categories),
    }


def _found(passages: Iterable[Mapping[str, Any]]) -> tuple[Found, ...]:
    return tuple(
        Found(one["document"], one["title"], one["section"], tuple(one["categories"]), one["cosine"])
        for one in passages
    )


def _quote(citation: Mapping[str, Any]) -> Quote:
    return Quote(citation["document_id"], citation["quote"], citation["page"])
