from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from knowledge.crawling import configuration
from knowledge.models import Collection, WebSource

pytestmark = pytest.mark.django_db
FILE = """
- slug: library
  collection: rules
  seeds: [https://www.example.edu/library/]
  allowed_paths: [/library/, /*/library/]
  keywords: [préstamo]
  keyword_list: university
  schedule: weekly
  max_depth: 3
"""


@pytest.fixture(autouse=True)
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules")


def test_what_is_written_out_is_read_in(tmp_path: Path) -> None:
    file = tmp_path / "sites.yaml"
    file.write_text(FILE)
    call_command("load_sources", str(file), stderr=StringIO())
    source = WebSource.objects.get()
    assert (source.seeds, source.max_depth, source.schedule) == ("https://www.example.edu/library/", 3, "weekly")
    assert source.allowed_paths == "/library/\n/*/library/"
    output = StringIO()
    call_command("export_sources", stdout=output)
    before = WebSource.objects.values().get()
    source.delete()
    configuration.load(output.getvalue().encode())
    after = WebSource.objects.values().get()
    assert {name: value for name, value in after.items() if name not in ("id", "created_at")} == {
        name: value for name, value in before.items() if name not in ("id", "created_at")
    }


def test_a_setting_that_is_not_named_keeps_its_value() -> None:
    configuration.load(FILE.encode())
    configuration.load(b"- slug: library\n  max_depth: 4\n")
    source = WebSource.objects.get()
    assert (source.max_depth, source.schedule) == (4, "weekly")


def test_everything_that_is_wrong_is_said_and_nothing_changed(tmp_path: Path) -> None:
    wrong = """
- slug: a
  collection: other
  seeds: [https://example.edu/]
- slug: b
  collection: rules
  seeds: [mailto:x@y.z]
  allowed_paths: [library]
  allowed_hosts: ["https://example.edu"]
  keyword_list: nowhere
- slug: c
  collection: rules
  seeds: https://example.edu/
  colour: red
- slug: d
  collection: rules
  seeds: [https://example.edu/]
  schedule: yearly
  max_depth: deep
- slug: e
  collection: rules
  seeds: [https://example.edu/]
"""
    file = tmp_path / "sites.yaml"
    file.write_text(wrong)
    with pytest.raises(CommandError) as error:
        call_command("load_sources", str(file))
    said = str(error.value)
    for place in (
        "1: there is no collection “other”", "2: “seeds”", "2: “allowed_paths”", "2: “allowed_hosts”",
        "2: “keyword_list”", "3: “colour”", "3: “seeds”", "4: “schedule”", "4: “max_depth”",
    ):  # fmt: skip
        assert place in said
    assert not WebSource.objects.exists()


@pytest.mark.parametrize("text", ["", "a: 1", "- [", "\xff"])
def test_what_is_no_list_of_websites_is_refused(text: str) -> None:
    with pytest.raises(configuration.ConfigurationError):
        configuration.load(text.encode("latin-1"))
