"""Which months a text speaks of, those between the two ends of a span included."""

import re

from knowledge.text.terms import fold

_NAMES = (
    "xaneiro enero january|febreiro febrero february|marzo march|abril april|maio mayo may|xuno junio june|"
    "xullo julio july|agosto august|setembro septiembre september|outubro octubre october|"
    "novembro noviembre november|decembro diciembre december"
)
NUMBERS = {name: number for number, names in enumerate(_NAMES.split("|")) for name in names.split()}
_MONTH = "|".join(NUMBERS)
# "May" is also a verb: as a month it is part of a span, or written with a capital.
_ONE = re.compile(rf"\b({_MONTH})\b")
_SPAN = re.compile(
    rf"\b({_MONTH})\b(?: de \d{{4}}| \d{{4}})?,? (?:a|ata|hasta|to|until|e|y|and|-|–) (?:o |el )?\b({_MONTH})\b"
)
_JOINED = re.compile(r" (?:e|y|and) ")


def months_in(text: str) -> frozenset[int]:
    """0 to 11."""
    folded = fold(text)
    found = {NUMBERS[name] for name in _ONE.findall(folded) if name != "may" or "May" in text}
    for span in _SPAN.finditer(folded):
        first, last = NUMBERS[span[1]], NUMBERS[span[2]]
        if not _JOINED.search(span[0]):
            found |= {(first + step) % 12 for step in range((last - first) % 12 + 1)}
    return frozenset(found)
