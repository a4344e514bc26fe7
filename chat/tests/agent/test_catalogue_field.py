"""Which field of the catalogue a question asks for; none of these questions is among the examples."""

import pytest

from chat.agent.retrieval.catalogue import MIN_PROBABILITY
from chat.agent.understanding.catalogue_field import OTHER, asked_field, with_stand_ins
from chat.agent.understanding.mentions import Known
from knowledge.catalogue.matching import index_of
from knowledge.tests.catalogue import sample
from knowledge.text.language import identify

KNOWN = Known(index_of(sample.catalogue()))


def asked(question: str) -> str:
    field, probability = asked_field(question, KNOWN.mentions(question), identify(question))
    return field if probability >= MIN_PROBABILITY else OTHER


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("¿Quién da Sistemas Operativos?", "people"),
        ("Who lectures on Operating Systems?", "people"),
        ("Quen coordina Estatística?", "coordinator"),
        ("¿Quién es Uxía Babuxa?", "role"),
        ("¿A qué correo escribo a Noa Pedrazo?", "email"),
        ("Where is Martiño Xeada's office?", "office"),
        ("Que días ten titorías Uxía Babuxa Couto?", "hours"),
        ("Where and when can I see Conor Mistwell Hale?", "contact"),
        ("¿Qué asignaturas da Noa Pedrazo?", "courses"),
        ("¿Cuántos créditos son los de Programación II?", "ects"),
        ("¿De qué titulación es Aprendizaje Automático?", "programmes"),
        ("Cando se imparte Programación II?", "period"),
        ("¿Cuánto vale el examen final de Álgebra?", OTHER),
        ("Que libros recomenda a guía de Distributed Systems?", OTHER),
        ("What is the pass rate of Computer Networks?", OTHER),
        ("¿Qué día es el parcial de Cálculo?", OTHER),
        ("canto gaña martiño xeada na universidade", OTHER),
        ("What is Conor Mistwell's home address?", OTHER),
    ],
)
def test_the_field_that_is_asked_for(question: str, field: str) -> None:
    assert asked(question) == field


def test_what_is_read_is_the_question_and_not_what_it_is_about() -> None:
    question = "¿Da Noa Pedrazo clase en Sistemas Operativos?"
    assert with_stand_ins(question, KNOWN.mentions(question), "es") == "¿Da Ana Pérez clase en Química Orgánica?"
