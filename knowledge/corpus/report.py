"""The corpus report: what is counted, and how it is made and kept."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, ExtractYear, TruncMonth
from django.utils import timezone

from knowledge.corpus.words import WordCounts, words_of
from knowledge.crawling.keywords import list_names, of_list
from knowledge.ingestion.extract.formats import NAMES
from knowledge.models import Chunk, Collection, CorpusReport, CrawledPage, Document, Section
from knowledge.text.terms import fold

Json = dict[str, Any]
MAX_NAMED = 50
"""words of each kind, keywords, and empty documents that are named"""
_BATCH = 200
# Words of a document: the last class has no end.
_LENGTHS = (0, 100, 300, 1000, 3000, 10_000, 30_000)


def ask(collection: Collection | None) -> CorpusReport:
    """Has a worker make it; one that is being made already is left to that."""
    from knowledge import tasks

    report, _created = CorpusReport.objects.get_or_create(collection=collection)
    report.asked_at, report.error = timezone.now(), ""
    report.save(update_fields=["asked_at", "error"])
    tasks.make_corpus_report.delay_on_commit(report.pk)
    return report


def make(report: CorpusReport) -> Json:
    """Computes and keeps it; what goes wrong is kept too, and raised."""
    try:
        data = computed(report.collection)
    except Exception as error:
        CorpusReport.objects.filter(pk=report.pk).update(error=f"{type(error).__name__}: {error}"[:500], asked_at=None)
        raise
    CorpusReport.objects.filter(pk=report.pk).update(data=data, error="", asked_at=None, made_at=timezone.now())
    return data


@transaction.atomic
def computed(collection: Collection | None) -> Json:
    """In one pass over the text, which is never held whole."""
    documents = Document.objects.current()
    documents = documents.filter(collection=collection) if collection else documents
    pages = CrawledPage.objects.filter(is_trial=False)
    pages = pages.filter(source__collection=collection) if collection else pages
    text = _Text(documents)
    return {
        "collection": collection.slug if collection else "",
        "made_at": timezone.now().isoformat(),
        "documents": _documents(documents, text),
        "text": {**text.counts.totals(), "characters": text.characters, **_extent(documents)},
        "lengths": _lengths(sorted(text.lengths)),
        "words": {
            "most": text.counts.most(MAX_NAMED),
            "most_content": text.counts.most(MAX_NAMED, content_only=True),
            "least": text.counts.least(MAX_NAMED),
        },
        "zipf": {"points": (points := text.counts.by_rank()), "slope": _slope(points)},
        "keywords": [list(item) for item in text.keywords.most_common(MAX_NAMED)],
        "keywords_absent": sorted(set(text.phrases.values()) - set(text.keywords)),
        "dates": _dates(documents),
        "fetched": _by_month(pages.filter(visited_at__isnull=False), "visited_at"),
        "added": _by_month(documents, "created_at"),
    }


class _Text:
    """What is counted while the sections go by, a document after the other."""

    def __init__(self, documents: QuerySet[Document]) -> None:
        self.counts, self.characters = WordCounts(), 0
        self.lengths, self.with_words = array("I"), set[int]()
        self.keywords: Counter[str] = Counter()
        self.phrases = {
            tuple(fold(word) for word in words_of(keyword)): keyword
            for name in list_names()
            for keyword in of_list(name)
        }
        self._starts: dict[str, list[tuple[str, ...]]] = {}
        for phrase in filter(None, self.phrases):
            self._starts.setdefault(phrase[0], []).append(phrase)
        for pk, texts in _sections(documents):
            self._read(pk, texts)
        self.counts.finish()

    def _read(self, pk: int, texts: Iterator[str]) -> None:
        length, found = 0, set[str]()
        for text in texts:
            words = words_of(text)
            self.characters += len(text)
            self.counts.add(words)
            length += len(words)
            found |= self._keywords(words)
        self.lengths.append(length)
        self.keywords.update(found)
        if length:
            self.with_words.add(pk)

    def _keywords(self, words: Sequence[str]) -> set[str]:
        folded = [fold(word) for word in words]
        return {
            self.phrases[phrase]
            for place, word in enumerate(folded)
            for phrase in self._starts.get(word, ())
            if tuple(folded[place : place + len(phrase)]) == phrase
        }


def _sections(documents: QuerySet[Document]) -> Iterator[tuple[int, Iterator[str]]]:
    rows = Section.objects.filter(document__in=documents.order_by().values("pk")).order_by("document_id", "position")
    streamed = rows.values_list("document_id", "text").iterator(chunk_size=_BATCH)
    for pk, group in groupby(streamed, key=lambda row: row[0]):
        yield pk, (text for _pk, text in group)


def _documents(documents: QuerySet[Document], text: _Text) -> Json:
    indexed = documents.filter(indexed_at__isnull=False).order_by("title", "pk")
    named = indexed.values_list("pk", "title", "file_name").iterator(chunk_size=_BATCH)
    empty = [[pk, title or file_name] for pk, title, file_name in named if pk not in text.with_words]
    formats = _counted(documents, "media_type")
    return {
        "number": documents.count(),
        "by_format": [[NAMES.get(name, name), number] for name, number in formats],
        "by_state": _counted(documents, "state"),
        "by_language": _counted(documents, "language"),
        "by_visibility": _counted(documents, "visibility"),
        "empty_number": len(empty),
        "empty": empty[:MAX_NAMED],
    }


def _counted(documents: QuerySet[Document], column: str) -> list[list[Any]]:
    rows = documents.order_by().values_list(column).annotate(n=Count("pk")).order_by("-n", column)
    return [list(row) for row in rows]


def _extent(documents: QuerySet[Document]) -> Json:
    inside = Q(document__in=documents.order_by().values("pk"))
    pages = documents.aggregate(pages=Sum("page_count"))["pages"] or 0
    return {
        "sections": Section.objects.filter(inside).count(),
        "passages": Chunk.objects.filter(inside).count(),
        "pages": pages,
    }


def _lengths(lengths: Sequence[int]) -> Json:
    if not lengths:
        return {"classes": []}
    limits = [*_LENGTHS[1:], math.inf]
    classes = [
        [start, sum(start <= length < end for length in lengths)] for start, end in zip(_LENGTHS, limits, strict=True)
    ]
    at = len(lengths) - 1
    return {
        "classes": classes, "least": lengths[0], "median": lengths[at // 2], "p95": lengths[int(at * 0.95)],
        "most": lengths[-1], "mean": round(sum(lengths) / len(lengths), 1),
    }  # fmt: skip


def _slope(points: Sequence[Sequence[int]]) -> float | None:
    """Of the line through log frequency over log rank by least squares; near -1 in texts that people write."""
    if len(points) < 3:
        return None
    xs, ys = ([math.log(point[axis]) for point in points] for axis in (0, 1))
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    return round(sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread, 3)


def _dates(documents: QuerySet[Document]) -> Json:
    dated = documents.annotate(day=Coalesce("published_on", "modified_on", "valid_from")).order_by()
    years = dated.filter(day__isnull=False).values_list(ExtractYear("day")).annotate(n=Count("pk"))
    ends = dated.aggregate(oldest=Min("day"), newest=Max("day"))
    return {
        "by_year": [list(row) for row in years.order_by(ExtractYear("day"))],
        "without": dated.filter(day__isnull=True).count(),
        **{name: day.isoformat() if day else "" for name, day in ends.items()},
    }


def _by_month(rows: QuerySet[Any], column: str) -> list[list[Any]]:
    months = rows.order_by().annotate(month=TruncMonth(column)).values_list("month").annotate(n=Count("pk"))
    return [[month.strftime("%Y-%m"), number] for month, number in months.order_by("month")]
