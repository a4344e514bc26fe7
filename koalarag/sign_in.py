"""Signing in: guessing is limited, and nobody can lock somebody else out by it.

Tries are counted by account and address, and by address; before the password is looked at, which takes the processor
half a second. A device on which somebody has signed in to the account before has tries of its own, which no stranger
can use up. An account at which many addresses guess leaves each new address a single try for a while: enough for its
owner, who knows the password.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import views
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from koalarag import throttling
from koalarag.throttling import Limit, TooOften

TRIES = Limit(10, 900)
"""of an address, or of a known device, at one account"""
TRIES_OF_ATTACKED = Limit(1, 900)
"""of an address at an account that is being guessed at"""
TRIES_OF_ADDRESS = Limit(100, 900)
"""at all accounts together"""
GUESSED_AT = Limit(100, 3600)
"""failures at one account, from wherever: beyond that it is being guessed at"""
COOKIE = "device"
COOKIE_SECONDS = 365 * 24 * 3600
MAX_ACCOUNTS = 20
"""that a device remembers"""
_NOT_YOURS = _(
    "You are signed in as %(name)s, and that account may not open this page. Sign in with another one, or ask whoever "
    "runs this site."
)


@dataclass(frozen=True)
class Device:
    """What the browser's cookie says, which we signed."""

    id: str
    accounts: tuple[str, ...] = ()

    @classmethod
    def of(cls, request: HttpRequest) -> Device:
        try:
            known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS)
            return cls(str(known["id"]), tuple(known["accounts"]))
        except (signing.BadSignature, KeyError, TypeError):
            return cls(secrets.token_hex(16))

    def remember(self, account: str, response: HttpResponse) -> None:
        accounts = (account, *(each for each in self.accounts if each != account))[:MAX_ACCOUNTS]
        response.set_cookie(
            COOKIE, signing.dumps({"id": self.id, "accounts": accounts}, salt=COOKIE), max_age=COOKIE_SECONDS,
            secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
        )  # fmt: skip


@dataclass(frozen=True)
class Try:
    """One attempt, counted."""

    counted: tuple[tuple[str, Limit], ...]

    def was_right(self) -> None:
        for key, limit in self.counted:
            throttling.charge(key, limit, -1)


def account_of(name: str) -> str:
    """What an account's counters are called by, whether it exists or not."""
    return hashlib.sha256(name.strip().casefold().encode("utf-8", "replace")).hexdigest()[:32]


def begin(request: HttpRequest, name: str) -> Try:
    """TooOften, with nothing counted, where the password is not to be looked at."""
    account, device = account_of(name), Device.of(request)
    guessed_at = f"sign-in account {account}"
    if account in device.accounts:
        counted = [(f"sign-in device {device.id} {account}", TRIES)]
    else:
        address = throttling.network(request.META.get("REMOTE_ADDR", ""))
        calm = throttling.has_room(guessed_at, GUESSED_AT)
        counted = [
            (f"sign-in {address} {account}", TRIES if calm else TRIES_OF_ATTACKED),
            (f"sign-in {address}", TRIES_OF_ADDRESS),
        ]
    with transaction.atomic():
        for key, limit in counted:
            throttling.spend(key, limit)
        throttling.charge(guessed_at, GUESSED_AT, 1)
    return Try((*counted, (guessed_at, GUESSED_AT)))


class SignInForm(AuthenticationForm):
    refused: TooOften | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.OIDC_PROVIDERS:
            # The browser would scroll past what stands above: why a provider refused, and the buttons for each.
            del self.fields["username"].widget.attrs["autofocus"]

    def clean(self) -> dict[str, Any]:
        try:
            counted = begin(self.request, self.cleaned_data.get("username") or "")
        except TooOften as error:
            self.refused = error
            raise ValidationError(error.told, code="too_often") from error
        cleaned: dict[str, Any] = super().clean()
        counted.was_right()
        return cleaned


class SignInView(views.LoginView):
    template_name = "chat/sign_in.html"
    authentication_form = SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = {**super().get_context_data(**kwargs), "providers": settings.OIDC_PROVIDERS}
        user = self.request.user
        if user.is_authenticated and shown.get("next"):
            shown["problem"] = _NOT_YOURS % {"name": user.get_full_name() or user.get_username()}
        return shown

    def form_valid(self, form: SignInForm) -> HttpResponse:
        user: AbstractBaseUser = form.get_user()
        response = super().form_valid(form)
        Device.of(self.request).remember(account_of(user.get_username()), response)
        return response

    def form_invalid(self, form: SignInForm) -> HttpResponse:
        response = super().form_invalid(form)
        if form.refused:
            response.status_code = 429
            response["Retry-After"] = str(form.refused.retry_after)
        return response


def page(request: HttpRequest, problem: str, status: int, next_url: str) -> HttpResponse:
    """The sign-in page for somebody who has tried to sign in elsewhere, and why he could not."""
    shown = {
        "form": SignInForm(request),
        "providers": settings.OIDC_PROVIDERS,
        "problem": problem,
        "next": next_url,
        "stay_at": resolve_url(
            settings.LOGIN_URL
        ),  # in another language, too: where this is shown it cannot be asked for
    }
    return render(request, SignInView.template_name, shown, status=status)


@never_cache
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """The administration has no door of its own, which would have no limits."""
    wanted = request.GET.get("next") or f"{settings.FORCE_SCRIPT_NAME or ''}/admin/"
    return views.redirect_to_login(wanted)
