"""A question about the version of a document before the one that holds: "what was it worth last year?"."""

import re

from chat.agent.understanding.wordings import any_of, word
from knowledge.text.terms import fold

_FORMER = any_of("versions", "former")
_BEFORE_IT = rf"(?:{any_of('followups', 'prepositions')}\s+)?(?:{any_of('followups', 'pointer_articles')}\s+)?"
_ALONE = re.compile(rf"(?:{any_of('followups', 'about')}\s+)?{_BEFORE_IT}{_FORMER}")
_ADDED = re.compile(rf"\({_BEFORE_IT}{_FORMER}\)")
_SAID, _WAS = word("versions", "former"), word("versions", "was")
_THIS_YEAR = re.compile(rf"(?<!\s)\s*+\b{any_of('versions', 'this_year')}\b", re.IGNORECASE)


def is_former(text: str) -> bool:
    """Whether a message says nothing else: "and the year before?" without its "and"."""
    return _ALONE.fullmatch(fold(text)) is not None


def asks_former(question: str) -> bool:
    """Whether it is asked of the former version: a continuation added it, or the question asks how things were."""
    folded = fold(question)
    return bool(_ADDED.search(folded)) or bool(_SAID.search(folded) and _WAS.search(folded))


def without_this_year(question: str) -> str:
    """The question without "this year", which a continuation takes the place of."""
    return _THIS_YEAR.sub("", question)
