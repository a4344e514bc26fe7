"""What is refused before anything is looked up: by rules, by a classifier beside them, by the scope."""

from chat.agent.policy.deciding import decide

__all__ = ["decide"]
