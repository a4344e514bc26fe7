"""Sources that the reader of an old answer may not open any more: neither their quotes nor what the answer says by them
are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chat import rendering
from chat.models import Citation, Message
from knowledge.catalogue.entries import EntryName
from knowledge.models import Document


@dataclass(frozen=True)
class Shown:
    """Of an answer, what its owner may read today."""

    text: str
    citations: Sequence[Citation]


def shown(message: Message) -> Shown:
    citations = list(message.citations.all())
    open_ids = _open(message, citations)
    kept = [cited for cited in citations if cited.document_id in open_ids or _is_entry(cited)]
    withheld = {cited.number for cited in citations} - {cited.number for cited in kept}
    return Shown(without(message.text, withheld) if withheld else message.text, kept)


def without(text: str, withheld: Collection[int]) -> str:
    """The Markdown, with a note in place of each block that cites one of these."""
    said = _("What stood here was quoted from a document that you cannot open any more.")
    note, written = f"*{said}*", list[str]()
    for block, _html in rendering.pieces(text):
        kept = note if rendering.cited(block) & set(withheld) else block
        if kept != note or written[-1:] != [note]:
            written.append(kept)
    return "\n\n".join(written)


def _open(message: Message, citations: Sequence[Citation]) -> set[int]:
    wanted = {cited.document_id for cited in citations if cited.document_id}
    if not wanted:
        return set()
    readable = Document.objects.reachable_by(message.conversation.user).filter(pk__in=wanted)
    return set(readable.values_list("pk", flat=True))


def _is_entry(cited: Citation) -> bool:
    """Of the catalogue, which is public."""
    return cited.document_id is None and EntryName.parse(cited.document_name) is not None
