"""A topic alone, as typed into a search box ("grants"), is no question: what the documents say of it is offered."""

from collections.abc import Sequence

from chat.agent.answers.question_words import QuestionWords
from chat.agent.understanding.clarification import MAX_CHOICES, Missing
from knowledge.retrieval.config import Passage
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

MAX_WORDS = 2
"""with an article: "the grants" """
MIN_CHOICES = 2


def is_topic(text: str) -> bool:
    """One word that tells; a capital inside or a digit would make it a name or a code."""
    telling = [word for word in words(text) if fold(word) not in STOPWORDS]
    if "?" in text or len(text.split()) > MAX_WORDS or len(telling) != 1:
        return False
    return telling[0].isalpha() and telling[0][1:] == telling[0][1:].lower()


def missing_topic(asked: str, found: Sequence[Passage]) -> Missing | None:
    """What of a topic may be meant: documents whose titles say it, and sections whose headings do; None where the
    documents leave no choice."""
    topic = QuestionWords(asked)
    choices = dict.fromkeys(_label(topic, passage) for passage in found if topic.said(topic.above(passage)))
    if not is_topic(asked) or len(choices) < MIN_CHOICES:
        return None
    return Missing("topic", tuple(choices)[:MAX_CHOICES])


def _label(topic: QuestionWords, passage: Passage) -> str:
    is_titled = topic.coverage(passage.title, passage.language) == 1
    return passage.title if is_titled or not passage.section else f"{passage.section} ({passage.title})"
