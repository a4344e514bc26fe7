"""How rare concepts are in collections."""

from collections import Counter
from collections.abc import Sequence
from math import log

from knowledge.retrieval.database import fetch
from knowledge.retrieval.lexical import by_key
from knowledge.retrieval.packing import RANGE_BITS, count
from knowledge.retrieval.query import Concept
from knowledge.text.terms import term_hash

# Of the rows of frequent terms the beginning says how long they are; of a shared one all is needed, and it is short.
READ = f"""
    SELECT NULL::bigint, coalesce(sum(chunk_count), 0)::bigint, NULL::bytea
    FROM knowledge_postingsegment WHERE collection_id = ANY(%s)
    UNION ALL
    SELECT term, 0, CASE WHEN term & {2**RANGE_BITS - 1} = 0 THEN data ELSE substring(data FOR 32) END
    FROM knowledge_posting WHERE term = ANY(%s) AND segment_id = ANY(
        ARRAY(SELECT id FROM knowledge_postingsegment WHERE collection_id = ANY(%s)))
"""


def rarity(concepts: Sequence[Concept], collections: tuple[int, ...]) -> dict[str, float]:
    """Concept's word -> inverse document frequency; the highest where no way to say it stands anywhere.

    Chunks removed since the last merge still count here: it is a weight, not a score.
    """
    wanted, chunk_count = by_key(concepts), 0
    matching = Counter[int]()
    for key, chunks, data in fetch(READ, [list(collections), list(wanted), list(collections)]):
        chunk_count += chunks
        matching.update({term: count(data, term) for term in wanted.get(key, ())})
    most = {concept.word: max(matching[term_hash(term)] for term in concept.weights) for concept in concepts}
    return {word: log(1 + chunk_count / (1 + count)) for word, count in most.items()}
