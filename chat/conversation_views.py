"""What the owner of conversations does with them: find, rename, delete, take along, share."""

from __future__ import annotations

from uuid import UUID

from asgiref.sync import async_to_sync
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from chat import broadcast, conversations, exporting, owners, sharing
from chat.exporting.content import of_conversation
from chat.forms import RenameForm, ShareForm
from chat.models import Conversation
from koalarag import visitors

MAX_WORDS = 200


@never_cache
@require_GET
def find_conversations(request: HttpRequest) -> HttpResponse:
    """The list of them alone, for the page to put in its place; whoever opens the address gets a page."""
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return redirect("home")
    found = conversations.found(owners.ensure(request.user, request.session), request.GET.get("q", "")[:MAX_WORDS])
    context = {"groups": conversations.by_day(found), "current": request.GET.get("current", "")}
    return render(request, "chat/conversation_list.html", context)


@require_POST
def rename_conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    known = own_conversation(request, conversation_id)
    form = RenameForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": form.first_error}, status=400)
    # Its place in the list is that of what was said last.
    Conversation.objects.filter(pk=known.pk).update(title=form.cleaned_data["title"])
    async_to_sync(broadcast.announce_change)(known.pk)
    return HttpResponse(status=204)


@require_POST
def delete_conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    known = own_conversation(request, conversation_id)
    known.delete()
    async_to_sync(broadcast.announce_change)(conversation_id)
    return redirect("assistant", known.assistant.slug)


@require_GET
def export_conversation(request: HttpRequest, conversation_id: UUID, extension: str) -> HttpResponse:
    known = own_conversation(request, conversation_id)
    visitors.spend_page(request)
    return exporting.response(of_conversation(known, request.build_absolute_uri), extension)


@require_POST
def share_conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    known = own_conversation(request, conversation_id)
    form = ShareForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": form.first_error}, status=400)
    visitors.spend_page(request)
    share = sharing.make(known, int(form.cleaned_data["days"]))
    url = request.build_absolute_uri(reverse("shared", args=[share.token]))
    return JsonResponse({"url": url, "until": date_format(localtime(share.expires_at), "DATETIME_FORMAT")})


@require_POST
def unshare_conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    sharing.take_back(own_conversation(request, conversation_id))
    return HttpResponse(status=204)


@never_cache
@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """For whoever has the link."""
    share = sharing.valid(token)
    if share is None:
        raise Http404("The link has ended, or was taken back.")
    context = {"share": share, "exchanges": sharing.exchanges(share, request.user)}
    response = render(request, "chat/shared.html", context)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def own_conversation(request: HttpRequest, conversation_id: UUID) -> Conversation:
    mine = owners.ensure(request.user, request.session).conversations().select_related("assistant")
    return get_object_or_404(mine, pk=conversation_id)
