"""A trace as its page and its Markdown show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from chat.models import Trace
from chat.rendering import source_url
from chat.rows import readable
from chat.tracing import labels, reasons, stored_names
from knowledge.highlighting.source_page import shortened

# Found in a place of its own on the page.
SHOWN_ELSEWHERE = ("draft", "policy", "outcome", "filters", "queries")
_TO_PERCENT = 100


@dataclass(frozen=True)
class Step:
    name: str
    ms: float
    share: float
    """of the whole time, 0-100"""
    begins: float
    """where in the whole time, 0-100"""
    findings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Criterion:
    name: str
    score: float
    percent: int
    reason: str


@dataclass(frozen=True)
class JudgedAttempt:
    text: str
    total: float
    criteria: tuple[Criterion, ...]
    issues: tuple[str, ...]
    findings: tuple[Mapping[str, str], ...]
    by: str
    regenerate: bool


@dataclass(frozen=True)
class Part:
    """Of a passage's score."""

    name: str
    value: float


def steps(trace: Trace) -> list[Step]:
    total = sum(span["ms"] for span in trace.spans) or 1.0
    found, begun = [], 0.0
    for span in trace.spans:
        share, begins = _TO_PERCENT * span["ms"] / total, _TO_PERCENT * begun / total
        detail = stored_names.written(span.get("detail", {}))
        found.append(Step(labels.step(span["name"]), span["ms"], share, begins, tuple(named(detail))))
        begun += span["ms"]
    return found


def attempts(trace: Trace) -> list[JudgedAttempt]:
    return [
        JudgedAttempt(
            text=attempt["text"],
            total=attempt["total"],
            criteria=tuple(_criteria(attempt)),
            issues=tuple(map(reasons.issue, attempt.get("issues", ()))),
            findings=tuple(map(_found, attempt.get("findings", ()))),
            by=labels.judge(attempt.get("by", "")),
            regenerate=attempt.get("regenerate", False),
        )
        for attempt in trace.attempts
    ]


def _found(finding: Mapping[str, str]) -> dict[str, str]:
    named = {name: labels.value(name, finding[name]) for name in ("kind", "action")}
    return {**finding, **named, "detail": reasons.reason(finding["detail"])}


def _criteria(attempt: Mapping[str, Any]) -> list[Criterion]:
    told = attempt.get("reasons", {})
    return [
        Criterion(labels.criterion(name), score, round(_TO_PERCENT * score), reasons.reason(told.get(name, "")))
        for name, score in attempt["scores"].items()
    ]


def calls(trace: Trace) -> list[dict[str, Any]]:
    """Of models; a failure in a provider's own words stays as it is."""
    return [
        {**call, "role": labels.role(call["role"]), "failure": reasons.reason(call.get("failure", ""))}
        for call in trace.model_calls
    ]


def policy(trace: Trace) -> dict[str, Any]:
    """Empty where the run ended before it was decided."""
    decided = trace.policy
    named = {"rule": labels.rule(decided["rule"]), "reason": reasons.reason(decided["reason"])} if decided else {}
    return {**decided, **named}


def passages(trace: Trace) -> list[dict[str, Any]]:
    """Each with where it can be read and the parts of its score, if it was explained."""
    return [
        {
            **passage,
            "href": _href(passage, passage["text"]),
            "parts": parts_of(passage),
            "terms": list(passage.get("explanation", {}).get("terms", {}).items()),
        }
        for passage in trace.retrieved
    ]


def _href(source: Mapping[str, Any], quote: str) -> str:
    return source_url(source["document_id"], source["document"], source["page"], shortened(quote))


def parts_of(passage: Mapping[str, Any]) -> list[Part]:
    explained = passage.get("explanation", {})
    names = {
        "first": _("dense and BM25 fused"),
        "coverage": _("words covered"),
        "heading": _("heading"),
        "label": _("label"),
        "pairs": _("pairs of words"),
        "agreement": _("neighbours agree"),
    }
    parts = [Part(name, explained[key]) for key, name in names.items() if key in explained]
    return [*parts, Part(_("out of force"), -explained["demoted"])] if "demoted" in explained else parts


def filters(trace: Trace) -> list[tuple[str, str]]:
    """What the searches were not allowed to look beyond."""
    kept = [span["detail"]["filters"] for span in trace.spans if "filters" in span.get("detail", {})]
    return named(stored_names.written(kept[0])) if kept else []


def citations(trace: Trace) -> list[Mapping[str, Any]]:
    """Of the draft that was shown, each with where it can be read, and its quote as one reads it."""
    drafts = [span["detail"]["draft"] for span in trace.spans if "draft" in span.get("detail", {})]
    cited = drafts[-1].get("citations", []) if drafts else []
    return [
        {**citation, "href": _href(citation, citation["quote"]), "said": readable(citation["quote"])}
        for citation in cited
    ]


def tokens(trace: Trace) -> int:
    return sum(call["input_tokens"] + call["output_tokens"] for call in trace.model_calls)


def named(detail: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Findings as a reader of the trace calls them."""
    return [(labels.finding(path), _value(path, found)) for path, found in flat(detail)]


def _value(path: str, found: str) -> str:
    return reasons.reason(found) if path.rpartition(".")[2] == "reason" else labels.value(path, found)


def flat(detail: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Nested findings as one list; what is empty is left out."""
    rows: list[tuple[str, str]] = []
    for name, value in detail.items():
        if name in SHOWN_ELSEWHERE:
            continue
        if isinstance(value, Mapping):
            rows += flat(value, f"{prefix}{name}.")
        elif value not in ("", None, [], ()):
            rows.append((prefix + name, said(value)))
    return rows


def said(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(said(inner) for inner in value)
    return str(value)
