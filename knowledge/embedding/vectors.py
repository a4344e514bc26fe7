"""The stored vectors of one model, all together."""

import re

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from knowledge.models import Chunk, Collection, Embedding

_INDEXES = "SELECT indexname FROM pg_indexes WHERE tablename = 'knowledge_embedding' AND indexname ~ %s"


def lacking(model: str) -> QuerySet[Chunk]:
    """Chunks without a vector of this model."""
    return Chunk.objects.filter(~Exists(Embedding.objects.filter(chunk=OuterRef("pk"), model=model)))


def delete(model: str) -> int:
    """With their indexes; how many vectors there were."""
    with connection.cursor() as cursor:
        # As knowledge/retrieval/vector_index.py names them.
        cursor.execute(_INDEXES, [f"^vectors_[0-9]+_{re.sub('[^a-z0-9]', '_', model.lower())}$"])
        for (index,) in cursor.fetchall():
            cursor.execute(f'DROP INDEX IF EXISTS "{index}"')
    # One collection at a time: the index of the table begins with it.
    collections = list(Collection.objects.values_list("pk", flat=True))
    return sum(Embedding.objects.filter(collection=pk, model=model).delete()[0] for pk in collections)
