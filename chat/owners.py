"""Who a conversation belongs to: a user, or the visitor's session."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from chat.models import Conversation, Message

SESSION_KEY = "visitor"


@dataclass(frozen=True)
class Owner:
    """`visitor` is a secret kept in the session's data: it outlives the change of session key at sign-in."""

    user_id: int | None = None
    visitor: str = ""

    @property
    def is_known(self) -> bool:
        return bool(self.user_id or self.visitor)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of Conversation that make one this owner's."""
        return {"user_id": self.user_id, "session_key": "" if self.user_id else self.visitor}

    def conversations(self) -> QuerySet[Conversation]:
        if not self.is_known:
            return Conversation.objects.none()
        return Conversation.objects.filter(**self.fields)

    def messages(self) -> QuerySet[Message]:
        return Message.objects.filter(conversation__in=self.conversations())


def of(user: AbstractBaseUser | AnonymousUser, session: Any) -> Owner:
    visitor = session.get(SESSION_KEY, "")
    return Owner(user.pk, visitor) if user.is_authenticated else Owner(None, visitor)


def ensure(user: AbstractBaseUser | AnonymousUser, session: Any) -> Owner:
    """As `of`, but a new visitor gets a session, and who has signed in keeps what was asked before."""
    owner = of(user, session)
    if owner.user_id and owner.visitor:
        Conversation.objects.filter(user=None, session_key=owner.visitor).update(user_id=owner.user_id, session_key="")
        del session[SESSION_KEY]
    elif not owner.is_known:
        session[SESSION_KEY] = secrets.token_urlsafe(24)
    return of(user, session)
