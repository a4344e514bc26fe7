"""What a page of somebody else's loads: the script, whether it may, the frame, and the visit of who talks in it."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition, require_POST, require_safe

from chat import owners, page
from chat.models import Assistant, Conversation, Message
from chat.widget import framing, origins, passes, visits
from chat.widget.passes import Pass
from koalarag import visitors

SCRIPT_SECONDS = 3600
"""how long browsers keep the script without asking whether it changed"""
ANSWER_SECONDS = 300
GOES_ON_WITHIN = timedelta(hours=12)
"""of its last question, a conversation is shown again when its frame is loaded"""


@lru_cache(maxsize=1)
def _script() -> tuple[bytes, str]:
    """Its bytes and its ETag."""
    found = finders.find("widget/widget.js")
    if found is None:
        raise Http404("The script of the widget is not among the static files.")
    with open(found, "rb") as file:
        data = file.read()
    return data, f'"{hashlib.sha256(data).hexdigest()[:20]}"'


@require_safe
@condition(etag_func=lambda _request: _script()[1])
def script(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_script()[0], content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={SCRIPT_SECONDS}"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@require_safe
def permission(request: HttpRequest, slug: str) -> HttpResponse:
    """To the script, on whichever page it runs: how the button is called, or why there is none. Nothing of it is
    secret; the frame itself is refused by its policy."""
    with _language(request):
        status, told = _told(Assistant.objects.filter(slug=slug, is_active=True).first(), slug, request)
    response = JsonResponse(told, status=status)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={ANSWER_SECONDS}" if status == 200 else "no-store"
    patch_vary_headers(response, ["Origin"])
    return response


def _told(assistant: Assistant | None, slug: str, request: HttpRequest) -> tuple[int, dict[str, Any]]:
    if assistant is None:
        return 404, {"problem": f'There is no assistant "{slug}". Look at data-assistant.'}
    asking = request.headers.get("Origin", "")
    if asking and not _is_own(request, asking) and not origins.allows(assistant.embed_origins, asking):
        problem = f'The assistant "{slug}" may not be shown on {asking}: add this origin to it in the administration.'
        return 403, {"problem": problem}
    name = assistant.text_in().name
    return 200, {
        "name": name,
        "open": _("Ask “%(name)s”") % {"name": name},
        "close": _("Close"),
        "failed": _("The assistant could not be loaded."),
        "out": _("Open in a new tab"),
        "page": request.build_absolute_uri(reverse("assistant", args=[slug])),
        "frame": request.build_absolute_uri(reverse("widget", args=[slug])),
    }


@never_cache
@require_safe
def frame(request: HttpRequest, slug: str) -> HttpResponse:
    """Whose visit it is, this page does not know: its script says so to `visit`."""
    shown = get_object_or_404(Assistant, slug=slug, is_active=True)
    launched = Pass.read(request.GET.get("pass", ""))
    given = launched or Pass(tuple(shown.embed_origins))
    with _language(request):
        context = page.context(given.user, owners.Owner(), shown)
        context["page"] |= {
            "visit": reverse("visit", args=[slug]),
            "sources": passes.prefix(given),
            "launched": bool(launched),
        }
        context["theme"] = request.GET.get("theme") if request.GET.get("theme") in ("light", "dark") else ""
        response = render(request, "widget/frame.html", context)
    response["X-Robots-Tag"] = "noindex"
    return framing.allow(response, given.origins)


@never_cache
@csrf_exempt  # it does nothing for whoever sends it: the token that it answers is for the page that asked
@require_POST
def visit(request: HttpRequest, slug: str) -> JsonResponse:
    """The token to talk with, a new one where none came along, and the conversation that it goes on with."""
    get_object_or_404(Assistant, slug=slug, is_active=True)
    session = visits.known(request)
    if session is None:
        visitors.spend_page(request)
        session = visits.begin()
    owner = owners.ensure(visits.user_of(session), session)
    session.save()
    going_on = _conversation(owner, slug, request.POST.get("course"))
    token = visits.token_of(session)
    response = JsonResponse(
        {"token": token, "conversation": going_on and str(going_on.pk), "messages": page.messages(going_on)}
    )
    visits.remember(response, token, request.path)
    return response


def _conversation(owner: owners.Owner, slug: str, course: str | None) -> Conversation | None:
    """Of the same course, where a course of a learning platform opened the frame; "" for one that is not known here."""
    recent = owner.conversations().filter(assistant__slug=slug, updated_at__gt=timezone.now() - GOES_ON_WITHIN)
    if course is None:
        return recent.first()
    about = Message.objects.filter(conversation=OuterRef("pk"), role=Message.Role.USER)
    if course:
        return recent.filter(Exists(about.filter(options__course=course))).first()
    return recent.exclude(Exists(about.filter(options__course__gt=""))).first()


def _language(request: HttpRequest) -> translation.override:
    """The one that the page around it is in, else the reader's."""
    asked = request.GET.get("lang", "").lower()[:2]
    return translation.override(asked if asked in dict(settings.LANGUAGES) else translation.get_language())


def _is_own(request: HttpRequest, origin: str) -> bool:
    return origin == f"{request.scheme}://{request.get_host()}"
