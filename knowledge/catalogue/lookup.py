"""Who and what the catalogue has, by name: for the agent's tools, the API and answers about people and courses."""

from asgiref.sync import sync_to_async

from knowledge.catalogue import snapshot, statements
from knowledge.catalogue.forms import Kind
from knowledge.catalogue.matching import index_of
from knowledge.catalogue.snapshot import Catalogue, Origin
from knowledge.catalogue.statements import Statement
from knowledge.models import Document
from knowledge.retrieval.config import Scope


async def people(name: str, language: str = "es") -> tuple[Statement, ...]:
    """All who may be meant by a name, a surname or an identifier, misspelt or not; nobody where nobody is."""
    catalogue = await _current()
    keys = (name,) if name in catalogue.people else _meant(name, "person", catalogue)
    return tuple(statements.of_person(catalogue.people[key], catalogue, language) for key in keys)


async def courses(name: str = "", programme: str = "", language: str = "es") -> tuple[Statement, ...]:
    """Those that are called so (code, name in any language, alias), of a programme; without a name, all of it.

    UnknownProgramme where no programme is called so.
    """
    catalogue = await _current()
    keys = _meant(name, "course", catalogue) if name else tuple(catalogue.courses)
    if programme:
        wanted = set(_programmes(programme, catalogue))
        keys = tuple(key for key in keys if wanted & set(catalogue.courses[key].programmes))
    return tuple(statements.of_course(catalogue.courses[key], catalogue, language) for key in keys)


class UnknownProgramme(LookupError):
    """The message names those there are."""


async def document_of(origin: Origin, scope: Scope) -> int | None:
    """The document of the scope that the data were taken from, by its title or address; None where it has none."""
    return await sync_to_async(_document_of)(origin, scope)


async def _current() -> Catalogue:
    return await sync_to_async(snapshot.current)()


def _meant(name: str, kind: Kind, catalogue: Catalogue) -> tuple[str, ...]:
    hits = index_of(catalogue).hits(name)
    return tuple(dict.fromkeys(key for hit in hits if hit.kind == kind for key in hit.keys))


def _programmes(name: str, catalogue: Catalogue) -> tuple[str, ...]:
    found = _meant(name, "programme", catalogue)
    if not found:
        existing = ", ".join(
            f"{key} ({statements.in_language(entry.names, '')})" for key, entry in catalogue.programmes.items()
        )
        raise UnknownProgramme(f"There is no programme “{name}”. Existing: {existing or 'none yet'}.")
    return found


def _document_of(origin: Origin, scope: Scope) -> int | None:
    visible = Document.objects.indexed().filter(collection__in=scope.collections, visibility__in=scope.visibilities)
    found = visible.filter(url=origin.url) if origin.url else visible.filter(title=origin.source)
    pk: int | None = found.order_by("-indexed_at").values_list("pk", flat=True).first()
    return pk
