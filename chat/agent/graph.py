"""The graph: which node follows which. It only wires; every node is the function of the same name in its own file."""

from functools import cache
from typing import TYPE_CHECKING, Literal

from chat.agent.context import AgentContext
from chat.agent.nodes.answer_each import answer_each
from chat.agent.nodes.assess import assess
from chat.agent.nodes.carry_course import carry_course, is_carried
from chat.agent.nodes.check_policy import check_policy
from chat.agent.nodes.clarify import clarify
from chat.agent.nodes.classify import classify
from chat.agent.nodes.converse import converse
from chat.agent.nodes.critique import critique
from chat.agent.nodes.generate import generate
from chat.agent.nodes.refuse import is_surely_answered, refuse
from chat.agent.nodes.respond import respond
from chat.agent.nodes.retrieve import retrieve
from chat.agent.nodes.rewrite import rewrite
from chat.agent.nodes.support import support
from chat.agent.state import AgentState

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


def after_policy(state: AgentState) -> Literal["support", "refuse", "converse", "answer_each", "retrieve"]:
    if state["policy"].need:
        return "support"
    general = state["classification"].intent == "general"
    if not state["policy"].allowed and (general or state["policy"].certain):
        return "refuse"
    if general:
        return "converse"
    # Halves of what is refused as a whole may each look harmless.
    return "answer_each" if state.get("questions") and state["policy"].allowed else "retrieve"


def after_each(state: AgentState) -> Literal["retrieve", "__end__"]:
    return "__end__" if "answer" in state else "retrieve"


Assessed = Literal["generate", "rewrite", "carry_course", "clarify", "respond", "refuse", "support"]


def after_assessment(state: AgentState) -> Assessed:
    verdict = state["assessment"].verdict
    if not state["policy"].allowed and not is_surely_answered(state):
        return "refuse"
    if state.get("carried_course") and not is_carried(state):
        return "carry_course"
    if verdict in ("ambiguous", "conflict") and state["assessment"].choices:
        return "clarify"
    if verdict == "weak" and "rewriting" not in state:
        return "rewrite"
    if verdict in ("weak", "nothing"):
        # A support service that no document describes: other contacts and the official channel are named.
        return "support" if state["policy"].card else "respond"
    return "generate"


def after_generation(state: AgentState) -> Literal["critique", "respond"]:
    """A model that reads the evidence may find no answer in it; then there is nothing to critique."""
    return "critique" if state["status"] == "answered" else "respond"


def after_critique(state: AgentState) -> Literal["generate", "respond"]:
    return "respond" if "outcome" in state else "generate"


@cache
def compiled() -> "CompiledStateGraph[AgentState, AgentContext, AgentState, AgentState]":
    # Imported at the first question: the import takes about a second, which commands without questions can avoid.
    from langgraph.graph import END, START, StateGraph

    builder = StateGraph(AgentState, context_schema=AgentContext)
    for node in (classify, check_policy, support, refuse, converse, answer_each, retrieve, assess, clarify, rewrite):
        builder.add_node(node.__name__, node)
    for last in (carry_course, generate, critique, respond):
        builder.add_node(last.__name__, last)
    builder.add_edge(START, "classify")
    builder.add_edge("classify", "check_policy")
    builder.add_conditional_edges("check_policy", after_policy)
    builder.add_conditional_edges("answer_each", after_each)
    builder.add_edge("support", "respond")
    builder.add_edge("refuse", "respond")
    builder.add_edge("converse", "respond")
    builder.add_edge("retrieve", "assess")
    builder.add_conditional_edges("assess", after_assessment)
    builder.add_edge("clarify", "respond")
    builder.add_edge("rewrite", "retrieve")
    builder.add_edge("carry_course", "classify")
    builder.add_conditional_edges("generate", after_generation)
    builder.add_conditional_edges("critique", after_critique)
    builder.add_edge("respond", END)
    return builder.compile()
