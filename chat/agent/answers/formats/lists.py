"""A list of a document as one quotation: all its items, where the question asks for all of them."""

import re
from collections.abc import Sequence

from chat.agent.answers.coverage import Asked
from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import ITEM, cells, units
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold

FEWEST_ITEMS, MOST_ITEMS = 2, 12
MOST_WORDS = 170
# A list is taken where one of its items is so nearly as good as the best sentence; where its heading names what is
# asked for, it may be worse.
NEARLY, NEARLY_TITLED = 0.85, 0.65

_PLURALS = (
    r"cales|cuales|which are|what are|que (?:[a-zñ]+ ){0,2}?[a-zñ]{3,}[oae]s\b|which (?:[a-z]+ ){0,2}[a-z]{3,}s\b|"
    r"what (?!does|is|was|has)(?:[a-z]+ ){0,2}[a-z]{3,}s\b"
)
_STEPS = (
    r"pasos|steps|(?:procedement|procedimient|procedure|tramite)\w* (?:para|de|do|da|for|to|of)|"
    r"como (?:se |podo |puedo |hago |fago |me )*(?:pid[eo]|solicit[ao]|present[ao]|tramit[ao]|reclam\w*|inscrib\w*|"
    r"matricul\w*|renov\w*|pedi[rl]\w*|solicita\w*|presenta\w*|hace\w*|fai|facer|obte\w*|consig\w*|cambi\w*|modific\w*|"
    r"re[xg]istr\w*)|how (?:do|can|should|to) (?:i |we |one |you )?(?:apply|ask|request|register|enrol|claim|appeal|"
    r"renew|get|change|submit|obtain|book|complain)"
)
_ORDERED = re.compile(r"\s*\d{1,2}[.)]\s")
_PAPERS = r"document[oa]\w*|papeles|papeis|documentacion|requisitos?|requirements?|documents?|papers"
_HOW_TO = re.compile(rf"\b(?:{_STEPS})")
_WHOLE = re.compile(rf"\b(?:{_PAPERS}|todos? (?:os|los)|all the)\b|^\W*(?:{_PLURALS})")


def asks_for_a_list(question: str) -> bool:
    return bool(_WHOLE.search(fold(question)))


def asks_for_steps(question: str) -> bool:
    return bool(_HOW_TO.search(fold(question)))


def is_ordered(items: Sequence[Candidate]) -> bool:
    return bool(items) and all(_ORDERED.match(item.text) for item in items)


def list_of(candidate: Candidate) -> tuple[Candidate, ...]:
    """The items of the list that the candidate is one of, in order; none where it is too short or too long to quote."""
    found = units(candidate.passage.section_text)
    places = [place for place, (start, _end) in enumerate(found) if start == candidate.start]
    form = _form(candidate.text) if places else ""
    if not form:
        return ()
    text = candidate.passage.section_text
    first = last = places[0]
    while first and _form(text[slice(*found[first - 1])]) == form:
        first -= 1
    while last + 1 < len(found) and _form(text[slice(*found[last + 1])]) == form:
        last += 1
    items = tuple(Candidate(candidate.passage, *span, candidate.score) for span in found[first : last + 1])
    words = sum(len(item.text.split()) for item in items)
    return items if FEWEST_ITEMS <= len(items) <= MOST_ITEMS and words <= MOST_WORDS else ()


def best_list(asked: Asked, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Under a heading that names what is asked for, or where the question names nothing among the best sentences."""
    nearly = NEARLY if asked.focus is None else NEARLY_TITLED
    for candidate in candidates:
        if candidate.score < nearly * candidates[0].score:
            break
        items = list_of(candidate) if _is_titled(asked, candidate) else ()
        if items and not _singled_out(asked, items):
            return items
    return ()


def _is_titled(asked: Asked, candidate: Candidate) -> bool:
    return not asked.misses_focus(asked.found_in(candidate.passage.section, candidate.passage.language))


def _singled_out(asked: Asked, items: Sequence[Candidate]) -> bool:
    """One row by what its values say, one item by a name: then the others were not asked for."""
    said = [_said(asked, item) for item in items]
    return any(one - frozenset().union(*(other for other in said if other is not one)) for one in said)


def _said(asked: Asked, item: Candidate) -> frozenset[int]:
    passage = item.passage
    if ROW.match(item.text):
        return frozenset(asked.found_in(" ".join(value for _header, value in cells(item.text)), passage.language))
    known = asked.found_in(f"{passage.title} {passage.section}", passage.language)
    return (frozenset(asked.found_in(item.text, passage.language)) & asked.names) - frozenset(known)


def _form(text: str) -> str:
    """What the items of one list have in common: rows their headers, others that they are items."""
    if ROW.match(text):
        return " ".join(header for header, _value in cells(text))
    return "item" if ITEM.match(text) else ""
