"""Collections as YAML, out and in."""

from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from knowledge import configuration
from knowledge.models import Collection

pytestmark = pytest.mark.django_db


def load(text: str) -> list[Collection]:
    return configuration.load(text.encode())


def test_what_goes_out_comes_in_as_it_was(tmp_path: Path) -> None:
    before = Collection.objects.create(
        slug="rules", name="Normas: 1", language="gl", visibility="staff", alpha=0.5, section_categories={"A": ["b"]}
    )
    out = StringIO()
    call_command("export_collections", "rules", stdout=out)
    file = tmp_path / "collections.yaml"
    file.write_text(out.getvalue())
    Collection.objects.update(name="Other", alpha=1, section_categories={})
    call_command("load_collections", str(file))
    (after,) = Collection.objects.all()
    assert [getattr(after, name) for name in configuration.KEYS] == [
        getattr(before, name) for name in configuration.KEYS
    ]


def test_what_is_not_named_stays() -> None:
    load("[{slug: rules, name: Rules, alpha: 0.5}]")
    load("[{slug: rules, description: All of them}]")
    collection = Collection.objects.get()
    assert (collection.name, collection.alpha, collection.description) == ("Rules", 0.5, "All of them")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a list"),
        ("slug: a", "a list"),
        ("- a: [", "YAML"),
        ("- &a {slug: x}\n- *a", "aliases"),
        ("- name: A", "a mapping with"),
        ("- {slug: a}", "“name”"),
        ("- {slug: a, name: A, colour: red}", "“colour” is not known"),
        ("- {slug: a, name: A, alpha: much}", "“alpha”"),
        ("- {slug: a, name: A, chunk_tokens: 9000}", "“chunk_tokens”"),
        ("- {slug: a, name: A, visibility: nobody}", "“visibility”"),
        ("- {slug: a, name: A, section_categories: x}", "must be a mapping"),
        ("- {slug: a, name: A}\n- {slug: a, name: B}", "more than once"),
    ],
)
def test_a_wrong_file_is_refused_whole(text: str, said: str) -> None:
    good = "- {slug: good, name: Good}\n" if text.startswith("-") else ""
    with pytest.raises(configuration.ConfigurationError, match=said):
        load(good + text)
    assert not Collection.objects.exists()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("load_collections", str(tmp_path / "none.yaml"))


def test_administration_exports_what_is_chosen(admin_client: Client) -> None:
    load("[{slug: a, name: A}, {slug: b, name: B}]")
    chosen = Collection.objects.get(slug="b").pk
    fields = {"action": "export", "_selected_action": chosen}
    answer = admin_client.post(reverse("admin:knowledge_collection_changelist"), fields)
    assert [entry["slug"] for entry in yaml.safe_load(answer.content)] == ["b"]
