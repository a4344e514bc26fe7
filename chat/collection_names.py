"""What a collection is called on the page: as the assistant that reads it alone, which has a name in each language."""

from __future__ import annotations

from collections.abc import Iterable

from chat.models import Assistant
from knowledge.models import Collection


def collection_names(collections: Iterable[Collection]) -> dict[str, str]:
    """Slug -> name for the reader; its own name where no assistant reads it alone, or several do."""
    names = {collection.slug: collection.name for collection in collections}
    readers: dict[str, list[Assistant]] = {}
    for assistant in Assistant.objects.filter(is_active=True).prefetch_related("texts", "collections"):
        slugs = [collection.slug for collection in assistant.collections.all()]
        if len(slugs) == 1 and slugs[0] in names:
            readers.setdefault(slugs[0], []).append(assistant)
    alone = {slug: found[0] for slug, found in readers.items() if len(found) == 1 and found[0].texts.all()}
    return names | {slug: assistant.text_in().name for slug, assistant in alone.items()}
