from dataclasses import replace

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.state import AgentState
from knowledge.retrieval.search import search


async def retrieve(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    question, context = state["question"], runtime.context
    year = question.academic_year or state["classification"].academic_year
    scope = replace(context.scope, course=question.course, academic_year=year)
    found = await search(question.text, scope, context.top_k, context.search)
    return {"query": question.text, "evidence": tuple(found)}
