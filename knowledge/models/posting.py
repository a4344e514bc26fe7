from django.db import models

from knowledge.models.collection import Collection


class PostingSegment(models.Model):
    """What one transaction added to and took from a collection's lexical index.

    The statistics of BM25 are sums over the segments, so that concurrent transactions never wait for each other.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    chunk_count = models.IntegerField(help_text="chunks added less chunks removed")
    term_count = models.BigIntegerField(help_text="their terms, added less removed")
    removed = models.BinaryField(default=b"", help_text="ids of removed chunks, u4, still in other segments' postings")

    def __str__(self) -> str:
        return f"{self.collection_id}/{self.pk}"


class Posting(models.Model):
    """The chunks of one segment that hold a frequent term, or the rare terms of a range: see retrieval/packing.py.

    The key serves reading, merging and deleting, so that there is no other index; and a check of the segment for each
    row would cost more than writing the row.
    """

    pk = models.CompositePrimaryKey("segment", "term")
    segment = models.ForeignKey(
        PostingSegment, on_delete=models.CASCADE, related_name="postings", db_index=False, db_constraint=False
    )
    term = models.BigIntegerField(help_text="64-bit hash of the term, or the first hash of a range")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.segment_id}/{self.term}"
