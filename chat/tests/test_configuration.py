from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from chat import configuration
from chat.models import Assistant
from knowledge.models import Collection

pytestmark = pytest.mark.django_db

FILE = """
- slug: trips
  collections: [guides]
  top_k: 9
  form: {days: {min: 1, max: 30, default: 3}}
  scope: {only: Australia, outside_terms: [París]}
  texts:
    es: {name: Viajes, channel: la oficina, suggestions: ["¿Qué ver?", "¿Dónde comer?"]}
    gl: {name: Viaxes}
- slug: rules
  collections: [guides]
  texts: {en: {name: Rules}}
"""


@pytest.fixture(autouse=True)
def guides() -> Collection:
    return Collection.objects.create(slug="guides", name="Guides")


def load(text: str) -> list[Assistant]:
    return configuration.save(configuration.read(text.encode()))


def test_assistants_are_loaded_in_the_order_of_the_file() -> None:
    trips, _rules = load(FILE)
    assert [assistant.slug for assistant in Assistant.objects.all()] == ["trips", "rules"]
    assert (trips.top_k, trips.form["days"]["max"], trips.scope["outside_terms"]) == (9, 30, ["París"])
    assert [collection.slug for collection in trips.collections.all()] == ["guides"]
    assert trips.text_in("es").suggested_questions == ["¿Qué ver?", "¿Dónde comer?"]


def test_loading_again_changes_only_what_the_file_names() -> None:
    load(FILE)
    Assistant.objects.filter(slug="rules").update(history_length=2)
    load(FILE.replace("Viajes", "Rutas").replace("    gl: {name: Viaxes}\n", ""))
    assert Assistant.objects.count() == 2
    assert Assistant.objects.get(slug="rules").history_length == 2
    assert [text.name for text in Assistant.objects.get(slug="trips").texts.all()] == ["Rutas"]


def test_all_problems_are_told_and_nothing_is_saved() -> None:
    with pytest.raises(configuration.ConfigurationError) as caught:
        load("""
- slug: good
  collections: [guides]
  texts: {en: {name: Good}}
- slug: two words
  collections: [guides, none]
  topk: 3
  top_k: 900
  form: [days]
  texts:
    fr: {name: Bien}
    en: {description: no name, suggestions: one}
- slug: good
""")
    told = caught.value.problems
    expected = (
        "“slug: good” is used more than once",
        "(two words): “slug”",
        "there is no collection “none”",
        "“topk”",
        "“top_k”",
        "“form” must be",
        "“fr”",
        "“name” in “en”",
        "“suggestions” in “en”",
        "assistant 3 (good): “collections”",
    )
    for part in expected:
        assert any(part in one for one in told), part
    assert not Assistant.objects.exists()


@pytest.mark.parametrize("text", ["", "slug: x", "- [", "- 5"])
def test_what_is_no_list_of_assistants_is_refused(text: str) -> None:
    with pytest.raises(configuration.ConfigurationError):
        configuration.read(text.encode())


def test_the_command_names_the_file_and_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "assistants.yaml"
    path.write_text("- slug: x\n  texts: {en: {name: X}}\n", "utf-8")
    with pytest.raises(CommandError, match=r"(?s)assistants.yaml was not loaded, nothing was changed.*“collections”"):
        call_command("load_assistants", str(path))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("load_assistants", str(tmp_path / "none.yaml"))


def test_pages_that_may_show_an_assistant_are_named_by_their_origins() -> None:
    _trips, rules = load(f"{FILE}  embed_origins: ['https://dept.example.edu', 'https://*.algebra.example.edu']\n")
    assert rules.embed_origins == ["https://dept.example.edu", "https://*.algebra.example.edu"]
    for wrong in ("https://dept.example.edu", "['https://dept.example.edu/page']", "[7]", "[\"'self'\"]"):
        with pytest.raises(configuration.ConfigurationError, match="embed_origins"):
            load(f"{FILE}  embed_origins: {wrong}\n")
