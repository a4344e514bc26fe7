"""Which language a text is in: of the site's three, Galician, Spanish and English, or, a long one, of any."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from knowledge.text.vocabulary import LANGUAGES as LANGUAGES
from knowledge.text.vocabulary import vocabulary

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

FEW_WORDS, SHORT = 4, 12
"""words of a text that the expected language settles, and of one that it settles where no word tells"""
UNCLEAR = 0.3
"""Probability, 0-1, from which the expected language is not ruled out where no word tells it from the likeliest. Of 906
questions of the sample 25 are short and have no such word; in 11 of them both Galician and Spanish reach it."""
_NAME = re.compile(r"(?<=\s)[A-ZÁÉÍÓÚÑ][\w'’-]*")
_MIN_LETTERS = 200
"""of a text that may be in any language"""
_MARGIN = 0.1
"""by which, a letter, another language must be likelier than those of the site (log-likelihood). Of 4,800 stretches of
200 to 800 letters of documents in these none was so far off, and all of 106 in Catalan were."""
# An I that no small letter follows is a numeral, as in the name of a course, and no English pronoun.
WORD = re.compile(r"(?!I\b(?!['’]?\s*[a-z]))[^\W\d_]+")


@cache
def _identifier_of_all() -> "LanguageIdentifier":
    """Loading takes half a second and 80 MB."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=False)


@cache
def _identifier() -> "LanguageIdentifier":
    """The same tables, of the site's languages alone."""
    loaded = _identifier_of_all()
    identifier = type(loaded)(
        loaded.nb_ptc, loaded.nb_pc, loaded.nb_classes, loaded.tk_nextmove, loaded.tk_output,
        norm_probs=True, tk_row=loaded.tk_row,
    )  # fmt: skip
    identifier.set_languages(list(LANGUAGES))
    return identifier


@cache
def _marker_weights() -> dict[str, dict[str, float]]:
    """word → language → 1, shared among the languages that have it."""
    weights: dict[str, dict[str, float]] = {}
    for language in LANGUAGES:
        for word in vocabulary(language).language_markers:
            weights.setdefault(word, {})[language] = 1.0
    return {word: {lang: 1 / len(langs) for lang in langs} for word, langs in weights.items()}


@cache
def _own_words() -> frozenset[str]:
    """Markers of one language alone."""
    return frozenset(word for word, weights in _marker_weights().items() if len(weights) == 1)


def identify(text: str, default: str = "es", likely: str = "") -> str:
    """gl, es or en; `default` for a text without words. Reads the first 2,000 characters.

    `likely` is the language that is expected of the writer: it settles texts of a few words, which say little, and
    those that could be in it as well as in another ("fin de semana en Canberra").
    """
    sample = text[:2000]
    words = [word.lower() for word in WORD.findall(sample)]
    if not words:
        return default
    probabilities = {language: float(probability) for language, probability in _identifier().rank(sample)}
    markers = _marked(words[:200])
    scores = {language: probabilities[language] + markers[language] for language in LANGUAGES}
    is_few = len(words) <= FEW_WORDS
    if likely and is_few and not any(word in _own_words() for word in words):
        return likely
    is_untold = len(words) <= SHORT and bool(likely) and markers[likely] == max(markers.values())
    if likely and (is_few or (is_untold and may_be(sample, likely))):
        scores[likely] += 1.0
    # Equal evidence goes to the language that the caller expects.
    return max(LANGUAGES, key=lambda language: (scores[language], language == default))


def may_be(text: str, language: str) -> bool:
    """Whether it is not ruled out, by the words; what is written as a name says nothing of the language.

    Of 1,866 questions of the sample 2 may not be in their own language, and 92 may be in one of the two others.
    """
    return dict(_identifier().rank(_NAME.sub(" ", text)))[language] >= UNCLEAR


def _marked(words: Sequence[str]) -> dict[str, float]:
    """language → how many of the words are its own."""
    found, weights = dict.fromkeys(LANGUAGES, 0.0), _marker_weights()
    for word in words:
        for language, weight in weights.get(word, {}).items():
            found[language] += weight
    return found


def confirmed(declared: str, text: str) -> str:
    """The language that the program was set to which wrote a file, unless its text, of some length, is in another."""
    return identify_long(text, declared) if declared and len(text) >= _MIN_LETTERS else declared


def identify_long(text: str, default: str) -> str:
    """The two letters of any language that a text of some length is clearly in; else as `identify`.

    `default` is the language that is expected, of the site or not: that of the document, of a part of it.
    """
    sample = text[:2000]
    if len(sample) >= _MIN_LETTERS:
        scores = {language: float(score) for language, score in _identifier_of_all().rank(sample) if len(language) == 2}
        best, margin = max(scores, key=scores.__getitem__), _MARGIN * len(sample)
        ours = max(scores[language] for language in LANGUAGES)
        if scores[best] - ours >= margin:
            return best
        if default not in LANGUAGES and ours - scores.get(default, ours) >= margin:
            return identify(text)
    return identify(text, default) if default in LANGUAGES else default
