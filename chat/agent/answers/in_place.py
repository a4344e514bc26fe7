"""What stands in a version where the other one says something else: a line with the same label, or the sentence that
comes first under a heading, which is its label. How alike they are tells nothing: those of one section always are."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Sequence

from chat.agent.answers.passages import Quote, cells
from knowledge.retrieval.config import Passage
from knowledge.text.dates import without_years
from knowledge.text.sentences import ROW
from knowledge.versions.clauses import plain

_LABEL = re.compile(r"([^:.;\n]{2,60}):\s")
Pairs = list[tuple[int, int]]
"""places in the old and in the new version"""


def in_place(before: Sequence[Quote], after: Sequence[Quote], paired: Pairs) -> Pairs:
    """Of the quotes that are not `paired` those that took each other's place under one heading."""
    old = _keys(before, sorted(one for one, _two in paired))
    new = _keys(after, sorted(two for _one, two in paired))
    return [(place, new[key]) for key, place in old.items() if key in new]


def heading(passage: Passage) -> str:
    """Where it stands, as every version has it: without the document's title and years."""
    above = [one for one in passage.path.split(" › ") if one != passage.title]
    return plain(without_years(" › ".join(above) or passage.section))


def _keys(quotes: Sequence[Quote], stayed: Sequence[int]) -> dict[Hashable, int]:
    """What is known of where each of the others stands -> its place, where no other stands there too."""
    left = {*range(len(quotes))} - {*stayed}
    keys = {place: _key(quotes[place], bisect(stayed, place)) for place in sorted(left)}
    counted = Counter(keys.values())
    return {
        key: place
        for place, key in keys.items()
        if counted[key] == 1 and (_label(quotes[place]) or _is_first(quotes, place))
    }


def _key(quote: Quote, stayed_before: int) -> Hashable:
    return heading(quote.passage), quote.kind, _label(quote) or stayed_before


def _is_first(quotes: Sequence[Quote], place: int) -> bool:
    """A sentence that no other stands above, under its heading; of rows and items none is like the other."""
    one = quotes[place]
    is_below = place > 0 and quotes[place - 1].passage.section_id == one.passage.section_id
    return one.kind == "paragraph" and not is_below


def _label(quote: Quote) -> str:
    """Of a row its first cell, of another line what stands before its colon; empty where it has none."""
    if quote.kind == "row" or ROW.match(quote.text):
        return plain(cells(quote.text)[0][1].split(" · ")[0])
    found = _LABEL.match(quote.text)
    return plain(found[1]) if found else ""
