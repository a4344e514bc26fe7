"""Which of a worker's threads may be at large documents: not all, so that a small one never waits for them."""

from collections.abc import Sequence
from threading import BoundedSemaphore

from django.conf import settings

from knowledge.ingestion import pipeline

_lanes = BoundedSemaphore(max(1, settings.WORKER_CONCURRENCY - 1))


def index(document_ids: Sequence[int]) -> None:
    """The small ones of these documents, and then large ones, whoever brought them, if there is a lane for them.

    Who has a lane looks again after he has left it, so that nothing is forgotten by those who found none.
    """
    pipeline.index_group(document_ids, leave_large=True)
    # Those that are still waiting afterwards are held by other workers.
    tried: set[int] = set()
    while large := _waiting() - tried:
        if not _lanes.acquire(blocking=False):
            return
        try:
            pipeline.index(min(large))
        finally:
            _lanes.release()
        tried.add(min(large))


def _waiting() -> set[int]:
    return set(pipeline.unfinished().filter(pipeline.LARGE).values_list("pk", flat=True))
