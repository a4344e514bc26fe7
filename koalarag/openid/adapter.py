"""Where django-allauth asks the site: which providers there are, and what is done at the end of a sign-in."""

from __future__ import annotations

import logging
import re
from typing import Any, NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthError
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponseRedirect
from requests import HTTPError, RequestException

from koalarag.openid import accounts
from koalarag.openid.id_token import NotTrusted
from koalarag.openid.problems import Problem, page

BACKEND = "django.contrib.auth.backends.ModelBackend"
SESSION_WITH_ROLES = 12 * 3600
"""seconds: what a provider gives it may take away, and that shows at the next sign-in alone"""

logger = logging.getLogger(__name__)


class SiteAdapter(DefaultSocialAccountAdapter):
    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Those of the settings alone, whatever the database has."""
        return [
            SocialApp(
                provider="openid_connect", provider_id=each.id, name=each.name, client_id=each.client_id,
                secret=each.client_secret, settings={"configured": each},
            )
            for each in settings.OIDC_PROVIDERS
            if provider in (None, "openid_connect", each.id)
        ]  # fmt: skip

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> NoReturn:
        """Ends the sign-in here: allauth's own ways to make and match accounts, and its pages, are not used."""
        provider, identity = sociallogin.provider.configured, sociallogin.provider.identity
        next_url = sociallogin.state.get("next", "")
        try:
            user = accounts.account_of(provider, identity)
        except accounts.NotLetIn:
            raise ImmediateHttpResponse(page(request, Problem.NOT_LET_IN, provider, next_url)) from None
        except accounts.SwitchedOff:
            raise ImmediateHttpResponse(page(request, Problem.SWITCHED_OFF, provider, next_url)) from None
        login(request, user, backend=BACKEND)
        request.session.set_expiry(SESSION_WITH_ROLES if identity.granted else None)
        raise ImmediateHttpResponse(HttpResponseRedirect(next_url or settings.LOGIN_REDIRECT_URL))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> NoReturn:
        context = extra_context or {}
        problem = _problem(error, exception, "state_id" in context)
        if exception or problem is Problem.REFUSED:
            said = _reason(exception) or request.GET.get("error", "")[:100]
            logger.warning("Sign-in with %s failed: %r", provider.configured.id, said)
        next_url = (context.get("state") or {}).get("next", "")
        raise ImmediateHttpResponse(page(request, problem, provider.configured, next_url))


def _problem(error: str | None, exception: Exception | None, is_without_state: bool) -> Problem:
    if isinstance(exception, NotTrusted):
        return Problem.NOT_TRUSTED
    if isinstance(exception, RequestException):
        return Problem.UNREACHABLE
    if error == AuthError.CANCELLED:
        return Problem.CANCELLED
    return Problem.OUTDATED if is_without_state else Problem.REFUSED


def _reason(exception: Exception | None) -> str:
    """For the log, without anything secret that a provider's answer may hold."""
    if isinstance(exception, NotTrusted):
        return str(exception)
    if isinstance(exception, HTTPError) and exception.response is not None:
        return f"status {exception.response.status_code}"
    if code := re.search(r'"error"\s*:\s*"(\w+)"', str(exception)):
        return code[1]
    return type(exception).__name__ if exception else ""
