"""To a provider, and back from it."""

from __future__ import annotations

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from requests import RequestException

from koalarag import visitors
from koalarag.openid.protocol import StrictAdapter, StrictProvider
from koalarag.throttling import Limit

STEPS_PER_MINUTE = Limit(20)
"""of a visitor, there and back; each asks the provider something"""


@never_cache
@require_POST
def begin(request: HttpRequest, provider_id: str) -> HttpResponse:
    """A page that leads on at once. A redirect would not do: what a form may lead to, form-action of our own policy
    says, and a provider may lead on to others that nobody can list."""
    provider = _provider(request, provider_id)
    _count(request)
    try:
        answer = provider.redirect(request, AuthProcess.LOGIN, next_url=_own(request, request.POST.get("next", "")))
    except (OAuth2Error, RequestException) as error:
        return render_authentication_error(request, provider, exception=error)
    if "Location" not in answer:
        return answer
    known = {"provider": provider.configured, "address": answer["Location"]}
    return render(request, "chat/sign_in_elsewhere.html", known)


@never_cache
@require_GET
def callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    provider = _provider(request, provider_id)
    _count(request)
    try:
        return OAuth2CallbackView.adapter_view(StrictAdapter(request, provider_id))(request)
    except (OAuth2Error, RequestException) as error:  # of discovery, which allauth asks for before it expects any
        return render_authentication_error(request, provider, exception=error)


def _provider(request: HttpRequest, provider_id: str) -> StrictProvider:
    if provider_id not in [each.id for each in settings.OIDC_PROVIDERS]:
        raise Http404
    found: StrictProvider = get_adapter(request).get_provider(request, provider_id)
    return found


def _count(request: HttpRequest) -> None:
    visitors.spend(visitors.of(request), "sign in with", STEPS_PER_MINUTE)


def _own(request: HttpRequest, address: str) -> str:
    """Where to go on afterwards: on this site, or its first page."""
    is_own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if is_own else settings.LOGIN_REDIRECT_URL
