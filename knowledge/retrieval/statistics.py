"""How rare words are in collections."""

from collections.abc import Iterable
from math import log

from django.db import connection

from knowledge.retrieval.postings import RECORD
from knowledge.retrieval.terms import term_hash

READ = """
    SELECT term, sum(length(data)) FROM knowledge_posting
    WHERE collection_id = ANY(%s) AND term = ANY(%s) GROUP BY term
"""
COUNT = "SELECT coalesce(sum(chunk_count), 0) FROM knowledge_postingsegment WHERE collection_id = ANY(%s)"


def rarity(words: Iterable[str], collections: tuple[int, ...]) -> dict[str, float]:
    """Folded word -> inverse document frequency; the rarest for one that stands nowhere.

    Chunks removed since the last merge still count here: it is a weight, not a score.
    """
    hashes = {word: term_hash(word) for word in words}
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [list(collections)])
        (chunk_count,) = cursor.fetchone()
        cursor.execute(READ, [list(collections), list(hashes.values())])
        matching = {term: size // RECORD.itemsize for term, size in cursor.fetchall()}
    return {word: log(1 + chunk_count / (1 + matching.get(code, 0))) for word, code in hashes.items()}
