"""A trace in sentences that need no knowledge of how a search works."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from chat.trying.explaining import Looked, Trace
from knowledge.models import Document

_QUOTE_LENGTH = 240


def verdict(trace: Trace, document: Document) -> str:
    """The one sentence that stands above all others."""
    if trace.is_hidden:
        hidden = gettext("It is not found because something hides it:")
        return f"{hidden} {_hiding(trace)} {_without(trace, document)}".rstrip()
    return _of_run(trace, document)


def _hiding(trace: Trace) -> str:
    return next(reason.text for reason in trace.reasons if reason.hides)


def _without(trace: Trace, document: Document) -> str:
    """What would be, were the document not hidden."""
    if _pages_cited(trace, document) is not None:
        return gettext("Otherwise the answer would quote it.")
    return gettext("Even if nothing hid it, the answer would not quote it; below is why.") if trace.ranks else ""


def _of_run(trace: Trace, document: Document) -> str:
    cited = _pages_cited(trace, document)
    if cited is not None:
        pages = ", ".join(map(str, cited))
        return (
            gettext("It is found: the answer quotes its page %s.") % pages
            if pages
            else gettext("It is found: the answer quotes it.")
        )
    match trace.answer.status:
        case "refused":
            return gettext("The question is refused before any document is looked at.")
        case "general" if trace.ranks is None:
            return gettext("The question is taken for a greeting or a remark: nothing is searched for it.")
        case "clarify":
            return gettext("The question can mean several things: the answer is a question in return.")
    if not trace.passages:
        return gettext("No passage of it says anything of the question.")
    if trace.successor:
        return gettext("“%s”, which supersedes it, is read instead.") % trace.successor
    if not any(one.is_read for one in trace.passages):
        return ngettext(
            "Its passages come too far down: only the best %d passage of all documents is read.",
            "Its passages come too far down: only the best %d passages of all documents are read.",
            trace.read_count,
        ) % trace.read_count  # fmt: skip
    if trace.answer.status == "answered":
        return gettext("Its passages are read, but another document answers more surely.")
    return gettext(
        "Its passages are read, but nothing in them answers surely enough: %(sure)s, and %(needed)s are needed."
    ) % {"sure": percent(trace.certainty), "needed": percent(trace.threshold)}


def _pages_cited(trace: Trace, document: Document) -> list[int] | None:
    """None where the answer does not quote the document, or is none."""
    cited = [one for one in trace.answer.citations if one.document_id == document.pk]
    if not cited or trace.answer.status == "not_found":
        return None
    return sorted({one.page for one in cited if one.page})


def of_passage(looked: Looked, trace: Trace) -> Iterator[str]:
    yield _by_meaning(looked)
    yield from _by_words(looked, trace)
    yield from _together(looked, trace)
    yield from _read(looked, trace)


def _by_meaning(looked: Looked) -> str:
    if looked.ranks.by_meaning is None:
        return gettext("It was not compared by meaning: it has no vector yet, or the embedding model did not answer.")
    return gettext("By meaning it is at rank %(rank)d of all passages (likeness %(likeness)s).") % {
        "rank": looked.ranks.by_meaning, "likeness": percent(looked.ranks.cosine)
    }  # fmt: skip


def _by_words(looked: Looked, trace: Trace) -> Iterator[str]:
    words = trace.ranks.words if trace.ranks else ()
    said = [word for word in words if word in looked.ranks.words]
    missing = [word for word in words if word not in looked.ranks.words]
    if looked.ranks.by_words is None:
        yield gettext("By words it is not found: no word of the question stands in it.")
        return
    yield gettext("By words it is at rank %(rank)d: it says %(words)s.") % {
        "rank": looked.ranks.by_words, "words": _listed(said)
    }  # fmt: skip
    if missing:
        yield gettext("It does not say %s.") % _listed(missing)


def _together(looked: Looked, trace: Trace) -> Iterator[str]:
    ranks = looked.ranks
    if looked.twin:
        yield gettext("“%s” says the same and comes first: it is shown instead.") % looked.twin.title
    elif ranks.reranked is not None:
        yield gettext("Both together, and after a second look at the best: rank %(rank)d of %(all)d.") % {
            "rank": ranks.reranked, "all": trace.ranks.looked_at if trace.ranks else 0
        }  # fmt: skip
    elif ranks.fused is not None:
        yield gettext("Both together: rank %(rank)d, and the best %(best)d are looked at again.") % {
            "rank": ranks.fused, "best": trace.ranks.looked_at if trace.ranks else 0
        }  # fmt: skip
    else:
        yield gettext("It is neither among the nearest by meaning nor among the best by words, so it goes no further.")


def _read(looked: Looked, trace: Trace) -> Iterator[str]:
    number = trace.read_count
    if looked.is_read:
        yield ngettext("It is the passage that is read.", "It is one of the %d passages that are read.", number) % (
            (number,) if number != 1 else ()
        )
    elif looked.ranks.reranked and looked.ranks.reranked > number:
        yield gettext("It is not read: only the best are, %d passages.") % number
    elif looked.ranks.kept:
        yield gettext("It is not read: other passages of this document, or another version of it, took the places.")
    if looked.quote is None:
        return
    quoted = {"quote": Truncator(" ".join(looked.quote.text.split())).chars(_QUOTE_LENGTH)}
    values = quoted | {"sure": percent(looked.quote.score), "needed": percent(trace.threshold)}
    if looked.is_read:
        yield gettext("What answers best in it: “%(quote)s”, sure to %(sure)s; %(needed)s are needed.") % values
    else:
        yield gettext("If it were read, this would answer best: “%(quote)s”, sure to %(sure)s.") % values


def of_best(trace: Trace, document: Document) -> str:
    """What answers instead, where it is another document's."""
    best = trace.best
    if best is None or best.passage.document_id == document.pk:
        return ""
    return gettext("What answers best of all that is read stands in “%(title)s”: “%(quote)s”, sure to %(sure)s.") % {
        "title": best.passage.title,
        "quote": Truncator(" ".join(best.text.split())).chars(_QUOTE_LENGTH),
        "sure": percent(best.score),
    }


def percent(share: float) -> str:
    return f"{max(0.0, share):.0%}".replace("%", " %")


def _listed(words: list[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)
