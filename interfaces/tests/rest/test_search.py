"""What is found, and by whom."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from chat.models import Assistant
from interfaces.models import Scope
from interfaces.tests.people import Program
from knowledge.ingestion.extract import formats
from knowledge.models import Collection, Course, Document, Person, Section
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
SEES = {"student": {"public", "student"}, "staff": {"public", "student", "staff"}}


def found(program: Program, **asked: Any) -> list[dict[str, Any]]:
    response = program.post("search", {"query": "library", **asked})
    assert response.status_code == 200, response.content
    return response.json()["results"]


@pytest.mark.parametrize("name", SEES)
def test_only_what_may_be_seen_is_found(programs: dict[str, Program], documents: object, name: str) -> None:
    assert {row["document"].removesuffix(".md") for row in found(programs[name])} == SEES[name]


def test_a_result_says_where_it_is_from(programs: dict[str, Program], documents: dict[str, Document]) -> None:
    first = found(programs["student"], query="how many books may I borrow?")[0]
    assert first["document_id"] == documents["public"].pk
    assert first["url"].startswith(f"http://testserver/source/{documents['public'].pk}/?quote=Students+may+borrow")
    assert "eight books" in first["text"]
    assert first["score"] > 0


def test_a_result_of_a_sheet_says_its_row(programs: dict[str, Program], documents: dict[str, Document]) -> None:
    Document.objects.filter(pk=documents["public"].pk).update(media_type=formats.XLSX)
    Section.objects.filter(document=documents["public"]).update(places=[[0, 12]])
    rows = found(programs["student"], query="how many books may I borrow?")
    assert {row["document"]: row["place"] for row in rows} == {"public.md": "row 12", "student.md": ""}


def test_it_is_searched_as_it_is_asked(programs: dict[str, Program], documents: object) -> None:
    algebra = Text("algebra.md", "Exam", "The exam of the library course is in June.", "en")
    add(collection("guides"), algebra, course="Algebra", academic_year="2025-2026")
    collection("guides").assistants.add(Assistant.objects.get())
    student = programs["student"]
    assert {row["document"] for row in found(student, collections=["guides"])} == {"algebra.md"}
    assert {row["document"] for row in found(student, course="Algebra")} == {"algebra.md"}
    assert "algebra.md" not in {row["document"] for row in found(student, academic_year="2019-2020")}
    assert len(found(student, limit=1)) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"collections": ["nowhere"]}, "nowhere"),
        ({"course": "Alchemy"}, "Alchemy"),
        ({"language": "la"}, "“la” is none of the choices: gl, es, en."),
        ({"query": ""}, "query"),
        ({"query": "a\x00b"}, "Null"),
        ({"query": "\ud800"}, "query"),
        ({"limit": 0}, "limit"),
        ({"limit": 51}, "limit"),
        ({"language": "fr"}, "language"),
        ({"in_force_on": "yesterday"}, "in_force_on"),
    ],
)
def test_what_cannot_be_searched_is_said(
    programs: dict[str, Program], documents: object, asked: Any, said: str
) -> None:
    response = programs["student"].post("search", {"query": "library", **asked})
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert said in response.content.decode()


def test_collections_are_those_with_something_to_see(programs: dict[str, Program], documents: object) -> None:
    add(collection("secrets"), Text("s.md", "S", "Nothing for students.", "en"), visibility="staff")
    Collection.objects.create(slug="empty", name="Empty")
    student = {row["slug"]: row["documents"] for row in programs["student"].get("collections").json()["results"]}
    staff = {row["slug"]: row["documents"] for row in programs["staff"].get("collections").json()["results"]}
    assert (student, staff) == ({"library": 2}, {"empty": 0, "library": 3, "secrets": 1})
    assert programs["student"].get("collections/secrets").status_code == 404
    assert programs["student"].post("search", {"query": "a", "collections": ["secrets"]}).status_code == 400


def test_a_collection_is_made_once(programs: dict[str, Program]) -> None:
    made = programs["staff"].post("collections", {"slug": "new", "name": "New"})
    assert (made.status_code, made["Location"]) == (201, "http://testserver/api/v1/collections/new")
    assert programs["staff"].post("collections", {"slug": "new", "name": "New"}).status_code == 400
    assert programs["student"].post("collections", {"slug": "b", "name": "B"}).status_code == 403
    assert programs["staff"].get("collections/new").json()["name"] == "New"


def test_courses_and_people(programs: dict[str, Program]) -> None:
    algebra = Course.objects.create(code="ALG1", name_en="Algebra", ects=6, source="Study plan")
    ada = Person.objects.create(identifier="ada", name="Ada Pérez", email="ada@example.edu", source="Directory")
    ada.courses.add(algebra)
    (course,) = programs["student"].get("courses", name="algebra").json()["results"]
    assert (course["key"], course["ects"], course["people"], course["source"]) == (
        "ALG1",
        "6",
        "Ada Pérez",
        "Study plan",
    )
    assert len(programs["student"].get("courses").json()["results"]) == 1
    (found_person,) = programs["student"].get("people", name="Perez").json()["results"]
    assert (found_person["email"], found_person["courses"]) == ("ada@example.edu", "Algebra")
    assert programs["student"].get("people").status_code == 400
    assert "None" in programs["student"].get("courses", programme="None").json()["detail"]


def test_a_token_without_the_scope_finds_nothing(people: dict[str, User], documents: object) -> None:
    refused = Program(people["staff"], Scope.CHAT).post("search", {"query": "library"})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
