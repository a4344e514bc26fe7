"""What changed from one version of a document to the next: a line for each change, both versions cited."""

from collections.abc import Sequence

from chat.agent import wording
from chat.agent.answers.changes import Change, Compared
from chat.agent.answers.citations import Drafting, escape, shown
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft
from knowledge.text.sentences import spans


def told_changes(compared: Compared, language: str) -> Draft:
    drafting = Drafting(language)
    older, newer = escape(compared.older), escape(compared.newer)
    if compared.kept:
        same = wording.nothing_changed(older, newer, language) if older else wording.one_version(newer, language)
        return drafting.draft([same, *map(drafting.quoted, compared.kept)])
    under: dict[str, list[Change]] = {}
    for one in compared.told:
        under.setdefault(one.quotes[-1].passage.section, []).append(one)
    groups = [_group(heading, changes, drafting) for heading, changes in under.items()]
    rest = wording.rest_of_changes(compared.more, compared.same, compared.sections, language)
    return drafting.draft([wording.what_changed(older, newer, language), *groups, *filter(None, [rest])])


def _group(heading: str, changes: Sequence[Change], drafting: Drafting) -> str:
    lines = "\n".join(_line(one, drafting) for one in changes)
    return f"**{escape(heading)}**\n\n{lines}" if heading else lines


def _line(change: Change, drafting: Drafting) -> str:
    """Before and now in one; in two where they are of several sentences, in which a citation is not clear."""
    said = []
    if change.old:
        said.append(
            (wording.said_before if change.new else wording.no_longer)(_quoted(change.old, drafting), drafting.language)
        )
    if change.new:
        said.append(
            (wording.said_now if change.old else wording.only_now)(_quoted(change.new, drafting), drafting.language)
        )
    is_short = all(len(spans(one.text)) == 1 for one in change.quotes)
    return f"- {' · '.join(said)}" if is_short else "\n".join(f"- {one}" for one in said)


def _quoted(quote: Quote, drafting: Drafting) -> str:
    return f"{shown(quote.text, '')} [{drafting.number(quote)}]"
