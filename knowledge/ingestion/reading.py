"""Documents are read by a thread while others' texts are embedded: the sandbox's processes have cores of their own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import PurePosixPath

from knowledge.embedding.base import Embedder
from knowledge.ingestion import row, sandbox
from knowledge.ingestion.cutting import CutDocument, Plan
from knowledge.models import Document, DocumentContent


class Reading:
    def __init__(self, thread: ThreadPoolExecutor, media_type: str, data: bytearray, plan: Plan) -> None:
        self.progress = 0
        """per cent of its pages, while text recognition reads them"""
        self._cut = thread.submit(sandbox.cut, media_type, data, plan, self._listen)

    def done(self) -> bool:
        return self._cut.done()

    def result(self, seconds: float) -> CutDocument:
        """Raises what sandbox.cut raises, and TimeoutError where it is not there within `seconds`."""
        return self._cut.result(seconds)

    def _listen(self, done: int, of: int) -> None:
        self.progress = 100 * done // of


@contextmanager
def ahead(documents: Sequence[Document], embedder: Embedder) -> Iterator[list[Reading]]:
    """One for each, read in their order; those that nobody waits for any more are not begun."""
    thread = ThreadPoolExecutor(1, "reading")
    try:
        # The bytes come from the database, whose connection is this thread's.
        yield [
            Reading(thread, document.media_type, DocumentContent.objects.read(document.pk), _plan(document, embedder))
            for document in documents
        ]
    finally:
        thread.shutdown(cancel_futures=True)


def _plan(document: Document, embedder: Embedder) -> Plan:
    collection = document.collection
    known, given = row.settled(document)
    return Plan(
        PurePosixPath(document.file_name).stem, collection.language, known, given, collection.section_tokens,
        collection.section_categories, collection.chunk_tokens, collection.chunk_overlap, embedder.window,
        embedder.tokenizer_folder,
    )  # fmt: skip
