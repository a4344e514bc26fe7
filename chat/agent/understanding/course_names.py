"""What documents call a course, as people call it; and what people call a course, as documents do."""

import re
from collections.abc import Iterable

from knowledge.catalogue import snapshot
from knowledge.catalogue.forms import forms
from knowledge.catalogue.matching import Hit, index_of
from knowledge.catalogue.scoping import has_courses, labels
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import name_words
from knowledge.retrieval.config import Scope
from knowledge.text.language import LANGUAGES
from knowledge.text.terms import fold

_WORD = re.compile(r"[^\W_]+")


def course_names(called: Iterable[str], language: str) -> tuple[str, ...]:
    """In the language where the catalogue has them in it, as the document says it otherwise; sorted, each once."""
    catalogue = snapshot.current()
    listed = [form for form in forms(catalogue) if form.kind == "course" and form.sort in ("code", "name", "alias")]
    codes = {form.words: form.key for form in listed}
    found: set[str] = set()
    for label in called:
        names = catalogue.courses[codes[name_words(label)]].names if name_words(label) in codes else {}
        written = (names[one] for one in (language, *LANGUAGES) if one in names)
        found.add(next(written, label))
    return tuple(sorted(found, key=fold))


def as_documents_say(text: str, scope: Scope) -> str:
    """The question with its courses called as the documents of them are: "Databases" for "Bases de Datos"."""
    if not has_courses(scope):
        return text
    catalogue = snapshot.current()
    spans = [match.span() for match in _WORD.finditer(text)]
    for hit in reversed(index_of(catalogue).hits(text)):
        start, end = spans[hit.start][0], spans[hit.end - 1][1]
        text = text[:start] + _name(hit, text[start:end], scope, catalogue) + text[end:]
    return text


def _name(hit: Hit, said: str, scope: Scope, catalogue: Catalogue) -> str:
    """As it is said where it is no course, or not plain which, a code, or words by which a document calls it itself."""
    if hit.kind != "course" or len(hit.keys) > 1 or _is_code(said):
        return said
    called = labels(hit.keys, scope, catalogue)
    if not called or any(set(name_words(said)) <= set(name_words(label)) for label in called):
        return said
    names = catalogue.courses[hit.keys[0]].names.values()
    return next((name for name in names if name_words(name) == name_words(called[0])), called[0])


def _is_code(said: str) -> bool:
    return said[0].isdigit() or sum(map(str.isdigit, said)) > 1
