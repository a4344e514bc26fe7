"""What a question asks for by name, the word after its interrogative: which *office*, cantos *exemplares*."""

import re
from collections.abc import Sequence

from knowledge.text.terms import fold

_WORD = re.compile(r"\w[\w./:-]*\w|\w")
# Folded, with how many words after it may be the one that is asked for: "who" is often followed by a form of "be".
INTERROGATIVES = {
    **dict.fromkeys("que cual cales cuales cuanto cuanta cuantos cuantas canto canta cantos cantas".split(), 3),
    **dict.fromkeys("what which many much".split(), 3),
    **dict.fromkeys("quien quienes quen who".split(), 4),
}
# They say what kind of answer is wanted, which a text gives without the word: "until 12 June" is a date.
KINDS = frozenset(
    "tempo tiempo time hora horas hour hours dia dias day days data fecha date ano anos year years prazo plazo "
    "deadline numero number vez veces times cousa cosa thing xeito forma way".split()
)


def focus(question: str, concepts: Sequence[str]) -> int | None:
    """Index of the concept that is asked for; None where the question names none."""
    words = [fold(word) for word in _WORD.findall(question)]
    for place, word in enumerate(words):
        if word in INTERROGATIVES:
            after = words[place + 1 : place + 1 + INTERROGATIVES[word]]
            return next((concepts.index(one) for one in after if one in concepts and one not in KINDS), None)
    return None
