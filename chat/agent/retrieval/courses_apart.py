"""Two courses of the catalogue that a question names apart, by whatever name the catalogue knows them."""

import re

from chat.agent.retrieval.coordination import are_joined, sides_of
from chat.agent.retrieval.sides import Side
from knowledge.catalogue import snapshot
from knowledge.catalogue.matching import index_of
from knowledge.catalogue.scoping import labels
from knowledge.models import Document
from knowledge.retrieval.config import Scope

_WORD = re.compile(r"[^\W_]+")


def courses_apart(question: str, scope: Scope) -> tuple[Side, ...]:
    """A side for each, with its documents in the scope; empty where not two are named with "and" or "or" between."""
    words = list(_WORD.finditer(question))
    catalogue = snapshot.current()
    hits = [hit for hit in index_of(catalogue).hits(question) if hit.kind == "course" and len(hit.keys) == 1]
    if len(hits) != 2 or hits[0].keys == hits[1].keys:
        return ()
    named = []
    for hit in hits:
        called = labels(hit.keys, scope, catalogue)
        of_course = Document.objects.present().filter(
            collection__in=scope.collections, visibility__in=scope.visibilities, course__in=called
        )
        documents = frozenset(of_course.values_list("pk", flat=True)) if called else frozenset()
        named.append(((words[hit.start].start(), words[hit.end - 1].end()), documents))
    are_apart = are_joined(question, *(span for span, _ in named)) and all(documents for _, documents in named)
    return sides_of(question, *named) if are_apart else ()
