from collections.abc import Iterator

import pytest
from django.core.cache import cache

from chat.models import Assistant, AssistantText
from chat.tests.browser.conftest import browser, contexts, open_page, page  # noqa: F401
from interfaces.tests.lti.moodle import Moodle, moodle
from knowledge.models import Course
from knowledge.tests.corpus import Text, add, collection

EXAM = "El examen final vale el 50 % de la nota."


@pytest.fixture(scope="package")
def running_platform() -> Iterator[Moodle]:
    with moodle() as made:
        yield made


@pytest.fixture
def platform(running_platform: Moodle) -> Moodle:
    cache.clear()
    running_platform.changed, running_platform.fetched = {}, 0
    return running_platform


def fill() -> None:
    """Two courses with their guides, of which students alone see the second, and a course without any document."""
    Course.objects.create(code="ALG", name_es="Álgebra Lineal", source="s")
    Course.objects.create(code="MED", name_es="Historia Medieval", source="s")
    where = collection("guides")
    add(where, Text("Guía de Álgebra", "Evaluación", EXAM), course="Álgebra Lineal", academic_year="2025-2026")
    add(where, Text("Guía de Redes", "Evaluación", "El examen de Redes vale el 70 % de la nota."), course="Redes")
    add(where, Text("Guía de Ética", "Clave", "La clave del aula es 4."), course="Ética", visibility="student")
    for slug in ("guides", "rules"):
        made = Assistant.objects.create(slug=slug, position=Assistant.objects.count())
        made.collections.add(where)
        AssistantText.objects.create(assistant=made, language="es", name={"guides": "Guías", "rules": "Normas"}[slug])
