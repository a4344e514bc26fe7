"""`manage.py draw_graph`: the graph of the agent, as it is compiled, into docs/graph.md."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

DOCUMENT = "docs/graph.md"
_PLACE = re.compile(r"(?<=<!-- drawing -->\n).*?(?=<!-- end of the drawing -->)", re.DOTALL)
# What Mermaid would take for words of its own.
_ENDS = {"__start__": "question([question])", "__end__": "answer([answer])"}


class Command(BaseCommand):
    help = f"Draws the graph of the agent into {DOCUMENT}."

    def handle(self, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / DOCUMENT
        try:
            text = path.read_text(encoding="utf-8")
            path.write_text(with_drawing(text), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be read or written: {error.strerror}.") from error
        self.stderr.write(f"{DOCUMENT} is up to date.")


def with_drawing(text: str) -> str:
    if not _PLACE.search(text):
        raise CommandError(f"{DOCUMENT} has lost the lines “<!-- drawing -->” and “<!-- end of the drawing -->”.")
    return _PLACE.sub(lambda _match: f"\n```mermaid\n{drawing()}\n```\n\n", text)


def drawing() -> str:
    """Mermaid: an arrow for what always follows, a dotted one for what may."""
    # Imported here: it takes about a second.
    from chat.agent.graph import compiled

    graph = compiled().get_graph()
    order = list(graph.nodes)
    edges = sorted(graph.edges, key=lambda edge: (order.index(edge.source), order.index(edge.target)))
    arrows = [
        f"    {_ENDS.get(edge.source, edge.source)} {'-.->' if edge.conditional else '-->'} "
        f"{_ENDS.get(edge.target, edge.target)}"
        for edge in edges
    ]
    return "\n".join(["flowchart TD", *arrows])
