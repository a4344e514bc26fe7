"""Who follows what, and the way out, which needs no sign-in."""

from __future__ import annotations

from typing import Literal

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from knowledge.models import Document, Follow

What = Literal["document", "collection"]
_SIGNER = Signer(salt="knowledge.following")


def may_follow(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whoever can be sent a mail that says how to end it."""
    return bool(user.is_authenticated and getattr(user, "email", "") and settings.SITE_URL)


def followed(user: AbstractBaseUser | AnonymousUser, document: Document) -> set[What]:
    """Which of the two he follows: the document, its collection."""
    if not user.is_authenticated:
        return set()
    found = Follow.objects.filter(Q(document=document) | Q(collection=document.collection_id), user=user)
    return {"document" if document_id else "collection" for document_id in found.values_list("document", flat=True)}


def follow(user: AbstractBaseUser, document: Document, what: What) -> None:
    """The document, or its whole collection; again changes nothing."""
    Follow.objects.get_or_create(
        user=user, **_topic(document, what), defaults={"language": (get_language() or "en")[:2]}
    )


def unfollow(user: AbstractBaseUser, document: Document, what: What) -> None:
    Follow.objects.filter(user=user, **_topic(document, what)).delete()


def _topic(document: Document, what: What) -> dict[str, object]:
    return {"document": document} if what == "document" else {"collection": document.collection}


def token(user: AbstractBaseUser) -> str:
    """What a mail's link has, so that whoever reads the mail can end it without signing in."""
    return _SIGNER.sign(str(user.pk))


def of_token(signed: str) -> QuerySet[Follow] | None:
    """All that its owner follows; None where it is none of ours, or he is gone."""
    try:
        pk = int(_SIGNER.unsign(signed))
    except (BadSignature, ValueError):
        return None
    user = get_user_model().objects.filter(pk=pk).first()
    return None if user is None else Follow.objects.filter(user=user).select_related("user", "document", "collection")
