"""What was answered before, told again where something was asked of it: its sources, its gist, whether its dates are
past."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.utils import timezone
from django.utils.translation import override

from chat.agent import phrases
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.passages import Quote
from chat.agent.events import Citation
from chat.agent.phrases import say
from chat.agent.state import AgentState, Draft
from knowledge import places
from knowledge.text.dates import DATE, day_of


def in_short(ranked: Sequence[Quote], language: str) -> Draft:
    """The sentence or row that answers best, alone."""
    drafting = Drafting(language)
    return drafting.draft([drafting.quoted(ranked[0])])


def told_of(draft: Draft, state: AgentState) -> Draft:
    """The answer to the question, for whoever asks something of it."""
    about, language = state["classification"].about, state["classification"].language
    if about == "source":
        lines = [_source(citation, language) for citation in draft.citations]
        return replace(draft, text="\n".join([say(phrases.TAKEN_FROM, language), "", *lines]))
    above = ""
    if about in (said := {"certainty": phrases.ONLY_QUOTED, "simpler": phrases.IN_SHORT}):
        above = say(said[about], language)
    elif about == "language":
        above = _untranslated(draft.citations, language)
    elif about == "passed":
        above = _passed(draft, state.get("ranked", ()), language)
    return replace(draft, text=f"{above}\n\n{draft.text}") if above else draft


def _source(citation: Citation, language: str) -> str:
    title, when = escape(citation.title), citation.dated
    named = f"[{title}]({citation.url})" if citation.url else title
    with override(language):
        place = places.said(citation.page, None)
    besides = [escape(citation.section), place, when if when not in citation.title else ""]
    return f"- {', '.join(filter(None, [named, *besides]))} [{citation.number}]"


def _untranslated(citations: Sequence[Citation], language: str) -> str:
    is_other = any(citation.language not in ("", language) for citation in citations)
    return say(phrases.UNTRANSLATED, language) if is_other else ""


def beside_today(texts: Sequence[str], language: str) -> str:
    """Today, and how the dates of what answers stand to it; empty where it has none."""
    today = timezone.localdate()
    found = _dates(texts)
    past = [day for day in found if day < today]
    coming = [day for day in found if day >= today]

    def on(day: date) -> str:
        return phrases.dated(day, "", language)

    if not found:
        return ""
    if not coming:
        return say(phrases.PAST, language, today=on(today), day=on(past[-1]))
    if not past:
        return say(phrases.TO_COME, language, today=on(today), day=on(coming[0]))
    return say(phrases.BETWEEN, language, today=on(today), past=on(past[-1]), day=on(coming[0]))


def _passed(draft: Draft, ranked: Sequence[Quote], language: str) -> str:
    """By what answers best; by the whole answer where that has no dates."""
    best, whole = [quote.text for quote in ranked[:1]], [citation.quote for citation in draft.citations]
    told = beside_today(best, language) or beside_today(whole, language)
    return told or say(phrases.TODAY, language, today=phrases.dated(timezone.localdate(), "", language))


def _dates(texts: Sequence[str]) -> list[date]:
    found = (day_of(match) for text in texts for match in DATE.finditer(text))
    return sorted({day for day in found if day})
