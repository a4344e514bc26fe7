"""The two steps of a launch, and the tool's key set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat import owners
from chat.models import Assistant
from chat.widget import framing, visits
from chat.widget.passes import Pass
from interfaces.lti import token
from interfaces.lti.accounts import account
from interfaces.lti.courses import course_of
from interfaces.lti.errors import LaunchError
from interfaces.lti.state import State
from interfaces.lti.token import Launch
from interfaces.models import LtiPlatform
from koalarag import visitors

BEGINNING = ("iss", "client_id", "login_hint", "lti_message_hint", "target_link_uri", "lti_deployment_id")
MAX_LENGTH = 4000
"""of one of them: Moodle's hint is a JSON"""

View = Callable[[HttpRequest], HttpResponse]


def _told(view: View) -> View:
    """A launch that is refused says so on a page, inside the frame of the platform that it came from, if known."""

    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except LaunchError as error:
            response = render(request, "interfaces/lti_refused.html", {"told": str(error)}, status=400)
            return framing.allow(response, getattr(request, "launched_from", ()))

    return shown


@never_cache
@csrf_exempt  # the platform's page sends it, and it does nothing but lead back there
@require_http_methods(["GET", "POST"])
@_told
def login(request: HttpRequest) -> HttpResponse:
    """The platform says that somebody wants to come; it is asked who (OpenID Connect, third-party initiated login)."""
    sent = request.POST if request.method == "POST" else request.GET
    begun_by = {name: sent[name][:MAX_LENGTH] for name in BEGINNING if name in sent}
    if not begun_by.get("login_hint"):
        raise LaunchError(_("This address is opened by a learning platform. Open it from a course."))
    platform = _platform(request, iss=begun_by.get("iss", ""), client_id=begun_by.get("client_id", ""))
    state = State.begin(platform.pk, begun_by)
    query = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": request.build_absolute_uri(reverse("lti-launch")),
        "login_hint": begun_by["login_hint"],
        "state": state.written(),
        "nonce": state.nonce,
    }
    if "lti_message_hint" in begun_by:
        query["lti_message_hint"] = begun_by["lti_message_hint"]
    joined = "&" if "?" in platform.authentication_url else "?"
    response = HttpResponseRedirect(f"{platform.authentication_url}{joined}{urlencode(query)}")
    state.mark(response)
    return response


@never_cache
@csrf_exempt  # the platform's page sends it; the state's cookie shows that this browser began
@require_POST
@_told
def launch(request: HttpRequest) -> HttpResponse:
    visitors.spend_page(request)
    state = State.read(request.POST.get("state", ""))
    platform = _platform(request, pk=state.platform)
    if "error" in request.POST:
        raise LaunchError(_("The platform let nobody in: %(error)s") % {"error": request.POST["error"][:200]})
    if not state.began_here(request):
        again = f"{reverse('lti-login')}?{urlencode(state.begun_by)}"
        response = render(request, "interfaces/lti_window.html", {"again": again})
        return framing.allow(response, platform.framing_origins)
    launched = token.read(platform, request.POST.get("id_token", ""), state.nonce)
    assistant = _assistant(platform, launched)
    state.use(request.POST["state"])
    return _opened(platform, launched, assistant)


@require_safe
def keys(request: HttpRequest) -> JsonResponse:
    """None: this tool signs nothing, it only reads. Platforms ask for the address all the same."""
    return JsonResponse({"keys": []})


def _opened(platform: LtiPlatform, launched: Launch, assistant: Assistant) -> HttpResponse:
    """The frame of the assistant, with the visit in a cookie of its own and the course as a filter."""
    session = visits.begin()
    if platform.keeps_accounts and launched.subject:
        visits.sign_in(session, account(platform.issuer, launched.subject))
    user = visits.user_of(session)
    owners.ensure(user, session)
    session.save()
    query = {"pass": Pass(platform.framing_origins, user.pk).written()}
    language = launched.language.lower()[:2]
    if language in dict(settings.LANGUAGES):
        query["lang"] = language
    if course := course_of(launched, assistant, user):
        query["course"] = course
    response = HttpResponse(status=303)
    response["Location"] = f"{reverse('widget', args=[assistant.slug])}?{urlencode(query)}"
    visits.remember(response, visits.token_of(session), reverse("visit", args=[assistant.slug]))
    return response


def _platform(request: HttpRequest, pk: int | None = None, iss: str = "", client_id: str = "") -> LtiPlatform:
    """LaunchError where it is not registered; where it is, its pages may show what we say."""
    active = LtiPlatform.objects.filter(is_active=True)
    named = active.filter(issuer=iss, **({"client_id": client_id} if client_id else {}))
    found = list(active.filter(pk=pk) if pk else named)
    if len(found) != 1:
        raise LaunchError(_("This learning platform is not registered here. Tell whoever manages the site."))
    request.launched_from = found[0].framing_origins
    return found[0]


def _assistant(platform: LtiPlatform, launched: Launch) -> Assistant:
    active = Assistant.objects.filter(is_active=True)
    if launched.assistant:
        found = active.filter(slug=launched.assistant).first()
    else:
        found = active.filter(pk=platform.assistant_id).first() or active.first()
    if found is None:
        raise LaunchError(_("There is no assistant “%(name)s” here. Tell your teacher.") % {"name": launched.assistant})
    return found
