"""Whether a text names a course of the catalogue."""

from collections.abc import Collection

from knowledge.catalogue.forms import forms
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import name_words


def names_course(text: str, codes: Collection[str], catalogue: Catalogue) -> bool:
    """In any of the forms that one of them is called by."""
    said = f" {' '.join(name_words(text))} "
    called = (form.words for form in forms(catalogue) if form.kind == "course" and form.key in codes)
    return any(f" {' '.join(words)} " in said for words in called)
