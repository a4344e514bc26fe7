"""Names in a question that no passage says: what the passages answer is then asked of something else."""

import re
from collections.abc import Collection, Sequence, Set
from urllib.parse import urlsplit

from chat.agent.answers.question_words import terms_of
from chat.agent.context import AgentContext
from chat.agent.retrieval.families import sources
from chat.agent.state import AgentState
from chat.agent.understanding.mentions import Mention, known
from chat.agent.understanding.wordings import any_of
from knowledge.catalogue import snapshot
from knowledge.catalogue.entries import is_entry
from knowledge.catalogue.naming import names_course
from knowledge.catalogue.scoping import labels
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.statements import in_language
from knowledge.models import Section
from knowledge.retrieval import lexicon
from knowledge.retrieval.config import Passage, Scope
from knowledge.text.dates import academic_years, named_years
from knowledge.text.initials import may_be_acronym, stands_for
from knowledge.text.language import LANGUAGES, identify
from knowledge.text.sentences import LEADING
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import STEM_MARK, fold, stem, words

_AROUND_YEAR = re.compile(r"(?<![\W_])[\W_]++(?=\d{4})|_(?=\D)")
"""in the name of a file: marks that would hide it"""
_WITHIN = re.compile(r"(?<=[A-Z])[A-Z][^\W\d_A-Z]{2,}")
"""a name in one word with an initial: UVigo"""
# What stands before the name of a course, folded.
_COURSE = re.compile(rf"\b{any_of('courses', 'course')} (?:{any_of('courses', 'called')} )?$")


def unsaid(state: AgentState, context: AgentContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the question that no passage says; and its courses that the best passage is not about, and its years
    where that is of another one, which leave it unanswered.

    None where a model reads the evidence, which knows synonyms, and of a comparison, which searches each side.
    """
    is_read_here = state["classification"].intent == "search" and "generator" not in context.models
    if not is_read_here or not state["ranked"] or state["sides"]:
        return (), ()
    codes, best = state["classification"].entities.codes, state["ranked"][0].passage
    names = unsaid_names(state["asked"], known(context.scope).mentions(state["asked"]), state["evidence"])
    if is_entry(best):
        return names, ()
    language = state["classification"].language
    courses = unsaid_courses(codes, best, context.scope, snapshot.current(), language)
    names, years = not_in_document(names, best), unsaid_years(state["asked"], best)
    if not is_of_one_year(best):
        names, years = (*names, *years), ()
    found = [one.language for one in state["evidence"]]
    # In another language a course may have a name that no lexicon has.
    called = called_courses(state["asked"], names) if 2 * found.count(language) >= len(found) else ()
    return tuple(name for name in names if name not in called), (*courses, *called, *years)


def unsaid_names(asked: str, mentions: Sequence[Mention], evidence: Collection[Passage]) -> tuple[str, ...]:
    """Those with a word that is in no passage, its headings or the rest of its section, in any of our languages.

    What the catalogue knows is left out, for it has other names; so are years, often said by a document's date alone.
    """
    named = [asked[mention.start : mention.end] for mention in mentions if mention.kind == "name"]
    if not named:
        return ()
    texts = [(f"{_named(one)}\n{one.section}\n{one.section_text}", one.language) for one in evidence]
    said = frozenset[str]().union(*(terms_of(*text) | _within(text[0]) for text in texts))
    addresses = " ".join({fold(f"{one.file_words} {urlsplit(one.url).netloc}") for one in evidence})
    missing = {name: _content(name) - _said(name, identify(asked), said) for name in named}
    return tuple(name for name, lacking in missing.items() if lacking and not _in_initials(name, asked, addresses))


def not_in_document(names: Sequence[str], passage: Passage) -> tuple[str, ...]:
    """The names with a word that stands nowhere in its document, in whichever of its sections. Reads the database.

    An organisation's name often stands once, on a cover or at the foot of a page that nobody would retrieve.
    """
    if not names:
        return ()
    texts = Section.objects.filter(document_id=passage.document_id).values_list("text", flat=True)
    said = {fold(word) for text in (_named(passage), *texts.iterator()) for word in (*words(text), *_within(text))}
    return tuple(name for name in names if not _content(name) <= said)


def unsaid_years(asked: str, passage: Passage) -> tuple[str, ...]:
    """The years that it names and the passage's document says nowhere, nor its title or date. Reads the database.

    None of a version that ended: it was chosen because it held then.
    """
    stated = words(f"{passage.title} {passage.file_words} {passage.academic_year} {passage.dated or ''}")
    years = {asked[one.start : one.end]: str(one.first) for one in named_years(asked) if str(one.first) not in stated}
    unsaid = not_in_document(tuple(years), passage) if passage.in_force else ()
    # What the question says in short the document may say in full.
    return tuple(one for one in unsaid if years[one] in one or not_in_document((years[one],), passage))


def is_of_one_year(passage: Passage) -> bool:
    """A guide or a calendar, of which each academic year has its own; what a rule says holds until it is replaced."""
    named = f"{passage.title} {_AROUND_YEAR.sub(' ', passage.document)}"
    return bool(passage.academic_year or academic_years(named))


def _named(passage: Passage) -> str:
    """What its document is called and whose it is."""
    return f"{passage.title}\n{passage.file_words}\n{passage.publisher}"


def called_courses(asked: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names that the question calls a course: what is said of another is no answer."""
    return tuple(name for name in names if _COURSE.search(fold(asked[: asked.find(name)])))


def _in_initials(name: str, asked: str, addresses: str) -> bool:
    """In the name of a file or a site, such as usc.gal, of what the question spells out: Universidade de Santiago de
    Compostela, of which the name may be a part."""
    initials = "".join(fold(word)[0] for word in words(name) if fold(word) not in STOPWORDS)
    acronyms = {word for word in words(addresses) if may_be_acronym(word) and initials and initials in word}
    return any(stands_for(acronym, asked) for acronym in acronyms)


def unsaid_courses(
    codes: Sequence[str], best: Passage, scope: Scope, catalogue: Catalogue, language: str
) -> tuple[str, ...]:
    """The courses that were named, where the passage that answers best is of another: none of them is named in its
    title or section, in any of its forms, nor is the document of any of them."""
    source = sources([best.document_id]).get(best.document_id) if codes else None
    if source is None or source.course in labels(codes, scope, catalogue):
        return ()
    if names_course(f"{best.title} / {best.section} / {best.section_text}", codes, catalogue):
        return ()
    return tuple(in_language(catalogue.courses[code].names, language) for code in codes)


def _content(name: str) -> set[str]:
    """Without titles, such as Dr and Sra."""
    return {fold(word) for word in words(name) if word.lower() not in LEADING} - STOPWORDS


def _within(text: str) -> set[str]:
    return set(map(fold, _WITHIN.findall(text)))


def _said(name: str, language: str, texts: Set[str]) -> set[str]:
    """The words of a name that the texts say, as they are or all of them as the lexicon has them."""
    own = {
        word
        for word in _content(name)
        if word in texts or any(STEM_MARK + stem(word, one) in texts for one in LANGUAGES)
    }
    translated = {
        word
        for match in lexicon.matches(name, language)
        if any(
            wording.words and all(not texts.isdisjoint(found) for found in wording.words) for wording in match.wordings
        )
        for word in match.source
    }
    return own | translated
