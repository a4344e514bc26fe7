"""The trip that a conversation has come to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chat.agent.state import AgentState
from chat.trips.wishes import Trip, trip_of


def trip_in(state: AgentState, offered: Mapping[str, Any]) -> Trip:
    """As the message reads with what was said before it: "make it five days" is the same trip, longer."""
    question, asked = state["question"], state["asked"]
    return trip_of(replace(question, text=asked), offered, question.text if asked != question.text else "")
