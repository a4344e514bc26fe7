"""A collection's changes as an Atom feed: what the reader may see, so of whoever has not signed in what is public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from knowledge.following import wording
from knowledge.models import Collection, DocumentChange
from koalarag import visitors

MAX_ENTRIES = 50


@dataclass(frozen=True)
class Topic:
    collection: Collection
    reader: AbstractBaseUser | AnonymousUser


class ChangesFeed(Feed):
    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        visitors.spend_page(request)
        response = super().__call__(request, *args, **kwargs)
        response["Cache-Control"] = "private, max-age=600"
        return response

    def get_object(self, request: HttpRequest, slug: str) -> Topic:
        """Not there where no assistant reads it, but to whoever manages documents."""
        found = Collection.objects.filter(slug=slug)
        if not request.user.has_perm("knowledge.view_document"):
            found = found.filter(assistants__is_active=True).distinct()
        collection = found.first()
        if collection is None:
            raise Http404
        return Topic(collection, request.user)

    def title(self, topic: Topic) -> str:
        return gettext("Changes of “%s”") % topic.collection

    def link(self, topic: Topic) -> str:
        return reverse("changes-feed", args=[topic.collection.slug])

    def items(self, topic: Topic) -> Sequence[DocumentChange]:
        readable = DocumentChange.objects.readable_by(topic.reader).filter(document__collection=topic.collection)
        return list(readable.select_related("document").order_by("-published_at", "-pk")[:MAX_ENTRIES])

    def item_title(self, change: DocumentChange) -> str:
        return f"{change.document}: {wording.extent(change)}"

    def item_description(self, change: DocumentChange) -> str:
        listed = format_html_join("", "<li>{}</li>", ((line,) for line in wording.lines(change)))
        return format_html("<ul>{}</ul>", listed)

    def item_link(self, change: DocumentChange) -> str:
        return wording.path(change)

    def item_guid(self, change: DocumentChange) -> str:
        return f"change-{change.pk}"

    def item_updateddate(self, change: DocumentChange) -> datetime | None:
        return change.published_at

    def item_pubdate(self, change: DocumentChange) -> datetime | None:
        return change.published_at
