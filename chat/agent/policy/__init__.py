"""The policy: which questions are refused before retrieval, by rules, a classifier and the assistant's scope.

It also detects people who may need a person, who are never refused.
"""

from chat.agent.policy.needs import Need, need_in, said_need
from chat.agent.policy.rules import decide, strictest

__all__ = ["Need", "decide", "need_in", "said_need", "strictest"]
