"""The pages of the chat."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from chat import exporting, owners, page, searching
from chat import feedback as feedbacks
from chat import tokens as counting
from chat.conversation_views import own_conversation
from chat.exporting.content import of_answer
from chat.models import Assistant, Conversation, Message
from koalarag import visitors


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    first = Assistant.objects.filter(is_active=True).first()
    return _show(request, first) if first else render(request, "chat/empty.html")


@never_cache
@require_GET
def assistant(request: HttpRequest, slug: str) -> HttpResponse:
    return _show(request, get_object_or_404(Assistant, slug=slug, is_active=True))


@never_cache
@require_GET
def conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    known = own_conversation(request, conversation_id)
    return _show(request, known.assistant, known)


@require_POST
def feedback(request: HttpRequest, message_id: UUID) -> HttpResponse:
    """An empty verdict takes it back."""
    message = _own_answer(request, message_id)
    if not request.POST.get("verdict"):
        feedbacks.take_back(message)
        return HttpResponse(status=204)
    try:
        feedbacks.give(message, request.POST)
    except BadRequest as error:
        return JsonResponse({"error": str(error)}, status=400)
    return HttpResponse(status=204)


@never_cache
@require_GET
def follow_ups(request: HttpRequest, message_id: UUID) -> JsonResponse:
    from chat.follow_ups import follow_ups  # brings LangGraph, which takes a second

    answer = _own_answer(request, message_id)
    visitors.spend_page(request)
    return JsonResponse({"questions": follow_ups(answer, request.user)})


@require_GET
def export(request: HttpRequest, message_id: UUID, extension: str) -> HttpResponse:
    message = _own_answer(request, message_id)
    visitors.spend_page(request)
    return exporting.response(of_answer(message, request.build_absolute_uri), extension)


@never_cache
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """The address holds all that was asked: it can be kept and sent on."""
    if request.GET.get("q"):
        visitors.spend_page(request)
    return render(request, "chat/search.html", {"results": searching.results(request.user, request.GET)})


@never_cache
@require_GET
def differences(request: HttpRequest, older: int, newer: int) -> HttpResponse:
    from chat.differences import between  # brings the agent, which takes a second

    visitors.spend_page(request)
    found = between(older, newer, request.user)
    if found is None:
        raise Http404
    return render(request, "chat/differences.html", {"differences": found, "answer": _answer_left(request)})


@require_POST
def tokens(request: HttpRequest, slug: str) -> JsonResponse:
    """The exact length of a text; the page shows an estimate until this is known."""
    get_object_or_404(Assistant, slug=slug, is_active=True)
    visitors.spend_page(request)
    return JsonResponse({"tokens": counting.count(request.POST.get("text", "")[: page.MAX_COUNTED])})


def _show(request: HttpRequest, shown: Assistant, known: Conversation | None = None) -> HttpResponse:
    if not owners.of(request.user, request.session).is_known:
        # He gets a session, which is kept for two weeks.
        visitors.spend_page(request)
    owner = owners.ensure(request.user, request.session)
    return render(request, "chat/page.html", page.context(request.user, owner, shown, known))


def _answer_left(request: HttpRequest) -> Message | None:
    """The reader's own answer that led to a page, to go back to it."""
    try:
        return _own_answer(request, UUID(request.GET.get("answer", "")))
    except (ValueError, Http404):
        return None


def _own_answer(request: HttpRequest, message_id: UUID) -> Message:
    mine = owners.of(request.user, request.session).messages()
    message = mine.filter(pk=message_id, role=Message.Role.ASSISTANT).first()
    if message is None:
        raise Http404
    return message
