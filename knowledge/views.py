"""The cited source: its page with the quote marked, the page's picture, the original file."""

import re

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from knowledge.catalogue import entries, snapshot
from knowledge.catalogue.course_names import course_names
from knowledge.following import follows
from knowledge.highlighting import page as pdf_page
from knowledge.highlighting import pictures
from knowledge.highlighting.entry_page import entry_page
from knowledge.highlighting.source_page import SCALES, shortened, source_page, successor, validity
from knowledge.ingestion import former
from knowledge.ingestion.extract.formats import PAGED, PDF, PICTURES
from knowledge.languages import language_name
from knowledge.models import Document, Visibility
from koalarag import visitors

HARMLESS_TYPES = {
    "text/plain": "text/plain; charset=utf-8",
    "text/markdown": "text/markdown; charset=utf-8",
    PDF: PDF,
    **{picture: picture for picture in PICTURES},
}
"""Others are sent as mere bytes, so that no browser runs what a stranger wrote."""


@require_safe
def source(request: HttpRequest, document_id: int) -> HttpResponse:
    document = _visible(request, document_id)
    visitors.spend_page(request)
    page = source_page(document, shortened(request.GET.get("quote", "")), _page_number(request))
    today = timezone.localdate()
    newer = successor(document, request.user, today)
    context = {
        "page": page,
        "document": document,
        "course_name": course_names([document.course]).get(document.course, ""),
        "language_name": language_name(document.language),
        "validity": "superseded" if newer else validity(document, today),
        "successor": newer,
        "may_edit": _is_editor(request.user),
        "may_follow": follows.may_follow(request.user),
        "followed": follows.followed(request.user, document),
    }
    return render(request, "knowledge/source.html", context)


@require_safe
def catalogue_entry(request: HttpRequest, kind: str, key: str, language: str) -> HttpResponse:
    """An entry of the catalogue, which is public, as a citation of it says it."""
    name = entries.EntryName.parse(f"catalogue/{kind}/{key}/{language}")
    entry = entries.find(name, snapshot.current()) if name else None
    if entry is None:
        raise Http404("The catalogue has no such entry, or no longer.")
    page = entry_page(entry, shortened(request.GET.get("quote", "")))
    published = Document.objects.reachable_by(request.user).filter(title=entry.statement.origin.source).first()
    context = {"page": page, "entry": entry, "origin": entry.statement.origin, "published": published}
    return render(request, "knowledge/entry.html", context)


@require_safe
def page_picture(request: HttpRequest, document_id: int, page: int) -> HttpResponse:
    document = _visible(request, document_id)
    scale = request.GET.get("scale", "1")
    beyond = document.page_count and page > document.page_count
    if document.media_type not in PAGED or scale not in map(str, SCALES) or beyond:
        raise Http404
    etag = f'"{document.content_hash}-{page}-{scale}"'
    response = get_conditional_response(request, etag) or _drawn(request, document, page, int(scale))
    if response.status_code < 400:
        response["ETag"] = etag
        # Whether one still may see what is not for everybody is asked each time.
        is_public = document.visibility == Visibility.PUBLIC
        response["Cache-Control"] = "private, max-age=3600" if is_public else "private, no-cache"
    return response


@require_safe
def original_file(request: HttpRequest, document_id: int) -> HttpResponse:
    document = _visible(request, document_id)
    visitors.spend_page(request)
    data = former.shown_bytes(document)
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type=HARMLESS_TYPES.get(document.media_type, "application/octet-stream"))
    name = " ".join(document.file_name.split())
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-cache"
    return response


def _visible(request: HttpRequest, document_id: int) -> Document:
    return former.as_shown(get_object_or_404(Document.objects.reachable_by(request.user), pk=document_id))


def _page_number(request: HttpRequest) -> int | None:
    asked = request.GET.get("page", "")
    return int(asked) if re.fullmatch(r"[1-9][0-9]{0,8}", asked) else None


def _is_editor(user: AbstractBaseUser | AnonymousUser) -> bool:
    return user.is_active and user.is_staff and user.has_perm("knowledge.view_document")


def _drawn(request: HttpRequest, document: Document, page: int, scale: int) -> HttpResponse:
    def file() -> bytes:
        data = former.shown_bytes(document)
        if data is None:
            raise Http404
        return data

    try:
        kept = pictures.known(document.content_hash, page, scale)
        if kept is None:
            visitors.spend_page(request)
            kept = pictures.picture(document.content_hash, file, page, scale)
        return HttpResponse(kept, content_type="image/png")
    except pdf_page.NoSuchPage as error:
        raise Http404(str(error)) from error
    except pdf_page.TooBusy as error:
        return HttpResponse(str(error), status=503, content_type="text/plain", headers={"Retry-After": "5"})
    except pdf_page.PageError:
        return HttpResponse("This page cannot be drawn.", status=422, content_type="text/plain")
