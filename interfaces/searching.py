"""What a search of a program looks at, and how: the collections it names, as far as its owner may see them."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet

from interfaces import problems
from knowledge.catalogue.filtering import Filters, UnknownCourse, filtered
from knowledge.models import Collection, Document, visibilities_of
from knowledge.retrieval.config import Scope, SearchConfig

MAX_RESULTS = 50


def visible_collections(user: User) -> QuerySet[Collection]:
    """For whoever does not manage them, those with a document that may be seen: a name can tell something too."""
    if user.has_perm("knowledge.view_collection"):
        return Collection.objects.all()
    return Collection.objects.filter(pk__in=visible_documents(user).values("collection"))


def visible_documents(user: User) -> QuerySet[Document]:
    """And those that have been read, unless one manages them."""
    found = Document.objects.reachable_by(user)
    return found if user.has_perm("knowledge.view_document") else found.indexed()


def prepare(user: User, slugs: Sequence[str], filters: Filters) -> tuple[Scope, SearchConfig]:
    """All visible collections where none is named; a Problem where one of them, or the course, is not there."""
    visible = visible_collections(user)
    chosen = list(visible.filter(slug__in=slugs) if slugs else visible)
    if missing := set(slugs) - {collection.slug for collection in chosen}:
        raise problems.invalid(f"There is no collection “{min(missing)}”.")
    scope = Scope(tuple(collection.pk for collection in chosen), visibilities_of(user))
    try:
        scope = filtered(scope, filters)
    except UnknownCourse as error:
        raise problems.invalid(str(error)) from error
    return scope, SearchConfig(alpha=chosen[0].alpha) if chosen else SearchConfig()
