"""Citation correctness: |citations whose quote stands word for word in the cited document and page| / |citations|.

White space counts alike, nothing else is forgiven. The question of whether the quote supports the claim is another one
(Rashkin et al., Measuring Attribution in Natural Language Generation Models, 2023); this one needs no judge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from evaluation.metrics.base import Metric, Observation, Quote, SourceText


def score(observation: Observation) -> float | None:
    """None where no answer was given; an answer that cites nothing scores 0, for nobody can check it."""
    if observation.status != "answered":
        return None
    quotes = observation.quotes
    correct = sum(stands_in(quote, observation.sources.get(quote.document_id, ())) for quote in quotes)
    return correct / len(quotes) if quotes else 0.0


def stands_in(quote: Quote, sections: Iterable[SourceText]) -> bool:
    """Whether the quote stands in one of the sections, on its page; a quote over two pages may name either."""
    words = quote.text.split()
    if not words:
        return False
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    return any(
        _on_page(quote.page, section, match.start(), match.end())
        for section in sections
        for match in pattern.finditer(section.text)
    )


def _on_page(page: int | None, section: SourceText, start: int, end: int) -> bool:
    if not section.page_breaks:
        return page is None
    first, last = _page_at(section, start), _page_at(section, end - 1)
    return page is not None and first <= page <= last


def _page_at(section: SourceText, offset: int) -> int:
    """Characters before the first break stand on its page."""
    index = bisect_right([start for start, _page in section.page_breaks], offset) - 1
    return section.page_breaks[max(index, 0)][1]


METRIC = Metric("citation_correctness", _("Correct citations"), score)
