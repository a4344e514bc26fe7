"""What changed from one version of a document to the next: a table of what it said before and says now, both cited."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chat.agent import wording
from chat.agent.answers.changes import Change, Compared
from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.passages import Quote
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
    under: dict[str, list[Change]] = {}
    for one in told:
        under.setdefault(_section(one), []).append(one)
    rows = [
        _row((escape(section), _cell(one.old, drafting), _cell(one.new, drafting)))
        for section, changes in under.items()
        for one in changes
    ]
    return "\n".join([_row(wording.columns_of_changes(drafting.language)), "| --- | --- | --- |", *rows])


def _section(change: Change) -> str:
    return change.quotes[-1].passage.section


def _paragraphs(compared: Compared, drafting: Drafting) -> Iterator[str]:
    older, newer, language = escape(compared.older), escape(compared.newer), drafting.language
    if compared.kept:
        yield wording.nothing_changed(older, newer, language) if older else wording.one_version(newer, language)
        yield from map(drafting.quoted, compared.kept)
        return
    yield f"**{wording.what_changed(older, newer, language)}**"
    yield table_of_changes(compared.told, drafting)
    if compared.more:
        yield wording.rest_of_changes(compared.more, language)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(quote: Quote | None, drafting: Drafting) -> str:
    return f"{' '.join(shown(quote.text, '').split())} [{drafting.number(quote)}]" if quote else _NOTHING
