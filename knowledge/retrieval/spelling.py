"""Misspelt words of a question, as the documents that may be searched write them."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from knowledge.embedding.registry import local_embedder
from knowledge.retrieval import lexicon
from knowledge.retrieval.config import Scope
from knowledge.retrieval.database import fetch
from knowledge.retrieval.filters import each_inside
from knowledge.retrieval.lexical import Index, read
from knowledge.retrieval.query import ASKING, Concept, Variant
from knowledge.text.language import LANGUAGES, identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import STEM_MARK, fold, stem, words

MIN_LETTERS = 5
"""A shorter word has a neighbour by chance."""
RARE_PIECES = 3
"""of the local model's tokenizer, from which a word is hardly one of any language"""
ENDING = 2
MAX_READ = 50
"""chunks in which a word is looked for as it is written"""


def repairs(text: str, scope: Scope) -> dict[str, str]:
    """Word of the text -> what it was meant to be: one letter more, less or another, or two exchanged.

    Only a word that neither the collections nor the languages know is taken for misspelt, and only for one that stands
    in what the scope lets be seen. Reads the database.
    """
    doubtful = [word for word in dict.fromkeys(words(text)) if _is_doubtful(word)]
    if not doubtful:
        return {}
    language = identify(text)
    known = _index({word: _ways(word, language) for word in doubtful}, scope)
    unknown = [word for word in doubtful if not any(len(known.of(term)) for term in _ways(word, language))]
    if not unknown:
        return {}
    index = _index({word: _neighbours(word, language) for word in unknown}, scope)
    found = {word: _likeliest(word, language, index, scope) for word in unknown}
    return {word: meant for word, meant in found.items() if meant}


def edits(word: str) -> frozenset[str]:
    """All that one slip makes of it, but for its first letter, which is hardly ever wrong."""
    splits = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    fewer = {left + right[1:] for left, right in splits if right}
    exchanged = {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    others = {left + letter + right[1:] for left, right in splits if right for letter in ascii_lowercase}
    more = {left + letter + right for left, right in splits for letter in ascii_lowercase}
    return frozenset(fewer | exchanged | others | more) - {word}


def _is_doubtful(word: str) -> bool:
    """A word of some length that neither our lists nor the vocabulary of the local model have, be it in the plural."""
    folded = fold(word)
    if not word.isalpha() or len(word) < MIN_LETTERS or folded in STOPWORDS or folded in ASKING:
        return False
    forms = {word, word.removesuffix("s"), word.removesuffix("es")}
    return not lexicon.has_word(folded) and min(map(_pieces, forms)) > 1


def _pieces(word: str) -> int:
    """In how many the local model's tokenizer splits it: one of any of a hundred languages that is not rare, several of
    one that is, or that is misspelt."""
    return len(local_embedder().tokenizer.ids(word.lower()))


def _ways(word: str, language: str) -> frozenset[str]:
    """The terms by which a text may have it, in any of our languages."""
    wordings = (wording for match in lexicon.matches(word, language) for wording in match.wordings)
    others = (term for wording in wordings for terms in wording.words for term in terms)
    return frozenset({fold(word), *(STEM_MARK + stem(word, one) for one in LANGUAGES), *others})


def _neighbours(word: str, language: str) -> frozenset[str]:
    near = frozenset(_candidates(word))
    return near | {STEM_MARK + stem(one, language) for one in near}


def _index(terms: dict[str, frozenset[str]], scope: Scope) -> Index:
    concepts = [Concept(word, (Variant(found, 1.0),)) for word, found in terms.items()]
    return read(concepts, scope.collections)


def _likeliest(word: str, language: str, index: Index, scope: Scope) -> str:
    """The most frequent that it may have been, as a text writes it, or without accents where none has it but in another
    form; empty where there is none."""
    meant = [one for one in _candidates(word) if _stands(one, word, language, index)]
    for one in sorted(meant, key=lambda one: (-len(index.of(one)), _pieces(one))):
        term = one if len(index.of(one)) else STEM_MARK + stem(one, language)
        if texts := _texts(index.of(term).chunks[:MAX_READ].tolist(), scope):
            said = (found for text in texts for found in words(text) if fold(found) == one)
            return next(said, one).lower()
    return ""


def _candidates(word: str) -> list[str]:
    """What is simpler and has the same letters; of a rare word also what has one more, less or another, with the same
    ending.

    Two letters exchanged hardly make one right word of another. Another letter often does ("lince", "line"), and what
    differs at the end is most often grammar ("pídeme", "pídese").
    """
    written, pieces = fold(word), _pieces(word)
    return [
        one
        for one in sorted(edits(written))
        if (_is_exchange(one, written) or (pieces >= RARE_PIECES and one[-ENDING:] == written[-ENDING:]))
        and _pieces(one) < pieces
    ]


def _is_exchange(one: str, other: str) -> bool:
    return sorted(one) == sorted(other)


def _stands(meant: str, word: str, language: str, index: Index) -> bool:
    """As it is, or, of a common word, in another form."""
    is_common = _pieces(meant) == 1 or _is_exchange(meant, fold(word))
    return len(index.of(meant)) > 0 or (is_common and len(index.of(STEM_MARK + stem(meant, language))) > 0)


def _texts(chunks: Sequence[int], scope: Scope) -> list[str]:
    """Of those that the scope lets be seen."""
    seen = each_inside(scope)
    found = fetch(
        f"SELECT c.text FROM knowledge_chunk c WHERE c.id = ANY(%s) AND {seen.sql}", [chunks, *seen.parameters]
    )
    return [text for (text,) in found]
