"""What a question for a summary is about, without the words that ask for one."""

import re

_ASKING = re.compile(
    r"\b(?:(?:puedes|podes|puede|pode|can you|could you|please|por favor|faime|fai|haz|hazme|dame|dime|"
    r"give me|make)\s+){0,6}"
    r"(?:(?:un|unha|una|o|el|a|an|the)\s+)?(?:breve\s+|short\s+|brief\s+)?"
    r"(?:res[uú]m\w+|s[ií]ntesis|s[ií]ntese|summar\w+|overview|panor[aá]mica|(?:puntos|ideas) principa\w+|"
    r"(?:main|key) points|expl[ií]came todo|en li[ñn]as xerais|en l[ií]neas generales)\b"
    r"(?:\s+(?:de|del|do|da|dos|das|of|sobre|about|on|acerca de)\b)?",
    re.IGNORECASE,
)


def topic(question: str) -> str:
    """The question itself where nothing else is left."""
    rest = " ".join(_ASKING.sub(" ", question).split()).strip(" ¿?¡!.,:;")
    return rest or question
