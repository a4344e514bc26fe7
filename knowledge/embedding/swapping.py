"""Which model searches use: swapped in at once, and back, as long as the other one's vectors are kept."""

from django.db import transaction
from django.utils.translation import gettext, ngettext

from knowledge.embedding import fetching, vectors
from knowledge.embedding.registry import get_embedder
from knowledge.models import EmbeddingModel

State = EmbeddingModel.State


class NotComplete(Exception):
    """Chunks lack the model's vector; the message says how many, and what to do."""


class ModelInUse(Exception):
    """The active model cannot be removed."""


def activate(model: EmbeddingModel) -> None:
    """Searches that begin from now on use it; the former keeps its vectors, and gets those of new documents.

    NotComplete where vectors are missing, EmbeddingError where the model does not answer: then nothing changes.
    """
    get_embedder(model.name).embed_query("?")  # queries will need it
    with transaction.atomic():
        rows = {row.pk: row for row in EmbeddingModel.objects.select_for_update().order_by("pk")}
        require_complete(rows[model.pk])
        EmbeddingModel.objects.filter(is_active=True).update(is_active=False)
        EmbeddingModel.objects.filter(pk=model.pk).update(is_active=True)


def require_complete(model: EmbeddingModel) -> None:
    missing = vectors.lacking(model.name).count()
    if missing or model.state != State.READY:
        lack = ngettext("%d passage has no vector of it", "%d passages have no vector of it", missing) % missing
        reason = lack if missing else gettext("it is not built")
        text = gettext("“%(name)s” cannot be used: %(reason)s. Build it, and try again.")
        raise NotComplete(text % {"name": model.name, "reason": reason})


def remove(model: EmbeddingModel) -> int:
    """Its vectors and their indexes; how many there were. Its row and its files go too, but those of the local model.

    ModelInUse for the active one.
    """
    with transaction.atomic():
        row = EmbeddingModel.objects.select_for_update().get(pk=model.pk)
        if row.is_active:
            raise ModelInUse(gettext("“%s” is what searches use. Activate another model first.") % row.name)
        if row.kind == EmbeddingModel.Kind.LOCAL:
            EmbeddingModel.objects.filter(pk=row.pk).update(state=State.NEW, progress=0, error="")
        else:
            row.delete()
        if row.kind == EmbeddingModel.Kind.ONNX:
            transaction.on_commit(lambda: fetching.discard(row.name))
    return vectors.delete(model.name)
