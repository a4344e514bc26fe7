"""The catalogue as staff meet it in admin."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from knowledge.models import Course, Person
from knowledge.tests.catalogue import sample

pytestmark = pytest.mark.django_db

IMPORT = "/admin/knowledge/course/import/"
GOOD = "code;name_es;ects;source\nX1;Robótica, I;6;Guía\nX2;Óptica;4,5;Guía\n"
WRONG = GOOD + "X3;;many;Guía\n"


def upload(client: Client, text: str | bytes) -> str:
    data = text.encode("utf-8-sig") if isinstance(text, str) else text
    answer = client.post(IMPORT, {"file": SimpleUploadedFile("courses.csv", data)})
    assert answer.status_code == 200
    return answer.content.decode()


def confirm(client: Client, page: str, **more: str) -> Any:
    """What the browser sends of the preview: a textarea's lines end in CRLF."""
    [text] = re.findall(r"<textarea[^>]*>\n(.*)</textarea>", page, re.DOTALL)
    return client.post(IMPORT, {"text": unescape(text).replace("\n", "\r\n"), **more}, follow=True)


def test_a_file_is_shown_before_it_is_imported(admin_client: Client) -> None:
    page = upload(admin_client, GOOD)
    assert "Rows that would be created: 2" in page
    assert "Robótica, I (X1)" in page
    assert not Course.objects.exists()
    done = confirm(admin_client, page).content.decode()
    assert "2 created, 0 changed, 0 as before, 0 left out." in done
    assert Course.objects.get(code="X1").name_es == "Robótica, I"
    again = upload(admin_client, GOOD.replace("Óptica", "Óptica <b>I</b>"))
    assert "Rows that would be created: 0; changed: 1; as before: 1" in again
    assert "<del>Óptica</del> → <ins>Óptica &lt;b&gt;I&lt;/b&gt;</ins>" in again


def test_wrong_rows_keep_all_out_unless_only_the_good_ones_are_asked_for(admin_client: Client) -> None:
    page = upload(admin_client, WRONG)
    assert "line 4, column ects: “many” is no number." in page
    assert "Import the rows that are right" in page
    refused = confirm(admin_client, page).content.decode()
    assert "Nothing has been saved yet." in refused
    assert not Course.objects.exists()
    done = confirm(admin_client, page, good_rows="1").content.decode()
    assert "2 created, 0 changed, 0 as before, 1 left out." in done


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("código\n".encode("latin-1"), "not in UTF-8 (line 1)"),
        (b"code,nombre,source\nA,B,C\n", "no column “nombre”"),
        (b"", "The submitted file is empty."),
        (b"code\n" + b"x" * 3_000_000, "larger than 2 MB"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_to_do(admin_client: Client, data: bytes, told: str) -> None:
    assert told in upload(admin_client, data)


def test_who_may_not_change_may_not_import(client: Client) -> None:
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_course"))
    client.force_login(viewer)
    assert client.get(IMPORT).status_code == 403
    assert "Import from CSV" not in client.get(reverse("admin:knowledge_course_changelist")).content.decode()


@pytest.mark.parametrize("model", ["programme", "course", "person"])
def test_lists_and_pages_open_and_find(admin_client: Client, model: str) -> None:
    sample.load()
    page = admin_client.get(
        reverse(f"admin:knowledge_{model}_changelist"), {"q": "9" if model != "person" else "Lampo"}
    )
    assert page.status_code == 200
    assert "Import from CSV" in page.content.decode()
    [first] = page.context["cl"].queryset[:1]
    opened = admin_client.get(reverse(f"admin:knowledge_{model}_change", args=[first.pk])).content.decode()
    assert "Where the data come from" in opened
    assert admin_client.get(f"/admin/knowledge/{model}/import/").status_code == 200


def test_a_person_is_added_by_hand(admin_client: Client) -> None:
    sample.load()
    course = Course.objects.get(code="914G01003")
    fields = {
        "name": "Ana Gil", "identifier": "ana-gil", "aliases": "Anxos Gil, A. Gil", "email": "ana@x.example",
        "courses": [course.pk], "source": "Directorio",
    }  # fmt: skip
    admin_client.post(reverse("admin:knowledge_person_add"), fields)
    person = Person.objects.get(identifier="ana-gil")
    assert (person.aliases, list(person.courses.all())) == (["Anxos Gil", "A. Gil"], [course])
    refused = admin_client.post(reverse("admin:knowledge_person_add"), {**fields, "identifier": "b", "email": "ana"})
    assert "Enter a valid email address." in refused.content.decode()


def test_the_role_of_a_person_is_shown_in_the_language_of_the_page(admin_client: Client) -> None:
    Person.objects.create(identifier="a", name="Ana Gil", role_gl="decana", role_es="la decana", source="Guía")
    Person.objects.create(identifier="b", name="Bieito Paz", role_es="bedel de la tarde", source="Guía")
    page = admin_client.get("/admin/knowledge/person/", headers={"accept-language": "gl"}).content.decode()
    assert "Cargo" in page
    assert "decana" in page
    assert "la decana" not in page
    assert "bedel de la tarde" in page
