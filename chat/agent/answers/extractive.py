"""An answer from quotations: facts of the catalogue, then the blocks of documents that say it, in their own words, each
cited."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from chat.agent.answers.citations import Drafting
from chat.agent.answers.parts import MAX_PARTS, Part, parts
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft
from knowledge.catalogue.entries import is_entry
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import folded_words

FOLLOWS = 0.5
"""Of a fact's probability: a document that answers so surely follows it."""
# A value of fewer words may stand anywhere.
MIN_CONFIRMING_WORDS = 2
# Of the confidence that an answer needs: below it there is no likeness worth showing.
NEAR_SHARE = 0.6
MAX_NEAREST = 2
"""parts that are shown then"""


def compose(ranked: Sequence[Quote], language: str, *, wants_all: bool) -> Draft:
    """`ranked` are the quotes of the evidence, best first."""
    drafting = Drafting(language)
    shown = _with_facts(ranked) or parts(ranked, wants_all=wants_all)
    return drafting.draft([drafting.part(part) for part in shown])


def nearest(ranked: Sequence[Quote], introduction: str, language: str) -> Draft:
    """What comes nearest where the answer was not found: cited, and introduced as no answer."""
    drafting = Drafting(language)
    shown = parts(ranked, wants_all=False, most=MAX_NEAREST)
    return drafting.draft([introduction, *map(drafting.part, shown)])


def _with_facts(ranked: Sequence[Quote]) -> list[Part]:
    """Empty where the catalogue does not answer. `ranked` are quotes of entries and documents, best first."""
    facts = [quote for quote in ranked if is_entry(quote.passage)]
    if not facts:
        return []
    documents = [quote for quote in ranked if not is_entry(quote.passage)]
    sure = [quote for quote in documents if quote.score >= FOLLOWS * facts[0].score]
    # One fact is asked for, not the list or table that it stands in.
    following = [replace(quote, group=0) for quote in _confirming(facts, documents) or sure]
    return [*_of_entries(facts), *parts(following, wants_all=False, most=MAX_PARTS - 1)]


def _of_entries(facts: Sequence[Quote]) -> Iterator[Part]:
    """One for each entry, its facts in their order."""
    for _entry, quotes in groupby(facts, key=lambda quote: quote.passage.document_id):
        lines = sorted(quotes, key=lambda quote: quote.start)
        yield Part(lines[0], replace(lines[0], end=lines[-1].end), None, tuple(lines))


def _confirming(facts: Sequence[Quote], documents: Sequence[Quote]) -> list[Quote]:
    """The likeliest quote of a document that says all that the facts say, if there is one."""
    values = " ".join(fact.text.partition(":")[2] for fact in facts)
    wanted = {word for word in folded_words(values) if len(word) > 2} - STOPWORDS
    if len(wanted) < MIN_CONFIRMING_WORDS:
        return []
    found = next((quote for quote in documents if wanted <= folded_words(quote.text)), None)
    return [found] if found else []
