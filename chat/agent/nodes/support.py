from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent import phrases
from chat.agent.answers.citations import Drafting
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.context import AgentContext
from chat.agent.events import TextDelta
from chat.agent.policy import Need, need_in
from chat.agent.state import AgentState, Draft
from knowledge.retrieval.config import Passage
from knowledge.retrieval.search import search

SEARCHED, MAX_QUOTES = 20, 2


async def support(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """People first: the organisation's card, then what the documents say of where to turn. Never anything else."""
    context, language = runtime.context, state["classification"].language
    need = need_in(state["question"].text)
    if need is None:
        raise AssertionError("the policy found a need in the same words")
    found = await search(f"{state['question'].text} {need.queries[language]}", context.scope, SEARCHED, context.search)
    evidence = tuple(passage for passage in found if passage.in_force and need.is_said_in(passage.text))
    ranked = await sync_to_async(_ranked)(need, evidence, language)
    draft = _draft(_card(need, context, language), ranked, language)
    for line in draft.text.splitlines(keepends=True):
        runtime.stream_writer(TextDelta(line))
    return {"status": "answered" if ranked else "general", "draft": draft, "evidence": evidence, "others": ()}


def _ranked(need: Need, evidence: tuple[Passage, ...], language: str) -> list[Quote]:
    quotes = read(need.queries[language], evidence)
    return [quote for quote in quotes if need.is_said_in(quote.text)][:MAX_QUOTES]


def _card(need: Need, context: AgentContext, language: str) -> str:
    """Quoted as a whole, so that it stands out wherever Markdown is shown."""
    card = context.help_cards.get(f"{need.kind}.{language}")
    text = card or phrases.help_channel(context.channels.get(language, ""), language)
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _draft(card: str, ranked: list[Quote], language: str) -> Draft:
    if not ranked:
        return Draft(card, ())
    drafting = Drafting(language)
    return drafting.draft([card, phrases.help_passages(language), *map(drafting.quoted, ranked)])
