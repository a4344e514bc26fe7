"""How rare concepts are in collections."""

from collections.abc import Sequence
from math import log

from django.db import connection

from knowledge.retrieval.postings import RECORD
from knowledge.retrieval.query import Concept
from knowledge.retrieval.terms import term_hash

READ = """
    SELECT term, sum(length(data)) FROM knowledge_posting
    WHERE collection_id = ANY(%s) AND term = ANY(%s) GROUP BY term
"""
COUNT = "SELECT coalesce(sum(chunk_count), 0) FROM knowledge_postingsegment WHERE collection_id = ANY(%s)"


def rarity(concepts: Sequence[Concept], collections: tuple[int, ...]) -> dict[str, float]:
    """Concept's word -> inverse document frequency; the highest where no way to say it stands anywhere.

    Chunks removed since the last merge still count here: it is a weight, not a score.
    """
    hashes = {term: term_hash(term) for concept in concepts for term in concept.weights}
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [list(collections)])
        (chunk_count,) = cursor.fetchone()
        cursor.execute(READ, [list(collections), list(hashes.values())])
        matching = {term: size // RECORD.itemsize for term, size in cursor.fetchall()}
    most = {concept.word: max(matching.get(hashes[term], 0) for term in concept.weights) for concept in concepts}
    return {word: log(1 + chunk_count / (1 + count)) for word, count in most.items()}
