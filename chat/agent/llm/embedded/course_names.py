"""What documents call a course, as people call it."""

from collections.abc import Iterable

from knowledge.catalogue import snapshot
from knowledge.catalogue.forms import forms
from knowledge.catalogue.words import name_words
from knowledge.language import LANGUAGES
from knowledge.retrieval.terms import fold


def course_names(labels: Iterable[str], language: str) -> tuple[str, ...]:
    """In the language where the catalogue has them in it, as the document says it otherwise; sorted, each once."""
    catalogue = snapshot.current()
    listed = [form for form in forms(catalogue) if form.kind == "course" and form.sort in ("code", "name", "alias")]
    codes = {form.words: form.key for form in listed}
    found: set[str] = set()
    for label in labels:
        names = catalogue.courses[codes[name_words(label)]].names if name_words(label) in codes else {}
        written = (names[one] for one in (language, *LANGUAGES) if one in names)
        found.add(next(written, label))
    return tuple(sorted(found, key=fold))
