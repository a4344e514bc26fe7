"""A trace as a file: JSON with all of it, or Markdown to be read."""

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any, Literal

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string

from chat.models import Trace
from chat.tracing import labels, presentation
from knowledge.languages import language_name

Format = Literal["json", "md"]
FORMATS: tuple[Format, ...] = ("json", "md")
TEMPLATE = "admin/chat/trace/export.md"


def as_json(trace: Trace) -> str:
    """Every column; the assistant by its slug."""
    record: dict[str, Any] = {
        field.name: getattr(trace, field.attname) for field in Trace._meta.concrete_fields if field.name != "assistant"
    }
    record["assistant"] = trace.assistant.slug if trace.assistant else None
    return json.dumps(record, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def as_markdown(trace: Trace) -> str:
    heading = " ".join(trace.question.split())
    text: str = render_to_string(TEMPLATE, {"trace": trace, "heading": heading, **page(trace)})
    return text.strip() + "\n"


WRITERS: dict[Format, Callable[[Trace], str]] = {"json": as_json, "md": as_markdown}


def page(trace: Trace) -> dict[str, Any]:
    """What both the page and the Markdown show of it."""
    return {
        "intent": labels.intent(trace.intent),
        "language": language_name(trace.language),
        "steps": presentation.steps(trace),
        "policy": presentation.policy(trace),
        "judged": presentation.attempts(trace),
        "passages": presentation.passages(trace),
        "entities": presentation.named(trace.entities),
        "filters": presentation.filters(trace),
        "calls": presentation.calls(trace),
        "citations": presentation.citations(trace),
        "tokens": presentation.tokens(trace),
    }


def file_name(trace: Trace, form: Format) -> str:
    """Sorted by name they are sorted by time."""
    assistant = trace.assistant.slug if trace.assistant else "none"
    return f"{trace.created_at:%Y-%m-%dT%H-%M-%S}_{assistant}_{trace.pk}.{form}"


def write(trace: Trace, form: Format, folder: Path) -> Path:
    """Written beside and moved into place, so that nobody reads half of it."""
    target = folder / file_name(trace, form)
    draft = target.with_name(target.name + ".part")
    draft.write_text(WRITERS[form](trace), encoding="utf-8")
    return draft.replace(target)


def archive(traces: Iterable[Trace], form: Format) -> IO[bytes]:
    """A zip of them, on disk rather than in memory; it goes when it is closed."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 (whoever sends it closes it)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for trace in traces:
            packed.writestr(file_name(trace, form), WRITERS[form](trace))
    file.seek(0)
    return file
