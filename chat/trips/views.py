"""A plan to take along: on paper, as PDF, in a calendar."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from chat import owners
from chat.models import Citation, Message
from chat.trips import cards
from chat.trips.calendar import calendar
from chat.trips.pdf import pdf
from chat.trips.plan import Json


@never_cache
@require_GET
def page(request: HttpRequest, message_id: UUID) -> HttpResponse:
    message, view, citations = _own_plan(request, message_id)
    # Escaped by its template.
    context = {"view": view, "cards": mark_safe(cards.html(message)), "citations": citations}
    return render(request, "trips/page.html", context)


@never_cache
@require_GET
def as_pdf(request: HttpRequest, message_id: UUID) -> HttpResponse:
    _message, view, citations = _own_plan(request, message_id)
    return _file(pdf(view, citations), view, "pdf", "application/pdf")


@never_cache
@require_GET
def as_calendar(request: HttpRequest, message_id: UUID) -> HttpResponse:
    _message, view, _citations = _own_plan(request, message_id)
    return _file(calendar(view, message_id), view, "ics", "text/calendar; charset=utf-8")


def _own_plan(request: HttpRequest, message_id: UUID) -> tuple[Message, Json, list[Citation]]:
    mine = owners.of(request.user, request.session).messages()
    message = mine.filter(pk=message_id, role=Message.Role.ASSISTANT).first()
    readable = cards.readable_plan(message) if message else None
    if message is None or readable is None:
        raise Http404
    return message, *readable


def _file(content: bytes, view: Json, extension: str, kind: str) -> HttpResponse:
    disposition = f'attachment; filename="{slugify(view["title"])[:60] or "trip"}.{extension}"'
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})
