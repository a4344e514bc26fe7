"""The models of an assistant, as staff edit them and as a file says them."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.contrib.auth.models import Group, User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from chat import configuration
from chat.agent.llm.roles import models_of
from chat.models import Assistant
from knowledge.tests.corpus import collection
from koalarag import roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def assistant() -> Assistant:
    made = Assistant.objects.create(slug="rules", language_models={"critic": {"model": "embedded"}})
    made.collections.add(collection())
    made.texts.create(language="en", name="Rules")
    return made


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("ana"))
    return client


def change(staff: Client, assistant: Assistant, **cells: str) -> Any:
    """As the page sends it, with these cells of the table."""
    page = staff.get(reverse("admin:chat_assistant_change", args=[assistant.pk]))
    form = page.context["adminform"].form
    data = {name: form[name].value() for name in form.fields if name != "language_models"}
    data |= {"form": "{}", "scope": "{}", "collections": list(assistant.collections.values_list("pk", flat=True))}
    data |= {"texts-TOTAL_FORMS": "1", "texts-INITIAL_FORMS": "1", "texts-0-language": "en", "texts-0-name": "Rules"}
    data |= {"texts-0-id": assistant.texts.get().pk, "texts-0-assistant": assistant.pk}
    data |= {f"language_models-{name.replace('__', '-')}": value for name, value in cells.items()}
    address = reverse("admin:chat_assistant_change", args=[assistant.pk])
    return staff.post(address, {name: value for name, value in data.items() if value is not None})


def test_the_table_shows_each_role_with_its_own_values_and_those_of_the_settings(
    staff: Client, assistant: Assistant
) -> None:
    page = staff.get(reverse("admin:chat_assistant_change", args=[assistant.pk])).content.decode()
    assert page.count('aria-label="') >= 30
    assert 'name="language_models-critic-model"' in page
    assert 'value="embedded"' in page
    assert 'placeholder="2000"' in page


def test_what_is_filled_in_is_kept_and_what_is_empty_comes_from_the_settings(
    staff: Client, assistant: Assistant
) -> None:
    sent = change(
        staff, assistant, generator__model=" openai:m ", generator__temperature="0.7", generator__max_tokens="900"
    )
    assert sent.status_code == 302, sent.context["errors"]
    assistant.refresh_from_db()
    assert assistant.language_models == {"generator": {"model": "openai:m", "temperature": 0.7, "max_tokens": 900}}
    model = models_of(assistant.language_models)["generator"]
    assert (model.name, model.temperature, model.max_tokens) == ("openai:m", 0.7, 900)


@pytest.mark.parametrize(
    ("cell", "value", "said"),
    [
        ("generator__model", "gpt-4o-mini", "provider:model"),
        ("critic__temperature", "warm", "between 0 and 2"),
        ("critic__max_tokens", "1.5", "between 16 and"),
        ("judge__base_url", "localhost:1", "http://"),
        ("judge__key_variable", "sk-a-key-itself", "never the key itself"),
    ],
)
def test_what_cannot_work_is_said_and_nothing_is_saved(
    staff: Client, assistant: Assistant, cell: str, value: str, said: str
) -> None:
    sent = change(staff, assistant, **{cell: value})
    assert sent.status_code == 200
    (problem,) = sent.context["adminform"].form.errors["language_models"]
    assert problem.startswith(cell.split("__")[0])
    assert said in problem
    assistant.refresh_from_db()
    assert assistant.language_models == {"critic": {"model": "embedded"}}


@pytest.mark.parametrize(
    ("is_superuser", "address", "variable", "said"),
    [
        (False, "https://model.example.org/v1", "", "only a superuser"),
        (False, "https://llm.example.edu/v1", "OPENAI_API_KEY", "OPENAI_API_KEY"),
        (True, "http://10.0.0.9:11434/v1", "", "within the network"),
        (True, "http://169.254.169.254/v1", "", "within the network"),
        (True, "https://192.0.2.1/v1", "LLM_API_KEY", "LLM_API_KEY"),
        (False, "https://llm.example.edu/v1", "LLM_API_KEY", ""),
    ],
)
def test_servers_and_keys_are_pairs_that_the_operator_allows(
    staff: Client, assistant: Assistant, settings: Any, is_superuser: bool, address: str, variable: str, said: str
) -> None:
    settings.MODEL_SERVERS = [("https://llm.example.edu/v1", "LLM_API_KEY")]
    User.objects.update(is_superuser=is_superuser, is_staff=True)
    roles.create()
    User.objects.get().groups.add(Group.objects.get(name="staff"))
    sent = change(staff, assistant, generator__base_url=address, generator__key_variable=variable)
    problems = sent.context["adminform"].form.errors["language_models"] if sent.context else []
    assert (sent.status_code, bool(problems)) == ((200, True) if said else (302, False))
    assert said in " ".join(problems)


def read(language_models: object) -> Any:
    entry = {"slug": "rules", "collections": [collection("x").slug], "texts": {"en": {"name": "R"}}}
    return configuration.read(yaml.safe_dump([{**entry, "language_models": language_models}]).encode())


def test_a_file_may_name_them_too() -> None:
    wanted = {"generator": {"model": "openai:m", "temperature": 0.2}, "critic": {"model": "embedded"}}
    (assistant,) = configuration.save(read(wanted))
    assert assistant.language_models == wanted


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([], "mapping"),
        ({"poet": {"model": "openai:m"}}, "not a role"),
        ({"critic": "openai:m"}, "critic"),
        ({"critic": {"modell": "openai:m"}}, "“modell”"),
        ({"critic": {"max_tokens": True}}, "between"),
        ({"critic": {"model": 7}}, "provider:model"),
    ],
)
def test_a_file_that_errs_is_told_where(wrong: object, said: str) -> None:
    with pytest.raises(configuration.ConfigurationError, match="language_models") as caught:
        read(wrong)
    assert said in str(caught.value)


def test_a_provider_that_is_not_installed_is_kept_and_warned_of(staff: Client, assistant: Assistant) -> None:
    sent = change(staff, assistant, generator__model="opnai:m", critic__model="embedded")
    said = [str(message) for message in get_messages(sent.wsgi_request)]
    assert said[0] == (
        "generator: the package of provider “opnai” is not installed. Run `pip install langchain-opnai`."
    )
    assert "changed successfully" in said[1]
