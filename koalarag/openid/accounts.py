"""Whose account somebody signs in to who comes from a provider: by subject, and by verified e-mail where configured."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import count

from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User
from django.db import transaction

from koalarag import places, roles
from koalarag.openid.configuration import GRANTED, Claims, Provider

MAX_USERNAME = 140
"""letters of it, so that a number fits behind"""


class NotLetIn(Exception):
    """The provider says nothing of him that this site is open to."""


class SwitchedOff(Exception):
    """His account here is not active."""


@dataclass(frozen=True)
class Identity:
    """What a provider says of somebody, verified."""

    subject: str
    username: str
    first_name: str
    last_name: str
    email: str
    """empty where the provider has not verified it: then anybody may have written it"""
    roles: frozenset[str]

    @classmethod
    def of(cls, provider: Provider, claims: Claims) -> Identity:
        def text(name: str) -> str:
            return value.strip() if isinstance(value := claims.get(name), str) else ""

        first, _space, last = text("name").partition(" ")
        email = text("email") if claims.get("email_verified") is True else ""
        return cls(
            subject=claims["sub"],
            username=text("preferred_username") or email.partition("@")[0],
            first_name=(text("given_name") or first)[:150],
            last_name=(text("family_name") or last)[:150],
            email=email[:254],
            roles=frozenset(provider.roles_of(claims)),
        )

    @property
    def granted(self) -> frozenset[str]:
        return self.roles.intersection(GRANTED)


def account_of(provider: Provider, identity: Identity) -> User:
    """Found, or made; with the roles that the provider gives now."""
    if not provider.lets_in(identity.roles):
        raise NotLetIn
    with transaction.atomic():
        places.lock("accounts of providers")  # of two first sign-ins at once, one waits for the other's account
        user = _by_subject(provider, identity)
        if user is None:
            user = _by_email(provider, identity) or _made(identity)
            kept = {"roles": sorted(identity.roles)}
            SocialAccount.objects.create(user=user, provider=provider.id, uid=identity.subject, extra_data=kept)
        if not user.is_active:
            raise SwitchedOff
        _correct(user, identity)
        if provider.roles:
            roles.assign(user, identity.granted)
    return user


def _by_subject(provider: Provider, identity: Identity) -> User | None:
    known = SocialAccount.objects.filter(provider=provider.id, uid=identity.subject)
    account = known.select_related("user").first()
    return account.user if account else None


def _by_email(provider: Provider, identity: Identity) -> User | None:
    """The one account that was made here with this address and is linked to nobody of a provider yet. Never a
    superuser's: whoever runs the provider would run the site."""
    if not provider.match_email or not identity.email:
        return None
    found = list(User.objects.filter(email__iexact=identity.email, socialaccount=None)[:2])
    return found[0] if len(found) == 1 and not found[0].is_superuser else None


def _made(identity: Identity) -> User:
    return User.objects.create_user(_free_username(identity.username))


def _correct(user: User, identity: Identity) -> None:
    """Names change; what the provider does not tell stays."""
    told = {"first_name": identity.first_name, "last_name": identity.last_name, "email": identity.email}
    for field, value in told.items():
        if value:
            setattr(user, field, value)
    user.save(update_fields=list(told))


def _free_username(wanted: str) -> str:
    """As the provider has it, or with a number behind: nobody gets an account by having its name elsewhere."""
    base = re.sub(r"[^\w.@+-]", "", unicodedata.normalize("NFKC", wanted))[:MAX_USERNAME] or "user"
    similar = User.objects.filter(username__istartswith=base).values_list("username", flat=True)
    taken = {name.casefold() for name in similar}
    names = (f"{base}{number if number > 1 else ''}" for number in count(1))
    return next(name for name in names if name.casefold() not in taken)
