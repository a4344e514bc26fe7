"""Where sentences start and end in Galician, Spanish and English text.

A line is never joined to the next one: paragraphs, list items and table rows each stand on a line of their own.
"""

import re

from knowledge.text.vocabulary import in_any

ROW = re.compile(r"\[(?!\d{1,3}\] )[^\[\]\n]++\] |[^\n]*? · \[[^\[\]\n]++\] ")
"""matches where a table row starts: `[header] value · [header] value`, its first header perhaps missing"""

_LINE = re.compile(r"[^\n\r\f\v\u2028\u2029]+")
_STOP = re.compile(r"(?<![.!?…])[.!?…]++[\"'»”’)\]*]*+[ \t\u00a0]+")
_WORD = re.compile(r"[^\s(\[«“\"'¿¡/,;:]+$")
_MARKER = re.compile(
    r"[ \t]*+(?:[-*•–—·▪◦‣]\s*+)?(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[IVXLivxl]{1,6}))?[.)]*[ \t]*+$"
)
_ARTICLE = re.compile(
    r"\W*(?:art[íi]culo|artigo|article|secci[óo]n|section|cap[íi]tulo|chapter|t[íi]tulo|anexo|annex|apartado|base|"
    r"disposici[óo]n \w+|paso|step)\s+(?:[\dIVXL]{1,5}(?:\.\d{1,3})*[.ºª°]*|[úu]nic[oa])(?:\s+(?:bis|ter))?$",
    re.IGNORECASE,
)
_OPENERS = "\"'«“‘([¿¡*—–-•"

# Never the end of a sentence: something always follows.
LEADING = in_any(lambda known: known.abbreviations)
# The end of a sentence, unless a number follows: "no. 5", "15 sept. 2024".
BEFORE_NUMBERS = in_any(lambda known: known.abbreviations_before_numbers)


def spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, without the blanks around it; in order, never overlapping, never empty."""
    found: list[tuple[int, int]] = []
    for line in _LINE.finditer(text):
        start, end = line.span()
        if not ROW.match(text, start):
            for stop in _STOP.finditer(text, start, end):
                if stop.end() < end and _ends_sentence(text, start, stop):
                    _add(found, text, start, stop.end())
                    start = stop.end()
        _add(found, text, start, end)
    return found


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in spans(text)]


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        found.append((start, end))


def _ends_sentence(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the sentence that began at `start` ends with the punctuation `stop`."""
    following = text[stop.end()]
    if not (following.isupper() or following.isdigit() or following in _OPENERS):
        return False
    if stop.group().rstrip(" \t\u00a0") != ".":
        return True
    return not (_is_abbreviation(text, start, stop.start(), following) or _is_label(text[start : stop.start()]))


def _is_abbreviation(text: str, start: int, end: int, following: str) -> bool:
    word = _WORD.search(text, max(start, end - 24), end)
    if word is None:
        return False
    letters = word.group()
    if len(letters) == 1 and letters.isalpha() and letters.isupper():
        return True
    lowered = letters.lower()
    return lowered in LEADING or (lowered in BEFORE_NUMBERS and following.isdigit())


def _is_label(before: str) -> bool:
    """`before` only numbers what follows: "1", "a", "- 2.3", "Artículo 12"."""
    return len(before) < 40 and bool(_MARKER.match(before) or _ARTICLE.match(before))
