"""The house's frame: imports point one way, modules and functions stay small."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# Each may import itself and those before it.
ORDER = ["koalarag", "knowledge", "chat", "evaluation", "interfaces"]
MAX_MODULE_LINES = 300
MAX_FUNCTION_LINES = 40


def modules(app: str) -> Iterator[Path]:
    for path in sorted((ROOT / app).rglob("*.py")):
        if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
            yield path


def imported(tree: ast.AST) -> Iterator[str]:
    """Top-level names of what is imported anywhere in a module, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.mark.parametrize("app", ORDER)
def test_imports_point_one_way_and_modules_and_functions_are_small(app: str) -> None:
    later = set(ORDER[ORDER.index(app) + 1 :])
    wrong, large = {}, []
    for path in modules(app):
        text, name = path.read_text(), str(path.relative_to(ROOT))
        tree = ast.parse(text)
        if found := later & set(imported(tree)):
            wrong[name] = sorted(found)
        if (lines := len(text.splitlines())) > MAX_MODULE_LINES:
            large.append(f"{name}: {lines} lines")
        large += [
            f"{name}: {node.name}, {length(node)} lines"
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > MAX_FUNCTION_LINES
        ]
    assert (wrong, large) == ({}, [])


def test_trips_are_known_only_to_whoever_registers_them() -> None:
    knowing = {
        str(path.relative_to(ROOT))
        for path in modules("chat")
        if "chat.trips" in path.read_text() and "trips" not in path.parent.name
    }
    assert knowing == {"chat/apps.py"}


WORKER = """
import sys, django
django.setup()
from koalarag.celery import app
app.loader.import_default_modules()
print(*sys.modules)
"""


def test_a_worker_starts_without_what_only_some_tasks_need() -> None:
    heavy = {"langgraph", "langchain_core", "numpy", "onnxruntime", "pydantic", "reportlab", "redis", "koalarag.urls"}
    shown = subprocess.run([sys.executable, "-c", WORKER], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "knowledge.tasks" in shown.split()
    assert heavy & set(shown.split()) == set()
