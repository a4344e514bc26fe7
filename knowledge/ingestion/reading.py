"""Documents are read by one thread while others' texts are embedded: the sandbox's process has a core of its own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.models import Document

Reading = Future[ExtractedDocument]
"""its result() raises what sandbox.extract raises"""


@contextmanager
def ahead(documents: Sequence[Document]) -> Iterator[list[Reading]]:
    """One for each, read in their order; those that nobody waits for any more are not begun."""
    thread = ThreadPoolExecutor(1, "reading")
    try:
        # The bytes come from the database, whose connection is this thread's.
        yield [thread.submit(sandbox.extract, document.media_type, document.content.read()) for document in documents]
    finally:
        thread.shutdown(cancel_futures=True)
