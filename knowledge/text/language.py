"""Which of the site's languages a text is in: Galician, Spanish or English."""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LANGUAGES = ("gl", "es", "en")
# Words that one of the three has and the other two lack: short questions are told apart by these.
MARKERS = {
    "gl": "o os unha unhas non cal cales cantos cantas canto onde cando ata ao aos á ás do dos da das na nas no nos "
    "pola polas polos é teño ten hai quen e ou eu meu miña súa seu isto iso máis moi despois dous dúas podo "
    "podes asinatura asinaturas prazo prazos estudantes facer fago cómpre grao praza prazas exame exames tes "
    "desta deste nesta neste algunha ensino reitor xa así aínda ola quero",
    "es": "el la los las una unos o dos no y cuál cuáles cuántos cuántas cuánto cuánta dónde cuándo "
    "hasta al del lo es tengo tiene hay quién qué yo mi mis su sus eso esto más muy después puedo puedes "
    "asignatura asignaturas plazo plazos estudiantes hago hacer grado plaza plazas examen exámenes cómo hola quiero",
    "en": "the of and to is are what which who where when how many much do does i my can could should for with on by "
    "from at this that it be an there have has in please you we your their course exam deadline hi hello thanks",
}
FEW_WORDS = 4
# An I that no small letter follows is a numeral, as in the name of a course, and no English pronoun.
WORD = re.compile(r"(?!I\b(?!['’]?\s*[a-z]))[^\W\d_]+")


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(LANGUAGES))
    return identifier


@cache
def _marker_weights() -> dict[str, dict[str, float]]:
    """word → language → 1, shared among the languages that have it."""
    weights: dict[str, dict[str, float]] = {}
    for language, words in MARKERS.items():
        for word in words.split():
            weights.setdefault(word, {})[language] = 1.0
    return {word: {lang: 1 / len(langs) for lang in langs} for word, langs in weights.items()}


def identify(text: str, default: str = "es", likely: str = "") -> str:
    """gl, es or en; `default` for a text without words. Reads the first 2,000 characters.

    `likely` is the language that is expected of the writer: it settles texts of a few words, which say little.
    """
    sample = text[:2000]
    words = [word.lower() for word in WORD.findall(sample)]
    if not words:
        return default
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for language, probability in _identifier().rank(sample):
        scores[language] += float(probability)
    markers = _marker_weights()
    for word in words[:200]:
        for language, weight in markers.get(word, {}).items():
            scores[language] += weight
    if likely and len(words) <= FEW_WORDS:
        scores[likely] += 1.0
    # Equal evidence goes to the language that the caller expects.
    return max(LANGUAGES, key=lambda language: (scores[language], language == default))
