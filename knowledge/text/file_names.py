"""What a file's name says of its document beside the title: often whose it is, such as a university's acronym."""

import re

from knowledge.text.codes import codes, is_code
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

_MAX_WORDS = 8
_MIN_LETTERS, _MAX_LETTERS = 3, 20
# "GuiaDocente2024" is three pieces; so many without a word among them are a hash.
_MAX_PIECES, _WORD_LETTERS = 3, 4
_PIECE = re.compile(r"[^\W\d_a-zà-ÿ]?[a-zà-ÿ]+|[^\W\d_a-zà-ÿ]+(?![a-zà-ÿ])|\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")


def words_beside(stem: str, title: str) -> str:
    """Those of a name such as `usc-residencias-2014` that the title lacks, years and codes included ("cs381"); no other
    numbers, no hashes."""
    said = {*map(fold, words(title)), *codes(title)}
    found: dict[str, str] = {}
    for part in re.split(r"[\W_]+", stem):
        if is_code(part):
            found |= {code: part for code in (fold(part),) if code not in said}
            continue
        pieces = _PIECE.findall(part)
        if len(pieces) <= _MAX_PIECES or max(map(len, pieces)) >= _WORD_LETTERS:
            found |= {fold(piece): piece for piece in pieces if _tells(piece) and fold(piece) not in said}
    return " ".join(list(found.values())[:_MAX_WORDS])


def _tells(piece: str) -> bool:
    if piece.isdigit():
        return _YEAR.fullmatch(piece) is not None
    return _MIN_LETTERS <= len(piece) <= _MAX_LETTERS and fold(piece) not in STOPWORDS
