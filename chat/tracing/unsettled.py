"""What readers asked in vain, and the citations that they say are wrong, until a person has settled it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from chat.models import Citation, Feedback, Trace

DAYS = 30
# The same question is listed once, with its latest trace; those of evaluations and of the command line are nobody's.
_QUESTIONS = """
    SELECT (array_agg(question ORDER BY created_at DESC))[1] AS question, count(*) AS times,
           max(created_at) AS last_asked, (array_agg(id ORDER BY created_at DESC))[1] AS trace,
           count(*) OVER () AS number
    FROM chat_trace
    WHERE status = 'not_found' AND settled_at IS NULL AND origin IN ('chat', 'api') AND created_at >= %(since)s
    GROUP BY lower(question) ORDER BY times DESC, last_asked DESC LIMIT %(limit)s
"""


def questions(limit: int) -> Sequence[Mapping[str, Any]]:
    """The most frequent first, of the last days; each row has `number`, how many there are without the limit."""
    with connection.cursor() as cursor:
        cursor.execute(_QUESTIONS, {"since": timezone.now() - timedelta(days=DAYS), "limit": limit})
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def reports() -> QuerySet[Feedback]:
    return Feedback.objects.filter(verdict=Feedback.Verdict.WRONG_CITATION, settled_at__isnull=True)


def reported_documents() -> QuerySet[Citation, dict[str, Any]]:
    """Documents that reported answers cite, for those who do not read answers: `document`, `title`, `reports`."""
    cited = Citation.objects.filter(message__feedback__in=reports(), document__isnull=False).order_by()
    grouped = cited.values("document").annotate(title=Max("title"), reports=Count("message", distinct=True))
    return grouped.order_by("-reports", "document")


def settle_question(trace: Trace) -> int:
    """As it was asked until now, whoever asked it; asked again it is open again."""
    same = Trace.objects.filter(question__iexact=trace.question, status=trace.status, settled_at__isnull=True)
    return same.update(settled_at=timezone.now())


def settle_report(report_id: int) -> int:
    return reports().filter(pk=report_id).update(settled_at=timezone.now())


def settle_reports_of(document_id: int) -> int:
    return reports().filter(message__citations__document=document_id).update(settled_at=timezone.now())
