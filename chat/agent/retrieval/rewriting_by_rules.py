"""Another query for the same question, without a model: filler goes, the lexicon's words for the rest come."""

from collections.abc import Iterator

from chat.agent.state import Rewriting
from knowledge.retrieval import lexicon
from knowledge.retrieval.query import analyse
from knowledge.text.language import identify
from knowledge.text.terms import STEM_MARK

MAX_WORDS = 15


def rewrite(question: str) -> Rewriting:
    keywords = tuple(concept.word for concept in analyse(question))
    others = [word for word in dict.fromkeys(_otherwise(question)) if word not in keywords]
    words = [*keywords, *others][:MAX_WORDS]
    return Rewriting(" ".join(words), tuple(words), "only the words that carry meaning, and what else they are called")


def _otherwise(question: str) -> Iterator[str]:
    """As they are written in the other languages, the likeliest wording of each first."""
    for match in lexicon.matches(question, identify(question)):
        for wording in sorted(match.wordings, key=lambda wording: -wording.weight):
            for terms in wording.words:
                yield from (term for term in terms[:1] if not term.startswith(STEM_MARK))
