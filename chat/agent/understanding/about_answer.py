"""Messages that ask of the answer before them and of nothing else: "are you sure?", "where did you get that?", "in
English, please"."""

import re
from typing import Literal, cast

from chat.agent.understanding.small_talk import small_talk
from chat.agent.understanding.wordings import any_of, table, word
from knowledge.text.terms import fold

About = Literal["source", "certainty", "simpler", "passed", "again", "language", ""]
"""what of it is asked: where it stands, whether it holds, the same in fewer words, whether its dates are past, the same
again, the same in another language"""

_PATTERNS = {
    topic: re.compile(
        rf"(?:{any_of('about_answer', 'before')} )*{any_of('about_answer', topic)}"
        rf"(?: {any_of('about_answer', 'after')})*"
    )
    for topic in ("source", "certainty", "simpler", "passed")
}
_INTO = re.compile(
    rf"(?:{any_of('about_answer', 'in_language')} )*{any_of('about_answer', 'into')} (?P<language>\w+)"
    rf"(?: {any_of('about_answer', 'in_language')})*(?: {any_of('about_answer', 'after')})?"
)
_TODAY = word("about_answer", "today")
_LANGUAGES = {name: language for language, names in table("languages").items() for name in names}


def about_answer(text: str) -> About:
    """Empty for a message that says anything else."""
    said = _words(text)
    if small_talk(text):
        return "again" if small_talk(text) == "repeat" else ""
    if language_wanted(text):
        return "language"
    return next((cast(About, topic) for topic, pattern in _PATTERNS.items() if pattern.fullmatch(said)), "")


def depends_on_today(question: str) -> bool:
    """Whether its answer is another on another day: "when is the next payment?"."""
    return bool(_TODAY.search(_words(question)))


def language_wanted(text: str) -> str:
    """gl, es or en, where a message asks for nothing but the same in that language."""
    found = _INTO.fullmatch(_words(text))
    return _LANGUAGES.get(found["language"], "") if found else ""


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text)))
