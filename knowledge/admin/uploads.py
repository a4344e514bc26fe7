"""The page for uploads: a form that works by itself, and what its script sends file by file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from knowledge.admin.columns import status
from knowledge.admin.upload import MetadataForm, UploadForm
from knowledge.ingestion import intake, sent
from knowledge.ingestion.messages import translated
from knowledge.ingestion.uploads import Uploaded, take_in
from knowledge.models import Upload
from koalarag import visitors
from koalarag.request_bodies import FORM_UPLOAD_MB

_MAX_REFUSALS = 20


class UploadDesk(admin.ModelAdmin):
    """The part of DocumentAdmin that takes files in."""

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("upload/", wrap(self.upload_view), name="knowledge_document_upload"),
            path("uploads/clear/", wrap(self.clear_view), name="knowledge_document_uploads_clear"),
            path("uploads/<int:upload_id>/", wrap(self.metadata_view), name="knowledge_document_uploads_metadata"),
            *super().get_urls(),
        ]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A document comes into being by an upload."""
        form = self._form(request)
        if request.method == "POST" and form.is_valid():
            _tell(request, self._taken(request, form))
            return HttpResponseRedirect(request.path)
        order = request.GET.get("order", "state")
        uploads = list(sent.listed(request.user, order))
        twins = sent.twins(uploads)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "form": form, "title": gettext("Upload files"),
            "media": form.media, "max_mb": settings.MAX_UPLOAD_MB, "form_mb": FORM_UPLOAD_MB, "order": order,
            "uploads": [_row(upload, twins) for upload in uploads], "tally": sent.tally(request.user),
            "may_add_collection": request.user.has_perm("knowledge.add_collection"),
        }  # fmt: skip
        return render(request, "admin/knowledge/document/upload.html", context)

    @method_decorator(require_POST)
    def upload_view(self, request: HttpRequest) -> HttpResponse:
        """What the page's script sends: JSON, with what is wrong where the form is refused as a whole."""
        form = self._form(request)
        if not form.is_valid():
            problems = [f"{form.fields[name].label}: {error}" for name, said in form.errors.items() for error in said]
            return JsonResponse({"error": " ".join(problems)}, status=400)
        uploaded = self._taken(request, form)
        names = [receipt.external_id for receipt in uploaded.receipts]
        return JsonResponse(
            {
                "taken": list(sent.of(request.user).filter(name__in=names).values_list("pk", flat=True)),
                "refused": [translated(refusal.reason) for refusal in uploaded.refused],
            }
        )

    @method_decorator(require_POST)
    def metadata_view(self, request: HttpRequest, upload_id: int) -> HttpResponse:
        """What was changed of a file's metadata while it was on its way."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        upload = get_object_or_404(sent.of(request.user), pk=upload_id, document__isnull=False)
        form = MetadataForm(request.POST)
        if not form.is_valid():
            return JsonResponse(
                {"error": " ".join(error for said in form.errors.values() for error in said)}, status=400
            )
        document = upload.document
        known = [name for name in document.given if getattr(document, name) == form.cleaned_data.get(name)]
        said = [name for name in form.metadata().said if name not in known]
        for name in said:
            setattr(document, name, form.cleaned_data[name])
        intake.correct(document, said)
        return JsonResponse({"changed": said})

    @method_decorator(require_POST)
    def clear_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        sent.clear(request.user)
        return HttpResponseRedirect(reverse("admin:knowledge_document_add"))

    def _form(self, request: HttpRequest) -> UploadForm:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return UploadForm(request.POST or None, request.FILES or None)

    def _taken(self, request: HttpRequest, form: UploadForm) -> Uploaded:
        files = form.cleaned_data["files"]
        visitors.spend_uploads(request.user, len(files))
        # Workers begin when both are stored: what they replace, they replace after it was noted.
        with transaction.atomic():
            uploaded = take_in(files, form.cleaned_data["collection"], form.metadata())
            sent.note(request.user, uploaded)
        return uploaded


def _row(upload: Upload, twins: Mapping[int, str]) -> dict[str, Any]:
    return {
        "upload": upload,
        "document": upload.document,
        "status": status(upload.document) if upload.document else None,
        "refusal": translated(upload.refusal),
        "twin": twins.get(upload.document_id or 0),
    }


def _tell(request: HttpRequest, uploaded: Uploaded) -> None:
    taken = len(uploaded.receipts) - uploaded.unchanged
    if taken:
        text = ngettext("%d file is being read.", "%d files are being read.", taken)
        messages.success(request, text % taken)
    if uploaded.unchanged:
        text = ngettext("%d file was here already.", "%d files were here already.", uploaded.unchanged)
        messages.info(request, text % uploaded.unchanged)
    for refusal in uploaded.refused[:_MAX_REFUSALS]:
        messages.error(request, str(refusal))
    if (more := len(uploaded.refused) - _MAX_REFUSALS) > 0:
        text = ngettext("%d more file was refused.", "%d more files were refused.", more)
        messages.error(request, text % more)
