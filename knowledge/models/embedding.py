from django.db import models
from pgvector.django import HalfVectorField

from knowledge.models.collection import Collection
from knowledge.models.passage import Chunk


class Embedding(models.Model):
    """A chunk's vector by one model. Narrow and PLAIN-stored: beside its text it would be TOASTed, 3x slower."""

    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings")
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    model = models.CharField(max_length=100)
    vector = HalfVectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chunk", "model"], name="one_embedding_per_model")]
        indexes = [models.Index(fields=["collection", "model"])]

    def __str__(self) -> str:
        return f"{self.chunk_id} by {self.model}"
