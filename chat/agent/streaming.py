"""A text that is told as a whole, line by line, to whoever watches the answer being made."""

from collections.abc import Callable, Iterable

from chat.agent.events import Citation, SourcesKnown, TextDelta


def stream(text: str, citations: Iterable[Citation], write: Callable[[SourcesKnown | TextDelta], None]) -> None:
    """`write` is the graph's stream writer."""
    write(SourcesKnown(tuple(citations)))
    for line in text.splitlines(keepends=True):
        write(TextDelta(line))
