"""Messages that need no search of their own: greetings, thanks, and those that ask of the answer before them and of
nothing else, "are you sure?", "where did you get that?", "in English, please"."""

import re
from typing import Literal, cast

from chat.agent.understanding.wordings import any_of, plain, table, word

About = Literal["source", "certainty", "simpler", "passed", "again", "language", ""]
"""what of it is asked: where it stands, whether it holds, the same in fewer words, whether its dates are past, the same
again, the same in another language"""

# Also more than one of a kind: "ok, perfect".
_SMALL_TALK = {
    topic: re.compile(rf"{any_of('small_talk', topic)}(?: {any_of('small_talk', topic)})*")
    for topic in table("small_talk")
}
_ASIDE = re.compile(rf"^{any_of('courtesy', 'before')}[\s,.!]+")
_ABOUT = {
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


def small_talk(text: str) -> str:
    """Its topic; empty for a question. A greeting before something else is courtesy, not small talk."""
    said = plain(text)
    rest = _ASIDE.sub("", said)
    for part in (said, rest):
        for topic, pattern in _SMALL_TALK.items():
            if pattern.fullmatch(part):
                return topic
    return "greeting" if not rest else ""


def about_answer(text: str) -> About:
    """Empty for a message that says anything else."""
    said = plain(text)
    if small_talk(text):
        return "again" if small_talk(text) == "repeat" else ""
    if language_wanted(text):
        return "language"
    return next((cast(About, topic) for topic, pattern in _ABOUT.items() if pattern.fullmatch(said)), "")


def depends_on_today(question: str) -> bool:
    """Whether its answer is another on another day: "when is the next payment?"."""
    return bool(_TODAY.search(plain(question)))


def language_wanted(text: str) -> str:
    """gl, es or en, where a message asks for nothing but the same in that language."""
    found = _INTO.fullmatch(plain(text))
    return _LANGUAGES.get(found["language"], "") if found else ""
