"""What an answer says and cites: the facts it holds, and whether its sources carry it. No judge is needed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation, Quote, SourceText
from evaluation.metrics.folding import contains, fold, without_markup


def citation_correctness(observation: Observation) -> float | None:
    """|citations whose quote stands word for word in the cited document and page| / |citations|.

    None where no answer was given; an answer that cites nothing scores 0, for nobody can check it. Whether the quote
    supports the claim is another question (Rashkin et al., Measuring Attribution in Natural Language Generation Models,
    2023).
    """
    if observation.status != "answered":
        return None
    quotes = observation.quotes
    correct = sum(stands_in(quote, observation.sources.get(quote.document_id, ())) for quote in quotes)
    return correct / len(quotes) if quotes else 0.0


def stands_in(quote: Quote, sections: Iterable[SourceText]) -> bool:
    """Whether the quote stands in one of the sections, on its page; a quote over two pages may name either.

    White space counts alike, nothing else is forgiven.
    """
    words = quote.text.split()
    if not words:
        return False
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    return any(
        _on_page(quote.page, section, match.start(), match.end())
        for section in sections
        for match in pattern.finditer(section.text)
    )


def supported_sentences(observation: Observation) -> float | None:
    """|statements that what they cite carries| / |statements of the answer|, as it is shown; None without any.

    Verification marks what no source carries; a statement is a sentence, list item or table row with a citation, or one
    so marked. What is withdrawn before anybody reads it counts in faithfulness, not here.
    """
    if observation.status != "answered" or not observation.statements:
        return None
    return 1 - observation.unsupported / observation.statements


def faithfulness(observation: Observation) -> float | None:
    """|statements carried by the context| / |statements that were written|, those withdrawn included; None without any.

    After Es et al., RAGAS: Automated Evaluation of Retrieval Augmented Generation, 2024, section 3; a statement is a
    sentence, and what carries it is decided by local measures (docs/critic.md), not by a model.
    """
    written = observation.statements + observation.withdrawn
    if observation.status != "answered" or not written:
        return None
    return (observation.statements - observation.unsupported) / written


def fact_recall(observation: Observation) -> float | None:
    """|groups of expected facts that the answer holds| / |groups|; None where no fact is expected.

    Recall over nuggets as in the TREC question answering track (Voorhees, Overview of the TREC 2003 Question Answering
    Track), found by matching words, not by a judge: case, accents and spaces aside.
    """
    met = groups_met(observation)
    return sum(met) / len(met) if met else None


def all_facts(observation: Observation) -> float | None:
    """1 where the answer holds every expected fact, else 0: the mean is the accuracy of a question answering set.

    None where no fact is expected.
    """
    met = groups_met(observation)
    return float(all(met)) if met else None


def groups_met(observation: Observation) -> list[bool]:
    """A group is met by any of its alternatives."""
    text = fold(without_markup(observation.text))
    return [any(contains(text, fold(one)) for one in group) for group in observation.facts]


def _on_page(page: int | None, section: SourceText, start: int, end: int) -> bool:
    if not section.page_breaks:
        return page is None
    first, last = _page_at(section, start), _page_at(section, end - 1)
    return page is not None and first <= page <= last


def _page_at(section: SourceText, offset: int) -> int:
    """Characters before the first break stand on its page."""
    index = bisect_right([start for start, _page in section.page_breaks], offset) - 1
    return section.page_breaks[max(index, 0)][1]


METRICS = (
    Metric("citation_correctness", _("Correct citations"), citation_correctness),
    Metric("supported_sentences", _("Supported sentences"), supported_sentences),
    Metric("faithfulness", _("Faithfulness (local measures)"), faithfulness),
    Metric("fact_recall", _("Expected facts in the answer"), fact_recall),
    Metric("all_facts", _("Answers with every expected fact"), all_facts),
)
