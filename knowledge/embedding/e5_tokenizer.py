"""XLM-R's tokenizer: the likeliest split of each word into pieces of the vocabulary (Kudo 2018, unigram model).

Our own, because the package tokenizers spends 260 MB on a trie of 250,000 pieces, this one 50 MB. The ids are the same,
but that a "</s>" or "<mask>" which stands in a text is text.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from knowledge.embedding.e5_weights import Weights

START, PAD, END, UNKNOWN = range(4)
MAX_REMEMBERED_WORDS = 20_000

SPACE = "▁"
_WORD = re.compile("▁?[^▁]+|▁")
_SPACES = re.compile(" +")
# A character and what composes with it: marks, and the vowels and final consonants of Hangul.
_CLUSTER = re.compile("(?s).[\u0300-\u036f\u1160-\u11ff]*")
_REMOVED = [*range(0x1, 0x9), 0xB, *range(0xE, 0x20), 0x7F, 0x8F, 0x9F]
_SPACE_LIKE = [0x9, 0xA, 0xC, 0xD, 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD]
_CONTROLS: dict[int, str | None] = dict.fromkeys(_REMOVED) | dict.fromkeys(_SPACE_LIKE, " ")
"""SentencePiece's nmt_nfkc, the part that is not NFKC."""
# Of an unknown character, below the least likely piece; as SentencePiece has it.
_UNKNOWN_PENALTY = 10
_UNREACHED = -1e30


@dataclass(frozen=True)
class Encoding:
    """Token ids without special ones, and where each stands in the text, in characters.

    The space before a word is no part of its token, so a token that is a space alone is an empty span.
    """

    ids: list[int]
    spans: list[tuple[int, int]]


class Tokenizer:
    """May be used by many threads at once."""

    def __init__(self, weights: Weights) -> None:
        scores = weights.scores
        special = {index for index, score in enumerate(scores.tolist()) if score == 0}
        self._ids = {piece: index for index, piece in enumerate(weights.pieces()) if index not in special}
        self._scores = array("f", scores.tobytes())
        self._unknown = float(scores.min()) - _UNKNOWN_PENALTY
        self._longest = max(map(len, self._ids))
        self._pieces = lru_cache(MAX_REMEMBERED_WORDS)(self._split)

    def ids(self, text: str) -> list[int]:
        return [piece for word in _words(_normalised(text)) for piece, _end in self._pieces(word)]

    def encode(self, text: str) -> Encoding:
        normal, starts, ends = _aligned(text)
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        at = 0
        for number, word in enumerate(_words(normal)):
            # The first word's mark stands for no character of the text, unless the text begins with a space.
            shift = 1 if number == 0 and not normal.startswith(" ") else 0
            begin = 0
            for piece, end in self._pieces(word):
                first = at + max(begin, 1) - shift
                last = at + end - shift
                ids.append(piece)
                if last > first:
                    spans.append((starts[first], ends[last - 1]))
                else:
                    place = starts[first] if first < len(starts) else len(text)
                    spans.append((place, place))
                begin = end
            at += len(word) - shift
        return Encoding(ids, spans)

    def _split(self, word: str) -> tuple[tuple[int, int], ...]:
        """Ids of its pieces, and where each ends in the word (Viterbi 1967); unknown characters in a row are one."""
        length, ids, scores, longest = len(word), self._ids, self._scores, self._longest
        best = [0.0] + [_UNREACHED] * length
        back = [(0, UNKNOWN)] * (length + 1)
        for start in range(length):
            reached = best[start]
            for end in range(start + 1, min(length, start + longest) + 1):
                piece = ids.get(word[start:end])
                if piece is not None and (score := reached + scores[piece]) > best[end]:
                    best[end], back[end] = score, (start, piece)
            if (score := reached + self._unknown) > best[start + 1]:
                best[start + 1], back[start + 1] = score, (start, UNKNOWN)
        found: list[tuple[int, int]] = []
        end = length
        while end:
            start, piece = back[end]
            if not (piece == UNKNOWN and found and found[-1][0] == UNKNOWN):
                found.append((piece, end))
            end = start
        return tuple(reversed(found))


def _words(normal: str) -> Iterator[str]:
    marked = normal.replace(" ", SPACE)
    return iter(_WORD.findall(marked if marked.startswith(SPACE) else SPACE + marked) if normal else ())


def _normalised(text: str) -> str:
    composed = text.translate(_CONTROLS)
    if not composed.isascii():
        composed = unicodedata.normalize("NFKC", composed)
    return _SPACES.sub(" ", composed)


def _aligned(text: str) -> tuple[str, list[int] | range, list[int] | range]:
    """The normalised text, and where in the text each of its characters begins and ends."""
    normal = _normalised(text)
    if normal == text:
        return text, range(len(text)), range(1, len(text) + 1)
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        for character in _normalised(cluster.group()):
            if character == " " and characters and characters[-1] == " ":
                ends[-1] = cluster.end()
                continue
            characters.append(character)
            starts.append(cluster.start())
            ends.append(cluster.end())
    return "".join(characters), starts, ends
