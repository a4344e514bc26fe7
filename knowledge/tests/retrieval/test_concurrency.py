"""Two workers ingest, one deletes, segments are merged and clients search, all at once, on a real database."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import Queue
from threading import Event

import numpy as np
import pytest
from asgiref.sync import async_to_sync
from django.db import connection, transaction

from knowledge.ingestion import intake, pipeline, removal
from knowledge.ingestion.intake import DocumentMetadata
from knowledge.models import Chunk, Collection, Document, Posting, PostingSegment, State, Visibility
from knowledge.retrieval import merging
from knowledge.retrieval.config import Scope
from knowledge.retrieval.packing import decode, whole
from knowledge.retrieval.search import search
from knowledge.text.terms import term_hash, terms

WORDS = "matrícula préstamo biblioteca plazo examen beca título grado máster tutoría horario crédito acta".split()
CLIENTS = 6
DOCUMENTS = 9
"""of each worker; a third of them are changed afterwards, and both workers are handed all"""
Recount = dict[tuple[int, int], tuple[int, int]]
"""(hash of the term, chunk) -> (frequency, length)"""


class Site:
    def __init__(self) -> None:
        self.collection = Collection.objects.create(slug="busy", name="Busy")
        self.written: set[str] = set()
        """every text that was handed in, before it was"""
        self.to_index: tuple[Queue[int | None], Queue[int | None]] = (Queue(), Queue())
        self.to_remove: Queue[int | None] = Queue()
        self.stopped = Event()
        self.merges = 0

    def fill(self) -> None:
        """One great segment, so that what is removed of it is merged among small ones, long before it is."""
        source = random.Random(2)
        documents = [self._receive(f"old-{place}.txt", source) for place in range(DOCUMENTS)]
        pipeline.index_group(documents)
        for pk in documents[::2]:
            self.to_remove.put(pk)

    def ingest(self, number: int) -> None:
        source = random.Random(number)
        names = [f"{number}-{place}.txt" for place in range(DOCUMENTS)]
        for place, name in enumerate(names + names[::3]):
            pk = self._receive(name, source)
            for queue in self.to_index:
                queue.put(pk)
            self._index(number)
            if place % 2:
                self.to_remove.put(pk)
        self.to_index[1 - number].put(None)
        while self._index(number):
            pass

    def _receive(self, name: str, source: random.Random) -> int:
        text = " ".join(source.choices(WORDS, k=source.randint(8, 30))).capitalize() + "."
        self.written.add(text)
        metadata = DocumentMetadata(title="Norma", language="es", visibility=Visibility.PUBLIC)
        return intake.receive(self.collection, name, text.encode(), metadata=metadata).document_id

    def _index(self, number: int) -> bool:
        pk = self.to_index[number].get(timeout=20)
        if pk is not None:
            pipeline.index(pk)
        return pk is not None

    def remove(self) -> None:
        while (pk := self.to_remove.get(timeout=20)) is not None:
            removal.remove(Document.objects.filter(pk=pk))

    def merge(self) -> None:
        """Beside the workers' own, so that merges run at the same time."""
        while not self.stopped.wait(0.02):
            self.merges += merging.merge(self.collection.pk) > 0

    def ask(self, number: int) -> int:
        source, found = random.Random(100 + number), 0
        scope = Scope((self.collection.pk,), tuple(Visibility.values))
        while not self.stopped.wait(0.05):
            for passage in async_to_sync(search)(" ".join(source.sample(WORDS, 2)), scope, 5):
                assert passage.text in self.written
                found += 1
        return found


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_or_doubled_while_everybody_is_at_work() -> None:
    site = Site()
    site.fill()
    with ThreadPoolExecutor(4 + CLIENTS) as pool:
        clients = [pool.submit(_closing, site.ask, number) for number in range(CLIENTS)]
        merger = pool.submit(_closing, site.merge)
        remover = pool.submit(_closing, site.remove)
        workers = [pool.submit(_closing, site.ingest, number) for number in (0, 1)]
        with _stopping(site):
            for worker in workers:
                worker.result(60)
            site.to_remove.put(None)
            remover.result(60)
        assert all(client.result(60) for client in clients), "each client found something"
        merger.result(60)
    assert not Document.objects.exclude(state=State.INDEXED).exists()
    assert 0 < Chunk.objects.count() < 3 * DOCUMENTS
    segments = PostingSegment.objects.count()
    _check(site.collection)
    assert site.merges or segments < 3 * DOCUMENTS, "segments were merged meanwhile"
    _merge_all(site.collection)
    _check(site.collection)
    assert {bytes(segment.removed) for segment in PostingSegment.objects.all()} == {b""}
    assert set(_postings()) == set(_recount())


@contextmanager
def _stopping(site: Site) -> Iterator[None]:
    """Whatever happens, nobody is left waiting."""
    try:
        yield
    finally:
        site.stopped.set()
        site.to_remove.put(None)
        for queue in site.to_index:
            queue.put(None)


def _closing(work: Callable[..., int | None], *arguments: int) -> int | None:
    try:
        return work(*arguments)
    finally:
        connection.close()


def _check(where: Collection) -> None:
    """Everything that counts as living is what the stored chunks say, and the statistics too."""
    expected = _recount()
    segments = PostingSegment.objects.filter(collection=where)
    removed = {int(pk) for segment in segments for pk in np.frombuffer(bytes(segment.removed), "<u4")}
    assert removed.isdisjoint(chunk for _term, chunk in expected)
    assert {key: value for key, value in _postings().items() if key[1] not in removed} == expected
    lengths = {chunk: length for (_term, chunk), (_frequency, length) in expected.items()}
    assert sum(segments.values_list("chunk_count", flat=True)) == Chunk.objects.count() == len(lengths)
    assert sum(segments.values_list("term_count", flat=True)) == sum(lengths.values())


def _recount() -> Recount:
    expected: Recount = {}
    for chunk in Chunk.objects.all():
        found = Counter(terms(chunk.indexed_text, chunk.language))
        expected |= {(term_hash(term), chunk.pk): (count, found.total()) for term, count in found.items()}
    return expected


def _postings() -> Recount:
    """Each may be there once."""
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for row in Posting.objects.all():
        for names, counts, records in decode([whole(bytes(row.data))]):
            for term, record in zip(np.repeat(names, counts).tolist(), records.tolist(), strict=True):
                found.append(((term, record[0]), (record[1], record[2])))
    assert len(dict(found)) == len(found), "a posting is there twice"
    return dict(found)


def _merge_all(where: Collection) -> None:
    with transaction.atomic():
        merging._merge(where.pk, list(PostingSegment.objects.filter(collection=where)))
