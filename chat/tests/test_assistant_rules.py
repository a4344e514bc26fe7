"""What an assistant's form, scope and budget may be: the same for the admin and for a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from chat import assistant_form, assistant_scope, configuration
from chat.models import Assistant
from knowledge.models import Collection

SAMPLE = Path(__file__).parents[2] / "sample" / "assistants.yaml"
DAYS = {"min": 1, "max": 30, "default": 3}

FORMS: list[tuple[Any, str]] = [
    ([1, 2], "“form” must be a mapping"),
    ([], "“form” must be a mapping"),
    ("", "“form” must be a mapping"),
    ({"budget": 3}, "“budget” must be a list"),
    ({"budget": []}, "“budget” must be a list"),
    ({"budget": [1]}, "“budget” must be a list"),
    ({"budget": DAYS}, "“budget” must be a list"),
    ({"labels": 4}, "“labels” must be a mapping"),
    ({"labels": {"gl": 4}}, "“labels.gl” must be a mapping"),
    ({"budget": ["low"], "labels": {"fr": {"low": "Bas"}}}, "“fr” is not known here; use: gl, es, en"),
    ({"budget": ["low"], "labels": {"gl": {"high": "Alto"}}}, "“labels.gl”: “high” is not a value"),
    ({"budget": ["low"], "labels": {"gl": {"low": 3}}}, "“labels.gl.low” must be a text"),
    ({"budget": ["low"], "said": {"low": "cheap"}}, "“said.low” must be a list"),
    ({"budget": ["low"], "said": {"low": [""]}}, "“said.low” must be a list"),
    ({"budget": ["low"], "said": {"high": ["dear"]}}, "“said”: “high” is not a value"),
    ({"days": 5}, "“days” must be a number"),
    ({"days": {}}, "“days” must have whole numbers"),
    ({"days": {"min": 9, "max": 2, "default": "x"}}, "“days” must have whole numbers"),
    ({"days": {"min": True, "max": 2}}, "“days” must have whole numbers"),
    ({"days": {"min": 1, "max": 2, "default": 7}}, "“days.default” must be a whole number from 1 to 2"),
    ({"days": DAYS | {"step": 2}}, "“step” is not known here"),
    ({"start": ["today"]}, "“start” must be “date”"),
]
SCOPES: list[tuple[Any, str]] = [
    ([1], "“scope” must be a mapping"),
    ([], "“scope” must be a mapping"),
    ({"foo": 1}, "“foo” is not known here; use: only, general_knowledge, outside_terms, guide"),
    ({"outside_terms": 5}, "“outside_terms” must be a list"),
    ({"outside_terms": [5]}, "“outside_terms” must be a list"),
    ({"outside_terms": [" "]}, "“outside_terms” must be a list"),
    ({"only": ["Australia"]}, "“only” must be a text"),
    ({"general_knowledge": "no"}, "“general_knowledge” must be true or false"),
    ({"guide": 5}, "“guide” must be a mapping"),
    ({"guide": {"places": []}}, "“places” is not known here"),
    ({"guide": {"sections": 5}}, "“guide.sections” must be a mapping"),
    ({"guide": {"sections": {"sight": "Sights"}}}, "“sight” is not known here"),
    ({"guide": {"routes": "Trayectos"}}, "“guide.routes” must be a list"),
    ({"guide": {"cues": {"beach": "playa"}}}, "“guide.cues.beach” must be a list"),
]
GOOD_FORMS = [{}, {"days": DAYS}, {"budget": ["low"], "start": "date", "pets": ["dog"], "labels": {}, "said": {}}]


def told(form: Any = None, scope: Any = None) -> str:
    return "\n".join([*assistant_form.problems(form or {}), *assistant_scope.problems(scope or {})])


@pytest.mark.parametrize(("form", "problem"), FORMS)
def test_a_wrong_form_is_told_by_its_key(form: Any, problem: str) -> None:
    with override("en"), pytest.raises(ValidationError) as caught:
        Assistant(slug="trips", form=form).clean_fields()
    assert set(caught.value.message_dict) == {"form"}
    assert problem in "\n".join(caught.value.messages)


@pytest.mark.parametrize(("scope", "problem"), SCOPES)
def test_a_wrong_scope_is_told_by_its_key(scope: Any, problem: str) -> None:
    with override("en"), pytest.raises(ValidationError) as caught:
        Assistant(slug="trips", scope=scope).clean_fields()
    assert set(caught.value.message_dict) == {"scope"}
    assert problem in "\n".join(caught.value.messages)


@pytest.mark.parametrize("form", GOOD_FORMS)
def test_a_form_that_can_be_drawn_is_accepted(form: Any) -> None:
    Assistant(slug="trips", form=form, scope={"only": "Australia", "general_knowledge": False}).clean_fields()


def test_the_sample_is_accepted() -> None:
    for entry in yaml.safe_load(SAMPLE.read_text("utf-8")):
        assert told(entry.get("form"), entry.get("scope")) == ""


@pytest.mark.parametrize(("language", "problem"), [("gl", "debe ser unha lista"), ("es", "debe ser una lista")])
def test_the_problem_is_told_in_the_language_of_whoever_writes_it(language: str, problem: str) -> None:
    with override(language):
        assert f"«outside_terms» {problem}" in told(scope={"outside_terms": 5})


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValidationError) as caught:
        Assistant(slug="rules", prompt_budget=0).clean_fields()
    assert set(caught.value.message_dict) == {"prompt_budget"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("form: {days: {min: 9, max: 2}}", "“form”: “days” must have whole numbers"),
        ("form: []", "“form”: “form” must be a mapping"),
        ("form:", "“form” must be a mapping"),
        ("scope: {foo: 1}", "“scope”: “foo” is not known here"),
        ("prompt_budget: 0", "“prompt_budget”"),
    ],
)
def test_a_file_is_held_to_the_same(setting: str, problem: str) -> None:
    Collection.objects.create(slug="guides", name="Guides")
    entry = f"- slug: trips\n  collections: [guides]\n  texts: {{en: {{name: Trips}}}}\n  {setting}\n"
    with override("en"), pytest.raises(configuration.ConfigurationError) as caught:
        configuration.read(entry.encode())
    assert problem in "\n".join(caught.value.problems)


def sent(client: Client, assistant: Assistant, **values: str) -> Any:
    client.force_login(User.objects.create_superuser("ana"))
    address = reverse("admin:chat_assistant_change", args=[assistant.pk])
    form = client.get(address).context["adminform"].form
    data = {name: form[name].value() for name in form.fields if name != "language_models"}
    data |= {"form": "{}", "scope": "{}", "collections": list(assistant.collections.values_list("pk", flat=True))}
    data |= {"texts-TOTAL_FORMS": "1", "texts-INITIAL_FORMS": "0"}
    data |= {"texts-0-language": "en", "texts-0-name": "Trips"} | values
    return client.post(address, {name: value for name, value in data.items() if value is not None})


@pytest.fixture
def assistant() -> Assistant:
    made = Assistant.objects.create(slug="trips", form={"days": DAYS})
    made.collections.add(Collection.objects.create(slug="guides", name="Guides"))
    return made


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [("form", [1, 2]), ("form", []), ("form", {"budget": 3}), ("scope", {"outside_terms": 5}), ("prompt_budget", 0)],
)
def test_the_admin_shows_the_problem_beside_its_field(
    client: Client, assistant: Assistant, name: str, value: Any
) -> None:
    page = sent(client, assistant, **{name: json.dumps(value)})
    assert page.status_code == 200
    assert set(page.context["adminform"].form.errors) == {name}
    assistant.refresh_from_db()
    assert assistant.form == {"days": DAYS}


@pytest.mark.django_db
def test_a_field_that_is_emptied_in_the_admin_is_an_empty_mapping(client: Client, assistant: Assistant) -> None:
    assert sent(client, assistant, form="", scope="").status_code == 302
    assistant.refresh_from_db()
    assert (assistant.form, assistant.scope) == ({}, {})


@pytest.mark.django_db
def test_a_wrong_one_of_before_can_still_be_deactivated_in_the_list(client: Client, assistant: Assistant) -> None:
    Assistant.objects.update(form=[1, 2])
    client.force_login(User.objects.create_superuser("ana"))
    rows = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": str(assistant.pk), "form-0-position": "0"}
    assert client.post(reverse("admin:chat_assistant_changelist"), rows | {"_save": "Save"}).status_code == 302
    assistant.refresh_from_db()
    assert not assistant.is_active


@pytest.mark.django_db
@pytest.mark.parametrize("unnamed", [{"texts-0-name": ""}, {"texts-TOTAL_FORMS": "0"}, {"texts-0-DELETE": "on"}])
def test_the_admin_asks_for_a_name_as_a_file_is_asked(
    client: Client, assistant: Assistant, unnamed: dict[str, str]
) -> None:
    assert sent(client, assistant, **unnamed).status_code == 200
    assert not assistant.texts.exists()


@pytest.mark.django_db
def test_whoever_deletes_a_collection_is_told_which_assistants_read_it(client: Client, assistant: Assistant) -> None:
    client.force_login(User.objects.create_superuser("ana"))
    collection = assistant.collections.get()
    alone = client.get(reverse("admin:knowledge_collection_delete", args=[collection.pk])).content.decode()
    chosen = {"action": "delete_selected", "_selected_action": [collection.pk]}
    several = client.post(reverse("admin:knowledge_collection_changelist"), chosen).content.decode()
    for page in (alone, several):
        assert "is read by these assistants, which lose it: trips." in page
