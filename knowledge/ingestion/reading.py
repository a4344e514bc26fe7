"""Documents are read by one thread while others' texts are embedded: the sandbox's process has a core of its own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.models import Document


class Reading:
    def __init__(self, thread: ThreadPoolExecutor, media_type: str, data: bytes) -> None:
        self.progress = 0
        """per cent of its pages, while text recognition reads them"""
        self._extracted = thread.submit(sandbox.extract, media_type, data, self._listen)

    def done(self) -> bool:
        return self._extracted.done()

    def result(self, seconds: float) -> ExtractedDocument:
        """Raises what sandbox.extract raises, and TimeoutError where it is not there within `seconds`."""
        return self._extracted.result(seconds)

    def _listen(self, done: int, of: int) -> None:
        self.progress = 100 * done // of


@contextmanager
def ahead(documents: Sequence[Document]) -> Iterator[list[Reading]]:
    """One for each, read in their order; those that nobody waits for any more are not begun."""
    thread = ThreadPoolExecutor(1, "reading")
    try:
        # The bytes come from the database, whose connection is this thread's.
        yield [Reading(thread, document.media_type, document.content.read()) for document in documents]
    finally:
        thread.shutdown(cancel_futures=True)
