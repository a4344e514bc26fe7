"""docs/graph.md is what the code is."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError

from chat.agent.graph import compiled
from chat.management.commands.draw_graph import DOCUMENT, drawing, with_drawing

TEXT = (Path(settings.BASE_DIR) / DOCUMENT).read_text(encoding="utf-8")


def test_the_drawing_is_current() -> None:
    assert with_drawing(TEXT) == TEXT, "run: python manage.py draw_graph"


def test_every_node_is_explained() -> None:
    nodes = {name for name in compiled().get_graph().nodes if not name.startswith("__")}
    assert set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)) == nodes


def test_decisions_are_dotted() -> None:
    lines = drawing().splitlines()
    assert "    question([question]) --> classify" in lines
    assert "    check_policy -.-> refuse" in lines


def test_a_document_without_its_marks_is_not_written() -> None:
    with pytest.raises(CommandError, match="drawing"):
        with_drawing("# The graph")
