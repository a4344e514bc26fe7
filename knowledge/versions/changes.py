"""What a new version changed is noted when it becomes searchable, or, where it waits, when it has been read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone

from knowledge.models import Document, DocumentChange, FormerVersion, stricter
from knowledge.versions.clauses import SectionLike, clauses
from knowledge.versions.diff import Difference, compare, counted
from knowledge.versions.keeping import keep_former, keeps


def note(document: Document, sections: Iterable[SectionLike]) -> None:
    """In the transaction that stores these sections, while the old ones are still there."""
    if document.version_of_id and document.is_draft:
        _note_waiting(document, sections)
        return
    former = FormerVersion.objects.filter(document=document).first()
    if former is None or document.is_draft:
        return
    differences = compare(clauses(document.sections.all()), clauses(sections))
    if not differences:
        return
    shown = former.row["visibility"]
    kept = keep_former(document, former) if keeps(document) else None
    _change(document, differences, former=kept, visibility=stricter(shown, document.visibility), published=True)


def _note_waiting(proposed: Document, sections: Iterable[SectionLike]) -> None:
    document = Document.objects.get(pk=proposed.version_of_id)
    differences = compare(clauses(document.sections.all()), clauses(sections))
    DocumentChange.objects.filter(proposed=proposed).delete()
    visibility = stricter(document.visibility, proposed.visibility)
    _change(document, differences, proposed=proposed, visibility=visibility, published=False)


def _change(
    document: Document,
    differences: Sequence[Difference],
    *,
    visibility: str,
    published: bool,
    former: Document | None = None,
    proposed: Document | None = None,
) -> DocumentChange:
    return DocumentChange.objects.create(
        document=document, former=former, proposed=proposed, visibility=visibility, **counted(differences),
        state=DocumentChange.State.PUBLISHED if published else DocumentChange.State.WAITING,
        published_at=timezone.now() if published else None,
        differences=[difference.as_stored() for difference in differences],
    )  # fmt: skip
