"""Who calls, and whether they may: the one gate of every interface.

A token does what its owner may do: a scope opens a door, and the owner's permission is asked for behind it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from chat.owners import Owner
from interfaces import tokens
from interfaces.models import ApiToken, Scope
from interfaces.problems import Problem
from koalarag import throttling, visitors
from koalarag.visitors import Visitor


@dataclass(frozen=True)
class Rule:
    """What a route asks of its caller."""

    scopes: tuple[Scope, ...] = ()
    """one of them; none where any token will do"""
    permission: str = ""
    """of the token's owner, as app_label.codename"""


@dataclass(frozen=True)
class Caller:
    user: User
    token: ApiToken

    @property
    def visitor(self) -> Visitor:
        """Whose limits and budgets count."""
        return visitors.visitor(self.user, "", "")

    @property
    def owner(self) -> Owner:
        """Whose conversations are the caller's: the same as on the page."""
        return Owner(user_id=self.user.pk)


def admit(request: HttpRequest, rule: Rule) -> Caller:
    """A Problem of 401, 403 or 429 for whoever may not enter."""
    caller = identify(request.headers.get("Authorization", ""), request.META.get("REMOTE_ADDR", ""))
    require(caller, rule)
    return caller


def identify(authorization: str, address: str) -> Caller:
    """By the header; the request is counted. Guesses are counted by the address they come from."""
    scheme, _, secret = authorization.partition(" ")
    token = tokens.find(secret.strip()) if scheme.lower() == "bearer" and secret.strip() else None
    if token is None:
        limit = throttling.per_minute(settings.REQUESTS_PER_MINUTE, None)
        throttling.spend(f"api {throttling.network(address)}", limit)
        raise _unknown(given=bool(secret))
    throttling.spend(f"api user {token.user_id}", throttling.per_minute(settings.REQUESTS_PER_MINUTE, token.user))
    return Caller(token.user, token)


def require(caller: Caller, rule: Rule) -> None:
    if rule.scopes and not set(rule.scopes) & set(caller.token.scopes):
        raise Problem(403, "scope_missing", f"This token has not the scope {_either(rule.scopes)}.")
    if rule.permission and not caller.user.has_perm(rule.permission):
        raise Problem(403, "permission_denied", f"The token's owner may not do this ({rule.permission}).")


def spend_texts(caller: Caller, number: int) -> None:
    """Texts to embed, each counted as a request; the first was counted when the request came in."""
    if number > 1:
        limit = throttling.per_minute(settings.REQUESTS_PER_MINUTE, caller.user)
        throttling.spend(f"api user {caller.user.pk}", limit, number - 1)


def _unknown(*, given: bool) -> Problem:
    detail = "This token is not valid, or not any more." if given else "Send a token: “Authorization: Bearer koala_…”."
    return Problem(401, "unauthenticated", detail, headers={"WWW-Authenticate": 'Bearer realm="koalarag"'})


def _either(scopes: Collection[str]) -> str:
    return " or ".join(f"“{scope}”" for scope in scopes)
