"""What of the knowledge base needs a person: documents that failed, wait or expire, and websites with trouble."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from knowledge.admin.filters import ValidityFilter, expired, expiring
from knowledge.crawling import control, troubles
from knowledge.ingestion import failures, stuck
from knowledge.models import Document, Outcome
from koalarag.desk import MAX_ROWS, Action, Panel, Row, register

_LIST = "admin:knowledge_document_changelist"


@register
def documents(request: HttpRequest) -> Iterator[Panel]:
    if not request.user.has_perm("knowledge.view_document"):
        return
    may_change = request.user.has_perm("knowledge.change_document")
    yield _failed()
    yield _stuck(may_change)
    yield _validity("expired", gettext("Expired documents"), expired(Document.objects.all()))
    yield _validity("expiring", gettext("Documents that expire within 30 days"), expiring(Document.objects.all()))


@register
def websites(request: HttpRequest) -> Iterator[Panel]:
    if not request.user.has_perm("knowledge.view_websource"):
        return
    may_change = request.user.has_perm("knowledge.change_websource")
    found = troubles.troubles()
    rows = tuple(_website(trouble, may_change) for trouble in found[:MAX_ROWS])
    link = Action(gettext("All websites"), reverse("admin:knowledge_websource_changelist"))
    yield Panel("websites", gettext("Websites with problems"), len(found), "warning", rows=rows, actions=(link,))


def _failed() -> Panel:
    reasons = failures.counted(failures.failed())
    address = reverse("admin:knowledge_document_failures")
    rows = tuple(
        Row(f"{reason.number} · {reason.said}", f"{address}#{reason.anchor}", reason.advice)
        for reason in reasons[:MAX_ROWS]
    )
    return Panel(
        "failed", gettext("Failed documents"), sum(reason.number for reason in reasons), "error", rows=rows,
        actions=(Action(gettext("What to do about each"), address),),
    )  # fmt: skip


def _stuck(may_change: bool) -> Panel:
    waiting = stuck.documents().order_by("updated_at").only("title", "file_name", "updated_at")
    rows = tuple(
        Row(
            str(document),
            _page(document),
            gettext("since %s") % date_format(localtime(document.updated_at), "SHORT_DATE_FORMAT"),
        )
        for document in waiting[:MAX_ROWS]
    )
    again = Action(gettext("Hand them out again"), reverse("admin:knowledge_document_stuck"), {"do": "retry"})
    return Panel(
        "stuck", gettext("Stuck documents"), waiting.count() if rows else 0, "error",
        gettext("They wait, and no worker does anything for them: see whether one is running."),
        rows, (again,) if may_change else (),
    )  # fmt: skip


def _validity(name: str, title: str, found: QuerySet[Document]) -> Panel:
    documents = found.order_by("valid_until", "pk").only("title", "file_name", "valid_until")
    rows = tuple(
        Row(str(document), _page(document), gettext("until %s") % date_format(document.valid_until))
        for document in documents[:MAX_ROWS]
    )
    choice = ValidityFilter.EXPIRED if name == "expired" else ValidityFilter.EXPIRING
    link = Action(gettext("Show all, to correct or replace them"), f"{reverse(_LIST)}?validity={choice}")
    number = documents.count() if rows else 0
    return Panel(name, title, number, "warning" if name == "expired" else "info", rows=rows, actions=(link,))


def _website(trouble: troubles.Trouble, may_change: bool) -> Row:
    source = trouble.run.source
    note = trouble.said
    if trouble.failed:
        failed = ngettext("%d page failed", "%d pages failed", trouble.failed) % trouble.failed
        note = f"{note} · {failed}" if note else failed
    pages = {"source__id__exact": source.pk, "is_trial__exact": 0, "outcome__exact": Outcome.FAILED.value}
    listing = f"{reverse('admin:knowledge_crawledpage_changelist')}?{urlencode(pages)}"
    actions = [Action(gettext("Failed pages"), listing)] if trouble.failed else []
    if may_change:
        label = {control.RESUME: gettext("Resume"), control.STOP: gettext("Stop")}.get(
            trouble.command, gettext("Crawl now")
        )
        control_page = reverse("admin:knowledge_websource_crawl", args=[source.pk])
        actions.append(Action(label, control_page, {"do": trouble.command}))
    return Row(source.slug, reverse("admin:knowledge_websource_change", args=[source.pk]), note, tuple(actions))


def _page(document: Document) -> str:
    return reverse("admin:knowledge_document_change", args=[document.pk])
