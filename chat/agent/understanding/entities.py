"""What a question names, read from its words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.catalogue import snapshot
from knowledge.catalogue.matching import Hit, index_of
from knowledge.catalogue.scoping import has_courses, labels
from knowledge.catalogue.scoping import narrowed as narrowed_to
from knowledge.catalogue.snapshot import Catalogue
from knowledge.retrieval.config import Scope
from knowledge.text.dates import academic_years


@dataclass(frozen=True)
class Entities:
    course: str = ""
    """code of the catalogue"""
    courses: tuple[str, ...] = ()
    """codes of all that may be meant, where it is not clear which"""
    several: tuple[str, ...] = ()
    """codes of the courses named, where more than one is, as in a comparison"""
    person: str = ""
    """identifier in the catalogue"""
    people: tuple[str, ...] = ()
    """identifiers of all that may be meant, where it is not clear who"""
    programme: str = ""
    """code of the catalogue"""
    academic_year: str = ""
    """named in the question, as 2025-2026"""

    @property
    def codes(self) -> tuple[str, ...]:
        """Of all courses that are named, or may be meant."""
        return (self.course,) if self.course else self.courses or self.several


def academic_year(text: str) -> str:
    """ "2025-2026" for 2025-2026, 2025/26 or 2025-26; nothing where no academic year is named, or two are."""
    found = set(map(str, academic_years(text)))
    return found.pop() if len(found) == 1 else ""


def resolve(question: str, scope: Scope) -> Entities:
    """What the question names of the catalogue; the academic year alone where no document in the scope has a course.

    Reads the database, as `narrowed` does.
    """
    if not has_courses(scope):
        return Entities(academic_year=academic_year(question))
    catalogue = snapshot.current()
    found = find(question, catalogue)
    if found.courses and not labels(found.courses, scope, catalogue):
        return replace(found, courses=())  # which of them is meant makes no difference here
    return found


def narrowed(scope: Scope, entities: Entities) -> Scope:
    """The scope to search: without other courses where it has documents of those named, else as it is."""
    return narrowed_to(scope, entities.codes, snapshot.current())


def find(question: str, catalogue: Catalogue) -> Entities:
    """A few tenths of a millisecond, however large the catalogue, once its index is built."""
    hits = index_of(catalogue).hits(question)
    programmes = {key for keys in _named(hits, "programme") for key in keys}
    programme = programmes.pop() if len(programmes) == 1 else ""
    named = _named([_of_programme(hit, programme, catalogue) for hit in hits], "course")
    certain = tuple(dict.fromkeys(keys[0] for keys in named if len(keys) == 1))
    unclear = tuple(dict.fromkeys(key for keys in named if not set(keys) & set(certain) for key in keys))
    person, people = _who(_named(hits, "person"), certain, catalogue)
    return Entities(
        course=certain[0] if len(certain) == 1 and not unclear else "",
        courses=(*certain, *unclear) if unclear else (),
        several=certain if len(certain) > 1 and not unclear else (),
        person=person,
        people=people,
        programme=programme,
        academic_year=academic_year(question),
    )


def _named(hits: Sequence[Hit], kind: str) -> list[tuple[str, ...]]:
    return [hit.keys for hit in hits if hit.kind == kind]


def _of_programme(hit: Hit, programme: str, catalogue: Catalogue) -> Hit:
    """Of several courses of one name, those of the programme that is named too."""
    if hit.kind != "course" or not programme or len(hit.keys) == 1:
        return hit
    keys = tuple(key for key in hit.keys if programme in catalogue.courses[key].programmes)
    return replace(hit, keys=keys or hit.keys)


def _who(named: Sequence[tuple[str, ...]], courses: Sequence[str], catalogue: Catalogue) -> tuple[str, tuple[str, ...]]:
    """The person, or those that may be meant: of several of one name, those who teach a course that is named too."""
    meant = tuple(dict.fromkeys(key for keys in named for key in keys))
    if len(meant) > 1 and len(named) == 1:
        teaching = tuple(key for key in meant if set(catalogue.people[key].courses) & set(courses))
        meant = teaching or meant
    return (meant[0], ()) if len(meant) == 1 else ("", meant)
