"""Nothing a person reads is left in English: what the sources mark for translation is compared with the catalogues."""

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from gettext import translation
from io import BytesIO
from pathlib import Path

import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.test import Client
from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation.template import templatize

from chat.models import Assistant, AssistantText
from koalarag import translations
from koalarag.months import MONTHS

ROOT = translations.LOCALE.parent
APPS = ("koalarag", "knowledge", "chat", "evaluation", "interfaces")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|<[^>]+>")
WHAT_TO_DO = "\n".join(
    [
        "Run this, translate what is new in locale/*/LC_MESSAGES/django.po, and then `make translations`:",
        "python manage.py makemessages -l gl -l es -l en --no-obsolete --no-wrap --add-location file"
        " -i .venv -i var -i staticfiles -i tests",
    ]
)
# What a first page must not say in English: heading, placeholders, buttons, and what only a screen reader says.
ON_THE_FIRST_PAGE = (
    "You could ask",
    "Ask a question…",
    "Your question",
    "All courses",
    "Language of the answer",
    "New conversation",
    "Earlier conversations",
    "Sign in",
    "Skip to content",
    "Searching the documents…",
)
HEADINGS = {"gl": "Por exemplo, podes preguntar", "es": "Por ejemplo, puedes preguntar", "en": "You could ask"}

Key = tuple[str | None, str, str]
"""context, message, its plural or nothing"""


def sources() -> Iterator[tuple[Path, str]]:
    """Every file with texts for translation, as Python; templates by way of Django's own conversion."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
                yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.html")):
        marked = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield path, "\n".join(line.lstrip() for line in marked.splitlines())


@cache
def messages() -> dict[Key, str]:
    """What is marked, and where."""
    found: dict[Key, str] = {}
    for path, text in sources():
        for line, message, _comments, context in extract("python", BytesIO(text.encode()), KEYWORDS):
            singular, plural = message if isinstance(message, tuple) else (message, "")
            found.setdefault((context, singular, plural), f"{path.relative_to(ROOT)}:{line}")
    return found


@cache
def catalogue(language: str) -> Catalog:
    with (translations.LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file)


def forms(of: object) -> list[str]:
    """A message or its translations, plural forms one by one."""
    return list(map(str, of)) if isinstance(of, list | tuple) else [str(of or "")]


def untranslated(language: str, keys: Iterable[Key]) -> Iterator[Key]:
    for context, singular, plural in keys:
        entry = catalogue(language).get(singular, context)
        is_plural = entry is not None and isinstance(entry.id, tuple)
        if entry is None or entry.fuzzy or is_plural != bool(plural) or not all(forms(entry.string)):
            yield context, singular, plural


def test_the_sources_are_read() -> None:
    """Else the tests below would say nothing: a text of each kind is among those found."""
    assert (None, "Searching the documents…", "") in messages()  # gettext
    assert (None, "assistant", "") in messages()  # gettext_lazy
    assert (None, "The file is empty. Upload one with text.", "") in messages()  # gettext_noop
    assert (None, "%d page", "%d pages") in messages()  # ngettext
    assert (None, "You could ask", "") in messages()  # {% translate %}
    assert (None, "of %(total)s", "") in messages()  # {% blocktranslate %}
    assert (None, "%(number)s passage", "%(number)s passages") in messages()  # {% blocktranslate count %}


def called(text: str) -> Iterator[str]:
    """The texts given to gettext's functions, whatever they are imported as and wherever they are called."""
    tree = ast.parse(text)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {alias.asname or alias.name: alias.name for node in imports for alias in node.names}
    marking = {name: of for name, of in names.items() if "gettext" in of} | {"_": names.get("_", "gettext")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in marking:
            place = 1 if marking[node.func.id].startswith(("pgettext", "npgettext")) else 0
            if len(node.args) > place and isinstance(node.args[place], ast.Constant):
                yield str(node.args[place].value)


def test_nothing_that_is_marked_is_overlooked() -> None:
    """As it would be inside an f-string, or under another name: makemessages does not look there."""
    known = {singular for _context, singular, _plural in messages()}
    paths = [(path, text) for path, text in sources() if path.suffix == ".py"]
    assert [
        f"{path.relative_to(ROOT)}: {said}" for path, text in paths for said in called(text) if said not in known
    ] == []
    assert list(called("from x import gettext_lazy as lazy\nf\"{lazy('A')} {_('B')}\"")) == ["A", "B"]


@pytest.mark.parametrize("language", ["gl", "es"])
def test_everything_is_translated(language: str) -> None:
    missing = [f"{messages()[key]}: {key[1]}" for key in untranslated(language, messages())]
    assert not missing, "\n".join([f"Not in {language}:", *missing, WHAT_TO_DO])


@pytest.mark.parametrize("language", ["gl", "es"])
def test_what_django_says_too_stays_as_django_says_it(language: str) -> None:
    """Ours come first: the buttons and links of the administration would change. A context keeps them apart."""
    folders = [Path(django.__file__).parent / "conf", *(Path(django.__file__).parent / "contrib").iterdir()]
    theirs = [translation("django", str(folder / "locale"), [language], fallback=True) for folder in folders]
    for context, message, plural in messages():
        said = {one.gettext(message) for one in theirs} - {message}
        if said and not (context or plural or message in MONTHS):
            assert str(catalogue(language).get(message).string) in said, message


@pytest.mark.parametrize("language", ["gl", "es", "en"])
def test_translations_keep_the_placeholders(language: str) -> None:
    for entry in catalogue(language):
        wanted = [sorted(PLACEHOLDER.findall(form)) for form in forms(entry.id)]
        for form in filter(None, forms(entry.string) if entry.id else []):
            assert sorted(PLACEHOLDER.findall(form)) in wanted, f"{language}: {form}"


@pytest.mark.parametrize("language", ["gl", "es", "en"])
def test_a_catalogue_has_a_translation_for_every_plural_form(language: str) -> None:
    for entry in catalogue(language):
        if isinstance(entry.id, tuple):
            assert len(forms(entry.string)) == catalogue(language).num_plurals, entry.id


def test_what_is_compiled_is_what_is_written() -> None:
    assert translations.outdated() == []


def test_what_is_fuzzy_is_not_compiled(tmp_path: Path) -> None:
    source = tmp_path / "gl" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "document"\nmsgstr "documento"\n\n#, fuzzy\nmsgid "guess"\nmsgstr "adiviña"\n'
    )
    assert translations.outdated(tmp_path) == [source]
    source.with_suffix(".mo").write_bytes(translations.compiled(source))
    assert translations.outdated(tmp_path) == []
    compiled = translation("django", str(tmp_path), ["gl"])
    assert compiled.gettext("document") == "documento"
    assert compiled.gettext("guess") == "guess"


def test_months_are_written_small_in_galician_and_spanish() -> None:
    with override("gl"):
        assert date_format(date(2024, 9, 12), "DATE_FORMAT") == "12 de setembro de 2024"
    for language in ("gl", "es"):
        with override(language):
            assert [month for month in MONTHS if not gettext(month).islower()] == []


@pytest.mark.parametrize("language", HEADINGS)
def test_the_first_page_is_in_its_language(language: str, client: Client, db: None) -> None:
    assistant = Assistant.objects.create(slug="library")
    names = {"gl": "Biblioteca", "es": "La biblioteca", "en": "Library"}
    for code, name in names.items():
        AssistantText.objects.create(assistant=assistant, language=code, name=name, suggestions="?")
    content = client.get("/", headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}"' in content
    assert f"<h1>{names[language]}</h1>" in content
    assert HEADINGS[language] in content
    if language != "en":
        assert [text for text in ON_THE_FIRST_PAGE if text in content] == []
