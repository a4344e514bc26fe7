import re

import pytest

from knowledge.retrieval.lexicon import matches
from knowledge.retrieval.lexicon.entries import concepts, key
from knowledge.retrieval.lexicon.expansion import SPELLING, SYNONYM, TRANSLATION
from knowledge.text.terms import terms


def expansions(query: str, language: str) -> dict[str, float]:
    """Term -> its weight, for terms that the question itself does not have."""
    own = frozenset(terms(query, language))
    found: dict[str, float] = {}
    for match in matches(query, language):
        for wording in match.wordings:
            for term in (term for word in wording.words for term in word if term not in own):
                found[term] = max(found.get(term, 0.0), wording.weight / len(wording.words))
    return found


@pytest.mark.parametrize(
    ("query", "language", "found"),
    [
        ("préstamos", "es", {"loan", "~loan", "prestamo"}),
        ("préstamos", "gl", {"loan", "~loan", "prestamo"}),
        ("loans", "en", {"prestamo", "~prestam"}),
        ("asignaturas", "es", {"course", "~cours", "disciplina", "materia"}),
        ("prazos", "gl", {"plazo", "~plaz", "deadline", "~deadlin"}),
        ("plazos", "es", {"prazo", "deadline"}),
        ("deadlines", "en", {"prazo", "plazo", "~plaz"}),
        ("cualificacións", "gl", {"calificacion", "grade", "mark"}),
        ("becas", "es", {"bolsa", "scholarship", "~scholarship", "grant"}),
        ("scholarships", "en", {"beca", "~bec", "bolsa"}),
        ("enrolling", "en", {"matricular"}),
        ("aprobei", "gl", {"aprobar", "pass"}),
        ("xoves", "gl", {"jueves", "thursday"}),
        ("Tuesday", "en", {"martes"}),
        ("xaneiro", "gl", {"enero", "january"}),
        ("playas", "es", {"praia", "beach"}),
        ("reitora", "gl", {"rector", "~rector"}),
        ("library", "en", {"biblioteca", "~bibliotec"}),
        ("cuesta", "es", {"custar", "cost"}),
    ],
)
def test_words_are_said_in_the_other_languages(query: str, language: str, found: set[str]) -> None:
    assert found <= expansions(query, language).keys()


@pytest.mark.parametrize(
    ("query", "language", "found"),
    [
        ("nota de corte", "gl", {"cut", "~mark"}),
        ("la nota de corte de Medicina", "es", {"cut", "~mark"}),
        ("cut-off mark", "en", {"nota", "corte"}),
        ("trabajo fin de grado", "es", {"tfg", "traballo", "~project"}),
        ("TFG", "es", {"traballo", "degree", "project"}),
        ("bases de datos", "es", {"database", "databases"}),
        ("matrícula de honra", "gl", {"honours", "distinction", "honor"}),
        ("operating systems", "en", {"sistemas", "operativos"}),
        ("lista de espera", "es", {"agarda", "waiting"}),
    ],
)
def test_phrases(query: str, language: str, found: set[str]) -> None:
    assert found <= expansions(query, language).keys()


def test_a_phrase_is_not_taken_apart() -> None:
    (match,) = matches("matrícula de honor", "es")
    assert match.source == ("matricula", "honor")
    assert "enrolment" not in expansions("matrícula de honor", "es")
    assert "enrolment" in expansions("matrícula", "es")


def test_the_longest_phrase_wins_and_the_rest_is_read_on() -> None:
    sources = [match.source for match in matches("prazo de matrícula do traballo de fin de grao", "gl")]
    assert sources == [("prazo", "matricula"), ("traballo", "fin", "grao")]


def test_words_of_a_phrase_share_its_weight() -> None:
    weights = expansions("nota de corte", "es")
    assert weights["cut"] == weights["~mark"] == pytest.approx(TRANSLATION / 3)


def test_synonyms_count_less_than_translations() -> None:
    weights = expansions("deadlines", "en")
    assert weights["plazo"] == TRANSLATION
    assert weights["period"] == SYNONYM
    assert all(0 < weight < 1 for weight in weights.values())


def test_a_word_that_the_lexicon_lacks_is_guessed_at_low_weight() -> None:
    assert expansions("xeneroso", "gl") == {"generoso": SPELLING, "~gener": SPELLING}
    assert expansions("generoso", "es")["xeneroso"] == SPELLING


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("zzkwq", "es"),
        ("flabbergasted", "en"),
        ("630G02V01 30/2015", "es"),
        ("", "gl"),
        ("¿?", "es"),
        ("de la", "es"),
        ("the of", "en"),
    ],
)
def test_unknown_words_give_nothing(query: str, language: str) -> None:
    assert expansions(query, language) == {}
    assert matches(query, language) == ()


def test_what_is_asked_is_not_repeated() -> None:
    assert not {"biblioteca", "~bibliotec"} & expansions("biblioteca", "es").keys()


def test_a_question_taken_for_the_wrong_language_is_understood() -> None:
    assert "loan" in expansions("empréstame libros: prazo de préstamo", "es")
    assert "deadline" in expansions("prazo", "es")
    assert "plazo" in expansions("deadline", "es")


def test_the_lexicon_is_well_formed() -> None:
    lines = list(concepts())
    phrases = [phrase for concept in lines for phrase in concept]
    assert len(lines) >= 1000
    assert all(phrase.text == phrase.text.strip() and phrase.text for phrase in phrases)
    assert all({phrase.language for phrase in concept} == {"gl", "es", "en"} for concept in lines)
    assert [phrase.text for phrase in phrases if not key(phrase)] == ["May"]


def test_no_line_stands_twice() -> None:
    lines = list(concepts())
    assert len(set(lines)) == len(lines)


def test_galician_is_not_portuguese_nor_spanish() -> None:
    foreign = re.compile(r"ç|ã|õ|ê|ô|lh|nh(?!a\b)|mm|ss|j|ció$|dad$|ll(?:o|a)ve")
    texts = [phrase.text for concept in concepts() for phrase in concept if phrase.language == "gl"]
    assert [text for text in texts if foreign.search(text)] == []
