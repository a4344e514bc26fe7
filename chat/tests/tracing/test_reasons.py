"""A trace's reasons in the language of the reviewer who reads them."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from chat import agent
from chat.tracing import reasons

AGENT = Path(agent.__file__).parent
# Where each takes its reason, by place among its arguments.
RESULTS = {"Assessment": 2, "PolicyDecision": 2, "Classification": 2, "Rewriting": 2, "Finding": 2, "Checked": 2}
RESULTS |= {"CallFailed": 0, "ModelUnavailable": 1}
# What stands in a sentence for what is only known when it is written: a reason within it is one by itself.
INSERTED = {"reason": "nothing is said"}


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (text for one in (node.body, node.orelse) for text in texts(one))
    elif isinstance(node, ast.JoinedStr):
        yield "".join(_text(part) for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value


def _text(part: ast.AST) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return INSERTED.get(getattr(value, "attr", ""), "" if getattr(value, "id", "") in ("about", "because") else "7")


def written() -> Iterator[str]:
    """Every reason that the agent's code writes; "HTTP 500: …" goes on in a provider's own words."""
    for path in sorted(AGENT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            found = (text for one in _reasons_at(node, path.stem) for text in texts(one))
            yield from (text for text in found if not text.startswith("HTTP"))
    for name in ("rules", "needs"):
        yield from _in(tomllib.loads((AGENT / "policy" / f"{name}.toml").read_text()))


def _reasons_at(node: ast.AST, module: str) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "reason":
        yield node.value
    if isinstance(node, ast.Call):
        yield from (given.value for given in node.keywords if given.arg == "reason")
        yield from node.args[(at := RESULTS.get(getattr(node.func, "id", ""), 9)) : at + 1]
    if module in ("critic", "checking") and isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        yield node.value.elts[1]
    if module == "guard" and isinstance(node, ast.Yield) and node.value:
        yield node.value


def _in(table: object) -> Iterator[str]:
    if isinstance(table, dict):
        yield from ([table["reason"]] if "reason" in table else [])
        yield from (text for inner in table.values() for text in _in(inner))
    elif isinstance(table, list):
        yield from (text for inner in table for text in _in(inner))


@pytest.mark.parametrize("language", ["gl", "es"])
def test_no_reason_that_the_agent_writes_is_left_in_english(language: str) -> None:
    found = set(written())
    assert len(found) > 45
    with override(language):
        assert not {text for text in found if reasons.reason(text) == text}


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("0.62 of 0.45 that are needed", "0.62; se necesita 0.45"),
        (
            "it asks for a summary about a course, for it says “resume”; read with what was said before: resume; todo",
            "pide un resumen sobre una asignatura, porque dice “resume”; leído con lo dicho antes: resume; todo",
        ),
        (
            "medical advice; the classifier: 91%; the catalogue publishes it",
            "consejo médico; el clasificador: 91%; el catálogo lo publica",
        ),
        ("nothing came for 20 s", "no llegó nada durante 20 s"),
        (
            "its answer was rejected. It does not speak of what is asked. It is longer than allowed.",
            "su respuesta se rechazó. No habla de lo que se pregunta. It is longer than allowed.",
        ),
        ("HTTP 500: InternalServerError", "HTTP 500: InternalServerError"),
        ("The author of the model's own words", "The author of the model's own words"),
        ("", ""),
    ],
)
def test_a_reason_is_read_in_the_language_of_the_page(kept: str, read: str) -> None:
    with override("es"):
        assert reasons.reason(kept) == read


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("coherence: 2 sentences are said twice", "coherencia: 2 frases se dicen dos veces"),
        (
            "“Son 7 libros.”: not in what is cited: 7 (dropped)",
            "“Son 7 libros.”: no está en lo citado: 7 (dejado fuera)",
        ),
        ("…: no citation (flagged)", "…: sin cita (marcado)"),
        ("Write shorter: no lists", "Write shorter: no lists"),
    ],
)
def test_what_an_attempt_was_told_is_read_so_too(kept: str, read: str) -> None:
    with override("es"):
        assert reasons.issue(kept) == read


def test_in_english_a_reason_is_called_by_its_labels_too() -> None:
    with override("en"):
        assert reasons.reason("it asks for a search") == "it asks for a fact"
        assert reasons.reason("quotations") == "quotations"
