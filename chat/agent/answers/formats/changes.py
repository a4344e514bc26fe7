"""What changed from one version of a document to the next: a table of what it said before and says now, both cited."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chat.agent.answers.changes import Change, Compared
from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.passages import Quote
from chat.agent.phrases import COLUMNS_OF_CHANGES, NOTHING_CHANGED, ONE_VERSION, WHAT_CHANGED, rest_of_changes, say
from chat.agent.state import Draft

COMPARED = "compared"
"""key of an answer's details: ids of the older and of the newer document"""
_NOTHING = "—"


def told_changes(compared: Compared, language: str) -> Draft:
    drafting = Drafting(language)
    draft = drafting.draft([*_paragraphs(compared, drafting)])
    return replace(draft, details={COMPARED: list(compared.documents)}) if compared.documents else draft


def table_of_changes(told: Sequence[Change], drafting: Drafting) -> str:
    """Those of a section one after the other."""
    sections = [one.quotes[-1].passage.section for one in told]
    ordered = sorted(zip(sections, told, strict=True), key=lambda pair: sections.index(pair[0]))
    rows = [_row((escape(name), _cell(one.old, drafting), _cell(one.new, drafting))) for name, one in ordered]
    headers = _row([say(column, drafting.language) for column in COLUMNS_OF_CHANGES])
    return "\n".join([headers, "| --- | --- | --- |", *rows])


def _paragraphs(compared: Compared, drafting: Drafting) -> Iterator[str]:
    older, newer, language = escape(compared.older), escape(compared.newer), drafting.language
    if compared.kept:
        told = NOTHING_CHANGED if older else ONE_VERSION
        yield say(told, language, older=older, newer=newer, title=newer)
        yield from map(drafting.quoted, compared.kept)
        return
    yield f"**{say(WHAT_CHANGED, language, older=older, newer=newer)}**"
    yield table_of_changes(compared.told, drafting)
    if compared.more:
        yield rest_of_changes(compared.more, language)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(quote: Quote | None, drafting: Drafting) -> str:
    return f"{' '.join(shown(quote.text, '').split())} [{drafting.number(quote)}]" if quote else _NOTHING
