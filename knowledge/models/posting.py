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
    """The chunks of one segment that hold one term: `data` is ids u4[n] · term frequencies u2[n] · lengths u2[n]."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    term = models.BigIntegerField(help_text="64-bit hash of the term")
    segment = models.ForeignKey(PostingSegment, on_delete=models.CASCADE, related_name="postings")
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "term", "segment"], name="one_posting_per_term_and_segment")
        ]

    def __str__(self) -> str:
        return f"{self.collection_id}/{self.term}"
