import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import thread_time

import pytest
import yaml

from chat.agent.understanding.entities import Entities, academic_year, find, narrowed, resolve
from knowledge.catalogue.matching import index_of
from knowledge.catalogue.snapshot import Catalogue, CourseEntry, Origin, PersonEntry
from knowledge.models import Course, Document, Visibility
from knowledge.retrieval.config import Scope
from knowledge.tests.catalogue import sample
from knowledge.tests.corpus import Text, add, collection

DATASETS = Path(__file__).resolve().parents[3] / "sample" / "datasets"
ALGEBRA, STATISTICS, PROGRAMMING, PROGRAMMING_2 = "914G01003", "914G01008", "914G01001", "914G01006"
SYSTEMS, DATABASES, NETWORKS, ETHICS, LEARNING = "914G01015", "914G01018", "914G01021", "914G01030", "914G02022"
PROJECTS = ("914G01040", "914G02040")


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("¿Qué peso tiene el examen en 2025-2026?", "2025-2026"),
        ("o curso 2024/25", "2024-2025"),
        ("in 2024–2025", "2024-2025"),
        ("cambios entre 2024-2025 y 2025-2026", ""),
        ("el 2025-03-12", ""),
        ("RD 2010-2015", ""),
        ("sin año", ""),
    ],
)
def test_academic_year(text: str, year: str) -> None:
    assert academic_year(text) == year


@pytest.mark.parametrize(
    ("text", "course"),
    [
        ("requisitos de 914g01003", ALGEBRA),
        ("examen de álgebra", ALGEBRA),
        ("Que linguaxe de programación se usa en Álxebra?", ALGEBRA),
        ("When is the Algebra exam?", ALGEBRA),
        ("when is the operating systems exam?", SYSTEMS),
        ("the statistics course", STATISTICS),
        ("examen de estadistca", STATISTICS),
        ("contidos de Estatistica", STATISTICS),
        ("Programación 1", PROGRAMMING),
        ("que se ve en programación i?", PROGRAMMING),
        ("What is programming i about", PROGRAMMING),
        ("nota mínima en Prog2", PROGRAMMING_2),
        ("prácticas de Sistemas Operaitvos", SYSTEMS),
        ("examen de SO", SYSTEMS),
        ("quien da so?", SYSTEMS),
        ("nota mínima de bd 2025-2026", DATABASES),
        ("Machne Learning lecturers", LEARNING),
        ("Aprendizaxe automatica", LEARNING),
        ("horario de etica y derecho", ETHICS),
        ("¿Entra en Bases de Datos?", DATABASES),
        ("cal é a nota de redes?", NETWORKS),
        ("TFG de Ciencia de Datos", PROJECTS[1]),
        ("que sacou Ana Gil en Estatística", STATISTICS),
        ("how many sessions can I skip in databases 2025-2026", DATABASES),
    ],
)
def test_a_course_by_code_name_alias_and_misspelt(text: str, course: str) -> None:
    assert find(text, sample.catalogue()).course == course


@pytest.mark.parametrize(
    "text",
    [
        "redes sociais da facultade",
        "As redes sociais da universidade",
        "o cálculo da nota",
        "¿cómo se calcula la nota final?",
        "Instituto Galego de Estatística",
        "Which databases can I access from home?",
        "¿Qué bases de datos hay?",
        "sistema operativo del ordenador",
        "so what",
        "podo ir so?",
        "o horario da so facultade",
        "la ética del profesorado",
        "el orballo cae en Brétema",
        "visita al mar y al lago",
        "campos de fútbol",
        "a Universidade de Brétema",
        "Lago Moreno",
        "as titorías da facultade",
    ],
)
def test_common_words_are_not_names(text: str) -> None:
    assert find(text, sample.catalogue()) == Entities()


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("despacho de Uxía Babuxa Couto", "uxia-babuxa-couto"),
        ("despacho de babuxa", "uxia-babuxa-couto"),
        ("profesora Uxía", "uxia-babuxa-couto"),
        ("me pasas el correo de roi?", "roi-xistral-penas"),
        ("o despacho de Breixo", "breixo-poalla-ruas"),
        ("quen é roi?", ""),
        ("el correo de roi y de su grupo", ""),
        ("Elena Bretemal", "helena-bretemal-rios"),
        ("Where is prof. Lampo's office?", "tegra-lampo-souto"),
        ("onde atende Xeada Lago?", "martino-xeada-lago"),
        ("correo de Conor Mistwel", "conor-mistwell-hale"),
    ],
)
def test_a_person_by_name_surname_and_misspelt(text: str, person: str) -> None:
    assert find(text, sample.catalogue()).person == person


def test_what_is_not_clear_is_not_guessed() -> None:
    found = sample.catalogue()
    assert find("créditos de Programación", found).courses == (PROGRAMMING, PROGRAMMING_2)
    assert find("cuándo se entrega el TFG", found).courses == PROJECTS
    assert find("despacho de babuxa", found).people == ()
    namesake = replace(found.people["uxia-babuxa-couto"], identifier="x", name="Ana Babuxa Gil", courses=(STATISTICS,))
    two = Catalogue(found.programmes, found.courses, {**found.people, "x": namesake})
    assert find("despacho de babuxa", two).people == ("uxia-babuxa-couto", "x")
    assert find("despacho de babuxa, de Estatística", two).person == "x"


def test_a_comparison_names_several() -> None:
    found = find("diferencias entre Álgebra y Estadística", sample.catalogue())
    assert (found.course, found.courses, found.several) == ("", (), (ALGEBRA, STATISTICS))


@pytest.mark.parametrize("text", ["Grao en Enxeñaría Informática", "GEI", "nota de corte de ingenieria informatica"])
def test_a_programme(text: str) -> None:
    assert find(text, sample.catalogue()).programme == "914G01"


def questions(slug: str) -> Iterator[tuple[str, str]]:
    for case in yaml.safe_load((DATASETS / f"{slug}.yaml").read_text("utf-8"))["cases"]:
        yield case["id"], case["question"]


def test_the_questions_of_the_guides_resolve_and_those_of_others_name_nothing() -> None:
    """A question whose documents are the guide of a course names that course."""
    names = {
        "algebra": ALGEBRA, "estatistica": STATISTICS, "programacion-i": PROGRAMMING, "sistemas-operativos": SYSTEMS,
        "databases": DATABASES, "computer-networks": NETWORKS, "etica-e-dereito": ETHICS,
        "aprendizaje-automatico": LEARNING,
    }  # fmt: skip
    cases = yaml.safe_load((DATASETS / "guides.yaml").read_text("utf-8"))["cases"]
    guides = [(case["question"], {name.partition("_")[0] for name in case.get("documents", ())}) for case in cases]
    about = [(text, names[of.pop()]) for text, of in guides if len(of) == 1 and of <= set(names)]
    assert len(about) > 15
    missed = [text for text, course in about if find(text, sample.catalogue()).course != course]
    assert missed == ["Where and when can I see Conor Mistwell Hale?"]  # it names a person
    wrong = [text for slug in ("regulations", "koalaroute") for _id, text in questions(slug) if _named(text)]
    assert [text for text in wrong if not re.search("TFG", text)] == []


def _named(text: str) -> bool:
    return replace(find(text, sample.catalogue()), academic_year="") != Entities()


def test_thousands_of_entries_cost_little() -> None:
    chance = random.Random(1)
    syllables = "ba ce do fi gu la me no pi ru sa te vo xi ra".split()

    def word() -> str:
        return "".join(chance.choice(syllables) for _ in range(chance.randint(3, 5))).capitalize()

    origin = Origin("x")
    courses = {f"C{n}": CourseEntry(f"C{n}", {"es": f"{word()} de {word()} {word()}"}, (), origin) for n in range(2000)}
    people = {f"p{n}": PersonEntry(f"p{n}", f"{word()} {word()} {word()}", (), origin, {}, {}) for n in range(2000)}
    found = Catalogue({}, {**sample.catalogue().courses, **courses}, {**sample.catalogue().people, **people})
    index_of(found)
    texts = [text for _id, text in questions("guides")]
    began = thread_time()
    for text in texts:
        find(text, found)
    assert (thread_time() - began) / len(texts) < 0.03


def scope_of(*documents: tuple[str, str, str]) -> Scope:
    where = collection()
    for name, course, year in documents:
        add(where, Text(name, "Datos", f"{name} en la web."), course=course, academic_year=year)
    return Scope((where.pk,), (Visibility.PUBLIC.value,))


@pytest.mark.django_db
def test_a_scope_without_courses_resolves_the_year_alone() -> None:
    sample.load()
    scope = scope_of(("rules.md", "", ""))
    assert resolve("Álgebra en 2025-2026", scope) == Entities(academic_year="2025-2026")


@pytest.mark.django_db
def test_the_scope_is_narrowed_to_documents_that_are_there() -> None:
    sample.load()
    scope = scope_of(
        ("a_es.pdf", "Algebra", "2025-2026"),
        ("a_gl.pdf", "914G01003", "2024-2025"),
        ("s.pdf", "Estatística", "2025-2026"),
        ("directory.md", "", ""),
    )
    found = resolve("bibliografía de Álxebra en 2024-2025", scope)
    assert (found.course, found.academic_year) == (ALGEBRA, "2024-2025")
    kept = narrowed(scope, found)
    assert kept.courses == ("914G01003", "Algebra")
    unknown = narrowed(scope, Entities(course="914G01002"))
    assert unknown == scope
    Document.objects.filter(course="914G01003").update(visibility=Visibility.STAFF)
    assert narrowed(scope, found).courses == ("Algebra",)


@pytest.mark.django_db
def test_it_is_not_asked_which_of_courses_without_documents() -> None:
    sample.load()
    scope = scope_of(("a.pdf", "Algebra", ""))
    assert resolve("cuándo se entrega el TFG", scope).courses == ()
    add(collection(), Text("p.pdf", "Datos", "Programa."), course="Programación II")
    assert resolve("créditos de Programación", scope).courses == (PROGRAMMING, PROGRAMMING_2)


@pytest.mark.django_db
def test_a_change_of_the_catalogue_is_seen_at_once() -> None:
    sample.load()
    scope = scope_of(("a.pdf", "Algebra", ""))
    assert resolve("examen de Robótica", scope).course == ""
    made = Course.objects.create(code="R1", name_es="Robótica", source="x")
    assert resolve("examen de Robótica", scope).course == "R1"
    made.name_es = "Óptica"
    made.save()
    assert resolve("examen de Óptica", scope).course == "R1"
    made.delete()
    assert resolve("examen de Óptica", scope).course == ""
