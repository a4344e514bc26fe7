"""What texts say of documents taking each other's place is proposed to staff; only they make it so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from knowledge.ingestion import intake
from knowledge.models import Document, Replacement, Section
from knowledge.text.dates import first_year
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold
from knowledge.versions.mentions import Mention, mentions, words

MIN_CONFIDENCE = 0.75
_NUMBER = re.compile(r"\b\d{1,4}/\d{2,4}\b")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MIN_WORDS = 2
# A fragment of each way to say it, for the database to find sections by, accents or not.
_HINTS = (
    "deroga",
    "sin efecto",
    "sen efecto",
    "sense efecte",
    "sust",
    "subst",
    "reempla",
    "repeal",
    "replac",
    "supersed",
)


@dataclass(frozen=True)
class Named:
    """A document by its title, folded."""

    document_id: int
    words: frozenset[str]
    """those of the title that tell it from others"""
    numbers: frozenset[str]
    years: frozenset[str]


def propose(document_ids: Iterable[int]) -> int:
    """For documents that were just read; returns how many replacements are new."""
    readable = Document.objects.current().present().filter(pk__in=list(document_ids))
    found = 0
    for document in readable.exclude(title=""):
        sections = document.sections.filter(reduce(or_, (Q(text__icontains=hint) for hint in _HINTS)))
        said = [mention for section in sections for mention in mentions(section)]
        if said:
            others = list(_others(document))
            found += sum(_note(document, mention, others) for mention in said)
    return found


def propose_all() -> int:
    """Of every document: what one names may have come in after it."""
    hints = reduce(or_, (Q(text__icontains=hint) for hint in _HINTS))
    return propose(Section.objects.filter(hints).values_list("document", flat=True).distinct())


def confirm(replacement: Replacement, user: AbstractBaseUser | None = None) -> None:
    old = replacement.old
    old.superseded_by = replacement.new
    intake.correct(old, ["superseded_by"])
    _decide(replacement, Replacement.State.CONFIRMED, user)


def reject(replacement: Replacement, user: AbstractBaseUser | None = None) -> None:
    """It is not proposed again; what was confirmed before is taken back."""
    old = replacement.old
    if replacement.state == Replacement.State.CONFIRMED and old.superseded_by_id == replacement.new_id:
        old.superseded_by = None
        intake.correct(old, ["superseded_by"])
    _decide(replacement, Replacement.State.REJECTED, user)


def _decide(replacement: Replacement, state: str, user: AbstractBaseUser | None) -> None:
    replacement.state, replacement.decided_by = state, user
    replacement.save(update_fields=["state", "decided_by"])


def _others(document: Document) -> Iterator[Named]:
    """Documents that it may speak of: others of its collection, in force or not."""
    rows = Document.objects.current().indexed().filter(collection=document.collection_id).exclude(pk=document.pk)
    for pk, title, published in rows.exclude(title="").values_list("pk", "title", "published_on"):
        told = fold(title)
        years = {str(published.year)} if published else set()
        yield Named(pk, _telling(told), frozenset(_NUMBER.findall(told)), frozenset({*_YEAR.findall(told), *years}))


def _telling(text: str) -> frozenset[str]:
    """What of a title names this rule and no other."""
    found = re.findall(r"[^\W\d_]{3,}", text)
    return frozenset(word for word in found if word not in words("common") and word not in STOPWORDS)


def _note(document: Document, mention: Mention, others: list[Named]) -> bool:
    scored = [(_confidence(other, part), other) for other in others for part in mention.named]
    best, other = max(scored, key=lambda item: item[0], default=(0.0, None))
    if other is None or best < MIN_CONFIDENCE or sum(score == best for score, _ in scored) > 1:
        return False
    pair = (other.document_id, document.pk) if mention.says == "replaces" else (document.pk, other.document_id)
    if _contradicts(*pair):
        return False
    _replacement, is_new = Replacement.objects.get_or_create(
        old_id=pair[0], new_id=pair[1],
        defaults={
            "sentence": mention.sentence, "stands_in": document, "page": mention.page, "confidence": round(best, 2)
        },
    )  # fmt: skip
    return is_new


def _contradicts(old_id: int, new_id: int) -> bool:
    """What is superseded already, or is younger than what would replace it."""
    old, new = Document.objects.in_bulk([old_id, new_id]).get(old_id), Document.objects.filter(pk=new_id).first()
    if old is None or new is None or old.superseded_by_id:
        return True
    years = [one.published_on.year if one.published_on else first_year(one.title) for one in (old, new)]
    return all(years) and years[0] > years[1]  # type: ignore[operator]


def _confidence(other: Named, part: str) -> float:
    """How surely a part of a sentence names the document: its number decides, else its words, and its year if named."""
    numbers = set(_NUMBER.findall(part))
    if other.numbers & numbers:
        return 1.0
    if other.numbers or len(other.words) < _MIN_WORDS:
        return 0.0
    found = set(re.findall(r"[^\W\d_]{3,}", part))
    share = len(other.words & found) / len(other.words)
    years = set(_YEAR.findall(part))
    if years and other.years:
        return share if years & other.years else 0.0
    return 0.85 * share
