"""What a question for a summary is about, without the words that ask for one."""

import re

from chat.agent.understanding.wordings import any_of

_PLEASE, _ARTICLE, _SHORT, _SUMMARY, _OF = (
    any_of("summaries", key) for key in ("please", "article", "short", "summary", "of")
)
_ASKING = re.compile(
    rf"\b(?:{_PLEASE}\s+){{0,6}}(?:{_ARTICLE}\s+)?(?:{_SHORT}\s+)?{_SUMMARY}\b(?:\s+{_OF}\b)?", re.IGNORECASE
)


def topic(question: str) -> str:
    """The question itself where nothing else is left."""
    rest = " ".join(_ASKING.sub(" ", question).split()).strip(" ¿?¡!.,:;")
    return rest or question
