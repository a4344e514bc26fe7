"""Which courses of the catalogue a text names, or a name is of."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from knowledge.catalogue.forms import forms
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import name_words

Words = tuple[str, ...]


def names_course(text: str, codes: Collection[str], catalogue: Catalogue) -> bool:
    """In any of the forms that one of them is called by."""
    said = f" {' '.join(name_words(text))} "
    return any(
        f" {' '.join(words)} " in said
        for words, called_so in _forms_of_courses(catalogue).items()
        if not called_so.isdisjoint(codes)
    )


def called(name: str, catalogue: Catalogue) -> frozenset[str]:
    """Codes of the courses that are called so."""
    return _forms_of_courses(catalogue).get(name_words(name), frozenset())


@lru_cache(maxsize=2)
def _forms_of_courses(catalogue: Catalogue) -> Mapping[Words, frozenset[str]]:
    """What courses are called -> their codes. A few thousand courses take a fraction of a second, once."""
    found: dict[Words, set[str]] = {}
    for form in forms(catalogue):
        if form.kind == "course":
            found.setdefault(form.words, set()).add(form.key)
    return {words: frozenset(codes) for words, codes in found.items()}
