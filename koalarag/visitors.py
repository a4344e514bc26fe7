"""Who does something on the site, as limits count him: by account, or by session and address."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.http import HttpRequest

from koalarag import throttling
from koalarag.roles import Role, role_of
from koalarag.throttling import Limit

# So many visitors who have not signed in may share an address, such as that of a computer room.
SHARED_BY = 10


@dataclass(frozen=True)
class Visitor:
    role: Role
    user_id: int | None = None
    session: str = ""
    """of one who has not signed in, hashed; empty where he has none"""
    address: str = ""

    @property
    def key(self) -> str:
        """Whom a budget belongs to."""
        if self.user_id:
            return f"user {self.user_id}"
        return f"visitor {self.session}" if self.session else f"address {self.address}"

    def counters(self) -> Iterator[tuple[str, int]]:
        """Each counter that he is counted on, and by how much its limit is larger. A visitor makes as many sessions as
        he likes, so his address counts too."""
        if self.user_id or self.session:
            yield self.key, 1
        if not self.user_id and self.address:
            yield f"address {self.address}", SHARED_BY


def visitor(user: AbstractBaseUser | AnonymousUser | None, session: str, address: str) -> Visitor:
    """`session` is what tells one visitor from another, such as a cookie's value: it is kept hashed."""
    if user is not None and user.is_authenticated:
        return Visitor(role_of(user), user.pk)
    hashed = hashlib.sha256(session.encode()).hexdigest()[:32] if session else ""
    return Visitor("anonymous", None, hashed, throttling.network(address))


def of(request: HttpRequest) -> Visitor:
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return visitor(request.user, session, request.META.get("REMOTE_ADDR", ""))


def spend(who: Visitor, what: str, limit: Limit, cost: int = 1) -> None:
    """TooOften, with nothing counted, where one of his counters has no room."""
    with transaction.atomic():
        for key, times in who.counters():
            throttling.spend(f"{what} {key}", limit * times, cost)


def spend_page(request: HttpRequest) -> None:
    """For a page that takes work: a search, a source that is opened, a picture that is drawn."""
    who = of(request)
    spend(who, "page", Limit(settings.PAGES_PER_MINUTE[who.role]))


def spend_uploads(user: AbstractBaseUser | AnonymousUser, number: int) -> None:
    who = visitor(user, "", "")
    spend(who, "upload", Limit(settings.UPLOADS_PER_HOUR[who.role], 3600), number)
