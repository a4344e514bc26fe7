"""An answer as plain data: what the command line promises."""

from typing import Any

from chat.agent.events import Answer


def as_record(answer: Answer) -> dict[str, Any]:
    return {
        "status": answer.status,
        "text": answer.text,
        "citations": [
            {
                "n": citation.number,
                "document": citation.document,
                "title": citation.title,
                "section": citation.section,
                "page": citation.page,
                "quote": citation.quote,
            }
            for citation in answer.citations
        ],
        "retrieved": [
            {
                "document": passage.document,
                "title": passage.title,
                "section": passage.section,
                "page": passage.page,
                "chunk": passage.chunk_id,
                "score": round(passage.score, 6),
                "categories": list(passage.categories),
            }
            for passage in answer.retrieved
        ],
        "elsewhere": answer.elsewhere.slug if answer.elsewhere else "",
        "intent": answer.intent,
        "language": answer.language,
        "confidence": round(answer.confidence, 4),
        "scores": dict(answer.scores),
        "attempts": answer.attempts,
        "ms": answer.milliseconds,
        "cost": answer.cost,
    }
