"""What readers did not find or found wrong, on the desk that administration opens with."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from chat.models import AssistantText, Feedback, Trace
from chat.tracing import unsettled
from koalarag.desk import MAX_ROWS, Action, Panel, Row, register

_ANSWER_LENGTH = 110


@register
def questions(request: HttpRequest) -> Iterator[Panel]:
    if not request.user.has_perm("chat.view_trace"):
        return
    found = unsettled.questions(MAX_ROWS)
    rows = []
    for row in found:
        times = ngettext("asked once", "asked %d times", row["times"])
        asked = times % row["times"] if row["times"] > 1 else times
        note = f"{asked} · {date_format(localtime(row['last_asked']), 'SHORT_DATE_FORMAT')}"
        search = Action(gettext("Search"), f"{reverse('search')}?{urlencode({'q': row['question']})}")
        settled = Action(gettext("Settled"), reverse("admin:chat_trace_settle"), {"trace": str(row["trace"])})
        page = reverse("admin:chat_trace_change", args=[row["trace"]])
        rows.append(Row(row["question"], page, note, (search, settled)))
    actions = [Action(gettext("All in the last 30 days"), reverse("admin:chat_trace_aggregates"))]
    if request.user.has_perm("knowledge.add_document"):
        actions.insert(0, Action(gettext("Upload what answers them"), reverse("admin:knowledge_document_add")))
    yield Panel(
        "questions", gettext("Questions without an answer"), found[0]["number"] if found else 0, "warning",
        rows=tuple(rows), actions=tuple(actions),
    )  # fmt: skip


@register
def wrong_citations(request: HttpRequest) -> Iterator[Panel]:
    """Reviewers see the reports; staff, who do not read what others asked, the documents that they are about."""
    title = gettext("Citations reported as wrong")
    if request.user.has_perm("chat.view_feedback"):
        reports = unsettled.reports().order_by("-created_at").select_related("message__trace")
        rows = tuple(_report(report) for report in reports.prefetch_related("message__citations")[:MAX_ROWS])
        address = f"{reverse('admin:chat_feedback_changelist')}?verdict__exact={Feedback.Verdict.WRONG_CITATION}"
        link = Action(gettext("All reports"), f"{address}&settled=no")
        number = reports.count() if len(rows) == MAX_ROWS else len(rows)
        yield Panel("citations", title, number, "warning", rows=rows, actions=(link,))
    elif request.user.has_perm("knowledge.change_document"):
        documents = list(unsettled.reported_documents())
        rows = tuple(_document(row["document"], row["title"], row["reports"]) for row in documents[:MAX_ROWS])
        note = gettext("Documents that these answers cite: see whether they say what they should.")
        yield Panel("citations", title, len(documents), "warning", note, rows)


@register
def suggestions(request: HttpRequest) -> Iterator[Panel]:
    """Found by the check of each night."""
    if not request.user.has_perm("chat.change_assistant"):
        return
    texts = AssistantText.objects.filter(assistant__is_active=True).exclude(unanswered="").order_by("name", "language")
    found = [(text, question) for text in texts for question in text.withheld_suggestions]
    rows = tuple(
        Row(question, reverse("admin:chat_assistant_change", args=[text.assistant_id]), str(text))
        for text, question in found[:MAX_ROWS]
    )
    note = gettext("Readers are not offered these questions until the documents answer them again.")
    title = gettext("Suggested questions without an answer")
    yield Panel("suggestions", title, len(found), "info", note if found else "", rows)


def _report(report: Feedback) -> Row:
    trace = getattr(report.message, "trace", None)
    page = reverse("admin:chat_trace_change", args=[trace.pk]) if trace else ""
    answer = report.message.text
    answer = answer if len(answer) <= _ANSWER_LENGTH else f"{answer[:_ANSWER_LENGTH]}…"
    cited = ", ".join(dict.fromkeys(citation.title for citation in report.message.citations.all() if citation.title))
    note = " · ".join(filter(None, [answer if report.comment else "", cited]))
    return Row(report.comment or answer, page, note, (_settled("report", report.pk),))


def _document(pk: int, title: str, number: int) -> Row:
    note = ngettext("%d report", "%d reports", number) % number
    return Row(title, reverse("admin:knowledge_document_change", args=[pk]), note, (_settled("document", pk),))


def _settled(name: str, pk: int) -> Action:
    return Action(gettext("Settled"), reverse("admin:chat_feedback_settle"), {name: pk})


@require_POST
def settle_question(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm("chat.view_trace"):
        raise PermissionDenied
    given = request.POST.get("trace", "")
    trace = get_object_or_404(Trace, pk=given) if _is_uuid(given) else None
    if trace:
        unsettled.settle_question(trace)
    return HttpResponseRedirect(reverse("admin:index"))


@require_POST
def settle_citation(request: HttpRequest) -> HttpResponse:
    """A report by those who read reports, all of a document by those who correct it."""
    report, document = request.POST.get("report", ""), request.POST.get("document", "")
    may_read = request.user.has_perm("chat.view_feedback")
    if not may_read and not request.user.has_perm("knowledge.change_document"):
        raise PermissionDenied
    if may_read and report.isdecimal():
        unsettled.settle_report(int(report))
    elif document.isdecimal():
        unsettled.settle_reports_of(int(document))
    return HttpResponseRedirect(reverse("admin:index"))


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
