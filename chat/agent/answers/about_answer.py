"""What was answered before, told again where something was asked of it: its sources, its gist, whether its dates are
past."""

from collections.abc import Sequence
from dataclasses import replace

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
    above = ""
    if about == "source":
        lines = [_source(citation, language) for citation in draft.citations]
        return replace(draft, text="\n".join([say(phrases.TAKEN_FROM, language), "", *lines]))
    if about == "passed":
        above = _passed(draft, state.get("ranked", ()), language)
    elif about != "language" or any(citation.language not in ("", language) for citation in draft.citations):
        said = {"certainty": phrases.ONLY_QUOTED, "simpler": phrases.IN_SHORT, "language": phrases.UNTRANSLATED}
        above = say(said[about], language) if about in said else ""
    return replace(draft, text=f"{above}\n\n{draft.text}") if above else draft


def _source(citation: Citation, language: str) -> str:
    title, when = escape(citation.title), citation.dated
    named = f"[{title}]({citation.url})" if citation.url else title
    with override(language):
        place = places.said(citation.page, None)
    besides = [escape(citation.section), place, when if when not in citation.title else ""]
    return f"- {', '.join(filter(None, [named, *besides]))} [{citation.number}]"


def beside_today(texts: Sequence[str], language: str) -> str:
    """Today, and how the dates of what answers stand to it; empty where it has none."""
    today = timezone.localdate()
    days = {day_of(match) for text in texts for match in DATE.finditer(text)}
    past = max((day for day in days if day and day < today), default=None)
    coming = min((day for day in days if day and day >= today), default=None)
    if not past and not coming:
        return ""
    told = phrases.BETWEEN if past and coming else phrases.PAST if past else phrases.TO_COME
    on = {"today": today, "past": past, "day": coming or past}
    return say(told, language, **{name: phrases.dated(day, "", language) for name, day in on.items()})


def _passed(draft: Draft, ranked: Sequence[Quote], language: str) -> str:
    """By what answers best; by the whole answer where that has no dates."""
    best, whole = [quote.text for quote in ranked[:1]], [citation.quote for citation in draft.citations]
    told = beside_today(best, language) or beside_today(whole, language)
    return told or say(phrases.TODAY, language, today=phrases.dated(timezone.localdate(), "", language))
