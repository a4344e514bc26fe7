from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async

from chat.agent import phrases
from chat.agent.answers.citations import Drafting
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Status, stream
from chat.agent.policy import Need, need_in
from chat.agent.state import AgentState, Draft
from chat.agent.understanding.wordings import word
from knowledge.retrieval.config import Passage
from knowledge.retrieval.search import search
from knowledge.text.sentences import spans
from knowledge.text.terms import fold

_WAITING = word("support", "waiting")
SEARCHED, MAX_QUOTES = 20, 2
TURNING_FACTOR = 1.25
"""of the assistant's threshold, for what nobody has asked in so many words"""


async def support(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Shows the organisation's contact card first, then what the documents say about whom to contact, and nothing
    else."""
    context, language, question = runtime.context, state["classification"].language, state["question"].text
    need = await sync_to_async(need_in)(question)
    if need is None:
        raise AssertionError("the policy found a need in the same words")
    queries = (question, need.queries[language])
    found = [one for query in queries for one in await search(query, context.scope, SEARCHED, context.search)]
    # In its text or its headings: neighbouring text, such as extra time in exams, does not help.
    said = {one.chunk_id: one for one in found if one.in_force and need.is_topic_of(f"{one.path}\n{one.text}")}
    evidence = tuple(said.values())
    telling = await sync_to_async(_telling)(question, need, evidence, language, context.threshold)
    ranked = [*filter(None, map(_without_waiting, telling))][:MAX_QUOTES]
    told, drafting = card(need.kind, context, language), Drafting(language)
    quoted = [phrases.say(phrases.WHERE_TO_TURN, language), *map(drafting.quoted, ranked)]
    draft = drafting.draft([told, *quoted]) if ranked else Draft(told, ())
    stream(draft.text, draft.citations, runtime.stream_writer)
    policy = replace(state["policy"], need=need.kind, card="")
    status: Status = "answered" if ranked else "general"
    return {"policy": policy, "status": status, "draft": draft, "evidence": evidence, "others": ()}


def _without_waiting(quote: Quote) -> Quote | None:
    """Up to where it says how long one waits: somebody in need is not told now; None where nothing stands before
    that."""
    waits = (start for start, end in spans(quote.text) if _WAITING.search(fold(quote.text[start:end])))
    end = next(waits, len(quote.text))
    return replace(quote, end=quote.start + len(quote.text[:end].rstrip())) if end else None


def _telling(question: str, need: Need, evidence: Sequence[Passage], language: str, threshold: float) -> list[Quote]:
    """The passage that answers the question itself, if it says where to turn, such as the number to call; and those
    that tell where to turn.

    Words alone also match who decides on sports credits at the Vice-Rectorate of Wellbeing: that is for the reader to
    say.
    """
    best = [one for one in read(question, evidence)[:1] if need.is_said_in(one.text, one.passage.path)]
    answering = [one for one in best if one.score >= threshold]
    turning = [one for one in read(need.queries[language], evidence) if one.score >= TURNING_FACTOR * threshold]
    others = [one for one in turning if need.is_said_in(one.text)]
    return [*answering, *(one for one in others if not any(map(one.repeats, answering)))]


def card(kind: str, context: AgentContext, language: str) -> str:
    """As a block quote, so that it stands out wherever Markdown is shown."""
    where = phrases.channel(context.channels.get(language, ""), language)
    nobody = f"{phrases.say(phrases.NOT_ALONE, language)} {where}".strip()
    text = context.help_cards.get(f"{kind}.{language}") or nobody
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
