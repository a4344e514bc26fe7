"""Whether there is more to be found by those who may see more. Never what: it does not depend on the question."""

from knowledge.models import Document, Visibility
from knowledge.retrieval.config import Scope


def more_when_signed_in(scope: Scope) -> bool:
    """Whether who has not signed in reads collections that hold documents for those who have."""
    if str(Visibility.STUDENT) in scope.visibilities:
        return False
    hidden = Document.objects.indexed().filter(collection__in=scope.collections)
    return bool(hidden.exclude(visibility__in=scope.visibilities).exists())
