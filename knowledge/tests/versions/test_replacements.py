"""What texts say of documents taking each other's place is proposed, and never done by itself."""

from datetime import date

import pytest

from knowledge.models import Document, Replacement
from knowledge.tests.corpus import Text, add, collection
from knowledge.versions import replacements

pytestmark = pytest.mark.django_db
OLD = "Normativa de préstamo bibliotecario de 2018"


def document(title: str, text: str, year: int) -> Document:
    return add(collection(), Text(title, "Disposicións", text), published_on=date(year, 5, 3))


@pytest.fixture
def old() -> Document:
    document("Guía de matrícula de 2018", "A matrícula faise na rede.", 2018)
    document("Decreto 12/2019, de espazos", "Os espazos son comúns.", 2019)
    return document(OLD, "O préstamo dura quince días.", 2018)


@pytest.mark.parametrize(
    "sentence",
    [
        "Queda derogada a Normativa de préstamo bibliotecario, de 3 de maio de 2018.",
        "La Normativa de préstamo bibliotecario de 2018 queda sin efecto.",
        "Esta normativa substitúe á Normativa de préstamo bibliotecario aprobada en 2018.",
        "These rules replace nothing. This replaces the Normativa de préstamo bibliotecario (2018).",
    ],
)
def test_what_a_rule_repeals_is_proposed(old: Document, sentence: str) -> None:
    new = document("Normativa de préstamo bibliotecario de 2024", f"O préstamo dura trinta días. {sentence}", 2024)
    assert replacements.propose([new.pk]) == 1
    (found,) = Replacement.objects.all()
    assert (found.old, found.new, found.stands_in) == (old, new, new)
    assert found.sentence in sentence
    assert found.confidence >= replacements.MIN_CONFIDENCE
    old.refresh_from_db()
    assert old.superseded_by is None, "nothing is superseded by itself"
    assert replacements.propose([new.pk]) == 0


def test_a_rule_that_says_what_repealed_it(old: Document) -> None:
    new = document("Regulamento da biblioteca 7/2024", "O préstamo dura trinta días.", 2024)
    Document.objects.filter(pk=old.pk).update(title=OLD)
    old.sections.update(
        text="Esta normativa foi derrogada. Esta normativa está derogada polo Regulamento 7/2024, da biblioteca."
    )
    assert replacements.propose_all() == 1
    found = Replacement.objects.get()
    assert (found.old, found.new, found.confidence) == (old, new, 1.0)


@pytest.mark.parametrize(
    "sentence",
    [
        "De acordo coa Normativa de préstamo bibliotecario de 2018, o prazo é de quince días.",
        "Queda derogado o artigo 5 da Normativa de préstamo bibliotecario de 2018.",
        "O Decreto 12/2019, derogado polo Decreto 3/2021, non se aplica.",
        "Quedan derogadas cantas disposicións de igual ou inferior rango se opoñan a esta normativa.",
        "Queda derogada a Normativa de préstamo bibliotecario de 2012.",
        "Queda derogada a Normativa de préstamo bibliotecario de 2024.",
        "A Normativa de préstamo bibliotecario de 2018 foi substituída pola Normativa de 2021.",
    ],
)
def test_what_is_only_mentioned_is_not(old: Document, sentence: str) -> None:
    new = document("Normativa de préstamo bibliotecario de 2024", sentence, 2024)
    replacements.propose([new.pk])
    assert not Replacement.objects.exists()


def test_staff_decide_and_may_take_it_back(old: Document) -> None:
    new = document("Normativa de préstamo bibliotecario de 2024", f"Queda derogada a {OLD}.", 2024)
    replacements.propose([new.pk])
    replacements.confirm(Replacement.objects.get())
    old.refresh_from_db()
    assert (old.superseded_by, "superseded_by" in old.given) == (new, True)
    replacements.reject(Replacement.objects.get())
    old.refresh_from_db()
    assert old.superseded_by is None
    replacements.propose([new.pk])
    assert Replacement.objects.get().state == "rejected"
